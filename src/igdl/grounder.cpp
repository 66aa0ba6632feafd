// SPDX-License-Identifier: MIT
#include "igdl/grounder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace percept::igdl {

using Op = Node::Op;

namespace {

constexpr Wire kNoWire{UINT32_MAX};
constexpr std::size_t kMaxWork = 10'000'000;  // some twenty seconds
constexpr std::size_t kMaxMade = 3'000'000;   // gates and terms: some hundred megabytes, and as much a round of a match
constexpr std::size_t kLook = 64;             // branches between looks at the clock

std::uint64_t key_of_term(std::size_t arg, TermId term) { return arg << 40 | 1ull << 39 | term.value; }
std::uint64_t key_of_name(std::size_t arg, Symbol name) { return arg << 40 | name.value; }

}  // namespace

Grounder::Grounder(Terms& terms, const Sentences& sentences, const Budget& budget) : terms_(terms), budget_(budget) {
  for (const auto& [signature, kind] : sentences.relations) relations_[signature].kind = kind;
}

Grounder::Relation& Grounder::relation(TermId atom) {
  return relations_.at({terms_.name(atom), terms_.args(atom).size()});
}

TermId Grounder::atom(std::string_view name, std::initializer_list<TermId> args) {
  return terms_.make(terms_.symbols().intern(name), std::span(args.begin(), args.size()));
}

std::vector<TermId> Grounder::members(std::string_view name, std::size_t arity) {
  auto at = relations_.find({terms_.symbols().intern(name), arity});
  return at == relations_.end() ? std::vector<TermId>() : at->second.members;
}

void Grounder::fail(Error error) {
  if (error_) return;
  if (said) error.message = said->placed(error.message);
  error_ = std::move(error);
}

void Grounder::universe(std::vector<TermId> terms) {
  universe_ = std::move(terms);
  in_universe_.assign(terms_.size(), false);
  for (TermId term : universe_) in_universe_[term.value] = true;
}

void Grounder::add_member(TermId atom, bool holds) {
  Relation& of = relation(atom);
  auto [at, is_new] = of.wires.insert({atom, holds ? circuit::kTrue : kNoWire});
  if (is_new) of.members.push_back(atom);
  if (holds && at->second == kNoWire) at.value() = circuit::kTrue;
}

Wire Grounder::wire(TermId atom) {
  Relation& of = relation(atom);
  auto at = of.wires.find(atom);
  if (at == of.wires.end()) {
    if (of.by_universe)
      for (TermId arg : terms_.args(atom))
        if (arg.value >= in_universe_.size() || !in_universe_[arg.value])
          fail({fmt::format("the universe is infinite: a sentence asks for {}, and {} is written nowhere",
                            terms_.to_kif(atom), terms_.to_kif(arg)),
                fmt::format("say of what {} can hold: {}(X) => base(X), for example", terms_.text(terms_.name(atom)),
                            terms_.text(terms_.name(atom)))});
    return circuit::kFalse;
  }
  if (at->second == kNoWire) {
    at.value() = circuit_.loop();  // a leaf: inputs would have to come before all gates
    leaves_.push_back({atom, at->second});
  }
  return at->second;
}

// ---- terms under an environment

TermId Grounder::applied(TermId term, const Environment& environment) {
  return program::substitute(terms_, term, [&](TermId variable) {
    TermId value = environment[terms_.variable_number(variable)];
    return value == kNone ? variable : value;
  });
}

bool Grounder::is_bound(TermId term, const Environment& environment) const {
  if (terms_.is_ground(term)) return true;
  if (terms_.is_variable(term)) return environment[terms_.variable_number(term)] != kNone;
  return std::ranges::all_of(terms_.args(term), [&](TermId arg) { return is_bound(arg, environment); });
}

