// SPDX-License-Identifier: MIT
//
// `percept know`: what a role knows of a random match, of a recorded one, and of one that a person tells about.
#include <nlohmann/json.hpp>
#include <set>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

std::string know_monty(const std::string& options) {
  return "know --role candidate " + options + " " + own("monty_hall");
}

// What must be known of round 3 after that.
void check_round_three(const json& round) {
  CHECK(round["round"] == 3);
  CHECK(round["states"] == 2);
  CHECK(round["exact_probabilities"] == true);
  REQUIRE(round["probabilities"].size() == 2);
  CHECK(round["probabilities"]["(car 2)"].get<double>() == doctest::Approx(1.0 / 3));
  CHECK(round["probabilities"]["(car 3)"].get<double>() == doctest::Approx(2.0 / 3));
  CHECK(round["fluents"]["open"] == json({"(car 2)", "(car 3)"}));
  CHECK(round["fluents"]["known"] == json({"(chosen 2)", "(closed 2)", "(closed 3)", "(step 3)"}));
}

json known(const std::string& arguments, const std::string& input = {}) {
  Output output = test::percept(arguments, input);
  CAPTURE(arguments);
  CHECK(output.err == "");
  REQUIRE(output.exit_code == 0);
  return json::parse(output.out);
}

}  // namespace

TEST_CASE("know --json: an entry a position, the last one without a move") {
  json record = known(know_monty("--seed 1 --json"));
  CHECK(record["role"] == "candidate");
  CHECK(record["filter"] == "exact");
  CHECK(record["seed"] == 1);
  CHECK(record["engine"] == "prover");
  CHECK(has(record["file"], "monty_hall.kif"));
  REQUIRE(record["rounds"].size() == 4);
  for (const json& round : record["rounds"]) {
    CHECK(keys_of(round) == std::set<std::string>{"round", "move", "percepts", "legal", "fluents", "terminal", "goal",
                                                  "states", "probabilities", "exact_probabilities", "gave_up"});
    for (const char* key : {"legal", "fluents", "goal"})
      CHECK(keys_of(round[key]) == std::set<std::string>{"known", "open"});
    CHECK(round["gave_up"] == false);
  }
  const json& first = record["rounds"][0];
  CHECK(first["round"] == 1);
  CHECK(has(first["move"], "(choose "));
  CHECK(first["percepts"] == json::array());
  CHECK(first["legal"] == json({{"known", {"(choose 1)", "(choose 2)", "(choose 3)"}}, {"open", json::array()}}));
  CHECK(first["terminal"] == "known-not");
  CHECK(first["states"] == 1);
  const json& second = record["rounds"][1];
  CHECK(second["goal"] == json({{"known", json::array()}, {"open", {0, 100}}}));
  CHECK(second["probabilities"].size() == 3);
  const json& last = record["rounds"][3];
  CHECK(last["move"] == nullptr);
  CHECK(last["percepts"] == json::array());
  CHECK(last["terminal"] == "known");
  CHECK(last["goal"]["known"].size() == 1);
  CHECK(last["goal"]["known"] == record["truth"]["goal"]);
  CHECK(record["truth"]["mistakes"] == json::array());
}

TEST_CASE("know: Monty Hall's candidate should switch") {
  TemporaryFolder folder;
  json record = known(know_monty("--json --match " + quoted(folder.write("rounds.json", kMontyRounds))));
  REQUIRE(record["rounds"].size() == 3);
  check_round_three(record["rounds"][2]);
  CHECK(record["seed"] == nullptr);
  CHECK(record["engine"] == nullptr);
  CHECK_FALSE(record.contains("truth"));
}

