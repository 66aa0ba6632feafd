// SPDX-License-Identifier: MIT
#include "igdl/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gdl/writer.h"

namespace percept::igdl {
namespace {

using gdl::Formula;
using Op = Node::Op;

struct KnownWord {
  std::string_view name;
  Word word;
  std::size_t arity;
  Level level;
};
constexpr KnownWord kWords[] = {
    {"role", Word::kRole, 1, Level::kRigid},       {"base", Word::kBase, 1, Level::kRigid},
    {"percept", Word::kPercept, 2, Level::kRigid}, {"input", Word::kInput, 2, Level::kRigid},
    {"step", Word::kStep, 1, Level::kRigid},       {"successor", Word::kSuccessor, 2, Level::kRigid},
    {"init", Word::kInit, 1, Level::kRigid},       {"true", Word::kTrue, 1, Level::kPosition},
    {"does", Word::kDoes, 2, Level::kMove},        {"next", Word::kNext, 1, Level::kMove},
    {"legal", Word::kLegal, 2, Level::kPosition},  {"sees", Word::kSees, 2, Level::kPosition},
    {"goal", Word::kGoal, 2, Level::kPosition},    {"terminal", Word::kTerminal, 0, Level::kPosition},
};
bool can_be_timed(Word word) { return word >= Word::kTrue && word != Word::kNext; }

// From the readers' formulas to nodes.
class Reader {
 public:
  Reader(const gdl::Description& description, Terms& terms) : description_(description), terms_(terms) {}

  Sentence sentence(const gdl::Statement& statement) {
    slots_ = 0;
    variables_.clear();
    bound_.clear();
    free_.clear();
    Sentence out;
    out.place = statement.place;
    out.node = statement.kind == gdl::Statement::Kind::kFact ? atom(*statement.head) : node(*statement.sentence);
    if (!free_.empty()) {
      Node all{Op::kForall};
      all.slots = free_;
      all.place = out.place;
      all.parts.push_back(std::move(out.node));
      out.node = std::move(all);
    }
    out.slots = slots_;
    out.variables = std::move(variables_);
    for (std::uint32_t one : free_)
      for (std::uint32_t other = 0; other < slots_; ++other)
        if (other != one && out.variables[other] == out.variables[one]) out.twice = out.variables[one];
    return out;
  }

 private:
  Node atom(const gdl::Term& written) {
    Node out{Op::kAtom, term(written)};
    out.place = written.place;
    return out;
  }

  Node node(const Formula& formula) {
    using FormulaKind = Formula::Kind;
    Node out;
    out.place = formula.place;
    auto parts = [&] {
      for (const Formula* part : formula.parts) out.parts.push_back(node(*part));
    };
    switch (formula.kind) {
      case FormulaKind::kAtom: return atom(*formula.atom);
      case FormulaKind::kDistinct: {
        Node equal{Op::kEqual, term(*formula.atom->args[0]), term(*formula.atom->args[1])};
        equal.place = formula.place;
        out.op = Op::kNot;
        out.parts.push_back(std::move(equal));
        return out;
      }
      case FormulaKind::kNot: out.op = Op::kNot; break;
      case FormulaKind::kAnd: out.op = Op::kAnd; break;
      case FormulaKind::kOr: out.op = Op::kOr; break;
      case FormulaKind::kImplies: out.op = Op::kImplies; break;
      case FormulaKind::kEquivalent: out.op = Op::kEquivalent; break;
      case FormulaKind::kForall:
      case FormulaKind::kExists: {
        out.op = formula.kind == FormulaKind::kForall ? Op::kForall : Op::kExists;
        std::uint32_t slot = slots_++;
        variables_.emplace_back(formula.variable->place.text());
        out.slots.push_back(slot);
        bound_.push_back({formula.variable->name, slot});
        parts();
        bound_.pop_back();
        // One quantifier of several variables is joined at once.
        if (out.parts[0].op == out.op) {
          Node inner = std::move(out.parts[0]);
          inner.slots.insert(inner.slots.begin(), slot);
          inner.place = out.place;
          return inner;
        }
        return out;
      }
    }
    parts();
    if (out.op == Op::kNot && out.parts[0].op == Op::kNot) return Node(std::move(out.parts[0].parts[0]));
    return out;
  }

  TermId term(const gdl::Term& written) {
    if (written.ground) return terms_.add(written, description_.symbols());
    if (written.is_variable()) {
      for (std::size_t i = bound_.size(); i-- > 0;)
        if (bound_[i].name == written.name) return terms_.variable(bound_[i].slot);
      bound_.insert(bound_.begin(), {written.name, slots_});
      free_.push_back(slots_);
      variables_.emplace_back(written.place.text());
      return terms_.variable(slots_++);
    }
    std::vector<TermId> args;
    for (const gdl::Term* arg : written.args) args.push_back(term(*arg));
    return terms_.make(terms_.symbols().intern(description_.text(written.name)), args);
  }

