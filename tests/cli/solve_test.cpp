// SPDX-License-Identifier: MIT
//
// `percept solve`, `policy`, `exploit`, `tree`, `lab values`: what they print, what they refuse, and that a solve that
// is killed again and again ends as if nothing had happened, and one that is told to end keeps what it has.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

json solved(const std::string& arguments) {
  Output output = test::percept("solve --json " + arguments);
  CHECK_MESSAGE(output.exit_code == 0, output.err);
  return json::parse(output.out, nullptr, false);
}

// `percept solve` in a process of its own, which prints nothing.
pid_t started(const std::string& arguments) {
  std::string command = "exec " + std::string(PERCEPT_COMMAND) + " solve " + arguments + " > /dev/null";
  pid_t child = fork();
  if (child != 0) return child;
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(127);
}

// A reader of Gambit's .efg: what the players get when all choose at random, and the moves of each information set.
struct Efg {
  std::istringstream in;
  std::map<std::pair<int, int>, std::vector<std::string>> sets = {};  // by player and number
  std::size_t nodes = 0;

  std::string word() {
    std::string out;
    in >> std::ws;
    if (in.peek() == '"')
      in >> std::quoted(out);
    else
      in >> out;
    return out;
  }
  std::vector<std::string> braced() {
    std::vector<std::string> out;
    CHECK(word() == "{");
    for (std::string next = word(); next != "}" && in; next = word()) out.push_back(next);
    return out;
  }
  std::array<double, 2> payoffs() {
    ++nodes;
    std::string kind = word();
    word();  // its name
    std::array<double, 2> sum = {0, 0};
    if (kind == "t") {
      word();
      word();
      std::vector<std::string> goals = braced();
      REQUIRE(goals.size() == 2);
      return {std::stod(goals[0]), std::stod(goals[1])};
    }
    REQUIRE((kind == "c" || kind == "p"));
    int player = kind == "p" ? std::stoi(word()) : 0, set = std::stoi(word());
    word();  // the set's name
    std::vector<std::string> moves = braced();
    CHECK(word() == "0");
    std::vector<double> chances;
    for (std::size_t i = 1; kind == "c" && i < moves.size(); i += 2)
      chances.push_back(std::stod(moves[i]) / std::stod(moves[i].substr(moves[i].find('/') + 1)));
    if (kind == "p") {
      CHECK(sets.try_emplace({player, set}, moves).first->second == moves);
      chances.assign(moves.size(), 1.0 / static_cast<double>(moves.size()));
    }
    for (double chance : chances) {
      std::array<double, 2> then = payoffs();
      for (std::size_t p : {0u, 1u}) sum[p] += chance * then[p];
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("solve --json: Kuhn poker") {
  json result = solved(own("kuhn_poker") + " --until 1e-5");
  for (const std::string key : {"values", "exploitability", "iterations", "information_sets", "histories", "seconds"})
    CHECK_MESSAGE(result.contains(key), key);
  CHECK(result["values"]["player1"].get<double>() == doctest::Approx(50 - 25.0 / 18).epsilon(1e-5));
  CHECK(result["exploitability"].get<double>() <= 1e-5);
  CHECK(result["information_sets"] == 12);
  CHECK(result["promised"] == true);
  CHECK(result["bounds"][0].get<double>() <= 50 - 25.0 / 18 + 1e-9);
  CHECK(result["bounds"][1].get<double>() >= 50 - 25.0 / 18 - 1e-9);
}

TEST_CASE("solve: the kinds of games") {
  json nim = solved("--all-moves " + own("nim"));
  CHECK(nim["method"] == "retrograde");
  CHECK(nim["values"] == json{{"first", 100}, {"second", 0}});
  CHECK(nim["moves"].size() == 12);
  int winning = 0;
  for (const json& move : nim["moves"]) winning += move["values"]["first"] == 100 ? 1 : 0;
  CHECK(winning == 1);  // two of the heap of three, by the theory
  // Laid out or searched, with the same value and a line to the end, in which moves that nobody chose are told, too.
  for (const std::string memory : {"1", "0.001"}) {
    json four = solved(own("connect_four_4x4") + " --memory " + memory);
    CHECK(four["method"] == (memory == "1" ? "retrograde" : "alpha-beta"));
    CHECK(four["values"] == json{{"white", 50}, {"red", 50}});
    CHECK(four["line"].size() == 16);
    for (const json& move : four["line"]) CHECK(has(move.get<std::string>(), "(drop "));
  }
  json alone = solved(own("number_guessing"));
  CHECK(alone["values"]["guesser"].get<double>() == doctest::Approx(100));
  json three = solved(own("kuhn_poker_3p") + " --iterations 200");
  CHECK(three["promised"] == false);
  CHECK(three["values"].size() == 3);
  Output text = test::percept("solve " + own("kuhn_poker_3p") + " --iterations 10");
  CHECK(has(text.out, "not promised"));
  json sampled = solved("--sample --iterations 2000 " + own("kuhn_poker"));
  CHECK(sampled["method"] == "external sampling");
  CHECK(sampled["exploitability"].get<double>() < 5);
  json known = solved("--by-knowledge --iterations 500 " + own("leduc_poker"));
  CHECK(known["method"] == "dcfr by knowledge");
  CHECK(known["known_apart"] == 936);
  CHECK(known["exploitability"].get<double>() < 0.01);
  CHECK(known["exact"] == true);
  json views = solved("--by-knowledge --iterations 50 " + own("meier"));
  CHECK(views["exact"] == false);
  CHECK(views["exploitability"].get<double>() < 2);
  CHECK(has(test::percept("solve --by-knowledge --iterations 10 " + own("meier")).out, "is not known"));
  CHECK(test::percept("solve --by-knowledge --until 1 " + own("leduc_poker")).exit_code == 1);
}

TEST_CASE("solve: policies, charts, exploit and policy show") {
  TemporaryFolder folder;
  std::string policy = quoted(folder.path() / "kuhn.policy"), chart = quoted(folder.path() / "kuhn.svg");
  Output output =
      test::percept("solve " + own("kuhn_poker") + " --iterations 1000 --policy " + policy + " --chart " + chart);
  CHECK_MESSAGE(output.exit_code == 0, output.err);
  CHECK(has(output.out, "The value for player1 is between"));
  CHECK(has(read(folder.path() / "kuhn.svg"), "<svg"));
  json exploited = json::parse(test::percept("exploit --json " + own("kuhn_poker") + " " + policy).out);
  CHECK(exploited["exploitability"].get<double>() < 1e-4);
  json uniform = json::parse(test::percept("exploit --json " + own("kuhn_poker") + " uniform").out);
  CHECK(uniform["nash_conv"].get<double>() / 25 == doctest::Approx(11.0 / 12));
  // The best response to a policy wins what it says.
  std::string response = quoted(folder.path() / "response.policy");
  CHECK(test::percept("exploit " + own("kuhn_poker") + " uniform --response " + response).exit_code == 0);
  CHECK(test::percept("exploit " + own("kuhn_poker") + " " + response).exit_code == 0);
  Output shown = test::percept("policy show " + policy +
                               " --role player2 --history noop '(own_card king)' noop '(other_did bet)'");
  CHECK(shown.exit_code == 0);
  CHECK(has(shown.out, "call 1.0000"));
  json all = json::parse(test::percept("policy show --json " + policy).out);
  CHECK(all["roles"].size() == 2);
  CHECK(all["facts"]["information_sets"] == 12);
  CHECK(test::percept("policy show " + policy + " --role nobody").exit_code == 1);
  CHECK(test::percept("policy show " + policy + " --role player1 --history raise ''").exit_code == 1);
  CHECK(test::percept("policy show " + own("kuhn_poker")).exit_code == 2);
  CHECK(test::percept("exploit " + own("leduc_poker") + " " + policy).exit_code == 2);
  CHECK(test::percept("exploit " + own("kuhn_poker") + " nobody").exit_code == 2);
  std::string plain = (folder.path() / "kuhn.policy").string();
  Output match = test::percept("match --no-store --seed 1 " + own("kuhn_poker") + " --players 'policy:" + plain +
                               ",policy:" + plain + "'");
  CHECK_MESSAGE(match.exit_code == 0, match.err);
}

TEST_CASE("solve: killed again and again it ends with the same policy") {
  TemporaryFolder folder;
  std::string arguments = own("leduc_poker") + " --iterations 400 --json";
  CHECK(test::percept("solve " + arguments + " --policy " + quoted(folder.path() / "whole")).exit_code == 0);
  std::string checkpoint = (folder.path() / "checkpoint").string();
  std::string kept = " --checkpoint '" + checkpoint + "' --checkpoint-seconds 0 --policy ";
  int killed = 0;
  for (int i = 0; i < 200; ++i) {
    pid_t child = started(arguments + kept + quoted(folder.path() / "resumed"));
    // Each time it is killed when the checkpoint has changed some times since.
    auto changed = [&] {
      std::error_code error;
      return fs::last_write_time(checkpoint, error);
    };
    auto before = changed();
    int status = 0;
    bool ended = false;
    for (int looks = 0, changes = 0; changes < 3 + i % 7 && !(ended = waitpid(child, &status, WNOHANG) == child);
         ++looks) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (auto now = changed(); now != before) {
        before = now;
        ++changes;
      }
      if (killed >= 20) changes = 0;  // often enough: let it end
    }
    if (ended) {
      CHECK(status == 0);
      break;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    ++killed;
  }
  CHECK(killed == 20);
  CHECK(read(folder.path() / "resumed") == read(folder.path() / "whole"));
  // Of another game, or broken.
  CHECK(test::percept("solve " + own("kuhn_poker") + " --checkpoint '" + checkpoint + "'").exit_code == 2);
}

TEST_CASE("solve: a signal ends it early with what it has") {
  for (int signal : {SIGINT, SIGTERM}) {
    TemporaryFolder folder;
    fs::path checkpoint = folder.path() / "checkpoint", policy = folder.path() / "policy";
    pid_t child = started(own("leduc_poker") + " --seconds 600 --checkpoint-seconds 0 --checkpoint " +
                          quoted(checkpoint) + " --policy " + quoted(policy));
    int status = 0;
    while (!fs::exists(checkpoint) && waitpid(child, &status, WNOHANG) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    REQUIRE(fs::exists(checkpoint));
    kill(child, signal);
    waitpid(child, &status, 0);
    CHECK(status == 0);
    CHECK(test::percept("policy show " + quoted(policy)).exit_code == 0);
  }
}

TEST_CASE("solve: sampling on tables can be put away and taken up again") {
  TemporaryFolder folder;
  // So little memory that the ends cannot be listed.
  std::string arguments = own("leduc_poker") + " --memory 0.0007 --threads 1 --json --policy ";
  std::string kept = " --checkpoint " + quoted(folder.path() / "checkpoint");
  json whole = solved(arguments + quoted(folder.path() / "whole") + " --iterations 2000");
  CHECK(whole["method"] == "external sampling on tables");
  CHECK(whole["curve"].size() == 1);
  solved(arguments + quoted(folder.path() / "half") + " --iterations 900" + kept);
  json resumed = solved(arguments + quoted(folder.path() / "resumed") + " --iterations 2000" + kept);
  CHECK(resumed["nodes"] == whole["nodes"]);
  CHECK(read(folder.path() / "resumed") == read(folder.path() / "whole"));
  CHECK(read(folder.path() / "half") != read(folder.path() / "whole"));
  CHECK(test::percept("solve --sample --policy x " + own("kuhn_poker")).exit_code == 1);
}

TEST_CASE("tree: Kuhn poker for people, Graphviz, Gambit and tools") {
  CHECK(has(test::percept("tree " + own("kuhn_poker")).out, "random: (deal jack queen)"));
  Output dot = test::percept("tree --dot " + own("kuhn_poker"));
  CHECK(has(dot.out, "digraph game {"));
  CHECK(has(dot.out, "style=dotted"));
  Output efg = test::percept("tree --efg " + own("kuhn_poker"));
  CHECK(efg.out.starts_with("EFG 2 R \"game\" { \"player1\" \"player2\" }\nc \"\" 1 \"\" { \"(deal"));
  Efg read{std::istringstream(efg.out.substr(efg.out.find('\n')))};
  std::array<double, 2> uniform = read.payoffs();
  CHECK(uniform[0] == doctest::Approx(53.125));  // as exploit says, by another way
  CHECK(uniform[1] == doctest::Approx(46.875));
  CHECK(read.nodes == 55);
  CHECK(read.sets.size() == 12);
  CHECK(read.word().empty());
  json result = json::parse(test::percept("tree --json " + own("kuhn_poker")).out);
  CHECK(result["nodes"].size() == 55);  // 1 + 6 (4 decisions + 5 ends)
  Output large = test::percept("tree " + own("leduc_poker") + " --most 100");
  CHECK(large.exit_code == 1);
  // Moves at the same time: the second does not see the first.
  json both = json::parse(test::percept("tree --json --most 5000 " + own("rock_paper_scissors")).out);
  CHECK(both["nodes"][0]["who"] == "left");
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t child = both["nodes"][0]["moves"][i]["node"];
    CHECK(both["nodes"][child]["who"] == "right");
    CHECK(both["nodes"][child]["information_set"] == 0);
  }
}

TEST_CASE("solve, exploit, policy, tree: wrong usage, and help that teaches") {
  CHECK(test::percept("solve /no/such/file.kif").exit_code == 2);
  CHECK(test::percept("solve").exit_code == 2);
  CHECK(test::percept("solve " + own("kuhn_poker") + " --variant best").exit_code == 2);
  CHECK(test::percept("solve -", "(role a)\n").exit_code == 1);
  for (const std::string command : {"solve", "exploit", "policy show", "tree", "lab values"}) {
    std::string text = test::percept(command + " --help").out;
    for (const std::string word : {"--json", "Exit code", "Example"})
      CHECK_MESSAGE(has(text, word), command, ": ", word);
  }
}
