// SPDX-License-Identifier: MIT
#include "sandbox/described.h"

#include <fmt/format.h>

#include "game/game.h"
#include "gdl/reader.h"
#include "match/incomplete.h"
#include "sandbox/lines.h"
#include "sandbox/match_words.h"

namespace percept::sandbox {
namespace {

Result<Described> held_against(const std::string& file, const std::string& text,
                               const std::map<std::string, std::string>& texts) {
  std::vector<match::OwnDescription> own;
  for (const auto& [role, written] : texts) {
    std::shared_ptr<const gdl::Description> read = gdl::read_text(role, written);
    if (!read->readable())
      return failure(fmt::format(".{}: {}", role, read->findings().front().message), read->findings().front().hint);
    own.push_back({role, std::move(read), {}});
  }
  std::shared_ptr<const gdl::Description> rules = gdl::read_text(file, text);
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;
  auto game = game::Game::make(rules, options);
  if (!game) return failure(": " + game.error().message, game.error().hint);
  auto prepared = match::with_descriptions(*game, own);
  if (!prepared) return failure(": " + prepared.error().message, prepared.error().hint);
  Described out{record::rules_on_record(*prepared->rules, file), std::move(prepared->descriptions)};
  out.rules.gdl_version = game->imperfect() ? 2 : 1;
  return out;
}

}  // namespace

Result<Described> describe(const record::RulesOnRecord& rules, const std::map<std::string, std::string>& texts,
                           const WorkerLimits& limits, double seconds, const std::stop_token& stop) {
  auto worker = Worker::start("descriptions", limits);
  if (!worker) return failure(": " + worker.error().message, worker.error().hint);
  (*worker)->send({{"file", rules.name}, {"text", rules.text}, {"texts", texts}});
  auto answer = (*worker)->receive(in_seconds(seconds), stop);
  if (!answer) {
    bool late = (*worker)->alive();
    std::string why = (*worker)->end();
    return failure(late ? fmt::format(": they take longer than {} s to hold against the rules", seconds)
                        : ": they cannot be held against the rules: " + why,
                   "percept check DESCRIPTION --against GAME does so without limits");
  }
  if (answer->contains("error")) return failure(answer->at("error"), answer->at("hint"));
  Described out{rules, descriptions_of(answer->at("descriptions"))};
  out.rules.text = answer->at("text");
  out.rules.hash = answer->at("hash");
  out.rules.gdl_version = answer->at("gdl");
  return out;
}

int serve_descriptions() {
  while (auto asked = next_line()) {
    auto described = held_against(asked->at("file"), asked->at("text"),
                                  asked->at("texts").get<std::map<std::string, std::string>>());
    if (!described)
      say({{"error", described.error().message}, {"hint", described.error().hint}});
    else
      say({{"text", described->rules.text},
           {"hash", described->rules.hash},
           {"gdl", described->rules.gdl_version},
           {"descriptions", json_of(described->descriptions)}});
  }
  return 0;
}

}  // namespace percept::sandbox
