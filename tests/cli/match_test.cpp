// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "cli/texts.h"
#include "support/support.h"

using namespace percept::test;
namespace test = percept::test;

namespace {

// The command with a store of its own.
class Table {
 public:
  Output match(const std::string& arguments, const std::string& input = {}) const {
    return test::percept("match --store " + quoted(folder_.path() / "matches.db") + " " + arguments, input);
  }
  Output matches(const std::string& arguments) const {
    return test::percept("matches --store " + quoted(folder_.path() / "matches.db") + " " + arguments);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("percept match: a line a round, the result as a table, and a record") {
  Table table;
  Output run = table.match(own("nim") + " --players first=legal,second=random:seed=3 --seed 1 --id game1");
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  for (const char* part :
       {"match game1, nim.kif, seed 1", "first       legal", "   1  (take ", "End after ", "goal", "faults"})
    CHECK_MESSAGE(has(run.out, part), part);
  Output again = table.match(own("nim") + " --players legal,random:seed=3 --seed 1 --json --id game2");
  auto record = nlohmann::json::parse(again.out);
  CHECK(record["roles"] == nlohmann::json({"first", "second"}));
  CHECK(record["status"] == "completed");
  CHECK(table.matches("verify game1 game2").exit_code == 0);
}

TEST_CASE("percept match: the same seed is the same match, and roles without a player play at random") {
  Table table;
  auto moves = [&](const std::string& seed) {
    auto record = nlohmann::json::parse(table.match(own("meier") + " --json --seed " + seed).out);
    nlohmann::json out;
    for (const auto& round : record["rounds"]) out.push_back(round["moves"]);
    return out.dump();
  };
  CHECK(moves("4") == moves("4"));
  CHECK((moves("5") != moves("6") || moves("7") != moves("8")));
}

TEST_CASE("percept match: a person at the terminal") {
  Table table;
  Output run = table.match(own("monty_hall") + " --players candidate=human --seed 2", "2\nnoop\nswitch\n");
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "Round 1: candidate"));
  CHECK(has(run.out, "End after 3 rounds"));
  CHECK_FALSE(has(run.out, "(hide_car"));  // what the person may not know is not printed
  SUBCASE("who is asked again when a move cannot be") {
    Output odd = table.match(own("nim") + " --players human --seed 2", "(take 9 left_heap)\n1\nquit\n");
    CHECK(has(odd.err, "cannot be legal now"));
    CHECK(has(odd.out, "Cancelled after 1 round"));
    CHECK(odd.exit_code == 1);
  }
  SUBCASE("whose input ends") {
    Output ended = table.match(own("nim") + " --players human --seed 2", "1\n");
    CHECK(has(ended.out, "Cancelled after 1 round"));
  }
}

TEST_CASE("percept match: what is asked for wrongly") {
  Table table;
  struct Wrong {
    const char* arguments;
    const char* message;
  };
  for (const Wrong& wrong : {Wrong{"--players chess", "there is no strategy chess"},
                             {"--players chess", "(or http://host:port, or human)"},
                             {"--players third=legal", "no role third"},
                             {"--players legal,legal,legal", "no role is left"},
                             {"--players first=legal,first=random", "two players for first"},
                             {"--players http://localhost:1/path", "not the address of a player"},
                             {"--players http://localhost:1 --play-clock 0", "plays by clocks"},
                             {"--players http://localhost:1,http://localhost:1", "cannot play both"},
                             {"--dialect klingon", "no dialect klingon"},
                             {"--play-clock -1", "--play-clock"},
                             {"--store /proc/none/matches.db", "/proc/none"}}) {
    Output run = test::percept("match " + own("nim") + " " + wrong.arguments);
    CAPTURE(wrong.arguments);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(has(run.err, wrong.message), run.err);
  }
  Output nature = test::percept("match " + own("meier") + " --players random=legal");
  CHECK(has(nature.err, "random is played by the manager"));
  Output twice = table.match(own("nim") + " --id one");
  CHECK(twice.exit_code == 0);
  twice = table.match(own("nim") + " --id one");
  CHECK(twice.exit_code == 2);
  CHECK(has(twice.err, "one"));
}

TEST_CASE("percept match: ids are words") {
  for (const char* id : {"'a b'", "'a(b'", "'a;b'", "nil"}) {
    Output run = test::percept("match --no-store " + own("nim") + " --id " + id);
    CHECK_MESSAGE(run.exit_code == 2, id);
  }
}

TEST_CASE("percept match --explain: the board, what each knew, why it moved") {
  Table table;
  Output run = table.match(own("krieg_tictactoe_3x3") +
                           " --players hyperplay:leaves=200,hyperplay:leaves=200 --seed 1 --explain");
  CHECK(run.exit_code == 0);
  for (const char* part : {"Round 1", "crosses knew:", "1 position possible", "crosses plays (mark ", "worth", "visits",
                           "of 9 moves, by a look into 1 position", "noughts knew:", "End after "})
    CHECK_MESSAGE(has(run.out, part), part);
  // The same in other words: what players say is understood.
  Output scrambled =
      table.match(own("krieg_tictactoe_3x3") + " --players hyperplay:leaves=200,legal --seed 1 --explain --scramble");
  CHECK(has(scrambled.out, "crosses plays (mark "));
  CHECK(has(scrambled.out, "%  "));
  Output people = table.match(own("krieg_tictactoe_3x3") + " --players human --explain");
  CHECK(people.exit_code == 2);
  CHECK(has(people.err, "hidden from them"));
}
