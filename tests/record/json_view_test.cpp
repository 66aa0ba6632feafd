// SPDX-License-Identifier: MIT
//
// JSON from anywhere: what is wrong is told with its place, first things first, and nothing that is sent takes long.
#include "record/json_view.h"

#include <fmt/format.h>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using percept::test::got;

namespace {

// What is wrong with the text, when `read` looks at it.
template <class Read>
Error wrong(const std::string& text, const Read& read) {
  auto file = got(JsonFile::parse(text, "a.json"));
  read(file->root());
  REQUIRE_MESSAGE(file->wrong(), text);
  return *file->wrong();
}

std::string refused(const std::string& text, const JsonFile::Options& options = {}) {
  auto file = JsonFile::parse(text, "a.json", options);
  REQUIRE_MESSAGE(!file, text);
  CHECK_FALSE(file.error().hint.empty());
  return file.error().message;
}

}  // namespace

TEST_CASE("json: the first thing that is wrong is told with its place") {
  auto message = [](const std::string& text, auto read) { return wrong(text, read).message; };
  CHECK(message(R"({"a": {"b": [1, "x"]}})", [](JsonView root) { root["a"]["b"].texts(); }) ==
        "a.json: a.b[0]: must be a text");
  CHECK(message("{}", [](JsonView root) {
          root.required("id").text();
          root.required("more").text();
        }) == "a.json: \"id\" is missing");
  CHECK(message("[3]", [](JsonView root) { root["a"]; }) == "a.json: must be an object");
  CHECK(message(R"({"a": 1.5})", [](JsonView root) { root["a"].whole(0, 9); }) == "a.json: a: must be a whole number");
  CHECK(message(R"({"a": -1})", [](JsonView root) { root["a"].natural(0, 9); }) == "a.json: a: must be a whole number");
  CHECK(message(R"({"a": 10})", [](JsonView root) { root["a"].natural(0, 9); }) == "a.json: a: must be a whole number");
  CHECK(message(R"({"a": 1})", [](JsonView root) { root["a"].flag(); }) == "a.json: a: must be true or false");
  CHECK(message(R"({"a": 2})", [](JsonView root) { root["a"].number(0, 1); }) == "a.json: a: must be a number");
  CHECK(message(R"({"a": [null]})", [](JsonView root) { root["a"].texts(); }) == "a.json: a[0]: must be a text");
  Error unknown = wrong(R"({"sede": 1})", [](JsonView root) { root.only({"seed", "name"}); });
  CHECK(unknown.message == "a.json: sede: there is no such key");
  CHECK(unknown.hint.find("seed") != std::string::npos);
  CHECK(wrong(R"({"a": 10})", [](JsonView root) { root["a"].natural(0, 9); }).hint == "from 0 to 9");
}

TEST_CASE("json: what is there is read, and null is nothing") {
  auto file = got(JsonFile::parse(
      R"({"z": "t", "a": [1, 2.0], "n": null, "big": 18446744073709551615, "yes": true, "half": 0.5})", "a.json"));
  JsonView root = file->root();
  CHECK(root["z"].text() == "t");
  CHECK(root["a"].list()[1].whole(0, 2) == 2);
  CHECK(root["big"].natural(0, UINT64_MAX) == UINT64_MAX);
  CHECK(root["yes"].flag());
  CHECK(root["half"].number(0.5, 0.5) == 0.5);
  CHECK_FALSE(root.has("n"));
  CHECK(root.names("n"));
  CHECK_FALSE(root.names("m"));
  CHECK(root["n"].text().empty());
  CHECK(root["n"]["below"].list().empty());
  std::string order;
  for (const auto& [key, value] : root.entries()) order += key + " ";
  CHECK(order == "z a n big yes half ");
  CHECK_FALSE(file->wrong());
}

TEST_CASE("json: what is no JSON is refused with its place, and so is what nobody can mean") {
  CHECK(refused("{\n \"ü\": }").starts_with("a.json:2:7: this is not JSON: "));
  CHECK(refused("{\"a\": 1e999}").find("this is not JSON: number overflow") != std::string::npos);
  CHECK(refused("").starts_with("a.json:1:1: "));
  CHECK(refused("{\"a\": 1, // no comments\n}").starts_with("a.json:1:10: "));
  JsonFile::Options line;
  line.line = 7;
  CHECK(refused("{]", line).starts_with("a.json:7:2: "));
  CHECK(refused(R"({"a": {"b": 1, "b": 2}})") == "a.json: the key \"b\" is there twice");
  CHECK(refused(std::string(101, '[') + std::string(101, ']')) == "a.json is nested too deeply");
  CHECK(JsonFile::parse(R"([{"a": 1}, {"a": 2}])", "a.json"));
  // Each key is looked for among all there are: a hundred thousand would take half a minute.
  std::string many = "{\"k\": 0";
  for (int i = 0; i < 150'000; ++i) many += fmt::format(",\"k{}\": 0", i);
  CHECK(refused(many + "}") == "a.json: an object has more than 1000 keys");
}
