// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "check/check.h"
#include "check/summary.h"
#include "cli/files.h"
#include "cli/show_command.h"
#include "cli/terminal.h"
#include "gdl/writer.h"

namespace percept::cli {
namespace {

using check::Summary;
using nlohmann::ordered_json;

constexpr std::size_t kShowWidth = 100;
constexpr std::size_t kShowLabel = 12;

// "label   item, item, ..." with the items wrapped below each other.
void print_list(std::string_view label, const std::vector<std::string>& items, bool color, std::size_t indent = 0) {
  std::string line(indent, ' ');
  line += fmt::format("{:<{}}", label, kShowLabel);
  fmt::print("{}", paint("1", line, color));
  std::size_t column = line.size();
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string item = printable(items[i]) + (i + 1 < items.size() ? "," : "");
    bool wraps = column + item.size() + 1 > kShowWidth && i > 0;
    fmt::print("{}{}", wraps ? "\n" + std::string(line.size(), ' ') : i > 0 ? " " : "", item);
    column = (wraps ? line.size() : column + 1) + item.size();
  }
  fmt::print("{}\n", items.empty() ? "none" : "");
}

void print(const Summary& summary, const gdl::Description& description, std::size_t errors, std::size_t warnings) {
  bool color = colored(stdout);
  if (!summary.title.empty()) fmt::print("{}\n", printable_lines(summary.title));
  std::vector<std::string> size = {counted(summary.facts, "fact"), counted(summary.rules, "rule")};
  if (summary.sentences > 0) size.push_back(counted(summary.sentences, "sentence"));
  print_list("file", {description.source()->name()}, color);
  print_list("language",
             {std::string(to_string(summary.dialect)), description.notation() == gdl::Notation::kKif ? "KIF" : "infix"},
             color);
  print_list("size", size, color);
  print_list(
      "check",
      {errors + warnings == 0 ? "nothing found" : counted(errors, "error") + ", " + counted(warnings, "warning")},
      color);
  print_list("fluents", summary.fluents, color);
  print_list("relations", summary.relations, color);
  for (const check::RoleSummary& role : summary.roles) {
    print_list("role", {role.name}, color);
    if (summary.dialect == check::Dialect::kIgdl) continue;  // its sentences do not say what there is
    print_list("moves", role.moves, color, 2);
    if (summary.dialect == check::Dialect::kGdlII && role.name == "random") continue;  // nature sees and wants nothing
    if (summary.dialect == check::Dialect::kGdl)
      print_list("sees", {"every move"}, color, 2);
    else
      print_list("sees", role.percepts, color, 2);
    print_list("goals", role.goals, color, 2);
  }
}

ordered_json to_json(const Summary& summary, const gdl::Description& description, std::size_t errors,
                     std::size_t warnings) {
  ordered_json roles = ordered_json::array();
  for (const check::RoleSummary& role : summary.roles)
    roles.push_back({{"role", role.name}, {"moves", role.moves}, {"percepts", role.percepts}, {"goals", role.goals}});
  return {{"file", description.source()->name()},
          {"title", printable_lines(summary.title)},
          {"language", to_string(summary.dialect)},
          {"notation", description.notation() == gdl::Notation::kKif ? "kif" : "infix"},
          {"facts", summary.facts},
          {"rules", summary.rules},
          {"sentences", summary.sentences},
          {"errors", errors},
          {"warnings", warnings},
          {"roles", roles},
          {"fluents", summary.fluents},
          {"relations", summary.relations}};
}

}  // namespace

int show(const ShowOptions& options) {
  auto read = read_whole(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  gdl::Findings findings = check::check(*description);
  std::size_t errors = gdl::count(findings, gdl::Severity::kError);
  std::size_t warnings = gdl::count(findings, gdl::Severity::kWarning);
  Summary summary = check::summarise(*description);
  if (options.json) {
    fmt::print(
        "{}\n",
        to_json(summary, *description, errors, warnings).dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return errors > 0 ? kFindings : kSuccess;
  }
  print(summary, *description, errors, warnings);
  if (options.rules) fmt::print("\n{}", printable_lines(to_text(*description)));
  if (errors > 0) print_error({"the rules have errors", "percept check " + options.file + " shows them"});
  return errors > 0 ? kFindings : kSuccess;
}

}  // namespace percept::cli
