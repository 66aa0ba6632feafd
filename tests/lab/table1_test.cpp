// SPDX-License-Identifier: MIT
//
// Table 1: the published figures stay as they were published, and what is measured is what the games are known for.
#include "lab/table1.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lab/table1_report.h"
#include "lab/well_formed.h"
#include "support/support.h"

using namespace percept::lab;
using namespace percept::test;
using nlohmann::json;

namespace {

std::string own(const std::string& name) { return (project_root() / "games" / (name + ".kif")).string(); }

std::vector<Row> rows_of(const std::vector<std::string>& files) {
  auto rows = rows_of_games(files);
  REQUIRE(rows);
  return *rows;
}

Table1 measured_table(const std::vector<std::string>& games, std::size_t matches = 2) {
  std::vector<std::string> files;
  for (const std::string& game : games) files.push_back(own(game));
  Table1Options options;
  options.matches = matches;
  return measure_table1(rows_of(files), options);
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("the paper's Table 1, as it was printed") {
  struct Printed {
    const char* row;
    const char* marks;
    double seconds;  // 0: none
  };
  const std::vector<Printed> printed = {{"Backgammon red", "yyy", 8.84},
                                        {"Banker/Thief banker", "yyn", 0.42},
                                        {"Banker/Thief thief", "yyn", 0.69},
                                        {"Battleships in Fog admiral", "n--", 0},
                                        {"Battleships in Fog* admiral", "ynn", 930.04},
                                        {"Blackjack player1", "n--", 0},
                                        {"Hidden Connect redgreen", "yyn", 4.08},
                                        {"Hold your Course II player", "yyy", 2.05},
                                        {"Krieg-Tictactoe 5x5 xplayer", "n--", 0},
                                        {"Mastermind448 player", "yyn", 0.58},
                                        {"Minesweeper miner", "yyy", 1.56},
                                        {"Minesweeper sweeper", "ynn", 199.82},
                                        {"Numberguessing guesser", "yyn", 1.53},
                                        {"Monty Hall monty", "yyy", 0.21},
                                        {"Monty Hall candidate", "yyy", 0.21},
                                        {"Small Dominion 2 duke", "yyy", 12376.75},
                                        {"Transit transit", "ynn", 4.18},
                                        {"Transit patrol", "ynn", 5.76},
                                        {"vis_Pacman blinky", "ynn", 706.45},
                                        {"vis_Pacman pacman", "yny", 32.12}};
  std::vector<Row> rows = table1_rows({}, {});
  std::erase_if(rows, [](const Row& row) { return !row.paper; });
  REQUIRE(rows.size() == printed.size());
  auto letter = [](std::optional<bool> mark) { return !mark ? '-' : *mark ? 'y' : 'n'; };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PaperRow& paper = *rows[i].paper;
    CHECK(rows[i].game + " " + rows[i].role == printed[i].row);
    CHECK(std::string{letter(paper.legal), letter(paper.terminal), letter(paper.goal)} == printed[i].marks);
    CHECK(paper.seconds.value_or(0) == printed[i].seconds);
    CHECK(rows[i].baseline);
  }
}

TEST_CASE("a row a competition's rule sheet; one of ours where there is none") {
  std::vector<Row> rows = table1_rows({}, project_root() / "games");
  REQUIRE(rows.size() == 21);
  for (const Row& row : rows) {
    bool miner = row.role == "miner";  // chance hides the mines on our own sheet
    CHECK(row.file.empty() == miner);
    CHECK(row.own_sheet == !miner);
  }
  CHECK(std::ranges::count_if(rows, [](const Row& row) { return row.made_only; }) == 1);
  REQUIRE_CORPUS();
  for (const Row& row : table1_rows(corpus(), {})) {
    CHECK_MESSAGE(!row.file.empty(), row.game);
    CHECK_FALSE(row.own_sheet);
  }
}

TEST_CASE("every role but chance has a row") {
  std::vector<Row> rows = rows_of({own("monty_hall"), own("kuhn_poker")});
  REQUIRE(rows.size() == 4);
  CHECK(rows[1].role == "candidate");
  CHECK(rows[2].game == "kuhn_poker");
  CHECK(rows[3].role == "player2");
  CHECK_FALSE(rows_of_games({"/no/such/file.kif"}));
}

TEST_CASE("Monty Hall: both roles know all there is to know at the end") {
  Table1 table = measured_table({"monty_hall"}, 10);
  REQUIRE(table.rows.size() == 2);
  for (const MeasuredRow& row : table.rows) {
    CHECK(row.problem.empty());
    for (const std::optional<Measured>& filter : {row.two_set, row.exact}) {
      REQUIRE(filter);
      CHECK(filter->matches == 10);
      CHECK(filter->ended == 10);
      CHECK(filter->rounds == 30);
      CHECK(filter->always_legal());
      CHECK(filter->always_terminal());
      CHECK(filter->always_goal());
      CHECK(filter->gave_up == 0);
    }
  }
  CHECK(table.rows[1].exact->peak_states == 3);
}

TEST_CASE("the exact filter knows whatever the two-set filter knows, and more in Krieg-Tictactoe") {
  Table1 table = measured_table({"krieg_tictactoe_3x3", "mastermind_448", "transit", "kuhn_poker"}, 5);
  for (const MeasuredRow& row : table.rows) {
    CAPTURE(row.row.game);
    CHECK(row.problem.empty());
    REQUIRE((row.two_set && row.exact));
    CHECK(row.two_set->rounds == row.exact->rounds);  // the same matches
    CHECK(row.two_set->legal <= row.exact->legal);
    CHECK(row.two_set->terminal <= row.exact->terminal);
    CHECK(row.two_set->goal <= row.exact->goal);
  }
}

TEST_CASE("the same seed gives the same matches, another seed others") {
  std::vector<Row> rows = rows_of({own("krieg_tictactoe_3x3")});
  Table1Options options;
  options.matches = 4;
  options.exact = false;
  auto rounds = [&](std::uint64_t seed) {
    options.seed = seed;
    return measure_table1(rows, options).rows[0].two_set->rounds;
  };
  CHECK(rounds(1) == rounds(1));
  std::vector<std::size_t> others;
  for (std::uint64_t seed : {100u, 200u, 300u, 400u}) others.push_back(rounds(seed));
  CHECK(std::ranges::count(others, rounds(1)) < 4);
}

TEST_CASE("a match that is cut has no say about its end") {
  Table1Options options;
  options.matches = 3;
  options.max_rounds = 1;
  Table1 table = measure_table1(rows_of({own("monty_hall")}), options);
  const Measured& candidate = *table.rows[1].two_set;
  CHECK(candidate.matches == 3);
  CHECK(candidate.ended == 0);
  CHECK(candidate.rounds == 3);
  json result = json::parse(to_json(table));
  CHECK(result["rows"][1]["two_set"]["terminal"].is_null());
  CHECK(has(to_markdown(table), "3 matches cut before the end"));
}

TEST_CASE("an interrupted experiment keeps what is finished, and says so") {
  Table1Options options;
  options.matches = 3;
  std::size_t shown = 0;
  auto watch = [](const Progress& at) { return !(at.doing == "exact" && at.matches == 4); };
  Table1 table = measure_table1(rows_of({own("monty_hall")}), options, watch, [&](const MeasuredRow&) { ++shown; });
  CHECK(table.interrupted);
  CHECK(shown == 1);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].two_set->matches == 3);
  CHECK(table.rows[0].exact->matches == 1);
  CHECK(table.rows[0].problem == "interrupted after 3 (two-set) and 1 (exact) of 3 matches");
  CHECK(has(to_markdown(table), "Interrupted: 1 of 2 rows"));
  CHECK(json::parse(to_json(table))["interrupted"] == true);
}

