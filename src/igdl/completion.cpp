// SPDX-License-Identifier: MIT
#include "igdl/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "gdl/reader.h"
#include "gdl/writer.h"
#include "igdl/sentence.h"
#include "igdl/timeline.h"
#include "prove/prover.h"

namespace percept::igdl {
namespace {

using program::Clause;
using program::Dependence;
using program::Program;

constexpr double kSeconds = 20;  // for what rigid relations hold of
constexpr std::size_t kFewLevels = 4, kMostLevels = 128;

std::string joined(std::string_view word, const std::vector<std::string>& parts) {
  if (parts.size() == 1) return parts[0];
  std::string out = fmt::format("({}", word);
  for (const std::string& part : parts) out += " " + part;
  return out + ")";
}

// Relations that need each other, and what their levels are called, by relation and level.
struct Recursive {
  std::vector<std::uint32_t> relations = {};
  std::vector<std::vector<std::string>> names = {};
};

class Completing {
 public:
  // So many levels for each recursive component, where some have been found to be enough.
  Completing(const game::Model& model, const game::WholeGame& whole, std::vector<std::size_t> levels)
      : model_(model),
        whole_(whole),
        program_(model.program().copied()),
        terms_(program_.terms()),
        levels_(std::move(levels)) {
    for (const Clause& clause : program_.clauses()) {
      names_.insert(std::string(terms_.text(terms_.name(clause.head))));
      for (const program::Literal& literal : clause.body)
        names_.insert(std::string(terms_.text(terms_.name(literal.atom))));
    }
  }

  Result<std::string> text() {
    structure();
    if (auto fine = find_recursion(); !fine) return tl::unexpected(fine.error());
    levels_.resize(components_.size(), kFewLevels);
    init();
    for (std::uint32_t id = 0; id < program_.relations().size(); ++id) {
      const program::Relation& relation = program_.relations()[id];
      if (relation.name == keyword::kRole || relation.name == keyword::kInit || relation.name == keyword::kTrue ||
          relation.name == keyword::kDoes || (relation.name == keyword::kSees && !model_.imperfect()))
        continue;
      bool asked = std::ranges::count(program::kGameRelations, relation.name) > 0;
      if (auto recursive = component_of_.find(id); recursive != component_of_.end()) {
        Recursive& component = components_[recursive->second];
        if (component.names.empty()) define_in_levels(component, levels_[recursive->second]);
      } else if (asked)
        define(relation);
      else if (relation.dependence == Dependence::kRigid) {
        if (auto listed = list(relation); !listed) return tl::unexpected(listed.error());
      } else {
        define(relation);
      }
    }
    if (model_.imperfect()) say("(=> (sees ?role ?percept) (exists (?move) (does ?role ?move)))");
    return out_;
  }

  const std::vector<Recursive>& components() const { return components_; }
  const std::vector<std::size_t>& levels() const { return levels_; }

 private:
  void say(const std::string& sentence) { out_ += sentence + "\n"; }

  // What is listed: of these relations the description has all there is.
  void structure() {
    const game::Lexicon& lexicon = *whole_.lexicon;
    for (std::uint32_t r = 0; r < lexicon.roles(); ++r) say(fmt::format("(role {})", lexicon.text(game::RoleId{r})));
    for (std::uint32_t f = 0; f < lexicon.fluents(); ++f) {
      fluents_.push_back(lexicon.text(game::FluentId{f}));
      say(fmt::format("(base {})", fluents_.back()));
    }
    for (std::uint32_t r = 0; r < lexicon.roles(); ++r)
      for (game::MoveId move : whole_.moves[r]) {
        std::string text = fmt::format("{} {}", lexicon.text(game::RoleId{r}), lexicon.text(game::RoleId{r}, move));
        moves_.push_back(text);
        say(fmt::format("(input {})", text));
      }
    if (!model_.imperfect()) return;
    for (std::uint32_t r = 0; r < lexicon.roles(); ++r)
      for (game::PerceptId percept : whole_.sees[r])
        say(fmt::format("(percept {} {})", lexicon.text(game::RoleId{r}), lexicon.text(percept)));
  }

  void init() {
    for (std::uint32_t f = 0; f < fluents_.size(); ++f)
      say(whole_.initial.contains(game::FluentId{f}) ? fmt::format("(init {})", fluents_[f])
                                                     : fmt::format("(not (init {}))", fluents_[f]));
  }

