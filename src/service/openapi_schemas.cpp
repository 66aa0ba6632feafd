// SPDX-License-Identifier: MIT
#include "service/openapi.h"

namespace percept::service {
namespace {

constexpr std::string_view kSchemas = R"json({
"Refusal": {
  "type": "object", "required": ["error", "hint"], "additionalProperties": false,
  "properties": {
    "error": {"type": "string"}, "hint": {"type": "string"},
    "findings": {"type": "array", "description": "what is wrong with rules", "items": {"$ref": "#/components/schemas/Finding"}}}
},
"Finding": {
  "type": "object", "required": ["code", "line", "column", "message", "hint"], "additionalProperties": false,
  "properties": {
    "code": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"},
    "message": {"type": "string"}, "hint": {"type": "string"}}
},
"Time": {"type": "string", "format": "date-time"},
"Terms": {"type": "array", "items": {"type": "string"}, "description": "in KIF"},
"Links": {"type": "object", "additionalProperties": {"type": "string"}},
"Dialect": {"type": "string", "enum": ["ggp-base", "dresden", "infix", "dresden-2010", "dresden-2013", "pakapark"]},
"Status": {
  "type": "string",
  "enum": ["queued", "starting", "running", "completed", "aborted", "failed", "interrupted", "refused", "cancelled", "over"],
  "description": "aborted: on request; interrupted: its process is gone; refused and cancelled: it never started and is not on record"
},
"Overview": {
  "type": "object", "additionalProperties": false,
  "required": ["service", "version", "started", "running", "queued", "watchers", "privileged", "links"],
  "properties": {
    "service": {"type": "string"}, "version": {"type": "string"}, "started": {"$ref": "#/components/schemas/Time"},
    "running": {"type": "integer"}, "queued": {"type": "integer"}, "watchers": {"type": "integer"},
    "privileged": {"type": "boolean", "description": "you may see what is hidden"},
    "links": {"$ref": "#/components/schemas/Links"}}
},
"Game": {
  "type": "object", "additionalProperties": false,
  "required": ["name", "file", "title", "about", "roles", "gdlVersion", "hash", "playable"],
  "properties": {
    "name": {"type": "string"}, "file": {"type": "string"}, "title": {"type": "string"}, "about": {"type": "string"},
    "look": {"type": "object", "description": "how it is drawn: docs/looks.md"}, "roles": {"type": "array", "items": {"type": "string"}},
    "gdlVersion": {"type": "integer", "enum": [1, 2]}, "hash": {"type": "string", "description": "SHA-256 of what the rules say"},
    "playable": {"type": "boolean"}, "nature": {"type": "string", "description": "the role that the manager plays"},
    "problem": {"type": "string"}}
},
"GameWithRules": {
  "type": "object", "additionalProperties": false,
  "required": ["name", "file", "title", "about", "roles", "gdlVersion", "hash", "playable", "rules"],
  "properties": {
    "name": {"type": "string"}, "file": {"type": "string"}, "title": {"type": "string"}, "about": {"type": "string"},
    "look": {"type": "object", "description": "how it is drawn: docs/looks.md"}, "roles": {"type": "array", "items": {"type": "string"}},
    "gdlVersion": {"type": "integer", "enum": [1, 2]}, "hash": {"type": "string"},
    "playable": {"type": "boolean"}, "nature": {"type": "string"}, "problem": {"type": "string"},
    "rules": {"type": "string"}}
},
"Games": {
  "type": "object", "required": ["games"], "additionalProperties": false,
  "properties": {"games": {"type": "array", "items": {"$ref": "#/components/schemas/Game"}}}
},
"Player": {
  "type": "object", "required": ["name", "status"], "additionalProperties": false,
  "properties": {
    "name": {"type": "string"},
    "status": {"type": "string", "enum": ["unknown", "available", "busy", "unreachable"]},
    "url": {"type": "string", "description": "for the privileged"}, "dialect": {"$ref": "#/components/schemas/Dialect"},
    "says": {"type": "string", "description": "the name it calls itself"}, "species": {"type": "string"},
    "problem": {"type": "string"}, "lastSeen": {"$ref": "#/components/schemas/Time"}}
},
"Players": {
  "type": "object", "required": ["players", "strategies"], "additionalProperties": false,
  "properties": {
    "players": {"type": "array", "items": {"$ref": "#/components/schemas/Player"}},
    "strategies": {"type": "array", "items": {"$ref": "#/components/schemas/Strategy"}}}
},
"Strategy": {
  "type": "object", "required": ["name", "help", "options"], "additionalProperties": false,
  "properties": {
    "name": {"type": "string"}, "help": {"type": "string"},
    "options": {"type": "array", "items": {
      "type": "object", "required": ["name", "values", "default", "help"], "additionalProperties": false,
      "properties": {
        "name": {"type": "string"}, "values": {"type": "string"}, "default": {"type": "string"}, "help": {"type": "string"}}}}}
},
"NewPlayer": {
  "type": "object", "required": ["url"], "additionalProperties": false,
  "properties": {
    "url": {"type": "string", "examples": ["http://localhost:9148"]},
    "name": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$", "description": "else what it calls itself"},
    "dialect": {"$ref": "#/components/schemas/Dialect"}}
},
"NewMatch": {
  "type": "object", "required": ["players"], "additionalProperties": false,
  "properties": {
    "game": {"type": "string", "description": "a name of /api/games"},
    "rules": {"type": "string", "description": "a rule sheet in KIF or infix, instead of game"},
    "name": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$", "description": "of these rules"},
    "players": {
      "type": "object", "additionalProperties": {"type": "string"},
      "description": "for each role but nature a strategy with its options, a registered player's name, or http://host:port",
      "examples": [{"crosses": "random:seed=7", "noughts": "http://localhost:9148"}]},
    "dialects": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Dialect"}, "description": "of remote players, by role"},
    "descriptions": {"type": "object", "additionalProperties": {"type": "string"}, "description": "by role the text of an incomplete description (IGDL) that its player, not a person, is given instead of the rules"},
    "startClock": {"type": "number", "minimum": 0, "maximum": 86400, "default": 30, "description": "seconds; 0: no limit"},
    "playClock": {"type": "number", "minimum": 0, "maximum": 86400, "default": 15, "description": "seconds; 0: no limit"},
    "seed": {"type": "integer", "minimum": 0, "description": "of nature, replacements and our players; one is drawn if not given"},
    "scramble": {"type": "boolean", "default": false, "description": "players get the rules with names that mean nothing"},
    "tellMoves": {"type": "boolean", "default": false, "description": "players elsewhere whose dialect has no percepts are told every move, hidden ones too"}}
},
"Started": {
  "type": "object", "required": ["id", "links"], "additionalProperties": false,
  "properties": {
    "id": {"type": "string"}, "seed": {"type": "integer", "description": "unless people play"}, "links": {"$ref": "#/components/schemas/Links"},
    "seats": {"type": "object", "additionalProperties": {"type": "string"}, "description": "of people, by role: the token that opens the seat"}}
},
"Cancelling": {
  "type": "object", "required": ["id", "status"], "additionalProperties": false,
  "properties": {"id": {"type": "string"}, "status": {"type": "string", "enum": ["cancelling"]}}
},
"Seat": {
  "type": "object", "required": ["role", "name"], "additionalProperties": false,
  "properties": {
    "role": {"type": "string"}, "name": {"type": "string"}, "spec": {"type": "string"}, "dialect": {"type": "string"}}
},
"Goals": {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
"MatchSummary": {
  "type": "object", "additionalProperties": false,
  "required": ["id", "game", "status", "players", "roundsPlayed", "faults", "started"],
  "properties": {
    "id": {"type": "string"}, "game": {"type": "string"}, "status": {"$ref": "#/components/schemas/Status"},
    "players": {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}},
    "roundsPlayed": {"type": "integer"}, "faults": {"type": "integer"},
    "started": {"$ref": "#/components/schemas/Time", "description": "or asked for, while it waits"},
    "ended": {"$ref": "#/components/schemas/Time"}, "tournament": {"type": "string"},
    "goals": {"$ref": "#/components/schemas/Goals"}, "note": {"type": "string"}}
},
"Matches": {
  "type": "object", "required": ["matches", "limit", "offset"], "additionalProperties": false,
  "properties": {
    "matches": {"type": "array", "items": {"$ref": "#/components/schemas/MatchSummary"}},
    "limit": {"type": "integer"}, "offset": {"type": "integer"}}
},
"Fault": {
  "type": "object", "required": ["role", "kind"], "additionalProperties": false,
  "properties": {
    "role": {"type": "string"},
    "kind": {"type": "string", "enum": ["timeout", "illegal_move", "parsing_error", "io_error", "internal"]},
    "answer": {"type": "string"}, "detail": {"type": "string"}}
},
"Round": {
  "type": "object", "required": ["round", "time", "faults"], "additionalProperties": false,
  "properties": {
    "round": {"type": "integer"}, "time": {"$ref": "#/components/schemas/Time"},
    "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    "moves": {"type": "object", "additionalProperties": {"type": "string"}},
    "percepts": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Terms"}},
    "seconds": {"type": "object", "additionalProperties": {"type": "number"}},
    "state": {"$ref": "#/components/schemas/Terms"}}
},
"RecordedMatch": {
  "type": "object", "additionalProperties": false,
  "required": ["id", "game", "hash", "gdlVersion", "view", "roles", "players", "startClock", "playClock", "scrambled", "started", "status", "startFaults", "roundsPlayed", "rounds"],
  "properties": {
    "id": {"type": "string"}, "game": {"type": "string"}, "hash": {"type": "string"}, "gdlVersion": {"type": "integer"},
    "view": {"type": "string", "description": "all, public, or a role"},
    "roles": {"type": "array", "items": {"type": "string"}},
    "players": {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}},
    "startClock": {"type": "number"}, "playClock": {"type": "number"}, "scrambled": {"type": "boolean"},
    "seed": {"type": "integer"}, "tournament": {"type": "string"},
    "started": {"$ref": "#/components/schemas/Time"}, "ended": {"$ref": "#/components/schemas/Time"},
    "status": {"$ref": "#/components/schemas/Status"}, "note": {"type": "string"},
    "initial": {"$ref": "#/components/schemas/Terms"},
    "startFaults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    "roundsPlayed": {"type": "integer"}, "rounds": {"type": "array", "items": {"$ref": "#/components/schemas/Round"}},
    "goals": {"$ref": "#/components/schemas/Goals"}}
},
"Match": {"anyOf": [{"$ref": "#/components/schemas/RecordedMatch"}, {"$ref": "#/components/schemas/MatchSummary"}]},
"Start": {
  "type": "object", "additionalProperties": false,
  "required": ["match", "id", "game", "gdlVersion", "roles", "players", "startClock", "playClock", "scrambled", "started"],
  "properties": {
    "match": {"type": "string"}, "id": {"type": "string"}, "game": {"type": "string"}, "hash": {"type": "string"},
    "gdlVersion": {"type": "integer"}, "view": {"type": "string"}, "roles": {"type": "array", "items": {"type": "string"}},
    "players": {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}},
    "startClock": {"type": "number"}, "playClock": {"type": "number"}, "scrambled": {"type": "boolean"},
    "seed": {"type": "integer"}, "tournament": {"type": "string"},
    "started": {"$ref": "#/components/schemas/Time"}, "initial": {"$ref": "#/components/schemas/Terms"}}
},
"FaultEvent": {
  "type": "object", "required": ["match", "round", "role", "kind"], "additionalProperties": false,
  "properties": {
    "match": {"type": "string"}, "round": {"type": "integer", "description": "0 for an answer to START"},
    "role": {"type": "string"}, "kind": {"type": "string"}, "answer": {"type": "string"}, "detail": {"type": "string"}}
},
"RoundEvent": {
  "type": "object", "required": ["match", "round", "time"], "additionalProperties": false,
  "properties": {
    "match": {"type": "string"}, "round": {"type": "integer"}, "time": {"$ref": "#/components/schemas/Time"},
    "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    "moves": {"type": "object", "additionalProperties": {"type": "string"}},
    "percepts": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Terms"}},
    "seconds": {"type": "object", "additionalProperties": {"type": "number"}},
    "state": {"$ref": "#/components/schemas/Terms"}}
},
"End": {
  "type": "object", "required": ["match", "roundsPlayed", "status"], "additionalProperties": false,
  "properties": {
    "match": {"type": "string"}, "roundsPlayed": {"type": "integer"}, "status": {"$ref": "#/components/schemas/Status"},
    "ended": {"$ref": "#/components/schemas/Time"}, "goals": {"$ref": "#/components/schemas/Goals"}, "note": {"type": "string"}}
}
})json";

}  // namespace

std::string_view openapi_schemas() { return kSchemas; }

}  // namespace percept::service
