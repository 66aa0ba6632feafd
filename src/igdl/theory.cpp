// SPDX-License-Identifier: MIT
#include "igdl/theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "gdl/reader.h"
#include "igdl/grounder.h"
#include "program/read_terms.h"

namespace percept::igdl {
namespace {

using Op = Node::Op;

constexpr std::size_t kMaxMembers = 500'000;  // of one relation

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Node negated(Node node) {
  if (node.op == Op::kNot) return Node(std::move(node.parts[0]));
  Node out{Op::kNot};
  out.place = node.place;
  out.parts.push_back(std::move(node));
  return out;
}

// A sentence "for all slots: not all of these", as lists of literals and what else cannot all hold. An equivalence
// gives two.
std::vector<std::vector<Node>> impossible(const Node& body) {
  std::vector<std::vector<Node>> out;
  auto flatten = [](auto& self, const Node& node, bool sign, std::vector<Node>& into) -> void {
    if (node.op == Op::kNot) return self(self, node.parts[0], !sign, into);
    if (sign ? node.op == Op::kAnd : node.op == Op::kOr || node.op == Op::kImplies) {
      for (const Node& part : node.parts)
        self(self, part, sign != (node.op == Op::kImplies && &part == &node.parts.front()), into);
      return;
    }
    into.push_back(sign ? node : negated(node));
  };
  if (body.op == Op::kEquivalent) {
    for (bool sign : {true, false}) {
      flatten(flatten, body.parts[0], sign, out.emplace_back());
      flatten(flatten, body.parts[1], !sign, out.back());
    }
  } else {
    flatten(flatten, body, false, out.emplace_back());
  }
  return out;
}

// Without negations but those of equations.
bool is_positive(const Node& node) {
  switch (node.op) {
    case Op::kAtom:
    case Op::kEqual: return true;
    case Op::kNot: return node.parts[0].op == Op::kEqual;
    case Op::kAnd:
    case Op::kOr:
    case Op::kExists: return std::ranges::all_of(node.parts, is_positive);
    default: return false;
  }
}

std::string placed(const Sentence& sentence, const std::string& what) {
  return fmt::format("{}: {}", sentence.where(), what);
}

}  // namespace

// ---- making one, step by step

class Theory::Making {
 public:
  Making(Theory& theory, Sentences& sentences)
      : theory_(theory), terms_(*theory.terms_), sentences_(sentences), grounder_(terms_, sentences) {}

  Result<void> make() {
    find_structure();
    if (grounder_.error()) return tl::unexpected(*grounder_.error());
    if (auto listed = need_lists(); !listed) return listed;
    find_universe();
    if (auto stepped = find_steps(); !stepped) return stepped;
    list_words();
    if (auto named = check_names(); !named) return named;
    if (auto bounded = bound_relations(); !bounded) return bounded;
    if (auto ground = ground_laws(); !ground) return ground;
    return number();
  }

 private:
  using Relation = Grounder::Relation;

  Symbol symbol(std::string_view name) { return terms_.symbols().intern(name); }
  // Members of a relation of the language's; none when the description has no such relation.
  std::vector<TermId> members(std::string_view name, std::size_t arity) {
    auto at = grounder_.relations().find({symbol(name), arity});
    return at == grounder_.relations().end() ? std::vector<TermId>() : at->second.members;
  }
  bool is_rigid(const Node& node) const {
    bool out = true;
    for_each_atom(node, [&](TermId atom) {
      const Kind& kind = sentences_.kind(terms_, atom);
      out &= kind.level == Level::kRigid && kind.word != Word::kInit && !kind.timed;
    });
    return out;
  }

  std::size_t depth(TermId term) const {
    std::size_t out = 0;
    if (!terms_.is_variable(term))
      for (TermId arg : terms_.args(term)) out = std::max(out, depth(arg));
    return out + 1;
  }

