// SPDX-License-Identifier: MIT
#include "igdl/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

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

// What sentences are about, step by step.
class Members {
 public:
  Members(const std::string& name, Sentences& sentences, Grounder& grounder)
      : name_(name), sentences_(sentences), grounder_(grounder), terms_(grounder.terms()) {}

  Result<Structure> find() {
    find_structure();
    if (grounder_.error()) return tl::unexpected(*grounder_.error());
    if (auto listed = need_lists(); !listed) return tl::unexpected(listed.error());
    find_universe();
    if (auto stepped = find_steps(); !stepped) return tl::unexpected(stepped.error());
    list_words();
    if (auto named = check_names(); !named) return tl::unexpected(named.error());
    if (auto bounded = bound_relations(); !bounded) return tl::unexpected(bounded.error());
    return std::move(out_);
  }

 private:
  using Relation = Grounder::Relation;

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
        grounder_.said = rule.sentence;
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
          if (heads.size() > kMaxMembers) too_many({terms_.name(rule.head), terms_.args(rule.head).size()});
        });
        if (grounder_.used_universe) continue;  // nothing is in the universe yet
        for (TermId head : heads) {
          if (grounder_.has_member(head)) continue;
          if (depth(head) > deepest)
            grounder_.fail({fmt::format("the universe is infinite: {} follows, and ever larger terms after it",
                                        terms_.to_kif(head)),
                            "say for which terms it holds, one by one or of a list"});
          grounder_.add_member(head, true);
          changed = true;
        }
      }
    }
  }

  Result<void> need_lists() {
    auto missing = [&](std::string_view what, std::string_view example) {
      return failure(fmt::format("{} lists no {}", name_, what), fmt::format("say which there are: {}", example));
    };
    if (grounder_.members("role", 1).empty()) return missing("roles", "role(robot)");
    if (grounder_.members("base", 1).empty()) return missing("base propositions", "base(p)");
    if (grounder_.members("input", 2).empty()) return missing("moves", "input(robot, a)");
    bool sees =
        std::ranges::any_of(sentences_.relations, [](const auto& entry) { return entry.second.word == Word::kSees; });
    out_.imperfect = !grounder_.members("percept", 2).empty();
    if (sees && !out_.imperfect) return missing("percepts, and speaks of sees", "percept(robot, q)");
    std::vector<TermId> roles = grounder_.members("role", 1);
    for (const char* list : {"input", "percept"})
      for (TermId atom : grounder_.members(list, 2)) {
        TermId role = terms_.args(atom)[0];
        if (std::ranges::none_of(roles, [&](TermId known) { return terms_.args(known)[0] == role; }))
          return failure(fmt::format("{}: {}({}, ...) is of no role", name_, list, terms_.to_kif(role)),
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
    for (TermId atom : grounder_.members("successor", 2)) {
      successor[terms_.args(atom)[0]] = terms_.args(atom)[1];
      later.insert(terms_.args(atom)[1]);
    }
    std::vector<TermId> steps;
    for (TermId atom : grounder_.members("step", 1)) steps.push_back(terms_.args(atom)[0]);
    auto first = std::ranges::find_if(steps, [&](TermId step) { return !later.contains(step); });
    if (first != steps.end() && !successor.empty())
      for (TermId step = *first; !out_.round_of.contains(step); step = successor[step]) {
        std::size_t round = out_.round_of.size() + 1;
        out_.round_of[step] = round;
        if (!successor.contains(step)) break;
      }
    else
      for (TermId step : steps)
        if (auto number = number_of(terms_.to_kif(step)); number && *number > 0)
          out_.round_of[step] = static_cast<std::size_t>(*number);
    for (TermId step : steps)
      if (!out_.round_of.contains(step))
        return failure(fmt::format("{}: step({}) is no successor of the first step", name_, terms_.to_kif(step)),
                       "successor(1, 2), successor(2, 3), ... say which round a step is");
    if (steps.empty())
      return failure(fmt::format("{} speaks of rounds by their steps and lists none", name_),
                     "write step(1), step(2), ...");
    return {};
  }

  Relation& word(std::string_view name, std::size_t arity) {
    Relation& out = grounder_.relations()[{terms_.symbols().intern(name), arity}];
    if (out.kind.word == Word::kOther)
      out.kind = sentences_.relations[{terms_.symbols().intern(name), arity}] = kinds_.at(name);
    out.bounded = true;
    return out;
  }

  // The members of the language's own relations, which the structural ones give.
  void list_words() {
    for (TermId base : grounder_.members("base", 1))
      for (const char* name : {"init", "true", "next"}) list(name, {terms_.args(base)[0]});
    for (TermId input : grounder_.members("input", 2))
      for (const char* name : {"legal", "does"}) list(name, {terms_.args(input)[0], terms_.args(input)[1]});
    for (TermId percept : grounder_.members("percept", 2))
      list("sees", {terms_.args(percept)[0], terms_.args(percept)[1]});
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
    for (TermId role : grounder_.members("role", 1))
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
    grounder_.add_member(grounder_.atom(name, args));
    auto timed = grounder_.relations().find({terms_.symbols().intern(name), args.size() + 1});
    if (timed == grounder_.relations().end() || !timed->second.kind.timed) return;
    timed->second.bounded = true;
    std::vector<TermId> with(args);
    with.push_back({});
    for (const auto& [step, round] : out_.round_of) {
      with.back() = step;
      grounder_.add_member(terms_.make(terms_.symbols().intern(name), with));
    }
  }

  // A name that no list has is a mistake: what is said of it would be said of nothing.
  Result<void> check_names() {
    for (const Sentence& sentence : sentences_.all) {
      std::optional<TermId> unknown;
      grounder_.said = &sentence;
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
          sentence.placed(fmt::format("nothing that {} lists is meant by {}", list, terms_.to_kif(*unknown))),
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
      grounder_.said = bound ? bound->sentence : first_about(signature);
      Grounder::Environment environment(bound ? bound->sentence->slots : signature.arity, Grounder::kNone);
      std::vector<Grounder::Item> items;
      if (bound) items.push_back({&bound->allowed, true});
      const std::vector<std::uint32_t>& args = bound ? bound->slots : slots;
      grounder_.join(items, args, environment, [&] {
        std::vector<TermId> values;
        for (std::uint32_t slot : args) values.push_back(environment[slot]);
        found.push_back(terms_.make(signature.name, values));
        if (found.size() > kMaxMembers) too_many(signature);
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
            generator->sentence->placed(fmt::format("{} holds, and this says that it does not", terms_.to_kif(atom))),
            "one of the two is wrong");
    relation.bounded = true;
    return true;
  }
  void too_many(const Signature& signature) {
    std::string args, allowed;
    for (std::size_t i = 1; i <= signature.arity; ++i) {
      args += fmt::format("{}X{}", i > 1 ? ", " : "", i);
      allowed += fmt::format("{}base(X{})", i > 1 ? " & " : "", i);
    }
    std::string_view relation = terms_.text(signature.name);
    grounder_.fail({fmt::format("{} may hold of more than {} things", relation, kMaxMembers),
                    fmt::format("what no sentence rules out may hold: restrict it, {}({}) => {} for example", relation,
                                args, allowed)});
  }
  const Sentence* first_about(const Signature& signature) const {
    for (const Sentence& sentence : sentences_.all) {
      bool mentioned = false;
      for_each_atom(sentence.node, [&](TermId atom) {
        mentioned |= terms_.name(atom) == signature.name && terms_.args(atom).size() == signature.arity;
      });
      if (mentioned) return &sentence;
    }
    return nullptr;
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

  const std::string& name_;
  Sentences& sentences_;
  Grounder& grounder_;
  Terms& terms_;
  Structure out_;
  const std::map<std::string_view, Kind> kinds_ = {{"init", {Word::kInit, Level::kRigid}},
                                                   {"true", {Word::kTrue, Level::kPosition}},
                                                   {"next", {Word::kNext, Level::kMove}},
                                                   {"legal", {Word::kLegal, Level::kPosition}},
                                                   {"does", {Word::kDoes, Level::kMove}},
                                                   {"goal", {Word::kGoal, Level::kPosition}},
                                                   {"terminal", {Word::kTerminal, Level::kPosition}},
                                                   {"sees", {Word::kSees, Level::kPosition}}};
};

}  // namespace

Result<Structure> find_members(const std::string& name, Sentences& sentences, Grounder& grounder) {
  return Members(name, sentences, grounder).find();
}

}  // namespace percept::igdl