TEST_CASE("know --filter two-set: less is known, and nothing of probabilities") {
  TemporaryFolder folder;
  std::string match = " --json --match " + quoted(folder.write("rounds.json", kMontyRounds));
  json record = known(know_monty("--filter two-set" + match));
  CHECK(record["filter"] == "two-set");
  const json& round = record["rounds"][2];
  // That Monty's move was legal, so that the car is not behind the door, is more than this filter asks.
  CHECK(round["fluents"]["open"] == json({"(car 1)", "(car 2)", "(car 3)"}));
  CHECK(round["legal"] == json({{"known", {"noop", "switch"}}, {"open", json::array()}}));
  CHECK(round["terminal"] == "known-not");
  CHECK(round["states"] == nullptr);
  CHECK(round["probabilities"] == json::object());
  CHECK(round["exact_probabilities"] == false);
  CHECK(record["rounds"][0]["states"] == 1);
  json made = known(know_monty("--filter two-set --made-only" + match));
  CHECK(made["rounds"].size() == 3);
}

TEST_CASE("know: the same seed gives the same match, that of percept play") {
  std::string game = own("krieg_tictactoe_3x3");
  std::string five = test::percept("know --role crosses --seed 5 " + game).out;
  CHECK(has(five, "seed 5\n"));
  CHECK(five == test::percept("know --role crosses --seed 5 " + game).out);
  CHECK(five != test::percept("know --role crosses --seed 6 " + game).out);
  json drawn = known("know --role crosses --json " + game);
  std::string seed = std::to_string(drawn["seed"].get<std::uint64_t>());
  CHECK(known("know --role crosses --json --seed " + seed + " " + game) == drawn);
  json played = json::parse(test::percept("play --role crosses --json --seed " + seed + " " + game).out);
  REQUIRE(drawn["rounds"].size() == played["rounds"].size() + 1);
  for (std::size_t i = 0; i < played["rounds"].size(); ++i) {
    CHECK(drawn["rounds"][i]["move"] == played["rounds"][i]["move"]);
    CHECK(drawn["rounds"][i]["percepts"] == played["rounds"][i]["percepts"]);
  }
}

TEST_CASE("know: everything that is known is true, in all games and by both filters") {
  for (const char* name : {"krieg_tictactoe_3x3", "kuhn_poker", "meier", "minesweeper", "hidden_connect", "transit",
                           "two_generals", "noughts_and_crosses", "rock_paper_scissors", "buttons_and_lights"}) {
    json game = json::parse(test::percept("play --json --seed 4 " + own(name)).out);
    for (const char* filter : {"exact", "two-set"})
      for (const std::string role : game["roles"]) {
        if (role == "random") continue;
        CAPTURE(name);
        json record = known("know --json --seed 4 --role " + role + " --filter " + filter + " " + own(name));
        CHECK(record["truth"]["mistakes"] == json::array());
        CHECK(record["truth"]["positions"] == record["rounds"].size());
      }
  }
}

TEST_CASE("know: a table for people, the truth at its end") {
  Output output = test::percept(know_monty("--seed 1"));
  CHECK(output.exit_code == 0);
  CHECK(output.err == "");
  CHECK(has(output.out, "what candidate knows, filter exact, engine prover, seed 1\n"));
  CHECK(has(output.out, "Round 1\nclosed    1, 2, 3\nstep      1\n  positions  1\n"));
  CHECK(has(output.out, "car?      1 33%, 2 33%, 3 33%\n  positions  3\n  legal      noop\n  terminal   no\n"));
  CHECK(has(output.out, "  goal?      0, 100\n"));
  CHECK(has(output.out, "  sees       nothing\n"));
  CHECK(has(output.out, "67%"));
  CHECK(has(output.out, "End after 3 rounds\n"));
  CHECK(has(output.out, "  terminal known: yes (true: yes)\n"));
  CHECK(has(output.out, "  goal known: "));
  CHECK(has(output.out, "  all that was known was true, in 4 positions\n"));
  CHECK_FALSE(has(output.out, "hide_car"));
  CHECK_FALSE(has(output.out, " \n"));
}

