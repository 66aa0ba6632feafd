// SPDX-License-Identifier: MIT
//
// Records of others, in the forms they are met in: made of matches of ours, so that what comes out can be compared.
#include "record/import.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "game/playing.h"
#include "record/dresden_xml.h"
#include "record/recording.h"
#include "record/verify.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::test;
using Json = nlohmann::json;

namespace {

std::string disagreement(const Record& record) {
  auto found = got(verify(record));
  return found ? fmt::format("{}: {}", found->round, found->what) : "";
}

// What GameController writes for a role: all facts of every state, and no moves.
std::vector<XmlFile> role_view(const Record& record, const std::string& role) {
  std::vector<XmlFile> out = got(to_dresden_xml(record)).files;
  for (XmlFile& file : out) {
    file.text = std::regex_replace(file.text, std::regex("<move>[^<]*</move>"), "");
    file.text = std::regex_replace(file.text, std::regex("<sight-of>[^<]*<"), "<sight-of>" + role + "<");
  }
  return out;
}

// (f a (g b)) as f(a,g(b)).
std::string infix(const std::string& kif) {
  std::string out = std::regex_replace(kif, std::regex("\\(([^ ()]+) "), "$1(");
  return std::regex_replace(out, std::regex(" "), ",");
}

Json plain(const Record& record) {
  Json moves = Json::array(), percepts = Json::array();
  for (const Round& round : record.rounds) {
    moves.push_back(round.moves);
    percepts.push_back(round.percepts);
  }
  return {{"id", record.id}, {"roles", record.roles}, {"moves", moves}, {"percepts", percepts}};
}

Imported imported(const std::string& text, const RulesOnRecord& rules) {
  TemporaryFolder folder;
  return got(import_records(folder.write("some.jsonl", text).string(), rules));
}

}  // namespace

TEST_CASE("import: the moves of a role's view are found from the states") {
  for (const char* game : {"krieg_tictactoe_3x3", "transit", "blind_breakthrough_5x5", "noughts_and_crosses"}) {
    CAPTURE(game);
    Record record = random_record(game, 3, 8);
    Record again = got(read_dresden_xml(role_view(record, record.roles[0]), "view", record.rules));
    CHECK(disagreement(again) == "");
    REQUIRE(again.rounds.size() == record.rounds.size());
    CHECK(again.note == "moves found from the states");
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
      CHECK(again.rounds[i].moves == record.rounds[i].moves);
      CHECK(again.rounds[i].percepts == record.rounds[i].percepts);
      CHECK(again.rounds[i].state == record.rounds[i].state);
    }
  }
  // Where two moves come to the same, the record says so.
  RulesOnRecord rules = rules_of_text("waiting.kif", R"(
    (role left) (init (step 1)) (legal left wait) (legal left rest) (<= (legal left go) (true (step 2)))
    (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (does left go)) (<= (next (step 2)) (true (step 2))
    (not (does left go))) (<= terminal (true (step 3))) (goal left 100) (<= (sees left x) (does left go)))");
  Record record = random_record(rules, 1);
  REQUIRE(record.rounds.size() > 1);
  Record again = got(read_dresden_xml(role_view(record, "LEFT"), "view", rules));
  CHECK(disagreement(again) == "");
  CHECK(again.status == Status::kCompleted);
  CHECK(again.rounds.back().moves[0] == "go");
  CHECK(again.rounds.front().moves[0] == "rest");
  CHECK(again.note.starts_with("moves found from the states; in rounds 1"));
  CHECK_FALSE(again.note.ends_with(fmt::format("{} others would do, too", record.rounds.size())));
}

TEST_CASE("import: a role's view that has not all facts is refused with what to do, and so is one with a gap") {
  Record record = random_record("krieg_tictactoe_3x3", 3, 8);
  auto known = got(to_dresden_xml(record, record.roles[0])).files;
  auto refused = read_dresden_xml(known, "view", record.rules);
  REQUIRE_FALSE(refused);
  CHECK(has(refused.error().message, "no joint move leads to its state"));
  CHECK(has(refused.error().hint, "without --role"));
  auto files = role_view(record, record.roles[0]);
  std::erase_if(files, [](const XmlFile& file) { return file.name == "step_3.xml"; });
  refused = read_dresden_xml(files, "view", record.rules);
  REQUIRE_FALSE(refused);
  CHECK(has(refused.error().message, "round 2: "));
}

