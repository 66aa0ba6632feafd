// SPDX-License-Identifier: MIT
//
// `percept matches` on a store of matches that were imported.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/texts.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using nlohmann::json;

namespace {

// A store with random matches of these games, with ids by game.
class Matches {
 public:
  explicit Matches(const std::vector<std::string>& games) {
    for (const std::string& game : games) {
      auto sheet = project_root() / "games" / (game + ".kif");
      Output played = test::percept(fmt::format("play --json --seed 3 '{}'", sheet.string()));
      REQUIRE(played.exit_code == 0);
      json record = json::parse(played.out);
      record["match"] = game + ".one";
      auto file = folder.write(game + ".json", record.dump());
      Output imported = run(fmt::format("import '{}'", file.string()));
      REQUIRE_MESSAGE(imported.exit_code == 0, imported.err);
      CHECK(imported.out == game + ".one\n");
    }
  }
  Output run(const std::string& arguments) const {
    return test::percept(fmt::format("matches --store '{}' {}", store().string(), arguments));
  }
  std::filesystem::path store() const { return folder.path() / "matches.db"; }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("matches: list, show, replay, verify, remove") {
  Matches matches({"monty_hall", "krieg_tictactoe_3x3"});
  Output list = matches.run("");
  CHECK(list.exit_code == 0);
  CHECK(has(list.out, "monty_hall.one"));
  CHECK(has(list.out, "krieg_tictactoe_3x3.one"));
  list = matches.run("--game monty_hall --json");
  json listed = json::parse(list.out);
  REQUIRE(listed.size() == 1);
  CHECK(listed[0]["status"] == "completed");
  CHECK(listed[0]["roles"] == json({"monty", "candidate"}));
  CHECK(has(matches.run("--status interrupted").out, "no matches like this"));
  CHECK(matches.run("--status lost").exit_code == 2);

  Output show = matches.run("show krieg");
  CHECK(show.exit_code == 0);
  CHECK(has(show.out, "crosses"));
  CHECK(has(show.out, "(mark "));
  CHECK(json::parse(matches.run("show krieg --json").out)["format"] == "percept-match");
  CHECK(matches.run("show krieg --round 1").exit_code == 0);
  CHECK(matches.run("show krieg --round 999").exit_code == 2);
  CHECK(matches.run("show chess").exit_code == 2);
  CHECK(matches.run("show krieg --role nobody").exit_code == 2);

  Output replay = matches.run("replay monty");
  CHECK(replay.exit_code == 0);
  CHECK(has(replay.out, "Round 1"));
  replay = matches.run("replay monty --from 2");
  CHECK(!has(replay.out, "Round 1"));
  CHECK(has(replay.out, "Round 2"));

  CHECK(matches.run("verify --all").exit_code == 0);
  CHECK(matches.run("verify monty krieg").exit_code == 0);
  CHECK(matches.run("verify").exit_code == 2);
  CHECK(matches.run("remove monty").exit_code == 0);
  CHECK(matches.run("show monty").exit_code == 2);
}

TEST_CASE("matches: what a role is shown does not depend on what is hidden from it") {
  Matches matches({"krieg_tictactoe_3x3"});
  json record = json::parse(matches.run("show krieg --json").out);
  for (const std::string role : {"crosses", "noughts"}) {
    std::size_t own = record["roles"][0] == role ? 0 : 1;
    json told = json::parse(matches.run("show krieg --json --role " + role).out);
    REQUIRE(told["rounds"].size() == record["rounds"].size());
    for (std::size_t i = 0; i < told["rounds"].size(); ++i) {
      CHECK(told["rounds"][i]["move"] == record["rounds"][i]["moves"][own]);
      CHECK(told["rounds"][i]["percepts"] == record["rounds"][i]["percepts"][own]);
    }
    // percept know reads it.
    auto file = matches.folder.write("told.json", told.dump());
    auto sheet = project_root() / "games/krieg_tictactoe_3x3.kif";
    CHECK(
        test::percept(fmt::format("know '{}' --role {} --match '{}'", sheet.string(), role, file.string())).exit_code ==
        0);

    // The same with other hidden facts: moves of the other role, states. What is shown stays the same.
    json other = record;
    other["id"] = "other." + role;
    for (json& round : other["rounds"]) {
      round["moves"][1 - own] = "(mark 9 9)";
      round["percepts"][1 - own] = json::array({"hidden"});
    }
    for (json& goal : other["goals"]) goal = 7;
    other["seed"] = "4711";
    other["note"] = "hidden";
    auto tampered = matches.folder.write("other.json", other.dump());
    REQUIRE(matches.run(fmt::format("import '{}'", tampered.string())).exit_code == 0);
    for (const std::string what : {"show", "replay"}) {
      Output one = matches.run(fmt::format("{} krieg --role {}", what, role));
      Output two = matches.run(fmt::format("{} other.{} --role {}", what, role, role));
      CHECK(one.exit_code == 0);
      CHECK(two.exit_code == 0);
      auto body = [](const std::string& text) { return text.substr(text.find('\n') + 1); };
      CHECK(body(one.out) == body(two.out));
      CHECK(!has(two.out, "9 9"));
      CHECK(!has(two.out, "hidden"));
    }
  }
}

TEST_CASE("matches: export and import") {
  Matches matches({"krieg_tictactoe_3x3"});
  auto folder = matches.folder.path();
  for (const char* format : {"percept", "ggp"}) {
    auto file = folder / (std::string(format) + ".json");
    REQUIRE(matches.run(fmt::format("export krieg --to {} --output '{}'", format, file.string())).exit_code == 0);
    CHECK(matches.run(fmt::format("export krieg --to {}", format)).out == read(file));
    Output again = test::percept(fmt::format("matches import '{}' --store '{}'", file.string(),
                                             (folder / (std::string(format) + ".db")).string()));
    CHECK_MESSAGE(again.exit_code == 0, again.err);
    Output twice = matches.run(fmt::format("import '{}'", file.string()));
    CHECK(twice.exit_code == 1);
    CHECK(has(twice.err, "krieg_tictactoe_3x3.one"));
    CHECK(matches.run(fmt::format("export krieg --to {} --role crosses", format)).exit_code == 2);
  }
  auto sheet = project_root() / "games/krieg_tictactoe_3x3.kif";
  REQUIRE(matches.run(fmt::format("export krieg --to dresden --output '{}'", folder.string())).exit_code == 0);
  auto view = folder / "krieg_tictactoe_3x3.one-RANDOM";
  CHECK(std::filesystem::exists(view / "step_1.xml"));
  CHECK(std::filesystem::exists(view / "finalstate.xml"));
  std::string import = fmt::format("matches import '{}' --store '{}'", view.string(), (folder / "d.db").string());
  Output without = test::percept(import);
  CHECK(without.exit_code == 2);
  CHECK(has(without.err, "--rules"));
  CHECK(test::percept(fmt::format("{} --rules '{}'", import, sheet.string())).exit_code == 0);
  CHECK(test::percept(fmt::format("matches verify --all --store '{}'", (folder / "d.db").string())).exit_code == 0);
  REQUIRE(matches.run(fmt::format("export krieg --to dresden --role crosses -o '{}'", folder.string())).exit_code == 0);
  CHECK(std::filesystem::exists(folder / "krieg_tictactoe_3x3.one-CROSSES/step_1.xml"));
}

TEST_CASE("matches: verify names what disagrees") {
  Matches matches({"krieg_tictactoe_3x3"});
  json record = json::parse(matches.run("show krieg --json").out);
  record["id"] = "tampered";
  record["rounds"][2]["percepts"][0].push_back("(made up)");
  auto file = matches.folder.write("tampered.json", record.dump());
  REQUIRE(matches.run(fmt::format("import '{}'", file.string())).exit_code == 0);
  Output verified = matches.run("verify --all");
  CHECK(verified.exit_code == 1);
  CHECK(has(verified.out, "tampered: round 3: the percepts of "));
  CHECK(has(verified.out, "1 of 2 agree"));
}

TEST_CASE("matches: what is wrong with a store or a file is said") {
  TemporaryFolder folder;
  auto text = folder.write("text.db", std::string(4000, 'x'));
  Output not_a_store = test::percept(fmt::format("matches --store '{}'", text.string()));
  CHECK(not_a_store.exit_code == 2);
  CHECK(has(not_a_store.err, "is not a store of matches"));
  auto store = folder.path() / "new.db";
  Output missing = test::percept(fmt::format("matches --store '{}'", store.string()));
  CHECK(missing.exit_code == 2);
  CHECK(has(missing.err, "there is no store"));
  CHECK_FALSE(std::filesystem::exists(store));
  auto garbage = folder.write("garbage.json", "{\"moves\": [");
  Output import = test::percept(fmt::format("matches import '{}' --store '{}'", garbage.string(), store.string()));
  CHECK(import.exit_code == 2);
  CHECK(has(import.err, "garbage.json:1"));
  CHECK(test::percept(fmt::format("matches import nothing.json --store '{}'", store.string())).exit_code == 2);
  CHECK(test::percept("matches --help").exit_code == 0);
  CHECK(test::percept("matches export --help").exit_code == 0);
}
