// SPDX-License-Identifier: MIT
#include "igdl/brute_force.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace percept::test::igdl {
namespace ground {  // a name, since a type of the header has members of these types

using gdl::Formula;
namespace keyword = gdl::keyword;

enum Value : char { kNo, kYes, kUnknown };

Value operator!(Value a) { return a == kUnknown ? kUnknown : a == kYes ? kNo : kYes; }

// A ground sentence.
struct Node {
  enum class Kind : std::uint8_t { kConstant, kAtom, kNot, kAnd, kOr, kSame };
  Kind kind;
  bool constant = false;
  int atom = -1;
  std::vector<Node> parts;
};

Node constant(bool value) { return {Node::Kind::kConstant, value, -1, {}}; }
Node negation(Node part) {
  if (part.kind == Node::Kind::kConstant) return constant(!part.constant);
  return {Node::Kind::kNot, false, -1, {std::move(part)}};
}
// A conjunction or a disjunction.
Node group(Node::Kind kind, std::vector<Node> parts) {
  bool neutral = kind == Node::Kind::kAnd;
  std::erase_if(parts, [&](const Node& n) { return n.kind == Node::Kind::kConstant && n.constant == neutral; });
  for (const Node& part : parts)
    if (part.kind == Node::Kind::kConstant) return constant(!neutral);
  if (parts.empty()) return constant(neutral);
  if (parts.size() == 1) return std::move(parts[0]);
  return {kind, false, -1, std::move(parts)};
}

void for_each_atom(const Node& node, const std::function<void(int)>& visit) {
  if (node.kind == Node::Kind::kAtom) visit(node.atom);
  for (const Node& part : node.parts) for_each_atom(part, visit);
}

// Kleene's value while some atoms are unknown.
Value evaluate(const Node& node, const std::vector<Value>& values) {
  switch (node.kind) {
    case Node::Kind::kConstant: return node.constant ? kYes : kNo;
    case Node::Kind::kAtom: return values[static_cast<std::size_t>(node.atom)];
    case Node::Kind::kNot: return !evaluate(node.parts[0], values);
    case Node::Kind::kSame: {
      Value a = evaluate(node.parts[0], values), b = evaluate(node.parts[1], values);
      return a == kUnknown || b == kUnknown ? kUnknown : a == b ? kYes : kNo;
    }
    default: break;
  }
  Value neutral = node.kind == Node::Kind::kAnd ? kYes : kNo, out = neutral;
  for (const Node& part : node.parts) {
    Value value = evaluate(part, values);
    if (value == !neutral) return value;
    if (value == kUnknown) out = kUnknown;
  }
  return out;
}

// Ground sentences that all have to hold.
struct Conjunction {
  std::vector<Node> sentences;
  std::map<int, std::vector<std::size_t>> with;  // by atom

  void add(Node node) {
    std::set<int> atoms;
    for_each_atom(node, [&](int atom) { atoms.insert(atom); });
    for (int atom : atoms) with[atom].push_back(sentences.size());
    sentences.push_back(std::move(node));
  }

  // Every way to give these atoms values such that no sentence is violated.
  void enumerate(const std::vector<int>& atoms, std::vector<Value>& values, const std::function<void()>& found) const {
    for (int atom : atoms) values[static_cast<std::size_t>(atom)] = kUnknown;
    for (const Node& sentence : sentences)
      if (evaluate(sentence, values) == kNo) return;
    enumerate(atoms, 0, values, found);
  }

 private:
  void enumerate(const std::vector<int>& atoms, std::size_t i, std::vector<Value>& values,
                 const std::function<void()>& found) const {
    if (i == atoms.size()) return found();
    auto mentioned = with.find(atoms[i]);
    for (Value value : {kNo, kYes}) {
      values[static_cast<std::size_t>(atoms[i])] = value;
      bool violated = mentioned != with.end() && std::ranges::any_of(mentioned->second, [&](std::size_t s) {
                        return evaluate(sentences[s], values) == kNo;
                      });
      if (!violated) enumerate(atoms, i + 1, values, found);
    }
    values[static_cast<std::size_t>(atoms[i])] = kUnknown;
  }
};

std::string join(const std::string& name, const std::vector<std::string>& args) {
  std::string out = name;
  for (std::size_t i = 0; i < args.size(); ++i) out += (i == 0 ? "(" : ",") + args[i];
  return args.empty() ? out : out + ")";
}

}  // namespace ground