  // ---- rules about the position that depend on themselves
  //
  // A completion would let such a relation hold for no reason. So it is said in levels: the first holds where rules say
  // so that need none of the component, each further one where rules say so by the level before, and the last is the
  // relation itself. There are enough of them when one more would change nothing.

  Result<void> find_recursion() {
    std::vector<std::vector<std::uint32_t>> uses(program_.relations().size());
    for (std::uint32_t id = 0; id < program_.relations().size(); ++id)
      if (program_.relations()[id].dependence != Dependence::kRigid)
        for (std::uint32_t clause : program_.relations()[id].clauses)
          for (const program::Literal& literal : program_.clauses()[clause].body)
            if (literal.kind != program::Literal::Kind::kDistinct)
              uses[id].push_back(program_.relation_of(literal.atom).value);
    auto reached = [&](std::uint32_t from) {
      std::set<std::uint32_t> out;
      std::vector<std::uint32_t> open = uses[from];
      while (!open.empty()) {
        std::uint32_t at = open.back();
        open.pop_back();
        if (out.insert(at).second) open.insert(open.end(), uses[at].begin(), uses[at].end());
      }
      return out;
    };
    std::vector<std::set<std::uint32_t>> reach;
    for (std::uint32_t id = 0; id < uses.size(); ++id) reach.push_back(reached(id));
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
      if (!reach[id].contains(id) || component_of_.contains(id)) continue;
      Recursive& component = components_.emplace_back();
      for (std::uint32_t other : reach[id])
        if (reach[other].contains(id)) {
          component.relations.push_back(other);
          component_of_[other] = components_.size() - 1;
        }
    }
    for (const auto& [id, component] : component_of_)
      for (std::uint32_t clause : program_.relations()[id].clauses)
        for (const program::Literal& literal : program_.clauses()[clause].body) {
          if (literal.kind != program::Literal::Kind::kFails) continue;
          auto at = component_of_.find(program_.relation_of(literal.atom).value);
          if (at != component_of_.end() && at->second == component)
            return failure(fmt::format("{} depends on its own failure: its completion would leave it open",
                                       terms_.text(program_.relations()[id].name)),
                           "say which of the two decides");
        }
    return {};
  }

  std::string level_name(std::uint32_t id, std::size_t level) {
    const program::Relation& relation = program_.relations()[id];
    auto [at, is_new] = level_names_.insert({{id, level}, ""});
    if (!is_new) return at->second;
    at->second = fmt::format("{}_{}", name(relation.name, relation.arity), level);
    while (!names_.insert(at->second).second) at->second += "_";
    return at->second;
  }

  void define_in_levels(Recursive& component, std::size_t levels) {
    component.names.assign(component.relations.size(), {});
    for (std::uint32_t id : component.relations) below_[id] = std::nullopt;  // below the first nothing holds
    for (std::size_t level = 1; level <= levels; ++level) {
      std::map<std::uint32_t, std::optional<std::string>> now;
      for (std::size_t i = 0; i < component.relations.size(); ++i) {
        std::uint32_t id = component.relations[i];
        const program::Relation& relation = program_.relations()[id];
        std::string called = level < levels ? level_name(id, level) : name(relation.name, relation.arity);
        std::vector<std::string> heads = variables(relation.arity), bodies;
        bool always = false;
        for (std::uint32_t clause : relation.clauses) {
          auto text = body(program_.clauses()[clause], heads);
          always |= text && text->empty();
          if (text) bodies.push_back(*text);
        }
        component.names[i].push_back(called);
        if (bodies.empty() && level < levels) {
          now[id] = std::nullopt;
          continue;
        }
        now[id] = called;
        std::string general = heads.empty() ? called : fmt::format("({} {})", called, fmt::join(heads, " "));
        say(always           ? general
            : bodies.empty() ? fmt::format("(not {})", general)
                             : fmt::format("(<=> {} {})", general, joined("or", bodies)));
      }
      for (auto& [id, called] : now) below_[id] = std::move(called);
    }
    for (std::uint32_t id : component.relations) below_.erase(id);
  }

  // ---- texts

