// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

namespace {

std::string goal(const std::string& value) { return "(role white)\n(<= (goal white " + value + ") (true a))"; }

}  // namespace

TEST_CASE("goal values from 0 to 100 are fine, leading zeros included") {
  for (const std::string value : {"0", "00", "1", "050", "99", "100"})
    CHECK_MESSAGE(codes(goal(value), "goals").empty(), value);
}

TEST_CASE("a goal value outside 0 to 100 is kept with a warning") {
  for (const std::string value : {"101", "1000", "-1", "99999999999999999999", "-99999999999999999999"}) {
    CAPTURE(value);
    Checked outside(goal(value), "goals");
    CHECK(outside.codes() == "GDL407 2:17");
    CHECK(outside.only().severity() == Severity::kWarning);
    CHECK(mentions(outside.only().message, value));
  }
}

TEST_CASE("a goal value that is not a number is an error") {
  for (const std::string value :
       {"abc", "1.5", "10x", "x10", "+", "--", "-", "0x10", "1e2", "(plus 50 50)", "(50 50)"}) {
    CAPTURE(value);
    Checked wrong(goal(value), "goals");
    CHECK(wrong.codes() == "GDL408 2:17");
    CHECK(wrong.only().severity() == Severity::kError);
  }
}

TEST_CASE("a computed goal value is not judged here") {
  CHECK(codes("(role white)\n(<= (goal white ?v) (true (score ?v)))", "goals").empty());
}

TEST_CASE("facts give goal values, too") {
  CHECK(codes("(role white)\n(goal white 101)", "goals") == "GDL407 2:13");
  CHECK(codes("(role white)\n(goal white many)", "goals") == "GDL408 2:13");
}

TEST_CASE("the goals of a body are not goal values given") {
  CHECK(codes("(role white)\n(goal white 100)\n(<= p (goal white 101))", "goals").empty());
}

TEST_CASE("a role without a goal value is reported where it is stated") {
  Checked none("(role white)\n(role black)\n(<= (goal white 100) (true a))", "goals");
  CHECK(none.codes() == "GDL406 2:7");
  CHECK(none.only().severity() == Severity::kWarning);
  CHECK(mentions(none.only().message, "black"));
}

TEST_CASE("a rule for any role is one for each") {
  CHECK(codes("(role white)\n(role black)\n(<= (goal ?r 100) (wins ?r))", "goals").empty());
}

TEST_CASE("random needs no goal") {
  std::string sees = "(<= (sees white x) (true a))\n";
  CHECK(codes(sees + "(role random)\n(role white)\n(<= (goal white 100) (true a))", "goals").empty());
  CHECK(codes(sees + "(role random)\n(role white)", "goals") == "GDL406 3:7");
}
