// SPDX-License-Identifier: MIT
#include "prove/proved.h"

using percept::prove::Limits;
using percept::test::Proved;

namespace {

constexpr Limits kLittle{.steps = 1'000'000, .megabytes = 10};

}  // namespace

TEST_CASE("rules that build terms without end are stopped") {
  Proved p("(<= (p zero) (true on)) (q a) (<= (p (f ?x)) (p ?x)) (<= (both ?x) (q ?x) (true on))",
           {"(p ?x)", "(both ?x)"}, kLittle);
  p.set_state("on");
  CHECK(p.all("(p ?x)") == "error: the query (p ?0) needs more than 10 MB");
  SUBCASE("and the prover stays usable") {
    CHECK(p.all("(both ?x)") == "(both a)");
    CHECK(p.holds("(p (f (f zero)))"));
    CHECK_FALSE(p.holds("(p (f (f one)))"));
    CHECK(p.all("(p ?x)").starts_with("error: "));
    p.set_state("off");
    CHECK(p.all("(p ?x)") == "");
  }
}

TEST_CASE("calls that grow without end are stopped") {
  Proved p("(q a) (<= (r ?x) (true on) (q ?y) (r (g ?x ?y))) (<= (s ?x) (q ?x) (not (r ?x)))", {"(r ?x)", "(s ?x)"},
           kLittle);
  p.set_state("on");
  CHECK(p.all("(r a)") == "error: the query (r a) needs more than 10 MB");
  CHECK(p.all("(s a)") == "error: the query (s a) needs more than 10 MB");
  CHECK(p.all("(r ?x)") == "");  // nothing to start from
  CHECK(p.all("(s ?x)") == "(s a)");
}

TEST_CASE("what takes too many steps is stopped") {
  std::string numbers;
  for (int i = 0; i < 200; ++i) numbers += "(n " + std::to_string(i) + ")";
  Proved p(numbers + R"(
    (<= (p ?a) (n ?a) (n ?b) (n ?c) (true (q ?a ?b ?c)))
    (<= (slow ?a) (true on) (n ?a) (n ?b) (n ?c) (n ?d) (distinct ?a ?b) (distinct ?b ?c)
                    (distinct ?c ?d) (not (n ?d)))
  )",
           {"(p ?a)", "(slow ?a)"}, kLittle);
  p.set_state("on (q 1 2 3)");
  CHECK(p.all("(slow ?a)") == "error: the query (slow ?0) takes more than 1000000 steps");
  CHECK(p.all("(p ?a)") == "(p 1)");
}

TEST_CASE("answers without end from one clause are stopped") {
  std::string numbers;
  for (int i = 0; i < 200; ++i) numbers += "(n " + std::to_string(i) + ")";
  Proved p(numbers + "(<= (p ?a ?b ?c) (true on) (n ?a) (n ?b) (n ?c))", {"(p ?a ?b ?c)"},
           {.steps = 1'000'000'000, .megabytes = 10});
  p.set_state("on");
  CHECK(p.all("(p ?a ?b ?c)") == "error: the query (p ?0 ?1 ?2) needs more than 10 MB");
  CHECK(p.count("(p 1 ?b 2)") == 200);
}

TEST_CASE("what is kept for ever is forgotten when it is too much") {
  std::string text = "(<= (big ?x ?y) (n ?x) (n ?y))";
  for (int i = 0; i < 1000; ++i) text += "(n " + std::to_string(i) + ")";
  Proved p(text, {"(big ?x ?y)"}, {.steps = 1'000'000'000, .megabytes = 1});
  for (int i = 0; i < 100; ++i) {
    p.set_state("");
    CHECK(p.count("(big " + std::to_string(i) + " ?y)") == 1000);
  }
}