TEST_CASE("know: a board shows what may be on its squares") {
  const std::string rounds =
      R"~([{"move": "(mark 2 2)", "percepts": ["moved"]}, {"move": "noop", "percepts": ["moved"]}])~";
  TemporaryFolder folder;
  std::string match = " --role crosses --match " + quoted(folder.write("rounds.json", rounds)) + " ";
  Output exact = test::percept("know" + match + own("krieg_tictactoe_3x3"));
  CHECK(exact.exit_code == 0);
  CHECK(has(exact.out, "2  n 12% c     n 12%"));
  Output two_set = test::percept("know --filter two-set" + match + own("krieg_tictactoe_3x3"));
  CHECK(has(two_set.out, "2  n? c  n?"));
  Output colored = test::percept("--color always know" + match + own("krieg_tictactoe_3x3"));
  CHECK(has(colored.out, "\x1b[33mn 12%\x1b[0m"));
}

TEST_CASE("know: probabilities from a sample are called estimates") {
  std::string arguments =
      "know --role crosses --worlds 200 --seed 3 --max-rounds 6 " + own("krieg_tictactoe_5x5") + " ";
  Output output = test::percept(arguments);
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "  positions  too many to count; probabilities are estimates\n"));
  CHECK(has(output.out, "n~"));
  CHECK(has(output.out, "End after 6 rounds\n"));
  json record = known(arguments + "--json");
  CHECK(record["rounds"][6]["states"] == nullptr);
  CHECK(record["rounds"][6]["exact_probabilities"] == false);
  CHECK(record["truth"]["mistakes"] == json::array());
}

TEST_CASE("know: long lists are cut unless all is asked for") {
  std::string arguments = "know --role codebreaker --seed 3 " + own("mastermind_448");
  CHECK(has(test::percept(arguments + " --max-rounds 4").out, "and 232 more\n"));
  CHECK_FALSE(has(test::percept(arguments + " --max-rounds 4 --all").out, "more\n"));
}

TEST_CASE("know --player legal: plays by what it knows") {
  std::string arguments = " --role noughts --seed 2 --player legal " + own("krieg_tictactoe_3x3");
  json record = known("know --json" + arguments);
  for (std::size_t i = 0; i + 1 < record["rounds"].size(); ++i) {
    const json& round = record["rounds"][i];
    const json& legal = round["legal"]["known"];
    CHECK(std::find(legal.begin(), legal.end(), round["move"]) != legal.end());
  }
  CHECK(known("know --json" + arguments) == record);
}

TEST_CASE("know --match: what percept play and percept know print") {
  std::string game = own("krieg_tictactoe_3x3");
  json expected = known("know --json --role noughts --seed 9 " + game);
  std::string follow = "know --json --role noughts --match - " + game;
  std::string whole = test::percept("play --json --seed 9 " + game).out;
  std::string view = test::percept("play --json --role noughts --seed 9 " + game).out;
  CHECK(known(follow, whole)["rounds"] == expected["rounds"]);
  CHECK(known(follow, whole)["truth"] == expected["truth"]);
  CHECK(known(follow, view)["rounds"] == expected["rounds"]);
  CHECK_FALSE(known(follow, view).contains("truth"));
  CHECK(known(follow, expected.dump())["rounds"] == expected["rounds"]);
  Output other = test::percept("know --json --role crosses --match - " + game, view);
  CHECK(other.exit_code == 2);
  CHECK(has(other.err, "standard input: this is what \"noughts\" saw, not crosses"));
}

