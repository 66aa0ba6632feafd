// SPDX-License-Identifier: MIT
#include "asp/translation.h"

#include <doctest/doctest.h>

#include "asp/print.h"
#include "gdl/reader.h"
#include "program/read_terms.h"

using namespace percept;

namespace {

constexpr const char* kRules = R"(
(role white) (role black)
(succ 1 2) (succ 2 3)
(<= (before ?x ?y) (succ ?x ?y))
(init (step 1))
(<= (init (cell ?x)) (succ ?x ?y))
(legal black wait)
(<= (legal white (mark ?x)) (free ?x))
(<= (free ?x) (true (cell ?x)))
(<= (marks ?r ?x) (does ?r (mark ?x)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (cell ?x)) (true (cell ?x)) (not (marks white ?x)))
(<= (sees ?r (now ?n)) (role ?r) (next (step ?n)))
(<= (sees ?r marked) (seen ?r ?x))
(<= (seen ?r ?x) (role ?r) (marks white ?x))
(<= (worth ?r 50) (role ?r) (true (step 3)))
(<= (goal ?r ?v) (worth ?r ?v))
(<= terminal (true (step 3)))
)";

struct Translated {
  explicit Translated(std::string rules = kRules)
      : description(gdl::read_text("test", std::move(rules))), program(*program::normalise(*description)) {}

  program::TermId term(const char* text) { return *program::read_term(program.terms(), text); }

  std::unique_ptr<gdl::Description> description;
  program::Program program;
  asp::Names names{program.terms()};
};

void check_lines(const std::string& text, std::initializer_list<const char*> lines) {
  for (const char* line : lines) {
    CAPTURE(text);
    CAPTURE(std::string(line));
    CHECK(("\n" + text).find("\n" + std::string(line) + "\n") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("Definition 3: times of the single program") {
  Translated t;
  asp::TranslationOptions options;
  options.role = t.term("white");
  std::string text = asp::single_program(t.program, t.names, options);
  check_lines(text, {"role(_white).", "_succ(1,2).", "holds(_step(1),0).", "holds(_cell(V0),0) :- _succ(V0,V1).",
                     "legal(_black,_wait,T) :- time(T).", "derived_free(V0,T) :- holds(_cell(V0),T), time(T).",
                     "holds(_step(V0),T+1) :- holds(_step(V1),T), _succ(V1,V0), time(T).",
                     "sees(_white,_now(V0),T) :- role(_white), holds(_step(V0),T+1), time(T).",
                     "terminal(T) :- holds(_step(3),T), time(T)."});
  CHECK(text.find("before") == std::string::npos);  // nobody needs it
  CHECK(text.find("goal") == std::string::npos);
  CHECK(text.find("worth") == std::string::npos);
}

TEST_CASE("what is asked for one role only is there for one role only") {
  Translated t;
  asp::TranslationOptions options;
  options.role = t.term("white");
  check_lines(asp::single_program(t.program, t.names, options),
              {"derived_seen(_white,V0,T) :- role(_white), derived_marks(_white,V0,T), time(T).",
               "derived_marks(_white,V0,T) :- does(_white,_mark(V0),T), time(T)."});
  options.role.reset();
  check_lines(asp::single_program(t.program, t.names, options),
              {"sees(V0,_marked,T) :- derived_seen(V0,V1,T), time(T)."});
}

TEST_CASE("Definition 5: times of the reactive program") {
  Translated t;
  std::vector<asp::TextPart> parts = asp::reactive_program(t.program, t.names, {});
  REQUIRE(parts.size() >= 3);
  CHECK(parts[0].name == "base");
  CHECK(parts[1].name == "step");
  CHECK(parts[2].name == "check");
  check_lines(parts[0].text, {"_succ(1,2).", "holds(_cell(V0),0) :- _succ(V0,V1)."});
  check_lines(parts[1].text, {"legal(_black,_wait,t-1).", "holds(_step(V0),t) :- holds(_step(V1),t-1), _succ(V1,V0).",
                              "sees(V0,_now(V1),t-1) :- role(V0), holds(_step(V1),t).", ":- terminal(t-1), round(t)."});
  check_lines(parts[2].text, {"#external observed(P,t-1) : me(N), sees(N,P,t-1)."});
}

TEST_CASE("goals are kept when they are asked for, of the last position, too") {
  Translated t;
  asp::TranslationOptions options;
  options.goals = true;
  check_lines(asp::single_program(t.program, t.names, options),
              {"goal(V0,V1,T) :- derived_worth(V0,V1,T), position(T).", "position(0..rounds)."});
  std::vector<asp::TextPart> parts = asp::reactive_program(t.program, t.names, options);
  check_lines(parts[0].text, {"goal(V0,V1,0) :- derived_worth(V0,V1,0)."});
  check_lines(parts[1].text, {"goal(V0,V1,t) :- derived_worth(V0,V1,t)."});
}

TEST_CASE("a game without sees shows the joint move") {
  Translated t("(role a) (init x) (legal a m) (<= (next x) (true x)) (<= terminal (not (true x))) (goal a 0)");
  check_lines(asp::single_program(t.program, t.names, {}), {"sees(N,_does(R,A),T) :- me(N), does(R,A,T)."});
}

TEST_CASE("a history as facts") {
  Translated t;
  asp::History history{t.term("white"), {{t.term("(mark 1)"), {{t.term("(now 2)"), t.term("marked")}}}, {}, {}}};
  history.rounds[2].percepts.emplace();
  CHECK(asp::history_facts(history, t.names) ==
        "me(_white).\nexec(_mark(1),0). moved(0). told(0). observed(_now(2),0). observed(_marked,0).\n\n told(2).\n");
}
