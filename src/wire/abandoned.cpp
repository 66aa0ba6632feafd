// SPDX-License-Identifier: MIT
#include "wire/abandoned.h"

#include <thread>

#include "wire/call.h"
#include "wire/http.h"
#include "wire/message_writer.h"
#include "wire/peer.h"
#include "wire/seating.h"

namespace percept::wire {
namespace {

constexpr std::size_t kLastMatches = 3;  // a player is in one; the newest may be one it never heard of

void abort(const record::PlayerOnRecord& player, const std::string& match) {
  auto peer = read_address(player.spec);
  if (!peer) return;
  Dialect dialect = dialect_of(player.dialect).value_or(Dialect::kGgpBase);
  double seconds = timing_of(dialect).abort;
  call(*peer, write_request(dialect, peer->host, player.name, write_abort(dialect, match)),
       {.connect = seconds, .answer = seconds, .from_connection = false});
}

}  // namespace

void abort_abandoned(store::Store& store, const std::vector<std::string>& specs) {
  std::vector<std::jthread> threads;
  for (const std::string& spec : specs) {
    if (!is_remote(spec)) continue;
    store::Query query;
    query.player = spec;
    query.limit = kLastMatches;
    auto matches = store.list(query);
    if (!matches) return;
    for (const store::Summary& summary : *matches) {
      if (summary.status == record::Status::kRunning) continue;
      auto record = store.load(summary.id);
      if (!record) continue;
      for (const record::PlayerOnRecord& player : record->players)
        if (player.spec == spec) threads.emplace_back([player, id = summary.id] { abort(player, id); });
    }
  }
}

}  // namespace percept::wire
