// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "check/catalogue.h"
#include "check/check.h"
#include "cli/check_command.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "gdl/reader.h"

namespace percept::cli {
namespace {

using gdl::Finding;
using gdl::Findings;
using gdl::Severity;
using nlohmann::ordered_json;

ordered_json position(const gdl::Place& place) {
  auto [line, column] = place.source->position(place.begin);
  return {{"line", line}, {"column", column}};
}

ordered_json to_json(const Finding& finding) {
  ordered_json json = {{"code", gdl::to_string(finding.code)}, {"severity", gdl::to_string(finding.severity())}};
  json.update(position(finding.place));
  json["message"] = printable(finding.message);
  if (!finding.hint.empty()) json["hint"] = printable(finding.hint);
  for (const gdl::Note& note : finding.notes) {
    ordered_json entry = position(note.place);
    entry["message"] = printable(note.message);
    json["notes"].push_back(std::move(entry));
  }
  return json;
}

bool names(const std::string& text, gdl::Code code) { return lower(text) == lower(gdl::to_string(code)); }

bool is_ignored(gdl::Code code, const CheckOptions& options) {
  return std::ranges::any_of(options.ignored, [&](const std::string& ignored) { return names(ignored, code); });
}

int explain(const std::string& code) {
  if (lower(code) == "all") {
    for (const check::Explanation& entry : check::catalogue())
      fmt::print("{}\n", check::explain(gdl::to_string(entry.code)));
    return kSuccess;
  }
  std::string text = check::explain(code);
  if (text.empty()) {
    print_error({fmt::format("there is no code {}", code), "percept check --explain all shows every one"});
    return kUnreadable;
  }
  fmt::print("{}", text);
  return kSuccess;
}

}  // namespace

int check(const CheckOptions& options) {
  if (options.explained) return explain(*options.explained);
  for (const std::string& ignored : options.ignored)
    if (std::ranges::none_of(gdl::all_codes(),
                             [&](const gdl::CodeEntry& entry) { return names(ignored, entry.code); })) {
      print_error({fmt::format("there is no code {}", ignored), "percept check --explain all shows every one"});
      return kUnreadable;
    }

  int exit_code = kSuccess;
  std::size_t errors = 0, warnings = 0, unreadable = 0;
  ordered_json files = ordered_json::array();
  for (const std::string& file : options.files) {
    auto description = gdl::read_file(file);
    if (!description) {
      exit_code = kUnreadable;
      print_error(description.error());
      ++unreadable;
      files.push_back({{"file", file},
                       {"errors", 0},
                       {"warnings", 0},
                       {"findings", ordered_json::array()},
                       {"error", description.error().message}});
      continue;
    }
    Findings findings = check::check(**description);
    std::erase_if(findings, [&](const Finding& finding) {
      return finding.severity() == Severity::kWarning && (options.errors_only || is_ignored(finding.code, options));
    });
    std::size_t file_errors = gdl::count(findings, Severity::kError);
    std::size_t file_warnings = gdl::count(findings, Severity::kWarning);
    errors += file_errors;
    warnings += file_warnings;
    // The text is fine: what do its sentences say together?
    std::string theory;
    auto inspect = [&] {
      if (file_errors > 0 || file == "-" || !(*description)->is_incomplete()) return;
      int found = check_theory(file, options, theory);
      errors += found == kSuccess ? 0 : 1;
      exit_code = std::max(exit_code, found);
    };
    if (options.json) {
      ordered_json entry = {
          {"file", file}, {"errors", file_errors}, {"warnings", file_warnings}, {"findings", ordered_json::array()}};
      for (const Finding& finding : findings) entry["findings"].push_back(to_json(finding));
      inspect();
      if (!theory.empty()) entry["theory"] = ordered_json::parse(theory);
      files.push_back(std::move(entry));
    } else {
      for (const Finding& finding : findings) fmt::print("{}", gdl::render(finding, colored(stdout)));
      if (findings.left_out() > 0)
        fmt::print("{}: {} more findings are not shown\n", printable(file), findings.left_out());
      inspect();
    }
  }
  if (options.json) {
    ordered_json out = {{"files", std::move(files)}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else {
    bool clean = errors + warnings + unreadable == 0;
    std::string result = clean ? "nothing found" : counted(errors, "error") + ", " + counted(warnings, "warning");
    if (unreadable > 0) result += fmt::format(", {} could not be read", unreadable);
    fmt::print("{}: {}\n", counted(options.files.size(), "file"), result);
    if (!clean && colored(stdout)) fmt::print("percept check --explain CODE tells more about a finding\n");
  }
  if (exit_code == kSuccess && errors > 0) exit_code = kFindings;
  return exit_code;
}

}  // namespace percept::cli
