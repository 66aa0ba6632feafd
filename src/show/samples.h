// SPDX-License-Identifier: MIT
//
// Samples of an information set: as data and text for people, where equal positions are one, the most likely first,
// and what all of them share is shown once; with histories a position is shown for each way that led to it. And as JSON
// for tools, either so or one by one as they were drawn.
//
// These read the sampler's rules, so they belong to the thread that uses them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sample/sampler.h"
#include "show/board.h"

namespace percept::show {

struct Samples {
  struct Position {
    double weight = 0;
    Picture picture;  // of what is not shared; boards are shown whole where any of their squares differs
    std::optional<std::vector<std::vector<std::string>>> history = {};  // by round and role, when asked for
  };
  std::vector<std::string> roles = {};
  std::optional<Picture> shared = {};  // by all, where there are several and they have something in common
  std::vector<Position> positions = {};
};
// The board is one of the rules.
Samples samples_of(const belief::Rules& rules, const std::vector<sample::Sample>& samples, const Board& board,
                   bool histories);

std::string to_text(const Samples& samples, bool color);

// {"roles", "shared": picture or null, "positions": [{"weight", "picture", "history": [[move, …], …] or null}, …]} as
// above; picture.h has the pictures.
nlohmann::ordered_json to_json(const Samples& samples);

// [{"weight", "state": [fluent, …], "moves": [{role: move, …}, …]}, …] in the order in which they were drawn.
nlohmann::ordered_json to_json(const belief::Rules& rules, const std::vector<sample::Sample>& samples);

}  // namespace percept::show
