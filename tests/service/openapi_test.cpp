// SPDX-License-Identifier: MIT
//
// The OpenAPI document and the service agree: the same routes, and replies that have the fields it says.
#include <set>

#include "service/handlers.h"
#include "service/serving.h"
#include "store/store.h"

using namespace percept;
using namespace percept::test;

namespace {

// What is wrong with a value, by as much of JSON Schema as the document uses; empty when nothing is.
class Validator {
 public:
  explicit Validator(Json document) : document_(std::move(document)) {}

  std::string wrong(const Json& value, const std::string& schema) const {
    return wrong(value, Json{{"$ref", "#/components/schemas/" + schema}}, schema);
  }
  const Json& resolve(const Json& json) const {
    return json.contains("$ref") ? document_.at(Json::json_pointer(json["$ref"].get<std::string>().substr(1))) : json;
  }
  const Json& document() const { return document_; }

 private:
  static bool is(const Json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name() || (type == "boolean" && value.is_boolean());
  }

  std::string wrong(const Json& value, const Json& reference, const std::string& place) const {
    const Json& schema = resolve(reference);
    if (schema.contains("anyOf")) {
      std::string all;
      for (const Json& one : schema["anyOf"]) {
        std::string words = wrong(value, one, place);
        if (words.empty()) return "";
        all += words + "; ";
      }
      return all;
    }
    if (schema.contains("type")) {
      bool fits = false;
      for (const Json& type : schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]}))
        fits = fits || is(value, type);
      if (!fits) return place + " is a " + value.type_name();
    }
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
      return place + " is " + value.dump();
    if (value.is_array() && schema.contains("items"))
      for (const Json& item : value)
        if (std::string words = wrong(item, schema["items"], place + "[]"); !words.empty()) return words;
    return value.is_object() ? wrong_object(value, schema, place) : "";
  }

  std::string wrong_object(const Json& value, const Json& schema, const std::string& place) const {
    for (const Json& field : schema.value("required", Json::array()))
      if (!value.contains(field)) return place + " has no " + field.get<std::string>();
    Json properties = schema.value("properties", Json::object());
    for (const auto& [name, field] : value.items()) {
      std::string words;
      if (properties.contains(name))
        words = wrong(field, properties[name], place + "." + name);
      else if (schema.contains("additionalProperties") && schema["additionalProperties"] == false)
        words = place + " has " + name;
      else if (schema.contains("additionalProperties"))
        words = wrong(field, schema["additionalProperties"], place + "." + name);
      if (!words.empty()) return words;
    }
    return "";
  }

  Json document_;
};

// Every $ref below this one.
void collect_references(const Json& json, std::set<std::string>& out) {
  if (json.is_object() && json.contains("$ref")) out.insert(json["$ref"]);
  if (json.is_structured())
    for (const Json& part : json) collect_references(part, out);
}

}  // namespace

TEST_CASE("service: the OpenAPI document has the routes there are, and none else") {
  Serving serving;
  Json document = serving.get("/openapi.json").json;
  CHECK(document["openapi"] == "3.1.0");
  CHECK(document["info"]["version"] == "test");
  std::set<std::string> described, there;
  for (const auto& item : document["paths"].items()) {
    const std::string& path = item.key();
    for (const auto& [method, operation] : item.value().items()) {
      described.insert(method + " " + path);
      CHECK_MESSAGE(operation.contains("summary"), path);
      // Parameters in the path are described.
      std::size_t holes = static_cast<std::size_t>(std::ranges::count(path, '{')), described_holes = 0;
      for (const Json& parameter : operation.value("parameters", Json::array()))
        described_holes += Validator(document).resolve(parameter)["in"] == "path";
      CHECK_MESSAGE(holes == described_holes, path);
    }
  }

  TemporaryFolder folder;
  auto store = store::Store::open((folder.path() / "m.db").string());
  REQUIRE(store);
  service::GameShelf games(folder.path());
  service::Registry players(0);
  service::MatchRunner matches(**store, 1, {});
  service::Feed feed("test");
  service::Eyes eyes(games.library());
  service::Cups cups(**store, (folder.path() / "m.db").string());
  service::Parts parts{.store = **store,
                       .games = games,
                       .players = players,
                       .matches = matches,
                       .feed = feed,
                       .eyes = eyes,
                       .cups = cups,
                       .version = "test"};
  for (const service::Route& route : service::all_routes(parts)) {
    std::string method = route.method;
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    bool page = !route.path.starts_with("/api") && route.path != "/healthz" && route.path != "/metrics";
    if (!page) there.insert(method + " " + route.path);
  }
  CHECK(described == there);
}

TEST_CASE("service: what the document refers to is there, and what is there is referred to") {
  Serving serving;
  Json document = serving.get("/openapi.json").json;
  std::set<std::string> references;
  collect_references(document, references);
  for (const std::string& reference : references)
    CHECK_MESSAGE(document.contains(Json::json_pointer(reference.substr(1))), reference);
  std::set<std::string> events = {"Start", "FaultEvent", "RoundEvent", "End"};  // named in words
  for (const auto& item : document["components"]["schemas"].items()) {
    const std::string& name = item.key();
    CHECK_MESSAGE((references.contains("#/components/schemas/" + name) || events.contains(name)), name);
  }
}

