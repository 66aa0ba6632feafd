// SPDX-License-Identifier: MIT
#include "gdl/finding.h"

#include <memory>
#include <set>

#include "support/support.h"

using namespace percept::gdl;

namespace {

// The characters of UTF-8 text.
std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> out;
  for (char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80 && !out.empty())
      out.back() += c;
    else
      out.push_back(std::string(1, c));
  }
  return out;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == '\n')
      out.emplace_back();
    else
      out.back() += c;
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

struct Shown {
  std::vector<std::string> text;  // what is printed
  std::string marked;             // the characters above the caret and its tildes
};

Shown show(const Source& source, std::size_t begin, std::size_t end) {
  Place place{&source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  Shown shown{lines(render({Code::kUnexpected, place, "message", "", {}}, false)), ""};
  REQUIRE(shown.text.size() == 3);
  auto above = characters(shown.text[1]);
  std::size_t caret = shown.text[2].find('^');
  REQUIRE(caret != std::string::npos);
  CHECK(shown.text[2].find_first_not_of("^~", caret) == std::string::npos);
  for (std::size_t i = caret; i < shown.text[2].size() && i < above.size(); ++i) shown.marked += above[i];
  return shown;
}

Shown show(const Source& source, std::string_view part) {
  std::size_t begin = source.text().find(part);
  REQUIRE(begin != std::string_view::npos);
  return show(source, begin, begin + part.size());
}

}  // namespace

TEST_CASE("a finding shows its place, its code, its line and what is meant in it") {
  Source source("game.kif", "(role white)\n(role ?who black)\n");
  Place place{&source, 19, 23};
  std::string text = render({Code::kNotASentence, place, "the message", "the hint", {}}, false);
  auto printed = lines(text);
  REQUIRE(printed.size() == 4);
  CHECK(printed[0] == "game.kif:2:7: error: GDL006 the message");
  CHECK(printed[1].ends_with("2 | (role ?who black)"));
  CHECK(printed[2].find("^~~~") == printed[1].find("?who"));
  CHECK(printed[2].ends_with("^~~~"));
  CHECK(printed[3].find("help: the hint") != std::string::npos);
  CHECK(render({Code::kSingleton, place, "m", "", {}}, false).find("warning: GDL504 m") != std::string::npos);
}

TEST_CASE("the caret stands below the right character") {
  SUBCASE("behind letters of several bytes") {
    Source source("s", "(caf\xc3\xa9 \xe2\x99\x9f here) ; \xc3\xbc\n");
    CHECK(show(source, "here").marked == "here");
    CHECK(show(source, "\xe2\x99\x9f").marked == "\xe2\x99\x9f");
    CHECK(show(source, "here").text[0].starts_with("s:1:9:"));
  }
  SUBCASE("behind tabs and control characters") {
    Source source("s", "\t(a\tb\x01 here\t)\n");
    CHECK(show(source, "here").marked == "here");
    CHECK(show(source, "here").text[1].find('\t') == std::string::npos);
    CHECK(show(source, "here").text[1].find('\x01') == std::string::npos);
  }
  SUBCASE("behind bytes that are no characters") {
    Source source("s", "(\xff\xfe here)\n");
    CHECK(show(source, "here").marked == "here");
  }
  SUBCASE("in a line with a carriage return") {
    Source source("s", "(a)\r\n(here)\r\n");
    CHECK(show(source, "here").marked == "here");
    CHECK(show(source, "here").text[1].find('\r') == std::string::npos);
  }
  SUBCASE("in the last line without an end") {
    Source source("s", "(a)\nhere");
    CHECK(show(source, "here").marked == "here");
  }
}

TEST_CASE("of a place that spans lines the first is shown") {
  Source source("s", "(a b\n   c)\n");
  CHECK(show(source, "(a b\n   c)").marked == "(a b");
}

