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
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "play/player.h"

namespace percept::play {

// What may stand behind a strategy's name: one of some words, a whole number, or a file.
struct StrategyOption {
  std::string_view name;
  std::span<const std::string_view> words;  // none for a number
  std::uint64_t least, most;                // of a number
  std::string_view fallback;                // its value where nothing is said; in words where that is not known here
  std::string_view help;
  bool file = false;  // or a folder

  std::string values() const;                                      // in words
  std::optional<std::uint64_t> read(std::string_view text) const;  // the number, or which of the words; none of a file
};
struct Strategy {
  std::string_view name, help;
  std::span<const StrategyOption> options;
  bool file = false;  // NAME:FILE
};
std::span<const Strategy> strategies();
std::string strategies_help();  // a few lines for --help

// Whether the text asks for a strategy of ours; an error says what is wrong with it and which there are.
Result<void> check_strategy(std::string_view text);
// Whether it would read or write files: no stranger may ask for that.
bool names_file(std::string_view text);
// `seed` is used unless the text has one, and so is a learnt value by strategies that take one.
class TrainedValue;
Result<std::unique_ptr<Player>> make_player(std::string_view text, std::uint64_t seed,
                                            std::shared_ptr<const TrainedValue> value = {});

}  // namespace percept::play
