// SPDX-License-Identifier: MIT
//
// What the checks say about a text, in a form that tests can compare: "GDL201 3:5" for a code and its place, several
// separated by ", " in the order of their places. A text may start with a line break, which does not count, so that
// line 1 of a raw string is its first line of rules.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "gdl/reader.h"

namespace percept::test {

class Checked {
 public:
  // All that is found in the text; with the name of a pass what this pass finds, and nothing else.
  explicit Checked(std::string_view text, std::string_view pass = {}) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    description_ = gdl::read_text("test", std::string(text));
    if (pass.empty()) {
      findings_ = check::check(*description_);
      return;
    }
    auto named = std::ranges::find(check::passes(), pass, &check::Pass::name);
    REQUIRE_MESSAGE(named != check::passes().end(), "no pass ", std::string(pass));
    REQUIRE_MESSAGE(description_->readable(), "the text cannot be read");
    named->run(check::Rules(*description_), findings_);
    sort_by_place(findings_);
  }

  const gdl::Description& description() const { return *description_; }
  const gdl::Findings& findings() const { return findings_; }

  std::string codes() const {
    std::string out;
    for (const gdl::Finding& finding : findings_)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", to_string(finding.code), where(finding.place));
    return out;
  }

  // The one finding there is.
  const gdl::Finding& only() const {
    REQUIRE_MESSAGE(findings_.size() == 1, "found: ", codes());
    return findings_[0];
  }

  bool has(gdl::Code code) const { return std::ranges::count(findings_, code, &gdl::Finding::code) > 0; }
  std::size_t errors() const { return count(findings_, gdl::Severity::kError); }

  static std::string where(const gdl::Place& place) { return fmt::format("{}:{}", place.line(), place.column()); }

 private:
  std::unique_ptr<gdl::Description> description_;
  gdl::Findings findings_;
};

inline std::string codes(std::string_view text, std::string_view pass = {}) { return Checked(text, pass).codes(); }

// The notes of a finding, a line each: "3:5 message".
inline std::string notes(const gdl::Finding& finding) {
  std::string out;
  for (const gdl::Note& note : finding.notes) out += fmt::format("{} {}\n", Checked::where(note.place), note.message);
  return out;
}

inline std::vector<std::string> split_lines(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> out;
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

inline bool mentions(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace percept::test
