// SPDX-License-Identifier: MIT
#include "igdl/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_set>

#include "base/text.h"

namespace percept::igdl {

using solve::Clauses;

namespace {

// One round of a theory in a solver: a position, perhaps a move, with a switch for each law.
class OneRound {
 public:
  OneRound(const Theory& theory, solve::Solver& solver, std::vector<Literal> switches)
      : theory_(theory), solver_(solver), copy_(solver, theory.copied()), switches_(std::move(switches)) {}

  Clauses& copy() { return copy_; }
  Literal literal(Number input) const { return copy_.input(input); }
  // Inputs that nobody set are new variables.
  void open() {
    for (Number i = 0; i < theory_.inputs().size(); ++i)
      if (!set_.contains(i)) copy_.set(i, solver_.variable());
  }
  void set(Number input, Literal literal) {
    copy_.set(input, literal);
    set_.insert(input);
  }
  void require_laws(Level level) {
    for (std::size_t i = 0; i < theory_.laws().size(); ++i)
      if (theory_.laws()[i].level == level)
        for (const Instance& instance : theory_.laws()[i].instances)
          if (instance.ready == 0) require(theory_, solver_, copy_, instance.wire, {~switches_[i]});
  }

 private:
  const Theory& theory_;
  solve::Solver& solver_;
  Clauses copy_;
  std::vector<Literal> switches_;
  std::set<Number> set_;
};

std::vector<Literal> new_switches(const Theory& theory, solve::Solver& solver) {
  std::vector<Literal> out;
  for (std::size_t i = 0; i < theory.laws().size(); ++i) out.push_back(solver.variable());
  return out;
}

// The laws, none of which can be left out, that the clauses contradict; nothing when they do not.
std::optional<std::vector<std::size_t>> core(const Theory& theory, solve::Solver& solver,
                                             const std::vector<Literal>& switches, const Budget& budget) {
  std::vector<std::size_t> laws;
  for (std::size_t i = 0; i < switches.size(); ++i) laws.push_back(i);
  auto impossible = [&](std::vector<std::size_t>& with) {
    std::vector<Literal> assumptions;
    for (std::size_t i : with) assumptions.push_back(switches[i]);
    if (solver.solve(assumptions, {}, budget) != Answer::kNo) return false;
    std::erase_if(with, [&](std::size_t i) { return !solver.failed(switches[i]); });
    return true;
  };
  if (!impossible(laws)) return std::nullopt;
  for (std::size_t i = switches.size(); i-- > 0;) {
    std::vector<std::size_t> fewer = laws;
    if (std::erase(fewer, i) > 0 && impossible(fewer)) laws = fewer;
  }
  for (std::size_t& law : laws) law = theory.laws()[law].sentence;
  return laws;
}

}  // namespace

std::optional<Contradiction> find_contradiction(const std::shared_ptr<const Theory>& theory, const Budget& budget) {
  Timeline timeline(theory, RoleId{0}, true);
  auto blamed = [&](std::size_t round) -> std::optional<Contradiction> {
    auto core = timeline.core({}, budget);
    if (!core) return std::nullopt;
    Contradiction out{round, {}};
    for (std::size_t i : *core)
      if (timeline.reasons()[i].sentence) out.sentences.push_back(*timeline.reasons()[i].sentence);
    return out;
  };
  if (auto first = blamed(1)) return first;
  Literal on = ~timeline.now(theory->terminal());
  if (timeline.solve({&on, 1}, {}, budget) != Answer::kYes) return std::nullopt;  // over before it begins
  timeline.begin({std::nullopt, std::nullopt});
  return blamed(2);
}

std::vector<std::size_t> find_redundant(const Theory& theory, const Budget& budget) {
  solve::Solver solver;
  std::vector<Literal> switches = new_switches(theory, solver);
  OneRound round(theory, solver, switches);
  round.open();
  for (Level level : {Level::kRigid, Level::kPosition, Level::kMove}) round.require_laws(level);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < theory.laws().size() && !budget.out_of_time(); ++i) {
    const Law& law = theory.laws()[i];
    if (std::ranges::any_of(law.instances, [](const Instance& instance) { return instance.ready > 0; })) continue;
    Literal broken = solver.variable();
    std::vector<Literal> clause = {~broken}, assumptions = {broken};
    for (const Instance& instance : law.instances) clause.push_back(round.copy().literal(~instance.wire));
    solver.add(clause);
    for (std::size_t other = 0; other < switches.size(); ++other)
      if (other != i) assumptions.push_back(switches[other]);
    if (solver.solve(assumptions, {}, budget) == Answer::kNo) out.push_back(law.sentence);
  }
  return out;
}

