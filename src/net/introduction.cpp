// SPDX-License-Identifier: MIT
#include "net/introduction.h"

#include "net/call.h"
#include "net/forms.h"
#include "net/http.h"
#include "net/message_writer.h"

namespace percept::net {

tl::expected<InfoReply, match::Fault> ask_info(const Peer& peer, Dialect dialect, double seconds,
                                               std::stop_token stop) {
  const std::string request = write_request(dialect, peer.host, {}, write_info(dialect));
  CallReply reply = call(peer, request, {.connect = seconds, .answer = seconds}, std::move(stop));
  if (reply.fault) return tl::unexpected(std::move(*reply.fault));
  auto info = read_info_reply(reply.body);
  if (!info)
    return tl::unexpected(match::Fault{match::FaultKind::kUnreadable, shown(reply.body), info.error().message});
  return *info;
}

}  // namespace percept::net
