// SPDX-License-Identifier: MIT
//
// The reference traces of the corpus: matches, and what an independent implementation concluded from them for a role.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gdl/reader.h"
#include "support/support.h"

namespace percept::test {

struct Trace {
  std::string name;                    // of the file
  nlohmann::json header;               // game, role, options
  std::vector<nlohmann::json> rounds;  // and the end, when the match was not cut
};

// All traces whose file name ends so (".filter.jsonl"), sorted.
inline std::vector<Trace> traces(const std::string& ending) {
  std::vector<Trace> out;
  for (const std::filesystem::path& file : files_below(corpus() / "traces", {".jsonl"})) {
    if (!file.filename().string().ends_with(ending)) continue;
    Trace trace{file.filename().string(), {}, {}};
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      if (trace.header.is_null())
        trace.header = nlohmann::json::parse(line);
      else
        trace.rounds.push_back(nlohmann::json::parse(line));
    }
    out.push_back(std::move(trace));
  }
  return out;
}

// The rules of a trace's game.
inline std::shared_ptr<const gdl::Description> rules_of(const Trace& trace) {
  std::string name = trace.header["game"].get<std::string>() + ".kif";
  for (const char* folder : {"traces/games", "games/gdl2", "games/gdl2_variants"})
    if (std::filesystem::path file = corpus() / folder / name; std::filesystem::exists(file)) {
      auto read = gdl::read_file(file.string());
      REQUIRE(read);
      return std::move(*read);
    }
  FAIL("no rules for " << trace.name);
  return nullptr;
}

// A list of texts in it, sorted.
inline std::vector<std::string> texts(const nlohmann::json& round, const std::string& key) {
  std::vector<std::string> out = round.value(key, std::vector<std::string>());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace percept::test