std::vector<Stray> find_strays(const Theory& theory) {
  const Terms& terms = theory.terms();
  std::map<Symbol, std::vector<std::size_t>> mentions;  // sentences
  for (std::size_t i = 0; i < theory.sentences().size(); ++i)
    for_each_atom(theory.sentences()[i].node, [&](TermId atom) { mentions[terms.name(atom)].push_back(i); });
  std::vector<std::string> others;
  std::vector<Stray> out;
  for (const auto& [signature, kind] : theory.relations()) {
    std::string name(terms.text(signature.name));
    if (kind.word == Word::kOther && mentions[signature.name].size() == 1)
      out.push_back({name, mentions[signature.name].front(), {}});
    else
      others.push_back(name);
  }
  for (Stray& stray : out) stray.meant = nearest(stray.name, others, 1);
  return out;
}

std::vector<Open> find_open(const Theory& theory, const Budget& budget) {
  const game::Lexicon& lexicon = theory.lexicon();
  using Question = std::pair<std::string, std::vector<Number>>;
  Question first{"first position", {}}, legal{"legality", {}}, successor{"successor", {}};
  Question percepts{"percepts", {}}, goal{"goal", {}}, end{"end", {}};
  for (std::uint32_t f = 0; f < lexicon.fluents(); ++f) {
    first.second.push_back(theory.initially(FluentId{f}));
    successor.second.push_back(theory.next(FluentId{f}));
  }
  for (std::uint32_t r = 0; r < lexicon.roles(); ++r) {
    for (std::size_t m = 0; m < theory.moves(RoleId{r}); ++m) legal.second.push_back(theory.legal(RoleId{r}, m));
    if (theory.imperfect())
      for (std::size_t p = 0; p < lexicon.percepts(); ++p)
        if (Number input = theory.sees(RoleId{r}, p); input != kNoInput) percepts.second.push_back(input);
    for (const Theory::Goal& one : theory.goals(RoleId{r})) goal.second.push_back(one.input);
  }
  end.second.push_back(theory.terminal());
  std::vector<Open> out;
  for (const auto& [what, asked] : {first, legal, successor, percepts, goal, end}) {
    bool is_first = what == "first position";
    bool move = what == "successor" || (what == "percepts" && !theory.sees_position());
    for (bool at_first : {true, false}) {
      if (asked.empty() || (is_first && !at_first)) break;
      if (budget.out_of_time()) return out;
      solve::Solver solver;
      std::vector<Literal> switches(theory.laws().size(), solve::kTrue);
      OneRound a(theory, solver, switches), b(theory, solver, switches);
      // The same position and the same moves in both.
      for (std::uint32_t f = 0; f < lexicon.fluents(); ++f)
        for (OneRound* round : {&a, &b}) {
          bool same = round == &b && !is_first;
          Literal holds = same ? a.literal(theory.holds(FluentId{f})) : solver.variable();
          round->set(theory.holds(FluentId{f}), holds);
          if (at_first) round->set(theory.initially(FluentId{f}), holds);
        }
      for (std::uint32_t r = 0; r < lexicon.roles(); ++r)
        for (std::size_t m = 0; m < theory.moves(RoleId{r}); ++m) {
          Number does = theory.does(RoleId{r}, m);
          a.set(does, solver.variable());
          b.set(does, a.literal(does));
        }
      for (OneRound* round : {&a, &b}) {
        round->open();
        round->require_laws(Level::kRigid);
        round->require_laws(Level::kPosition);
        if (!move) continue;
        round->require_laws(Level::kMove);
        require_moves(theory, solver, round->copy(), {});
      }
      std::vector<Literal> differ;
      for (Number input : asked) {
        Literal d = solver.variable(), x = a.literal(input), y = b.literal(input);
        solver.add({~d, x, y});
        solver.add({~d, ~x, ~y});
        differ.push_back(d);
      }
      if (solver.solve({}, differ, budget) != Answer::kYes) continue;
      Open open{what, at_first, {}, {}, {}, {}};
      for (std::uint32_t f = 0; f < lexicon.fluents() && !is_first; ++f)
        if (solver.holds(a.literal(theory.holds(FluentId{f})))) open.position.push_back(lexicon.text(FluentId{f}));
      for (std::uint32_t r = 0; r < lexicon.roles() && move; ++r)
        for (std::size_t m = 0; m < theory.moves(RoleId{r}); ++m)
          if (solver.holds(a.literal(theory.does(RoleId{r}, m))))
            open.moves.push_back(theory.text(theory.does(RoleId{r}, m)));
      auto compare = [&](const std::vector<Number>& inputs) {
        for (Number input : inputs) {
          bool x = solver.holds(a.literal(input)), y = solver.holds(b.literal(input));
          if (x == y) continue;
          open.differs.push_back(theory.text(input));
          open.left.push_back(x);
        }
      };
      compare(asked);
      compare(theory.rigid());
      out.push_back(std::move(open));
      break;
    }
  }
  return out;
}