  // What sentences make certain of rigid relations, as rules do: what the structural ones hold of is all of that.
  void find_structure() {
    struct Rule {
      const Sentence* sentence;
      std::vector<Node> body;
      TermId head;
      std::vector<std::uint32_t> slots;
    };
    std::vector<Rule> rules;
    for (auto& [signature, relation] : grounder_.relations())
      relation.bounded = relation.kind.level == Level::kRigid && relation.kind.word != Word::kInit;
    for (const Sentence& sentence : sentences_.all) {
      if (!is_rigid(sentence.node)) continue;
      if (sentence.node.op == Op::kAtom) {
        grounder_.add_member(sentence.node.left, true);
        continue;
      }
      bool quantified = sentence.node.op == Op::kForall;
      for (std::vector<Node>& parts : impossible(quantified ? sentence.node.parts[0] : sentence.node)) {
        auto head = std::ranges::find_if(
            parts, [](const Node& part) { return part.op == Op::kNot && part.parts[0].op == Op::kAtom; });
        if (head == parts.end()) continue;
        Rule rule{&sentence, {}, head->parts[0].left, quantified ? sentence.node.slots : std::vector<std::uint32_t>()};
        parts.erase(head);
        if (!std::ranges::all_of(parts, is_positive)) continue;
        rule.body = std::move(parts);
        rules.push_back(std::move(rule));
      }
    }
    // What sentences build out of what they list is no deeper than this, unless they build for ever.
    std::size_t deepest = 0;
    for (const Rule& rule : rules) deepest += depth(rule.head);
    for (const auto& [signature, relation] : grounder_.relations())
      for (TermId member : relation.members) deepest = std::max(deepest, 2 * depth(member));
    for (bool changed = true; changed && !grounder_.error();) {
      changed = false;
      for (const Rule& rule : rules) {
        if (grounder_.error()) return;
        Grounder::Environment environment(rule.sentence->slots, Grounder::kNone);
        std::vector<Grounder::Item> items;
        for (const Node& part : rule.body) items.push_back({&part, true});
        std::vector<TermId> heads;
        grounder_.used_universe = false;
        grounder_.join(items, rule.slots, environment, [&] {
          bool certain = std::ranges::all_of(
              rule.body, [&](const Node& part) { return grounder_.ground(part, environment) == circuit::kTrue; });
          if (certain)
            heads.push_back(program::substitute(
                terms_, rule.head, [&](TermId slot) { return environment[terms_.variable_number(slot)]; }));
        });
        if (grounder_.used_universe) continue;  // nothing is in the universe yet
        for (TermId head : heads) {
          if (grounder_.has_member(head)) continue;
          if (depth(head) > deepest)
            grounder_.fail({placed(*rule.sentence, fmt::format("the universe is infinite: {} follows, and ever larger "
                                                               "terms after it",
                                                               terms_.to_kif(head))),
                            "say for which terms it holds, one by one or of a list"});
          grounder_.add_member(head, true);
          changed = true;
        }
      }
    }
  }

  Result<void> need_lists() {
    const std::string& name = theory_.description_->source()->name();
    auto missing = [&](std::string_view what, std::string_view example) {
      return failure(fmt::format("{} lists no {}", name, what), fmt::format("say which there are: {}", example));
    };
    if (members("role", 1).empty()) return missing("roles", "role(robot)");
    if (members("base", 1).empty()) return missing("base propositions", "base(p)");
    if (members("input", 2).empty()) return missing("moves", "input(robot, a)");
    bool sees =
        std::ranges::any_of(sentences_.relations, [](const auto& entry) { return entry.second.word == Word::kSees; });
    theory_.imperfect_ = !members("percept", 2).empty();
    if (sees && !theory_.imperfect_) return missing("percepts, and speaks of sees", "percept(robot, q)");
    std::vector<TermId> roles = members("role", 1);
    for (const char* list : {"input", "percept"})
      for (TermId atom : members(list, 2)) {
        TermId role = terms_.args(atom)[0];
        if (std::ranges::none_of(roles, [&](TermId known) { return terms_.args(known)[0] == role; }))
          return failure(fmt::format("{}: {}({}, ...) is of no role", name, list, terms_.to_kif(role)),
                         fmt::format("write role({}), or mend the name", terms_.to_kif(role)));
      }
    return {};
  }

