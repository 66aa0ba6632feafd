// SPDX-License-Identifier: MIT
#include "sandbox/match_words.h"

#include "gdl/reader.h"

namespace percept::sandbox {

using Texts = std::vector<std::string>;

Json json_of(const match::Opening& opening) {
  return {{"match", opening.match},
          {"text", std::string(opening.rules->source()->text())},
          {"infix", opening.rules->notation() == gdl::Notation::kInfix},
          {"role", opening.role},
          {"roles", opening.roles},
          {"start", opening.clocks.start},
          {"play", opening.clocks.play}};
}

match::Opening opening_of(const Json& json) {
  match::Opening out;
  out.match = json.at("match");
  out.rules = gdl::read_text("rules", json.at("text"), json.at("infix") ? gdl::Notation::kInfix : gdl::Notation::kKif);
  out.role = json.at("role");
  out.roles = json.at("roles").get<Texts>();
  out.clocks = {json.at("start"), json.at("play")};
  return out;
}

Json json_of(const match::News& news) {
  return {{"round", news.round},
          {"first", news.first},
          {"move", news.move},
          {"percepts", news.percepts},
          {"moves", news.moves}};
}

match::News news_of(const Json& json) {
  return {.round = json.at("round"),
          .first = json.at("first"),
          .move = json.at("move"),
          .percepts = json.at("percepts").get<Texts>(),
          .moves = json.at("moves").get<Texts>()};
}

Json json_of(const record::Fault& fault) {
  return {{"kind", name_of(fault.kind)}, {"answer", fault.answer}, {"detail", fault.detail}};
}

record::Fault fault_of(const Json& json) {
  return {record::fault_of(json.at("kind").get<std::string>()).value_or(record::FaultKind::kInternal),
          json.at("answer"), json.at("detail")};
}

Json json_of(const match::Answer& answer) {
  Json out = {{"seconds", answer.seconds}};
  if (answer.move) out["move"] = *answer.move;
  if (answer.fault) out["fault"] = json_of(*answer.fault);
  return out;
}

match::Answer answer_of(const Json& json) {
  match::Answer out;
  if (json.contains("move")) out.move = json.at("move").get<std::string>();
  if (json.contains("fault")) out.fault = fault_of(json.at("fault"));
  out.seconds = json.at("seconds");
  return out;
}

Json json_of(const record::PlayerOnRecord& player) {
  return {{"name", player.name}, {"spec", player.spec}, {"dialect", player.dialect}, {"human", player.human}};
}

record::PlayerOnRecord player_of(const Json& json) {
  return {json.at("name"), json.at("spec"), json.at("dialect"), json.at("human")};
}

Json json_of(const match::Setup& setup) {
  return {{"id", setup.id},
          {"seed", setup.seed},
          {"start", setup.clocks.start},
          {"play", setup.clocks.play},
          {"scramble", setup.scramble},
          {"rounds", setup.max_rounds},
          {"tournament", setup.tournament},
          {"number", setup.number}};
}

match::Setup setup_of(const Json& json) {
  match::Setup out;
  out.id = json.at("id");
  out.seed = json.at("seed");
  out.clocks = {json.at("start"), json.at("play")};
  out.scramble = json.at("scramble");
  out.max_rounds = json.at("rounds");
  out.tournament = json.at("tournament");
  out.number = json.at("number");
  return out;
}

}  // namespace percept::sandbox