TEST_CASE("a row that fails says why, and the others are measured") {
  std::vector<Row> rows = rows_of({own("monty_hall")});
  rows[0].role = "nobody";
  Table1Options options;
  options.matches = 1;
  Table1 table = measure_table1(rows, options);
  CHECK(has(table.rows[0].problem, "no role nobody"));
  CHECK(table.rows[1].problem.empty());
  CHECK(table.rows[1].exact);
}

TEST_CASE("marks are compared with the paper's as far as it gives any") {
  MeasuredRow row;
  row.two_set = Measured{.matches = 10, .ended = 10, .rounds = 100, .legal = 10, .terminal = 10, .goal = 4};
  row.two_set->update_seconds = 1;
  CHECK_FALSE(as_paper(row));
  row.row.paper = PaperRow{true, true, false, 1.0};
  CHECK(as_paper(row) == true);
  row.row.paper->terminal = false;
  CHECK_FALSE(as_paper(row));  // too few matches to tell
  row.row.paper = PaperRow{false, {}, {}, {}};
  CHECK_FALSE(as_paper(row));
  row.two_set = Measured{.matches = 30, .ended = 30, .rounds = 300, .legal = 30, .terminal = 30, .goal = 4};
  CHECK(as_paper(row) == false);
  row.row.paper = PaperRow{true, false, false, 1.0};
  CHECK(as_paper(row) == false);
  row.row.paper = PaperRow{false, {}, {}, {}};
  row.two_set->legal = 29;
  CHECK(as_paper(row) == true);
  row.row.own_sheet = true;
  CHECK_FALSE(as_paper(row));
}