// Binds what the pattern leaves open; whoever calls takes back what was bound, also when it does not match.
bool Grounder::match(TermId pattern, TermId term, Environment& environment, std::vector<std::uint32_t>& bound) {
  if (terms_.is_ground(pattern)) return pattern == term;
  if (terms_.is_variable(pattern)) {
    std::uint32_t slot = terms_.variable_number(pattern);
    if (environment[slot] != kNone) return environment[slot] == term;
    environment[slot] = term;
    bound.push_back(slot);
    return true;
  }
  if (terms_.name(pattern) != terms_.name(term) || terms_.args(pattern).size() != terms_.args(term).size())
    return false;
  for (std::size_t i = 0; i < terms_.args(pattern).size(); ++i)
    if (!match(terms_.args(pattern)[i], terms_.args(term)[i], environment, bound)) return false;
  return true;
}

void Grounder::bring_up_to_date(Relation& relation) {
  for (; relation.indexed < relation.members.size(); ++relation.indexed) {
    std::span<const TermId> args = terms_.args(relation.members[relation.indexed]);
    auto number = static_cast<std::uint32_t>(relation.indexed);
    for (std::size_t i = 0; i < args.size(); ++i) {
      relation.index[key_of_term(i, args[i])].push_back(number);
      if (!terms_.args(args[i]).empty()) relation.index[key_of_name(i, terms_.name(args[i]))].push_back(number);
    }
  }
}

// The members that may match, or null for all of them.
const std::vector<std::uint32_t>* Grounder::candidates(Relation& relation, TermId pattern,
                                                       const Environment& environment, std::size_t& count) {
  static const std::vector<std::uint32_t> none;
  bring_up_to_date(relation);
  const std::vector<std::uint32_t>* best = nullptr;
  count = relation.members.size();
  for (std::size_t i = 0; i < terms_.args(pattern).size(); ++i) {
    TermId arg = terms_.args(pattern)[i];
    std::uint64_t key = 0;
    if (is_bound(arg, environment))
      key = key_of_term(i, applied(arg, environment));
    else if (!terms_.is_variable(arg))
      key = key_of_name(i, terms_.name(arg));
    else
      continue;
    auto at = relation.index.find(key);
    const std::vector<std::uint32_t>* some = at == relation.index.end() ? &none : &at->second;
    if (!best || some->size() < best->size()) best = some;
  }
  if (best) count = best->size();
  return best;
}

// ---- joins

struct Grounder::Search {
  const std::vector<std::uint32_t>& slots;
  Environment& environment;
  const std::function<void()>& found;
  bool several = false;  // the same assignment may be found more than once
  std::unordered_set<std::u32string> seen = {};
};

namespace {

// A conjunction is taken apart; a disjunction of so many branches.
bool is_conjunction(const Grounder::Item& item) {
  Op op = item.node->op;
  return op == Op::kNot || (item.sign ? op == Op::kAnd : op == Op::kOr || op == Op::kImplies);
}
bool opens(const Grounder::Item& item) { return item.node->op == (item.sign ? Op::kExists : Op::kForall); }
bool is_disjunction(const Grounder::Item& item) {
  Op op = item.node->op;
  return op == Op::kEquivalent || (item.sign ? op == Op::kOr || op == Op::kImplies : op == Op::kAnd);
}
std::vector<Grounder::Item> parts_of(const Grounder::Item& item) {
  std::vector<Grounder::Item> out;
  const Node& node = *item.node;
  for (const Node& part : node.parts) {
    bool flips = node.op == Op::kNot || (node.op == Op::kImplies && &part == &node.parts.front());
    out.push_back({&part, item.sign != flips});
  }
  return out;
}
// Each branch is a conjunction.
std::vector<std::vector<Grounder::Item>> branches_of(const Grounder::Item& item) {
  std::vector<std::vector<Grounder::Item>> out;
  if (item.node->op != Op::kEquivalent) {
    for (const Grounder::Item& part : parts_of(item)) out.push_back({part});
    return out;
  }
  const Node &a = item.node->parts[0], &b = item.node->parts[1];
  for (bool sign : {true, false}) out.push_back({{&a, sign}, {&b, sign == item.sign}});
  return out;
}

}  // namespace