  struct Bound {
    gdl::Symbol name;
    std::uint32_t slot;
  };
  const gdl::Description& description_;
  Terms& terms_;
  std::uint32_t slots_ = 0;
  std::vector<std::string> variables_;
  std::vector<Bound> bound_;  // the innermost last; free variables stand in front
  std::vector<std::uint32_t> free_;
};

const Node& below_foralls(const Node& node) { return node.op == Op::kForall ? below_foralls(node.parts[0]) : node; }

class Levels {
 public:
  Levels(Sentences& sentences, const Terms& terms) : sentences_(sentences), terms_(terms) {}

  void find() {
    settle();
    for (const Sentence& sentence : sentences_.all) {
      bool sees = false, move = false;
      for_each_atom(sentence.node, [&](TermId atom) {
        const Kind& kind = sentences_.kind(terms_, atom);
        sees |= kind.word == Word::kSees && !kind.timed;
        move |= kind.level == Level::kMove;
      });
      if (sees && move) sentences_.sees_position = false;
    }
    if (sentences_.sees_position) return;
    for (auto& [signature, kind] : sentences_.relations)
      if (kind.word == Word::kSees && !kind.timed) kind.level = Level::kMove;
    settle();
  }

 private:
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Sentence& sentence : sentences_.all) changed |= raise(below_foralls(sentence.node));
    }
  }
  bool raise(const Node& body) {
    if (body.op != Op::kImplies && body.op != Op::kEquivalent) return false;
    const Node &left = body.parts[0], &right = body.parts[1];
    if (body.op == Op::kEquivalent && is_atom(left)) return raise(left, right);
    return raise(right, left);
  }
  static bool is_atom(const Node& node) {
    return node.op == Op::kAtom || (node.op == Op::kNot && is_atom(node.parts[0]));
  }
  bool raise(const Node& head, const Node& body) {
    if (!is_atom(head)) return false;
    Level level = Level::kRigid;
    for_each_atom(body, [&](TermId atom) { level = std::max(level, sentences_.kind(terms_, atom).level); });
    const Node& atom = head.op == Op::kNot ? head.parts[0] : head;
    Kind& kind = sentences_.relations.at({terms_.name(atom.left), terms_.args(atom.left).size()});
    if (kind.word != Word::kOther || kind.level >= level) return false;
    kind.level = level;
    return true;
  }

  Sentences& sentences_;
  const Terms& terms_;
};

Result<Kind> kind_of(std::string_view name, std::size_t arity, const gdl::Place& place) {
  auto known = std::ranges::find(kWords, name, &KnownWord::name);
  if (known == std::end(kWords)) return Kind();
  bool timed = can_be_timed(known->word);
  if (arity == known->arity) return Kind{known->word, known->level, false};
  if (timed && arity == known->arity + 1) return Kind{known->word, Level::kRigid, true};
  return failure(fmt::format("{}:{}: {} takes {} argument{}, not {}", place.source->name(), place.line(), name,
                             known->arity, known->arity == 1 ? "" : "s", arity),
                 arity < known->arity && name != "successor"
                     ? fmt::format("say {}: {}(role, ...)", name == "sees" ? "who sees it" : "whose it is", name)
                 : timed ? "one more is the step of the round it speaks of"
                         : "rename the relation, or mend the arguments");
}

}  // namespace

std::string Sentence::text() const {
  std::string out;
  for (char c : place.text()) {
    bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string Sentence::where() const { return fmt::format("{}:{}", place.source->name(), place.line()); }

std::string Sentence::placed(std::string_view what) const { return fmt::format("{}: {}", where(), what); }

Result<Sentences> read_sentences(const gdl::Description& description, Terms& terms) {
  Sentences out;
  if (!description.readable()) {
    const gdl::Finding& first = *std::ranges::find_if(description.findings(), [](const gdl::Finding& finding) {
      return finding.severity() == gdl::Severity::kError;
    });
    return failure(fmt::format("{}:{}: {}", description.source()->name(), first.place.line(), first.message),
                   "percept check shows every mistake");
  }
  Reader reader(description, terms);
  for (const gdl::Statement& statement : description.statements()) {
    if (statement.kind == gdl::Statement::Kind::kRule)
      return failure(fmt::format("{}:{}: a rule in an incomplete description", description.source()->name(),
                                 statement.place.line()),
                     "a rule also says that nothing else makes its head true; write a sentence: body => head, or "
                     "head <=> body");
    out.all.push_back(reader.sentence(statement));
    std::optional<Error> wrong;
    for_each_atom(out.all.back().node, [&](TermId atom) {
      Signature signature{terms.name(atom), terms.args(atom).size()};
      if (out.relations.contains(signature)) return;
      auto kind = kind_of(terms.text(signature.name), signature.arity, statement.place);
      if (!kind) {
        wrong = kind.error();
        return;
      }
      out.relations[signature] = *kind;
    });
    if (wrong) return tl::unexpected(*wrong);
  }
  Levels(out, terms).find();
  return out;
}

}  // namespace percept::igdl