using namespace ground;

// --- the ground sentences ---

struct BruteForce::Sentences {
  const gdl::Description& description;
  std::vector<std::string> universe;
  std::map<gdl::Symbol, std::string> binding;  // of variables, while a sentence is made ground

  std::vector<std::string> names;                             // of atoms
  std::map<std::string, int> atoms;                           // by name; neither those known nor those that cannot be
  std::map<std::string, bool> known;                          // rigid atoms
  std::vector<int> open_rules, fluents, nexts, legals, face;  // face: legal, sees, goal, terminal
  std::vector<std::string> roles;
  std::map<std::string, std::vector<std::string>> inputs;  // by role
  Conjunction rigid, first, still, moving;                 // first: still, and what is said about init

  explicit Sentences(const gdl::Description& d) : description(d) {
    std::set<std::string> constants;
    for (const gdl::Statement& s : d.statements()) {
      REQUIRE_MESSAGE(s.kind != gdl::Statement::Kind::kRule, "an incomplete description has no rules");
      auto arguments = [&](const gdl::Term& atom) {
        for (const gdl::Term* arg : atom.args) {
          REQUIRE_MESSAGE(arg->args.empty(), "the universe of a description with functions is infinite");
          if (!arg->is_variable()) constants.insert(std::string(d.text(arg->name)));
        }
      };
      if (s.head) arguments(*s.head);
      if (s.sentence) for_each_literal(*s.sentence, [&](const Formula& f, gdl::Polarity) { arguments(*f.atom); });
    }
    universe.assign(constants.begin(), constants.end());
    find_known();
    for (const std::string& x : universe)
      if (known_value(join("role", {x})) == kYes) roles.push_back(x);
    make_atoms();
    make_sentences();
  }

  // --- which relation is what ---

  enum class Class : std::uint8_t { kRigid, kRound, kFirst, kMove };  // of a sentence: the latest of its atoms
  static Class class_of(gdl::Symbol name) {
    if (name == keyword::kDoes || name == keyword::kNext) return Class::kMove;
    if (name == keyword::kInit) return Class::kFirst;
    for (gdl::Symbol s : {keyword::kTrue, keyword::kLegal, keyword::kSees, keyword::kGoal, keyword::kTerminal})
      if (name == s) return Class::kRound;
    return Class::kRigid;
  }
  static Class class_of(const gdl::Statement& s) {
    if (s.head) return class_of(s.head->name);
    Class out = Class::kRigid;
    std::set<Class> met;
    for_each_literal(*s.sentence, [&](const Formula& f, gdl::Polarity) {
      met.insert(class_of(f.atom->name));
      out = std::max(out, class_of(f.atom->name));
    });
    REQUIRE_MESSAGE(!(met.contains(Class::kFirst) && (met.contains(Class::kRound) || met.contains(Class::kMove))),
                    "a sentence with init and with a relation of a round");
    return out;
  }

  // The rigid atom that must hold for this one to hold; empty if there is none.
  static std::string bound_of(const std::string& relation, const std::vector<std::string>& args) {
    if (relation == "true" || relation == "next") return join("base", args);
    if (relation == "legal" || relation == "does") return join("input", args);
    if (relation == "sees") return join("percept", args);
    return {};
  }

  Value known_value(const std::string& rigid_atom) const {
    auto it = known.find(rigid_atom);
    return it == known.end() ? kUnknown : it->second ? kYes : kNo;
  }

  int number(const std::string& name) {
    auto [it, is_new] = atoms.try_emplace(name, static_cast<int>(names.size()));
    if (is_new) names.push_back(name);
    return it->second;
  }

  // --- from sentences to ground sentences ---

  // The atom with its variables bound; nothing if some are not. `init` becomes `true`.
  std::optional<std::string> instance(const gdl::Term& atom, Value& value) const {
    std::vector<std::string> args;
    value = kUnknown;
    for (const gdl::Term* arg : atom.args) {
      auto bound = binding.find(arg->name);
      if (arg->is_variable() && bound == binding.end()) return std::nullopt;
      args.push_back(arg->is_variable() ? bound->second : std::string(description.text(arg->name)));
    }
    if (atom.name == keyword::kDistinct) {
      value = args[0] != args[1] ? kYes : kNo;
      return std::string();
    }
    std::string relation(description.text(atom.name == keyword::kInit ? keyword::kTrue : atom.name));
    std::string name = join(relation, args), bound = bound_of(relation, args);
    value = class_of(atom.name) == Class::kRigid          ? known_value(name)
            : !bound.empty() && known_value(bound) == kNo ? kNo
                                                          : kUnknown;
    return name;
  }

