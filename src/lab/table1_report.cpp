// SPDX-License-Identifier: MIT
#include "lab/table1_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "lab/report_text.h"

namespace percept::lab {
namespace {

using nlohmann::ordered_json;

std::string marks(const std::optional<Measured>& measured) {
  if (!measured) return kDash;
  return fmt::format("{} {} {}", mark(measured->legal, measured->matches), mark(measured->terminal, measured->ended),
                     mark(measured->goal, measured->ended));
}

std::string marks(const std::optional<PaperRow>& paper) {
  return paper ? fmt::format("{} {} {}", mark(paper->legal), mark(paper->terminal), mark(paper->goal)) : kDash;
}

std::string marks(const Counts& counts) {
  auto of = [&](std::optional<std::size_t> known) { return known ? mark(*known, counts.matches) : kDash; };
  return fmt::format("{} {} {}", of(counts.legal), of(counts.terminal), of(counts.goal));
}

std::string figure(std::optional<double> value) { return value ? short_figure(*value) : kDash; }

std::optional<double> figure_of(const std::optional<Measured>& measured, double (*figure)(const Measured&)) {
  return measured ? std::optional(figure(*measured)) : std::nullopt;
}

// ---- JSON

ordered_json to_json(const Counts& counts) {
  return {{"matches", counts.matches},
          {"legal", counts.legal},
          {"terminal", or_null(counts.terminal)},
          {"goal", or_null(counts.goal)}};
}

ordered_json to_json(const std::optional<PaperRow>& paper) {
  if (!paper) return nullptr;
  return {{"legal", paper->legal},
          {"terminal", or_null(paper->terminal)},
          {"goal", or_null(paper->goal)},
          {"cpu_s_per_1000_rounds", or_null(paper->seconds)}};
}

ordered_json to_json(const std::optional<BaselineRow>& baseline) {
  if (!baseline) return nullptr;
  return {{"counts", to_json(baseline->counts)}, {"cpu_s_per_1000_rounds", baseline->seconds}};
}

ordered_json to_json(const std::optional<Measured>& measured, double (*figure)(const Measured&)) {
  if (!measured) return nullptr;
  bool any_end = measured->ended > 0;
  return {{"legal", measured->always_legal()},
          {"terminal", any_end ? ordered_json(measured->always_terminal()) : ordered_json()},
          {"goal", any_end ? ordered_json(measured->always_goal()) : ordered_json()},
          {"cpu_s_per_1000_rounds", figure(*measured)},
          {"update_cpu_s_per_1000_rounds", measured->per_1000_rounds(measured->update_seconds)},
          {"question_cpu_s_per_1000_rounds", measured->per_1000_rounds(measured->question_seconds)},
          {"until_lost_cpu_s_per_1000_rounds", measured->rounds_until_lost == 0
                                                   ? ordered_json()
                                                   : ordered_json(1000 * measured->update_seconds_until_lost /
                                                                  static_cast<double>(measured->rounds_until_lost))},
          {"matches", measured->matches},
          {"ended", measured->ended},
          {"rounds", measured->rounds},
          {"counts", {{"legal", measured->legal}, {"terminal", measured->terminal}, {"goal", measured->goal}}},
          {"peak_states", or_null(measured->peak_states)},
          {"symbolic_rounds", measured->symbolic_rounds},
          {"gave_up", measured->gave_up},
          {"local_circuits", measured->local}};
}

// ---- notes

// "terminal: paper no, here known in 25 of 25"
void compare(std::vector<std::string>& out, std::string_view what, std::optional<bool> paper, std::size_t known,
             std::size_t matches) {
  if (!paper || as_mark(*paper, known, matches).value_or(true)) return;
  out.push_back(fmt::format("{} is {} known in the paper, here in {} of {}", what, *paper ? "always" : "not always",
                            known, matches_text(matches)));
}

// What the two-set filter misses, and what nobody can know.
void compare_filters(std::vector<std::string>& out, const MeasuredRow& row) {
  std::vector<std::string> missed, withheld;
  auto look = [&](const char* what, std::size_t Measured::*known, std::size_t Measured::*matches) {
    const Measured& exact = *row.exact;
    if (exact.*matches == 0) return;
    if (exact.*known < exact.*matches)
      withheld.push_back(fmt::format("{} in {} of {}", what, exact.*known, exact.*matches));
    else if (row.two_set && (*row.two_set).*known < (*row.two_set).*matches)
      missed.push_back(what);
  };
  look("legal moves", &Measured::legal, &Measured::matches);
  look("terminal", &Measured::terminal, &Measured::ended);
  look("the goal", &Measured::goal, &Measured::ended);
  if (!missed.empty())
    out.push_back(
        fmt::format("the two-set filter misses what exact knowledge has in every match: {}", fmt::join(missed, ", ")));
  if (!withheld.empty() && row.exact->gave_up == 0)
    out.push_back(
        fmt::format("the percepts do not suffice, and even exact knowledge has {}", fmt::join(withheld, ", ")));
}

}  // namespace

std::string mark(std::size_t known, std::size_t matches) {
  if (matches == 0) return kDash;
  return known == matches ? "✓" : fmt::format("{}/{}", known, matches);
}

std::string mark(std::optional<bool> known) { return !known ? kDash : *known ? "✓" : "no"; }

std::string name_of(const Row& row) {
  return fmt::format("{}, {}{}{}", row.game, row.role, row.made_only ? " (only percepts made)" : "",
                     row.own_sheet ? " (own sheet)" : "");
}

std::vector<std::string> notes_on(const MeasuredRow& row) {
  std::vector<std::string> out;
  if (!row.problem.empty()) out.push_back(row.problem);
  if (row.row.own_sheet) out.push_back("our own rule sheet stands in: not compared with the paper and the baseline");
  if (row.two_set && row.row.paper && !row.row.own_sheet) {
    std::vector<std::string> differing;
    compare(differing, "legal moves", row.row.paper->legal, row.two_set->legal, row.two_set->matches);
    if (row.row.paper->legal || row.two_set->always_legal()) {
      compare(differing, "terminal", row.row.paper->terminal, row.two_set->terminal, row.two_set->ended);
      compare(differing, "the goal", row.row.paper->goal, row.two_set->goal, row.two_set->ended);
    }
    if (!differing.empty())
      out.push_back(
          fmt::format("{}{}{}", fmt::join(differing, "; "), row.row.remark.empty() ? "" : ": ", row.row.remark));
  }
  if (!row.row.paper && !row.row.remark.empty() && !row.row.own_sheet) out.push_back(row.row.remark);
  auto compare_counts = [&](const std::optional<Measured>& measured, const Counts& others, const char* whose) {
    if (!measured || row.row.own_sheet) return;
    std::vector<std::string> names = differences(*measured, others);
    if (!names.empty())
      out.push_back(fmt::format("{}: {} against {}, more than chance in {}", whose, marks(measured), marks(others),
                                fmt::join(names, ", ")));
  };
  if (row.row.baseline) compare_counts(row.two_set, row.row.baseline->counts, "two-set and the Prolog baseline");
  if (row.row.truth) compare_counts(row.exact, *row.row.truth, "exact and enumerated worlds");
  if (row.exact) compare_filters(out, row);
  auto remark_on = [&](const std::optional<Measured>& measured, const char* filter) {
    if (!measured) return;
    if (measured->ended < measured->matches)
      out.push_back(
          fmt::format("{}: {} cut before the end", filter, matches_text(measured->matches - measured->ended)));
    if (measured->gave_up > 0)
      out.push_back(fmt::format("{}: a budget ran out in {} of {}, where something is called open that may be known",
                                filter, measured->gave_up, matches_text(measured->matches)));
  };
  remark_on(row.two_set, "two-set");
  remark_on(row.exact, "exact");
  if ((row.two_set && row.two_set->local) || (row.exact && row.exact->local))
    out.push_back("too large to ground: a circuit is made for each position");
  return out;
}

std::string to_markdown(const Table1& table) {
  std::string out = "# Table 1 of “Filtering with Logic Programs”, measured\n\n";
  if (table.interrupted)
    out += fmt::format("**Interrupted: {} of {} rows were begun.**\n\n", table.rows.size(), table.all_rows);
  out += fmt::format(
      "{} of random moves for each row and filter, seed {}. L T G: legal moves always known, terminal known at the "
      "end, "
      "own goal value known at the end; ✓ in every match, else in how many. Times are CPU seconds for 1000 rounds.\n\n",
      matches_text(table.options.matches), table.options.seed);
  out +=
      "| game, role | paper L T G | paper s | Prolog L T G | Prolog s | two-set L T G | two-set s | faster than Prolog "
      "| "
      "marks as the paper's | exact L T G | exact s | states tracked |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const MeasuredRow& row : table.rows) {
    std::optional<bool> agree = as_paper(row);
    std::optional<double> faster = speed_up(row);
    const std::optional<BaselineRow>& baseline = row.row.baseline;
    std::string states = kDash;
    if (row.exact && row.exact->peak_states)
      states = fmt::format("{}{}", *row.exact->peak_states, row.exact->symbolic_rounds > 0 ? " +" : "");
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", in_markdown(name_of(row.row)),
                       marks(row.row.paper), figure(row.row.paper ? row.row.paper->seconds : std::nullopt),
                       baseline ? marks(baseline->counts) : kDash,
                       figure(baseline ? std::optional(baseline->seconds) : std::nullopt), marks(row.two_set),
                       figure(figure_of(row.two_set, two_set_figure)), faster ? short_figure(*faster) + " ×" : kDash,
                       !agree   ? kDash
                       : *agree ? "yes"
                                : "**no**",
                       marks(row.exact), figure(figure_of(row.exact, exact_figure)), states);
  }
  out += "\n## Notes\n\n";
  for (const MeasuredRow& row : table.rows)
    for (const std::string& note : notes_on(row))
      out += fmt::format("- *{}*: {}.\n", in_markdown(name_of(row.row)), note);
  out +=
      "- *Paper*: M. Thielscher, Filtering With Logic Programs, AAAI 2013; 1000 matches a row, Eclipse Prolog, 2.66 "
      "GHz. "
      "A dash behind lost legal moves: not asked.\n"
      "- *Prolog*: an independent implementation of the paper in SWI-Prolog on the same files, 2.8 GHz Xeon, November "
      "2026; a match was not followed further once legal moves were not known. Its times are from that machine.\n"
      "- *two-set*: the paper's filter on a circuit; as in the paper and the baseline, the time is that of updating, "
      "without questions about legal moves, terminal and goal.\n"
      "- *exact*: complete knowledge, ours; its time is that of updating and of the questions together, since its "
      "symbolic part works when it is asked. It uses all percepts, so it has no row for the percepts made alone.\n"
      "- *states tracked*: the most that the exact filter tracked one by one; with a + there were more in some rounds, "
      "and a formula stood for them.\n"
      "- *faster than Prolog*: where the baseline lost its legal moves, over the rounds before that alone, which are "
      "those "
      "it counts; the other times are of whole matches.\n"
      "- *more than chance*: Fisher's exact test at a level of 1 %, for each count by itself.\n"
      "- *known goal*: one value is known and no other is open. Every claim was compared with the true position.\n"
      "- *times* are means: all CPU time of a row over all its rounds. Grounding is not in them.\n";
  return out;
}

