// SPDX-License-Identifier: MIT
//
// The chance of a match: nature draws anew in every round, replaced moves are drawn from streams of their own, and
// what a role is told of the order of its percepts is nothing. Seeds are fixed, so that a p-value is the same each
// time.
#include <fmt/format.h>

#include <set>

#include "base/seeds.h"
#include "game/playing.h"
#include "match/referee.h"
#include "match/scramble.h"
#include "record/recording.h"
#include "support/chi_square.h"
#include "support/support.h"

using namespace percept;
using namespace percept::match;
using percept::test::got;

namespace {

constexpr std::size_t kNumbers = 6, kRounds = 12;
constexpr double kUnlikely = 1e-6;

// Nature and two players each pick a number in every round; whoever does sees all letters there are.
const char* const kDice = R"(
(role random) (role left) (role right) (init (round 0))
(<= (legal ?r (pick ?n)) (role ?r) (number ?n))
(<= (sees ?r (letter ?l)) (role ?r) (letter_of ?l ?n) (does random (pick ?n)))
(<= (next (round ?m)) (true (round ?n)) (after ?n ?m))
(<= terminal (true (round 12)))
(<= (goal ?r 50) (role ?r) (distinct ?r random))
(number 1) (number 2) (number 3) (number 4) (number 5) (number 6)
(<= (letter_of ?l ?n) (number ?n) (letters ?l))
(letters alpha) (letters beta) (letters gamma) (letters delta) (letters epsilon) (letters zeta)
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
(after 6 7) (after 7 8) (after 8 9) (after 9 10) (after 10 11) (after 11 12))";

struct Table {
  record::RulesOnRecord rules = test::rules_of_text("dice.kif", kDice);
  game::Game game = got(game::Game::make(gdl::read_text("dice.kif", kDice), {game::Game::Choice::kProver, {}}));
};

// Answers what it is told to, or nothing, and keeps what it was shown.
class Guest : public Seat {
 public:
  Guest(std::optional<std::string> answer, std::vector<News>* seen) : answer_(std::move(answer)), seen_(seen) {}
  record::PlayerOnRecord player() const override { return {"guest", "guest", "", false}; }
  bool immediate() const override { return true; }
  std::optional<record::Fault> start(const Opening&, std::stop_token) override { return {}; }
  Answer play(const std::optional<News>& news, std::stop_token) override {
    if (news && seen_) seen_->push_back(*news);
    return {answer_, {}, 0};
  }
  void stop(const News& news) override {
    if (seen_) seen_->push_back(news);
  }
  void abort() override {}

 private:
  std::optional<std::string> answer_;
  std::vector<News>* seen_;
};

record::Record match_of(Table& table, const Setup& setup, const std::optional<std::string>& answer = {},
                        std::vector<News>* seen = nullptr) {
  std::vector<std::unique_ptr<Seat>> seats;
  seats.push_back(nullptr);
  seats.push_back(std::make_unique<Guest>(answer, seen));
  seats.push_back(std::make_unique<Guest>(answer, nullptr));
  return got(Referee(table.game, table.rules, setup).play(seats));
}

std::size_t number_in(const std::string& move) { return static_cast<std::size_t>(move.at(6) - '1'); }

// The numbers that were picked, by match, round and role.
using Picks = std::vector<std::vector<std::vector<std::size_t>>>;
Picks picks(std::size_t matches) {
  Table table;
  Picks out;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    out.emplace_back();
    for (const record::Round& round : match_of(table, {.seed = seed}).rounds) {
      out.back().emplace_back();
      for (const std::string& move : round.moves) out.back().back().push_back(number_in(move));
    }
    REQUIRE(out.back().size() == kRounds);
  }
  return out;
}

// How likely it is that pairs of numbers that have nothing to do with each other are so unevenly met.
class Pairs {
 public:
  void add(std::size_t a, std::size_t b) { ++counts_[kNumbers * a + b]; }
  double p() const { return test::against(counts_, std::vector<double>(counts_.size(), 1)).p(); }

 private:
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kNumbers * kNumbers);
};

}  // namespace

TEST_CASE("nature draws anew in every round") {
  Pairs next, later;
  for (const auto& match : picks(100)) {
    std::set<std::size_t> different;
    for (std::size_t round = 0; round < kRounds; ++round) {
      different.insert(match[round][0]);
      if (round > 0) next.add(match[round - 1][0], match[round][0]);
      if (round > 5) later.add(match[round - 6][0], match[round][0]);
    }
    CHECK(different.size() > 1);
  }
  CHECK(next.p() > kUnlikely);
  CHECK(later.p() > kUnlikely);
}

TEST_CASE("moves that are drawn in a player's place tell nothing of nature's, nor of another player's") {
  Pairs with_nature, with_other, with_nature_before;
  for (const auto& match : picks(100))
    for (std::size_t round = 0; round < kRounds; ++round) {
      with_nature.add(match[round][0], match[round][1]);
      with_other.add(match[round][1], match[round][2]);
      if (round > 0) with_nature_before.add(match[round - 1][0], match[round][1]);
    }
  CHECK(with_nature.p() > kUnlikely);
  CHECK(with_other.p() > kUnlikely);
  CHECK(with_nature_before.p() > kUnlikely);
}

TEST_CASE("what players answer does not change what nature does") {
  Table table;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    record::Record silent = match_of(table, {.seed = seed}), spoken = match_of(table, {.seed = seed}, "(pick 3)");
    record::Record scrambled = match_of(table, {.seed = seed, .scramble = true});
    for (std::size_t round = 0; round < kRounds; ++round) {
      CHECK(silent.rounds[round].moves[0] == spoken.rounds[round].moves[0]);
      CHECK(silent.rounds[round].moves[0] == scrambled.rounds[round].moves[0]);
      CHECK(spoken.rounds[round].moves[1] == "(pick 3)");
    }
  }
}

TEST_CASE("the streams of a match are different numbers, and none is its seed") {
  std::set<std::uint64_t> seeds = {7};
  for (const char* name : {"nature", "replace left", "replace right", "player left", "player right", "scramble"})
    seeds.insert(stream_seed(7, name));
  CHECK(seeds.size() == 7);
}

// The names that a scrambled match shows stand in their own order; that of the rule sheet's would tell which is which.
TEST_CASE("scrambled percepts are sorted by the names that are shown") {
  Table table;
  std::size_t other_order = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    std::vector<News> seen;
    record::Record record = match_of(table, {.seed = seed, .scramble = true}, {}, &seen);
    Scrambler scrambler(table.game.description(), stream_seed(seed, "scramble"));
    REQUIRE(seen.size() == kRounds);
    for (std::size_t round = 0; round < kRounds; ++round) {
      REQUIRE(seen[round].told.percepts->size() == 6);
      CHECK(std::ranges::is_sorted(*seen[round].told.percepts));
      std::vector<std::string> in_old_order;
      for (const std::string& percept : record.rounds[round].percepts[1])
        in_old_order.push_back(scrambler.scrambled(percept));
      other_order += in_old_order != *seen[round].told.percepts;
      std::ranges::sort(in_old_order);
      CHECK(in_old_order == *seen[round].told.percepts);
    }
  }
  CHECK(other_order == 5 * kRounds);  // else this would not notice an order that is left as it was
}
