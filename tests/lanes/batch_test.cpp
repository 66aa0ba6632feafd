// SPDX-License-Identifier: MIT
//
// Batches on games made by hand: legal moves and successors of every position, playouts by the row they begin in, in
// every phase and at every width, and what a caller must not do.
#include "lanes/batch.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <thread>

#include "base/bits.h"
#include "circuit/hand_made_games.h"
#include "circuit/plain_automaton.h"
#include "lanes/available_lanes.h"
#include "support/aborting.h"
#include "support/chi_square.h"

namespace {

std::atomic<std::size_t> allocations = 0;

}  // namespace

// Every kind, since a sanitizer wants memory back where it came from.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return operator new(size, std::nothrow); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace percept;
using namespace percept::test;
using namespace percept::lanes;

namespace {

std::shared_ptr<const Plan> plan_of(const Automaton& automaton, const Plan::Options& options = {}) {
  return std::make_shared<const Plan>(automaton, options);
}

std::vector<bool> position_of(std::span<const std::uint64_t> row, std::size_t fluents) {
  std::vector<bool> out;
  for (std::size_t f = 0; f < fluents; ++f) out.push_back((row[f / 64] >> (f % 64) & 1) != 0);
  return out;
}

// Positions of random matches, all of one round.
Rows positions_of_round(const Automaton& automaton, std::size_t round, std::size_t count, std::uint64_t seed) {
  PlainAutomaton plain(automaton);
  Random random(seed);
  Rows out((automaton.fluents() + 63) / 64);
  for (std::size_t tries = 0; out.size() < count && tries < 100 * count; ++tries) {
    std::vector<bool> position = automaton.initial;
    std::size_t t = 0;
    for (; t < round; ++t) {
      PlainAutomaton::View view = plain.look(position);
      if (view.terminal) break;
      position = plain.next(position, plain.random_joint(view, random));
    }
    if (t == round) out.push(row_of(position));
  }
  return out;
}

// Goals of plain playouts from a position, all roles one after the other.
std::vector<double> plain_goals(PlainAutomaton& plain, const std::vector<bool>& start, std::size_t matches,
                                Random& random, double* length = nullptr) {
  std::vector<double> out;
  for (std::size_t match = 0; match < matches; ++match) {
    std::vector<bool> position = start;
    PlainAutomaton::View view = plain.look(position);
    for (; !view.terminal; view = plain.look(position)) {
      position = plain.next(position, plain.random_joint(view, random));
      if (length) *length += 1;
    }
    std::size_t g = 0;
    for (const auto& of_role : view.goals)
      for (bool holds : of_role) {
        if (out.size() <= g) out.push_back(0);
        out[g++] += holds ? 1 : 0;
      }
  }
  return out;
}

}  // namespace