  // What the formula's value is whatever the unbound variables are; kUnknown if it depends, or is not known.
  Value guess(const Formula& f) {
    switch (f.kind) {
      case Formula::Kind::kAtom:
      case Formula::Kind::kDistinct: {
        Value value;
        instance(*f.atom, value);
        return value;
      }
      case Formula::Kind::kNot: return !guess(*f.parts[0]);
      case Formula::Kind::kImplies: {
        Value a = guess(*f.parts[0]), b = guess(*f.parts[1]);
        return a == kNo || b == kYes ? kYes : a == kYes ? b : b == kNo ? !a : kUnknown;
      }
      case Formula::Kind::kEquivalent: {
        Value a = guess(*f.parts[0]), b = guess(*f.parts[1]);
        return a == kUnknown || b == kUnknown ? kUnknown : a == b ? kYes : kNo;
      }
      case Formula::Kind::kForall:
      case Formula::Kind::kExists: {
        auto outer = binding.extract(f.variable->name);
        Value value = guess(*f.parts[0]);
        if (outer) binding.insert(std::move(outer));
        return value;
      }
      default: break;
    }
    Value neutral = f.kind == Formula::Kind::kAnd ? kYes : kNo, out = neutral;
    for (const Formula* part : f.parts) {
      Value value = guess(*part);
      if (value == !neutral) return value;
      if (value == kUnknown) out = kUnknown;
    }
    return out;
  }

  Node ground(const Formula& f) {
    if (Value value = guess(f); value != kUnknown) return constant(value == kYes);
    std::vector<Node> parts;
    if (f.kind == Formula::Kind::kForall || f.kind == Formula::Kind::kExists) {
      auto outer = binding.extract(f.variable->name);
      for (const std::string& x : universe) {
        binding[f.variable->name] = x;
        parts.push_back(ground(*f.parts[0]));
      }
      binding.erase(f.variable->name);
      if (outer) binding.insert(std::move(outer));
      return group(f.kind == Formula::Kind::kForall ? Node::Kind::kAnd : Node::Kind::kOr, std::move(parts));
    }
    for (const Formula* part : f.parts) parts.push_back(ground(*part));
    switch (f.kind) {
      case Formula::Kind::kNot: return negation(std::move(parts[0]));
      case Formula::Kind::kAnd: return group(Node::Kind::kAnd, std::move(parts));
      case Formula::Kind::kOr: return group(Node::Kind::kOr, std::move(parts));
      case Formula::Kind::kImplies:
        parts[0] = negation(std::move(parts[0]));
        return group(Node::Kind::kOr, std::move(parts));
      case Formula::Kind::kEquivalent:
        if (parts[0].kind == Node::Kind::kConstant) std::swap(parts[0], parts[1]);
        if (parts[1].kind != Node::Kind::kConstant) return {Node::Kind::kSame, false, -1, std::move(parts)};
        return parts[1].constant ? std::move(parts[0]) : negation(std::move(parts[0]));
      default: break;
    }
    Value value;
    return {Node::Kind::kAtom, false, number(*instance(*f.atom, value)), {}};
  }

  // All instances of the sentence that are not true anyway.
  void instances(const gdl::Statement& s, const std::function<void(Node)>& found) {
    Formula fact;
    fact.atom = s.head;
    if (s.head && s.head->name == keyword::kDistinct) fact.kind = Formula::Kind::kDistinct;
    const Formula& f = s.sentence ? *s.sentence : fact;
    std::vector<gdl::Symbol> variables;
    free_variables(f, {}, variables);
    bind(f, variables, 0, found);
  }
  void bind(const Formula& f, const std::vector<gdl::Symbol>& variables, std::size_t i,
            const std::function<void(Node)>& found) {
    if (guess(f) == kYes) return;
    if (i == variables.size()) return found(ground(f));
    for (const std::string& x : universe) {
      binding[variables[i]] = x;
      bind(f, variables, i + 1, found);
    }
    binding.erase(variables[i]);
  }
  static void free_variables(const Formula& f, std::set<gdl::Symbol> bound, std::vector<gdl::Symbol>& out) {
    if (f.variable) bound.insert(f.variable->name);
    if (f.atom)
      for (const gdl::Term* arg : f.atom->args)
        if (arg->is_variable() && !bound.contains(arg->name) && std::ranges::find(out, arg->name) == out.end())
          out.push_back(arg->name);
    for (const Formula* part : f.parts) free_variables(*part, bound, out);
  }

