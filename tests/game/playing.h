// SPDX-License-Identifier: MIT
//
// What tests that play games need: a game from a file or text, and answers that have to be there.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "game/game.h"
#include "game/playable.h"
#include "gdl/reader.h"
#include "support/support.h"

namespace percept::test {

// The value of a result, which must have one.
template <class T>
T got(Result<T> result) {
  if (!result) FAIL(result.error().message);
  return std::move(*result);
}

inline constexpr auto kCircuit = game::Game::Choice::kCircuit, kProver = game::Game::Choice::kProver;

inline game::Game game_of(std::unique_ptr<gdl::Description> description, game::Game::Choice engine,
                          std::size_t max_ground_rules = 500'000) {
  game::Game::Options options;
  options.engine = engine;
  options.grounding.max_rules = max_ground_rules;
  return got(game::Game::make(std::move(description), options));
}

inline game::Game game_of_file(const std::filesystem::path& file, game::Game::Choice engine) {
  return game_of(got(gdl::read_file(file.string())), engine);
}

inline game::Game game_of_text(std::string text, game::Game::Choice engine) {
  return game_of(gdl::read_text("test", std::move(text)), engine);
}

}  // namespace percept::test
