// SPDX-License-Identifier: MIT
#include "sandbox/match_words.h"

#include "gdl/reader.h"

namespace percept::sandbox {

using Texts = std::vector<std::string>;

namespace {

Json written(const gdl::Description& rules) {
  return {{"text", std::string(rules.source()->text())}, {"infix", rules.notation() == gdl::Notation::kInfix}};
}

std::shared_ptr<const gdl::Description> read(const Json& json, const std::string& name) {
  return gdl::read_text(name, json.at("text"), json.at("infix") ? gdl::Notation::kInfix : gdl::Notation::kKif);
}

}  // namespace

Json json_of(const match::Opening& opening) {
  Json out = written(*opening.rules);
  out["match"] = opening.match;
  out["role"] = opening.role;
  out["roles"] = opening.roles;
  out["start"] = opening.clocks.start;
  out["play"] = opening.clocks.play;
  return out;
}

match::Opening opening_of(const Json& json) {
  match::Opening out;
  out.match = json.at("match");
  out.rules = read(json, "rules");
  out.role = json.at("role");
  out.roles = json.at("roles").get<Texts>();
  out.clocks = {json.at("start"), json.at("play")};
  return out;
}

Json json_of(const match::News& news) {
  Json out = {{"round", news.round}, {"moves", news.moves}};
  if (news.told.move) out["move"] = *news.told.move;
  if (news.told.percepts) out["percepts"] = *news.told.percepts;
  return out;
}

match::News news_of(const Json& json) {
  match::News out{json.at("round"), {}, json.at("moves").get<Texts>()};
  if (json.contains("move")) out.told.move = json.at("move");
  if (json.contains("percepts")) out.told.percepts = json.at("percepts").get<Texts>();
  return out;
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

Json json_of(const std::vector<match::OwnDescription>& descriptions) {
  Json out = Json::array();
  for (const match::OwnDescription& own : descriptions) {
    Json& one = out.emplace_back(written(*own.description));
    one["role"] = own.role;
    if (own.first_percepts) one["first"] = *own.first_percepts;
  }
  return out;
}

std::vector<match::OwnDescription> descriptions_of(const Json& json) {
  std::vector<match::OwnDescription> out;
  for (const Json& one : json) {
    out.push_back({one.at("role"), read(one, one.at("role")), {}});
    if (one.contains("first")) out.back().first_percepts = one.at("first").get<Texts>();
  }
  return out;
}

Json json_of(const match::Setup& setup) {
  return {{"id", setup.id},
          {"seed", setup.seed},
          {"start", setup.clocks.start},
          {"play", setup.clocks.play},
          {"scramble", setup.scramble},
          {"rounds", setup.max_rounds},
          {"tournament", setup.tournament},
          {"number", setup.number},
          {"descriptions", json_of(setup.descriptions)}};
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
  out.descriptions = descriptions_of(json.at("descriptions"));
  return out;
}

}  // namespace percept::sandbox