  void find_universe() {
    std::set<TermId> out;
    auto add = [&](auto& self, TermId term) -> void {
      if (terms_.is_variable(term)) return;
      if (terms_.is_ground(term)) out.insert(term);
      for (TermId arg : terms_.args(term)) self(self, arg);
    };
    auto args = [&](TermId atom) {
      for (TermId arg : terms_.args(atom)) add(add, arg);
    };
    auto visit = [&](auto& self, const Node& node) -> void {
      if (node.op == Op::kAtom) args(node.left);
      if (node.op == Op::kEqual) add(add, node.left), add(add, node.right);
      for (const Node& part : node.parts) self(self, part);
    };
    for (const Sentence& sentence : sentences_.all) visit(visit, sentence.node);
    for (const auto& [signature, relation] : grounder_.relations())
      for (TermId atom : relation.members) args(atom);
    std::vector<TermId> universe(out.begin(), out.end());
    std::ranges::sort(universe, [&](TermId a, TermId b) { return terms_.less(a, b); });
    grounder_.universe(std::move(universe));
  }

  // Rounds of steps: along `successor`, else by their numbers.
  Result<void> find_steps() {
    bool timed = std::ranges::any_of(sentences_.relations, [](const auto& entry) { return entry.second.timed; });
    if (!timed) return {};
    std::map<TermId, TermId> successor;
    std::set<TermId> later;
    for (TermId atom : members("successor", 2)) {
      successor[terms_.args(atom)[0]] = terms_.args(atom)[1];
      later.insert(terms_.args(atom)[1]);
    }
    std::vector<TermId> steps;
    for (TermId atom : members("step", 1)) steps.push_back(terms_.args(atom)[0]);
    auto first = std::ranges::find_if(steps, [&](TermId step) { return !later.contains(step); });
    if (first != steps.end() && !successor.empty())
      for (TermId step = *first; !round_of_.contains(step); step = successor[step]) {
        std::size_t round = round_of_.size() + 1;
        round_of_[step] = round;
        if (!successor.contains(step)) break;
      }
    else
      for (TermId step : steps)
        if (auto number = number_of(terms_.to_kif(step)); number && *number > 0)
          round_of_[step] = static_cast<std::size_t>(*number);
    for (TermId step : steps)
      if (!round_of_.contains(step))
        return failure(fmt::format("{}: step({}) is no successor of the first step",
                                   theory_.description_->source()->name(), terms_.to_kif(step)),
                       "successor(1, 2), successor(2, 3), ... say which round a step is");
    if (steps.empty())
      return failure(
          fmt::format("{} speaks of rounds by their steps and lists none", theory_.description_->source()->name()),
          "write step(1), step(2), ...");
    return {};
  }

  TermId atom(std::string_view name, std::initializer_list<TermId> args) {
    return terms_.make(symbol(name), std::span(args.begin(), args.size()));
  }
  Relation& word(std::string_view name, std::size_t arity) {
    Relation& out = grounder_.relations()[{symbol(name), arity}];
    if (out.kind.word == Word::kOther) out.kind = sentences_.relations[{symbol(name), arity}] = kinds_.at(name);
    out.bounded = true;
    return out;
  }