std::string to_csv(const Table1& table) {
  std::string out =
      "game,role,file,own_sheet,made_only,paper_legal,paper_terminal,paper_goal,paper_s,prolog_matches,prolog_legal,"
      "prolog_terminal,prolog_goal,prolog_s,speed_up,as_paper";
  for (const char* filter : {"two_set", "exact"})
    for (const char* column :
         {"matches", "ended", "rounds", "legal", "terminal", "goal", "s", "update_s", "question_s", "gave_up"})
      out += fmt::format(",{}_{}", filter, column);
  out += ",exact_peak_states,exact_symbolic_rounds,problem\n";
  auto cell = [](const auto& value) { return value ? fmt::format(",{}", *value) : std::string(","); };
  auto measured_cells = [](const std::optional<Measured>& measured, double (*figure)(const Measured&)) {
    if (!measured) return std::string(10, ',');
    return fmt::format(",{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{}", measured->matches, measured->ended,
                       measured->rounds, measured->legal, measured->terminal, measured->goal, figure(*measured),
                       measured->per_1000_rounds(measured->update_seconds),
                       measured->per_1000_rounds(measured->question_seconds), measured->gave_up);
  };
  for (const MeasuredRow& row : table.rows) {
    out += fmt::format("{},{},{},{},{}", in_csv(row.row.game), in_csv(row.row.role), in_csv(row.row.file),
                       row.row.own_sheet, row.row.made_only);
    if (const auto& paper = row.row.paper)
      out += fmt::format(",{}{}{}{}", paper->legal, cell(paper->terminal), cell(paper->goal), cell(paper->seconds));
    else
      out += ",,,,";
    if (const auto& baseline = row.row.baseline)
      out += fmt::format(",{},{}{}{},{}", baseline->counts.matches, baseline->counts.legal,
                         cell(baseline->counts.terminal), cell(baseline->counts.goal), baseline->seconds);
    else
      out += ",,,,,";
    std::optional<double> faster = speed_up(row);
    out += faster ? fmt::format(",{:.4g}", *faster) : ",";
    out += cell(as_paper(row));
    out += measured_cells(row.two_set, two_set_figure) + measured_cells(row.exact, exact_figure);
    out += row.exact ? cell(row.exact->peak_states) + fmt::format(",{}", row.exact->symbolic_rounds) : ",,";
    out += "," + in_csv(row.problem) + "\n";
  }
  return out;
}

