// SPDX-License-Identifier: MIT
//
// Records written in each format read back as the match they were, and hostile files end in an error with a place.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "game/playing.h"
#include "record/dresden_xml.h"
#include "record/ggp_json.h"
#include "record/import.h"
#include "record/percept_json.h"
#include "record/recording.h"
#include "record/verify.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::test;
using nlohmann::json;

namespace {

const std::vector<std::string> kGames = {"monty_hall", "noughts_and_crosses", "krieg_tictactoe_3x3", "kuhn_poker"};

std::vector<Record> some_records() {
  std::vector<Record> out;
  for (const std::string& game : kGames)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) out.push_back(random_record(game, seed, seed == 3 ? 2 : 1000));
  for (std::uint64_t seed = 1; seed <= 3; ++seed) out.push_back(random_record(countdown(), seed, seed == 3 ? 2 : 1000));
  return out;
}

// Whether the value is as the schema says: types, required and known fields, enumerations, items.
std::string schema_mismatch(const json& value, const json& schema, const json& root, const std::string& path) {
  if (schema.contains("$ref")) {
    std::string pointer = schema["$ref"].get<std::string>().substr(1);
    return schema_mismatch(value, root.at(json::json_pointer(pointer)), root, path);
  }
  if (schema.contains("anyOf")) {
    std::string last;
    for (const json& option : schema["anyOf"]) {
      last = schema_mismatch(value, option, root, path);
      if (last.empty()) return {};
    }
    return last;
  }
  if (schema.contains("const") && value != schema["const"]) return path + " is not the constant";
  if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
    return path + " is none of the enumeration";
  std::string type = schema.value("type", "");
  bool fits = type.empty() || (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
              (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
              (type == "null" && value.is_null()) || (type == "integer" && value.is_number_integer()) ||
              (type == "number" && value.is_number());
  if (!fits) return path + " is no " + type;
  if (value.is_array() && schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      if (auto wrong = schema_mismatch(value[i], schema["items"], root, fmt::format("{}[{}]", path, i)); !wrong.empty())
        return wrong;
  if (!value.is_object()) return {};
  for (const json& key : schema.value("required", json::array()))
    if (!value.contains(key.get<std::string>())) return path + " lacks " + key.get<std::string>();
  for (const auto& [key, field] : value.items()) {
    if (!schema["properties"].contains(key)) return fmt::format("{}.{} is not in the schema", path, key);
    if (auto wrong = schema_mismatch(field, schema["properties"][key], root, path + "." + key); !wrong.empty())
      return wrong;
  }
  return {};
}

}  // namespace

TEST_CASE("our JSON reads back as the same record, and is as its schema says") {
  json schema = json::parse(read(project_root() / "docs/match.schema.json"));
  for (const Record& record : some_records()) {
    std::string text = to_percept_json(record);
    CHECK(whole(got(read_percept_json(text, "test"))) == whole(record));
    CHECK(schema_mismatch(json::parse(text), schema, schema, "match") == "");
  }
  Record last = random_record("monty_hall", 1);
  last.seed = UINT64_MAX;
  last.goals.clear();
  last.rounds.clear();
  last.status = Status::kFailed;
  CHECK(got(read_percept_json(to_percept_json(last), "test")).seed == UINT64_MAX);
}

TEST_CASE("ggp.org's JSON has the required fields and lengths, and reads back") {
  for (const Record& record : some_records()) {
    std::string text = to_ggp_json(record);
    json value = json::parse(text);
    for (const char* key : {"matchId",       "startTime",
                            "randomToken",   "startClock",
                            "playClock",     "states",
                            "moves",         "stateTimes",
                            "errors",        "previewClock",
                            "isCompleted",   "isAborted",
                            "gameMetaURL",   "playerNamesFromHost",
                            "isPlayerHuman", "scrambled",
                            "percepts",      "gdlVersion",
                            "gameHash",      "seed",
                            "playerDialects"})
      CHECK_MESSAGE(value.contains(key), key);
    CHECK(value.contains("goalValues") == (record.status == Status::kCompleted));
    std::string token = value["randomToken"];
    CHECK(token.size() == 32);
    CHECK(std::ranges::all_of(token, [](unsigned char c) { return std::isalnum(c) != 0; }));
    CHECK(value["states"].size() == record.rounds.size() + 1);
    CHECK(value["stateTimes"].size() == record.rounds.size() + 1);
    CHECK(value["errors"].size() == record.rounds.size() + 1);
    CHECK(value["moves"].size() == record.rounds.size());
    Record again = got(read_ggp_json(text, "test"));
    // What the format has no place for.
    Record expected = record;
    expected.number = 0;
    auto reduce = [](std::vector<std::optional<Fault>>& faults) {
      for (std::optional<Fault>& fault : faults)
        if (fault) fault->detail.clear();
    };
    reduce(expected.start_faults);
    for (Round& round : expected.rounds) {
      reduce(round.faults);
      round.seconds.clear();
      round.reasons.clear();
    }
    CHECK(whole(again) == whole(expected));
  }
  Record record = random_record("noughts_and_crosses", 1);
  json value = json::parse(to_ggp_json(record));
  CHECK(value["states"][0].get<std::string>().starts_with("( ( cell 1 1 "));
  std::string move = value["moves"][0][0];
  CHECK((move == "noop" || move.starts_with("( mark ")));
}

TEST_CASE("a match of ggp-base, without our fields, needs its rules") {
  Record record = random_record(countdown(), 5);
  json value = json::parse(to_ggp_json(record));
  for (const char* ours : {"rules", "gameName", "gameRoleNames", "gdlVersion", "gameHash", "percepts", "seed",
                           "playerDialects", "playerSpecs", "status", "note", "endTime"})
    value.erase(ours);
  auto without = read_ggp_json(value.dump(), "match.json");
  REQUIRE(!without);
  CHECK(without.error().hint.find("--rules") != std::string::npos);
  Record again = got(read_ggp_json(value.dump(), "match.json", record.rules));
  CHECK(again.roles == record.roles);
  CHECK(again.goals == record.goals);
  CHECK(again.status == Status::kCompleted);
  CHECK(!got(verify(again)));
  value.erase("states");
  value.erase("errors");
  value.erase("goalValues");
  again = got(read_ggp_json(value.dump(), "match.json", record.rules));
  CHECK(again.rounds.back().state == record.rounds.back().state);
  CHECK(again.goals == record.goals);
  CHECK(!got(verify(again)));
  auto wrong = read_ggp_json(value.dump(), "match.json", rules_of_file(project_root() / "games/monty_hall.kif"));
  REQUIRE(!wrong);
  CHECK(wrong.error().message.find("match.json") != std::string::npos);
}

TEST_CASE("Dresden's XML reads back") {
  for (const Record& record : some_records()) {
    XmlMatch match = got(to_dresden_xml(record));
    CHECK(match.folder == record.id + (record.rules.gdl_version == 2 ? "-RANDOM" : ""));
    CHECK(match.files.size() == record.rounds.size() + (record.status == Status::kCompleted ? 2 : 1));
    CHECK((match.files.back().name == "finalstate.xml") == (record.status == Status::kCompleted));
    Record again = got(read_dresden_xml(match.files, "test", record.rules));
    CHECK(again.id == record.id);
    CHECK(again.roles == record.roles);
    CHECK(again.initial == record.initial);
    REQUIRE(again.rounds.size() == record.rounds.size());
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
      CHECK(again.rounds[i].moves == record.rounds[i].moves);
      CHECK(again.rounds[i].state == record.rounds[i].state);
      CHECK(again.rounds[i].time == record.rounds[i].time);
    }
    CHECK(again.goals == record.goals);
    CHECK(again.clocks == record.clocks);
    CHECK(!got(verify(again)));
    Record of_last = got(read_dresden_xml({match.files.back()}, "test", record.rules));
    CHECK(of_last.state() == record.state());
    CHECK(!got(verify(of_last)));
  }
}

TEST_CASE("Dresden's XML, byte for byte") {
  Record record = random_record("noughts_and_crosses", 1, 1);
  record.id = "m<1>";
  record.rules.gdl_version = 1;
  record.players = {{"Zoë & co", "", "", false}, {"\xe2\x82\xac", "", "", false}};
  record.initial = {"(cell 1 1 b)", "(owns (piece a) x)", "ready"};
  record.rounds[0].moves = {"(mark 2 2)", "noop"};
  XmlMatch match = got(to_dresden_xml(record));
  REQUIRE(match.files.size() == 2);
  std::string head =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"no\"?>\n"
      "<!DOCTYPE match SYSTEM \"http://games.stanford.edu/gamemaster/xml/viewmatch.dtd\">\n"
      "<match>\n"
      "  <match-id>m&lt;1&gt;</match-id>\n"
      "  <sight-of>RANDOM</sight-of>\n"
      "  <gdl-version>1</gdl-version>\n";
  std::string roles;
  for (const std::string& role : record.roles) roles += "  <role>" + role + "</role>\n";
  CHECK(match.files[0].name == "step_1.xml");
  CHECK(match.files[0].text ==
        head + roles + "  <player>ZO\xeb &amp; CO</player>\n  <player>&#x20AC;</player>\n" +
            fmt::format("  <timestamp>{}</timestamp>\n", record.started) +
            "  <startclock>10</startclock>\n  <playclock>2.5</playclock>\n  <history>\n  </history>\n"
            "  <state>\n"
            "    <fact>\n      <prop-f>CELL</prop-f>\n      <arg>1</arg>\n      <arg>1</arg>\n      <arg>B</arg>\n"
            "    </fact>\n"
            "    <fact>\n      <prop-f>OWNS</prop-f>\n      <arg>\n        <prop-f>PIECE</prop-f>\n"
            "        <arg>A</arg>\n      </arg>\n      <arg>X</arg>\n    </fact>\n"
            "    <fact>\n      <prop-f>READY</prop-f>\n    </fact>\n"
            "  </state>\n</match>\n");
  std::string styled = got(to_dresden_xml(record, {}, "http://here/a.xsl?b=\"1\"")).files[0].text;
  std::size_t first_line = match.files[0].text.find('\n') + 1;
  CHECK(styled == match.files[0].text.substr(0, first_line) +
                      "<?xml-stylesheet type=\"text/xsl\" href=\"http://here/a.xsl?b=&quot;1&quot;\"?>\n" +
                      match.files[0].text.substr(first_line));
  CHECK(match.files[1].name == "step_2.xml");
  CHECK(match.files[1].text.find("  <history>\n    <step>\n      <step-number>1</step-number>\n"
                                 "      <move>(MARK 2 2)</move>\n      <move>NOOP</move>\n    </step>\n"
                                 "  </history>\n") != std::string::npos);
}

TEST_CASE("hostile files end in an error that names the place") {
  Record record = random_record("monty_hall", 1);
  json good = json::parse(to_percept_json(record));
  auto message = [&](const std::string& pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    auto read = read_percept_json(bad.dump(), "bad.json");
    REQUIRE_MESSAGE(!read, pointer);
    return read.error().message;
  };
  CHECK(message("/rounds/1/moves/0", 7) == "bad.json: rounds[1].moves[0]: must be a text");
  CHECK(message("/rounds/1/moves", {"a"}) ==
        "bad.json: rounds[1].moves: must have one entry for each of 2 roles, not 1");
  CHECK(message("/rounds/0/percepts/1", "x") == "bad.json: rounds[0].percepts[1]: must be a list");
  CHECK(message("/seed", "-1").starts_with("bad.json: seed"));
  CHECK(message("/version", 2) == "bad.json: version: this Percept knows versions up to 1");
  CHECK(message("/status", "won") == "bad.json: status: must be a status of a match");
  CHECK(message("/rules", nullptr) == "bad.json: \"rules\" is missing");
  CHECK(message("/rules/name", nullptr) == "bad.json: rules: \"name\" is missing");
  CHECK(message("/goals/0", 1e300).starts_with("bad.json: goals[0]"));
  CHECK(message("/started", 0.5).starts_with("bad.json: started"));
  std::string deep = "{\"format\": \"percept-match\", \"rounds\": " + std::string(200'000, '[');
  CHECK(!read_percept_json(deep, "deep.json"));
  CHECK(!read_ggp_json(deep, "deep.json"));
  CHECK(!read_percept_json("[1, 2", "short.json"));
  CHECK(!read_percept_json("[]", "list.json"));
  CHECK(!read_percept_json("", "empty.json"));
  CHECK(!read_dresden_xml({{"a.xml", "<match><match-id>m</match-id><history><step/></history></match>"}}, "a",
                          record.rules));
  CHECK(!read_dresden_xml({{"a.xml", "<match>"}}, "a", record.rules));
  std::string nested = "<match><match-id>m</match-id><state><fact><prop-f>a</prop-f>";
  for (int i = 0; i < 5000; ++i) nested += "<arg><prop-f>a</prop-f>";
  for (int i = 0; i < 5000; ++i) nested += "</arg>";
  CHECK(!read_dresden_xml({{"a.xml", nested + "</fact></state></match>"}}, "a", record.rules));

  // Every field missing, or of another type: an error or a record, never a crash.
  json flat = good.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    if (pointer.find("/state/") != std::string::npos) continue;
    for (const json& other : {json(nullptr), json(-3), json("x"), json::array({json::array()}), json(1e40)}) {
      json bad = good;
      bad[json::json_pointer(pointer)] = other;
      (void)read_percept_json(bad.dump(), "bad.json");
    }
  }
  json ggp = json::parse(to_ggp_json(record));
  for (const auto& [key, value] : ggp.items())
    for (const json& other : {json(nullptr), json(-3), json("x"), json::array({json::array()}), json(1e40)}) {
      json bad = ggp;
      bad[key] = other;
      (void)read_ggp_json(bad.dump(), "bad.json");
    }
}