  // --- the steps ---

  // Rigid atoms that a sentence says by itself, again and again, until nothing new is known. The rest is `rigid`.
  void find_known() {
    for (bool changed = true; changed;) {
      changed = false;
      rigid = {};
      atoms.clear();
      names.clear();
      for (const gdl::Statement& s : description.statements()) {
        if (class_of(s) != Class::kRigid) continue;
        instances(s, [&](Node node) {
          bool negated = node.kind == Node::Kind::kNot;
          const Node& atom = negated ? node.parts[0] : node;
          if (atom.kind == Node::Kind::kAtom)
            changed |= known.try_emplace(names[static_cast<std::size_t>(atom.atom)], !negated).second;
          rigid.add(std::move(node));
        });
      }
    }
  }

  void make_atoms() {
    for (const auto& [name, atom] : atoms) open_rules.push_back(atom);  // what is known was not made an atom
    for (const std::string& x : universe) {
      if (known_value(join("base", {x})) == kNo) continue;
      fluents.push_back(number(join("true", {x})));
      nexts.push_back(number(join("next", {x})));
    }
    for (const std::string& r : roles)
      for (const std::string& x : universe) {
        if (known_value(join("percept", {r, x})) != kNo) face.push_back(number(join("sees", {r, x})));
        if (known_value(join("input", {r, x})) == kNo) continue;
        inputs[r].push_back(x);
        legals.push_back(number(join("legal", {r, x})));
        number(join("does", {r, x}));
      }
    face.insert(face.end(), legals.begin(), legals.end());
    face.push_back(number("terminal"));
  }

  void make_sentences() {
    for (const gdl::Statement& s : description.statements()) {
      Class c = class_of(s);
      if (c == Class::kRigid) continue;
      instances(s, [&](Node node) {
        if (c == Class::kMove) return moving.add(std::move(node));
        if (c == Class::kRound) still.add(node);
        first.add(std::move(node));
      });
    }
    // What bounds the rest, where it is open itself.
    auto bounds = [&](const std::string& relation, const std::vector<std::string>& args, Conjunction& sentences) {
      std::string bound = bound_of(relation, args);
      if (known_value(bound) != kUnknown) return;
      Node holds{Node::Kind::kAtom, false, number(join(relation, args)), {}};
      sentences.add(
          group(Node::Kind::kOr, {negation(std::move(holds)), {Node::Kind::kAtom, false, number(bound), {}}}));
    };
    for (const std::string& x : universe) {
      if (known_value(join("base", {x})) == kUnknown) open_rule(join("base", {x}));
      for (Conjunction* sentences : {&first, &still}) bounds("true", {x}, *sentences);
      bounds("next", {x}, moving);
      for (const std::string& r : roles)
        for (const char* relation : {"legal", "sees"}) {
          std::string bound = bound_of(relation, {r, x});
          if (known_value(bound) == kUnknown) open_rule(bound);
          for (Conjunction* sentences : {&first, &still}) bounds(relation, {r, x}, *sentences);
        }
    }
    for (const auto& [name, atom] : atoms)
      if (name.starts_with("goal("))
        face.push_back(atom);
      else if (is_rigid(name))
        open_rule(name);
  }

  static bool is_rigid(const std::string& name) {
    static const std::set<std::string> kOfARound = {"true", "next", "does", "legal", "sees", "goal", "terminal"};
    return !kOfARound.contains(name.substr(0, name.find('(')));
  }
  void open_rule(const std::string& name) {
    int atom = number(name);
    if (known_value(name) == kUnknown && std::ranges::find(open_rules, atom) == open_rules.end())
      open_rules.push_back(atom);
  }

  // --- values ---

