// SPDX-License-Identifier: MIT
#include "show/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "show/lines.h"

namespace percept::show {

using namespace game;
using nlohmann::ordered_json;
using sample::Sample;

namespace {

using History = std::vector<std::vector<std::string>>;  // by round and role

// Samples of one position, or of one history when histories are told apart.
struct Merged {
  double weight = 0;
  const Sample* first = nullptr;
};

// The likeliest first, and equals by the names of what holds, whatever their numbers are.
std::vector<Merged> merged(const belief::Rules& rules, const std::vector<Sample>& samples, bool histories) {
  std::vector<const Sample*> order;
  for (const Sample& sample : samples) order.push_back(&sample);
  auto less = [&](const Sample* a, const Sample* b) {
    if (a->state != b->state) return std::ranges::lexicographical_compare(a->state.words(), b->state.words());
    return histories && a->moves < b->moves;
  };
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<Merged> out;
  for (const Sample* sample : order) {
    if (out.empty() || less(out.back().first, sample)) out.push_back({0, sample});
    out.back().weight += sample->weight;
  }
  const Lexicon& lexicon = rules.lexicon();
  auto by_name = [&](FluentId a, FluentId b) { return lexicon.less(a, b); };
  auto holding = [&](const Merged& one) {
    std::vector<FluentId> fluents;
    for_each_fluent(one.first->state, [&](FluentId fluent) { fluents.push_back(fluent); });
    std::ranges::sort(fluents, by_name);
    return fluents;
  };
  std::stable_sort(out.begin(), out.end(), [&](const Merged& a, const Merged& b) {
    return std::ranges::lexicographical_compare(holding(a), holding(b), by_name);
  });
  std::stable_sort(out.begin(), out.end(), [](const Merged& a, const Merged& b) { return a.weight > b.weight + 1e-9; });
  return out;
}

// The fluents of the state that are wanted.
template <class Wanted>
State filtered(const State& state, const Wanted& wanted) {
  State out;
  for_each_fluent(state, [&](FluentId fluent) {
    if (wanted(fluent)) out.insert(fluent);
  });
  return out;
}

History history_of(const belief::Rules& rules, const Sample& sample) {
  History out;
  for (const JointMove& joint : sample.moves) {
    std::vector<std::string>& round = out.emplace_back();
    for (std::uint32_t role = 0; role < rules.roles(); ++role) round.push_back(rules.text(RoleId{role}, joint[role]));
  }
  return out;
}

std::string share_text(double share) {
  return share < 0.0995 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::string history_text(const std::vector<std::string>& roles, const History& history, bool color) {
  History rows = {{"round"}};
  rows[0].insert(rows[0].end(), roles.begin(), roles.end());
  for (const std::vector<std::string>& moves : history) {
    rows.push_back({std::to_string(rows.size())});
    rows.back().insert(rows.back().end(), moves.begin(), moves.end());
  }
  std::vector<std::size_t> widths(rows[0].size());
  for (auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = printable(row[i]);
      widths[i] = std::max(widths[i], character_count(row[i]));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string padding = blanks(widths[i] - character_count(row[i]));
      line += "  " + (i == 0 ? padding + row[i] : row[i] + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += painted(&row == &rows[0] ? "2" : "0", line, color) + '\n';
  }
  return out;
}

}  // namespace

Samples samples_of(const belief::Rules& rules, const std::vector<Sample>& samples, const Board& board, bool histories) {
  Samples out;
  for (std::uint32_t role = 0; role < rules.roles(); ++role) out.roles.push_back(rules.text(RoleId{role}));
  std::vector<Merged> all = merged(rules, samples, histories);
  if (all.empty()) return out;
  auto in_all = [&](FluentId fluent) {
    return std::ranges::all_of(all, [&](const Merged& one) { return one.first->state.contains(fluent); });
  };
  const bool several = all.size() > 1;
  State shared = several ? filtered(all[0].first->state, in_all) : State();
  // A board is shown whole, with each position where any of its squares differs.
  bool boards_differ = !several || std::ranges::any_of(all, [&](const Merged& one) {
    return filtered(one.first->state, [&](FluentId f) { return !shared.contains(f) && board.on_board(f); }).size() > 0;
  });
  auto picture = [&](const State& state, bool boards) {
    Picture drawn = board.picture(state);
    if (!boards) drawn.panels.clear();
    return drawn;
  };
  if (shared.size() > 0)
    out.shared =
        picture(filtered(shared, [&](FluentId f) { return !boards_differ || !board.on_board(f); }), !boards_differ);
  for (const Merged& one : all) {
    State own = filtered(one.first->state, [&](FluentId fluent) {
      return board.on_board(fluent) ? boards_differ : !shared.contains(fluent);
    });
    out.positions.push_back({one.weight, picture(own, boards_differ)});
    if (histories) out.positions.back().history = history_of(rules, *one.first);
  }
  return out;
}

std::string to_text(const Samples& samples, bool color) {
  std::string out;
  if (samples.shared) out += heading("The same in all", color) + to_text(*samples.shared, color);
  for (const Samples::Position& position : samples.positions) {
    out += heading(share_text(position.weight), color) + to_text(position.picture, color);
    if (position.history) out += history_text(samples.roles, *position.history, color);
  }
  return out;
}

ordered_json to_json(const Samples& samples) {
  ordered_json positions = ordered_json::array();
  for (const Samples::Position& position : samples.positions)
    positions.push_back(ordered_json{{"weight", position.weight},
                                     {"picture", to_json(position.picture)},
                                     {"history", position.history ? ordered_json(*position.history) : ordered_json()}});
  return {{"roles", samples.roles},
          {"shared", samples.shared ? to_json(*samples.shared) : ordered_json()},
          {"positions", std::move(positions)}};
}

ordered_json to_json(const belief::Rules& rules, const std::vector<Sample>& samples) {
  ordered_json out = ordered_json::array();
  for (const Sample& sample : samples) {
    std::vector<FluentId> fluents;
    for_each_fluent(sample.state, [&](FluentId fluent) { fluents.push_back(fluent); });
    std::ranges::sort(fluents, [&](FluentId a, FluentId b) { return rules.lexicon().less(a, b); });
    std::vector<std::string> state;
    for (FluentId fluent : fluents) state.push_back(rules.text(fluent));
    ordered_json rounds = ordered_json::array();
    for (const std::vector<std::string>& moves : history_of(rules, sample)) {
      ordered_json& round = rounds.emplace_back(ordered_json::object());
      for (std::uint32_t role = 0; role < rules.roles(); ++role) round[rules.text(RoleId{role})] = moves[role];
    }
    out.push_back(ordered_json{{"weight", sample.weight}, {"state", std::move(state)}, {"moves", std::move(rounds)}});
  }
  return out;
}

}  // namespace percept::show
