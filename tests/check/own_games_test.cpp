// SPDX-License-Identifier: MIT
//
// The project's own games are examples for authors: nothing is found in them, and they look as `percept format` leaves
// them.
#include <set>

#include "check/checked.h"
#include "check/summary.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

bool is_snake_case(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

// The first name of the term that is not in snake case; empty when there is none.
std::string odd_name(const gdl::Term& outer) {
  std::string odd;
  for_each_term(outer, [&](const gdl::Term& term) {
    if (odd.empty() && !is_snake_case(term.spelling)) odd = term.spelling;
  });
  return odd;
}

}  // namespace

TEST_CASE("the games that the project promises are there") {
  std::set<std::string> games;
  for (const auto& file : own_games()) games.insert(file.stem().string());
  for (const std::string name : {"monty_hall",
                                 "number_guessing",
                                 "buttons_and_lights",
                                 "nim",
                                 "noughts_and_crosses",
                                 "krieg_tictactoe_3x3",
                                 "krieg_tictactoe_4x4",
                                 "krieg_tictactoe_5x5",
                                 "mastermind_448",
                                 "blackjack",
                                 "battleships_in_fog",
                                 "hidden_connect",
                                 "banker_and_thief",
                                 "minesweeper",
                                 "transit",
                                 "backgammon",
                                 "small_dominion",
                                 "pacman_3p",
                                 "hold_your_course",
                                 "blind_breakthrough_5x5",
                                 "blind_breakthrough_6x6",
                                 "blind_breakthrough_8x8",
                                 "meier",
                                 "kuhn_poker",
                                 "leduc_poker",
                                 "rock_paper_scissors",
                                 "two_generals",
                                 "liars_dice",
                                 "bluff_2_1",
                                 "bluff_2_2",
                                 "kuhn_poker_3p",
                                 "goofspiel_4",
                                 "goofspiel_5",
                                 "oshi_zumo",
                                 "exploding_bomb",
                                 "phantom_tictactoe",
                                 "blind_tictactoe",
                                 "dark_hex_2x2",
                                 "dark_hex_3x3",
                                 "connect_four_4x4",
                                 "connect_four_5x4",
                                 "connect_four_6x5",
                                 "connect_four_7x6"})
    CHECK_MESSAGE(games.contains(name), name);
}

TEST_CASE("nothing is found in the project's own games") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    CHECK(codes(read(file)).empty());
  }
}

TEST_CASE("the project's own games are formatted") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    std::string text = read(file);
    CHECK(to_kif(*gdl::read_text(file.string(), text)) == text);
  }
}

TEST_CASE("the project's own games start with a comment that says what they are") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    std::string text = read(file);
    auto description = gdl::read_text(file.string(), text);
    CHECK(text.starts_with(";"));
    REQUIRE_FALSE(description->comments().empty());
    std::string title = check::summarise(*description).title;
    CHECK_MESSAGE(std::ranges::count(title, '\n') > 1, "a name, and how it is played");
  }
}

TEST_CASE("files and names of the project's own games are in snake case") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    CHECK(is_snake_case(file.stem().string()));
    auto description = gdl::read_text(file.string(), read(file));
    for (const gdl::Statement& statement : description->statements()) {
      CHECK(odd_name(*statement.head) == "");
      for (const gdl::Formula* part : statement.body)
        for_each_literal(*part,
                         [](const gdl::Formula& literal, gdl::Polarity) { CHECK(odd_name(*literal.atom) == ""); });
    }
  }
}

TEST_CASE("the project's own games are read as KIF, whole, and nothing in them is a sentence") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    auto description = gdl::read_file(file.string());
    REQUIRE(description);
    CHECK((*description)->notation() == gdl::Notation::kKif);
    CHECK((*description)->readable());
    CHECK_FALSE((*description)->has_sentences());
  }
}
