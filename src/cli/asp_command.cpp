// SPDX-License-Identifier: MIT
//
// `percept asp`: the answer set program whose models are the histories of a game, or those that explain what a role did
// and saw in a match.
#include <fmt/format.h>

#include "asp/print.h"
#include "base/text.h"
#include "cli/asp_command.h"
#include "cli/followed_match.h"
#include "cli/knowing.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "program/read_terms.h"

namespace percept::cli {
namespace {

// What was told, as terms of the program. A text that is no term has no place in it.
Result<asp::History::Round> terms_of(program::Terms& terms, const Told& told) {
  asp::History::Round out;
  if (told.move) {
    auto move = program::read_term(terms, *told.move);
    if (!move) return tl::unexpected(move.error());
    out.move = *move;
  }
  if (told.percepts) {
    out.percepts.emplace();
    for (const std::string& text : *told.percepts) {
      auto percept = program::read_term(terms, text);
      if (!percept) return tl::unexpected(percept.error());
      out.percepts->push_back(*percept);
    }
  }
  return out;
}

Result<asp::History> history_of(program::Terms& terms, program::TermId role, const std::vector<Told>& rounds) {
  asp::History out{role, {}};
  for (const Told& told : rounds) {
    auto round = terms_of(terms, told);
    if (!round) return tl::unexpected(round.error());
    out.rounds.push_back(std::move(*round));
  }
  return out;
}

}  // namespace

int asp(const AspOptions& options) {
  if (options.file == "-" && options.match == "-")
    return fail({"the standard input cannot be the rules and what happened, both", "give the rules as a file"},
                kUnreadable);
  auto read = read_playable(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  auto program = program::normalise(*description);
  if (!program) return fail(program.error(), kFindings);

  asp::PrintOptions printing;
  printing.file = printable(options.file);
  printing.reactive = options.reactive;
  printing.translation.facts = options.facts;
  printing.translation.goals = options.goals;
  printing.translation.comments = true;
  std::optional<asp::History> history;
  if (options.role) {
    auto made = make_rules(description, circuit::Logic::kTwoValued, options.file, *options.role, false);
    if (!made) return made.error();
    auto [rules, role] = *made;
    auto followed = follow_rounds(description, *rules, role, {options.file, options.match, options.nth, options.seed},
                                  options.round);
    if (!followed) return followed.error();
    program::TermId own = *program::read_term(program->terms(), rules->text(role));
    auto told = history_of(program->terms(), own, followed->told);
    if (!told) return fail(told.error(), kFindings);
    history = std::move(*told);
    printing.translation.role = own;
  }
  asp::Names names(program->terms());
  fmt::print("{}", printable_lines(asp::to_text(*program, names, printing, history)));
  return kSuccess;
}

}  // namespace percept::cli