std::string to_json(const Table1& table) {
  ordered_json rows = ordered_json::array();
  for (const MeasuredRow& row : table.rows)
    rows.push_back({{"game", row.row.game},
                    {"role", row.row.role},
                    {"file", row.row.file},
                    {"own_sheet", row.row.own_sheet},
                    {"made_only", row.row.made_only},
                    {"two_set", to_json(row.two_set, two_set_figure)},
                    {"exact", to_json(row.exact, exact_figure)},
                    {"paper", to_json(row.row.paper)},
                    {"baseline", to_json(row.row.baseline)},
                    {"truth", row.row.truth ? to_json(*row.row.truth) : ordered_json()},
                    {"speed_up", or_null(speed_up(row))},
                    {"as_paper", or_null(as_paper(row))},
                    {"notes", notes_on(row)},
                    {"problem", row.problem.empty() ? ordered_json() : ordered_json(row.problem)}});
  ordered_json out = {
      {"experiment", "table1"},     {"matches", table.options.matches}, {"max_rounds", table.options.max_rounds},
      {"seed", table.options.seed}, {"interrupted", table.interrupted}, {"rows_wanted", table.all_rows},
      {"rows", std::move(rows)}};
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

BarChart chart_of(const Table1& table) {
  BarChart chart{
      "Keeping knowledge up to date: Table 1 of “Filtering with Logic Programs”",
      fmt::format("{} a row; shorter is faster; exact includes its questions", matches_text(table.options.matches)),
      "CPU seconds for 1000 rounds (logarithmic)",
      true,
      {},
      {}};
  BarChart::Series paper{"paper (2013)", {}}, prolog{"Prolog baseline", {}}, two_set{"two-set", {}}, exact{"exact", {}};
  bool any_published = false;
  for (const MeasuredRow& row : table.rows) {
    chart.categories.push_back(name_of(row.row));
    const auto& baseline = row.row.baseline;
    bool comparable = !row.row.own_sheet;
    paper.values.push_back(comparable && row.row.paper ? row.row.paper->seconds : std::nullopt);
    prolog.values.push_back(comparable && baseline ? std::optional(baseline->seconds) : std::nullopt);
    any_published = any_published || paper.values.back() || prolog.values.back();
    two_set.values.push_back(figure_of(row.two_set, two_set_figure));
    exact.values.push_back(figure_of(row.exact, exact_figure));
  }
  if (any_published) chart.series = {paper, prolog};
  if (table.options.two_set) chart.series.push_back(two_set);
  if (table.options.exact) chart.series.push_back(exact);
  return chart;
}

}  // namespace percept::lab
