// SPDX-License-Identifier: MIT
#include "cli/drawn_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/knowing.h"
#include "cli/terminal.h"
#include "lab/chart.h"

namespace percept::cli {
namespace {

using namespace game;
using nlohmann::ordered_json;
using sample::Sample;
using sample::Sampler;

// Samples of one position, or of one history when histories are told apart.
struct Merged {
  double weight = 0;
  const Sample* first = nullptr;
  State drawn = {};
};

std::vector<std::string> sorted_texts(const belief::Rules& rules, const State& state) {
  std::vector<FluentId> fluents;
  for_each_fluent(state, [&](FluentId fluent) { fluents.push_back(fluent); });
  std::sort(fluents.begin(), fluents.end(), [&](FluentId a, FluentId b) { return rules.lexicon().less(a, b); });
  std::vector<std::string> out;
  for (FluentId fluent : fluents) out.push_back(rules.text(fluent));
  return out;
}

bool fluents_before(const State& a, const State& b) {
  return std::ranges::lexicographical_compare(a.words(), b.words());
}

std::vector<Merged> merged(const std::vector<Sample>& samples, bool histories) {
  std::vector<const Sample*> order;
  for (const Sample& sample : samples) order.push_back(&sample);
  auto less = [&](const Sample* a, const Sample* b) {
    if (a->state != b->state) return fluents_before(a->state, b->state);
    return histories && a->moves < b->moves;
  };
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<Merged> out;
  for (const Sample* sample : order) {
    if (out.empty() || less(out.back().first, sample)) out.push_back({0, sample});
    out.back().weight += sample->weight;
  }
  std::stable_sort(out.begin(), out.end(), [](const Merged& a, const Merged& b) { return a.weight > b.weight + 1e-9; });
  return out;
}

std::string percent(double share) {
  return share < 0.0995 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

void print_history(const belief::Rules& rules, const std::vector<JointMove>& moves) {
  std::vector<std::vector<std::string>> columns = {{"round"}};
  for (std::size_t i = 0; i < moves.size(); ++i) columns[0].push_back(std::to_string(i + 1));
  for (std::uint32_t role = 0; role < rules.roles(); ++role) {
    std::vector<std::string>& column = columns.emplace_back(1, printable(rules.text(RoleId{role})));
    for (const JointMove& joint : moves) column.push_back(printable(rules.text(RoleId{role}, joint[role])));
  }
  std::vector<std::size_t> widths;
  for (const auto& column : columns) {
    std::size_t& width = widths.emplace_back(0);
    for (const std::string& text : column) width = std::max(width, character_count(text));
  }
  for (std::size_t row = 0; row <= moves.size(); ++row) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& text = columns[i][row];
      std::string padding(widths[i] - character_count(text), ' ');
      line += "  " + (i == 0 ? padding + text : text + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", paint(row == 0 ? "2" : "0", line, colored(stdout)));
  }
}

void print_facts(const DrawnSamples& drawn, std::size_t positions, bool histories) {
  const sample::Draw& draw = drawn.draw;
  std::string weights = draw.exact && draw.all ? "exact: every history with its probability"
                        : draw.exact           ? "exact: drawn independently, with the probabilities of histories"
                                               : "approximate: shares of the samples, not claimed to be probabilities";
  print_row("weights", {weights});
  print_row("first", {fmt::format("after {} CPU s (update {}, draw {})", lab::short_figure(drawn.first_seconds),
                                  lab::short_figure(drawn.update_seconds),
                                  lab::short_figure(drawn.first_seconds - drawn.update_seconds))});
  if (drawn.rate) print_row("rate", {fmt::format("{} samples a CPU second", lab::short_figure(*drawn.rate))});
  print_row("samples", {fmt::format("{}, {}{}", draw.samples.size(),
                                    histories ? positions == 1 ? "1 history" : fmt::format("{} histories", positions)
                                              : counted(positions, "position"),
                                    draw.all ? ": there are no others" : "")});
  if (draw.gave_up || !drawn.gave_up.empty())
    print_row("gave up", {"a budget ran out (--seconds): there may be fewer samples than were asked for"}, true);
}

}  // namespace

void print_samples(const Sampler& sampler, const DrawnSamples& drawn, StateDrawing& drawing, bool histories) {
  std::vector<Merged> all = merged(drawn.draw.samples, histories);
  print_facts(drawn, all.size(), histories);
  if (all.empty()) return;
  const belief::Rules& rules = sampler.rules();
  State shared;
  for (Merged& one : all)
    for_each_fluent(one.first->state, [&](FluentId fluent) {
      auto same = drawing.drawn(rules, fluent);
      if (same) one.drawn.insert(*same);
    });
  for_each_fluent(all[0].drawn, [&](FluentId fluent) {
    if (std::ranges::all_of(all, [&](const Merged& one) { return one.drawn.contains(fluent); })) shared.insert(fluent);
  });
  // A board is shown whole, with each position where any of its squares differs.
  bool boards_differ = false;
  for (const Merged& one : all)
    for_each_fluent(one.drawn, [&](FluentId fluent) {
      boards_differ = boards_differ || (!shared.contains(fluent) && drawing.on_board(fluent));
    });
  bool color = colored(stdout);
  auto print_state = [&](const State& state, bool boards, const auto& wanted) {
    State on_boards, others;
    for_each_fluent(state, [&](FluentId fluent) {
      bool on_board = drawing.on_board(fluent);
      if (on_board && boards) on_boards.insert(fluent);
      if (!on_board && wanted(fluent)) others.insert(fluent);
    });
    if (boards) fmt::print("{}", drawing.boards(on_boards, color));
    fmt::print("{}", drawing.lists(others, color));
  };
  auto is_shared = [&](FluentId fluent) { return shared.contains(fluent); };
  if (all.size() > 1 && shared.size() > 0) {
    print_heading("The same in all");
    print_state(shared, !boards_differ, is_shared);
  }
  for (const Merged& one : all) {
    print_heading(percent(one.weight));
    if (all.size() == 1)
      print_state(one.drawn, true, [](FluentId) { return true; });
    else
      print_state(one.drawn, boards_differ, [&](FluentId fluent) { return !is_shared(fluent); });
    if (histories) print_history(rules, one.first->moves);
  }
}

ordered_json json_of(const Sampler& sampler, const std::vector<Sample>& samples) {
  const belief::Rules& rules = sampler.rules();
  ordered_json out = ordered_json::array();
  for (const Sample& sample : samples) {
    ordered_json rounds = ordered_json::array();
    for (const JointMove& joint : sample.moves) {
      ordered_json round = ordered_json::object();
      for (std::uint32_t role = 0; role < rules.roles(); ++role)
        round[rules.text(RoleId{role})] = rules.text(RoleId{role}, joint[role]);
      rounds.push_back(std::move(round));
    }
    out.push_back(
        {{"weight", sample.weight}, {"state", sorted_texts(rules, sample.state)}, {"moves", std::move(rounds)}});
  }
  return out;
}

}  // namespace percept::cli