// Does it bind a variable, or is it a disjunction of which every branch does?
bool Grounder::restricts(const Item& item, const Environment& environment) const {
  const Node& node = *item.node;
  auto some = [&](const std::vector<Item>& items) {
    return std::ranges::any_of(items, [&](const Item& part) { return restricts(part, environment); });
  };
  switch (node.op) {
    case Op::kAtom: {
      if (!item.sign || is_bound(node.left, environment)) return false;
      auto of = relations_.find({terms_.name(node.left), terms_.args(node.left).size()});
      return of->second.bounded;
    }
    case Op::kEqual: return item.sign && (is_bound(node.left, environment) != is_bound(node.right, environment));
    default: break;
  }
  if (is_conjunction(item) || opens(item)) return some(parts_of(item));
  if (!is_disjunction(item)) return false;
  return std::ranges::all_of(branches_of(item), some);
}

void Grounder::join(std::vector<Item> items, const std::vector<std::uint32_t>& slots, Environment& environment,
                    const std::function<void()>& found) {
  Search search{slots, environment, found};
  this->search(search, std::move(items));
}

// The sentence may have relations that nothing limits: what is not ruled out may hold.
std::string Grounder::how_to_restrict() {
  std::string open;
  if (said)
    for_each_atom(said->node, [&](TermId atom) {
      if (open.empty() && relation(atom).by_universe) open = terms_.text(terms_.name(atom));
    });
  if (!open.empty())
    return fmt::format(
        "say of what {} can hold, since all that no sentence rules out may be so: {}(X) => X = a | X = b, "
        "for example",
        open, open);
  return "let a relation that holds of few things restrict them: neighbour(X, Y) & wall(X) => ..., for example";
}

void Grounder::branch(Search& search, const std::vector<Item>& items, std::size_t without, std::vector<Item> with) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (i != without) with.push_back(items[i]);
  this->search(search, std::move(with));
}

void Grounder::search(Search& search, std::vector<Item> items) {
  if (++work_ > kMaxWork || circuit_.size() + terms_.size() > kMaxMade)
    fail({"there are too many ways to put something in place of the variables", how_to_restrict()});
  else if (work_ % kLook == 0 && budget_.out_of_time())
    fail({"there was not enough time to put things in place of the variables",
          fmt::format("give it more (--seconds, --start-clock), or {}", how_to_restrict())});
  if (error_) return;
  Environment& environment = search.environment;
  std::vector<std::uint32_t> bound;
  struct TakeBack {  // what this call binds is free again behind it
    Environment& environment;
    std::vector<std::uint32_t>& bound;
    ~TakeBack() {
      for (std::uint32_t slot : bound) environment[slot] = kNone;
    }
  } take_back{environment, bound};

  // Conjunctions are taken apart, what is decided is tested, equations bind.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < items.size();) {
      Item item = items[i];
      const Node& node = *item.node;
      bool drop = false;
      if (is_conjunction(item) || opens(item)) {
        if (opens(item)) search.several = true;
        for (const Item& part : parts_of(item)) items.push_back(part);
        drop = true;
      } else if (node.op == Op::kEqual) {
        bool left = is_bound(node.left, environment), right = is_bound(node.right, environment);
        if (left && right) {
          if ((applied(node.left, environment) == applied(node.right, environment)) != item.sign) return;
          drop = true;
        } else if (item.sign && (left || right)) {
          TermId value = applied(left ? node.left : node.right, environment);
          if (!match(left ? node.right : node.left, value, environment, bound)) return;
          drop = changed = true;
        }
      } else if (node.op == Op::kAtom && is_bound(node.left, environment)) {
        TermId atom = applied(node.left, environment);
        Relation& of = relation(atom);
        if (of.bounded) {
          auto at = of.wires.find(atom);
          if (item.sign ? at == of.wires.end() && !of.by_universe
                        : at != of.wires.end() && at->second == circuit::kTrue)
            return;
          drop = true;
        }
      }
      if (drop) {
        items[i] = items.back();
        items.pop_back();
      } else {
        ++i;
      }
    }
  }

  auto unbound = std::ranges::find_if(search.slots, [&](std::uint32_t slot) { return environment[slot] == kNone; });
  if (unbound == search.slots.end()) {
    if (search.several) {
      std::u32string values;
      for (std::uint32_t slot : search.slots) values += static_cast<char32_t>(environment[slot].value);
      if (!search.seen.insert(values).second) return;
    }
    return search.found();
  }

  // The smallest way to bind something.
  std::size_t best = items.size(), best_count = SIZE_MAX;
  const std::vector<std::uint32_t>* best_members = nullptr;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Node& node = *items[i].node;
    if (node.op == Op::kAtom && items[i].sign) {
      Relation& of = relation(node.left);
      if (!of.bounded) continue;
      std::size_t count = 0;
      const std::vector<std::uint32_t>* members = candidates(of, node.left, environment, count);
      if (count < best_count) best = i, best_count = count, best_members = members;
    } else if (is_disjunction(items[i]) && restricts(items[i], environment)) {
      std::size_t count = 2 * branches_of(items[i]).size();
      if (count < best_count) best = i, best_count = count, best_members = nullptr;
    }
  }
  if (best == items.size()) {
    used_universe = true;
    std::uint32_t slot = *unbound;
    for (std::size_t i = 0; i < universe_.size(); ++i) {
      environment[slot] = universe_[i];
      this->search(search, items);
    }
    environment[slot] = kNone;
    return;
  }
  if (items[best].node->op != Op::kAtom) {
    search.several = true;
    for (std::vector<Item>& with : branches_of(items[best])) branch(search, items, best, std::move(with));
    return;
  }
  const Node& node = *items[best].node;
  Relation& of = relation(node.left);
  std::vector<std::uint32_t> matched;
  for (std::size_t i = 0; i < best_count; ++i) {
    matched.clear();
    TermId member = of.members[best_members ? (*best_members)[i] : i];
    if (match(node.left, member, environment, matched)) branch(search, items, best, {});
    for (std::uint32_t slot : matched) environment[slot] = kNone;
  }
}

