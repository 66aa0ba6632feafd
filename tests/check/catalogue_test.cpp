// SPDX-License-Identifier: MIT
#include "check/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "check/checked.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using check::Explanation;
using gdl::Code;

namespace {

// The codes whose wrong example is only a sketch; `generated` makes the real input.
constexpr Code kSketched[] = {Code::kControlByte, Code::kSymbolTooLong, Code::kTooDeep, Code::kTooManyMistakes};

bool is_sketched(Code code) { return std::ranges::find(kSketched, code) != std::end(kSketched); }

std::string repeated(std::size_t count, std::string_view text) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

std::string generated(Code code) {
  switch (code) {
    case Code::kControlByte: return std::string("(role robot\0)", 13);
    case Code::kSymbolTooLong: return "(role " + repeated(201, "robot") + ")";
    case Code::kTooDeep: return "(init (step " + repeated(201, "(s ") + "zero" + repeated(201, ")") + "))";
    case Code::kTooManyMistakes: return repeated(501, ") ");
    default: return {};
  }
}

// What was found, for the message of a test that fails.
std::string shown(const Checked& sheet) {
  std::string out;
  for (const gdl::Finding& finding : sheet.findings()) out += render(finding, false);
  return out;
}

}  // namespace

TEST_CASE("the catalogue has every code, in order") {
  std::vector<std::string> expected, actual;
  for (const gdl::CodeEntry& entry : gdl::all_codes()) expected.push_back(gdl::to_string(entry.code));
  for (const Explanation& entry : check::catalogue()) actual.push_back(gdl::to_string(entry.code));
  CHECK_FALSE(actual.empty());
  CHECK(actual == expected);
}

TEST_CASE("every explanation has a paragraph of whole sentences and two different examples") {
  for (const Explanation& entry : check::catalogue()) {
    CAPTURE(gdl::to_string(entry.code));
    CHECK(entry.text.size() > 100);
    CHECK(entry.text.ends_with(".\n"));
    CHECK(entry.text.find("\n\n") == std::string_view::npos);
    CHECK_FALSE(entry.bad.empty());
    CHECK_FALSE(entry.good.empty());
    CHECK(entry.bad != entry.good);
  }
}

TEST_CASE("every wrong example gets the finding that it explains, and no other") {
  for (const Explanation& entry : check::catalogue()) {
    if (is_sketched(entry.code)) continue;
    Checked bad(entry.bad);
    CAPTURE(gdl::to_string(entry.code));
    CAPTURE(shown(bad));
    CHECK(bad.has(entry.code));
    CHECK(std::ranges::all_of(bad.findings(), [&](const gdl::Finding& found) { return found.code == entry.code; }));
  }
}

TEST_CASE("what the sketches stand for gets the finding") {
  for (Code code : kSketched) {
    CAPTURE(gdl::to_string(code));
    CHECK(Checked(generated(code)).has(code));
  }
}

TEST_CASE("no right example gets any finding") {
  for (const Explanation& entry : check::catalogue()) {
    Checked good(entry.good);
    CAPTURE(gdl::to_string(entry.code));
    CAPTURE(shown(good));
    CHECK(good.findings().empty());
  }
}

TEST_CASE("an explanation starts with code, severity and title and shows both examples line by line") {
  for (const Explanation& entry : check::catalogue()) {
    std::string code = gdl::to_string(entry.code);
    std::string text = check::explain(code);
    CAPTURE(text);
    const gdl::CodeEntry& known = gdl::entry(entry.code);
    CHECK(text.starts_with(fmt::format("{} {}: {}\n\n", code, gdl::to_string(known.severity), known.title)));
    std::size_t wrong = text.find("\nWrong:\n"), right = text.find("\nRight:\n");
    REQUIRE(wrong != std::string::npos);
    REQUIRE(right != std::string::npos);
    CHECK(wrong < right);
    std::string bad = text.substr(wrong, right - wrong), good = text.substr(right);
    for (const std::string& line : split_lines(entry.bad)) CHECK(bad.find("\n    " + line + "\n") != std::string::npos);
    for (const std::string& line : split_lines(entry.good))
      CHECK(good.find("\n    " + line + "\n") != std::string::npos);
  }
}

TEST_CASE("an explanation keeps all words of its text and fits a terminal") {
  for (const Explanation& entry : check::catalogue()) {
    std::string text = check::explain(gdl::to_string(entry.code));
    CAPTURE(text);
    for (const std::string& line : split_lines(text)) {
      CHECK(character_count(line) <= 80);
      CHECK_FALSE(line.ends_with(' '));
    }
    std::istringstream words{std::string(entry.text)}, printed{text.substr(text.find('\n'))};
    for (std::string word, seen; words >> word;) {
      printed >> seen;
      CHECK(seen == word);
    }
  }
}

TEST_CASE("codes are found in any case, and unknown ones have no explanation") {
  std::string text = check::explain("GDL201");
  CHECK_FALSE(text.empty());
  CHECK(check::explain("gdl201") == text);
  CHECK(check::explain("Gdl201") == text);
  CHECK(check::explain("GDL202") != text);
  for (std::string_view unknown : {"", "GDL", "201", "GDL000", "GDL0201", "GDL201 ", "GDL999", "all"}) {
    CAPTURE(unknown);
    CHECK(check::explain(unknown).empty());
  }
}
