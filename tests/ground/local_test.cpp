// SPDX-License-Identifier: MIT
//
// Circuits for positions of the moment say what the prover says of these positions, and leave open no more than the
// circuit of the whole game does.
#include "ground/local.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/random.h"
#include "ground/grounded.h"
#include "prove/prover.h"
#include "support/random_rules.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using circuit::Kleene;
using program::TermId;
namespace keyword = program::keyword;
namespace fs = std::filesystem;

namespace {

using Atoms = std::vector<TermId>;  // sorted

Atoms sorted(Atoms atoms) {
  std::sort(atoms.begin(), atoms.end());
  return atoms;
}

bool contains(const Atoms& atoms, TermId atom) { return std::binary_search(atoms.begin(), atoms.end(), atom); }

program::Program program_of_file(const fs::path& file) {
  auto description = gdl::read_text(file.filename().string(), read(file));
  REQUIRE(description->readable());
  auto program = program::normalise(*description);
  REQUIRE(program);
  return std::move(*program);
}

// The game as the prover has it.
class Reference {
 public:
  explicit Reference(program::Program& program) : terms_(program.terms()), prover_(program) {
    prover_.set_state({});
    roles_ = *prover_.values(terms_.make(keyword::kRole, std::array{terms_.variable(0)}));
    initial_ = sorted(*prover_.values(terms_.make(keyword::kInit, std::array{terms_.variable(0)})));
  }

  const std::vector<TermId>& roles() const { return roles_; }
  const Atoms& initial() const { return initial_; }

  // What holds in the position: legal, terminal, goal; and if moves are made: sees, next.
  Atoms outputs(const Atoms& state, const Atoms& moves) {
    prover_.set_state(state);
    Atoms out = all(keyword::kLegal, 2);
    for (program::Symbol relation : {keyword::kTerminal, keyword::kGoal})
      for (TermId atom : all(relation, *gdl::keyword_arity(relation))) out.push_back(atom);
    if (moves.empty()) return sorted(out);
    prover_.set_moves(moves);
    for (program::Symbol relation : {keyword::kSees, keyword::kNext})
      for (TermId atom : all(relation, *gdl::keyword_arity(relation))) out.push_back(atom);
    return sorted(out);
  }

  Atoms next(const Atoms& outputs) const {
    Atoms out;
    for (TermId atom : outputs)
      if (terms_.is(atom, keyword::kNext, 1)) out.push_back(terms_.args(atom)[0]);
    return sorted(out);
  }

  // Atoms of `does`, one for each role; none when the match is over.
  Atoms random_moves(const Atoms& state, Random& random) {
    prover_.set_state(state);
    if (*prover_.holds(terms_.make(keyword::kTerminal))) return {};
    Atoms out;
    for (TermId role : roles_) {
      auto legal = *prover_.values(terms_.make(keyword::kLegal, std::array{role, terms_.variable(0)}));
      if (legal.empty()) return {};
      TermId move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      out.push_back(terms_.make(keyword::kDoes, std::array{role, move}));
    }
    return out;
  }

 private:
  Atoms all(program::Symbol relation, std::size_t arity) {
    std::vector<TermId> variables;
    for (std::uint32_t i = 0; i < arity; ++i) variables.push_back(terms_.variable(i));
    auto found = prover_.all(terms_.make(relation, variables));
    REQUIRE(found);
    Atoms out;
    for (TermId atom : *found) {
      std::span<const TermId> args = terms_.args(atom);
      bool of_role = arity < 2 || std::ranges::find(roles_, args[0]) != roles_.end();
      if (of_role) out.push_back(atom);
    }
    return out;
  }

