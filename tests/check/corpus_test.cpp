// SPDX-License-Identifier: MIT
//
// Rule sheets by others: what competed is accepted, and each refusal is one that its author would have to agree with.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "check/checked.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
namespace fs = std::filesystem;

namespace {

// Files with errors, and why each has no meaning.
const std::map<std::string, std::set<std::string>> kRefused = {
    // A variable as the name of a function, (buy ?card (?n1 ?c1 ?n2 ?c2)).
    {"gdl2/7wonders.kif", {"GDL004"}},
    // (lead ?Player) is a term of the move, not the relation the author takes it for: nothing says who leads.
    {"gdl2/oneCardGame.kif", {"GDL201"}},
    // Written to be refused, as expectations.json says.
    {"ggp_base/test_case_3b.kif", {"GDL201"}},
    {"ggp_base/test_case_3e.kif", {"GDL201"}},
    {"ggp_base/test_case_3f.kif", {"GDL201"}},
    {"ggp_base/test_clean_not_distinct.kif", {"GDL112"}},
    // Operations with effects (`::`, `==>`) and moves without a player: a language of its own.
    {"infix/connect-four.hrf", {"GDL014", "GDL103"}},
    {"infix/skirmish.hrf", {"GDL014", "GDL103"}},
    // A sampler of syntax: path(X Y) without a comma, x(1..4), x -> move(X) ==> t(x).
    {"infix/expr.hrf", {"GDL011"}},
};

Checked checked(const fs::path& file) { return Checked(read(file)); }
std::string name_of(const fs::path& file) { return fs::relative(file, corpus() / "games").generic_string(); }

std::set<std::string> error_codes(const Checked& sheet) {
  std::set<std::string> out;
  for (const gdl::Finding& finding : sheet.findings())
    if (finding.severity() == gdl::Severity::kError) out.insert(to_string(finding.code));
  return out;
}

std::string joined(const std::set<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + " ";
  return out;
}

// Does a rule for goal negate a goal?
bool negates_goal(const Checked& sheet) {
  check::Rules rules(sheet.description());
  for (const check::Rule* rule : rules.defining(gdl::keyword::kGoal))
    for (const check::Literal& literal : rule->literals)
      if (!literal.positive() && literal.atom->is(gdl::keyword::kGoal, 2)) return true;
  return false;
}

}  // namespace

TEST_CASE("every rule sheet of the corpus is read, and has something in it") {
  REQUIRE_CORPUS();
  std::size_t files = 0;
  for (const fs::path& file : corpus_games()) {
    CAPTURE(file.string());
    auto description = gdl::read_file(file.string());
    REQUIRE(description);
    CHECK((*description)->statements().size() >= 5);
    ++files;
  }
  CHECK(files > 400);
}

TEST_CASE("the rule sheets of the corpus that are refused are the ones without a meaning") {
  REQUIRE_CORPUS();
  std::set<std::string> seen;
  for (const fs::path& file : corpus_games()) {
    std::string name = name_of(file);
    CAPTURE(name);
    auto refused = kRefused.find(name);
    std::set<std::string> expected = refused == kRefused.end() ? std::set<std::string>() : refused->second;
    CHECK(joined(error_codes(checked(file))) == joined(expected));
    if (refused != kRefused.end()) seen.insert(name);
  }
  CHECK(seen.size() == kRefused.size());
}

TEST_CASE("what ggp-base rejects is refused, for the same reason and at its place") {
  REQUIRE_CORPUS();
  auto validation = nlohmann::json::parse(read(corpus() / "games/ggp_base/expectations.json"))["validation"];
  // Where the reason that expectations.json gives is found.
  const std::map<std::string, std::vector<std::string>> reasons = {
      {"ggp_base/test_case_3b.kif", {"GDL201 13:19", "GDL201 14:19"}},
      {"ggp_base/test_case_3e.kif", {"GDL201 8:12", "GDL203 9:11"}},
      {"ggp_base/test_case_3f.kif", {"GDL201 11:12", "GDL203 13:11"}},
      {"ggp_base/test_clean_not_distinct.kif", {"GDL112 12:5", "GDL112 31:5"}},
  };
  REQUIRE(validation["must_be_rejected"].size() == reasons.size());
  for (const auto& item : validation["must_be_rejected"].items()) {
    const std::string& file = item.key();
    CAPTURE(file);
    CAPTURE(item.value().get<std::string>());
    Checked sheet = checked(corpus() / "games" / file);
    CHECK(sheet.errors() > 0);
    REQUIRE(reasons.contains(file));
    for (const std::string& reason : reasons.at(file)) CHECK(mentions(sheet.codes(), reason));
  }
}

TEST_CASE("what ggp-base warns about has that warning and no error") {
  REQUIRE_CORPUS();
  auto validation = nlohmann::json::parse(read(corpus() / "games/ggp_base/expectations.json"))["validation"];
  const std::map<std::string, gdl::Code> reasons = {
      {"ggp_base/test_case_1a.kif", gdl::Code::kEmptyBody},
      {"ggp_base/test_case_3a.kif", gdl::Code::kParenthesisedAtom},
      {"ggp_base/test_invalid_function_arities_differ.kif", gdl::Code::kFunctionArities},
      {"ggp_base/test_invalid_sentence_arities_differ.kif", gdl::Code::kRelationArities},
  };
  REQUIRE(validation["valid_but_must_warn"].size() == reasons.size());
  for (const auto& item : validation["valid_but_must_warn"].items()) {
    const std::string& file = item.key();
    CAPTURE(file);
    Checked sheet = checked(corpus() / "games" / file);
    CHECK(sheet.errors() == 0);
    REQUIRE(reasons.contains(file));
    CHECK(sheet.has(reasons.at(file)));
  }
}

TEST_CASE("what ggp-base accepts has no error") {
  REQUIRE_CORPUS();
  auto validation = nlohmann::json::parse(read(corpus() / "games/ggp_base/expectations.json"))["validation"];
  std::size_t files = 0;
  for (const char* list : {"valid_no_assertion_on_warnings", "not_covered_by_validation_tests"})
    for (const auto& file : validation[list]) {
      CAPTURE(file.get<std::string>());
      CHECK(joined(error_codes(checked(corpus() / "games" / file.get<std::string>()))) == "");
      ++files;
    }
  CHECK(files == 16);
}

TEST_CASE("goals through the negation of a goal are accepted with a warning where they competed") {
  REQUIRE_CORPUS();
  std::size_t files = 0;
  for (const fs::path& file : files_below(corpus() / "games/gdl1", {".kif"})) {
    CAPTURE(file.string());
    Checked sheet = checked(file);
    bool negates = negates_goal(sheet);
    CHECK(sheet.has(gdl::Code::kLocallyStratified) == negates);
    if (negates) CHECK(sheet.errors() == 0);
    files += negates;
  }
  CHECK(files == 14);
}