// ---- a complete game

bool sees_position(const game::Model& model) {
  const program::Program& program = model.program();
  return std::ranges::all_of(program.relations(), [&](const program::Relation& relation) {
    return relation.name != keyword::kSees || relation.dependence != program::Dependence::kMove;
  });
}

namespace {

// Positions of a game, one after the other, in a solver that knows what the rules may be.
class Comparing {
 public:
  Comparing(std::shared_ptr<const Theory> theory, game::Game& game, const Budget& budget)
      : theory_(*theory), game_(game), budget_(budget), switches_(new_switches(theory_, solver_)) {
    for (Number i = 0; i < theory_.inputs().size(); ++i)
      if (theory_.inputs()[i].kind.level == Level::kRigid && !theory_.inputs()[i].kind.timed)
        rigid_.insert({i, solver_.variable()});
  }

  Result<Agreement> run(std::size_t most) {
    Agreement out;
    if (auto unknown = names()) {
      out.disagreement = Disagreement{1, "", "", {}, *unknown};
      return out;
    }
    struct Entry {
      game::State state;
      std::size_t round;
    };
    std::deque<Entry> open{{game_.initial(), 1}};
    std::unordered_set<game::State, game::StateHash> seen{game_.initial()};
    init();
    out.all = true;
    while (!open.empty()) {
      if (out.positions == most || budget_.out_of_time()) {
        out.all = false;
        break;
      }
      Entry entry = std::move(open.front());
      open.pop_front();
      ++out.positions;
      auto over = game_.terminal(entry.state);
      if (!over) return tl::unexpected(over.error());
      if (auto checked = position(entry.state, *over); !checked) return tl::unexpected(checked.error());
      if (auto blamed = core(theory_, solver_, switches_, budget_)) {
        out.disagreement = Disagreement{entry.round, game_.text(entry.state), "", *blamed, ""};
        return out;
      }
      if (*over) continue;
      auto joint = joint_moves(entry.state);
      if (!joint) return tl::unexpected(joint.error());
      for (const game::JointMove& moves : *joint) {
        auto next = game_.next(entry.state, moves);
        if (!next) return tl::unexpected(next.error());
        if (auto made = transition(entry.state, moves, *next); !made) return tl::unexpected(made.error());
        if (seen.insert(*next).second) open.push_back({*next, entry.round + 1});
      }
      // One question for all moves from here; which of them it is, only where there is something to blame.
      if (auto blamed = core(theory_, solver_, switches_, budget_)) {
        out.disagreement = Disagreement{entry.round, game_.text(entry.state), "any move", *blamed, ""};
        return out;
      }
    }
    return out;
  }

 private:
  // What the game has and the theory does not list.
  std::optional<std::string> names() {
    const game::Lexicon &ours = theory_.lexicon(), &theirs = game_.lexicon();
    for (std::uint32_t r = 0; r < theirs.roles(); ++r) {
      if (!ours.role(theirs.text(RoleId{r}))) return fmt::format("role {}", theirs.text(RoleId{r}));
      for (std::uint32_t m = 0; m < theirs.moves(RoleId{r}); ++m) {
        std::string text = theirs.text(RoleId{r}, MoveId{m, theirs.number()});
        if (!ours.find_move(*ours.role(theirs.text(RoleId{r})), text))
          return fmt::format("input {} {}", theirs.text(RoleId{r}), text);
      }
    }
    for (std::uint32_t f = 0; f < theirs.fluents(); ++f)
      if (!ours.find_fluent(theirs.text(FluentId{f}))) return fmt::format("base {}", theirs.text(FluentId{f}));
    if (ours.roles() != theirs.roles()) return std::string("fewer roles than the description");
    return std::nullopt;
  }
  RoleId ours(RoleId theirs) const { return *theory_.lexicon().role(game_.text(theirs)); }

  OneRound round(const game::State& state) {
    OneRound out(theory_, solver_, switches_);
    for (const auto& [input, literal] : rigid_) out.set(input, literal);
    for (std::uint32_t f = 0; f < theory_.lexicon().fluents(); ++f)
      out.set(theory_.holds(FluentId{f}), contains(state, f) ? solve::kTrue : solve::kFalse);
    return out;
  }
  bool contains(const game::State& state, std::uint32_t ours) {
    auto theirs = game_.lexicon().complete() ? game_.lexicon().find_fluent(theory_.lexicon().text(FluentId{ours}))
                                             : Result<FluentId>(failure(""));
    return theirs && state.contains(*theirs);
  }
  void init() {
    for (std::uint32_t f = 0; f < theory_.lexicon().fluents(); ++f)
      solver_.add({rigid_.at(theory_.initially(FluentId{f})) ^ !contains(game_.initial(), f)});
    OneRound first = round(game_.initial());
    first.open();
    first.require_laws(Level::kRigid);
  }

