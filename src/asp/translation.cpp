// SPDX-License-Identifier: MIT
#include "asp/translation.h"

#include <fmt/format.h>

#include <map>

namespace percept::asp {
namespace {

using program::Clause;
using program::Literal;
using program::Program;
using program::RelationId;
using program::TermId;
namespace keyword = program::keyword;

// What a relation varies with. Unlike Relation::dependence this is about time: what is legal belongs to a position even
// where it is the same in all of them.
enum class Varies : std::uint8_t { kNever, kByPosition, kByRound };

// How the time of a rule is written.
struct Time {
  std::string now, next;
  std::string domain;  // a literal that says what it may be
};

class Translator {
 public:
  Translator(Program& program, Names& names, const TranslationOptions& options)
      : program_(program), terms_(program.terms()), names_(names), options_(options) {
    select();
    find_times();
  }

  std::string single() {
    Time round{"T", "T+1", "time(T)"};
    Time position = options_.goals ? Time{"T", "T+1", "position(T)"} : round;
    say("Definition 4: the times of the rounds");
    line("time(0..rounds-1).");
    if (options_.goals) line("position(0..rounds).");
    rigid_rules("Definition 3");
    say("Definition 3: what holds of a position");
    rules(Varies::kByPosition, position);
    say("Definition 3: what a round does");
    rules(Varies::kByRound, round);
    perfect_information(round);
    say("Definition 4: the role's own moves, which have to be legal");
    own_moves("T", ", time(T)");
    say("Definition 4: everybody else makes one of the legal moves, and nobody moves after the end");
    others_moves("T", ", time(T)");
    say("Definition 4: the percepts are those that were observed, in the rounds that are told");
    percepts("T");
    return std::move(out_);
  }

  std::vector<TextPart> reactive() {
    std::vector<TextPart> parts;
    auto part = [&](const char* name, std::vector<std::string> parameters) {
      parts.push_back({name, std::move(parameters), std::move(out_)});
      out_.clear();
    };
    Time round{"t-1", "t", ""};
    rigid_rules("Definition 5");
    if (options_.goals) {
      say("Definition 5: what holds of the first position");
      rules(Varies::kByPosition, {"0", "1", ""});
    }
    part("base", {});

    if (!options_.goals) say("Definition 5: what holds of the position before the round");
    if (options_.goals) say("Definition 5: what holds of the position after the round");
    rules(Varies::kByPosition, options_.goals ? Time{"t", "t+1", ""} : round);
    say("Definition 5: what a round does");
    rules(Varies::kByRound, round);
    perfect_information(round);
    if (options_.facts) {
      say("Definition 6: the role's own moves, which have to be legal");
      own_moves("t-1", "");
      say("Definition 6: everybody else makes one of the legal moves, and nobody moves after the end");
      others_moves("t-1", "");
    } else {
      say("Definition 6: each role makes one of its legal moves, and nobody moves after the end");
      line("#external round(t).");
      line("{does(R,A,t-1)} :- legal(R,A,t-1), role(R), round(t).");
      line(":- role(R), round(t), not 1 #count{A : does(R,A,t-1)} 1.");
      line(":- terminal(t-1), round(t).");
    }
    part("step", {"t"});

    if (!options_.facts) {
      say("Definition 6: what the role did and saw comes from outside");
      line("#external exec(A,t-1) : me(N), legal(N,A,t-1).");
      line("#external observed(P,t-1) : me(N), sees(N,P,t-1).");
      line("#external told(t-1).");
      say("Definition 6: the moves are those of the role");
      line(":- exec(A,t-1), me(N), not does(N,A,t-1).");
    }
    say("Definition 6: the percepts are those that were observed, in the rounds that are told");
    percepts("t-1");
    part("check", {"t"});

    if (options_.facts) {
      line("exec(a,t-1). moved(t-1).");
      part("executed", {"a", "t"});
      line("observed(p,t-1).");
      part("perceived", {"p", "t"});
      line("told(t-1).");
      part("told", {"t"});
      return parts;
    }
    line("executed(a,t-1).");
    part("executed", {"a", "t"});
    line("perceived(p,t-1).");
    part("perceived", {"p", "t"});
    line(":- not told(t-1).");
    part("told", {"t"});
    say("what was told of a round that has passed is final");
    line(":- not round(t).");
    line(":- executed(A,t-1), not exec(A,t-1).");
    line(":- perceived(P,t-1), not observed(P,t-1).");
    line(":- exec(A,t-1), not executed(A,t-1).");
    line(":- observed(P,t-1), not perceived(P,t-1).");
    part("passed", {"t"});
    return parts;
  }

 private:
  // ---- which clauses

  bool is(RelationId relation, program::Symbol name) const {
    const program::Relation& r = program_.relation(relation);
    return r.name == name && r.arity == gdl::keyword_arity(name);
  }

