// SPDX-License-Identifier: MIT
#include "match/incomplete.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "gdl/reader.h"
#include "gdl/writer.h"
#include "igdl/inspection.h"

namespace percept::match {
namespace {

using gdl::Description;
using gdl::Formula;
using gdl::Statement;
using gdl::Term;

// Rules that speak of the position, said again of the next one.
class SeeingNext {
 public:
  explicit SeeingNext(const Description& rules) : rules_(rules) {
    for (const Statement& statement : rules_.statements()) {
      if (!statement.head) continue;
      names_.insert(std::string(rules_.text(statement.head->name)));
      for_each_atom(statement, [&](const Term& atom) {
        names_.insert(std::string(rules_.text(atom.name)));
        uses_[statement.head->name].insert(atom.name);
      });
    }
    depends_.insert(gdl::keyword::kTrue);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [head, uses] : uses_)
        if (std::ranges::any_of(uses, [&](gdl::Symbol used) { return depends_.contains(used); }))
          changed |= depends_.insert(head).second;
    }
  }

  std::string text() {
    std::string out;
    for (const Statement& statement : rules_.statements())
      out += (is_rule_of(statement, gdl::keyword::kSees) ? said_of_next(statement)
                                                         : gdl::to_kif(statement, rules_.symbols())) +
             "\n";
    // Copies of what these rules need; each may need more.
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      gdl::Symbol wanted = wanted_[i];
      for (const Statement& statement : rules_.statements())
        if (is_rule_of(statement, wanted)) out += said_of_next(statement) + "\n";
    }
    return out;
  }

 private:
  template <class Visit>
  static void for_each_atom(const Statement& statement, Visit&& visit) {
    for (const Formula* part : statement.body)
      for_each_literal(*part, [&](const Formula& literal, gdl::Polarity) {
        if (literal.kind == Formula::Kind::kAtom) visit(*literal.atom);
      });
  }
  static bool is_rule_of(const Statement& statement, gdl::Symbol name) {
    return statement.head && statement.head->name == name;
  }

  std::string name(gdl::Symbol symbol) {
    if (symbol == gdl::keyword::kTrue) return "next";
    if (!depends_.contains(symbol) || symbol == gdl::keyword::kSees) return std::string(rules_.text(symbol));
    auto at = renamed_.find(symbol);
    if (at != renamed_.end()) return at->second;
    std::string out = "next_" + std::string(rules_.text(symbol));
    while (names_.contains(out)) out += "_";
    names_.insert(out);
    wanted_.push_back(symbol);
    return renamed_[symbol] = out;
  }
  std::string atom(const Term& atom) {
    std::string out = name(atom.name);
    if (atom.args.empty()) return out;
    for (const Term* arg : atom.args) out += " " + gdl::to_kif(*arg, rules_.symbols());
    return "(" + out + ")";
  }
  std::string formula(const Formula& part) {
    switch (part.kind) {
      case Formula::Kind::kAtom: return atom(*part.atom);
      case Formula::Kind::kDistinct: return gdl::to_kif(part, rules_.symbols());
      default: break;
    }
    std::string out = part.kind == Formula::Kind::kNot ? "(not" : part.kind == Formula::Kind::kAnd ? "(and" : "(or";
    for (const Formula* inner : part.parts) out += " " + formula(*inner);
    return out + ")";
  }
  std::string said_of_next(const Statement& statement) {
    if (statement.kind == Statement::Kind::kFact) return atom(*statement.head);
    std::string out = "(<= " + atom(*statement.head);
    for (const Formula* part : statement.body) out += " " + formula(*part);
    return out + ")";
  }

  const Description& rules_;
  std::set<std::string> names_;
  std::map<gdl::Symbol, std::set<gdl::Symbol>> uses_;
  std::set<gdl::Symbol> depends_;
  std::map<gdl::Symbol, std::string> renamed_;
  std::vector<gdl::Symbol> wanted_;
};

// What the role sees of the first position: any joint move will do.
Result<std::vector<std::string>> first_percepts(game::Game& game, game::RoleId role) {
  game::JointMove moves;
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    auto legal = game.legal(game.initial(), game::RoleId{r});
    if (!legal) return tl::unexpected(legal.error());
    moves.push_back(legal->front());
  }
  auto told = game::told_of(game, game.initial(), moves, role);
  if (!told) return tl::unexpected(told.error());
  std::ranges::sort(*told->percepts);
  return std::move(*told->percepts);
}

}  // namespace

Result<std::shared_ptr<const Description>> seeing_next(const Description& rules) {
  std::shared_ptr<const Description> out =
      gdl::read_text(rules.source()->name(), SeeingNext(rules).text(), gdl::Notation::kKif);
  if (!out->readable()) return failure(out->findings().front().message);
  return out;
}

Result<IncompleteMatch> with_descriptions(game::Game& game, const std::vector<OwnDescription>& descriptions) {
  IncompleteMatch out{game.model().shared_description(), descriptions};
  if (descriptions.empty()) return out;
  bool position = game.imperfect() && igdl::sees_position(game.model());
  auto compared = game::Game::make(game.shared_model(), {.engine = game::Game::Choice::kCircuit});
  if (!compared) return tl::unexpected(compared.error());
  for (OwnDescription& own : out.descriptions) {
    auto role = game.role(own.role);
    if (!role) return failure(fmt::format("the game has no role {}", own.role));
    auto theory = igdl::Theory::make(own.description);
    if (!theory) return tl::unexpected(theory.error());
    const std::string& name = own.description->source()->name();
    if (!(*theory)->lexicon().role(own.role)) return failure(fmt::format("{} has no role {}", name, own.role));
    if ((*theory)->imperfect() != game.imperfect())
      return failure(fmt::format("{} has {} percepts, and the game has {}", name, game.imperfect() ? "no" : "",
                                 game.imperfect() ? "some" : "none"));
    if (game.imperfect() && (*theory)->sees_position() != position)
      return failure(fmt::format("{} reads percepts as those of the {}, and in the game they are of the {}", name,
                                 position ? "move" : "position", position ? "position" : "move"),
                     "in a description they are of the move when a sentence speaks of sees and does together: "
                     "sees(R, P) => EM:does(R, M)");
    auto agreement = igdl::compare(*theory, *compared, 500, Budget().within(10));
    if (!agreement) return tl::unexpected(agreement.error());
    if (const auto& wrong = agreement->disagreement) {
      std::string text;
      for (std::size_t sentence : wrong->sentences)
        text += fmt::format("\n  {}: {}", (*theory)->sentences()[sentence].where(),
                            (*theory)->sentences()[sentence].text());
      return failure(
          wrong->unknown.empty()
              ? fmt::format("the game is not a model of {}: in round {}, at {}, these cannot all hold{}", name,
                            wrong->round, wrong->position, text)
              : fmt::format("the game is not a model of {}: it has {}, which is not listed", name, wrong->unknown),
          "percept check DESCRIPTION --against GAME shows it; mend one of the two");
    }
    if (!position) continue;
    auto first = first_percepts(game, *role);
    if (!first) return tl::unexpected(first.error());
    own.first_percepts = std::move(*first);
  }
  if (!position) return out;
  auto rules = seeing_next(game.description());
  if (!rules) return tl::unexpected(rules.error());
  out.rules = std::move(*rules);
  return out;
}

}  // namespace percept::match