  program::Terms& terms_;
  prove::Prover prover_;
  std::vector<TermId> roles_;
  Atoms initial_;
};

// The value of every output that is not false, when `input` says those of true(f) and does(r, m).
template <class Value, class Input>
std::map<TermId, Value> evaluated(const ground::GameCircuit& game, program::Terms& terms, const Input& input) {
  std::vector<Value> values(game.circuit.size());
  std::map<TermId, Value> out;
  std::vector<circuit::Wire> roots = game.outputs();
  circuit::Code code = circuit::compile(game.circuit, roots);
  for (const auto& fluent : game.fluents)
    values[fluent.holds.node()] = input(terms.make(keyword::kTrue, std::array{fluent.term}));
  for (std::size_t role = 0; role < game.roles.size(); ++role)
    for (const auto& move : game.moves[role])
      values[move.does.node()] = input(terms.make(keyword::kDoes, std::array{game.roles[role], move.term}));
  run(game.circuit, code, values.data());
  auto output = [&](TermId atom, circuit::Wire wire) {
    Value value = wire.negated() ? ~values[wire.node()] : values[wire.node()];
    if (value != values[0]) out[atom] = value;
  };
  output(terms.make(keyword::kTerminal), game.terminal);
  for (const auto& fluent : game.fluents) output(terms.make(keyword::kNext, std::array{fluent.term}), fluent.next);
  for (std::size_t r = 0; r < game.roles.size(); ++r) {
    TermId role = game.roles[r];
    for (const auto& move : game.moves[r]) output(terms.make(keyword::kLegal, std::array{role, move.term}), move.legal);
    for (const auto& [percept, wire] : game.sees[r])
      output(terms.make(keyword::kSees, std::array{role, percept}), wire);
    for (const auto& [value, wire] : game.goals[r])
      output(terms.make(keyword::kGoal, std::array{role, terms.constant(std::to_string(value))}), wire);
  }
  return out;
}

std::string named(program::Terms& terms, const Atoms& atoms) {
  std::string out;
  for (std::size_t i = 0; i < atoms.size() && i < 5; ++i) out += terms.to_kif(atoms[i]) + " ";
  return out + (atoms.size() > 5 ? "..." : "");
}

// Some random matches of a game, side by side: it is not known which of them is played.
class Side {
 public:
  Side(program::Program& program, std::size_t matches, std::uint64_t seed)
      : terms_(program.terms()), reference_(program), random_(seed), states_(matches, reference_.initial()) {
    find_facts();
  }

  Reference& reference() { return reference_; }
  const Atoms& known() const { return known_; }
  const Atoms& open() const { return open_; }

  // The outputs of the circuit in each of the positions, for some joint moves. With `own`, that move of the role is
  // made in all of them, and of percepts there are those of this role only.
  void compare(const ground::GameCircuit& game, std::optional<std::pair<TermId, TermId>> own = {}) {
    std::vector<std::pair<Atoms, Atoms>> lanes;
    for (std::size_t i = 0; i < 12; ++i) {
      const Atoms& state = states_[i % states_.size()];
      Atoms moves = reference_.random_moves(state, random_);
      if (own) {
        TermId does = terms_.make(keyword::kDoes, std::array{own->first, own->second});
        TermId legal = terms_.make(keyword::kLegal, std::array{own->first, own->second});
        if (moves.empty() || !contains(reference_.outputs(state, {}), legal)) continue;
        for (TermId& move : moves)
          if (terms_.args(move)[0] == own->first) move = does;
      }
      lanes.push_back({state, moves});
    }
    auto values = evaluated<std::uint64_t>(game, terms_, [&](TermId input) {
      std::uint64_t out = 0;
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        bool holds = terms_.is(input, keyword::kTrue, 1)
                         ? contains(lanes[i].first, terms_.args(input)[0])
                         : std::ranges::find(lanes[i].second, input) != lanes[i].second.end();
        out |= std::uint64_t{holds} << i;
      }
      return out;
    });
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      Atoms expected = reference_.outputs(lanes[i].first, lanes[i].second), found;
      if (own)
        std::erase_if(expected, [&](TermId atom) {
          return terms_.is(atom, keyword::kSees, 2) && terms_.args(atom)[0] != own->first;
        });
      for (const auto& [atom, value] : values) {
        bool of_moves = terms_.is(atom, keyword::kNext, 1) || terms_.is(atom, keyword::kSees, 2);
        if ((value >> i & 1) != 0 && (!of_moves || !lanes[i].second.empty())) found.push_back(atom);
      }
      Atoms missing, wrong;
      std::ranges::set_difference(expected, found, std::back_inserter(missing));
      std::ranges::set_difference(found, expected, std::back_inserter(wrong));
      REQUIRE_MESSAGE(missing.empty(), "missing: " << named(terms_, missing));
      REQUIRE_MESSAGE(wrong.empty(), "wrong: " << named(terms_, wrong));
      ++compared_;
    }
  }

  // A role and a move that it has in one of the positions.
  std::optional<std::pair<TermId, TermId>> some_move() {
    const Atoms& state = states_[random_.below(static_cast<std::uint32_t>(states_.size()))];
    Atoms moves = reference_.random_moves(state, random_);
    if (moves.empty()) return {};
    std::span<const TermId> args = terms_.args(moves[random_.below(static_cast<std::uint32_t>(moves.size()))]);
    return std::pair(args[0], args[1]);
  }

  // One round in all matches; those that are over are left. False when none is left.
  bool go_on() {
    std::vector<Atoms> next;
    for (const Atoms& state : states_) {
      Atoms moves = reference_.random_moves(state, random_);
      if (!moves.empty()) next.push_back(reference_.next(reference_.outputs(state, moves)));
    }
    states_ = std::move(next);
    find_facts();
    return !states_.empty();
  }

  std::size_t compared() const { return compared_; }

 private:
  void find_facts() {
    known_.clear(), open_.clear();
    std::map<TermId, std::size_t> counts;
    for (const Atoms& state : states_)
      for (TermId fluent : state) ++counts[fluent];
    for (auto [fluent, count] : counts) (count == states_.size() ? known_ : open_).push_back(fluent);
  }

  program::Terms& terms_;
  Reference reference_;
  Random random_;
  std::vector<Atoms> states_;
  Atoms known_, open_;
  std::size_t compared_ = 0;
};

