// SPDX-License-Identifier: MIT
//
// A query ends with its budget, whatever it is at, and the prover answers the next one.
#include "prove/proved.h"
#include "support/ending.h"

using namespace percept;
using percept::test::Proved;

namespace {

// Whether there is a clique of so many nodes in a graph that has none of more than 12: nodes of the same one of twelve
// groups are not joined. The search finds nothing, for ever.
std::string clique(int size) {
  std::string text, body;
  for (int i = 0; i < 48; ++i)
    for (int j = 0; j < 48; ++j)
      if (i % 12 != j % 12) text += fmt::format("(edge {} {})", i, j);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < i; ++j) body += fmt::format(" (edge ?n{} ?n{})", j, i);
  return text + fmt::format("(role a) (<= (legal a attack) (true on){}) (<= (legal a wait) (true on))", body);
}

void check_legal_ends(const char* what, const std::string& text) {
  Proved p(text, {"(legal ?r ?m)"});
  p.set_state("on");
  program::TermId attack = p.terms("(legal a attack)")[0], wait = p.terms("(legal a wait)")[0];
  test::check_ends(what, [&](const Budget& budget) {
    auto found = p.prover().holds(attack, budget);
    REQUIRE_FALSE(found);
    CHECK(found.error().message == "the query (legal a attack) takes longer than there is time");
    auto other = p.prover().holds(wait, budget);
    CHECK_FALSE(other);  // there is no time for anything
    CHECK(p.holds("(legal a wait)"));
  });
  p.set_state("off");
  CHECK(p.all("(legal ?r ?m)") == Proved(text, {"(legal ?r ?m)"}).all("(legal ?r ?m)"));
}

}  // namespace

TEST_CASE("the search for a clique of 40 ends with its budget") { check_legal_ends("a clique of 40", clique(40)); }

TEST_CASE("answers that were kept are still right after a query that was ended") {
  std::string text =
      clique(40) + "(<= (reach ?x ?y) (edge ?x ?y) (true on)) (<= (reach ?x ?z) (reach ?x ?y) (edge ?y ?z))";
  Proved ended(text, {"(legal ?r ?m)", "(reach ?x ?y)"}), fresh(text, {"(legal ?r ?m)", "(reach ?x ?y)"});
  ended.set_state("on"), fresh.set_state("on");
  std::string before = ended.all("(reach 1 ?y)");
  CHECK_FALSE(ended.prover().all(ended.terms("(legal ?r ?m)")[0], Budget(0.02, 0)));
  CHECK(ended.all("(reach 1 ?y)") == before);
  CHECK(ended.all("(reach ?x 5)") == fresh.all("(reach ?x 5)"));
}
