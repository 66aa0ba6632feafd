// SPDX-License-Identifier: MIT
#include "sandbox/sheet.h"

#include <fmt/format.h>

#include "base/text.h"
#include "check/check.h"
#include "check/summary.h"
#include "game/game.h"
#include "gdl/writer.h"
#include "match/referee.h"
#include "sandbox/lines.h"

namespace percept::sandbox {
namespace {

constexpr std::size_t kMostFindings = 20, kMostInDraft = 200;

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

Json checked_draft(const std::string& text) {
  auto description = gdl::read_text("rules", text);
  gdl::Findings findings = check::check(*description);
  Json list = Json::array(), roles = Json::array();
  for (const gdl::Finding& finding : findings) {
    if (list.size() >= kMostInDraft) break;
    list.push_back({{"code", gdl::to_string(finding.code)},
                    {"severity", finding.severity() == gdl::Severity::kError ? "error" : "warning"},
                    {"line", finding.place.line()},
                    {"column", finding.place.column()},
                    {"message", printable(finding.message)},
                    {"hint", printable(finding.hint)}});
  }
  check::Summary summary = check::summarise(*description);
  for (const check::RoleSummary& role : summary.roles) roles.push_back(printable(role.name));
  return {{"errors", gdl::count(findings, gdl::Severity::kError)},
          {"warnings", gdl::count(findings, gdl::Severity::kWarning)},
          {"findings", std::move(list)},
          {"title", printable_lines(summary.title)},
          {"language", to_string(summary.dialect)},
          {"notation", description->notation() == gdl::Notation::kKif ? "kif" : "infix"},
          {"roles", std::move(roles)}};
}

Json written_draft(const std::string& text, const std::string& notation) {
  auto description = gdl::read_text("rules", text);
  if (!description->readable()) return Json::object();
  gdl::Habit habit = description->has_sentences() ? gdl::Habit::kTextbook : gdl::Habit::kProlog;
  return {{"text", notation == "kif"     ? to_kif(*description)
                   : notation == "infix" ? to_infix(*description, habit)
                                         : to_text(*description)}};
}

// What a process says to one question.
Result<Json> asked_once(const Json& question, const WorkerLimits& limits, double seconds, const std::stop_token& stop) {
  auto worker = Worker::start("sheet", limits);
  if (!worker) return tl::unexpected(worker.error());
  (*worker)->send(question);
  if (auto answer = (*worker)->receive(in_seconds(seconds), stop)) return *answer;
  bool late = (*worker)->alive();
  std::string why = (*worker)->end();
  return failure(
      late ? fmt::format("the rules take longer than {} s to check", seconds) : "the rules cannot be checked: " + why,
      "percept check looks at a rule sheet without limits");
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
  auto answer = asked_once({{"file", file}, {"text", text}}, limits, seconds, stop);
  if (!answer) return tl::unexpected(answer.error());
  Sheet out = sheet_of(*answer);
  out.rules.name = file.substr(file.find_last_of('/') + 1);
  out.rules.text = text;
  return out;
}

Result<Json> check_draft(const std::string& text, const WorkerLimits& limits, double seconds,
                         const std::stop_token& stop) {
  return asked_once({{"check", true}, {"text", text}}, limits, seconds, stop);
}

Result<std::optional<std::string>> write_draft(const std::string& text, std::optional<gdl::Notation> notation,
                                               const WorkerLimits& limits, double seconds,
                                               const std::stop_token& stop) {
  const char* name = !notation ? "" : *notation == gdl::Notation::kKif ? "kif" : "infix";
  auto answer = asked_once({{"write", name}, {"text", text}}, limits, seconds, stop);
  if (!answer) return tl::unexpected(answer.error());
  return answer->contains("text") ? std::optional(answer->at("text").get<std::string>()) : std::nullopt;
}

int serve_sheets() {
  while (auto asked = next_line()) {
    const std::string text = asked->at("text");
    if (asked->contains("check"))
      say(checked_draft(text));
    else if (asked->contains("write"))
      say(written_draft(text, asked->at("write")));
    else
      say(json_of(look_at_sheet(asked->at("file"), text)));
  }
  return 0;
}

}  // namespace percept::sandbox