// Matches of the game, so many rounds of each at most.
std::size_t compare_with_prover(program::Program program, std::size_t matches, std::uint64_t seed, int rounds,
                                circuit::Logic logic) {
  Side side(program, matches, seed);
  ground::LocalGrounder grounder(program, side.reference().roles(), logic);
  int round = 0;
  do {
    auto game = grounder.make({side.known(), side.open()});
    REQUIRE_MESSAGE(game, game.error().message);
    side.compare(*game);
    auto own = side.some_move();
    if (!own) continue;
    auto of_move = grounder.make({side.known(), side.open(), own, own->first});
    REQUIRE(of_move);
    side.compare(*of_move, own);
  } while (side.go_on() && ++round < rounds);
  return side.compared();
}

// In Kleene's values, outputs of local circuits and of that of the whole game.
std::size_t compare_with_whole(program::Program program, std::size_t matches, std::uint64_t seed, int rounds) {
  ground::Options options;
  options.logic = circuit::Logic::kKleene;
  options.seconds = 5;
  options.max_rules = 300'000;
  auto whole = ground::make_circuit(program, options);
  if (!whole) return 0;
  program::Terms& terms = program.terms();
  Side side(program, matches, seed);
  ground::LocalGrounder grounder(program, side.reference().roles(), circuit::Logic::kKleene);
  std::size_t compared = 0;
  int round = 0;
  do {
    auto game = grounder.make({side.known(), side.open()});
    REQUIRE(game);
    Atoms may;  // moves
    for (std::size_t role = 0; role < game->roles.size(); ++role)
      for (const auto& move : game->moves[role])
        may.push_back(terms.make(keyword::kDoes, std::array{game->roles[role], move.term}));
    may = sorted(may);
    auto input = [&](TermId atom) {
      bool is_fluent = terms.is(atom, keyword::kTrue, 1);
      TermId fluent = terms.args(atom)[0];
      bool known = is_fluent && contains(side.known(), fluent);
      bool possible = known || (is_fluent ? contains(side.open(), fluent) : contains(may, atom));
      return Kleene{known ? ~std::uint64_t{0} : 0, possible ? ~std::uint64_t{0} : 0};
    };
    auto local_values = evaluated<Kleene>(*game, terms, input);
    auto whole_values = evaluated<Kleene>(*whole, terms, input);
    Atoms different;
    for (const auto& [atom, value] : whole_values)
      if (auto local = local_values.find(atom); local == local_values.end() || local->second != value)
        different.push_back(atom);
    for (const auto& [atom, value] : local_values)
      if (!whole_values.contains(atom)) different.push_back(atom);
    REQUIRE_MESSAGE(different.empty(), named(terms, different));
    compared += whole_values.size();
  } while (side.go_on() && ++round < rounds);
  return compared;
}

}  // namespace