  // The members of the language's own relations, which the structural ones give.
  void list_words() {
    for (TermId base : members("base", 1))
      for (const char* name : {"init", "true", "next"}) list(name, {terms_.args(base)[0]});
    for (TermId input : members("input", 2))
      for (const char* name : {"legal", "does"}) list(name, {terms_.args(input)[0], terms_.args(input)[1]});
    for (TermId percept : members("percept", 2)) list("sees", {terms_.args(percept)[0], terms_.args(percept)[1]});
    list("terminal", {});
    // Goals are the numbers written beside `goal`, and where it stands with a variable those that the rigid relations
    // of the sentence have.
    std::set<int> values;
    for (const Sentence& sentence : sentences_.all) {
      bool speaks = false, variable = false;
      for_each_atom(sentence.node, [&](TermId atom) {
        if (sentences_.kind(terms_, atom).word != Word::kGoal) return;
        speaks = true;
        variable |= terms_.is_variable(terms_.args(atom)[1]);
      });
      if (speaks) find_values(sentence.node, variable, values);
    }
    if (values.empty()) values = {0, 100};
    for (TermId role : members("role", 1))
      for (int value : values) list("goal", {terms_.args(role)[0], terms_.constant(std::to_string(value))});
  }
  void find_values(const Node& node, bool variable, std::set<int>& values) {
    auto add = [&](TermId term) {
      if (!terms_.is_ground(term) || !terms_.args(term).empty()) return;
      if (auto value = number_of(terms_.to_kif(term)); value && *value >= 0 && *value <= 100) values.insert(*value);
    };
    if (node.op == Op::kAtom && sentences_.kind(terms_, node.left).word == Word::kGoal) add(terms_.args(node.left)[1]);
    if (node.op == Op::kEqual) add(node.left), add(node.right);
    if (node.op == Op::kAtom && variable && sentences_.kind(terms_, node.left).word == Word::kOther)
      for (TermId member : grounder_.relation(node.left).members)
        for (TermId arg : terms_.args(member)) add(arg);
    for (const Node& part : node.parts) find_values(part, variable, values);
  }
  void list(std::string_view name, std::initializer_list<TermId> args) {
    word(name, args.size());
    grounder_.add_member(atom(name, args));
    auto timed = grounder_.relations().find({symbol(name), args.size() + 1});
    if (timed == grounder_.relations().end() || !timed->second.kind.timed) return;
    timed->second.bounded = true;
    std::vector<TermId> with(args);
    with.push_back({});
    for (const auto& [step, round] : round_of_) {
      with.back() = step;
      grounder_.add_member(terms_.make(symbol(name), with));
    }
  }

  // A name that no list has is a mistake: what is said of it would be said of nothing.
  Result<void> check_names() {
    for (const Sentence& sentence : sentences_.all) {
      std::optional<TermId> unknown;
      for_each_atom(sentence.node, [&](TermId pattern) {
        Relation& relation = grounder_.relation(pattern);
        if (relation.kind.word == Word::kOther || is_structural(relation.kind.word) || unknown) return;
        if (relation.wires.contains(pattern)) return;
        Node node{Op::kAtom, pattern};
        Grounder::Environment environment(sentence.slots, Grounder::kNone);
        std::vector<std::uint32_t> slots;
        program::for_each_variable(terms_, pattern,
                                   [&](TermId slot) { slots.push_back(terms_.variable_number(slot)); });
        bool some = false;
        if (!slots.empty()) grounder_.join({{&node, true}}, slots, environment, [&] { some = true; });
        if (!some) unknown = pattern;
      });
      if (!unknown) continue;
      std::string_view name = terms_.text(terms_.name(*unknown));
      Word word = grounder_.relation(*unknown).kind.word;
      std::string_view list = word == Word::kLegal || word == Word::kDoes ? "input"
                              : word == Word::kSees                       ? "percept"
                              : word == Word::kGoal                       ? "role"
                                                                          : "base";
      return failure(
          placed(sentence, fmt::format("nothing that {} lists is meant by {}", list, terms_.to_kif(*unknown))),
          fmt::format("{} speaks of what {} lists: add it there, or mend the name", name, list));
    }
    return {};
  }

  // ---- the author's relations

  struct Bound {
    const Sentence* sentence;
    std::vector<std::uint32_t> slots;  // of the arguments
    Node allowed;                      // the relation holds only where this does …
    bool exactly;                      // … and everywhere
  };

  Result<void> bound_relations() {
    std::map<Signature, std::vector<Bound>> bounds;
    for (auto& [signature, relation] : grounder_.relations())
      if (relation.kind.word == Word::kOther) relation.bounded = false;
    for (const Sentence& sentence : sentences_.all) {
      if (sentence.node.op != Op::kForall) continue;
      const Node& body = sentence.node.parts[0];
      for (std::vector<Node>& parts : impossible(body))
        for (std::size_t i = 0; i < parts.size(); ++i)
          if (parts[i].op == Op::kAtom) find_bound(sentence, body.op == Op::kEquivalent, parts, i, bounds);
    }
    // First those that others restrict wholly, then those that leave some to the universe.
    for (bool with_universe : {false, true})
      for (bool changed = true; changed;) {
        changed = false;
        for (auto& [signature, relation] : grounder_.relations()) {
          if (relation.bounded) continue;
          auto done = bound(signature, relation, bounds[signature], with_universe);
          if (!done) return tl::unexpected(done.error());
          changed |= *done;
          if (*done && with_universe) break;  // others may be restricted by this one now
        }
      }
    return {};
  }

