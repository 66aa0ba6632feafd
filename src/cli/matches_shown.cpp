// SPDX-License-Identifier: MIT
#include "cli/matches_shown.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/knowing.h"
#include "cli/terminal.h"
#include "gdl/reader.h"
#include "record/replay.h"
#include "record/sight.h"
#include "show/onlooker.h"

namespace percept::cli {
namespace {

using record::Fault;
using record::Record;

std::string shown_percepts(const std::vector<std::string>& percepts) {
  return percepts.empty() ? "nothing" : printable(fmt::format("{}", fmt::join(percepts, " ")));
}

std::string fault_text(const Fault& fault) {
  std::string out(record::name_of(fault.kind));
  if (!fault.answer.empty()) out += ", answered " + printable(fault.answer);
  if (!fault.detail.empty()) out += ": " + printable(fault.detail);
  return out;
}

class WholeMatch : public ShownMatch {
 public:
  WholeMatch(const Record& record, game::Game game) : record_(record), game_(std::move(game)), board_(game_) {}

  Result<void> print_position() override {
    const record::Facts& facts = rounds_ == 0 ? record_.initial : record_.rounds[rounds_ - 1].state;
    auto state = game_.parse_state(fmt::format("({})", fmt::join(facts, " ")));
    if (!state) return tl::unexpected(state.error());
    fmt::print("{}", board_.text(*state, colored(stdout)));
    return {};
  }
  Result<void> next() override {
    ++rounds_;
    return {};
  }
  void print_round() override {
    const record::Round& round = record_.rounds[rounds_ - 1];
    bool sees = record_.rules.gdl_version == 2;
    for (std::size_t role = 0; role < round.moves.size(); ++role) {
      std::string percepts;
      if (sees && role < round.percepts.size()) percepts = "  sees " + shown_percepts(round.percepts[role]);
      bool fault = role < round.faults.size() && round.faults[role];
      fmt::print("  {} {}{}{}\n", paint("1", printable(record_.roles[role]), colored(stdout)),
                 printable(round.moves[role]), fault ? " (in its place: " + fault_text(*round.faults[role]) + ")" : "",
                 percepts);
    }
  }

 private:
  const Record& record_;
  game::Game game_;
  show::Board board_;
  std::size_t rounds_ = 0;
};

// What the role was told, without a way to anything else.
class RoleMatch : public ShownMatch {
 public:
  RoleMatch(std::vector<game::Told> told, show::Onlooker eyes) : told_(std::move(told)), eyes_(std::move(eyes)) {}

  Result<void> print_position() override {
    print_knowledge(*eyes_.belief, knowledge_of(*eyes_.belief), eyes_.board);
    return {};
  }
  Result<void> next() override { return belief::hear(*eyes_.belief, told_[rounds_++]); }
  void print_round() override { print_told(told_[rounds_ - 1]); }

 private:
  std::vector<game::Told> told_;
  show::Onlooker eyes_;
  std::size_t rounds_ = 0;
};

Result<std::unique_ptr<ShownMatch>> role_match(const Record& record, std::size_t role) {
  auto model = game::Model::make(gdl::read_text(record.rules.name, record.rules.text));
  if (!model) return tl::unexpected(model.error());
  auto eyes = show::onlooker(*model, record.roles[role], {});
  if (!eyes) return tl::unexpected(eyes.error());
  std::vector<game::Told> told;
  for (std::size_t round = 1; round <= record.rounds.size(); ++round) told.push_back(record::told(record, role, round));
  return std::make_unique<RoleMatch>(std::move(told), std::move(*eyes));
}

}  // namespace

Result<std::unique_ptr<ShownMatch>> shown_match(const Record& record, std::optional<std::size_t> role) {
  if (role && !record::sees_all(record, *role)) return role_match(record, *role);
  auto game = record::game_of(record.rules);
  if (!game) return tl::unexpected(game.error());
  return std::make_unique<WholeMatch>(record, std::move(*game));
}

std::string time_text(std::int64_t milliseconds) {
  if (milliseconds == 0) return "–";
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(static_cast<std::time_t>(milliseconds / 1000)));
}

