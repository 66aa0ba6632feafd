// SPDX-License-Identifier: MIT
//
// Rule sheets as they are written: what the checker finds, and the sheet laid out or in the other notation.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "check/check.h"
#include "check/summary.h"
#include "gdl/reader.h"
#include "gdl/writer.h"
#include "service/fields.h"
#include "service/handlers.h"

namespace percept::service {
namespace {

constexpr std::size_t kMostText = 1 << 20, kMostShown = 200;

struct Sent {
  std::unique_ptr<gdl::Description> description;
  std::optional<std::string> to;
};

Result<Sent> sheet_of(const Request& request, bool converts) {
  if (auto fine = check_query(request, {}); !fine) return tl::unexpected(fine.error());
  auto read = Fields::of(request.body);
  if (!read) return tl::unexpected(read.error());
  Fields& fields = *read;
  auto rules = fields.text("rules", kMostText);
  Sent out;
  if (converts) {
    out.to = fields.text("to", 10);
    if (out.to != "kif" && out.to != "infix") fields.wrong("to is kif or infix");
  }
  if (!rules) fields.wrong("rules are missing", R"({"rules": "(role white) …"})");
  if (auto fine = fields.finish(); !fine) return tl::unexpected(fine.error());
  out.description = gdl::read_text("rules", *rules);
  return out;
}

Reply check_rules(Parts&, const Request& request) {
  auto sent = sheet_of(request, false);
  if (!sent) return refusal(400, sent.error());
  const gdl::Description& description = *sent->description;
  gdl::Findings findings = check::check(description);
  Json list = Json::array();
  for (const gdl::Finding& finding : findings) {
    if (list.size() >= kMostShown) break;
    list.push_back({{"code", gdl::to_string(finding.code)},
                    {"severity", finding.severity() == gdl::Severity::kError ? "error" : "warning"},
                    {"line", finding.place.line()},
                    {"column", finding.place.column()},
                    {"message", printable(finding.message)},
                    {"hint", printable(finding.hint)}});
  }
  check::Summary summary = check::summarise(description);
  Json roles = Json::array();
  for (const check::RoleSummary& role : summary.roles) roles.push_back(printable(role.name));
  return reply(200, {{"errors", gdl::count(findings, gdl::Severity::kError)},
                     {"warnings", gdl::count(findings, gdl::Severity::kWarning)},
                     {"findings", std::move(list)},
                     {"title", printable_lines(summary.title)},
                     {"language", to_string(summary.dialect)},
                     {"notation", description.notation() == gdl::Notation::kKif ? "kif" : "infix"},
                     {"roles", std::move(roles)}});
}

Reply written(const Request& request, bool converts) {
  auto sent = sheet_of(request, converts);
  if (!sent) return refusal(400, sent.error());
  const gdl::Description& description = *sent->description;
  if (!description.readable())
    return refusal(409, {"what cannot be read cannot be laid out", "mend what the checker finds first"});
  gdl::Habit habit = description.has_sentences() ? gdl::Habit::kTextbook : gdl::Habit::kProlog;
  std::string text = !sent->to           ? to_text(description)
                     : sent->to == "kif" ? to_kif(description)
                                         : to_infix(description, habit);
  return reply(200, {{"rules", std::move(text)}});
}

}  // namespace

void add_rules_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back(
      {"POST", "/api/rules/check", [&parts](const Request& request) { return check_rules(parts, request); }});
  routes.push_back({"POST", "/api/rules/format", [](const Request& request) { return written(request, false); }});
  routes.push_back({"POST", "/api/rules/convert", [](const Request& request) { return written(request, true); }});
}

}  // namespace percept::service