  void find_bound(const Sentence& sentence, bool exactly, const std::vector<Node>& parts, std::size_t at,
                  std::map<Signature, std::vector<Bound>>& bounds) {
    TermId head = parts[at].left;
    if (sentences_.kind(terms_, head).word != Word::kOther) return;
    Bound out{&sentence, {}, Node{Op::kOr}, exactly && parts.size() == 2};
    for (TermId arg : terms_.args(head)) {
      if (!terms_.is_variable(arg)) return;
      std::uint32_t slot = terms_.variable_number(arg);
      if (std::ranges::count(sentence.node.slots, slot) == 0 || std::ranges::count(out.slots, slot) > 0) return;
      out.slots.push_back(slot);
    }
    if (out.slots.size() != sentence.node.slots.size()) return;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (i != at) out.allowed.parts.push_back(negated(parts[i]));
    bounds[{terms_.name(head), terms_.args(head).size()}].push_back(std::move(out));
  }

  bool is_bounded(const Node& node) {
    bool out = true;
    for_each_atom(node, [&](TermId atom) { out &= grounder_.relation(atom).bounded; });
    return out;
  }

  Result<bool> bound(const Signature& signature, Relation& relation, const std::vector<Bound>& bounds,
                     bool with_universe) {
    std::vector<const Bound*> usable;
    for (const Bound& bound : bounds)
      if (is_bounded(bound.allowed)) usable.push_back(&bound);
    std::vector<TermId> found;
    const Bound* generator = nullptr;
    std::vector<std::uint32_t> slots;
    for (std::uint32_t i = 0; i < signature.arity; ++i) slots.push_back(i);
    auto collect = [&](const Bound* bound) {
      found.clear();
      grounder_.used_universe = false;
      Grounder::Environment environment(bound ? bound->sentence->slots : signature.arity, Grounder::kNone);
      std::vector<Grounder::Item> items;
      if (bound) items.push_back({&bound->allowed, true});
      const std::vector<std::uint32_t>& args = bound ? bound->slots : slots;
      grounder_.join(items, args, environment, [&] {
        std::vector<TermId> values;
        for (std::uint32_t slot : args) values.push_back(environment[slot]);
        found.push_back(terms_.make(signature.name, values));
        if (found.size() > kMaxMembers)
          grounder_.fail({fmt::format("{} may hold of more than {} things", terms_.text(signature.name), kMaxMembers),
                          fmt::format("restrict it: {}(X) => base(X), for example", terms_.text(signature.name))});
      });
    };
    for (const Bound* bound : usable) {
      if (!restricted(*bound)) continue;
      collect(bound);
      if (grounder_.error()) return tl::unexpected(*grounder_.error());
      if (grounder_.used_universe) continue;
      generator = bound;
      break;
    }
    if (!generator) {
      if (!with_universe) return false;
      collect(nullptr);
      if (grounder_.error()) return tl::unexpected(*grounder_.error());
      relation.by_universe = signature.arity > 0;
    }
    std::vector<TermId> known = relation.members;
    for (TermId atom : found) {
      bool holds = false, possible = true;
      for (const Bound* bound : usable) {
        if (bound == generator && !bound->exactly) continue;
        Grounder::Environment environment(bound->sentence->slots, Grounder::kNone);
        for (std::size_t i = 0; i < bound->slots.size(); ++i) environment[bound->slots[i]] = terms_.args(atom)[i];
        Wire allowed = grounder_.ground(bound->allowed, environment);
        possible &= allowed != circuit::kFalse;
        holds |= bound->exactly && allowed == circuit::kTrue && relation.kind.level == Level::kRigid;
      }
      if (possible) grounder_.add_member(atom, holds);
    }
    std::set<TermId> listed(found.begin(), found.end());
    for (TermId atom : known)
      if (generator && !listed.contains(atom))
        return failure(
            placed(*generator->sentence, fmt::format("{} holds, and this says that it does not", terms_.to_kif(atom))),
            "one of the two is wrong");
    relation.bounded = true;
    return true;
  }
  // Every free slot of what is allowed is restricted by it: a quick look before joining.
  bool restricted(const Bound& bound) {
    std::set<std::uint32_t> mentioned;
    auto visit = [&](auto& self, const Node& node) -> void {
      for (TermId term : {node.left, node.right})
        if (node.op == Op::kAtom ? term == node.left : node.op == Op::kEqual)
          program::for_each_variable(terms_, term,
                                     [&](TermId slot) { mentioned.insert(terms_.variable_number(slot)); });
      for (const Node& part : node.parts) self(self, part);
    };
    visit(visit, bound.allowed);
    return std::ranges::all_of(bound.slots, [&](std::uint32_t slot) { return mentioned.contains(slot); });
  }