  std::vector<Value> values(const Atoms& rules) const {
    std::vector<Value> out(names.size(), kUnknown);
    for (int atom : open_rules) out[static_cast<std::size_t>(atom)] = rules.contains(name(atom)) ? kYes : kNo;
    return out;
  }
  const std::string& name(int atom) const { return names[static_cast<std::size_t>(atom)]; }
  Atoms that_hold(const std::vector<int>& of, const std::vector<Value>& values) const {
    Atoms out;
    for (int atom : of)
      if (values[static_cast<std::size_t>(atom)] == kYes) out.insert(name(atom));
    return out;
  }
};

namespace {

// The last argument of each, of those that begin so: "q" of "true(q)".
Atoms arguments(const Atoms& atoms, const std::string& beginning) {
  Atoms out;
  for (const std::string& atom : atoms)
    if (atom.starts_with(beginning)) out.insert(atom.substr(beginning.size(), atom.size() - beginning.size() - 1));
  return out;
}

}  // namespace

BruteForce::BruteForce(const gdl::Description& description, std::string role)
    : sentences_(std::make_unique<Sentences>(description)), role_(std::move(role)) {
  REQUIRE_MESSAGE(std::ranges::find(sentences_->roles, role_) != sentences_->roles.end(), role_);
}

BruteForce::~BruteForce() = default;

int BruteForce::number(World world) {
  auto [it, is_new] = numbers_.try_emplace(std::move(world), static_cast<int>(worlds_.size()));
  if (is_new) worlds_.push_back(it->first);
  return it->second;
}

// All worlds with these rules and this position, or (without one) with a first position.
std::vector<World> BruteForce::complete(const Atoms& rules, const Atoms* position) {
  const Sentences& s = *sentences_;
  std::vector<World> out;
  std::vector<Value> values = s.values(rules);
  std::vector<int> open = s.face;
  if (position)
    for (int atom : s.fluents) values[static_cast<std::size_t>(atom)] = position->contains(s.name(atom)) ? kYes : kNo;
  else
    open.insert(open.begin(), s.fluents.begin(), s.fluents.end());
  (position ? s.still : s.first).enumerate(open, values, [&] {
    World world;
    world.rules = rules;
    world.position = arguments(s.that_hold(s.fluents, values), "true(");
    world.legal = s.that_hold(s.legals, values);
    world.moves = arguments(world.legal, "legal(" + role_ + ",");
    Atoms face = s.that_hold(s.face, values);
    world.sees = arguments(face, "sees(" + role_ + ",");
    world.terminal = face.contains("terminal");
    for (int value = 100; value >= 0; --value)
      if (face.contains(join("goal", {role_, std::to_string(value)}))) world.goal = value;
    std::erase_if(face, [](const std::string& atom) { return atom.starts_with("legal("); });
    world.other = std::move(face);
    out.push_back(std::move(world));
  });
  return out;
}

const Models& BruteForce::start() {
  if (!start_.empty()) return start_;
  const Sentences& s = *sentences_;
  std::vector<Value> values = s.values({});
  std::vector<Atoms> all_rules;
  s.rigid.enumerate(s.open_rules, values, [&] { all_rules.push_back(s.that_hold(s.open_rules, values)); });
  for (const Atoms& rules : all_rules)
    for (World& world : complete(rules, nullptr)) start_.push_back({{number(std::move(world))}, {}});
  return start_;
}

Models BruteForce::seen(const Models& models, const Atoms& percepts) const {
  Models out;
  for (const Model& model : models)
    if (world(model.worlds.back()).sees == percepts) out.push_back(model);
  return out;
}

Models BruteForce::asked(const Models& models) const {
  Models out;
  for (const Model& model : models)
    if (!world(model.worlds.back()).terminal) out.push_back(model);
  return out;
}

