// SPDX-License-Identifier: MIT
#include "cli/knowing.h"

#include <fmt/format.h>

#include "belief/exact.h"
#include "belief/two_set.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "show/lines.h"

namespace percept::cli {
namespace {

using namespace game;
using belief::Belief;

constexpr double kGroundingSeconds = 10;  // beyond, each round is grounded by itself

// Two filters, each with options that the other does not have.
Result<void> fitting(const KnowOptions& options) {
  bool exact = options.filter == KnowOptions::Filter::kExact;
  if (exact && options.made_only)
    return failure("--made-only is for the two-set filter", "the exact filter uses all that was seen, and not seen");
  if (!exact && (options.worlds || options.seconds))
    return failure(fmt::format("--{} is for the exact filter", options.worlds ? "worlds" : "seconds"),
                   "the two-set filter has no limits: its steps are few");
  return {};
}

}  // namespace

OrExit<RoleRules> make_rules(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                             const std::string& file, const std::string& role, bool circuit) {
  auto refuse = [&](const Error& error, int code) {
    print_error(error);
    return tl::unexpected(code);
  };
  GroundingProgress progress;
  ground::Options grounding;
  grounding.seconds = kGroundingSeconds;
  grounding.progress = progress.callback();
  if (!circuit) grounding.max_rules = 1;
  auto rules = belief::Rules::make(std::move(description), logic, grounding);
  progress.clear();
  if (!rules) return refuse(rules.error(), kFindings);
  if (circuit && !(*rules)->why_local().empty())
    print_error({(*rules)->why_local(), "only what may hold in each round is grounded"});
  auto known = (*rules)->role(role);
  if (known) return RoleRules{*rules, *known};
  std::string hint = "its roles are";
  for (std::uint32_t i = 0; i < (*rules)->roles(); ++i) hint += " " + (*rules)->text(RoleId{i});
  return refuse({fmt::format("{} has no role {}", file, role), hint}, kUnreadable);
}

OrExit<std::unique_ptr<Belief>> make_belief(const KnowOptions& options,
                                            std::shared_ptr<const gdl::Description> description) {
  auto refuse = [&](const Error& error, int code) {
    print_error(error);
    return tl::unexpected(code);
  };
  if (auto fits = fitting(options); !fits) return refuse(fits.error(), kUnreadable);
  bool exact = options.filter == KnowOptions::Filter::kExact;
  auto made_rules = make_rules(std::move(description), exact ? circuit::Logic::kTwoValued : circuit::Logic::kKleene,
                               options.file, options.role);
  if (!made_rules) return tl::unexpected(made_rules.error());
  if (exact) {
    belief::ExactBelief::Options limits;
    if (options.worlds) limits.worlds = *options.worlds;
    if (options.seconds) limits.seconds = *options.seconds;
    auto made = belief::ExactBelief::make(made_rules->rules, made_rules->role, limits);
    if (!made) return refuse(made.error(), kFindings);
    return std::move(*made);
  }
  auto made = belief::TwoSetBelief::make(made_rules->rules, made_rules->role, {!options.made_only});
  if (!made) return refuse(made.error(), kFindings);
  return std::move(*made);
}

// ---- printing

void print_told(const Told& told) {
  fmt::print("{}", show::text_of(told, colored(stdout)));
  std::fflush(stdout);
}

void print_heading(const std::string& text) { fmt::print("{}", show::heading(text, colored(stdout))); }

void print_knowledge(const Belief& belief, const Knowledge& knowledge, const show::Board& board, bool all,
                     bool numbered) {
  show::Look look{colored(stdout), numbered, all, " (--seconds, --worlds)"};
  fmt::print("{}", show::to_text(belief, knowledge, board, look));
}

}  // namespace percept::cli