TEST_CASE("import: Stanford's XML has terms in infix, and matches that were forfeited") {
  Record record = random_record(countdown(), 5);
  auto files = got(to_dresden_xml(record)).files;
  for (XmlFile& file : files) {
    std::string& text = file.text;
    for (std::size_t at = text.find("<move>"); at != std::string::npos; at = text.find("<move>", at + 1)) {
      std::size_t begin = at + 6, end = text.find('<', begin);
      text.replace(begin, end - begin, infix(text.substr(begin, end - begin)));
    }
  }
  CHECK(has(files.back().text, "<move>TAKE("));
  Record again = got(read_dresden_xml(files, "aaai", record.rules));
  CHECK(disagreement(again) == "");
  for (std::size_t i = 0; i < record.rounds.size(); ++i) CHECK(again.rounds[i].moves == record.rounds[i].moves);
  CHECK(infix("(f a (g b))") == "f(a,g(b))");

  Record forfeit = got(read_dresden_xml(
      {{"one.xml",
        "<match><match-id>m</match-id><role>LEFT</role><role>RIGHT</role><history><step><step-number>1</step-number>"
        "</step></history><scores><reward>0</reward><reward>100</reward></scores></match>"}},
      "forfeit", record.rules));
  CHECK(forfeit.rounds.empty());
  CHECK(forfeit.status == Status::kAborted);
  CHECK(forfeit.note == "forfeited");
  CHECK(disagreement(forfeit) == "");
}

TEST_CASE("import: a reward of 0 for a role without a goal is none") {
  RulesOnRecord rules = rules_of_text("dice.kif", R"(
    (role random) (role left) (init start) (legal random noop) (legal left noop)
    (<= (next over) (true start)) (<= terminal (true over)) (goal left 100)
    (<= (sees left x) (does random noop)))");
  Record record = random_record(rules, 1);
  CHECK_FALSE(record.goals[0]);
  auto files = got(to_dresden_xml(record)).files;
  for (XmlFile& file : files)
    file.text = std::regex_replace(file.text, std::regex("<reward></reward>"), "<reward>0</reward>");
  CHECK(has(files.back().text, "<reward>0</reward>"));
  Record again = got(read_dresden_xml(files, "dice", rules));
  CHECK(again.goals == record.goals);
  CHECK(disagreement(again) == "");
}

TEST_CASE("import: percepts are read, null is what nobody wrote down, and an empty list is nothing seen") {
  Record record = random_record("monty_hall", 2);
  Json document = plain(record);
  CHECK(imported(document.dump(), record.rules).records.at(0).rounds.back().percepts == record.rounds.back().percepts);
  CHECK(disagreement(imported(document.dump(), record.rules).records.at(0)) == "");
  std::size_t seen = 0;  // in the first round in which something is
  while (record.rounds[seen].percepts[1].empty()) ++seen;
  document["percepts"][seen][1] = Json::array({"(made up)"});
  CHECK(has(disagreement(imported(document.dump(), record.rules).records.at(0)), "percepts of candidate differ"));
  document["percepts"][seen][1] = Json::array();
  CHECK(has(disagreement(imported(document.dump(), record.rules).records.at(0)), "percepts of candidate differ"));
  document["percepts"][seen][1] = nullptr;
  CHECK(disagreement(imported(document.dump(), record.rules).records.at(0)) == "");
  document["percepts"][seen] = nullptr;
  CHECK(disagreement(imported(document.dump(), record.rules).records.at(0)) == "");
}

TEST_CASE("import: ggp-base's XML is read as its JSON is") {
  Record record = random_record(countdown(), 4);
  std::string history, states;
  auto state = [](const Facts& facts) {
    std::string out = "<state>";
    for (const std::string& fact : facts) {  // (heap 3)
      std::size_t blank = fact.find(' ');
      out += fmt::format("<fact><relation>{}</relation><argument>{}</argument></fact>", fact.substr(1, blank - 1),
                         fact.substr(blank + 1, fact.size() - blank - 2));
    }
    return out + "</state>";
  };
  states = state(record.initial);
  for (const Round& round : record.rounds) {
    history += "<move>";
    for (const std::string& move : round.moves)
      history += move == "noop" ? "<action>noop</action>"
                                : fmt::format("<action><relation>take</relation><argument>{}</argument></action>",
                                              move.substr(6, move.size() - 7));
    history += "</move>";
    states += state(round.state);
  }
  std::string xml = fmt::format(
      "<match><goalValues>{}</goalValues><goalValues>{}</goalValues><startClock>30</startClock>"
      "<history>{}</history><isCompleted>true</isCompleted><matchId>base.1</matchId><playClock>15</playClock>"
      "<playerNamesFromHost>12</playerNamesFromHost><playerNamesFromHost>Alloy</playerNamesFromHost>"
      "<startTime>1700000000000</startTime><herstory>{}</herstory></match>",
      *record.goals[0], *record.goals[1], history, states);
  Record again = imported(xml, record.rules).records.at(0);
  CHECK(again.id == "base.1");
  CHECK(again.players[0].name == "12");
  CHECK(again.players[1].name == "Alloy");
  CHECK(again.clocks == Clocks{30, 15});
  CHECK(again.goals == record.goals);
  CHECK(again.started == 1'700'000'000'000);
  for (std::size_t i = 0; i < record.rounds.size(); ++i) CHECK(again.rounds[i].moves == record.rounds[i].moves);
  CHECK(disagreement(again) == "");
  TemporaryFolder folder;
  auto none = import_records(folder
                                 .write("a.xml",
                                        "<match><matchId>m</matchId><history><move><action>(</action></move>"
                                        "</history></match>")
                                 .string(),
                             record.rules);
  CHECK_FALSE(none);
}

