// SPDX-License-Identifier: MIT
#include "igdl/theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gdl/reader.h"
#include "igdl/members.h"
#include "program/read_terms.h"

namespace percept::igdl {
namespace {

constexpr double kForGrounding = 30;  // CPU seconds, as for games

}  // namespace

// ---- making one, step by step

class Theory::Making {
 public:
  Making(Theory& theory, Sentences& sentences, const Budget& budget)
      : theory_(theory), terms_(*theory.terms_), sentences_(sentences), grounder_(terms_, sentences, budget) {}

  Result<void> make() {
    auto found = find_members(theory_.description_->source()->name(), sentences_, grounder_);
    if (!found) return tl::unexpected(found.error());
    theory_.imperfect_ = found->imperfect;
    round_of_ = std::move(found->round_of);
    if (auto ground = ground_laws(); !ground) return ground;
    return number();
  }

 private:
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
      std::string where;  // it fails
      grounder_.said = &sentence;
      if (sentence.node.op == Node::Op::kForall) {
        const Node& scope = sentence.node.parts[0];
        grounder_.join({{&scope, false}}, sentence.node.slots, environment, [&] {
          wires.push_back(grounder_.ground(scope, environment));
          if (wires.back() == circuit::kFalse && where.empty()) where = values(sentence, environment);
        });
      } else {
        wires.push_back(grounder_.ground(sentence.node, environment));
      }
      if (grounder_.error()) return tl::unexpected(*grounder_.error());
      for (Wire wire : wires) {
        if (wire == circuit::kTrue) continue;
        if (wire == circuit::kFalse)
          return failure(
              sentence.placed(fmt::format("`{}` contradicts itself, or what else is said of these names{}",
                                          sentence.text(), where)),
              !sentence.twice.empty()
                  ? fmt::format("a quantifier binds as tightly as ~, and {} outside of it is another: put all it is "
                                "meant for in parentheses, as in A{}:(...)",
                                sentence.twice, sentence.twice)
              : !where.empty()
                  ? "a variable means everything that is named: say for which it holds, as in base(X) => (...); "
                    "what no list has does not hold"
                  : "role, base, percept, input, step and successor hold of what the description lists, and of "
                    "nothing else; the author's relations of what their definitions say");
        law.instances.push_back({wire});
      }
      std::ranges::sort(law.instances, {}, &Instance::wire);
      auto same = [](const Instance& a, const Instance& b) { return a.wire == b.wire; };
      law.instances.erase(std::unique(law.instances.begin(), law.instances.end(), same), law.instances.end());
      theory_.init_matters_ |= init && law.level != Level::kRigid;
      if (!law.instances.empty()) theory_.laws_.push_back(std::move(law));
    }
    return {};
  }

  // " where X is a and Y is b"
  std::string values(const Sentence& sentence, const Grounder::Environment& environment) const {
    std::string out;
    for (std::uint32_t slot : sentence.node.slots)
      out += fmt::format("{} {} is {}", out.empty() ? " where" : " and", sentence.variables[slot],
                         terms_.to_kif(environment[slot]));
    return out;
  }

  // ---- numbers

  Result<void> number() {
    std::vector<TermId> roles;
    for (TermId atom : grounder_.members("role", 1)) roles.push_back(terms_.args(atom)[0]);
    auto lexicon = std::make_shared<game::Lexicon>(theory_.terms_, roles);
    auto sorted = [&](std::vector<TermId> atoms) {
      std::ranges::sort(atoms, [&](TermId a, TermId b) { return terms_.less(a, b); });
      return atoms;
    };
    Theory& t = theory_;
    for (TermId base : sorted(grounder_.members("base", 1))) {
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
      for (TermId at : sorted(grounder_.members("input", 2))) {
        if (terms_.args(at)[0] != roles[r]) continue;
        TermId move = terms_.args(at)[1];
        lexicon->add_move(RoleId{r}, move);
        t.legal_[r].push_back(input("legal", {roles[r], move}));
        t.does_[r].push_back(input("does", {roles[r], move}));
        if (!t.imperfect_) lexicon->add_percept(grounder_.atom("does", {roles[r], move}));
      }
    for (TermId at : sorted(grounder_.members("percept", 2))) {
      PerceptId percept = lexicon->add_percept(terms_.args(at)[1]);
      for (std::uint32_t r = 0; r < roles.size(); ++r) {
        t.sees_[r].resize(std::max<std::size_t>(t.sees_[r].size(), percept.value + 1), kNoInput);
        if (terms_.args(at)[0] == roles[r]) t.sees_[r][percept.value] = input("sees", {roles[r], terms_.args(at)[1]});
      }
    }
    for (std::vector<Number>& sees : t.sees_) sees.resize(lexicon->percepts(), kNoInput);
    for (std::uint32_t r = 0; r < roles.size(); ++r) {
      for (TermId at : grounder_.members("goal", 2))
        if (terms_.args(at)[0] == roles[r])
          t.goals_[r].push_back(
              {std::stoi(terms_.to_kif(terms_.args(at)[1])), input("goal", {roles[r], terms_.args(at)[1]})});
      std::ranges::sort(t.goals_[r], {}, &Goal::value);
    }
    t.terminal_ = input("terminal", {});
    lexicon->close();
    t.lexicon_ = lexicon;
    make_circuit();
    find_ready();
    return {};
  }

  Number input(std::string_view name, std::initializer_list<TermId> args) {
    TermId at = grounder_.atom(name, args);
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

  // Operands come before their gates.
  void find_ready() {
    const circuit::Circuit& circuit = *theory_.circuit_;
    if (theory_.timed_.empty()) return;
    std::vector<std::size_t> ready(circuit.size());
    for (std::uint32_t node = 1; node < circuit.size(); ++node) {
      if (node <= theory_.inputs_.size()) {
        const Input& input = theory_.inputs_[node - 1];
        if (!input.kind.timed) continue;
        Level level = theory_.inputs_[input.twin].kind.level;
        ready[node] = input.round + (level == Level::kMove ? 1 : 0);
      }
      for (Wire operand : circuit.operands(node)) ready[node] = std::max(ready[node], ready[operand.node()]);
    }
    for (Law& law : theory_.laws_)
      for (Instance& instance : law.instances) instance.ready = ready[instance.wire.node()];
  }

  Theory& theory_;
  Terms& terms_;
  Sentences& sentences_;
  Grounder grounder_;
  std::map<TermId, std::size_t> round_of_;
  std::map<TermId, Number> number_of_;
};

// ---- theories

Theory::~Theory() = default;

Result<std::shared_ptr<const Theory>> Theory::make(std::shared_ptr<const gdl::Description> description,
                                                   const Budget& budget) {
  std::shared_ptr<Theory> theory(new Theory);
  theory->description_ = std::move(description);
  theory->terms_ = std::make_shared<Terms>();
  auto sentences = read_sentences(*theory->description_, *theory->terms_);
  if (!sentences) return tl::unexpected(sentences.error());
  theory->sentences_ = std::move(*sentences);
  auto made = Making(*theory, theory->sentences_, budget.within(kForGrounding)).make();
  if (!made) return tl::unexpected(made.error());
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
