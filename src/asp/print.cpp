// SPDX-License-Identifier: MIT
#include "asp/print.h"

#include <fmt/format.h>

#include "asp/control.h"

namespace percept::asp {
namespace {

constexpr const char* kNames =
    "% Names of the rule sheet start with _ (or x_, where they start with no letter); __ stands for an underscore,\n"
    "% _2b for the sign with the hexadecimal code 2b. Numbers are numbers. Everything else is the translation's own:\n"
    "%   holds(F,T) a fluent of position T    does(R,A,T), sees(R,P,T) a move or percept of the round played in it\n"
    "%   derived_p(...,T) a relation p that varies with the position or the round\n"
    "%   me(N) whose history it is            exec(A,T) its move; moved(T) that it is known\n"
    "%   observed(P,T) a percept of it        told(T) that there were no others\n";

}  // namespace

std::string to_text(program::Program& program, Names& names, const PrintOptions& options,
                    const std::optional<History>& history) {
  std::size_t rounds = history ? history->rounds.size() : 1;
  std::string out = fmt::format("% {}: ", options.file);
  if (history)
    out += fmt::format("the histories of {} rounds that explain what {} did and saw\n", rounds,
                       program.terms().to_kif(history->role));
  else
    out += "all histories of some rounds\n";
  out += options.reactive ? "% Definitions 5 and 6, to be run by clingo's incremental mode\n"
                          : "% Definitions 3 and 4, one program for a query\n";
  out += fmt::format("% Run it with: clingo - 0{}{}\n%\n", options.reactive ? " " : "",
                     options.reactive ? kNoEquivalences : "");
  out += kNames;
  out += "\n";
  if (options.reactive) out += "#include <incmode>.\n";
  out += fmt::format("#const rounds={}.\n", rounds);
  if (options.reactive) out += "#const imax=rounds+1.\n";
  for (const char* relation :
       {"me/1", "exec/2", "moved/1", "observed/2", "told/1", "does/3", "legal/3", "sees/3", "terminal/1", "goal/3"})
    out += fmt::format("#defined {}.\n", relation);
  out += "#show does/3.\n";
  const char* when = options.reactive ? "t" : "rounds";
  std::string shown = fmt::format("#show holds(F,{0}) : holds(F,{0}), {0} = rounds.\n", when);
  if (options.translation.goals)
    shown += fmt::format("#show goal(R,V,{0}) : goal(R,V,{0}), terminal({0}), {0} = rounds.\n", when);
  if (!options.reactive) out += shown;
  if (history)
    out += "\n% ---- the query\n" + history_facts(*history, names);
  else
    out +=
        "\n% ---- A query would be here, as in\n"
        "% me(_white).\n% exec(_mark(1,1),0). moved(0). observed(_ok,0). told(0).\n"
        "% Without, nobody's moves and percepts are known. -c rounds=3 makes it three rounds.\n";
  if (!options.reactive) return out + single_program(program, names, options.translation);
  if (!options.translation.facts) out += "round(1..rounds).\n";
  for (const TextPart& part : reactive_program(program, names, options.translation)) {
    if (part.name != "base" && part.name != "step" && part.name != "check") continue;
    out += part.parameters.empty() ? "" : fmt::format("\n#program {}({}).\n", part.name, part.parameters[0]);
    out += part.text;
  }
  if (options.translation.comments) out += "\n% ---- not before the last round\n";
  return out + ":- query(t), t < rounds.\n" + shown;
}

}  // namespace percept::asp