  Result<void> facts(OneRound& round, const game::State& state, bool over) {
    round.set(theory_.terminal(), over ? solve::kTrue : solve::kFalse);
    for (std::uint32_t r = 0; r < game_.roles(); ++r) {
      RoleId role = ours(RoleId{r});
      auto legal = game_.legal_if_any(state, RoleId{r});
      if (!legal) return tl::unexpected(legal.error());
      std::set<std::string> texts;
      for (MoveId move : *legal) texts.insert(game_.text(RoleId{r}, move));
      for (std::uint32_t m = 0; m < theory_.moves(role); ++m) {
        bool is = texts.contains(theory_.lexicon().text(role, MoveId{m, theory_.lexicon().number()}));
        round.set(theory_.legal(role, m), is ? solve::kTrue : solve::kFalse);
      }
      auto goals = game_.goals(state, RoleId{r});
      if (!goals) return tl::unexpected(goals.error());
      for (const Theory::Goal& goal : theory_.goals(role))
        round.set(goal.input, std::ranges::count(*goals, goal.value) > 0 ? solve::kTrue : solve::kFalse);
    }
    return {};
  }
  Result<void> sees(OneRound& round, const game::State& state, const game::JointMove& moves) {
    if (!theory_.imperfect()) return {};
    for (std::uint32_t r = 0; r < game_.roles(); ++r) {
      auto percepts = game_.percepts(state, moves, RoleId{r});
      if (!percepts) return tl::unexpected(percepts.error());
      std::set<std::string> texts;
      for (PerceptId percept : *percepts) texts.insert(game_.text(percept));
      for (std::uint32_t p = 0; p < theory_.lexicon().percepts(); ++p)
        if (Number input = theory_.sees(ours(RoleId{r}), p); input != kNoInput)
          round.set(input, texts.contains(theory_.lexicon().text(PerceptId{p, theory_.lexicon().number()}))
                               ? solve::kTrue
                               : solve::kFalse);
    }
    return {};
  }

  // Positions that nothing follows have no move to see percepts by; what is seen there is left open.
  Result<void> position(const game::State& state, bool over) {
    OneRound here = round(state);
    if (auto set = facts(here, state, over); !set) return set;
    if (theory_.sees_position() && !over) {
      auto joint = joint_moves(state);
      if (!joint) return tl::unexpected(joint.error());
      if (auto seen = sees(here, state, joint->front()); !seen) return seen;
    }
    here.open();
    here.require_laws(Level::kPosition);
    return {};
  }

  Result<void> transition(const game::State& state, const game::JointMove& moves, const game::State& next) {
    OneRound here = round(state);
    if (auto set = facts(here, state, false); !set) return set;
    if (auto seen = sees(here, state, moves); !seen) return seen;
    for (std::uint32_t r = 0; r < game_.roles(); ++r) {
      RoleId role = ours(RoleId{r});
      std::string made = game_.text(RoleId{r}, moves[r]);
      for (std::uint32_t m = 0; m < theory_.moves(role); ++m) {
        bool is = theory_.lexicon().text(role, MoveId{m, theory_.lexicon().number()}) == made;
        here.set(theory_.does(role, m), is ? solve::kTrue : solve::kFalse);
      }
    }
    for (std::uint32_t f = 0; f < theory_.lexicon().fluents(); ++f)
      here.set(theory_.next(FluentId{f}), contains(next, f) ? solve::kTrue : solve::kFalse);
    here.open();
    here.require_laws(Level::kPosition);  // for the author's relations of the position
    here.require_laws(Level::kMove);
    return {};
  }

  Result<std::vector<game::JointMove>> joint_moves(const game::State& state) {
    std::vector<game::JointMove> out{{}};
    for (std::uint32_t r = 0; r < game_.roles(); ++r) {
      auto legal = game_.legal(state, RoleId{r});
      if (!legal) return tl::unexpected(legal.error());
      std::vector<game::JointMove> longer;
      for (const game::JointMove& moves : out)
        for (MoveId move : *legal) {
          longer.push_back(moves);
          longer.back().push_back(move);
        }
      out = std::move(longer);
    }
    return out;
  }

  const Theory& theory_;
  game::Game& game_;
  const Budget& budget_;
  solve::Solver solver_;
  std::vector<Literal> switches_;
  std::map<Number, Literal> rigid_;
};

}  // namespace

Result<Agreement> compare(const std::shared_ptr<const Theory>& theory, game::Game& game, std::size_t positions,
                          const Budget& budget) {
  if (!game.lexicon().complete())
    return failure("the complete game is too large to be compared", "only games that can be ground are");
  return Comparing(theory, game, budget).run(positions);
}

}  // namespace percept::igdl
