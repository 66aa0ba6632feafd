// SPDX-License-Identifier: MIT
#include "wire/seating.h"

#include <fmt/format.h>

#include "match/local_seat.h"
#include "play/strategies.h"
#include "wire/peer.h"
#include "wire/remote_seat.h"

namespace percept::wire {

bool is_remote(const std::string& spec) { return spec.find("://") != std::string::npos; }

Result<void> check_spec(const std::string& spec, std::string_view added) {
  if (is_remote(spec)) {
    auto address = read_address(spec);
    if (!address) return tl::unexpected(address.error());
    return {};
  }
  auto strategy = play::check_strategy(spec);
  if (strategy || strategy.error().hint.empty()) return strategy;
  return failure(strategy.error().message, fmt::format("{} (or http://host:port{})", strategy.error().hint, added));
}

Result<std::unique_ptr<match::Seat>> make_seat(const std::string& spec, const SeatOptions& options) {
  if (is_remote(spec)) return make_remote_seat(spec, options);
  auto player = play::make_player(spec, options.seed);
  if (!player) return tl::unexpected(player.error());
  return std::unique_ptr<match::Seat>(new match::LocalSeat(std::move(*player), {spec, spec, "", false}));
}

}  // namespace percept::wire