TEST_CASE("how much faster: on the rounds that the baseline counts") {
  MeasuredRow row;
  row.two_set = Measured{.matches = 10, .ended = 10, .rounds = 100, .legal = 0};
  row.two_set->update_seconds = 1;  // 10 s for 1000 rounds
  CHECK_FALSE(speed_up(row));
  row.row.baseline = BaselineRow{{10, 10, 10, 10}, 50};
  CHECK(*speed_up(row) == doctest::Approx(5));
  row.row.baseline->counts.legal = 0;  // the baseline stopped where legal moves were lost
  CHECK_FALSE(speed_up(row));
  row.two_set->rounds_until_lost = 10;
  row.two_set->update_seconds_until_lost = 0.01;
  CHECK(*speed_up(row) == doctest::Approx(50));
}

TEST_CASE("counts differ by more than chance, or do not") {
  Measured ours{.matches = 25, .ended = 25, .rounds = 1, .legal = 25, .terminal = 8, .goal = 3};
  CHECK(differences(ours, {25, 25, 9, 6}).empty());
  CHECK(differences(ours, {25, 25, 25, 3}) == std::vector<std::string>{"terminal"});
  CHECK(differences(ours, {25, 0, {}, {}}) == std::vector<std::string>{"legal"});
  CHECK(differences(ours, {1, 1, 1, 0}).empty());
}

TEST_CASE("CSV: a line a row, as many cells as names") {
  Table1 table = measured_table({"monty_hall", "transit"});
  table.rows[0].problem = "two, \"three\"";
  std::vector<std::string> lines = split_lines(to_csv(table));
  REQUIRE(lines.size() == 5);
  CHECK(has(lines[0], "game,role,file,own_sheet,made_only,paper_legal"));
  auto commas = [](const std::string& line) { return std::ranges::count(line, ','); };
  CHECK(lines[1].ends_with(",\"two, \"\"three\"\"\""));
  CHECK(commas(lines[1]) == commas(lines[0]) + 1);
  for (std::size_t i : {2u, 3u, 4u}) CHECK(commas(lines[i]) == commas(lines[0]));
  std::vector<Row> published = table1_rows({}, project_root() / "games");
  for (const Row& row : published) table.rows.push_back({row, {}, {}, {}});
  for (const std::string& line : split_lines(to_csv(table))) CHECK(commas(line) >= commas(lines[0]));
}

TEST_CASE("Markdown: a table with as many cells in each line, and notes") {
  Table1 table = measured_table({"krieg_tictactoe_3x3"});
  for (const Row& row : table1_rows({}, project_root() / "games")) table.rows.push_back({row, {}, {}, {}});
  std::string text = to_markdown(table);
  std::size_t rows = 0;
  for (const std::string& line : split_lines(text))
    if (line.starts_with("|")) {
      CHECK(std::ranges::count(line, '|') == 13);
      ++rows;
    }
  CHECK(rows == 2 + 2 + 21);
  CHECK(has(text, "## Notes"));
  CHECK(has(text, "*exact*: complete knowledge"));
  CHECK(has(text, "our own rule sheet stands in"));
  CHECK(has(text, "krieg\\_tictactoe\\_3x3, crosses"));
  CHECK(has(text, "Battleships in Fog\\*, admiral"));
  CHECK(has(text, "misses what exact knowledge has in every match: legal moves"));
}

TEST_CASE("the chart has bars for what was measured and published") {
  Table1 table = measured_table({"monty_hall"});
  BarChart chart = chart_of(table);
  CHECK(chart.series.size() == 2);  // nothing published
  CHECK(chart.categories == std::vector<std::string>{"monty_hall, monty", "monty_hall, candidate"});
  for (const Row& row : table1_rows({}, {})) table.rows.push_back({row, {}, {}, {}});
  chart = chart_of(table);
  CHECK(chart.series.size() == 4);
  CHECK(chart.series[0].name == "paper (2013)");
  CHECK(chart.series[0].values[2] == 8.84);
  CHECK(elements(to_svg(chart)));
}
