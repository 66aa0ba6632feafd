// SPDX-License-Identifier: MIT
//
// `percept solve` for games of one role: the best plan, or the best policy under chance and hidden facts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "search/beliefs.h"

namespace percept::cli {
namespace {

using namespace search;
using nlohmann::ordered_json;

constexpr double kEffort = 1e-5;           // points of the goal for a decision
constexpr double kSecondsOfShortest = 10;  // of CPU time
constexpr std::size_t kMostLines = 40;     // of the policy that is printed

class PolicyPrinter {
 public:
  PolicyPrinter(Beliefs& beliefs, const Positions& positions) : beliefs_(beliefs), positions_(positions) {}

  void print(std::uint32_t belief, std::size_t depth) {
    const auto& moves = beliefs_.moves(belief);
    auto all = beliefs_.next(belief);
    std::string move = move_text(positions_, positions_.players[0], moves[beliefs_.action(belief)]);
    line(depth, fmt::format("{}", printable(move)), beliefs_.positions(belief));
    for (const Beliefs::Next& next : all) {
      std::string seen = percepts_text(positions_, 0, next.seen);
      std::string told = all.size() == 1 ? "" : seen.empty() ? "if nothing is seen" : "if " + seen;
      if (!told.empty()) line(depth + 1, printable(told), 0);
      if (next.belief == kNone)
        line(depth + 1, fmt::format("over, {:g}", next.goal), 0);
      else
        print(next.belief, depth + (told.empty() ? 0 : 2));
      if (lines_ > kMostLines) return;
    }
  }

 private:
  void line(std::size_t depth, const std::string& text, std::size_t possible) {
    if (lines_++ == kMostLines) fmt::print("  … (--json prints all)\n");
    if (lines_ > kMostLines) return;
    fmt::print("  {}{}{}\n", std::string(2 * depth, ' '), text,
               possible > 1 ? fmt::format("   ({} positions)", possible) : "");
  }
  Beliefs& beliefs_;
  const Positions& positions_;
  std::size_t lines_ = 0;
};

ordered_json policy_json(Beliefs& beliefs, const Positions& positions, std::uint32_t belief) {
  ordered_json out = {{"value", beliefs.value(belief)}, {"positions", beliefs.positions(belief)}};
  auto all = beliefs.next(belief);
  out["move"] = move_text(positions, positions.players[0], beliefs.moves(belief)[beliefs.action(belief)]);
  for (const Beliefs::Next& next : all) {
    ordered_json then = {{"sees", percepts_text(positions, 0, next.seen)}, {"chance", next.chance}};
    if (next.belief == kNone)
      then["goal"] = next.goal;
    else
      then["then"] = policy_json(beliefs, positions, next.belief);
    out["next"].push_back(std::move(then));
  }
  return out;
}

}  // namespace

int solve_alone(const Solving& solving, const Positions& positions) {
  const SolveOptions& options = solving.options;
  auto aim = options.worst ? Beliefs::Aim::kWorst : Beliefs::Aim::kExpected;
  auto bytes = static_cast<std::size_t>(options.gigabytes / 2 * double(1 << 30));
  Beliefs any(positions, aim, bytes);
  auto value = any.solve(solving.budget);
  if (!value) return fail(value.error(), kFindings);
  // Of the best policies the shortest, where that is not much harder to find.
  Beliefs shortest(positions, aim, bytes, kEffort);
  Beliefs& beliefs = shortest.solve(solving.budget.within(kSecondsOfShortest)) ? shortest : any;
  Beliefs::Length length = beliefs.decisions();
  double seconds = seconds_since(solving.start);
  if (options.json) {
    ordered_json out = {{"file", options.file},
                        {"method", options.worst ? "and-or, worst case" : "and-or"},
                        {"values", {{role_text(positions, 0), *value}}},
                        {"exploitability", 0},
                        {"decisions", {{"mean", length.mean}, {"most", length.most}}},
                        {"beliefs", beliefs.size()},
                        {"histories", positions.histories()},
                        {"positions", positions.size()},
                        {"seconds", seconds},
                        {"policy", policy_json(beliefs, positions, 0)}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("AND/OR on beliefs ({} of them, {:.1f} s)\n\n{} of {}: {:g}\n", beliefs.size(), seconds,
             options.worst ? "goal that is certain" : "expected goal", printable(role_text(positions, 0)), *value);
  fmt::print("decisions: {:g} on average, {} at most\n\npolicy:\n", length.mean, length.most);
  PolicyPrinter(beliefs, positions).print(0, 0);
  return kSuccess;
}

}  // namespace percept::cli