  // ---- laws

  Result<void> ground_laws() {
    for (std::size_t i = 0; i < sentences_.all.size(); ++i) {
      const Sentence& sentence = sentences_.all[i];
      Law law{i, Level::kRigid, {}};
      bool init = false;
      for_each_atom(sentence.node, [&](TermId atom) {
        const Kind& kind = sentences_.kind(terms_, atom);
        law.level = std::max(law.level, kind.level);
        init |= kind.word == Word::kInit;
      });
      Grounder::Environment environment(sentence.slots, Grounder::kNone);
      std::vector<Wire> wires;
      if (sentence.node.op == Op::kForall) {
        const Node& scope = sentence.node.parts[0];
        grounder_.join({{&scope, false}}, sentence.node.slots, environment,
                       [&] { wires.push_back(grounder_.ground(scope, environment)); });
      } else {
        wires.push_back(grounder_.ground(sentence.node, environment));
      }
      if (grounder_.error()) return failure(placed(sentence, grounder_.error()->message), grounder_.error()->hint);
      for (Wire wire : wires) {
        if (wire == circuit::kTrue) continue;
        if (wire == circuit::kFalse)
          return failure(
              placed(sentence, fmt::format("`{}` contradicts what else is said of these names", sentence.text())),
              "role, base, percept, input, step and successor hold of what the description lists, and of "
              "nothing else; the author's relations of what their definitions say");
        law.instances.push_back({wire});
      }
      std::ranges::sort(law.instances, {}, &Instance::wire);
      auto same = std::ranges::unique(law.instances, {}, &Instance::wire);
      law.instances.erase(same.begin(), same.end());
      theory_.init_matters_ |= init && law.level != Level::kRigid;
      if (!law.instances.empty()) theory_.laws_.push_back(std::move(law));
    }
    return {};
  }

  // ---- numbers

  Result<void> number() {
    std::vector<TermId> roles;
    for (TermId atom : members("role", 1)) roles.push_back(terms_.args(atom)[0]);
    auto lexicon = std::make_shared<game::Lexicon>(theory_.terms_, roles);
    auto sorted = [&](std::vector<TermId> atoms) {
      std::ranges::sort(atoms, [&](TermId a, TermId b) { return terms_.less(a, b); });
      return atoms;
    };
    Theory& t = theory_;
    for (TermId base : sorted(members("base", 1))) {
      TermId fluent = terms_.args(base)[0];
      lexicon->add_fluent(fluent);
      t.init_.push_back(input("init", {fluent}));
      t.true_.push_back(input("true", {fluent}));
      t.next_.push_back(input("next", {fluent}));
    }
    t.legal_.resize(roles.size());
    t.does_.resize(roles.size());
    t.sees_.resize(roles.size());
    t.goals_.resize(roles.size());
    for (std::uint32_t r = 0; r < roles.size(); ++r)
      for (TermId at : sorted(members("input", 2))) {
        if (terms_.args(at)[0] != roles[r]) continue;
        TermId move = terms_.args(at)[1];
        lexicon->add_move(RoleId{r}, move);
        t.legal_[r].push_back(input("legal", {roles[r], move}));
        t.does_[r].push_back(input("does", {roles[r], move}));
        if (!t.imperfect_) lexicon->add_percept(atom("does", {roles[r], move}));
      }
    for (TermId at : sorted(members("percept", 2))) {
      PerceptId percept = lexicon->add_percept(terms_.args(at)[1]);
      for (std::uint32_t r = 0; r < roles.size(); ++r) {
        t.sees_[r].resize(std::max<std::size_t>(t.sees_[r].size(), percept.value + 1), kNoInput);
        if (terms_.args(at)[0] == roles[r]) t.sees_[r][percept.value] = input("sees", {roles[r], terms_.args(at)[1]});
      }
    }
    for (std::vector<Number>& sees : t.sees_) sees.resize(lexicon->percepts(), kNoInput);
    for (std::uint32_t r = 0; r < roles.size(); ++r) {
      for (TermId at : members("goal", 2))
        if (terms_.args(at)[0] == roles[r])
          t.goals_[r].push_back(
              {*number_of(terms_.to_kif(terms_.args(at)[1])), input("goal", {roles[r], terms_.args(at)[1]})});
      std::ranges::sort(t.goals_[r], {}, &Goal::value);
    }
    t.terminal_ = input("terminal", {});
    lexicon->close();
    t.lexicon_ = lexicon;
    make_circuit();
    for (Law& law : t.laws_) find_ready(law);
    return {};
  }

