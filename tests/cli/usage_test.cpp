// SPDX-License-Identifier: MIT
//
// The command as a whole: help, version, wrong usage, colour, and output that cannot be written.
#include <algorithm>

#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;

namespace {

bool has_color(const std::string& text) { return has(text, "\x1b["); }

const std::string kBad = "(role a)\n(<= (p ?x) (q b))\n";

}  // namespace

TEST_CASE("percept --help names the commands") {
  Output output = test::percept("--help");
  CHECK(output.exit_code == 0);
  for (const std::string command : {"check", "format", "convert", "show", "--version", "--color"})
    CHECK_MESSAGE(has(output.out, command), command);
  CHECK(output.err.empty());
}

TEST_CASE("the help of each command names its flags") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"check", {"FILE", "--json", "--errors-only", "--ignore", "--explain", "Exit code", "-h,--help"}},
      {"format", {"FILE", "--write", "-w", "--check", "Exit code"}},
      {"convert", {"FILE", "--to", "--style", "--output", "-o", "kif", "infix", "prolog", "textbook"}},
      {"show", {"FILE", "--rules", "--json"}}};
  for (const auto& [command, flags] : commands) {
    std::string line = command + " --help";
    CAPTURE(line);
    Output output = test::percept(line);
    CHECK(output.exit_code == 0);
    for (const std::string& flag : flags) CHECK_MESSAGE(has(output.out, flag), flag);
  }
}

TEST_CASE("percept --version says which one this is") {
  Output output = test::percept("--version");
  CHECK(output.exit_code == 0);
  REQUIRE(output.out.starts_with("percept "));
  std::string version = output.out.substr(8);
  CHECK(version.find_first_not_of("0123456789.\n") == std::string::npos);
  CHECK(std::count(version.begin(), version.end(), '.') == 2);
}

TEST_CASE("wrong usage gives exit code 2 and a message, and nothing on the standard output") {
  for (const std::string arguments : {"", "chek", "chek game.kif", "check --jsn -", "--nonsense", "show a b",
                                      "convert a b", "--color", "--color purple check -", "check --ignore"}) {
    CAPTURE(arguments);
    Output output = test::percept(arguments, "(role a)");
    CHECK(output.exit_code == 2);
    CHECK(output.out.empty());
    CHECK_FALSE(output.err.empty());
  }
}

TEST_CASE("colour is for terminals, unless asked for") {
  CHECK_FALSE(has_color(test::percept("check -", kBad).out));
  CHECK_FALSE(has_color(test::percept("show -", kBad).out));
  CHECK_FALSE(has_color(test::percept("check --color never -", kBad).out));
  CHECK(has_color(test::percept("check --color always -", kBad).out));
  CHECK(has_color(test::percept("--color always check -", kBad).out));
  CHECK(has_color(test::percept("show --color always -", kBad).out));
  CHECK(has_color(test::percept("check --color always /no/such/file").err));
}

TEST_CASE("colour changes nothing but colour") {
  std::string plain = test::percept("check -", kBad).out, stripped;
  std::string colored = test::percept("check --color always -", kBad).out;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b')
      i = colored.find('m', i);
    else
      stripped += colored[i];
  }
  CHECK(stripped.starts_with(plain));  // a terminal also gets a line about --explain
}

TEST_CASE("output that cannot be written is an error, not a success and not a crash") {
  if (!std::filesystem::exists("/dev/full")) {
    MESSAGE("skipped: no /dev/full");
    return;
  }
  // The exit code is that of the command; the shell goes on with an empty list.
  std::string tail = " >/dev/full 2>/dev/null; (exit $?)";
  std::string game = "'" + (project_root() / "games/backgammon.kif").string() + "'";
  for (const std::string& arguments : {"format " + game, "convert --to infix " + game, "show --rules " + game,
                                       "check " + game, std::string("check --explain all"), std::string("--help")}) {
    CAPTURE(arguments);
    CHECK(test::percept(arguments + tail).exit_code == 2);
  }
}

TEST_CASE("a reader that goes away ends the command quietly") {
  std::string games = "'" + (project_root() / "games").string() + "'/*.kif";
  Output output = test::percept("format " + games + " | head -n 1 >/dev/null; true");
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
}

TEST_CASE("a wrong word is named, with what there is instead") {
  Output command = test::percept("frobnicate");
  CHECK(command.exit_code == 2);
  CHECK(has(command.err, "frobnicate"));
  Output notation = test::percept("convert --to foo -");
  CHECK(notation.exit_code == 2);
  CHECK(has(notation.err, "infix, kif"));
}