TEST_CASE("know --match: rounds as a list or lines, joint moves with and without percepts") {
  std::string game = own("monty_hall");
  std::string follow = "know --json --role candidate --match - " + game;
  check_round_three(known(follow, kMontyRounds)["rounds"][2]);
  check_round_three(known(follow,
                          "{\"move\": \"(choose 2)\", \"percepts\": []}\n\n"
                          "{\"move\": \"NOOP\", \"percepts\": [\"1\"]}\r\n")["rounds"][2]);
  // By role, behind a header, with an end.
  check_round_three(known(follow, R"~({"type": "match", "roles": ["monty", "candidate"], "game": "MontyHall"}
{"round": 1, "moves": {"candidate": "(choose 2)", "monty": "(hide_car 3)"}, "percepts": {"candidate": [], "monty": []}}
{"round": 2, "moves": {"candidate": "noop", "monty": "(open_door 1)"}, "percepts": {"candidate": ["1"], "monty": []}}
{"type": "end", "state": [], "goals": {}}
)~")["rounds"][2]);
  // Joint moves in the order that the record has, percepts by the rules.
  json replayed = known(follow, R"~({"roles": ["candidate", "monty"], "moves": [["(choose 2)", "(hide_car 3)"],
      ["noop", "(open_door 1)"], ["switch", "noop"]]})~");
  check_round_three(replayed["rounds"][2]);
  CHECK(replayed["rounds"][2]["percepts"] == json({"3"}));
  CHECK(replayed["rounds"][3]["goal"]["known"] == json({100}));
  CHECK(replayed["truth"]["goal"] == json({100}));
  // Without the moves of the others, nobody can tell what was seen.
  json open = known(follow, R"~({"roles": ["candidate", "monty"], "moves": [["(choose 2)", null], ["noop", null]]})~");
  CHECK(open["rounds"][1]["percepts"] == nullptr);
  CHECK(open["rounds"][2]["fluents"]["open"] == json({"(car 1)", "(car 2)", "(car 3)", "(closed 1)", "(closed 3)"}));
}

TEST_CASE("know --match: one of several matches") {
  std::string record = R"~({"rules": "games/other.kif", "roles": ["a"], "moves": [["m"]]}
{"rules": "games/monty_hall.kif", "roles": ["monty", "candidate"], "moves": [["(hide_car 1)", "(choose 1)"]]}
{"rules": "games/monty_hall.kif", "roles": ["monty", "candidate"], "moves": [["(hide_car 1)", "(choose 3)"]]}
)~";
  CHECK(known(know_monty("--json --match -"), record)["rounds"][0]["move"] == "(choose 1)");
  CHECK(known(know_monty("--json --match - --nth 2"), record)["rounds"][0]["move"] == "(choose 3)");
  CHECK(has(test::percept(know_monty("--match - --nth 2"), record).out, ", match 2 of 2\n"));
  Output third = test::percept(know_monty("--match - --nth 3"), record);
  CHECK(third.exit_code == 2);
  CHECK(has(third.err, "standard input has 2 matches of these rules, not a number 3"));
}

TEST_CASE("know --match: records that cannot be read say where") {
  auto error = [](const std::string& record) {
    Output output = test::percept(know_monty("--json --match -"), record);
    CHECK(output.exit_code == 2);
    CHECK(output.out == "");
    return output.err;
  };
  CHECK(has(error(""), "standard input is empty"));
  CHECK(has(error("[{\"move\": \"noop\"},\n oops]"), "standard input:2:2: this is not JSON"));
  CHECK(has(error("{\"move\": \"noop\"}\n{\"move\": oops}\n"), "standard input:2:10: this is not JSON"));
  CHECK(has(error("{\"move\": \"noop\"}\n{\"move\": 5}\n"), "standard input:2: move: must be a text"));
  CHECK(has(error("[{\"move\": \"noop\", \"percepts\": 7}]"), "standard input: [0].percepts: must be a list"));
  CHECK(has(error("[{\"move\": \"noop\", \"percepts\": [7]}]"), "standard input: [0].percepts[0]: must be a text"));
  CHECK(has(error("[5]"), "standard input: [0]: this is no round"));
  CHECK(has(error("{}"), "standard input: this is no round"));
  std::string deep(300'000, '[');
  CHECK(has(error(deep), "nested too deeply"));
  CHECK(has(error(deep + std::string(deep.size(), ']')), "nested too deeply"));
  CHECK(has(error(R"({"roles": ["a", "b"], "moves": [["x", "y"]]})"), "the match has no role candidate, but a, b"));
  CHECK(has(error(R"({"moves": [["x"]]})"), "moves[0]: must have one for each of 2 roles, not 1"));
  CHECK(has(error(R"({"type": "filter"})"
                  "\n{}\n"),
            "standard input:1: this is a record of type \"filter\", not of a match"));
  Output missing = test::percept(know_monty("--match /nowhere/record.json"));
  CHECK(missing.exit_code == 2);
  CHECK(has(missing.err, "cannot open /nowhere/record.json"));
}

TEST_CASE("know --match: joint moves that are not legal are no match of these rules") {
  Output output = test::percept(know_monty("--json --match -"),
                                R"~({"roles": ["monty", "candidate"], "moves": [["(hide_car 1)", "switch"]]})~");
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "round 1: candidate has no legal move switch"));
}