  Number input(std::string_view name, std::initializer_list<TermId> args) {
    TermId at = atom(name, args);
    grounder_.wire(at);
    return numbered(at);
  }
  Number numbered(TermId atom) {
    auto [at, is_new] = number_of_.insert({atom, static_cast<Number>(theory_.inputs_.size())});
    if (is_new) theory_.inputs_.push_back({atom, grounder_.relation(atom).kind});
    return at->second;
  }

  // The leaves become inputs, which come first.
  void make_circuit() {
    Theory& t = theory_;
    for (std::size_t i = 0; i < grounder_.leaves().size(); ++i) {
      Grounder::Leaf leaf = grounder_.leaves()[i];
      Number number = numbered(leaf.atom);
      Kind kind = t.inputs_[number].kind;
      if (kind.word == Word::kOther && kind.level == Level::kRigid) t.rigid_.push_back(number);
      if (!kind.timed) continue;
      std::vector<TermId> args(terms_.args(leaf.atom).begin(), terms_.args(leaf.atom).end());
      std::size_t round = round_of_.at(args.back());
      args.pop_back();
      Number twin = numbered(terms_.make(terms_.name(leaf.atom), args));
      t.inputs_[number].twin = twin;
      t.inputs_[number].round = round;
      t.timed_.push_back(number);
      t.last_step_ = std::max(t.last_step_, round);
    }
    const circuit::Circuit& from = grounder_.circuit();
    t.circuit_ = std::make_unique<circuit::Circuit>();
    std::vector<Wire> map(from.size(), circuit::kFalse);
    std::vector<Wire> made;
    for (std::size_t i = 0; i < t.inputs_.size(); ++i) made.push_back(t.circuit_->input());
    for (const Grounder::Leaf& leaf : grounder_.leaves()) map[leaf.wire.node()] = made[number_of_.at(leaf.atom)];
    std::vector<Wire> roots;
    auto mapped = [&](Wire wire) { return map[wire.node()] ^ wire.negated(); };
    for (Law& law : t.laws_)
      for (Instance& instance : law.instances) roots.push_back(instance.wire);
    std::vector<bool> needed = circuit::needed(from, roots);
    std::vector<Wire> operands;
    for (std::uint32_t node = 1; node < from.size(); ++node) {
      if (!needed[node] || from.kind(node) != circuit::Circuit::Kind::kAnd) continue;
      operands.clear();
      for (Wire operand : from.operands(node)) operands.push_back(mapped(operand));
      map[node] = t.circuit_->all(operands);
    }
    roots.clear();
    for (Law& law : t.laws_)
      for (Instance& instance : law.instances) roots.push_back(instance.wire = mapped(instance.wire));
    t.copied_ = std::make_unique<solve::Copied>(*t.circuit_, roots);
    for (Number i = 0; i < t.inputs_.size(); ++i) t.by_text_[terms_.to_kif(t.inputs_[i].atom)] = i;
    for (const auto& [signature, relation] : grounder_.relations())
      if (relation.kind.level == Level::kRigid)
        for (TermId member : relation.members)
          if (grounder_.wire(member) == circuit::kTrue) t.known_[terms_.to_kif(member)] = true;
  }

