// SPDX-License-Identifier: MIT
#include "wire/introduction.h"

#include "base/text.h"
#include "wire/call.h"
#include "wire/http.h"
#include "wire/message_writer.h"

namespace percept::wire {

tl::expected<InfoReply, record::Fault> ask_info(const Peer& peer, Dialect dialect, double seconds,
                                                std::stop_token stop) {
  const std::string request = write_request(dialect, peer.host, {}, write_info(dialect));
  CallReply reply = call(peer, request, {.connect = seconds, .answer = seconds}, std::move(stop));
  if (reply.fault) return tl::unexpected(std::move(*reply.fault));
  auto info = read_info_reply(reply.body);
  if (!info)
    return tl::unexpected(record::Fault{record::FaultKind::kUnreadable, shown(reply.body), info.error().message});
  return *info;
}

}  // namespace percept::wire
