// SPDX-License-Identifier: MIT
#include "belief/candidates.h"

#include <map>

#include "belief/believing.h"
#include "belief/exact.h"
#include "belief/two_set.h"

using namespace percept;
using namespace percept::test;
using belief::Candidates;
using belief::candidates;

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

std::string any(belief::Belief& belief, Random& random) {
  return belief.rules().text(belief.role(), candidates(belief).any(random));
}

}  // namespace

TEST_CASE("any of the known moves is chosen with the same chance, and the same by the same seed") {
  auto belief = belief_of(rules_of_file(own_game("monty_hall")), "candidate");
  Candidates from = candidates(*belief);
  CHECK(from.all_known);
  CHECK(from.known);
  Random random(1), same(1);
  std::map<std::string, int> counts;
  for (int i = 0; i < 3000; ++i) {
    belief::MoveId move = from.any(random);
    CHECK(from.any(same) == move);
    ++counts[belief->rules().text(belief->role(), move)];
  }
  REQUIRE(counts.size() == 3);
  for (const auto& [move, count] : counts) CHECK(std::abs(count - 1000) < 130);  // five standard deviations
}

TEST_CASE("the same moves are chosen by either filter when both know all") {
  auto exact = belief_of(rules_of_file(own_game("monty_hall")), "candidate");
  auto kleene = got(belief::Rules::make(got(gdl::read_file(own_game("monty_hall").string())), circuit::Logic::kKleene));
  auto two_set = got(belief::TwoSetBelief::make(kleene, kleene->role("candidate").value()));
  Random one(7), other(7);
  for (int i = 0; i < 50; ++i) CHECK(any(*exact, one) == any(*two_set, other));
}

TEST_CASE("candidates say when not all moves are known, and are the known ones") {
  auto rules = rules_of_text(lamp("(legal a c)"));
  auto belief = belief_of(rules, "a");
  CHECK(candidates(*belief).all_known);
  REQUIRE(belief->update({got(rules->move(belief->role(), "noop")), belief::Percepts{}}));
  Candidates from = candidates(*belief);
  CHECK_FALSE(from.all_known);
  CHECK(from.known);
  CHECK(from.moves == std::vector{got(rules->move(belief->role(), "c"))});
}

TEST_CASE("where no move is known to be legal the candidates are those that may be") {
  auto rules = rules_of_text(lamp(""));
  auto belief = belief_of(rules, "a");
  REQUIRE(belief->update({got(rules->move(belief->role(), "noop")), belief::Percepts{}}));
  Candidates from = candidates(*belief);
  CHECK_FALSE(from.all_known);
  CHECK_FALSE(from.known);
  CHECK(from.moves == std::vector{got(rules->move(belief->role(), "b")), got(rules->move(belief->role(), "d"))});
}
