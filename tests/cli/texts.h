// SPDX-License-Identifier: MIT
//
// What tests of commands say often: names of files as a shell takes them, a short match, what JSON has.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/support.h"

namespace percept::test {

inline std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }
// A rule sheet of ours.
inline std::string own(const std::string& name) { return quoted(own_game(name)); }

// The candidate of Monty Hall chose door 2, and door 1 was opened: a match that commands are told.
inline constexpr const char* kMontyRounds =
    R"~([{"move": "(choose 2)", "percepts": []}, {"move": "noop", "percepts": ["1"]}])~";

inline std::set<std::string> keys_of(const nlohmann::json& object) {
  std::set<std::string> out;
  for (const auto& [key, value] : object.items()) out.insert(key);
  return out;
}

}  // namespace percept::test
