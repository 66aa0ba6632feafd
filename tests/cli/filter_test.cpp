// SPDX-License-Identifier: MIT
//
// `percept filter`: the paper's examples as a person types them, for tools, and what can be wrong.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

const std::string kExample = "a :- b(X).\nobs :- not a.\np :- not a.\nq :- a.\n";
const std::string kExampleKif = "(<= a (b ?x))\n(<= obs (not a))\n(<= p (not a))\n(<= q a)\n";

}  // namespace

TEST_CASE("filter: Examples 2 and 4 in infix, obs is seen") {
  Output output = test::percept("filter - --unknown 'b(1) b(2)' --observed obs --query p q", kExample);
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(output.out ==
        "observed obs\n"
        "  {not b(1), not b(2)}\n"
        "\n"
        "known  nothing\n"
        "open   nothing\n"
        "\n"
        "query p\n"
        "  before\n"
        "    p  possible with\n"
        "      {not b(1), not b(2)}\n"
        "  after\n"
        "    p  known\n"
        "\n"
        "query q\n"
        "  before\n"
        "    q  possible with\n"
        "      {b(1)}\n"
        "      {b(2)}\n"
        "  after\n"
        "    no\n");
}

TEST_CASE("filter: Example 4 in KIF, obs is not seen") {
  Output output = test::percept("filter - --unknown '(b 1)' --unknown '(b 2)' --not-observed obs", kExampleKif);
  CHECK(output.exit_code == 0);
  CHECK(output.out ==
        "not observed obs\n"
        "  {(b 1)}\n"
        "  {(b 2)}\n"
        "\n"
        "known  nothing\n"
        "open   (b 1)  (b 2)\n");
}

TEST_CASE("filter: atoms in either notation, in one argument or several, with blanks or commas") {
  std::string expected = test::percept("filter - --unknown 'b(1) b(2)' --observed obs", kExample).out;
  for (const std::string written : {"'b(1), b(2)'", "'b(1),b(2)'", "'(b 1) (b 2)'", "'(b 1)' 'b(2)'", "'(b 1),(b 2)'",
                                    "'b(2) b(1) b(2)'", "'b( 1 ) (b  2)'"}) {
    CAPTURE(written);
    CHECK(test::percept("filter - --observed obs --unknown " + written, kExample).out == expected);
  }
}

TEST_CASE("filter: without observations the queries alone, with variables") {
  Output output = test::percept("filter - --known 'b(1)' --unknown 'b(2)' --query 'b(X)' obs", kExample);
  CHECK(output.exit_code == 0);
  CHECK(output.out ==
        "known  b(1)\n"
        "open   b(2)\n"
        "\n"
        "query b(X)\n"
        "    b(1)  known\n"
        "    b(2)  possible with\n"
        "      {b(2)}\n"
        "\n"
        "query obs\n"
        "    no\n");
}

TEST_CASE("filter: Example 3, a game") {
  std::string arguments =
      " --known '(true (closed 1)) (true (closed 2)) (true (closed 3)) (true (chosen 1)) (true (step 2))' "
      "'(does candidate noop)' --unknown '(true (car 1)) (true (car 2)) (true (car 3))' "
      "'does(monty, open_door(2)), does(monty, open_door(3))' "
      "--observed '(sees candidate 3)' --not-observed '(sees candidate 2)' --query '(next (closed ?d))' --json";
  std::string rules =
      "(role monty) (role candidate) (init (step 1))\n"
      "(<= (sees candidate ?d) (does monty (open_door ?d)))\n"
      "(<= (sees candidate ?d) (true (step 3)) (true (car ?d)))\n"
      "(<= (next (closed ?d)) (true (closed ?d)) (not (does monty (open_door ?d))))\n"
      "(<= (legal candidate noop) (true (step 2)))\n"
      "(<= (next (chosen ?d)) (true (chosen ?d)) (not (does candidate switch)))\n";
  Output output = test::percept("filter -" + arguments, rules);
  CHECK(output.exit_code == 0);
  json found = json::parse(output.out);
  CHECK(found["observations"] ==
        json::parse(R"json([{"atom": "(sees candidate 3)", "made": true, "supports": [["(does monty (open_door 3))"]]
},
                        {"atom": "(sees candidate 2)", "made": false,
                         "supports": [["(not (does monty (open_door 2)))"]]}])json"));
  CHECK(found["filtered"]["open"] == json({"(true (car 1))", "(true (car 2))", "(true (car 3))"}));
  CHECK(found["filtered"]["known"].size() == 7);
  CHECK(found["queries"][0]["query"] == "(next (closed ?d))");
  CHECK(found["queries"][0]["before"].size() == 3);
  CHECK(found["queries"][0]["after"] ==
        json::parse(R"json([{"atom": "(next (closed 1))", "known": true, "supports": [[]]
  },
                        {"atom": "(next (closed 2))", "known": true, "supports": [[]]}])json"));
}