TEST_CASE("of a very long line the part around the place is shown") {
  for (std::size_t before : {0u, 10u, 39u, 40u, 41u, 100u, 5000u, 100'000u})
    for (std::size_t after : {0u, 10u, 70u, 80u, 90u, 5000u}) {
      CAPTURE(before);
      CAPTURE(after);
      Source plain("s", std::string(before, 'a') + "here" + std::string(after, 'b') + "\n");
      Shown shown = show(plain, "here");
      CHECK(shown.marked == "here");
      CHECK(shown.text[1].size() < 150);
      std::string accents;
      for (std::size_t i = 0; i < before; ++i) accents += "\xc3\xa4";
      Source accented("s", accents + "here" + std::string(after, 'b') + "\n");
      CHECK(show(accented, "here").marked == "here");
    }
  Source source("s", std::string(200, 'a') + std::string(5000, 'x'));
  Shown shown = show(source, 200, 5200);
  CHECK(shown.text[2].size() < 150);
  CHECK(shown.marked.starts_with("xxx"));
}

TEST_CASE("a window into letters of several bytes shows whole letters") {
  std::string long_line;
  for (int i = 0; i < 201; ++i) long_line += "\xe2\x99\x9f";
  for (std::size_t letters : {0u, 1u, 2u, 3u}) {
    CAPTURE(letters);
    Source source("s", std::string(letters, 'a') + long_line + "here" + long_line);
    CHECK(show(source, "here").text[1].find('?') == std::string::npos);
  }
}

TEST_CASE("a place may be empty, also in an empty text and at the end") {
  Source empty("e", "");
  CHECK(show(empty, 0, 0).text[0].starts_with("e:1:1:"));
  CHECK(show(empty, 0, 0).text[2].ends_with("| ^"));
  Source source("s", "(a b");
  CHECK(show(source, 4, 4).text[0].starts_with("s:1:5:"));
  CHECK(show(source, 4, 4).text[2].find('^') == show(source, 4, 4).text[1].size());
  Source ended("s", "(a b\n");
  CHECK(show(ended, 5, 5).text[0].starts_with("s:2:1:"));
  CHECK(show(ended, 4, 5).marked == "");
}

TEST_CASE("notes show their own places") {
  Source source("s", "(first)\n(second)\n");
  Place first{&source, 0, 7}, second{&source, 8, 16};
  auto printed = lines(render({Code::kDuplicate, second, "again", "", {{first, "it was here"}}}, false));
  REQUIRE(printed.size() == 6);
  CHECK(printed[1].ends_with("(second)"));
  CHECK(printed[3] == "s:1:1: note: it was here");
  CHECK(printed[4].ends_with("(first)"));
  CHECK(printed[5].ends_with("^~~~~~~"));
}

TEST_CASE("colour changes nothing but the colour") {
  Source source("s", "(a b)");
  Finding finding{Code::kNoName, {&source, 1, 2}, "m", "h", {{{&source, 3, 4}, "n"}}};
  std::string plain = render(finding, false), coloured = render(finding, true), stripped;
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(coloured.find('\x1b') != std::string::npos);
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      stripped += coloured[i];
  }
  CHECK(stripped == plain);
}

TEST_CASE("what stands in a file cannot steer the terminal") {
  Source source("s", "(a \x1b[31m b)");
  std::string text = render({Code::kNoName, {&source, 0, 1}, "name \x1b[2J", "hint \x07", {}}, false);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
}

TEST_CASE("findings are sorted by place, then code, and equal ones stand once") {
  Source source("s", "0123456789");
  auto at = [&](std::uint32_t begin, Code code, const char* message = "m") {
    return Finding{code, {&source, begin, begin + 1}, message, "", {}};
  };
  Findings findings = {at(5, Code::kNoName), at(2, Code::kUnused), at(2, Code::kEmptyForm),
                       at(5, Code::kNoName), at(0, Code::kUnused), at(5, Code::kNoName, "other")};
  sort_by_place(findings);
  REQUIRE(findings.size() == 5);
  CHECK(findings[0].place.begin == 0);
  CHECK(findings[1].code == Code::kEmptyForm);
  CHECK(findings[2].code == Code::kUnused);
  CHECK(findings[3].message == "m");
  CHECK(findings[4].message == "other");
  CHECK(count(findings, Severity::kError) == 3);
  CHECK(count(findings, Severity::kWarning) == 2);
}

TEST_CASE("every code has its own number, in order, and a title") {
  CHECK(to_string(Code::kStrayClose) == "GDL001");
  CHECK(to_string(Code::kUnsafeHead) == "GDL201");
  CHECK(to_string(Severity::kError) == "error");
  CHECK(to_string(Severity::kWarning) == "warning");
  std::set<std::string_view> titles;
  int before = 0;
  for (const CodeEntry& code : all_codes()) {
    CHECK(static_cast<int>(code.code) > before);
    before = static_cast<int>(code.code);
    CHECK(&entry(code.code) == &code);
    CHECK_FALSE(code.title.empty());
    CHECK(titles.insert(code.title).second);
  }
}
