// SPDX-License-Identifier: MIT
#include "net/abandoned.h"

#include <thread>

#include "net/call.h"
#include "net/http.h"
#include "net/message_writer.h"
#include "net/peer.h"
#include "net/seating.h"

namespace percept::net {
namespace {

constexpr std::size_t kLastMatches = 3;  // a player is in one; the newest may be one it never heard of

void abort(const match::PlayerOnRecord& player, const std::string& match) {
  auto peer = read_address(player.spec);
  if (!peer) return;
  Dialect dialect = dialect_of(player.dialect).value_or(Dialect::kGgpBase);
  double seconds = timing_of(dialect).abort;
  call(*peer, write_request(dialect, peer->host, player.name, write_abort(dialect, match)),
       {.connect = seconds, .answer = seconds, .from_connection = false});
}

}  // namespace

void abort_abandoned(match::Store& store, const std::vector<std::string>& specs) {
  std::vector<std::jthread> threads;
  for (const std::string& spec : specs) {
    if (!is_remote(spec)) continue;
    match::Query query;
    query.player = spec;
    query.limit = kLastMatches;
    auto matches = store.list(query);
    if (!matches) return;
    for (const match::Summary& summary : *matches) {
      if (summary.status == match::Status::kRunning) continue;
      auto record = store.load(summary.id);
      if (!record) continue;
      for (const match::PlayerOnRecord& player : record->players)
        if (player.spec == spec) threads.emplace_back([player, id = summary.id] { abort(player, id); });
    }
  }
}

}  // namespace percept::net
