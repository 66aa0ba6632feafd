// SPDX-License-Identifier: MIT
#include "sandbox/sheet.h"

#include <fmt/format.h>

#include "base/text.h"
#include "check/check.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "match/referee.h"
#include "sandbox/lines.h"

namespace percept::sandbox {
namespace {

constexpr std::size_t kMostFindings = 20;

Json json_of(const Sheet& sheet) {
  Json out = {{"hash", sheet.rules.hash}, {"gdl", sheet.rules.gdl_version}, {"roles", sheet.roles}};
  if (sheet.nature) out["nature"] = *sheet.nature;
  if (sheet.problem) out["problem"] = {{"message", sheet.problem->message}, {"hint", sheet.problem->hint}};
  for (const SheetFinding& each : sheet.findings)
    out["findings"].push_back({{"code", each.code},
                               {"line", each.line},
                               {"column", each.column},
                               {"message", each.message},
                               {"hint", each.hint}});
  return out;
}

Sheet sheet_of(const Json& json) {
  Sheet out;
  out.rules.hash = json.at("hash");
  out.rules.gdl_version = json.at("gdl");
  out.roles = json.at("roles").get<std::vector<std::string>>();
  if (json.contains("nature")) out.nature = json.at("nature").get<std::string>();
  if (json.contains("problem")) out.problem = Error{json.at("problem").at("message"), json.at("problem").at("hint")};
  for (const Json& each : json.value("findings", Json::array()))
    out.findings.push_back({each.at("code"), each.at("line"), each.at("column"), each.at("message"), each.at("hint")});
  return out;
}

}  // namespace

Sheet look_at_sheet(const std::string& file, const std::string& text) {
  std::shared_ptr<const gdl::Description> description = gdl::read_text(file, text);
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;
  auto game = game::Game::make(description, options);
  Sheet out{record::rules_on_record(*description, file), {}, {}, {}};
  if (!game) {
    out.problem = game.error();
    for (const gdl::Finding& finding : check::check(*description))
      if (finding.severity() == gdl::Severity::kError && out.findings.size() < kMostFindings)
        out.findings.push_back({std::string(gdl::to_string(finding.code)), finding.place.line(), finding.place.column(),
                                printable(finding.message), printable(finding.hint)});
    return out;
  }
  out.rules.gdl_version = game->imperfect() ? 2 : 1;
  for (std::uint32_t role = 0; role < game->roles(); ++role) out.roles.push_back(game->text(game::RoleId{role}));
  if (auto random = match::nature_of(*game)) out.nature = game->text(*random);
  return out;
}

Result<Sheet> read_sheet(const std::string& file, const std::string& text, const WorkerLimits& limits, double seconds,
                         const std::stop_token& stop) {
  auto worker = Worker::start("sheet", limits);
  if (!worker) return tl::unexpected(worker.error());
  (*worker)->send({{"file", file}, {"text", text}});
  auto answer = (*worker)->receive(in_seconds(seconds), stop);
  if (!answer) {
    bool late = (*worker)->alive();
    std::string why = (*worker)->end();
    return failure(
        late ? fmt::format("the rules take longer than {} s to check", seconds) : "the rules cannot be checked: " + why,
        "percept check looks at a rule sheet without limits");
  }
  Sheet out = sheet_of(*answer);
  out.rules.name = file.substr(file.find_last_of('/') + 1);
  out.rules.text = text;
  return out;
}

int serve_sheets() {
  while (auto asked = next_line()) say(json_of(look_at_sheet(asked->at("file"), asked->at("text"))));
  return 0;
}

}  // namespace percept::sandbox
