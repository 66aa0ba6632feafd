// SPDX-License-Identifier: MIT
//
// `percept check --json` for tools.
#include <nlohmann/json.hpp>
#include <set>

#include "support/support.h"

using namespace percept::test;
namespace test = percept::test;
using nlohmann::json;

namespace {

const std::string kSheet = R"((role white)
(<= (legal white wait) (true a))
(<= (next a) (may white))
(<= (may ?r) (role ?r) (not (did ?r)))
(<= (did ?r) (does ?r wait))
(<= terminal (may white))
(<= (goal white 100) (true a))
)";

json checked(const std::string& arguments, const std::string& input = {}) {
  return json::parse(test::percept("check --json " + arguments, input).out);
}

std::set<std::string> keys(const json& object) {
  std::set<std::string> out;
  for (const auto& [key, value] : object.items()) out.insert(key);
  return out;
}

}  // namespace

TEST_CASE("check --json: the findings of each file with their places") {
  Output output = test::percept("check --json -", kSheet);
  CHECK(output.exit_code == 1);
  CHECK(output.err.empty());
  json sheet = json::parse(output.out);
  CHECK(keys(sheet) == std::set<std::string>{"files"});
  REQUIRE(sheet["files"].size() == 1);
  json file = sheet["files"][0];
  CHECK(keys(file) == std::set<std::string>{"errors", "file", "findings", "warnings"});
  CHECK(file["file"] == "-");
  CHECK(file["errors"] == 1);
  CHECK(file["warnings"] == 0);
  REQUIRE(file["findings"].size() == 1);
  json finding = file["findings"][0];
  CHECK(finding["code"] == "GDL305");
  CHECK(finding["severity"] == "error");
  CHECK(finding["line"] == 5);
  CHECK(finding["column"] == 14);
  CHECK(finding["message"].get<std::string>().find("`terminal` depends on `does`") == 0);
}

TEST_CASE("check --json: notes have places and messages") {
  json notes = checked("-", kSheet)["files"][0]["findings"][0]["notes"];
  REQUIRE(notes.size() == 2);
  CHECK(keys(notes[0]) == std::set<std::string>{"column", "line", "message"});
  CHECK(notes[0]["line"] == 6);
  CHECK(notes[0]["column"] == 14);
  CHECK(notes[1]["line"] == 4);
  CHECK(notes[1]["column"] == 24);
}

TEST_CASE("check --json: a hint is there when there is one, no note when there is none") {
  json finding = checked("-", "(role w)\n(legal w a)\nterminal\n(goal w 101)\n")["files"][0]["findings"][0];
  CHECK(keys(finding) == std::set<std::string>{"code", "column", "hint", "line", "message", "severity"});
  CHECK(finding["severity"] == "warning");
}

TEST_CASE("check --json: no findings are an empty list") {
  TemporaryFolder folder;
  std::string file = folder.write("clean.kif", "(role w)\n(legal w a)\nterminal\n(goal w 100)\n").string();
  Output output = test::percept("check --json '" + file + "'");
  CHECK(output.exit_code == 0);
  json sheet = json::parse(output.out)["files"][0];
  CHECK(sheet["file"] == file);
  CHECK(sheet["findings"].is_array());
  CHECK(sheet["findings"].empty());
  CHECK(sheet["errors"] == 0);
  CHECK(sheet["warnings"] == 0);
}

TEST_CASE("check --json: counts agree with the findings, --errors-only and --ignore included") {
  std::string sheet = "(role w)\n(<= (legal w ?m) (q a))\n(goal w 101)\n(goal w 102)\n(column a)\n";
  for (const std::string options : {"", "--errors-only", "--ignore GDL407", "--ignore GDL407 --ignore GDL502"}) {
    CAPTURE(options);
    json file = checked("- " + options, sheet)["files"][0];
    std::size_t errors = 0, warnings = 0;
    for (const json& finding : file["findings"]) ++(finding["severity"] == "error" ? errors : warnings);
    CHECK(file["errors"] == errors);
    CHECK(file["warnings"] == warnings);
    CHECK(errors == 2);  // GDL201, GDL405
    CHECK((options == "--errors-only") == (warnings == 0));
  }
}

TEST_CASE("check --json: several files keep the order in which they were named") {
  TemporaryFolder folder;
  std::string b = folder.write("b.kif", "(role b)").string(), a = folder.write("a.kif", "(role a)").string();
  json files = checked("'" + b + "' '" + a + "'")["files"];
  REQUIRE(files.size() == 2);
  CHECK(files[0]["file"] == b);
  CHECK(files[1]["file"] == a);
}

TEST_CASE("check --json: a file that cannot be read is an entry with its error, and the others are there") {
  TemporaryFolder folder;
  std::string there = folder.write("there.kif", "(role a)").string();
  Output output = test::percept("check --json '" + folder.path().string() + "/missing.kif' '" + there + "'");
  CHECK(output.exit_code == 2);
  json files = json::parse(output.out)["files"];
  REQUIRE(files.size() == 2);
  CHECK(files[0]["error"].get<std::string>().find("missing.kif") != std::string::npos);
  CHECK(files[1]["file"] == there);
  CHECK(output.err.find("missing.kif") != std::string::npos);
}

TEST_CASE("check --json: bytes that are not text do not break the JSON") {
  Output output = test::percept("check --json -", "(role \xff\xfe)\n(<= (p ?\x80x) (q \"\\\x01))\n");
  CHECK(output.exit_code == 1);
  CHECK(json::accept(output.out));
}
