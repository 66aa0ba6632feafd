// SPDX-License-Identifier: MIT
//
// Rules that leave variables to their uses are played alike by both engines: sheets by hand beside the same sheets
// written out, and our own games with literals taken away that only say what a variable may be.
#include <array>

#include "check/check.h"
#include "check/rules.h"
#include "game/playing.h"
#include "game/twins.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;
namespace fs = std::filesystem;

namespace {

void check_agree(Game& one, Game& other, std::size_t matches, std::size_t rounds) {
  Twins twins(one, other);
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    Random random(seed);
    Match match = play(twins, random, rounds);
    if (match.differs()) FAIL_CHECK(describe(shrunk(twins, match)));
  }
}

// A game with sums; `number` is what the helpers say of their variables, or nothing.
std::string counting(const std::string& number) {
  std::string bound = number.empty() ? "" : "(number ?x) (number ?y)", one = number.empty() ? "" : "(number ?x)";
  return R"(
(role a) (init (n 1)) (init (m 2))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(number 0) (<= (number ?x) (succ ?w ?x))
(<= (sum ?x 0 ?x) )" +
         one + R"( (succ 0 1))
(<= (sum ?x ?y ?z) (succ ?w ?y) (sum ?x ?w ?v) (succ ?v ?z))
(<= (far ?x ?y) )" +
         bound + R"( (distinct ?x ?y))
(<= (legal a (add ?z)) (true (n ?x)) (sum ?x 1 ?z))
(<= (legal a (add ?z)) (true (n ?x)) (true (m ?y)) (sum ?x ?y ?z) (far ?x ?y))
(<= (legal a stay) (true (n ?x)))
(<= (next (n ?z)) (does a (add ?z)))
(<= (next (n ?z)) (does a stay) (true (n ?z)))
(<= (next (m ?z)) (true (m ?x)) (does a (add ?y)) (sum ?z ?x ?y))
(<= (next (m ?z)) (true (m ?z)) (true (n ?x)) (not (far ?x ?z)))
(<= (next (m 1)) (does a stay))
(<= (sees a ?z) (does a (add ?x)) (sum ?x 1 ?z))
(<= terminal (true (n 7)))
(<= (goal a 100) (true (n ?x)) (not (far ?x 7)))
(<= (goal a 0) (true (n ?x)) (far ?x 7)))";
}

// The sheet without as many literals of rigid relations of one argument as its rules can do without: what they said is
// left to the uses then. Nothing if there is none of them.
std::string loosened(const std::string& text) {
  std::string out = text;
  bool changed = false;
  auto description = gdl::read_text("test", text);
  check::Rules rules(*description);
  for (const check::Rule& rule : rules.all()) {
    if (gdl::keyword_arity(rule.head->name)) continue;
    for (const check::Literal& literal : rule.literals) {
      const check::Relation& relation = rules.relation(literal.relation);
      bool says_what = literal.conjunct && literal.positive() && relation.arity == 1 && !relation.rules.empty() &&
                       std::ranges::all_of(relation.rules, [&](std::uint32_t r) { return rules.all()[r].is_fact(); });
      if (!says_what) continue;
      std::string less = out;
      less.replace(literal.place.begin, literal.place.end - literal.place.begin,
                   literal.place.end - literal.place.begin, ' ');
      gdl::Findings findings = check::check(*gdl::read_text("test", less));
      auto by_use = [](const gdl::Findings& all) {
        return std::ranges::count(all, gdl::Code::kBoundByUse, &gdl::Finding::code);
      };
      if (count(findings, gdl::Severity::kError) > 0) continue;
      if (by_use(findings) <= by_use(check::check(*gdl::read_text("test", out)))) continue;
      out = less;
      changed = true;
    }
  }
  return changed ? out : "";
}

}  // namespace

TEST_CASE("sums and comparisons by use are those that are written out") {
  Game written = game_of_text(counting("number"), kProver);
  for (Game::Choice engine : {kCircuit, kProver}) {
    Game by_use = game_of_text(counting(""), engine);
    check_agree(written, by_use, 30, 20);
  }
}

TEST_CASE("a helper that is only called with what it needs: the sheet that was refused") {
  fs::path file = project_root() / "tests/data/defects/bound_helper.kif";
  Game circuit = game_of_file(file, kCircuit), prover = game_of_file(file, kProver);
  check_agree(circuit, prover, 3, 5);
  game::RoleId a{0};
  auto legal = got(circuit.legal(circuit.initial(), a));
  REQUIRE(legal.size() == 1);
  CHECK(circuit.text(a, legal[0]) == "(add 1)");
}

TEST_CASE("both engines agree on our own games without what only says what a variable may be") {
  std::size_t games = 0;
  for (const fs::path& file : own_games()) {
    std::string text = loosened(read(file));
    if (text.empty()) continue;
    CAPTURE(file.string());
    Game prover = game_of_text(text, kProver);
    Game::Options options;
    options.grounding.max_rules = static_cast<std::size_t>(50'000 * effort());
    auto circuit = Game::make(gdl::read_text("test", text), options);
    REQUIRE(circuit);
    if (!circuit->whole()) continue;
    ++games;
    check_agree(prover, *circuit, 1, static_cast<std::size_t>(6 * effort()));
  }
  CHECK(games >= 3);
}

TEST_CASE("declarations that depend on the position are left out") {
  Game game = game_of_file(project_root() / "tests/data/defects/input_dynamic.kif", kCircuit);
  CHECK(got(game.legal(game.initial(), game::RoleId{0})).size() == 1);
}

TEST_CASE("a term that grows goes to the prover at once") {
  Game::Options options;
  options.grounding.max_rules = 1;  // one would be too many
  auto game =
      got(Game::make(got(gdl::read_file((project_root() / "tests/data/defects/growing_term.kif").string())), options));
  CHECK(game.engine_name() == "prover");
  CHECK(game.why().find("a term grows from round to round by the rule in line 5") != std::string::npos);
  game::State state = game.initial();
  for (int round = 0; round < 2; ++round) state = got(game.next(state, {got(game.legal(state, game::RoleId{0}))[0]}));
  CHECK(got(game.terminal(state)));
  CHECK(game.text(state) == "((m (s (s z))) (step 3))");
}

TEST_CASE("a state whose text doubles every round ends with an error, not with the memory") {
  Game game = game_of_file(project_root() / "tests/data/defects/double.kif", kProver);
  game::State state = game.initial();
  std::size_t rounds = 0;
  std::string why;
  while (why.empty() && rounds < 100) {
    auto next = game.next(state, {got(game.legal(state, game::RoleId{0}))[0]});
    if (next)
      state = *next, ++rounds;
    else
      why = next.error().message;
  }
  CHECK(why == "the next state takes more than 1048576 bytes to write");
  CHECK(rounds == 17);  // (f (f z z) (f z z)): 6 * 2^n - 5 bytes, and 4 around them
  CHECK(game.text(state).size() > 700'000);
}
