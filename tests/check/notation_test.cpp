// SPDX-License-Identifier: MIT
//
// What is wrong with a game does not depend on the notation it is written in, nor on its layout.
#include <map>

#include "check/checked.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using gdl::Code;

namespace {

// How often each code was found, but for those that are about the notation itself.
std::map<Code, std::size_t> counts(const Checked& sheet) {
  std::map<Code, std::size_t> out;
  for (const gdl::Finding& finding : sheet.findings())
    if (finding.code != Code::kParenthesisedAtom && finding.code != Code::kTwoSpellings) ++out[finding.code];
  return out;
}

std::string shown(const std::map<Code, std::size_t>& found) {
  std::string out;
  for (auto [code, times] : found) out += fmt::format("{} x{} ", to_string(code), times);
  return out;
}

void check_all_notations(const std::string& text) {
  Checked original(text);
  if (!original.description().readable()) return;
  std::string expected = shown(counts(original));
  CHECK(shown(counts(Checked(to_kif(original.description())))) == expected);
  CHECK(shown(counts(Checked(to_infix(original.description(), gdl::Habit::kProlog)))) == expected);
  CHECK(shown(counts(Checked(to_infix(original.description(), gdl::Habit::kTextbook)))) == expected);
}

}  // namespace

TEST_CASE("what is found is the same in KIF and infix") {
  check_all_notations(R"(
(role white)
(<= (legal ?r (mark ?x)) (true (cell ?x b)) (not (line ?y)))
(<= (next (cell ?x ?r)) (does ?r (mark ?z)) (distinct ?x ?z))
(<= (goal white 101) (not (goal white 0)))
(<= (goal white 0) (or (line x) (not (distinct ?q 3))) (=> a b))
(<= terminal terminal)
)");
}

TEST_CASE("what is found in the corpus is the same in every notation") {
  REQUIRE_CORPUS();
  for (const auto& file : corpus_games()) {
    CAPTURE(file.string());
    check_all_notations(read(file));
  }
}
