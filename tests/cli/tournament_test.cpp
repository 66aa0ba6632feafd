// SPDX-License-Identifier: MIT
//
// `percept tournament`: playing, going on, tables in every form, and what is refused before anything is played.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

struct Fixture : TemporaryFolder {
  fs::path config(const std::string& more = "") const {
    return write("cup.json", fmt::format(R"({{"name": "cup", // a comment
      "games": ["{0}/meier.kif", "{0}/noughts_and_crosses.kif"],
      "players": {{"alice": "legal", "bob": "random"}}{1}}})",
                                         (project_root() / "games").string(), more));
  }
  std::string store() const { return " --store " + quoted(path() / "store.db"); }
  Output run(const fs::path& config, const std::string& more = "") const {
    return test::percept("tournament " + quoted(config) + store() + more);
  }
};

}  // namespace

TEST_CASE("tournament: played once, then only shown") {
  Fixture fixture;
  fs::path config = fixture.config(R"(, "type": "paired", "repetitions": 2)");
  Output first = fixture.run(config);
  CHECK(first.exit_code == 0);
  CHECK(has(first.out, "tournament cup: 8 of 8 matches played"));
  CHECK(has(first.out, "won/drawn/lost"));
  CHECK(has(first.out, "as xplayer") != has(first.out, "as crosses"));
  CHECK(has(first.out, " ± "));
  CHECK_FALSE(has(first.out, "\x1b"));
  CHECK(first.err.empty());
  CHECK(fixture.run(config).out == first.out);
  CHECK(fixture.run(config, " --table").out == first.out);
  CHECK(test::percept("tournament cup --table" + fixture.store()).out == first.out);

  json table = json::parse(fixture.run(config, " --table --json").out);
  CHECK(table["tournament"] == "cup");
  CHECK(table["matches"] == 8);
  CHECK(table["completed"] == 8);
  CHECK(table["failed"] == 0);
  REQUIRE(table["players"].size() == 2);
  CHECK(table["players"][0]["elo"].get<double>() + table["players"][1]["elo"].get<double>() == doctest::Approx(3000));
  CHECK(table["players"][0]["matches"] == 8);
  CHECK(table["games"].size() == 2);
  std::string markdown = fixture.run(config, " --markdown").out;
  CHECK(has(markdown, "# Tournament cup"));
  CHECK(has(markdown, "| player | matches | mean |"));

  Output changed = fixture.run(fixture.config(R"(, "type": "paired", "repetitions": 3)"));
  CHECK(changed.exit_code == 2);
  CHECK(has(changed.err, "the store has another tournament cup: seeds had 2 and has 3"));
  CHECK(has(changed.err, "--restart"));
  CHECK(has(fixture.run(config, " --table").out, "8 of 8"));
  Output restarted = fixture.run(fixture.config(R"(, "type": "paired", "repetitions": 3)"), " --restart");
  CHECK(restarted.exit_code == 0);
  CHECK(has(restarted.out, "12 of 12 matches played"));
}

TEST_CASE("tournament: matches that fail are shown and make exit code 1") {
  Fixture fixture;
  fs::path config = fixture.config(R"(, "max_rounds": 2)");
  Output output = fixture.run(config);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "failed"));
  CHECK(has(output.err, "failed; cup."));
  CHECK(has(output.err, "percept matches show cup."));
  CHECK(fixture.run(config).out == output.out);
}

TEST_CASE("tournament: what is wrong is said before anything is played") {
  Fixture fixture;
  auto refused = [&](const fs::path& config, const std::string& text, const std::string& more = "") {
    Output output = fixture.run(config, more);
    CHECK(output.exit_code == 2);
    CHECK(output.out.empty());
    CHECK_MESSAGE(has(output.err, text), output.err, " has no ", text);
  };
  refused("/no/such/cup.json", "/no/such/cup.json");
  refused(fixture.config(R"(, "sedes": [1])"), "sedes: there is no such key");
  refused(fixture.config(R"(, "seeds": [1],})"), "not JSON");
  std::string games = R"({"name": "cup", "games": [")" + (project_root() / "games" / "meier.kif").string() + "\"], ";
  refused(fixture.write("a.json", games + R"("players": {"a": "legl", "b": "random"}})"),
          "players.a: there is no strategy legl");
  refused(fixture.write("a.json", games + R"("players": {"a": "legl", "b": "random"}})"), "(or http://host:port)");
  refused(fixture.write("a.json", games + R"("players": {"a": "human", "b": "random"}})"), "players.a: nobody sits");
  refused(fixture.write("a.json",
                        games + R"("players": {"a": "http://", "b": "random"}, "clocks": {"start": 1, "play": 1}})"),
          "players.a: ");
  refused(fixture.write("a.json", games + R"("players": {"a": {"spec": "http://localhost:1", "dialect": "latin"}}})"),
          "players.a: there is no dialect latin");
  CHECK_FALSE(fs::exists(fixture.path() / "store.db"));
  refused(fixture.config(), "there is no store", " --table");
  CHECK(fixture.run(fixture.config()).exit_code == 0);
  Output unknown = test::percept("tournament spring --table" + fixture.store());
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "has no tournament spring"));
  CHECK(has(unknown.err, "there is cup"));
  Output nowhere = test::percept("tournament " + quoted(fixture.config()) + " --store /dev/null/x.db");
  CHECK(nowhere.exit_code == 2);
  CHECK(has(nowhere.err, "/dev/null"));
  CHECK(test::percept("tournament").exit_code == 2);
  CHECK(fixture.run(fixture.config(), " --workers 0").exit_code == 2);
  CHECK(fixture.run(fixture.config(), " --json --markdown").exit_code == 2);
  CHECK(fixture.run(fixture.config(), " --table --restart").exit_code == 2);
}

TEST_CASE("tournament: --help teaches, and the example can be played") {
  std::string text = test::percept("tournament --help").out;
  for (const std::string word : {"--store", "--workers", "--table", "--restart", "--json", "--markdown", "round-robin",
                                 "paired", "Ctrl-C", "http://", "legal", "Elo", "Exit code", "Examples"})
    CHECK_MESSAGE(has(text, word), word);
  Fixture fixture;
  Output output = fixture.run(project_root() / "examples" / "tournament.json");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "tournament example: 120 of 120 matches played"));
}

TEST_CASE("tournament --sequential: plays no more than it takes to tell") {
  Fixture fixture;
  fs::path config =
      fixture.write("better.json", fmt::format(R"({{"name": "better", "type": "paired", "repetitions": 400,
      "games": ["{}/noughts_and_crosses.kif"], "players": {{"search": "mcts:leaves=50", "dice": "random"}}}})",
                                               (project_root() / "games").string()));
  Output run = fixture.run(config, " --sequential 0:100 --workers 1");
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "search is better than dice by 100 Elo or more after "));
  json table = json::parse(fixture.run(config, " --table --json").out);
  CHECK(table["completed"] < 200);
  // Decided is decided: the same call plays nothing.
  CHECK(fixture.run(config, " --sequential 0:100 --workers 1").out == run.out);
  Output refused = fixture.run(fixture.config(), " --sequential 0:100");
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "paired"));
  CHECK(fixture.run(config, " --sequential 5").exit_code == 2);
}