  // A relation of the author's keeps its name unless that is a word of ours or none that can be written.
  std::string name(Symbol symbol, std::size_t arity) {
    std::string text(terms_.text(symbol));
    if (std::ranges::count(program::kGameRelations, symbol) > 0 || symbol == keyword::kTrue || symbol == keyword::kDoes)
      return text;
    auto [at, is_new] = renamed_.insert({{symbol, arity}, text});
    if (!is_new) return at->second;
    static const std::map<std::string_view, std::size_t> kOurs = {{"step", 1}, {"successor", 2}};
    auto ours = kOurs.find(text);
    bool taken =
        text == "base" || text == "input" || text == "percept" || (ours != kOurs.end() && ours->second != arity);
    std::string free = text;
    std::ranges::replace(free, ' ', '_');
    if (taken) free += "_";
    while (free != text && names_.contains(free)) free += "_";
    names_.insert(free);
    return at->second = free;
  }
  using Renamed = std::map<std::uint32_t, std::string>;  // by number of a variable
  std::string term(TermId id, const Renamed& renamed) {
    if (terms_.is_variable(id)) {
      auto at = renamed.find(terms_.variable_number(id));
      return at != renamed.end() ? at->second : fmt::format("?v{}", terms_.variable_number(id));
    }
    if (terms_.args(id).empty()) return std::string(terms_.text(terms_.name(id)));
    std::string out = "(" + std::string(terms_.text(terms_.name(id)));
    for (TermId arg : terms_.args(id)) out += " " + term(arg, renamed);
    return out + ")";
  }
  std::string atom(TermId id, const Renamed& renamed) {
    auto below = below_.empty() ? below_.end() : below_.find(program_.relation_of(id).value);
    std::string called = below != below_.end() ? *below->second : name(terms_.name(id), terms_.args(id).size());
    if (terms_.args(id).empty()) return called;
    std::string out = "(" + called;
    for (TermId arg : terms_.args(id)) out += " " + term(arg, renamed);
    return out + ")";
  }

  // A literal of what can never be the case decides: nothing where the clause cannot fire.
  bool can_hold(TermId id) {
    if (!below_.empty())
      if (auto below = below_.find(program_.relation_of(id).value); below != below_.end())
        return below->second.has_value();
    bool fluent = terms_.is(id, keyword::kTrue, 1), move = terms_.is(id, keyword::kDoes, 2);
    if (!fluent && !move) return true;
    if (fluent)
      return std::ranges::any_of(whole_.game.fluents, [&](const auto& f) { return alike(terms_.args(id)[0], f.term); });
    for (std::size_t r = 0; r < whole_.game.moves.size(); ++r)
      if (alike(terms_.args(id)[0], whole_.game.roles[r]))
        for (const auto& m : whole_.game.moves[r])
          if (alike(terms_.args(id)[1], m.term)) return true;
    return false;
  }
  // Terms of the circuit are those of its lexicon: compared by text.
  bool alike(TermId pattern, TermId other) const { return alike(pattern, whole_.lexicon->terms(), other); }
  bool alike(TermId pattern, const Terms& others, TermId other) const {
    if (terms_.is_variable(pattern)) return true;
    if (terms_.text(terms_.name(pattern)) != others.text(others.name(other)) ||
        terms_.args(pattern).size() != others.args(other).size())
      return false;
    for (std::size_t i = 0; i < terms_.args(pattern).size(); ++i)
      if (!alike(terms_.args(pattern)[i], others, others.args(other)[i])) return false;
    return true;
  }

  // The body of a clause, with equations for those arguments of its head that are not plain variables.
  std::optional<std::string> body(const Clause& clause, const std::vector<std::string>& heads) {
    Renamed renamed;
    std::vector<std::string> parts;
    std::span<const TermId> args = terms_.args(clause.head);
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (terms_.is_variable(args[i])) renamed.insert({terms_.variable_number(args[i]), heads[i]});
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (term(args[i], renamed) != heads[i])
        parts.push_back(fmt::format("(not (distinct {} {}))", heads[i], term(args[i], renamed)));
    std::set<std::uint32_t> inner;
    auto count = [&](TermId id) {
      program::for_each_variable(terms_, id, [&](TermId variable) {
        if (!renamed.contains(terms_.variable_number(variable))) inner.insert(terms_.variable_number(variable));
      });
    };
    if (!heads.empty()) count(clause.head);
    for (const program::Literal& literal : clause.body) {
      if (literal.kind != program::Literal::Kind::kDistinct && !can_hold(literal.atom)) {
        if (literal.kind == program::Literal::Kind::kHolds) return std::nullopt;
        continue;
      }
      count(literal.atom);
      if (literal.kind == program::Literal::Kind::kDistinct)
        parts.push_back(fmt::format("(distinct {} {})", term(terms_.args(literal.atom)[0], renamed),
                                    term(terms_.args(literal.atom)[1], renamed)));
      else if (literal.kind == program::Literal::Kind::kHolds)
        parts.push_back(atom(literal.atom, renamed));
      else
        parts.push_back(fmt::format("(not {})", atom(literal.atom, renamed)));
    }
    if (parts.empty()) return "";  // it holds
    std::string out = joined("and", parts);
    if (inner.empty()) return out;
    std::string variables;
    for (std::uint32_t variable : inner) variables += fmt::format("{}?v{}", variables.empty() ? "" : " ", variable);
    return fmt::format("(exists ({}) {})", variables, out);
  }

