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

}  // namespace

void abort_abandoned(const match::Record& record) {
  std::vector<std::jthread> threads;
  for (const match::PlayerOnRecord& player : record.players) {
    auto peer = read_address(player.spec);
    if (!is_remote(player.spec) || !peer) continue;
    Dialect dialect = dialect_of(player.dialect).value_or(Dialect::kGgpBase);
    std::string request = write_request(dialect, peer->host, player.name, write_abort(dialect, record.id));
    double seconds = timing_of(dialect).abort;
    threads.emplace_back([request, seconds, to = *peer] {
      call(to, request, {.connect = seconds, .answer = seconds, .from_connection = false});
    });
  }
}

void abort_abandoned(match::Store& store, const std::vector<std::string>& specs) {
  for (const std::string& spec : specs) {
    if (!is_remote(spec)) continue;
    match::Query query;
    query.player = spec;
    query.status = match::Status::kInterrupted;
    query.limit = kLastMatches;
    auto matches = store.list(query);
    if (!matches) return;
    for (const match::Summary& match : *matches)
      if (auto record = store.load(match.id)) abort_abandoned(*record);
  }
}

}  // namespace percept::net