TEST_CASE("import: one bad line is listed with its number and reason, and the others are kept") {
  std::vector<std::string> lines;
  RulesOnRecord rules = rules_of_file(project_root() / "games/monty_hall.kif");
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Json document = plain(random_record("monty_hall", seed));
    document["id"] = fmt::format("m{}", seed);
    if (seed == 2) document["moves"][1][1] = "(no such move)";
    if (seed == 2) document.erase("percepts");
    if (seed == 3) document["moves"][0][1] = 7;
    lines.push_back(document.dump());
  }
  lines.insert(lines.begin() + 1, "{\"id\": \"cut off\", \"mov");
  Imported all = imported(fmt::format("{}\n\n", fmt::join(lines, "\n")), rules);
  REQUIRE(all.records.size() == 2);
  CHECK(all.records[0].id == "m1");
  CHECK(all.records[1].id == "m4");
  REQUIRE(all.refused.size() == 3);
  CHECK(has(all.refused[0].message, "some.jsonl:2:"));
  CHECK(has(all.refused[0].message, "not JSON"));
  CHECK(has(all.refused[1].message, "some.jsonl:3: round 2: candidate has no legal move (no such move)"));
  CHECK(has(all.refused[2].message, "some.jsonl:4: moves[0][1]: must be a move"));

  // The same from a file that is bad in its first line.
  std::swap(lines[0], lines[1]);
  CHECK(imported(fmt::format("{}", fmt::join(lines, "\n")), rules).records.size() == 2);

  TemporaryFolder folder;
  auto file = folder.write("some.jsonl", fmt::format("{}", fmt::join(lines, "\n")));
  Output output =
      test::percept(fmt::format("matches import '{}' --rules '{}' --store '{}'", file.string(),
                                (project_root() / "games/monty_hall.kif").string(), (folder.path() / "s.db").string()));
  CHECK(output.exit_code == 1);
  CHECK(output.out == "m1\nm4\n");
  CHECK(has(output.err, "some.jsonl:3: round 2"));
}

TEST_CASE("import: one bad line of matches by others") {
  RulesOnRecord blocks = rules_of_text("blocks.kif", R"(
    (role robot) (block a) (block b) (block c) (after 1 2) (after 2 3) (after 3 4)
    (init (clear b)) (init (clear c)) (init (on c a)) (init (table a)) (init (table b)) (init (step 1))
    (<= (legal robot (s ?x ?y)) (true (clear ?x)) (true (table ?x)) (true (clear ?y)) (distinct ?x ?y))
    (<= (legal robot (u ?x ?y)) (true (clear ?x)) (true (on ?x ?y)))
    (<= (next (on ?x ?y)) (does robot (s ?x ?y)))
    (<= (next (on ?x ?y)) (true (on ?x ?y)) (not (does robot (u ?x ?y))))
    (<= (next (table ?x)) (does robot (u ?x ?_y)))
    (<= (next (table ?x)) (true (table ?x)) (not (stacked ?x)))
    (<= (next (clear ?y)) (does robot (u ?_x ?y)))
    (<= (next (clear ?y)) (true (clear ?y)) (not (covered ?y)))
    (<= (stacked ?x) (does robot (s ?x ?_y))) (<= (covered ?y) (does robot (s ?_x ?y)))
    (<= (next (step ?t)) (true (step ?s)) (after ?s ?t)) (<= terminal (true (step 4))) (goal robot 100))");
  auto all = got(import_records((project_root() / "tests/defects/one_bad_line.jsonl").string(), blocks));
  REQUIRE(all.records.size() == 2);
  CHECK(all.records[0].id == "Match.3390055120");
  CHECK(disagreement(all.records[0]) == "");
  CHECK(
      has(disagreement(all.records[1]), "2: the state differs; only recorded: nothing; only by the rules: (table c)"));
  REQUIRE(all.refused.size() == 1);
  CHECK(has(all.refused[0].message, "one_bad_line.jsonl:3: round 2: robot has no legal move (no such move)"));
}
