// SPDX-License-Identifier: MIT
//
// The part of the document that pages use: positions, seats, rule sheets, tournaments.
#include "service/openapi.h"

namespace percept::service {
namespace {

constexpr std::string_view kPagePaths = R"json({
"/api/games/{name}/picture": {
  "get": {
    "summary": "The first position of a game, to be drawn",
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {
      "200": {"$ref": "#/components/responses/View"}, "404": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/views/{round}": {
  "get": {
    "summary": "A position of a match, to be drawn",
    "description": "After so many rounds. With role: what that role knows for sure, what it holds possible with probabilities, and its moves; else the true position. In a running match with hidden information a role's view is for its seat.",
    "parameters": [
      {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/round"}, {"$ref": "#/components/parameters/role"},
      {"$ref": "#/components/parameters/seat"},
      {"name": "other", "in": "query", "description": "what the role may think that this one holds possible", "schema": {"type": "string"}},
      {"name": "worlds", "in": "query", "description": "1: with the likeliest positions", "schema": {"type": "string"}}],
    "responses": {
      "200": {"$ref": "#/components/responses/View"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/seat": {
  "get": {
    "summary": "Where a person's seat stands",
    "description": "Waits, for some seconds, until it has another version than this one.",
    "parameters": [
      {"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/seat"},
      {"name": "version", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}}],
    "responses": {
      "200": {"$ref": "#/components/responses/SeatState"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/seat/move": {
  "post": {
    "summary": "A person's move",
    "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/seat"}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SeatMove"}}}},
    "responses": {
      "202": {"$ref": "#/components/responses/SeatMove"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "415": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/seat/resign": {
  "post": {
    "summary": "A person gives up: the match is broken off",
    "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/seat"}],
    "responses": {
      "202": {"$ref": "#/components/responses/Cancelling"}, "403": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/seat/back": {
  "post": {
    "summary": "A person plays a round again, against players of ours",
    "description": "The match is broken off, and another begins with the same chance and the same moves up to the round.",
    "parameters": [{"$ref": "#/components/parameters/id"}, {"$ref": "#/components/parameters/seat"}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SeatBack"}}}},
    "responses": {
      "201": {"$ref": "#/components/responses/Started"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "415": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/matches/{id}/reasons": {
  "get": {
    "summary": "Why players of ours chose as they did, round by round",
    "description": "Of matches that were played by this service lately; a record does not have it. While the match runs: for the holder of the token, and for nobody when people play.",
    "parameters": [{"$ref": "#/components/parameters/id"}],
    "responses": {
      "200": {"$ref": "#/components/responses/ReasonsOfMatch"}, "400": {"$ref": "#/components/responses/Refusal"},
      "403": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/rules/check": {
  "post": {
    "summary": "What the checker finds in a rule sheet",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RuleSheet"}}}},
    "responses": {
      "200": {"$ref": "#/components/responses/Checked"}, "400": {"$ref": "#/components/responses/Refusal"},
      "401": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/rules/format": {
  "post": {
    "summary": "A rule sheet, laid out",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RuleSheet"}}}},
    "responses": {
      "200": {"$ref": "#/components/responses/RuleSheet"}, "400": {"$ref": "#/components/responses/Refusal"},
      "401": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "415": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/rules/convert": {
  "post": {
    "summary": "A rule sheet in the other notation",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Conversion"}}}},
    "responses": {
      "200": {"$ref": "#/components/responses/RuleSheet"}, "400": {"$ref": "#/components/responses/Refusal"},
      "401": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "415": {"$ref": "#/components/responses/Refusal"}, "503": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/tournaments": {
  "get": {
    "summary": "The tournaments of the store",
    "responses": {"200": {"$ref": "#/components/responses/Tournaments"}, "400": {"$ref": "#/components/responses/Refusal"}}
  },
  "post": {
    "summary": "Start a tournament, or go on with it",
    "description": "The configuration of `percept tournament`; games are names of /api/games, players strategies, addresses or registered ones.",
    "security": [{"token": []}, {}],
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object"}}}},
    "responses": {
      "201": {"$ref": "#/components/responses/TournamentStarted"}, "400": {"$ref": "#/components/responses/Refusal"},
      "401": {"$ref": "#/components/responses/Refusal"}, "409": {"$ref": "#/components/responses/Refusal"},
      "415": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/tournaments/{name}": {
  "get": {
    "summary": "How a tournament stands",
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {"200": {"$ref": "#/components/responses/Tournament"}, "404": {"$ref": "#/components/responses/Refusal"}}
  }
},
"/api/tournaments/{name}/cancel": {
  "post": {
    "summary": "Stop a tournament; the same configuration again goes on with it",
    "security": [{"token": []}, {}],
    "parameters": [{"$ref": "#/components/parameters/name"}],
    "responses": {
      "202": {"$ref": "#/components/responses/TournamentCancelled"}, "401": {"$ref": "#/components/responses/Refusal"},
      "409": {"$ref": "#/components/responses/Refusal"}, "415": {"$ref": "#/components/responses/Refusal"}}
  }
}
})json";

constexpr std::string_view kPageSchemas = R"json({
"Things": {
  "type": "array",
  "items": {
    "type": "object", "required": ["text", "fluent"], "additionalProperties": false,
    "properties": {
      "text": {"type": "string", "description": "on a square: a short name, . for empty, * for a mark; in a list: its arguments"},
      "fluent": {"type": "string"}, "probability": {"type": ["number", "null"]}, "exact": {"type": "boolean"}}}
},
"FactList": {
  "type": "object", "required": ["name", "things"], "additionalProperties": false,
  "properties": {"name": {"type": "string"}, "things": {"$ref": "#/components/schemas/Things"}}
},
"Side": {
  "type": "object", "required": ["labels", "group"], "additionalProperties": false,
  "properties": {"labels": {"type": "array", "items": {"type": "string"}}, "group": {"type": "integer"}}
},
"Picture": {
  "type": "object", "required": ["panels", "legend", "known", "open"], "additionalProperties": false,
  "properties": {
    "panels": {"type": "array", "items": {
      "type": "object", "additionalProperties": false,
      "required": ["name", "sheet", "columns", "rows", "upward", "blanks", "letters", "squares"],
      "properties": {
        "name": {"type": "string"}, "sheet": {"type": ["string", "null"]}, "columns": {"$ref": "#/components/schemas/Side"},
        "rows": {"$ref": "#/components/schemas/Side"}, "upward": {"type": "boolean"}, "blanks": {"type": "boolean"},
        "letters": {"type": "boolean"},
        "squares": {"type": "array", "items": {"type": "array", "items": {
          "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Things"}}}}}}},
    "legend": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}},
    "known": {"type": "array", "items": {"$ref": "#/components/schemas/FactList"}},
    "open": {"type": "array", "items": {"$ref": "#/components/schemas/FactList"}}}
},
"KnownAndOpen": {
  "type": "object", "required": ["known", "open"], "additionalProperties": false,
  "properties": {"known": {"type": "array"}, "open": {"type": "array"}}
},
"View": {
  "type": "object", "required": ["round", "picture"], "additionalProperties": false,
  "properties": {
    "round": {"type": "integer"}, "role": {"type": "string"}, "other": {"type": "string"},
    "histories": {"type": "integer", "description": "with other: so many were drawn"}, "picture": {"$ref": "#/components/schemas/Picture"},
    "told": {"type": ["object", "null"], "description": "the role's move and percepts of this round"},
    "positions": {"type": ["integer", "null"], "description": "possible ones"},
    "exact": {"type": "boolean", "description": "the probabilities; else they are estimates"},
    "bits": {"type": ["number", "null"], "description": "open: the entropy of the possible positions"},
    "learnt": {"type": ["number", "null"], "description": "in bits: how unlikely the percepts were"},
    "late": {"type": "boolean", "description": "time ran out: some of what is called open may be known"},
    "legal": {"$ref": "#/components/schemas/KnownAndOpen"}, "over": {"type": "string", "enum": ["yes", "no", "open"]},
    "goals": {"$ref": "#/components/schemas/KnownAndOpen"},
    "course": {"type": "array", "description": "positions, bits and learnt of every round so far", "items": {"type": "object"}},
    "worlds": {"type": "array", "items": {
      "type": "object", "required": ["weight", "picture"], "additionalProperties": false,
      "properties": {"weight": {"type": "number"}, "picture": {"$ref": "#/components/schemas/Picture"}}}}}
},
"Reasons": {
  "type": "object", "required": ["positions", "moves"], "additionalProperties": false,
  "properties": {
    "strategy": {"type": "string", "description": "that it plays, and why, from a player that chose one"},
    "positions": {"type": "integer", "description": "that it looked into"},
    "of": {"type": "integer", "description": "how many moves, where there are more than these"},
    "moves": {"type": "array", "description": "the best first, some of them", "items": {
      "type": "object", "required": ["move", "value", "lowest", "highest", "visits", "chance"], "additionalProperties": false,
      "properties": {
        "move": {"type": "string"}, "value": {"type": "number", "description": "of its goal, from 0 to 1"},
        "lowest": {"type": "number", "description": "proven"}, "highest": {"type": "number", "description": "proven"},
        "visits": {"type": "integer"}, "chance": {"type": "number", "description": "of being chosen, where it mixes"},
        "line": {"type": "array", "description": "that it expects", "items": {"type": "string"}}}}}}
},
"ReasonsOfMatch": {
  "type": "object", "required": ["id", "rounds"], "additionalProperties": false,
  "properties": {
    "id": {"type": "string"},
    "rounds": {"type": "array", "items": {
      "type": "object", "required": ["round", "roles"], "additionalProperties": false,
      "properties": {
        "round": {"type": "integer"},
        "roles": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Reasons"}}}}}}
},
"SeatState": {
  "type": "object", "additionalProperties": false,
  "required": ["version", "role", "round", "ready", "asked", "secondsLeft", "over", "stage"],
  "properties": {
    "version": {"type": "integer"}, "role": {"type": "string"}, "round": {"type": "integer", "description": "rounds heard of"},
    "ready": {"type": "boolean", "description": "there are views"}, "asked": {"type": "boolean", "description": "a move is wanted"},
    "secondsLeft": {"type": ["number", "null"]}, "over": {"type": "boolean"}, "stage": {"$ref": "#/components/schemas/Status"}}
},
"SeatMove": {
  "type": "object", "required": ["round", "move"], "additionalProperties": false,
  "properties": {"round": {"type": "integer"}, "move": {"type": "string"}}
},
"SeatBack": {
  "type": "object", "required": ["round"], "additionalProperties": false,
  "properties": {"round": {"type": "integer", "minimum": 1}}
},
"RuleSheet": {
  "type": "object", "required": ["rules"], "additionalProperties": false, "properties": {"rules": {"type": "string"}}
},
"Conversion": {
  "type": "object", "required": ["rules", "to"], "additionalProperties": false,
  "properties": {"rules": {"type": "string"}, "to": {"type": "string", "enum": ["kif", "infix"]}}
},
"Checked": {
  "type": "object", "additionalProperties": false,
  "required": ["errors", "warnings", "findings", "title", "language", "notation", "roles"],
  "properties": {
    "errors": {"type": "integer"}, "warnings": {"type": "integer"},
    "findings": {"type": "array", "items": {
      "type": "object", "required": ["code", "severity", "line", "column", "message", "hint"], "additionalProperties": false,
      "properties": {
        "code": {"type": "string"}, "severity": {"type": "string", "enum": ["error", "warning"]}, "line": {"type": "integer"},
        "column": {"type": "integer"}, "message": {"type": "string"}, "hint": {"type": "string"}}}},
    "title": {"type": "string"}, "language": {"type": "string"}, "notation": {"type": "string", "enum": ["kif", "infix"]},
    "roles": {"type": "array", "items": {"type": "string"}}}
},
"Tournament": {
  "type": "object", "required": ["name", "running", "problem", "table"], "additionalProperties": false,
  "properties": {
    "name": {"type": "string"}, "running": {"type": "boolean", "description": "here"}, "problem": {"type": "string"},
    "table": {"type": "object", "description": "as percept tournament --json has it"}}
},
"Tournaments": {
  "type": "object", "required": ["tournaments"], "additionalProperties": false,
  "properties": {"tournaments": {"type": "array", "items": {"$ref": "#/components/schemas/Tournament"}}}
},
"TournamentStarted": {
  "type": "object", "required": ["name", "links"], "additionalProperties": false,
  "properties": {"name": {"type": "string"}, "links": {"$ref": "#/components/schemas/Links"}}
},
"TournamentCancelled": {
  "type": "object", "required": ["name", "status"], "additionalProperties": false,
  "properties": {"name": {"type": "string"}, "status": {"type": "string", "enum": ["cancelled"]}}
}
})json";

}  // namespace

std::string_view openapi_page_paths() { return kPagePaths; }
std::string_view openapi_page_schemas() { return kPageSchemas; }

}  // namespace percept::service