TEST_CASE("filter: a whole game of ours") {
  Output output = test::percept("filter " + own("monty_hall") + " --query '(init ?f)' '(role ?r)'");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "(role candidate)  known\n"));
}

TEST_CASE("filter --json: the same for tools, in KIF") {
  Output output = test::percept("filter - --unknown 'b(1) b(2)' --not-observed obs --query q --json", kExample);
  CHECK(output.exit_code == 0);
  json found = json::parse(output.out);
  CHECK(found["file"] == "-");
  CHECK(found["known"] == json::array());
  CHECK(found["open"] == json({"(b 1)", "(b 2)"}));
  CHECK(found["observations"][0]["made"] == false);
  CHECK(found["observations"][0]["supports"] == json::parse(R"json([["(b 1)"], ["(b 2)"]])json"));
  CHECK(found["filtered"]["open"] == json({"(b 1)", "(b 2)"}));
  CHECK(found["queries"][0]["after"][0]["known"] == false);
  CHECK(found["queries"][0]["after"][0]["supports"].size() == 2);
}

TEST_CASE("filter: what can be wrong with atoms") {
  struct Case {
    std::string arguments;
    std::string message;
  };
  for (const Case& wrong : {Case{"--known 'b(X)'", "b(X) has a variable"},
                            {"--unknown '(b ?x)'", "(b ?x) has a variable"},
                            {"--observed 'b(X)'", "b(X) has a variable"},
                            {"--known 'b(1)' --unknown '(b 1)'", "(b 1) is both known and unknown"},
                            {"--unknown 'b(1)' --observed obs --not-observed obs", "obs is both observed and not"},
                            {"--known 'b(1'", "--known: b(1 cannot be read"},
                            {"--query '(b 1'", "--query: (b 1 cannot be read"},
                            {"--known '(not (b 1))'", "--known: (not (b 1)) is not an atom"},
                            {"--query X", "--query: X "}}) {
    CAPTURE(wrong.arguments);
    Output output = test::percept("filter - " + wrong.arguments, kExample);
    CHECK(output.exit_code == 2);
    CHECK(output.out.empty());
    CHECK(has(output.err, "percept: " + wrong.message));
  }
}

TEST_CASE("filter: impossible observations and too many supports are errors of their own") {
  Output impossible = test::percept("filter - --known 'b(1)' --observed obs", kExample);
  CHECK(impossible.exit_code == 1);
  CHECK(impossible.out.empty());
  CHECK(has(impossible.err, "the observation obs is impossible"));
  Output certain = test::percept("filter - --not-observed obs", kExample);
  CHECK(certain.exit_code == 1);
  CHECK(has(certain.err, "obs must be observed"));
  Output many = test::percept("filter - --unknown 'b(1) b(2) b(3)' --query c --max-supports 2",
                              "c :- b(X), b(Y), distinct(X, Y).\n");
  CHECK(many.exit_code == 1);
  CHECK(has(many.err, "the query c has more than 2 supports"));
}

TEST_CASE("filter: a relation that no rule uses is mentioned") {
  Output output = test::percept("filter - --unknown 'c(1)'", kExample);
  CHECK(output.exit_code == 0);
  CHECK(has(output.err, "no rule of - uses c with 1 argument"));
}

TEST_CASE("filter: programs without a meaning") {
  Output cycle = test::percept("filter -", "p :- not q.\nq :- not p.\n");
  CHECK(cycle.exit_code == 1);
  CHECK(has(cycle.err, "GDL301"));
  Output unsafe = test::percept("filter -", "p(X) :- not q(X).\n");
  CHECK(unsafe.exit_code == 1);
  CHECK(has(unsafe.err, "error"));
  Output unread = test::percept("filter -", "(<= p (q)");
  CHECK(unread.exit_code == 1);
  Output absent = test::percept("filter /nowhere.kif");
  CHECK(absent.exit_code == 2);
}

TEST_CASE("filter --help shows an example that is true") {
  std::string help = test::percept("filter --help").out;
  CHECK(has(help, "percept filter example.gdl --unknown 'b(1) b(2)' --observed obs --query p"));
  Output output = test::percept("filter - --unknown 'b(1) b(2)' --observed obs --query p",
                                "a :- b(X).  obs :- not a.  p :- not a.\n");
  std::string line;
  for (char c : output.out + "\n") {
    if (c != '\n') {
      line += c;
      continue;
    }
    if (!line.empty()) CHECK(has(help, "\n  " + line));
    line.clear();
  }
}
