// SPDX-License-Identifier: MIT
#include "belief/legal_player.h"

#include <map>

#include "belief/believing.h"
#include "belief/exact.h"
#include "belief/two_set.h"

using namespace percept;
using namespace percept::test;
using belief::LegalPlayer;

namespace {

// A lamp that nobody sees is on or off by chance; b may be pressed when it is on, c always or never.
std::string lamp(const std::string& always) {
  return R"((role random) (role a) (init start)
(<= (legal random (lamp on)) (true start)) (<= (legal random (lamp off)) (true start))
(<= (legal random noop) (not (true start)))
(<= (legal a noop) (true start))
(<= (legal a b) (true (lamp on)))
(<= (legal a d) (true (lamp off)))
)" + always +
         R"(
(<= (next (lamp ?s)) (does random (lamp ?s)))
(<= (sees a nothing) (true never)) (<= (next never) (true never))
(<= terminal (true never)) (goal a 0) (goal random 0)
)";
}

std::unique_ptr<belief::ExactBelief> belief_of(std::shared_ptr<belief::Rules> rules, const std::string& role) {
  return got(belief::ExactBelief::make(rules, rules->role(role).value(), {}));
}

std::string text(const belief::Belief& belief, const LegalPlayer::Choice& choice) {
  return choice.move ? belief.rules().text(belief.role(), *choice.move) : "none";
}

}  // namespace

TEST_CASE("the legal player chooses uniformly among known moves, and the same by the same seed") {
  auto belief = belief_of(rules_of_file(own_game("monty_hall")), "candidate");
  LegalPlayer player(1), same(1);
  std::map<std::string, int> counts;
  for (int i = 0; i < 3000; ++i) {
    LegalPlayer::Choice choice = player.choose(*belief);
    CHECK(choice.all_known);
    CHECK(choice.known);
    CHECK(same.choose(*belief).move == choice.move);
    ++counts[text(*belief, choice)];
  }
  REQUIRE(counts.size() == 3);
  for (const auto& [move, count] : counts) CHECK(std::abs(count - 1000) < 130);  // five standard deviations
}

TEST_CASE("the legal player makes the same moves by either filter when both know all") {
  auto exact = belief_of(rules_of_file(own_game("monty_hall")), "candidate");
  auto kleene = got(belief::Rules::make(got(gdl::read_file(own_game("monty_hall").string())), circuit::Logic::kKleene));
  auto two_set = got(belief::TwoSetBelief::make(kleene, kleene->role("candidate").value()));
  LegalPlayer one(7), other(7);
  for (int i = 0; i < 50; ++i) CHECK(text(*exact, one.choose(*exact)) == text(*two_set, other.choose(*two_set)));
}

TEST_CASE("the legal player says when it does not know all moves, and takes a known one") {
  auto rules = rules_of_text(lamp("(legal a c)"));
  auto belief = belief_of(rules, "a");
  CHECK(LegalPlayer(1).choose(*belief).all_known);
  REQUIRE(belief->update({got(rules->move(belief->role(), "noop")), belief::Percepts{}}));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    LegalPlayer::Choice choice = LegalPlayer(seed).choose(*belief);
    CHECK_FALSE(choice.all_known);
    CHECK(choice.known);
    CHECK(text(*belief, choice) == "c");
  }
}

TEST_CASE("the legal player that knows of no move tries one that may be legal") {
  auto rules = rules_of_text(lamp(""));
  auto belief = belief_of(rules, "a");
  REQUIRE(belief->update({got(rules->move(belief->role(), "noop")), belief::Percepts{}}));
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    LegalPlayer::Choice choice = LegalPlayer(seed).choose(*belief);
    CHECK_FALSE(choice.all_known);
    CHECK_FALSE(choice.known);
    ++counts[text(*belief, choice)];
  }
  CHECK(counts.size() == 2);
  CHECK(counts.contains("b"));
  CHECK(counts.contains("d"));
}