TEST_CASE("legal moves, percepts and successors of many positions are those of each") {
  TurnsGame turns(3);
  RingGame ring;
  for (auto* game : {static_cast<HandMadeGame*>(&turns), static_cast<HandMadeGame*>(&ring)}) {
    Automaton& automaton = game->automaton;
    automaton.sees.resize(automaton.roles());
    for (std::size_t f = 0; f < automaton.fluents(); ++f)  // a role sees every second fluent, another the moves as well
      automaton.sees[f % automaton.roles()].push_back(automaton.next[f]);
    automaton.sees.back().insert(automaton.sees.back().end(), game->does[0].begin(), game->does[0].end());
    auto plan = plan_of(automaton);
    PlainAutomaton plain(automaton);
    for (unsigned lanes : available_lanes())
      for (std::size_t count : {1u, 2u, 70u, 600u}) {
        CAPTURE(lanes);
        CAPTURE(count);
        auto batch = Backend::find(lanes)->batch(plan);
        Rows rows = positions_of_round(automaton, 4, count, count);
        REQUIRE(rows.size() == count);
        batch->load(rows);
        CHECK(batch->size() == count);
        Legal legal;
        batch->find_legal(legal);
        std::vector<std::uint32_t> pairs, joints;
        for (std::uint32_t row = 0; row < count; ++row) {
          PlainAutomaton::View view = plain.look(position_of(rows.row(row), automaton.fluents()));
          REQUIRE(legal.terminal(row) == view.terminal);
          if (view.terminal) continue;
          for (std::size_t role = 0; role < automaton.roles(); ++role) {
            std::vector<std::uint32_t> moves;
            for (std::size_t w = 0; w < legal.moves(row, role).size(); ++w)
              for_each_bit(legal.moves(row, role)[w],
                           [&](unsigned bit) { moves.push_back(static_cast<std::uint32_t>(64 * w + bit)); });
            REQUIRE(moves == view.legal[role]);
          }
          for (std::uint32_t first : view.legal[0]) {  // every move of role 0, the last of the others
            pairs.push_back(row);
            joints.push_back(first);
            for (std::size_t role = 1; role < automaton.roles(); ++role) joints.push_back(view.legal[role].back());
          }
        }
        Successors successors;
        batch->expand(pairs, joints, successors);
        REQUIRE(successors.rows.size() == pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          PlainAutomaton::Joint joint(joints.begin() + static_cast<std::ptrdiff_t>(i * automaton.roles()),
                                      joints.begin() + static_cast<std::ptrdiff_t>((i + 1) * automaton.roles()));
          std::vector<bool> next = plain.next(position_of(rows.row(pairs[i]), automaton.fluents()), joint);
          REQUIRE(position_of(successors.rows.row(i), automaton.fluents()) == next);
          for (std::size_t role = 0; role < automaton.roles(); ++role) {
            std::vector<bool> seen = position_of(successors.percepts(i, role), automaton.sees[role].size()), expected;
            for (std::size_t f = role; f < automaton.fluents(); f += automaton.roles()) expected.push_back(next[f]);
            if (role + 1 == automaton.roles())
              for (std::uint32_t m = 0; m < game->does[0].size(); ++m) expected.push_back(joint[0] == m);
            REQUIRE(seen == expected);
          }
        }
      }
  }
}

TEST_CASE("playouts from positions of any phase come to what plain ones come to, row by row") {
  TurnsGame two(2), three(3), late(2, 3);
  RingGame ring;
  for (auto* game : std::initializer_list<HandMadeGame*>{&two, &three, &late, &ring}) {
    const Automaton& automaton = game->automaton;
    auto plan = plan_of(automaton, {.expand = false}), without = plan_of(automaton, {.phases = false, .expand = false});
    CHECK(without->phases() == 1);
    PlainAutomaton plain(automaton);
    Random random(5);
    for (std::size_t round = 0; round < 5; ++round) {
      CAPTURE(round);
      Rows rows = positions_of_round(automaton, round, 6, round + 1);
      std::vector<std::vector<double>> expected;
      double length = 0;
      for (std::size_t row = 0; row < rows.size(); ++row)
        expected.push_back(plain_goals(plain, position_of(rows.row(row), automaton.fluents()), 500, random, &length));
      for (unsigned lanes : available_lanes())
        for (const auto& used : {plan, without}) {
          CAPTURE(lanes);
          auto batch = Backend::find(lanes)->batch(used);
          batch->load(rows);
          Ends ends;
          batch->play_out({.round = round, .each = 2000, .seed = lanes + round}, ends);
          REQUIRE(ends.stopped.why == Stop::kDone);
          for (std::size_t role = 0; role < automaton.roles(); ++role) {
            ChiSquare all;
            for (std::size_t row = 0; row < rows.size(); ++row) {
              REQUIRE(ends.playouts(row) == 2000);
              for (std::size_t g = plan->goal_begin(role); g < plan->goal_begin(role + 1); ++g) {
                auto count = static_cast<double>(ends.goals(row)[g]);
                all += two_samples({count, 2000 - count}, {expected[row][g], 500 - expected[row][g]});
              }
            }
            // Two goals of one role hold the same news: a smaller chance is asked for.
            CHECK(all.p() > 1e-8);
          }
          double mean = static_cast<double>(ends.states()) / (2000.0 * static_cast<double>(rows.size()));
          double plain_mean = length / (500.0 * static_cast<double>(rows.size()));
          CHECK(std::abs(mean - plain_mean) < 0.1 * plain_mean + 0.1);
        }
    }
  }
}