// What may become of the world when the role makes the move: nothing if the game is over or the move not legal.
const std::vector<BruteForce::Step>& BruteForce::steps(int from, const std::string& move) {
  auto [it, is_new] = steps_.try_emplace({from, move});
  if (!is_new || world(from).terminal || !world(from).moves.contains(move)) return it->second;
  World before = world(from);
  const Sentences& s = *sentences_;
  std::vector<Value> values = s.values(before.rules);
  for (int atom : s.fluents)
    values[static_cast<std::size_t>(atom)] =
        before.position.contains(s.name(atom).substr(5, s.name(atom).size() - 6)) ? kYes : kNo;
  for (int atom : s.face)
    values[static_cast<std::size_t>(atom)] =
        before.legal.contains(s.name(atom)) || before.other.contains(s.name(atom)) ? kYes : kNo;

  std::set<std::pair<Atoms, Atoms>> found;  // joint moves and what is next
  std::function<void(std::size_t, Atoms)> others = [&](std::size_t i, Atoms moves) {
    if (i == s.roles.size()) {
      s.moving.enumerate(s.nexts, values, [&] {
        Atoms next;
        for (const std::string& x : arguments(s.that_hold(s.nexts, values), "next(")) next.insert("true(" + x + ")");
        found.insert({moves, std::move(next)});
      });
      return;
    }
    const std::string& role = s.roles[i];
    for (const std::string& input : s.inputs.at(role))
      values[static_cast<std::size_t>(s.atoms.at(join("does", {role, input})))] = kNo;
    for (const std::string& input : s.inputs.at(role)) {
      if (role == role_ ? input != move : !before.legal.contains(join("legal", {role, input}))) continue;
      std::string does = join("does", {role, input});
      values[static_cast<std::size_t>(s.atoms.at(does))] = kYes;
      Atoms joint = moves;
      joint.insert(does);
      others(i + 1, std::move(joint));
      values[static_cast<std::size_t>(s.atoms.at(does))] = kNo;
    }
  };
  others(0, {});
  std::vector<Step> out;
  for (const auto& [moves, next] : found)
    for (World& world : complete(before.rules, &next)) out.push_back({moves, number(std::move(world))});
  return steps_[{from, move}] = std::move(out);
}

Models BruteForce::moved(const Models& models, const std::string& move) {
  Models out;
  for (const Model& model : models)
    for (const Step& step : steps(model.worlds.back(), move)) {
      out.push_back(model);
      out.back().worlds.push_back(step.world);
      out.back().moves.push_back(step.moves);
    }
  return out;
}

// --- counting ---

Known BruteForce::ask(const Models& models, const std::string& atom, std::size_t round) const {
  REQUIRE_FALSE(models.empty());
  bool holds = false, fails = false;
  for (const Model& model : models) {
    std::size_t at = round == 0 ? model.worlds.size() : round;
    REQUIRE(at <= model.worlds.size());
    const World& w = world(model.worlds[at - 1]);
    bool value = w.rules.contains(atom) || sentences_->known_value(atom) == kYes || w.legal.contains(atom) ||
                 w.other.contains(atom) || (atom.starts_with("does(") && model.moves.at(at - 1).contains(atom)) ||
                 (atom.starts_with("true(") && w.position.contains(atom.substr(5, atom.size() - 6)));
    (value ? holds : fails) = true;
  }
  return holds && fails ? Known::kOpen : holds ? Known::kTrue : Known::kFalse;
}

namespace {

template <class Key>
std::size_t distinct(const Models& models, const Key& key) {
  std::set<decltype(key(models[0]))> out;
  for (const Model& model : models) out.insert(key(model));
  return out.size();
}

}  // namespace

std::size_t BruteForce::rules(const Models& models) const {
  return distinct(models, [&](const Model& m) { return world(m.worlds.back()).rules; });
}
std::size_t BruteForce::positions(const Models& models) const {
  return distinct(models, [&](const Model& m) { return world(m.worlds.back()).position; });
}
std::size_t BruteForce::worlds(const Models& models) const {
  return distinct(models, [&](const Model& m) {
    const World& w = world(m.worlds.back());
    return std::pair(w.rules, w.position);
  });
}

std::pair<int, int> BruteForce::goals(const Models& models) const {
  std::pair<int, int> out{100, 0};
  for (const Model& model : models) {
    out.first = std::min(out.first, world(model.worlds.back()).goal);
    out.second = std::max(out.second, world(model.worlds.back()).goal);
  }
  return out;
}

Atoms BruteForce::surely_legal(const Models& models) const {
  Atoms out = possibly_legal(models);
  for (const Model& model : models)
    std::erase_if(out, [&](const std::string& m) { return !world(model.worlds.back()).moves.contains(m); });
  return out;
}
Atoms BruteForce::possibly_legal(const Models& models) const {
  Atoms out;
  for (const Model& model : models) {
    const Atoms& moves = world(model.worlds.back()).moves;
    out.insert(moves.begin(), moves.end());
  }
  return out;
}