std::string result_text(record::Status status, const std::vector<std::optional<int>>& goals) {
  if (status != record::Status::kCompleted) return std::string(record::name_of(status));
  std::string out;
  for (const std::optional<int>& goal : goals)
    out += (out.empty() ? "" : " ") + (goal ? std::to_string(*goal) : std::string("–"));
  return out;
}

void print_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], character_count(row[i]));
    }
  for (std::size_t number = 0; number < rows.size(); ++number) {
    std::string line;
    for (std::size_t i = 0; i < rows[number].size(); ++i) {
      const std::string& cell = rows[number][i];
      line += cell;
      if (i + 1 < rows[number].size()) line += std::string(widths[i] - character_count(cell) + 2, ' ');
    }
    fmt::print("{}\n", number == 0 ? paint("1", line, colored(stdout)) : line);
  }
}

void print_header(const Record& record, bool whole) {
  auto line = [](const char* name, const std::string& text) {
    fmt::print("{}{}\n", paint("1", fmt::format("{:<12}", name), colored(stdout)), text);
  };
  line("match", printable(record.id));
  line("game", fmt::format("{} (GDL-{}), rules {:.12}", printable(record.rules.name),
                           record.rules.gdl_version == 2 ? "II" : "I", printable(record.rules.hash)));
  if (!record.tournament.empty())
    line("tournament", fmt::format("{}, match {}", printable(record.tournament), record.number));
  line("started", time_text(record.started));
  line("clocks", record.clocks.play == 0 && record.clocks.start == 0
                     ? std::string("none")
                     : fmt::format("start {} s, play {} s", record.clocks.start, record.clocks.play));
  if (whole) line("seed", fmt::format("{}{}", record.seed, record.scrambled ? ", rules scrambled" : ""));
  line("status", fmt::format("{} after {}{}", record::name_of(record.status), counted(record.rounds.size(), "round"),
                             record.note.empty() || !whole ? "" : ": " + printable(record.note)));
}

void print_faults(const Record& record, std::optional<std::size_t> role) {
  std::vector<std::vector<std::string>> rows = {{"fault in", "role", "what"}};
  auto add = [&](const std::string& when, const std::vector<std::optional<Fault>>& faults) {
    for (std::size_t i = 0; i < faults.size(); ++i)
      if (faults[i] && (!role || *role == i))
        rows.push_back({when, printable(record.roles[i]), fault_text(*faults[i])});
  };
  add("start", record.start_faults);
  for (std::size_t i = 0; i < record.rounds.size(); ++i) add(fmt::format("round {}", i + 1), record.rounds[i].faults);
  if (rows.size() == 1) return;
  fmt::print("\n");
  print_table(rows);
}

void print_moves_table(const Record& record, std::optional<std::size_t> role) {
  std::vector<std::vector<std::string>> rows = {{"round"}};
  bool own_only = role && !record::sees_all(record, *role);
  if (own_only) {
    rows[0].insert(rows[0].end(), {"does", "sees"});
    for (std::size_t i = 1; i <= record.rounds.size(); ++i) {
      game::Told told = record::told(record, *role, i);
      rows.push_back({std::to_string(i), printable(*told.move), shown_percepts(*told.percepts)});
    }
  } else {
    for (const std::string& name : record.roles) rows[0].push_back(printable(name));
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
      const record::Round& round = record.rounds[i];
      rows.push_back({std::to_string(i + 1)});
      for (std::size_t j = 0; j < round.moves.size(); ++j)
        rows.back().push_back(printable(round.moves[j]) + (j < round.faults.size() && round.faults[j] ? " !" : ""));
    }
  }
  if (rows.size() == 1) return;
  fmt::print("\n");
  print_table(rows);
}

}  // namespace percept::cli
