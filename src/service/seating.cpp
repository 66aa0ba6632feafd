// SPDX-License-Identifier: MIT
#include "service/seating.h"

#include "wire/abandoned.h"
#include "wire/seating.h"

namespace percept::service {

tournament::Seating network_seating() {
  tournament::Seating out;
  out.remote = wire::is_remote;
  out.check = [](const tournament::Entrant& player) -> Result<void> {
    if (player.spec == "human")
      return failure("nobody sits through a tournament", "percept match has seats for people");
    if (auto fine = wire::check_spec(player.spec); !fine) return fine;
    if (auto dialect = wire::read_dialect(player.dialect.empty() ? "auto" : player.dialect); !dialect)
      return tl::unexpected(dialect.error());
    return {};
  };
  out.make = [](const std::string& spec, const tournament::Seating::Options& options) {
    wire::SeatOptions seat;
    seat.seed = options.seed;
    seat.dialect = wire::dialect_of(options.dialect);
    seat.must_be_there = true;
    return wire::make_seat(spec, seat);
  };
  out.free = wire::abort_abandoned;
  return out;
}

}  // namespace percept::service
