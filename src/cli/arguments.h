// SPDX-License-Identifier: MIT
//
// From arguments to options: what main.cpp and the files that set up the larger commands share. Only these include the
// argument parser, which is slow to compile.
//
// Internal to cli/.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "base/text.h"

namespace percept::cli {

// Does what the arguments ask for and returns the exit code.
using Run = std::function<int()>;

Run add_asp(CLI::App& app);
Run add_sample(CLI::App& app);
Run add_lab(CLI::App& app);
Run add_tournament(CLI::App& app);
Run add_train(CLI::App& app);
Run add_match(CLI::App& app);
Run add_matches(CLI::App& app);
Run add_player(CLI::App& app);
Run add_serve(CLI::App& app);

// One of the names of the map, in any case; the option's value is what the name stands for.
template <class Value>
CLI::Validator one_of(const std::map<std::string, Value>& values) {
  auto transform = [values](std::string& text) {
    std::string names;
    for (const auto& [name, value] : values) {
      if (lower(text) == name) {
        text = std::to_string(static_cast<int>(value));
        return std::string();
      }
      names += (names.empty() ? "" : ", ") + name;
    }
    return "must be one of: " + names;
  };
  return CLI::Validator(transform, "", "one of");
}

// A whole number from the first on that fits.
inline CLI::Validator a_whole_number(std::uint64_t first = 0) {
  auto test = [first](std::string& text) {
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool fine = error == std::errc() && end == text.data() + text.size() && value >= first;
    return fine ? std::string() : fmt::format("must be a whole number from {} on, below 2^64", first);
  };
  return CLI::Validator(test, "", "whole number");
}

// A number of seconds; 0 only where that means no limit.
inline CLI::Validator seconds(bool zero) {
  auto test = [zero](std::string& text) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    bool fine = !text.empty() && *end == 0 && std::isfinite(value) && (zero ? value >= 0 : value > 0);
    return fine ? std::string() : zero ? "must be a number from 0 on" : "must be a number above 0";
  };
  return CLI::Validator(test, "", "seconds");
}

}  // namespace percept::cli
