// SPDX-License-Identifier: MIT
//
// Where a game of the papers is.
//
// Internal to lab/.
#pragma once

#include <filesystem>
#include <string>

namespace percept::lab {

struct GameFile {
  std::string path;  // empty when there is no rule sheet for it
  bool own_sheet = false;
};

// The competition's file, by its place below the corpus, else the sheet of ours that stands in for it.
inline GameFile find_game(const std::filesystem::path& corpus, const std::filesystem::path& file,
                          const std::filesystem::path& own_games, const std::string& own_name) {
  std::error_code ignored;
  if (!corpus.empty() && std::filesystem::exists(corpus / file, ignored)) return {(corpus / file).string(), false};
  std::filesystem::path own = own_games / (own_name + ".kif");
  if (!own_name.empty() && std::filesystem::exists(own, ignored)) return {own.string(), true};
  return {};
}

}  // namespace percept::lab