  static std::vector<std::string> variables(std::size_t arity) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < arity; ++i) out.push_back(fmt::format("?x{}", i + 1));
    return out;
  }

  // One sentence for what all of these clauses say of the head.
  void equivalence(const std::string& head, const std::vector<const Clause*>& clauses,
                   const std::vector<std::string>& heads) {
    std::vector<std::string> bodies;
    for (const Clause* clause : clauses) {
      auto text = body(*clause, heads);
      if (!text) continue;
      if (text->empty()) return say(head);
      bodies.push_back(*text);
    }
    if (bodies.empty()) return say(fmt::format("(not {})", head));
    say(fmt::format("(<=> {} {})", head, joined("or", bodies)));
  }

  void define(const program::Relation& relation) {
    std::vector<const Clause*> clauses;
    bool ground = true;
    for (std::uint32_t i : relation.clauses) {
      clauses.push_back(&program_.clauses()[i]);
      ground &= terms_.is_ground(clauses.back()->head);
    }
    std::vector<std::string> heads = variables(relation.arity);
    std::string called = name(relation.name, relation.arity);
    std::string general = relation.arity == 0 ? called : fmt::format("({} {})", called, fmt::join(heads, " "));
    if (!ground || relation.arity == 0) return equivalence(general, clauses, heads);
    // Heads without variables: a sentence each, and one that says that there are no others.
    std::map<TermId, std::vector<const Clause*>> by_head;
    std::vector<TermId> order;
    for (const Clause* clause : clauses) {
      if (!listed(relation, clause->head)) continue;
      if (!by_head.contains(clause->head)) order.push_back(clause->head);
      by_head[clause->head].push_back(clause);
    }
    for (TermId head : order) equivalence(atom(head, {}), by_head[head], {});
    std::vector<std::string> others;
    for (TermId head : order) {
      std::vector<std::string> differs;
      for (std::size_t i = 0; i < heads.size(); ++i)
        differs.push_back(fmt::format("(distinct {} {})", heads[i], term(terms_.args(head)[i], {})));
      others.push_back(joined("or", differs));
    }
    say(others.empty() ? fmt::format("(not {})", general)
                       : fmt::format("(=> {} (not {}))", joined("and", others), general));
  }
  // A head that the lists do not have can never hold: nothing is said of it.
  bool listed(const program::Relation& relation, TermId head) const {
    if (relation.name == keyword::kNext)
      return std::ranges::any_of(whole_.game.fluents,
                                 [&](const auto& f) { return alike(terms_.args(head)[0], f.term); });
    if (relation.name == keyword::kLegal) {
      for (std::size_t r = 0; r < whole_.game.moves.size(); ++r)
        if (alike(terms_.args(head)[0], whole_.game.roles[r]))
          for (const auto& m : whole_.game.moves[r])
            if (alike(terms_.args(head)[1], m.term)) return true;
      return false;
    }
    if (relation.name == keyword::kSees) {
      for (std::size_t r = 0; r < whole_.game.sees.size(); ++r)
        if (alike(terms_.args(head)[0], whole_.game.roles[r]))
          for (const auto& s : whole_.game.sees[r])
            if (alike(terms_.args(head)[1], s.first)) return true;
      return false;
    }
    return true;
  }

  // A relation that never changes, by what it holds of.
  Result<void> list(const program::Relation& relation) {
    std::vector<TermId> variables;
    std::vector<std::string> heads;
    for (std::uint32_t i = 0; i < relation.arity; ++i) {
      variables.push_back(terms_.variable(i));
      heads.push_back(fmt::format("?x{}", i + 1));
    }
    TermId pattern = terms_.make(relation.name, variables);
    if (!prover_) prover_.emplace(program_);
    auto all = prover_->all(pattern, Budget().within(kSeconds));
    if (!all) return tl::unexpected(all.error());
    std::string called = name(relation.name, relation.arity);
    if (relation.arity == 0) {
      say(all->empty() ? fmt::format("(not {})", called) : called);
      return {};
    }
    std::ranges::sort(*all, [&](TermId a, TermId b) { return terms_.less(a, b); });
    std::vector<std::string> rows;
    for (TermId one : *all) {
      say(atom(one, {}));
      std::vector<std::string> same;
      for (std::size_t i = 0; i < heads.size(); ++i)
        same.push_back(fmt::format("(not (distinct {} {}))", heads[i], term(terms_.args(one)[i], {})));
      rows.push_back(joined("and", same));
    }
    std::string general = fmt::format("({} {})", called, fmt::join(heads, " "));
    say(rows.empty() ? fmt::format("(not {})", general) : fmt::format("(=> {} {})", general, joined("or", rows)));
    return {};
  }

  const game::Model& model_;
  const game::WholeGame& whole_;
  Program program_;
  Terms& terms_;
  std::set<std::string> names_;
  std::map<std::pair<Symbol, std::size_t>, std::string> renamed_;
  std::vector<std::string> fluents_, moves_;
  std::optional<prove::Prover> prover_;
  std::vector<std::size_t> levels_;  // by recursive component
  std::vector<Recursive> components_;
  std::map<std::uint32_t, std::size_t> component_of_;  // by relation
  std::map<std::pair<std::uint32_t, std::size_t>, std::string> level_names_;
  std::map<std::uint32_t, std::optional<std::string>> below_;  // while a level is written: the one before, if it holds
                                                               // of anything
  std::string out_;
};