TEST_CASE("a local circuit has only what may hold and what may be done") {
  program::Program program = program_of(R"(
(role a) (role b)
(init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal a go) (true (at ?x)) (not blocked))
(<= (legal a stay) (true (at ?x)))
(<= (legal b (bet ?y)) (true (at ?x)) (succ ?x ?y))
(<= blocked (true wall))
(<= (next (at ?y)) (does a go) (true (at ?x)) (succ ?x ?y))
(<= (next ?f) (true ?f) (not moved))
(<= moved (does a go))
(<= (sees ?r (bet ?y)) (role ?r) (does b (bet ?y)))
(<= terminal (true (at 4)))
(goal a 0) (goal b 100)
)");
  program::Terms& terms = program.terms();
  TermId a = terms.constant("a"), b = terms.constant("b"), go = terms.constant("go"), stay = terms.constant("stay");
  auto fluent = [&](const char* at) {
    return terms.make(terms.symbols().intern("at"), std::array{terms.constant(at)});
  };
  TermId wall = terms.constant("wall");
  auto moves_of = [&](const ground::GameCircuit& game, std::size_t role) {
    std::map<TermId, circuit::Wire> out;
    for (const auto& move : game.moves[role]) out[move.term] = move.legal;
    return out;
  };
  auto next_of = [&](const ground::GameCircuit& game) {
    std::map<TermId, circuit::Wire> out;
    for (const auto& fluent_of : game.fluents) out[fluent_of.term] = fluent_of.next;
    return out;
  };
  ground::LocalGrounder grounder(program, {b, a}, circuit::Logic::kTwoValued);

  SUBCASE("all is known") {
    std::array known = {fluent("2"), wall};
    auto game = grounder.make({known, {}});
    REQUIRE(game);
    CHECK(game->roles == std::vector{b, a});
    CHECK(game->terminal == circuit::kFalse);
    CHECK(moves_of(*game, 1) == std::map<TermId, circuit::Wire>{{stay, circuit::kTrue}});
    CHECK(moves_of(*game, 0).size() == 1);
    CHECK(next_of(*game) == std::map<TermId, circuit::Wire>{{fluent("2"), circuit::kTrue}, {wall, circuit::kTrue}});
    CHECK(game->goals[0] == std::vector<std::pair<int, circuit::Wire>>{{100, circuit::kTrue}});
    CHECK(game->sees[0].size() == 1);
    CHECK(game->sees[0][0].second == game->moves[0][0].does);
  }
  SUBCASE("some is open") {
    std::array known = {fluent("2")}, open = {wall};
    auto game = grounder.make({known, open});
    REQUIRE(game);
    auto moves = moves_of(*game, 1);
    CHECK(moves.size() == 2);
    CHECK(moves.at(stay) == circuit::kTrue);
    for (const auto& f : game->fluents)
      if (f.term == wall) CHECK(moves.at(go) == ~f.holds);
    CHECK(next_of(*game).size() == 3);  // at 2, at 3, the wall
  }
  SUBCASE("the own move is known") {
    std::array known = {fluent("3")};
    auto game = grounder.make({known, {}, std::pair(a, stay), a});
    REQUIRE(game);
    CHECK(moves_of(*game, 1).size() == 2);
    CHECK(next_of(*game) == std::map<TermId, circuit::Wire>{{fluent("3"), circuit::kTrue}});
    CHECK(game->sees[0].empty());
    CHECK(game->sees[1].size() == 1);
  }
  SUBCASE("the own move is not legal") {
    std::array known = {fluent("3"), wall};
    auto game = grounder.make({known, {}, std::pair(a, go)});
    REQUIRE(game);
    auto moves = moves_of(*game, 1);
    CHECK(moves.at(go) == circuit::kFalse);
    CHECK(moves.at(stay) == circuit::kTrue);
    CHECK(next_of(*game).contains(fluent("4")));
  }
  SUBCASE("a fluent that is given twice, or as known and open") {
    std::array known = {fluent("4"), fluent("4")};
    std::array open = {fluent("4"), wall, wall};
    auto game = grounder.make({known, open});
    REQUIRE(game);
    CHECK(game->terminal == circuit::kTrue);
    CHECK(next_of(*game).size() == 2);
  }
  SUBCASE("nothing holds") {
    auto game = grounder.make({});
    REQUIRE(game);
    CHECK(game->fluents.empty());
    CHECK(moves_of(*game, 0).empty());
  }
}

