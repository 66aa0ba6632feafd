// SPDX-License-Identifier: MIT
//
// The strategies there are, in one table that makes the help of the commands, the record of a match and the service's
// list of players. A strategy is asked for by a text: its name, then options behind colons.
//
//   legal   legal:filter=two-set   random:seed=7
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "play/player.h"

namespace percept::play {

struct StrategyOption {
  std::string_view name, values, fallback, help;
};
struct Strategy {
  std::string_view name, help;
  std::span<const StrategyOption> options;
};
std::span<const Strategy> strategies();
std::string strategies_help();  // a few lines for --help

// Whether the text asks for a strategy of ours; an error says what is wrong with it and which there are.
Result<void> check_strategy(std::string_view text);
// `seed` is used unless the text has one.
Result<std::unique_ptr<Player>> make_player(std::string_view text, std::uint64_t seed);

}  // namespace percept::play