  // What is asked for, and what that needs.
  void select() {
    std::vector<bool> needed(program_.relations().size());
    std::vector<RelationId> open;
    auto need = [&](RelationId relation) {
      if (relation.value >= needed.size()) needed.resize(relation.value + 1);
      if (needed[relation.value]) return;
      needed[relation.value] = true;
      open.push_back(relation);
    };
    for (program::Symbol name : program::kGameRelations)
      if (name != keyword::kGoal || options_.goals) need(program_.relation_of(name, *gdl::keyword_arity(name)));
    bool asked_for_sees = false;
    while (!open.empty()) {
      RelationId relation = open.back();
      open.pop_back();
      std::vector<std::uint32_t> clauses = program_.relation(relation).clauses;
      for (std::uint32_t index : clauses)
        for (const Literal& literal : program_.clauses()[index].body) {
          if (literal.kind == Literal::Kind::kDistinct) continue;
          need(program_.relation_of(literal.atom));
          asked_for_sees |= terms_.is(literal.atom, keyword::kSees, 2);
        }
    }
    for (const Clause& clause : program_.clauses())
      if (needed[program_.relation_of(clause.head).value]) clauses_.push_back(clause);
    if (options_.role && !asked_for_sees) restrict(program_.relation_of(keyword::kSees, 2), 0, *options_.role);
    while (specialise()) continue;
  }

  // Leaves out what is never asked for: where all rules ask about a relation with the same term in some place, others
  // there are of no use. So with `sees` of one role only, what that role's percepts need is for that role only.
  bool specialise() {
    struct Asked {
      TermId term;
      bool same = true;
    };
    std::map<std::pair<RelationId, std::size_t>, Asked> asked;
    for (const Clause& clause : clauses_)
      for (const Literal& literal : clause.body) {
        if (literal.kind == Literal::Kind::kDistinct) continue;
        std::span<const TermId> args = terms_.args(literal.atom);
        for (std::size_t i = 0; i < args.size(); ++i) {
          Asked& here = asked.try_emplace({program_.relation_of(literal.atom), i}, Asked{args[i]}).first->second;
          here.same = here.same && here.term == args[i] && terms_.is_ground(args[i]);
        }
      }
    bool changed = false;
    for (const auto& [place, here] : asked)
      if (here.same && !gdl::keyword_arity(program_.relation(place.first).name))
        changed |= restrict(place.first, place.second, here.term);
    return changed;
  }

  // The clauses of the relation only for this term in that place; says whether that made a difference.
  bool restrict(RelationId relation, std::size_t place, TermId term) {
    bool changed = false;
    std::vector<Clause> kept;
    for (Clause& clause : clauses_) {
      TermId given = program_.relation_of(clause.head) == relation ? terms_.args(clause.head)[place] : term;
      bool open = !terms_.is_ground(given) && !terms_.is_variable(given);
      changed |= given != term && !open;
      if (given == term || open)
        kept.push_back(std::move(clause));
      else if (terms_.is_variable(given))
        kept.push_back(with(std::move(clause), given, term));
    }
    clauses_ = std::move(kept);
    return changed;
  }

  Clause with(Clause clause, TermId variable, TermId term) {
    auto replaced = [&](TermId other) { return other == variable ? term : other; };
    clause.head = substitute(terms_, clause.head, replaced);
    for (Literal& literal : clause.body) literal.atom = substitute(terms_, literal.atom, replaced);
    return program::numbered(terms_, std::move(clause));
  }

  void find_times() {
    varies_.assign(program_.relations().size(), Varies::kNever);
    auto set = [&](program::Symbol name, Varies varies) {
      RelationId relation = program_.relation_of(name, *gdl::keyword_arity(name));
      if (relation.value >= varies_.size()) varies_.resize(relation.value + 1, Varies::kNever);
      varies_[relation.value] = varies;
    };
    for (program::Symbol name : {keyword::kTrue, keyword::kLegal, keyword::kTerminal, keyword::kGoal})
      set(name, Varies::kByPosition);
    for (program::Symbol name : {keyword::kDoes, keyword::kNext, keyword::kSees}) set(name, Varies::kByRound);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Clause& clause : clauses_) {
        Varies& head = varies_[program_.relation_of(clause.head).value];
        for (const Literal& literal : clause.body) {
          if (literal.kind == Literal::Kind::kDistinct) continue;
          Varies body = varies_[program_.relation_of(literal.atom).value];
          if (body > head) head = body, changed = true;
        }
      }
    }
  }

  // ---- rules

  void rigid_rules(const char* definition) {
    say(fmt::format("{}: rigid relations, and the first position", definition));
    rules(Varies::kNever, {"", "", ""});
  }