TEST_CASE("terminal positions come back with their goals at once, among others that go on") {
  CoinGame game;
  auto plan = plan_of(game.automaton);
  for (unsigned lanes : available_lanes()) {
    auto batch = Backend::find(lanes)->batch(plan);
    Rows rows(1);
    for (int i = 0; i < 600; ++i) {  // over without luck, over with luck, begun
      const std::vector<bool> positions[] = {{false, true, false}, {false, true, true}, {true, false, false}};
      rows.push(row_of(positions[i % 3]));
    }
    batch->load(rows);
    Ends ends;
    batch->play_out({.each = 50}, ends);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      REQUIRE(ends.playouts(row) == 50);
      if (row % 3 == 2) continue;
      REQUIRE(ends.states(row) == 0);
      REQUIRE(ends.goals(row)[row % 3] == 50);
      REQUIRE(ends.goals(row)[1 - row % 3] == 0);
      REQUIRE(ends.mean_goal(*plan, row, 0) == (row % 3 == 1 ? 100 : 0));
    }
    rows.truncate(1);
    batch->load(rows);
    batch->play_out({.each = 7}, ends);
    CHECK(ends.playouts() == 7);
    CHECK(ends.states() == 0);
  }
}

TEST_CASE("any number of rows and playouts of each") {
  MarchGame game(30);
  auto plan = plan_of(game.automaton);
  for (unsigned lanes : available_lanes())
    for (std::size_t count : {0u, 1u, 2u, 3u, 63u, 64u, 65u, 512u, 600u, 1000u})
      for (std::uint64_t each : {0u, 1u, 2u, 33u}) {
        CAPTURE(lanes);
        CAPTURE(count);
        CAPTURE(each);
        Rows rows(1);
        for (std::size_t i = 0; i < count; ++i) rows.push(std::vector<std::uint64_t>{std::uint64_t{1} << (i % 31)});
        auto batch = Backend::find(lanes)->batch(plan);
        batch->load(rows);
        Ends ends;
        batch->play_out({.each = each}, ends);
        REQUIRE(ends.rows == count);
        for (std::size_t i = 0; i < count; ++i) {
          REQUIRE(ends.playouts(i) == each);
          REQUIRE(ends.states(i) == each * (30 - i % 31));
          REQUIRE(ends.goals(i)[0] == each);
        }
      }
}

TEST_CASE("a row that cannot go on is named, with the position it has come to") {
  TrapGame game(2, TrapGame::Trap::kNoMove);
  auto plan = plan_of(game.automaton);
  for (unsigned lanes : available_lanes()) {
    auto batch = Backend::find(lanes)->batch(plan);
    Rows rows(1);
    for (int i = 0; i < 10; ++i) rows.push(row_of({false, true, false}));  // over
    rows.push(row_of(game.trapped()));
    batch->load(rows);
    Ends ends;
    batch->play_out({.each = 3}, ends);
    CHECK(ends.stopped.why == Stop::kNoMove);
    CHECK(ends.stopped.role == 1);
    CHECK(ends.stopped.row == 10);
    CHECK(ends.stopped.position == row_of(game.trapped()));
  }
}

TEST_CASE("when time is over no match begins, all that began are played, and rows have about as many") {
  TurnsGame game(2);
  auto plan = plan_of(game.automaton);
  Rows rows = positions_of_round(game.automaton, 2, 40, 1);
  for (unsigned lanes : available_lanes()) {
    auto batch = Backend::find(lanes)->batch(plan);
    batch->load(rows);
    Ends ends;
    PlayoutOptions options{.round = 2, .each = UINT64_MAX};
    options.budget = Budget(0.02, 0);
    batch->play_out(options, ends);
    std::uint64_t least = UINT64_MAX, most = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      least = std::min(least, ends.playouts(row));
      most = std::max(most, ends.playouts(row));
      REQUIRE(ends.goals(row)[0] + ends.goals(row)[1] == ends.playouts(row));
    }
    CHECK(least > 0);
    CHECK(most <= 2 * least + 200);
    std::atomic<bool> stop = true;
    options.budget = {};
    options.stop = &stop;
    batch->play_out(options, ends);
    CHECK(ends.playouts() >= lanes);
  }
}

TEST_CASE("a plan is one block of words: copied elsewhere it plays the same") {
  for (std::size_t roles : {2u, 3u}) {
    TurnsGame game(roles);
    Rows rows = positions_of_round(game.automaton, 1, 20, 1);
    auto plan = std::make_unique<Plan>(game.automaton);
    std::vector<std::uint32_t> words(plan->words().begin(), plan->words().end());
    CHECK(*plan == Plan(game.automaton));  // no address is in it
    auto play = [&](std::shared_ptr<const Plan> of) {
      auto batch = Backend::best().batch(std::move(of));
      batch->load(rows);
      Ends ends;
      batch->play_out({.round = 1, .each = 100, .seed = 7}, ends);
      return ends.counts;
    };
    std::vector<std::uint64_t> before = play(std::make_shared<const Plan>(*plan));
    plan.reset();
    std::vector<std::uint32_t> elsewhere(words);
    words.assign(words.size(), 0xDEADBEEF);
    CHECK(play(std::make_shared<const Plan>(Plan::take(elsewhere))) == before);
  }
  CHECK(aborting([] { Plan::take(std::vector<std::uint32_t>(100)); }).find("are no plan") != std::string::npos);
}

