// SPDX-License-Identifier: MIT
#include "cli/knowing.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "belief/exact.h"
#include "belief/two_set.h"
#include "cli/progress.h"
#include "cli/terminal.h"

namespace percept::cli {
namespace {

using namespace game;
using belief::Belief;
using belief::Known;
using belief::Truth;

constexpr std::size_t kWidth = 100;                          // characters
constexpr std::size_t kLabel = 11;                           // of a row, behind two blanks
constexpr std::size_t kShownMoves = 24, kShownFluents = 40;  // of a name, unless all are asked for
constexpr double kGroundingSeconds = 10;                     // beyond, each round is grounded by itself
constexpr std::string_view kBold = "1", kOpen = "1;33";

void sort_moves(const Belief& belief, std::vector<MoveId>& moves) {
  const game::Lexicon& lexicon = belief.rules().lexicon();
  std::sort(moves.begin(), moves.end(), [&](MoveId a, MoveId b) { return lexicon.less(belief.role(), a, b); });
}

bool before(const Belief& belief, FluentId a, FluentId b) {
  return belief.rules().lexicon().less(a, b);
}

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

bool Knowledge::exact_probabilities() const {
  return probabilities.size() == fluents.open.size() &&
         std::ranges::all_of(probabilities, [](const belief::Probability& one) { return one.exact; });
}

Knowledge knowledge_of(Belief& belief) {
  Knowledge out;
  out.legal = belief.legal();
  sort_moves(belief, out.legal.known);
  sort_moves(belief, out.legal.open);
  out.fluents = belief.fluents();
  std::vector<belief::Probability> probabilities = belief.probabilities();
  std::vector<FluentId> open = out.fluents.open;
  std::vector<std::size_t> order(open.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return before(belief, open[a], open[b]); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.fluents.open[i] = open[order[i]];
    if (!probabilities.empty()) out.probabilities.push_back(probabilities[order[i]]);
  }
  std::sort(out.fluents.known.begin(), out.fluents.known.end(),
            [&](FluentId a, FluentId b) { return before(belief, a, b); });
  out.terminal = belief.terminal();
  out.goals = belief.goals();
  out.states = belief.states();
  out.gave_up = belief.gave_up();  // last: questions use up budgets, too
  return out;
}

std::optional<RoleRules> make_rules(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                    const std::string& file, const std::string& role, int& exit_code, bool circuit) {
  auto refuse = [&](const Error& error, int code) {
    print_error(error);
    exit_code = code;
    return std::nullopt;
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

std::unique_ptr<Belief> make_belief(const KnowOptions& options, std::shared_ptr<const gdl::Description> description,
                                    int& exit_code) {
  auto refuse = [&](const Error& error, int code) {
    print_error(error);
    exit_code = code;
    return nullptr;
  };
  if (auto fits = fitting(options); !fits) return refuse(fits.error(), kUnreadable);
  bool exact = options.filter == KnowOptions::Filter::kExact;
  auto made_rules = make_rules(std::move(description), exact ? circuit::Logic::kTwoValued : circuit::Logic::kKleene,
                               options.file, options.role, exit_code);
  if (!made_rules) return nullptr;
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

// ---- from texts and to texts

std::vector<std::string> texts_of(const Belief& belief, const std::vector<MoveId>& moves) {
  std::vector<std::string> out;
  for (MoveId move : moves) out.push_back(belief.rules().text(belief.role(), move));
  return out;
}

std::vector<std::string> texts_of(const Belief& belief, const std::vector<FluentId>& fluents) {
  std::vector<std::string> out;
  for (FluentId fluent : fluents) out.push_back(belief.rules().text(fluent));
  return out;
}

std::string text_of(Truth truth) { return truth == Truth::kYes ? "yes" : truth == Truth::kNo ? "no" : "open"; }

std::string text_of(const Known<int>& goals) {
  std::string out;
  if (!goals.known.empty() || goals.open.empty())
    out = goals.known.empty() ? "known: none" : fmt::format("known: {}", fmt::join(goals.known, ", "));
  if (!goals.open.empty()) out += fmt::format("{}open: {}", out.empty() ? "" : ", ", fmt::join(goals.open, ", "));
  return out;
}

// ---- the table

void print_row(const std::string& label, const std::vector<std::string>& items, bool open, std::size_t most) {
  std::string padding(kLabel - std::min(kLabel, character_count(label)), ' ');
  fmt::print("  {}{}", paint(open ? kOpen : kBold, label, colored(stdout)), padding);
  std::size_t column = 2 + kLabel;
  std::size_t shown = std::min(items.size(), most);
  for (std::size_t i = 0; i <= shown; ++i) {
    if (i == shown && shown == items.size()) break;
    std::string item = i < shown ? printable(items[i]) : fmt::format("and {} more", items.size() - shown);
    if (i + 1 < items.size() && i < shown) item += ",";
    std::size_t width = character_count(item);
    bool wraps = i > 0 && column + 1 + width > kWidth;
    fmt::print("{}{}", wraps ? "\n" + std::string(2 + kLabel, ' ') : i > 0 ? " " : "", item);
    column = (wraps ? 2 + kLabel : column + (i > 0 ? 1 : 0)) + width;
  }
  fmt::print("\n");
}

void print_told(const Told& told) {
  std::vector<std::string> percepts = told.percepts.value_or(std::vector<std::string>{"not known"});
  if (percepts.empty()) percepts.push_back("nothing");
  print_row("does", {told.move.value_or("not known")});
  print_row("sees", percepts);
  std::fflush(stdout);
}

void print_heading(const std::string& text) { fmt::print("\n{}\n", paint("1;36", text, colored(stdout))); }

Result<std::unique_ptr<KnowledgeTable>> KnowledgeTable::make(std::shared_ptr<const gdl::Description> description,
                                                             bool all) {
  auto drawing = StateDrawing::make(std::move(description));
  if (!drawing) return tl::unexpected(drawing.error());
  return std::unique_ptr<KnowledgeTable>(new KnowledgeTable(std::move(*drawing), all));
}

Result<void> KnowledgeTable::print(const Belief& belief, const Knowledge& knowledge, bool numbered) {
  State known;
  for (FluentId fluent : knowledge.fluents.known) {
    auto same = drawing_->drawn(belief.rules(), fluent);
    if (!same) return tl::unexpected(same.error());
    known.insert(*same);
  }
  std::vector<show::OpenFluent> open;
  for (std::size_t i = 0; i < knowledge.fluents.open.size(); ++i) {
    auto same = drawing_->drawn(belief.rules(), knowledge.fluents.open[i]);
    if (!same) return tl::unexpected(same.error());
    open.push_back({*same});
    if (knowledge.probabilities.empty()) continue;
    open.back().probability = knowledge.probabilities[i].value;
    open.back().exact = knowledge.probabilities[i].exact;
  }
  fmt::print("{}", drawing_->board().text(known, open, colored(stdout), all_ ? SIZE_MAX : kShownFluents));
  bool estimates = !knowledge.probabilities.empty() && !knowledge.exact_probabilities();
  std::string count = knowledge.states ? std::to_string(*knowledge.states) : "too many to count";
  if (knowledge.states || estimates)
    print_row("positions", {count + (estimates ? "; probabilities are estimates" : "")});
  if (knowledge.terminal != Truth::kYes) {
    std::size_t number = 0;
    auto row_of_moves = [&](const std::string& label, const std::vector<MoveId>& moves, bool is_open) {
      std::vector<std::string> texts = texts_of(belief, moves);
      if (numbered)
        for (std::string& text : texts) text = fmt::format("{} {}", ++number, text);
      if (!texts.empty()) print_row(label, texts, is_open, all_ ? SIZE_MAX : kShownMoves);
    };
    row_of_moves("legal", knowledge.legal.known, false);
    row_of_moves("legal?", knowledge.legal.open, true);
  }
  bool decided = knowledge.terminal != Truth::kOpen;
  print_row(decided ? "terminal" : "terminal?", {decided ? text_of(knowledge.terminal) : "it may be over"}, !decided);
  auto row_of_goals = [](const std::string& label, const std::vector<int>& goals, bool is_open) {
    std::vector<std::string> texts;
    for (int goal : goals) texts.push_back(std::to_string(goal));
    if (!texts.empty()) print_row(label, texts, is_open);
  };
  row_of_goals("goal", knowledge.goals.known, false);
  row_of_goals("goal?", knowledge.goals.open, true);
  if (knowledge.gave_up)
    print_row("gave up", {"a budget ran out: some of what is called open may be known (--seconds, --worlds)"}, true);
  return {};
}

}  // namespace percept::cli