// ---- values

Wire Grounder::ground(const Node& node, Environment& environment) {
  if (error_) return circuit::kTrue;
  switch (node.op) {
    case Op::kAtom: return wire(applied(node.left, environment));
    case Op::kEqual:
      return applied(node.left, environment) == applied(node.right, environment) ? circuit::kTrue : circuit::kFalse;
    case Op::kNot: return ~ground(node.parts[0], environment);
    case Op::kAnd:
    case Op::kOr:
    case Op::kImplies: {  // a conjunction of wires, or the negation of one
      bool is_and = node.op == Op::kAnd;
      std::vector<Wire> wires;
      for (const Node& part : node.parts) {
        bool flips = node.op == Op::kImplies && &part == &node.parts.front();
        Wire wire = ground(part, environment) ^ (flips == is_and);
        if (wire == circuit::kFalse) return is_and ? circuit::kFalse : circuit::kTrue;
        wires.push_back(wire);
      }
      return circuit_.all(wires) ^ !is_and;
    }
    case Op::kEquivalent: {
      Wire a = ground(node.parts[0], environment), b = ground(node.parts[1], environment);
      if (a > b) std::swap(a, b);
      if (a.node() == 0) return b ^ (a == circuit::kFalse);
      if (a.node() == b.node()) return a == b ? circuit::kTrue : circuit::kFalse;
      Wire forwards = circuit_.any(std::array{~a, b}), back = circuit_.any(std::array{a, ~b});
      return circuit_.all(std::array{forwards, back});
    }
    case Op::kForall:
    case Op::kExists: break;
  }
  bool exists = node.op == Op::kExists;
  std::vector<TermId> before;
  for (std::uint32_t slot : node.slots) before.push_back(std::exchange(environment[slot], kNone));
  std::vector<Wire> wires;
  const Node& scope = node.parts[0];
  join({{&scope, exists}}, node.slots, environment, [&] { wires.push_back(ground(scope, environment) ^ exists); });
  for (std::size_t i = 0; i < node.slots.size(); ++i) environment[node.slots[i]] = before[i];
  return circuit_.all(wires) ^ exists;
}

}  // namespace percept::igdl
