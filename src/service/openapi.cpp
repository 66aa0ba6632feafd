// SPDX-License-Identifier: MIT
#include "service/openapi.h"

#include <nlohmann/json.hpp>

namespace percept::service {
namespace {

constexpr std::string_view kPaths = R"json({
"/healthz": {
  "get": {
    "summary": "Whether the service answers and has its store",
    "responses": {
      "200": {"description": "ok", "content": {"text/plain": {"schema": {"type": "string"}}}},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/metrics": {
  "get": {
    "summary": "Figures of the service, in the text format of Prometheus",
    "responses": {"200": {"description": "a line a figure", "content": {"text/plain": {"schema": {"type": "string"}}}}}
  }
},
"/api": {
  "get": {
    "summary": "What this is and what runs",
    "responses": {"200": {"$ref": "#/components/responses/Overview"}}
  }
},
"/api/games": {
  "get": {
    "summary": "The games there are",
    "responses": {"200": {"$ref": "#/components/responses/Games"}}
  }
},
"/api/games/{name}": {
  "get": {
    "summary": "A game with its rules",
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {"200": {"$ref": "#/components/responses/Game"}, "404": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/players": {
  "get": {
    "summary": "Who can play: registered players and our strategies",
    "responses": {"200": {"$ref": "#/components/responses/Players"}}
  },
  "post": {
    "summary": "Register a player somewhere else",
    "description": "Players may announce themselves. The player is asked INFO at once and from time to time. The same address again changes its name and dialect (200).",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewPlayer"}}}},
    "responses": {
      "200": {"$ref": "#/components/responses/Player"}, "201": {"$ref": "#/components/responses/Player"},
      "400": {"$ref": "#/components/responses/Refusal"}, "401": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "413": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/players/{name}": {
  "get": {
    "summary": "A registered player",
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {"200": {"$ref": "#/components/responses/Player"}, "404": {"$ref": "#/components/responses/Refusal"}}
  },
  "delete": {
    "summary": "Forget a registered player",
    "security": [{"token": []}, {}],
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {
      "204": {"description": "Forgotten"}, "401": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches": {
  "get": {
    "summary": "Matches, the newest first",
    "description": "Those that wait or were never started come first, then those on record.",
    "parameters": [
      {"name": "game", "in": "query", "description": "the name of its rule sheet's file", "schema": {"type": "string"}},
      {"name": "player", "in": "query", "schema": {"type": "string"}},
      {"name": "tournament", "in": "query", "schema": {"type": "string"}},
      {"name": "status", "in": "query", "schema": {"$ref": "#/components/schemas/Status"}},
      {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 500, "default": 50}},
      {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}}],
    "responses": {"200": {"$ref": "#/components/responses/Matches"}, "400": {"$ref": "#/components/responses/Refusal"}}
  },
  "post": {
    "summary": "Start a match",
    "description": "It runs at once, or waits for a free place and for its players.",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewMatch"}}}},
    "responses": {
      "201": {"$ref": "#/components/responses/Started"}, "400": {"$ref": "#/components/responses/Refusal"},
      "401": {"$ref": "#/components/responses/Refusal"}, "403": {"$ref": "#/components/responses/Refusal"},
      "413": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}": {
  "get": {
    "summary": "A match so far",
    "description": "While a match of a game with hidden information runs, only the holder of the token sees more than rounds, players and faults (view: public).",
    "parameters": [
      {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/role"},
      {"name": "from", "in": "query", "description": "rounds from this one on", "schema": {"type": "integer", "minimum": 0, "default": 1}}],
    "responses": {
      "200": {"$ref": "#/components/responses/Match"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/cancel": {
  "post": {
    "summary": "Break a match off",
    "description": "Players are sent ABORT; what was played stays on record.",
    "security": [{"token": []}, {}],
    "parameters": [{"$ref": "#/components/parameters/id"}],
    "responses": {
      "202": {"$ref": "#/components/responses/Cancelling"}, "401": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/record": {
  "get": {
    "summary": "The record of a match in a format that other programs read",
    "description": "percept: our own JSON, everything. ggp: ggp.org's JSON. dresden: the XML of the last position, as a role knows it with role, else in full.",
    "parameters": [
      {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/role"},
      {"name": "format", "in": "query", "schema": {"type": "string", "enum": ["percept", "ggp", "dresden"], "default": "percept"}},
      {"name": "step", "in": "query", "description": "dresden: the position after so many rounds; the last if not given", "schema": {"type": "integer", "minimum": 0}}],
    "responses": {
      "200": {"description": "The record", "content": {"application/json": {"schema": {"type": "object"}}, "application/xml": {}}},
      "400": {"$ref": "#/components/responses/Refusal"}, "403": {"$ref": "#/components/responses/Refusal"},
      "404": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/events": {
  "get": {
    "summary": "A match as it is played",
    "description": "Server-sent events start, fault, round, end, with ids 1, 2, …; what happened so far comes first. The stream ends with the match. Their data are Start, FaultEvent, RoundEvent and End.",
    "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/role"}, {"$ref": "#/components/parameters/lastEventId"}],
    "responses": {
      "200": {"$ref": "#/components/responses/Events"},
      "204": {"description": "The match has ended and the watcher has all its events"},
      "400": {"$ref": "#/components/responses/Refusal"}, "403": {"$ref": "#/components/responses/Refusal"},
      "404": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/events": {
  "get": {
    "summary": "All matches as they are played",
    "description": "The same events without moves, percepts and states. Those of the last thousands that are kept come first.",
    "parameters": [
      {"$ref": "#/components/parameters/lastEventId"},
      {"name": "since", "in": "query", "description": "now: only what is to come", "schema": {"type": "string", "enum": ["now"]}}],
    "responses": {
      "200": {"$ref": "#/components/responses/Events"}, "400": {"$ref": "#/components/responses/Refusal"},
      "503": {"$ref": "#/components/responses/Refusal"}}
  }
}
})json";

Json response(const char* description, const char* schema) {
  return {{"description", description},
          {"content", {{"application/json", {{"schema", {{"$ref", std::string("#/components/schemas/") + schema}}}}}}}};
}

}  // namespace

std::string_view openapi_paths() { return kPaths; }

Json openapi(const std::string& version) {
  auto parameter = [](const char* name, const char* in, const char* description) {
    return Json{{"name", name},
                {"in", in},
                {"required", std::string_view(in) == "path"},
                {"description", description},
                {"schema", {{"type", "string"}}}};
  };
  Json parameters = {
      {"id", parameter("id", "path", "of a match")},
      {"name", parameter("name", "path", "of a game or player")},
      {"role", parameter("role", "query", "only what this role was told")},
      {"round", parameter("round", "path", "rounds played; 0 is the first position")},
      {"seat", parameter("Percept-Seat", "header", "the token of a seat, which opens what its role knows")},
      {"lastEventId", parameter("Last-Event-ID", "header", "go on behind the event with this id")}};
  Json responses = {{"Overview", response("The service", "Overview")},
                    {"Games", response("The games", "Games")},
                    {"Game", response("The game", "GameWithRules")},
                    {"Players", response("The players", "Players")},
                    {"Player", response("The player", "Player")},
                    {"Matches", response("Some matches", "Matches")},
                    {"Started", response("The match is started, or waits", "Started")},
                    {"Match", response("The match", "Match")},
                    {"Cancelling", response("The match is being broken off", "Cancelling")},
                    {"Events",
                     {{"description", "A stream of events"},
                      {"content", {{"text/event-stream", {{"schema", {{"type", "string"}}}}}}}}},
                    {"View", response("The position", "View")},
                    {"SeatState", response("The seat", "SeatState")},
                    {"SeatMove", response("The move is taken", "SeatMove")},
                    {"Checked", response("What was found", "Checked")},
                    {"RuleSheet", response("The rule sheet", "RuleSheet")},
                    {"ReasonsOfMatch", response("The reasons", "ReasonsOfMatch")},
                    {"Tournaments", response("The tournaments", "Tournaments")},
                    {"Tournament", response("The tournament", "Tournament")},
                    {"TournamentStarted", response("The tournament is started", "TournamentStarted")},
                    {"TournamentCancelled", response("The tournament is stopped", "TournamentCancelled")},
                    {"Refusal", response("What is wrong, and what to do about it", "Refusal")}};
  Json paths = Json::parse(kPaths), schemas = Json::parse(openapi_schemas());
  paths.update(Json::parse(openapi_page_paths()));
  schemas.update(Json::parse(openapi_page_schemas()));
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "Percept"},
            {"summary", "A manager for general game playing"},
            {"version", version},
            {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}}},
          {"paths", std::move(paths)},
          {"components",
           {{"securitySchemes",
             {{"token",
               {{"type", "http"},
                {"scheme", "bearer"},
                {"description", "needed for changes when the service is bound wider than loopback"}}}}},
            {"parameters", std::move(parameters)},
            {"responses", std::move(responses)},
            {"schemas", std::move(schemas)}}}};
}

}  // namespace percept::service