TEST_CASE("know: what nothing explains ends it, or is left out") {
  const std::string record =
      R"~([{"move": "(choose 2)", "percepts": []}, {"move": "noop", "percepts": ["2"]},
           {"move": "noop", "percepts": ["3"]}])~";
  for (const char* filter : {"exact", "two-set"}) {
    CAPTURE(filter);
    std::string arguments = know_monty("--json --match - --filter " + std::string(filter));
    Output stopped = test::percept(arguments, record);
    CHECK(stopped.exit_code == 1);
    CHECK(has(stopped.err, "round 2: no history explains"));
    CHECK(has(stopped.err, "--go-on"));
    Output output = test::percept(arguments + " --go-on", record);
    CHECK(output.exit_code == 0);
    CHECK(has(output.err, "round 2: no history explains"));
    json known = json::parse(output.out);
    REQUIRE(known["rounds"].size() == 4);
    CHECK(known["unexplained"].size() == 1);
    CHECK(known["rounds"][1]["percepts"] == json({"2"}));
    CHECK(known["rounds"][2]["fluents"]["open"].size() >= 5);
    CHECK(known["rounds"][3]["terminal"] == "known");
  }
  // Things that the game does not have, and a move that was not possible.
  std::string odd = R"~([{"move": "(fly 2)", "percepts": ["thunder"]}, {"move": "switch", "percepts": ["1"]}])~";
  Output output = test::percept(know_monty("--json --go-on --match -"), odd);
  CHECK(output.exit_code == 0);
  CHECK(json::parse(output.out)["unexplained"].size() == 2);
}

TEST_CASE("know --interactive: a round is a move and percepts") {
  Output output = test::percept(know_monty("--interactive"), "2\n\nnoop\n1\nswitch\n3\n");
  CHECK(output.exit_code == 0);
  CHECK(output.err == "");
  CHECK(has(output.out, "  legal      1 (choose 1), 2 (choose 2), 3 (choose 3)\n"));
  CHECK(has(output.out, "  does       (choose 2)\n  sees       nothing\n"));
  CHECK(has(output.out, "Round 3\nchosen    2\nclosed    2, 3\nstep      3\ncar?      2 33%, 3 67%\n"));
  CHECK(has(output.out, "  goal       100\nthe game is over: back or quit\n"));
}

TEST_CASE("know --interactive: back, help, quit, and what is not known") {
  Output output =
      test::percept(know_monty("-i"), "help\n2\nback\n(choose 3)\n\nback\n?\n?\nback\n1\n?\nshow\nquit\n1\n");
  CHECK(output.exit_code == 0);
  CHECK(output.err == "");
  CHECK(has(output.out, "Each round has two lines"));
  CHECK(has(output.out, "chosen    3\n"));
  CHECK(has(output.out, "chosen?   1 33%, 2 33%, 3 33%\n"));
  CHECK(has(output.out, "  does       not known\n  sees       not known\n"));
  CHECK(has(output.out, "chosen    1\n"));
  CHECK_FALSE(has(output.out, "Round 3"));
}