// --- policies ---

BruteForce::Group BruteForce::present(const Models& models) const {
  std::set<int> out;
  for (const Model& model : models) out.insert(model.worlds.back());
  return {out.begin(), out.end()};
}

// What the role may find itself in after the move: a group for each thing it can be told. Empty if the move is not
// legal in every one of the worlds, none of which is terminal.
std::vector<BruteForce::Group> BruteForce::after(const Group& worlds, const std::string& move, Telling telling) {
  std::map<Atoms, std::set<int>> told;
  for (int w : worlds) {
    if (!world(w).moves.contains(move)) return {};
    for (const Step& step : steps(w, move))
      told[world(telling == Telling::kBeforeMove ? step.world : w).sees].insert(step.world);
  }
  std::vector<Group> out;
  for (const auto& [percepts, group] : told) out.emplace_back(group.begin(), group.end());
  return out;
}

bool BruteForce::can(const Group& worlds, int goal, Telling telling) {
  Group open;
  for (int w : worlds) {
    if (world(w).terminal && world(w).goal < goal) return false;
    if (!world(w).terminal) open.push_back(w);
  }
  if (open.empty()) return true;
  auto key = std::tuple(open, goal, telling);
  if (auto it = can_.find(key); it != can_.end()) return it->second;
  bool out = std::ranges::any_of(world(open[0]).moves,
                                 [&](const std::string& move) { return reaches(open, move, goal, telling); });
  return can_[key] = out;
}

bool BruteForce::reaches(const Group& worlds, const std::string& move, int goal, Telling telling) {
  std::vector<Group> groups = after(worlds, move, telling);
  return !groups.empty() && std::ranges::all_of(groups, [&](const Group& g) { return can(g, goal, telling); });
}

std::vector<int> BruteForce::goal_values() const {
  std::set<int, std::greater<>> out;
  for (int value = 0; value <= 100; ++value)
    if (sentences_->atoms.contains(join("goal", {role_, std::to_string(value)}))) out.insert(value);
  return {out.begin(), out.end()};
}

int BruteForce::guaranteed(const Models& models, Telling telling) {
  for (int goal : goal_values())
    if (can(present(models), goal, telling)) return goal;
  return 0;
}

int BruteForce::guaranteed_unseen(const Models& models) {
  std::map<Atoms, Models> told;
  for (const Model& model : models) told[world(model.worlds.back()).sees].push_back(model);
  int out = 100;
  for (const auto& [percepts, group] : told) out = std::min(out, guaranteed(group));
  return out;
}

Atoms BruteForce::best_moves(const Models& models) {
  int goal = guaranteed(models);
  Group open = present(asked(models));
  Atoms out;
  for (const std::string& move : surely_legal(asked(models)))
    if (reaches(open, move, goal, Telling::kBeforeMove)) out.insert(move);
  return out;
}

int BruteForce::best_sum(const Models& models) {
  Group worlds;
  for (const Model& model : models) worlds.push_back(model.worlds.back());
  std::ranges::sort(worlds);
  return best_sum(worlds);
}

// Here a group may hold a world twice: two first worlds that have become the same count as two.
int BruteForce::best_sum(const Group& worlds) {
  if (auto it = sums_.find(worlds); it != sums_.end()) return it->second;
  int over = 0;
  Group open;
  for (int w : worlds) {
    if (world(w).terminal)
      over += world(w).goal;
    else
      open.push_back(w);
  }
  int best = 0;
  if (!open.empty())
    for (const std::string& move : world(open[0]).moves) {
      if (!std::ranges::all_of(open, [&](int w) { return world(w).moves.contains(move); })) continue;
      std::map<Atoms, Group> told;
      for (int w : open) {
        const std::vector<Step>& next = steps(w, move);
        REQUIRE(next.size() == 1);
        told[world(next[0].world).sees].push_back(next[0].world);
      }
      int sum = 0;
      for (auto& [percepts, group] : told) {
        std::ranges::sort(group);
        sum += best_sum(group);
      }
      best = std::max(best, sum);
    }
  return sums_[worlds] = over + best;
}

}  // namespace percept::test::igdl
