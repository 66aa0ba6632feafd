// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <regex>

#include "cli/texts.h"

namespace percept::test {
namespace {

bool has_clingo() { return std::system("clingo --version > /dev/null 2>&1") == 0; }

// What the clingo command finds in a text: the number of models.
int models(const std::string& text, const std::string& arguments = "") {
  TemporaryFolder folder;
  std::string program = folder.write("program.lp", text).string();
  std::string answer = (folder.path() / "answer").string();
  int code = std::system(("clingo 0 -q --eq=0 " + arguments + " '" + program + "' > '" + answer + "' 2>&1").c_str());
  (void)code;  // clingo says with it what it found
  std::string out = read(answer);
  CAPTURE(out);
  CHECK(out.find("error") == std::string::npos);
  CHECK(out.find("info") == std::string::npos);
  std::smatch found;
  REQUIRE(std::regex_search(out, found, std::regex("Models +: (\\d+)")));
  return std::stoi(found[1]);
}

const char* const kForms[] = {"", "--reactive", "--reactive --facts", "--goals", "--reactive --goals"};

}  // namespace

TEST_CASE("asp prints a program with comments") {
  Output output = percept("asp " + own("monty_hall") + " --role candidate --seed 1 --round 2");
  CHECK(output.exit_code == 0);
  CHECK(output.err == "");
  for (const char* part :
       {"% (init (closed 1))\nholds(_closed(1),0).", "#const rounds=2.", "me(_candidate).",
        "exec(_noop,1). moved(1). told(1).", "legal(_candidate,_noop,T) :- holds(_step(2),T), time(T).",
        "% ---- Definition 3", "% ---- Definition 4"})
    CHECK(output.out.find(part) != std::string::npos);
  CHECK(output.out.find("goal") == output.out.find("goal/3"));  // nowhere else
  Output reactive = percept("asp --reactive " + own("monty_hall"));
  for (const char* part : {"#include <incmode>.", "#program step(t).", "#program check(t).",
                           "#external observed(P,t-1)", "% ---- Definition 5", "% ---- Definition 6"})
    CHECK(reactive.out.find(part) != std::string::npos);
}

TEST_CASE("clingo finds the histories of a printed program") {
  if (!has_clingo()) {
    MESSAGE("skipped: no clingo command");
    return;
  }
  for (std::string form : kForms) {
    CAPTURE(form);
    auto print = [&](const std::string& arguments) { return percept("asp " + form + " " + arguments).out; };
    std::string monty = own("monty_hall");
    CHECK(models(print(monty)) == 9);
    CHECK(models(print(monty), "-c rounds=2") == 12);
    CHECK(models(print(monty), "-c rounds=3") == 24);
    CHECK(models(print(monty), "-c rounds=4") == 0);
    CHECK(models(print(monty + " --role candidate --seed 1 --round 1")) == 3);
    CHECK(models(print(monty + " --role candidate --seed 1 --round 2")) == 2);
    CHECK(models(print(monty + " --role monty --seed 1")) == 1);
    CHECK(models(print(own("noughts_and_crosses")), "-c rounds=3") == 9 * 8 * 7);
  }
}

TEST_CASE("asp reads records") {
  std::string record = R"json([{"move": "(choose 1)", "percepts": []}, {"move": "noop", "percepts": ["3"]}])json";
  Output output = percept("asp " + own("monty_hall") + " --role candidate --match -", record);
  CHECK(output.exit_code == 0);
  CHECK(output.out.find("exec(_choose(1),0). moved(0). told(0).\nexec(_noop,1). moved(1). told(1). observed(3,1).") !=
        std::string::npos);
  record = R"json([{"move": null, "percepts": null}, {"move": "noop"}])json";
  output = percept("asp " + own("monty_hall") + " --role candidate --match -", record);
  CHECK(output.out.find("me(_candidate).\n\nexec(_noop,1). moved(1).\n") != std::string::npos);
}

TEST_CASE("asp says what is wrong") {
  CHECK(percept("asp no_such_file.kif").exit_code == 2);
  Output output = percept("asp " + own("monty_hall") + " --role nobody");
  CHECK(output.exit_code == 2);
  CHECK(output.err.find("monty candidate") != std::string::npos);
  CHECK(percept("asp " + own("monty_hall") + " --round 2").exit_code == 2);
  CHECK(percept("asp " + own("monty_hall") + " --role monty --seed 1 --round 9").exit_code == 1);
  CHECK(percept("asp - --role monty --match -").exit_code == 2);
  CHECK(percept("asp -", "(role a) (<= (legal a x) (true ?y))").exit_code == 1);
}

}  // namespace percept::test