TEST_CASE("threads share a plan, each with a batch of its own") {
  TurnsGame game(2);
  auto plan = plan_of(game.automaton);
  Rows rows = positions_of_round(game.automaton, 2, 100, 1);
  auto play = [&](std::uint64_t seed, Ends& ends, Legal& legal) {
    auto batch = Backend::best().batch(plan);
    batch->load(rows);
    batch->find_legal(legal);
    batch->play_out({.round = 2, .each = 200, .seed = seed}, ends);
  };
  Ends ends[2], alone[2];
  Legal legal[2];
  std::thread first([&] { play(1, ends[0], legal[0]); }), second([&] { play(2, ends[1], legal[1]); });
  first.join();
  second.join();
  for (std::uint64_t i = 0; i < 2; ++i) {
    play(i + 1, alone[i], legal[i]);
    CHECK(ends[i].counts == alone[i].counts);
  }
  CHECK(legal[0].bits == legal[1].bits);
}

TEST_CASE("nothing is allocated once sizes repeat") {
  TurnsGame game(2);
  auto plan = plan_of(game.automaton);
  Rows rows = positions_of_round(game.automaton, 2, 300, 1);
  auto batch = Backend::best().batch(plan);
  std::vector<std::uint32_t> pairs(300), joints(600);
  for (std::uint32_t i = 0; i < 300; ++i) joints[2 * i + 1] = 4, pairs[i] = i;
  Weights weights = {{1, 2, 3, 4, 5}, {}};
  Ends ends;
  Legal legal;
  Successors successors;
  auto all = [&] {
    batch->load(rows);
    batch->find_legal(legal);
    batch->expand(pairs, joints, successors);
    PlayoutOptions options{.round = 2, .each = 3};
    options.weights = &weights;
    batch->play_out(options, ends);
  };
  all();
  std::size_t before = allocations;
  for (int i = 0; i < 5; ++i) all();
  CHECK(allocations == before);
}

TEST_CASE("what a caller must not do is a failed check that says what") {
  TurnsGame game(2);
  auto plan = plan_of(game.automaton);
  auto says = [&](const std::string& text, auto&& function) {
    std::string said = aborting([&] {
      auto batch = Backend::best().batch(plan);
      batch->load(plan->initial(), plan->row_words());
      function(*batch);
    });
    CAPTURE(said);
    CHECK(said.find(text) != std::string::npos);
  };
  Successors successors;
  std::vector<std::uint32_t> rows = {0}, joint = {0, 4};
  says("row 1 is wider than the plan: it has 2 words, the plan 1", [&](Batch& batch) {
    batch.load(std::vector<std::uint64_t>{1, 0, 1, 1}, 2);
  });
  says("3 words are no rows of 2 words", [&](Batch& batch) { batch.load(std::vector<std::uint64_t>{1, 0, 1}, 2); });
  says("move 5 of role 1, which has 5", [&](Batch& batch) {
    joint[1] = 5;
    batch.expand(rows, joint, successors);
  });
  says("row 1 of 1", [&](Batch& batch) {
    rows[0] = 1;
    batch.expand(rows, joint, successors);
  });
  says("1 moves for 1 rows of a game of 2 roles", [&](Batch& batch) {
    joint.resize(1);
    batch.expand(rows, joint, successors);
  });
  says("this CPU has no 100 lanes", [](Batch&) { Backend::with(100); });
  Weights weights = {{1, 2}, {}};
  says("2 weights for the 5 moves of role 0", [&](Batch& batch) {
    Ends ends;
    PlayoutOptions options;
    options.weights = &weights;
    batch.play_out(options, ends);
  });
  says("a plan for playouts only knows no legal moves", [&](Batch&) {
    Legal legal;
    Backend::best().batch(plan_of(game.automaton, {.expand = false}))->find_legal(legal);
  });
}
