// SPDX-License-Identifier: MIT
//
// Nothing a role is sent depends on what is hidden from it. Matches are played over sockets with other moves of the
// others and of nature; as long as two of them gave a role the same moves and percepts, it must have been sent the same
// bytes. That a match is over is told by the protocol itself, so a STOP is compared with a STOP only.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "match/local_seat.h"
#include "play/strategies.h"
#include "support/support.h"
#include "wire/player_server.h"
#include "wire/seated.h"

using namespace percept;
using namespace percept::test;

namespace {

struct Told {
  record::Record record;
  std::vector<std::string> sent;  // INFO, START, PLAY …, STOP
};

// A match in which the role's player is called over a socket and always thinks the same, and all others move at random.
Told told_in_match(game::Game& game, std::size_t role, wire::Dialect dialect, const match::Setup& setup,
                   std::uint64_t others) {
  wire::PlayerServerOptions options;
  options.make = [] { return play::make_player("legal:filter=two-set", 1); };
  wire::PlayerServer player(options);
  ScriptedServer server([&](Caller& caller) {
    caller.answer(player.answer({.text = caller.body(),
                                 .sender = wire::is_dresden(dialect) ? "Gamecontroller" : "GAMESERVER",
                                 .peer = "test",
                                 .arrived = std::chrono::steady_clock::now()}));
  });
  std::vector<std::unique_ptr<match::Seat>> seats(game.roles());
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (i == role)
      seats[i] = remote(server.url(), {.seed = 1, .dialect = dialect, .timing = {}});
    else if (game.random() != game::RoleId{static_cast<std::uint32_t>(i)})
      seats[i] = std::make_unique<match::LocalSeat>(got(play::make_player("random", others * 100 + i)),
                                                    record::PlayerOnRecord{"random", "random", "", false});
  }
  match::Referee referee(game, record::rules_on_record(game.description(), "test.kif"), setup);
  Told out;
  out.record = got(referee.play(seats));
  out.sent = server.requests();
  return out;
}

struct Comparison {
  std::size_t same = 0;       // messages compared where the role had seen the same …
  std::size_t different = 0;  // … and the position or the moves of others were not the same
};

// How far two matches look alike to the role.
void compare(const Told& a, const Told& b, std::size_t role, Comparison& out) {
  bool same_truth = true;
  REQUIRE(a.sent.size() == a.record.rounds.size() + 3);
  REQUIRE(b.sent.size() == b.record.rounds.size() + 3);
  CHECK(a.sent[0] == b.sent[0]);
  CHECK(a.sent[1] == b.sent[1]);
  CHECK(a.sent[2] == b.sent[2]);
  for (std::size_t i = 0; i < std::min(a.record.rounds.size(), b.record.rounds.size()); ++i) {
    const record::Round &left = a.record.rounds[i], &right = b.record.rounds[i];
    if (left.moves[role] != right.moves[role] || left.percepts[role] != right.percepts[role]) return;
    if (left.state != right.state || left.moves != right.moves) same_truth = false;
    const bool left_last = i + 1 == a.record.rounds.size(), right_last = i + 1 == b.record.rounds.size();
    if (left_last != right_last) return;
    CHECK(a.sent[i + 3] == b.sent[i + 3]);
    ++out.same;
    if (!same_truth) ++out.different;
  }
}

Comparison compared(const std::filesystem::path& file, wire::Dialect dialect, std::size_t count, bool scramble) {
  CAPTURE(file.string());
  Comparison out;
  game::Game game = game_of_file(file, game::Game::Choice::kAuto);
  for (std::size_t role = 0; role < game.roles(); ++role) {
    if (game.random() == game::RoleId{static_cast<std::uint32_t>(role)}) continue;
    std::vector<Told> told;
    for (std::uint64_t i = 0; i < count; ++i) {
      // Names drawn for a match are no secret, so scrambled matches have one seed.
      match::Setup setup = setup_with({60, 60}, "match.1", scramble ? 1 : i + 1);
      setup.scramble = scramble;
      told.push_back(told_in_match(game, role, dialect, setup, i));
      for (std::size_t before = 0; before < i; ++before) compare(told[before], told.back(), role, out);
    }
  }
  return out;
}

constexpr wire::Dialect kDialects[] = {wire::Dialect::kDresden2013, wire::Dialect::kDresden2010,
                                       wire::Dialect::kPakapark};

std::size_t matches() { return static_cast<std::size_t>(6 * effort()); }

}  // namespace

TEST_CASE("a role is sent the same bytes whatever is hidden from it, in our games") {
  std::size_t number = 0;
  for (const std::string name : {"monty_hall", "number_guessing", "kuhn_poker", "two_generals", "krieg_tictactoe_3x3",
                                 "meier", "banker_and_thief", "minesweeper", "transit", "blind_breakthrough_5x5"}) {
    CAPTURE(name);
    // Where the seed is the same, nature is, too: so only with hidden moves of others.
    const bool scramble = name == "two_generals" || name == "krieg_tictactoe_3x3" || name == "blind_breakthrough_5x5";
    const Comparison result =
        compared(project_root() / "games" / (name + ".kif"), kDialects[number++ % 3], matches(), scramble);
    CHECK(result.different > 0);
  }
}

TEST_CASE("a role is sent the same bytes whatever is hidden from it, in games by others") {
  REQUIRE_CORPUS();
  std::size_t number = 0;
  for (const std::string name : {"Numberguessing", "MontyHall", "Meier", "BankerAndThief", "ii_kriegtictactoe",
                                 "HoldYourCourseII", "mastermind2x3_stanford", "montyhall__deephi"}) {
    CAPTURE(name);
    const Comparison result =
        compared(corpus() / "games" / "gdl2" / (name + ".kif"), kDialects[number++ % 3], matches(), false);
    CHECK(result.different > 0);
  }
}

TEST_CASE("the candidate of Monty Hall is sent the same wherever the car is") {
  game::Game game = game_of_file(project_root() / "games" / "monty_hall.kif", game::Game::Choice::kProver);
  for (const wire::Dialect dialect : kDialects) {
    const auto sent_with_car_behind = [&](int door) {
      ScriptedServer monty(answering({fmt::format("(hide_car {})", door), "(open_door 2)", "noop"}));
      ScriptedServer candidate(answering({"(choose 3)", "noop", "switch"}));
      const record::Record record =
          played(game, {{monty.url(), {}}, {candidate.url(), {.seed = 1, .dialect = dialect, .timing = {}}}},
                 setup_with({60, 60}, "match.1", static_cast<std::uint64_t>(door)));
      CHECK(record.rounds.size() == 3);
      for (const record::Round& round : record.rounds) CHECK_FALSE(round.faults[0]);
      CHECK(record.goals[1] == (door == 1 ? 100 : 0));
      return candidate.requests();
    };
    std::vector<std::string> first = sent_with_car_behind(1), third = sent_with_car_behind(3);
    REQUIRE(first.size() == 6);  // INFO, START, PLAY three times, STOP
    REQUIRE(third.size() == 6);
    CHECK(first.back() != third.back());  // where it was is seen at the end
    first.pop_back();
    third.pop_back();
    CHECK(first == third);
  }
}