TEST_CASE("know --interactive: mistakes are explained and change nothing") {
  Output output = test::percept(know_monty("-i"), "back\n7\n(fly)\nnoop\n(choose\n1\n(sun)\n(1\n\n");
  CHECK(output.exit_code == 0);
  CHECK(has(output.err, "nothing was told yet"));
  CHECK(has(output.err, "candidate has no move 7"));
  CHECK(has(output.err, "candidate has no move"));
  CHECK(has(output.err, "noop cannot be legal now"));
  CHECK(has(output.err, "the numbers 1 to 3"));
  CHECK(has(output.err, "round 1: nobody can see sun in this game"));
  CHECK(has(output.out, "Round 2\nchosen    1\n"));
}

TEST_CASE("know --interactive: what nothing explains is asked about") {
  std::string start = "2\n\nnoop\n2\n";
  Output again = test::percept(know_monty("-i"), start + "again\nnoop\n1\n");
  CHECK(has(again.err, "round 2: no history explains seeing 2"));
  CHECK(has(again.out, "Round 3\nchosen    2\nclosed    2, 3\n"));
  Output on = test::percept(know_monty("-i"), start + "perhaps\ngo on\n");
  CHECK(has(on.err, "please answer again or go on"));
  CHECK(has(on.out, "closed?   1 50%, 3 50%\n"));
  CHECK(test::percept(know_monty("-i"), start + "quit\n").exit_code == 0);
}

TEST_CASE("know: wrong usage is explained") {
  auto error = [](const std::string& arguments) {
    Output output = test::percept(arguments);
    CHECK(output.exit_code == 2);
    CHECK(output.out == "");
    return output.err;
  };
  std::string nobody = error("know --role nobody " + own("monty_hall"));
  CHECK(has(nobody, "monty_hall.kif has no role nobody"));
  CHECK(has(nobody, "its roles are monty candidate"));
  CHECK(has(error("know --role a /nowhere.kif"), "cannot open /nowhere.kif"));
  CHECK(has(error(know_monty("--made-only")), "--made-only is for the two-set filter"));
  CHECK(has(error(know_monty("--filter two-set --worlds 7")), "--worlds is for the exact filter"));
  CHECK(has(error("know - --role a --interactive"), "the standard input cannot be"));
  CHECK(has(error("know " + own("monty_hall")), "--role"));
  CHECK(test::percept("know --role a -", "(role a) (<= (legal a ?x) (not (p ?x)))").exit_code == 1);
}

TEST_CASE("know: matches of the corpus, as their records have them") {
  REQUIRE_CORPUS();
  std::filesystem::path traces = corpus() / "traces", games = corpus() / "games";
  struct Case {
    std::filesystem::path record, rules;
    std::string role;
  };
  for (const Case& one : {Case{traces / "Meier.1.match.jsonl", games / "gdl2/Meier.kif", "p1"},
                          Case{traces / "HiddenConnect.1.match.jsonl", games / "gdl2/HiddenConnect.kif", "redgreen"},
                          Case{games / "matches/uwa_gdl2_2020.jsonl", games / "gdl2/montyhall__uwa.kif", "candidate"},
                          Case{games / "matches/uwa_gdl2_2020.jsonl", games / "gdl2/kriegTTT_5x5__uwa.kif", "xplayer"},
                          Case{games / "matches/aaai2008.jsonl", games / "gdl1_dresden/3pffa.kif", "red"}}) {
    if (!std::filesystem::exists(one.record) || !std::filesystem::exists(one.rules)) continue;
    CAPTURE(one.rules.string());
    Output output = test::percept("know --json --max-rounds 6 --role " + one.role + " --match " + quoted(one.record) +
                                  " " + quoted(one.rules));
    CHECK(output.exit_code == 0);
    CHECK(output.err == "");
    json record = json::parse(output.out);
    CHECK(record["rounds"].size() > 1);
    if (record.contains("truth")) CHECK(record["truth"]["mistakes"] == json::array());
  }
}