  void rules(Varies varies, const Time& time) {
    for (const Clause& clause : clauses_)
      if (varies_[program_.relation_of(clause.head).value] == varies) rule(clause, time);
  }

  void rule(const Clause& clause, const Time& time) {
    if (options_.comments) out_ += "% " + program_.to_kif(clause) + "\n";
    write(clause.head, time);
    bool first = true;
    auto separate = [&] {
      out_ += first ? " :- " : ", ";
      first = false;
    };
    for (const Literal& literal : clause.body) {
      separate();
      if (literal.kind == Literal::Kind::kDistinct) {
        names_.write(out_, terms_.args(literal.atom)[0]);
        out_ += " != ";
        names_.write(out_, terms_.args(literal.atom)[1]);
        continue;
      }
      if (literal.kind == Literal::Kind::kFails) out_ += "not ";
      write(literal.atom, time);
    }
    if (!time.domain.empty()) {
      separate();
      out_ += time.domain;
    }
    out_ += ".\n";
  }

  void write(TermId atom, const Time& time) {
    RelationId relation = program_.relation_of(atom);
    auto with_time = [&](std::string_view name, const std::string& when) {
      out_ += name;
      out_ += '(';
      names_.write_arguments(out_, atom);
      if (!terms_.args(atom).empty()) out_ += ',';
      out_ += when + ')';
    };
    if (is(relation, keyword::kInit)) return with_time("holds", "0");
    if (is(relation, keyword::kTrue)) return with_time("holds", time.now);
    if (is(relation, keyword::kNext)) return with_time("holds", time.next);
    for (program::Symbol name : {keyword::kDoes, keyword::kLegal, keyword::kSees, keyword::kTerminal, keyword::kGoal})
      if (is(relation, name)) return with_time(terms_.text(name), time.now);
    const std::string& name = names_.text(terms_.name(atom));
    if (varies_[relation.value] != Varies::kNever) return with_time("derived" + name, time.now);
    if (!is(relation, keyword::kRole)) return names_.write_atom(out_, atom);
    out_ += "role(";
    names_.write_arguments(out_, atom);
    out_ += ')';
  }

  // In GDL-I everybody sees the joint move.
  void perfect_information(const Time& time) {
    if (program_.defines(keyword::kSees)) return;
    say("without `sees`, a role sees all moves");
    line(fmt::format("sees(N,{0}(R,A),{1}) :- me(N), does(R,A,{1}).", names_.text(keyword::kDoes), time.now));
  }

  void own_moves(const char* time, const char* domain) {
    line(fmt::format("does(N,A,{0}) :- me(N), exec(A,{0}){1}.", time, domain));
    line(fmt::format(":- me(N), exec(A,{0}), not legal(N,A,{0}){1}.", time, domain));
    line(fmt::format("{{does(N,A,{0})}} :- me(N), legal(N,A,{0}), not moved({0}){1}.", time, domain));
  }

  void others_moves(const char* time, const char* domain) {
    line(fmt::format("{{does(R,A,{0})}} :- legal(R,A,{0}), role(R), not me(R){1}.", time, domain));
    line(fmt::format(":- role(R), not 1 #count{{A : does(R,A,{0})}} 1{1}.", time, domain));
    line(fmt::format(":- terminal({0}){1}.", time, domain));
  }

  void percepts(const char* time) {
    line(fmt::format(":- me(N), sees(N,P,{0}), not observed(P,{0}), told({0}).", time));
    line(fmt::format(":- me(N), observed(P,{0}), not sees(N,P,{0}).", time));
  }

  // ---- text

  void line(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }
  void say(std::string_view text) {
    if (options_.comments) out_ += fmt::format("\n% ---- {}\n", text);
  }

  Program& program_;
  program::Terms& terms_;
  Names& names_;
  const TranslationOptions& options_;
  std::vector<Clause> clauses_;
  std::vector<Varies> varies_;  // by relation
  std::string out_;
};

}  // namespace

std::string single_program(Program& program, Names& names, const TranslationOptions& options) {
  return Translator(program, names, options).single();
}

std::vector<TextPart> reactive_program(Program& program, Names& names, const TranslationOptions& options) {
  return Translator(program, names, options).reactive();
}

std::string history_facts(const History& history, Names& names) {
  std::string out = fmt::format("me({}).\n", names.text(history.role));
  for (std::size_t time = 0; time < history.rounds.size(); ++time) {
    const History::Round& round = history.rounds[time];
    if (round.move) out += fmt::format("exec({0},{1}). moved({1}).", names.text(*round.move), time);
    if (round.percepts) {
      out += fmt::format(" told({}).", time);
      for (TermId percept : *round.percepts) out += fmt::format(" observed({},{}).", names.text(percept), time);
    }
    out += '\n';
  }
  return out;
}

}  // namespace percept::asp