TEST_CASE("a local circuit has loops for rules that recurse") {
  program::Program program = program_of(R"(
(role a) (init (edge 1 2)) (legal a noop)
(<= (next (edge ?x ?y)) (true (edge ?x ?y)))
(<= (linked ?x ?y) (true (edge ?x ?y)))
(<= (linked ?x ?z) (linked ?x ?y) (linked ?y ?z))
(<= terminal (linked 1 1))
(<= (goal a 100) (not (linked 1 3)))
)");
  program::Terms& terms = program.terms();
  auto edge = [&](const char* x, const char* y) {
    return terms.make(terms.symbols().intern("edge"), std::array{terms.constant(x), terms.constant(y)});
  };
  ground::LocalGrounder grounder(program, {terms.constant("a")}, circuit::Logic::kTwoValued);
  std::array known = {edge("1", "2")};
  std::array open = {edge("2", "3"), edge("3", "1")};
  auto game = grounder.make({known, open});
  REQUIRE(game);
  auto values = evaluated<std::uint64_t>(*game, terms, [&](TermId input) -> std::uint64_t {
    if (!terms.is(input, keyword::kTrue, 1)) return 0;
    TermId of = terms.args(input)[0];
    return of == known[0] ? 0b1111 : of == open[0] ? 0b0101 : 0b0011;
  });
  CHECK(values[terms.make(keyword::kTerminal)] == 0b0001);
  TermId goal = terms.make(keyword::kGoal, std::array{terms.constant("a"), terms.constant("100")});
  CHECK((values[goal] & 0b1111) == 0b1010);
}

TEST_CASE("a local circuit is right in the positions it is made for") {
  for (const fs::path& file : own_games())
    for (std::size_t matches : {1u, 2u, 5u}) {
      INFO(file.filename().string(), ", ", matches, " matches");
      CHECK(compare_with_prover(program_of_file(file), matches, matches, 12, circuit::Logic::kTwoValued) > 0);
    }
}

TEST_CASE("a local circuit of rules at random is right in the positions it is made for") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    INFO("seed ", seed);
    for (auto logic : {circuit::Logic::kTwoValued, circuit::Logic::kKleene})
      CHECK(compare_with_prover(program_of(RandomRules(seed).text()), 1 + seed % 4, seed, 7, logic) > 0);
  }
}

TEST_CASE("a local circuit is right where the whole game is too large for one") {
  REQUIRE_CORPUS();
  for (const char* name : {"SmallDominion2.kif", "small_dominion.kif"})
    for (std::size_t matches : {1u, 3u}) {
      INFO(name, ", ", matches, " matches");
      fs::path file = corpus() / "games" / "gdl2" / name;
      CHECK(compare_with_prover(program_of_file(file), matches, matches, 10, circuit::Logic::kTwoValued) > 0);
    }
}

TEST_CASE("in Kleene's values a local circuit says what the whole game's does") {
  std::size_t games = 0;
  for (const fs::path& file : own_games())
    for (std::size_t matches : {1u, 2u, 6u}) {
      INFO(file.filename().string(), ", ", matches, " matches");
      games += compare_with_whole(program_of_file(file), matches, matches, 12) > 0 ? 1 : 0;
    }
  CHECK(games > 20);
}

TEST_CASE("in Kleene's values a local circuit of rules at random says what the whole game's does") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    INFO("seed ", seed);
    CHECK(compare_with_whole(program_of(RandomRules(seed).text()), 1 + seed % 5, seed, 7) > 0);
  }
}
