// SPDX-License-Identifier: MIT
//
// Rule sheets as they are written: what the checker finds, and the sheet laid out or in the other notation, each found
// out in a process of its own (sandbox/sheet.h), a few of them at once.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "sandbox/sheet.h"
#include "service/fields.h"
#include "service/handlers.h"

namespace percept::service {
namespace {

constexpr std::size_t kMostText = 1 << 20, kMegabytes = 1024;
constexpr double kSeconds = 10;
constexpr auto kDraftPatience = std::chrono::seconds(10);

struct Draft {
  std::string text;
  std::optional<gdl::Notation> notation;  // that is wanted
};

Result<Draft> draft_of(const Request& request, bool converts) {
  if (auto fine = check_query(request, {}); !fine) return tl::unexpected(fine.error());
  auto read = Fields::of(request.body);
  if (!read) return tl::unexpected(read.error());
  Fields& fields = *read;
  auto rules = fields.text("rules", kMostText);
  Draft out;
  if (converts) {
    auto to = fields.text("to", 10);
    if (to != "kif" && to != "infix") fields.wrong("to is kif or infix");
    out.notation = to == "kif" ? gdl::Notation::kKif : gdl::Notation::kInfix;
  }
  if (!rules) fields.wrong("rules are missing", R"({"rules": "(role white) …"})");
  if (auto fine = fields.finish(); !fine) return tl::unexpected(fine.error());
  out.text = std::move(*rules);
  return out;
}

// What a process of its own says; `ask` is called with its limits.
template <class Ask>
Reply asked(Parts& parts, Ask&& ask) {
  if (!parts.drafts.try_acquire_for(kDraftPatience)) {
    Reply out = refusal(503, {"other rules are being looked at", "try again in a moment"});
    out.headers.emplace_back("Retry-After", "2");
    return out;
  }
  sandbox::WorkerLimits limits = parts.limits;
  limits.megabytes = limits.megabytes == 0 ? kMegabytes : std::min(limits.megabytes, kMegabytes);
  Reply out = ask(limits);
  parts.drafts.release();
  return out;
}

Reply check_rules(Parts& parts, const Request& request) {
  auto draft = draft_of(request, false);
  if (!draft) return refusal(400, draft.error());
  return asked(parts, [&](const sandbox::WorkerLimits& limits) {
    auto found = sandbox::check_draft(draft->text, limits, kSeconds, parts.stopping.get_token());
    return found ? reply(200, *found) : refusal(400, found.error());
  });
}

Reply write_rules(Parts& parts, const Request& request, bool converts) {
  auto draft = draft_of(request, converts);
  if (!draft) return refusal(400, draft.error());
  return asked(parts, [&](const sandbox::WorkerLimits& limits) {
    auto text = sandbox::write_draft(draft->text, draft->notation, limits, kSeconds, parts.stopping.get_token());
    if (!text) return refusal(400, text.error());
    if (*text) return reply(200, {{"rules", **text}});
    return refusal(409, {"what cannot be read cannot be laid out", "mend what the checker finds first"});
  });
}

}  // namespace

void add_rules_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back(
      {"POST", "/api/rules/check", [&parts](const Request& request) { return check_rules(parts, request); }});
  routes.push_back(
      {"POST", "/api/rules/format", [&parts](const Request& request) { return write_rules(parts, request, false); }});
  routes.push_back(
      {"POST", "/api/rules/convert", [&parts](const Request& request) { return write_rules(parts, request, true); }});
}

}  // namespace percept::service
