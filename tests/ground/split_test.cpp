// SPDX-License-Identifier: MIT
//
// Splitting rules changes neither what they mean, in two values and in three, nor what they can be asked; and it cuts
// what it says it cuts.
#include "ground/split.h"

#include <set>

#include "ground/grounded.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

// Unsimplified, so that nothing but splitting can make a difference.
std::optional<Grounded> grounded(const std::string& text, bool split, circuit::Logic logic) {
  ground::Options options;
  options.split = split;
  options.simplify = false;
  options.logic = logic;
  options.max_rules = 100'000;
  return Grounded::if_small(program_of(text), options);
}

// False when the rules are too many to ground without being split.
bool means_the_same(const std::string& text) {
  using circuit::Logic;
  auto whole = grounded(text, false, Logic::kTwoValued), whole_kleene = grounded(text, false, Logic::kKleene);
  if (!whole || !whole_kleene) return false;
  auto cut = grounded(text, true, Logic::kTwoValued), cut_kleene = grounded(text, true, Logic::kKleene);
  REQUIRE(cut);
  REQUIRE(cut_kleene);
  CHECK(std::set<std::string>(cut->inputs().begin(), cut->inputs().end()) ==
        std::set<std::string>(whole->inputs().begin(), whole->inputs().end()));
  CHECK(cut->initial() == whole->initial());
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    CHECK(difference(cut->answers(random_world(seed)), whole->answers(random_world(seed))) == "");
    CHECK(difference(cut_kleene->answers(random_kleene_world(seed)),
                     whole_kleene->answers(random_kleene_world(seed))) == "");
  }
  return true;
}

std::vector<std::string> split_clauses(program::Program& program) {
  ground::SplitProgram rules = ground::split(program);
  std::vector<std::string> out;
  for (const ground::Clause& clause : rules.clauses) out.push_back(program.to_kif(clause));
  return out;
}

// How often a clause of so many variables is left.
std::size_t most_variables(const ground::SplitProgram& rules) {
  std::size_t most = 0;
  for (const ground::Clause& clause : rules.clauses) most = std::max<std::size_t>(most, clause.variables);
  return most;
}

// The rules that every one of the small programs below needs.
const std::string kCells = R"(
(role red) (role blue)
(index 1) (index 2) (index 3) (piece x) (piece o)
(init (cell 1 1 x)) (init (cell 2 2 o)) (init (cell 3 1 x)) (init (at 2))
(<= (legal ?r (move ?a ?b)) (role ?r) (index ?a) (index ?b))
(<= terminal (true (at 9)))
(<= (next (at ?x)) (true (at ?x)))
)";

}  // namespace

TEST_CASE("the example of the header is cut as it says") {
  std::string text = kCells + R"(
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (move ?a ?b)) (distinct ?x ?a))
)";
  program::Program program = program_of(text);
  ground::SplitProgram rules = ground::split(program);
  CHECK(rules.split >= 1);
  CHECK(most_variables(ground::unsplit(program)) == 6);
  CHECK(most_variables(rules) == 3);
  CHECK(means_the_same(text));
}

TEST_CASE("rules that need not be cut stay as they are") {
  program::Program program = program_of(kCells + "(<= (next (at ?x)) (does red (move ?x ?x)) (true (at ?x)))");
  std::vector<std::string> before;
  for (const ground::Clause& clause : program.clauses()) before.push_back(program.to_kif(clause));
  CHECK(split_clauses(program) == before);
  CHECK(ground::split(program).split == 0);
}

TEST_CASE("unsplit cuts nothing") {
  program::Program program =
      program_of(kCells + "(<= (next (at ?x)) (true (cell ?x ?y ?p)) (does ?r (move ?a ?b)) (distinct ?x ?a))");
  ground::SplitProgram rules = ground::unsplit(program);
  CHECK(rules.split == 0);
  CHECK(rules.domains.empty());
  CHECK(rules.clauses == program.clauses());
}

TEST_CASE("chains of joins are cut") {
  std::string text = kCells + R"(
(<= (next (at ?e)) (true (cell ?a ?b ?p)) (true (cell ?b ?c ?q)) (true (cell ?c ?d ?p2)) (true (cell ?d ?e ?q2)))
)";
  program::Program program = program_of(text);
  CHECK(most_variables(ground::unsplit(program)) == 9);
  CHECK(most_variables(ground::split(program)) <= 3);
  CHECK(means_the_same(text));
}