  void find_ready(Law& law) {
    if (theory_.timed_.empty()) return;
    std::vector<std::uint32_t> stack;
    for (Instance& instance : law.instances) {
      std::set<std::uint32_t> seen;
      stack.assign(1, instance.wire.node());
      while (!stack.empty()) {
        std::uint32_t node = stack.back();
        stack.pop_back();
        if (!seen.insert(node).second) continue;
        if (node > 0 && node <= theory_.inputs_.size()) {
          const Input& input = theory_.inputs_[node - 1];
          if (!input.kind.timed) continue;
          Level level = theory_.inputs_[input.twin].kind.level;
          instance.ready = std::max(instance.ready, input.round + (level == Level::kMove ? 1 : 0));
        }
        for (Wire operand : theory_.circuit_->operands(node)) stack.push_back(operand.node());
      }
    }
  }

  Theory& theory_;
  Terms& terms_;
  Sentences& sentences_;
  Grounder grounder_;
  std::map<TermId, std::size_t> round_of_;
  std::map<TermId, Number> number_of_;
  const std::map<std::string_view, Kind> kinds_ = {{"init", {Word::kInit, Level::kRigid}},
                                                   {"true", {Word::kTrue, Level::kPosition}},
                                                   {"next", {Word::kNext, Level::kMove}},
                                                   {"legal", {Word::kLegal, Level::kPosition}},
                                                   {"does", {Word::kDoes, Level::kMove}},
                                                   {"goal", {Word::kGoal, Level::kPosition}},
                                                   {"terminal", {Word::kTerminal, Level::kPosition}},
                                                   {"sees", {Word::kSees, Level::kPosition}}};
};

// ---- theories

Theory::~Theory() = default;

Result<std::shared_ptr<const Theory>> Theory::make(std::shared_ptr<const gdl::Description> description) {
  std::shared_ptr<Theory> theory(new Theory);
  theory->description_ = std::move(description);
  theory->terms_ = std::make_shared<Terms>();
  auto sentences = read_sentences(*theory->description_, *theory->terms_);
  if (!sentences) return tl::unexpected(sentences.error());
  theory->sentences_ = std::move(*sentences);
  if (auto made = Making(*theory, theory->sentences_).make(); !made) return tl::unexpected(made.error());
  return std::shared_ptr<const Theory>(std::move(theory));
}

std::shared_ptr<belief::Rules> Theory::words() const { return belief::Rules::of_words(lexicon_, imperfect_); }

Result<Theory::Asked> Theory::ask(std::string_view text) const {
  Terms terms;
  std::string wanted;
  if (auto term = program::read_term(terms, text)) {
    wanted = terms.to_kif(*term);
  } else {
    auto read = gdl::read_text("question", std::string(text), gdl::Notation::kInfix);
    if (!read->readable() || read->statements().size() != 1 || !read->statements()[0].head)
      return failure(fmt::format("{} is not an atom", text), "ask for one such as true(p) or legal(robot, a)");
    wanted = terms.to_kif(terms.add(*read->statements()[0].head, read->symbols()));
  }
  if (auto at = by_text_.find(wanted); at != by_text_.end()) return Asked{at->second};
  if (auto at = known_.find(wanted); at != known_.end()) return Asked{kNoInput, at->second};
  // Of a rigid relation that the sentences speak of, what they rule out is known, too.
  TermId atom = *program::read_term(terms, wanted);
  for (const auto& [signature, kind] : sentences_.relations)
    if (kind.level == Level::kRigid && signature.arity == terms.args(atom).size() &&
        terms_->text(signature.name) == terms.text(terms.name(atom)))
      return Asked{kNoInput, false};
  return failure(fmt::format("the description says nothing of {}", wanted),
                 "ask for an atom of what base, input and percept list, or of a relation of the author's");
}

std::string Theory::text(Number input) const { return terms_->to_kif(inputs_[input].atom); }

}  // namespace percept::igdl