TEST_CASE("service: replies have the fields that the document says") {
  Serving serving({.poll_seconds = 0});
  Validator validator(serving.get("/openapi.json").json);
  // The schema of the reply that the document has for this request and status.
  auto fits = [&](const std::string& method, const std::string& path, const Got& got) {
    const Json& responses = validator.document()["paths"][path][method]["responses"];
    std::string status = std::to_string(got.status);
    REQUIRE_MESSAGE(responses.contains(status), (path + " " + status));
    const Json& response = validator.resolve(responses[status]);
    if (!response.contains("content")) return;
    std::string name = response["content"]["application/json"]["schema"]["$ref"];
    std::string wrong = validator.wrong(got.json, name.substr(name.rfind('/') + 1));
    CHECK_MESSAGE(wrong.empty(), (path + ": " + wrong));
  };
  GatedPlayer player(1, "carol");
  fits("get", "/api", serving.get("/api"));
  fits("get", "/api/games", serving.get("/api/games"));
  fits("get", "/api/games/{name}", serving.get("/api/games/meier"));
  fits("get", "/api/games/{name}", serving.get("/api/games/none"));
  Json announced = {{"url", player.url()}, {"dialect", "dresden-2013"}};
  fits("post", "/api/players", serving.post("/api/players", announced));
  fits("post", "/api/players", serving.post("/api/players", announced));
  fits("post", "/api/players", serving.post("/api/players", {{"url", "nowhere"}}));
  fits("post", "/api/players", serving.post_text("/api/players", "{}", "text/plain"));
  fits("get", "/api/players", serving.get("/api/players"));
  fits("get", "/api/players/{name}", serving.get("/api/players/carol"));

  Json order = {{"game", "monty_hall"}, {"players", {{"monty", "random"}, {"candidate", "carol"}}}, {"playClock", 60}};
  CHECK(validator.wrong(order, "NewMatch").empty());
  Got started = serving.post("/api/matches", order);
  fits("post", "/api/matches", started);
  std::string id = started.json["id"], path = "/api/matches/" + id;
  Watching watching(serving, path + "/events"), feed(serving, "/api/events");
  REQUIRE(watching.saw(2));
  Got queued = serving.post("/api/matches", order);
  fits("get", "/api/matches/{id}", serving.get("/api/matches/" + queued.json["id"].get<std::string>()));
  fits("get", "/api/matches/{id}", serving.get(path));
  fits("get", "/api/matches/{id}", serving.get(path + "?role=candidate"));
  fits("get", "/api/matches", serving.get("/api/matches"));
  fits("get", "/api/matches", serving.get("/api/matches?limit=x"));
  fits("post", "/api/matches/{id}/cancel",
       serving.post("/api/matches/" + queued.json["id"].get<std::string>() + "/cancel", Json::object()));
  player.close();
  serving.wait(id);
  fits("post", "/api/matches/{id}/cancel", serving.post(path + "/cancel", Json::object()));
  fits("get", "/api/matches/{id}", serving.get(path));
  fits("get", "/api/matches/{id}", serving.get("/api/matches/none"));
  fits("get", "/api/matches/{id}/reasons", serving.get(path + "/reasons"));
  fits("get", "/api/matches/{id}/reasons", serving.get("/api/matches/none/reasons"));
  fits("get", "/api/matches", serving.get("/api/matches"));
  fits("post", "/api/matches", serving.post("/api/matches", {{"rules", "(role"}, {"players", {{"a", "legal"}}}}));
  fits("delete", "/api/players/{name}", serving.remove("/api/players/carol"));
  fits("delete", "/api/players/{name}", serving.remove("/api/players/carol"));

  std::map<std::string, std::string> schemas = {
      {"start", "Start"}, {"fault", "FaultEvent"}, {"round", "RoundEvent"}, {"end", "End"}};
  std::set<std::string> seen;
  auto events = watching.until_end();
  REQUIRE(feed.saw(events.size()));
  for (const SentEvent& event : feed.events()) events.push_back(event);
  for (const SentEvent& event : events) {
    REQUIRE(schemas.contains(event.name));
    seen.insert(event.name);
    CHECK_MESSAGE(validator.wrong(event.data, schemas[event.name]).empty(),
                  validator.wrong(event.data, schemas[event.name]));
  }
  CHECK(seen.size() == 4);
}

TEST_CASE("service: records in three formats") {
  Serving serving;
  std::string id = serving.start({{"game", "meier"}, {"players", {{"p1", "legal"}, {"p2", "random"}}}, {"seed", 7}});
  serving.wait(id);
  std::string path = "/api/matches/" + id + "/record";
  CHECK(serving.get(path).json["format"] == "percept-match");
  Json ggp = serving.get(path + "?format=ggp").json;
  CHECK(ggp["matchId"] == id);
  CHECK(ggp["states"].size() == ggp["moves"].size() + 1);
  Got all = serving.get(path + "?format=dresden"), one = serving.get(path + "?format=dresden&role=p2&step=1");
  CHECK(all.body.find("<sight-of>RANDOM</sight-of>") != std::string::npos);
  CHECK(one.body.find("<sight-of>P2</sight-of>") != std::string::npos);
  CHECK(one.body.find("CUP") == std::string::npos);  // under which p1's dice are
  CHECK(serving.get(path + "?format=dresden&step=1").body.find("CUP") != std::string::npos);
  CHECK(serving.get(path + "?format=xml").status == 400);
  CHECK(serving.get(path + "?role=p1").status == 400);
  CHECK(serving.get(path + "?format=dresden&step=99").status == 400);
}