// The first level from which on the next one is the same, in any position and whatever the moves are.
std::optional<std::size_t> settled_level(const Theory& theory, const Recursive& component) {
  solve::Solver solver;
  solve::Clauses copy(solver, theory.copied());
  for (Number i = 0; i < theory.inputs().size(); ++i) copy.set(i, solver.variable());
  for (const Law& law : theory.laws())
    for (const Instance& instance : law.instances) require(theory, solver, copy, instance.wire, {});
  std::map<std::string, std::set<std::string>> arguments;  // that may hold, by name
  for (Number i = 0; i < theory.inputs().size(); ++i) {
    std::string text = theory.text(i);
    std::size_t blank = text.find(' ');
    if (text[0] != '(') blank = text.size();
    arguments[text.substr(text[0] == '(', blank - (text[0] == '('))].insert(text.substr(blank));
  }
  auto literal = [&](const std::string& name, const std::string& rest) {
    auto asked = theory.ask(rest.empty() ? name : "(" + name + rest);
    if (!asked) return solve::kFalse;
    if (asked->input == kNoInput) return asked->holds ? solve::kTrue : solve::kFalse;
    return copy.input(asked->input);
  };
  for (std::size_t level = 1; level < component.names.front().size(); ++level) {
    std::vector<solve::Literal> differ;
    for (const std::vector<std::string>& names : component.names) {
      std::set<std::string> all = arguments[names[level - 1]];
      all.merge(arguments[names[level]]);
      for (const std::string& rest : all) {
        solve::Literal a = literal(names[level - 1], rest), b = literal(names[level], rest), one = solver.variable();
        solver.add({~one, a, b});
        solver.add({~one, ~a, ~b});
        differ.push_back(one);
      }
    }
    if (differ.empty() || solver.solve({}, differ, Budget().within(kSeconds)) == solve::Answer::kNo) return level;
  }
  return std::nullopt;
}

bool speaks_of(const gdl::Description& description, const gdl::Statement& statement, std::string_view relation) {
  bool out = false;
  auto look = [&](const gdl::Term& atom) { out |= description.text(atom.name) == relation; };
  if (statement.head) look(*statement.head);
  if (statement.sentence)
    for_each_literal(*statement.sentence, [&](const gdl::Formula& literal, gdl::Polarity) { look(*literal.atom); });
  return out;
}

}  // namespace

