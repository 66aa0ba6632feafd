// SPDX-License-Identifier: MIT
//
// A hostile file cannot steer the terminal of whoever looks at it: no control character of it is printed, neither of
// ASCII nor those between U+0080 and U+009F.
#include "support/support.h"

using namespace percept::test;
namespace test = percept::test;

namespace {

// The first control character but line breaks; -1 when there is none.
int control_in(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return byte;
    bool c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (c1) return 0x80;
  }
  return -1;
}

// Steers terminals: colour, title, cursor, bell, delete, and the eight-bit forms of them.
const std::vector<std::string> kSteering = {"\x1b[31m",
                                            "\x1b]0;title\x07",
                                            "\b\b\b",
                                            "\x7f",
                                            "\r",
                                            "\x9b"
                                            "31m",
                                            "\xc2\x9b"
                                            "31m"};

void check_clean(const std::string& arguments, const std::string& input = {}) {
  Output output = test::percept(arguments, input);
  CAPTURE(arguments);
  CHECK(output.exit_code < 128);
  CHECK(control_in(output.out) == -1);
  CHECK(control_in(output.err) == -1);
}

}  // namespace

TEST_CASE("control characters in names do not reach the terminal") {
  for (const std::string& steering : kSteering) {
    std::string sheet = "(role w" + steering + ")\n(<= (p" + steering + " ?x" + steering + ") (q a))\n" + "(init (f" +
                        steering + "))\n";
    CAPTURE(static_cast<int>(steering[0]));
    for (const std::string arguments : {"check -", "check --json -", "show -", "show --json -"})
      check_clean(arguments, sheet);
  }
}

TEST_CASE("control characters in comments do not reach the terminal") {
  for (const std::string& steering : kSteering) {
    std::string sheet =
        "; title " + steering + "\n(role w) ; beside " + steering + "\n(<= (p ?x) (q a)) ; " + steering + "\n";
    CAPTURE(static_cast<int>(steering[0]));
    for (const std::string arguments : {"check -", "check --json -", "show -", "show --json -", "show --rules -"})
      check_clean(arguments, sheet);
  }
}

TEST_CASE("control characters in a sheet with mistakes do not reach the terminal") {
  for (const std::string& steering : kSteering) {
    std::string sheet = "(role w)\n(<= p (q" + steering + " a)\n)) " + steering + "\n";
    CAPTURE(static_cast<int>(steering[0]));
    for (const std::string arguments : {"check -", "show -", "format -", "convert --to infix -"}) {
      CHECK(test::percept(arguments, sheet).exit_code == 1);
      check_clean(arguments, sheet);
    }
  }
}

TEST_CASE("control characters in the name of a file do not reach the terminal") {
  TemporaryFolder folder;
  std::string there = "'" + folder.write("x\x1b[31m.kif", "( role w )\n(<= (p ?x) (q a))\n").string() + "'";
  std::string missing = "'" + folder.path().string() + "/y\x1b[31m.kif'";
  for (const std::string& file : {there, missing})
    for (const std::string command :
         {"check ", "check --json ", "show ", "show --json ", "format --check ", "format --write "})
      check_clean(command + file);
  check_clean("convert --to kif -o '" + folder.path().string() + "/no\x1b[31m/out.kif' -", "(role w)");
}

TEST_CASE("control characters in arguments do not reach the terminal") {
  check_clean("check --explain 'GDL\x1b[31m'");
  check_clean("'ch\x1b[31meck' -");
  check_clean("convert --to 'k\x1b[31mif' -");
}

TEST_CASE("text in other scripts is printed as it is") {
  Output output = test::percept("check -", "(role größe)\n(<= (名前 ?x) (q größe))\n");
  CHECK(output.out.find("名前") != std::string::npos);
  CHECK(output.out.find("größe") != std::string::npos);
}