TEST_CASE("negated literals go with the variables they mention") {
  CHECK(means_the_same(kCells + R"(
(<= (next (at ?x)) (true (cell ?x ?y ?p)) (true (cell ?a ?b ?q)) (not (true (cell ?a ?y ?p)))
    (not (does red (move ?b ?x))))
(<= (blocked ?x) (true (cell ?x ?y ?p)) (true (at ?z)) (not (true (cell ?z ?z ?p))) (distinct ?z ?x))
(<= (goal ?r 50) (role ?r) (blocked ?x) (index ?z) (not (blocked ?z)))
)"));
}

TEST_CASE("inequalities between what different parts bind") {
  CHECK(means_the_same(kCells + R"(
(<= (next (at ?x)) (true (cell ?x ?y ?p)) (true (cell ?a ?b ?q)) (distinct ?p ?q) (distinct ?y ?b))
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (move ?a ?b)) (does ?s (move ?c ?d)) (distinct ?r ?s)
    (distinct ?a ?x) (distinct ?c ?y) (distinct ?b ?d))
)"));
}

TEST_CASE("recursive rules") {
  CHECK(means_the_same(kCells + R"(
(<= (link ?a ?b) (true (cell ?a ?b ?p)))
(<= (reach ?a ?b) (link ?a ?b))
(<= (reach ?a ?d) (reach ?a ?b) (true (cell ?b ?c ?p)) (reach ?c ?d) (index ?z) (not (true (at ?z))))
(<= (goal ?r 100) (role ?r) (reach 1 3))
(<= (goal ?r 0) (role ?r) (not (reach 1 3)))
)"));
}

TEST_CASE("parts that share no variable, and compound terms across parts") {
  CHECK(means_the_same(kCells + R"(
(<= (next (at ?x)) (true (at ?x)) (true (cell ?a ?b ?p)) (does ?r (move ?c ?d)))
(<= (next (pair (f ?a ?b) (g ?c))) (does red (move ?a ?b)) (true (cell ?c ?d ?p)) (true (cell ?d ?e ?q)) (index ?e))
(<= (sees ?r (seen (f ?a ?b))) (role ?r) (true (pair (f ?a ?b) (g ?c))) (true (at ?c)) (does ?s (move ?a ?d)))
)"));
}

TEST_CASE("equal parts of different rules share one relation") {
  program::Program program = program_of(kCells + R"(
(<= (next (one ?x)) (true (cell ?x ?y ?p)) (true (cell ?y ?z ?q)) (does ?r (move ?z ?w)))
(<= (next (two ?a)) (true (cell ?a ?b ?p)) (true (cell ?b ?c ?q)) (does ?r (move ?c ?d)))
)");
  ground::SplitProgram rules = ground::split(program);
  CHECK(rules.split == 2);
  // Each part is defined by one clause only: the second rule calls what the first has made.
  std::map<program::Symbol, std::size_t> made;
  for (const ground::Clause& clause : rules.clauses)
    if (std::string_view(program.terms().text(program.terms().name(clause.head))).starts_with("split "))
      ++made[program.terms().name(clause.head)];
  CHECK_FALSE(made.empty());
  for (auto [name, count] : made) CHECK(count == 1);
  std::string last = program.to_kif(rules.clauses.back());
  auto relation = last.find("(split ");
  REQUIRE(relation != std::string::npos);
  std::size_t uses = 0;
  for (const ground::Clause& clause : rules.clauses) {
    std::string text = program.to_kif(clause);
    uses += text.find(last.substr(relation, 9), 4) != std::string::npos && text.starts_with("(<= (next") ? 1 : 0;
  }
  CHECK(uses == 2);
}

TEST_CASE("splitting keeps the meaning of our own games") {
  std::size_t compared = 0;
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    compared += means_the_same(read(file)) ? 1 : 0;
  }
  CHECK(compared >= 20);
}

TEST_CASE("splitting keeps the meaning of games of the corpus") {
  REQUIRE_CORPUS();
  std::size_t compared = 0;
  for (const char* name : {"ticTacToe",
                           "connectFour",
                           "breakthroughSmall",
                           "blocker",
                           "biddingTicTacToe",
                           "quarto",
                           "eightPuzzle",
                           "peg",
                           "knightsTour",
                           "connectFourSuicide",
                           "hex",
                           "ghostMaze2p",
                           "chineseCheckers1",
                           "pentago",
                           "minichess",
                           "nim1",
                           "lightsOn",
                           "sheepAndWolf",
                           "ttcc4",
                           "tron_10x10",
                           "cephalopodMicro",
                           "max_knights",
                           "dotsAndBoxes"}) {
    CAPTURE(std::string(name));
    auto file = corpus() / "games/gdl1" / (std::string(name) + ".kif");
    if (exists(file)) compared += means_the_same(read(file)) ? 1 : 0;
  }
  CHECK(compared >= 12);
}