Result<std::string> completion(const game::Model& model) {
  auto whole = model.whole(circuit::Logic::kTwoValued);
  if (!whole) return tl::unexpected(whole.error());
  std::vector<std::size_t> levels;
  for (;;) {
    Completing completing(model, **whole, levels);
    auto text = completing.text();
    if (!text || completing.components().empty()) return text;
    auto theory = Theory::make(gdl::read_text("completion", *text, gdl::Notation::kKif));
    if (!theory) return tl::unexpected(theory.error());
    std::vector<std::size_t> more = completing.levels();
    bool enough = true;
    levels.clear();
    for (std::size_t i = 0; i < more.size(); ++i) {
      auto settled = settled_level(**theory, completing.components()[i]);
      enough &= settled.has_value();
      levels.push_back(settled.value_or(more[i]));
      more[i] = settled ? *settled + 1 : 2 * more[i];
      if (more[i] > kMostLevels)
        return failure("rules about the position depend on themselves too deeply to be written as sentences",
                       fmt::format("{} levels are not enough", kMostLevels));
    }
    if (enough) return Completing(model, **whole, levels).text();
    levels = std::move(more);
  }
}

Result<std::string> without(const gdl::Description& theory, const std::vector<std::string>& forgotten) {
  static constexpr std::string_view kWhole[] = {"init", "legal", "sees", "goal", "terminal"};
  std::vector<bool> used(forgotten.size());
  std::string out;
  for (const gdl::Statement& statement : theory.statements()) {
    std::string text = gdl::to_kif(statement, theory.symbols());
    bool dropped = false;
    for (std::size_t i = 0; i < forgotten.size(); ++i) {
      const std::string& what = forgotten[i];
      if (std::ranges::count(kWhole, what) > 0) {
        // That percepts come with a move stays known: it says how the game is told, not what is seen.
        bool how = text == "(=> (sees ?role ?percept) (exists (?move) (does ?role ?move)))";
        if (speaks_of(theory, statement, what) && !how) dropped = used[i] = true;
      } else if (what.starts_with("next:")) {
        std::string name = what.substr(5);
        if (!speaks_of(theory, statement, "next")) continue;
        bool about = false;
        auto look = [&](const gdl::Term& atom) {
          if (theory.text(atom.name) != "next" || atom.args.size() != 1) return;
          const gdl::Term& fluent = *atom.args[0];
          if (!fluent.is_variable()) about |= theory.text(fluent.name) == name;
        };
        if (statement.head) look(*statement.head);
        if (statement.sentence)
          for_each_literal(*statement.sentence, [&](const gdl::Formula& f, gdl::Polarity) { look(*f.atom); });
        if (about) {
          dropped = used[i] = true;
        } else if (text.starts_with("(<=> (next ?x1)")) {  // of all fluents at once: of all others
          std::set<std::size_t> arities;
          for (const gdl::Statement& base : theory.statements())
            if (base.head && theory.text(base.head->name) == "base" && base.head->args.size() == 1 &&
                theory.text(base.head->args[0]->name) == name)
              arities.insert(base.head->args[0]->args.size());
          for (std::size_t arity : arities) {
            std::string variables, pattern = name;
            for (std::size_t a = 0; a < arity; ++a) variables += fmt::format("{}?f{}", a ? " " : "", a);
            if (arity > 0) pattern = fmt::format("({} {})", name, variables);
            std::string other = fmt::format("(distinct ?x1 {})", pattern);
            if (arity > 0) other = fmt::format("(forall ({}) {})", variables, other);
            text = fmt::format("(=> {} {})", other, text);
            used[i] = true;
          }
        }
      } else {
        auto read = gdl::read_text("forgotten", what);
        for (const gdl::Statement& one : read->statements())
          if (read->readable() && gdl::to_kif(one, read->symbols()) == text) dropped = used[i] = true;
      }
    }
    if (!dropped) out += text + "\n";
  }
  for (std::size_t i = 0; i < forgotten.size(); ++i)
    if (!used[i])
      return failure(fmt::format("nothing says {}, so it cannot be forgotten", forgotten[i]),
                     "forget init, legal, sees, goal, terminal, next:FLUENT, or a sentence as it is written");
  return out;
}

}  // namespace percept::igdl
