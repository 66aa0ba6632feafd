// SPDX-License-Identifier: MIT
//
// Whatever a file holds, the command ends by itself, with a message and exit code 1 or 2, and within bounded memory.
#include <sys/resource.h>

#include "support/support.h"

using namespace percept::test;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

// Bounds the memory of the commands started while it lives; not with a sanitizer, which takes all there is of
// addresses.
class BoundedMemory {
 public:
  BoundedMemory() {
    getrlimit(RLIMIT_AS, &before_);
    rlimit bounded = before_;
    if (!kSanitized) bounded.rlim_cur = std::min<rlim_t>(before_.rlim_max, 2ul << 30);
    setrlimit(RLIMIT_AS, &bounded);
  }
  ~BoundedMemory() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

const std::string kGame = "(role w)\n(legal w a)\n(goal w 100)\nterminal\n";

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

void check_refused(const std::string& file) {
  for (const std::string command : {"check ", "show ", "format ", "convert --to infix "}) {
    CAPTURE(command);
    BoundedMemory bounded;
    Output output = test::percept(command + file);
    CHECK((output.exit_code == 1 || output.exit_code == 2));
    CHECK_FALSE((output.out + output.err).empty());
  }
}

void check_refused_text(const std::string& text) {
  TemporaryFolder folder;
  check_refused("'" + folder.write("hostile", text).string() + "'");
}

// It may be accepted or refused, but must come to an end.
void check_survived(const std::string& text) {
  TemporaryFolder folder;
  std::string file = "'" + folder.write("hostile", text).string() + "'";
  for (const std::string command : {"check --errors-only ", "show ", "format --check "}) {
    CAPTURE(command);
    BoundedMemory bounded;
    Output output = test::percept(command + file);
    CHECK(output.exit_code <= 2);
  }
}

}  // namespace

TEST_CASE("hostile: a file of 100 MB is refused without being read to its end") {
  TemporaryFolder folder;
  fs::path file = folder.write("large.kif", "(role w)\n");
  fs::resize_file(file, 100u << 20);
  check_refused("'" + file.string() + "'");
  CHECK(test::percept("check '" + file.string() + "'").exit_code == 2);
}

TEST_CASE("hostile: a file without an end is refused") {
  if (!fs::exists("/dev/zero")) return;
  CHECK(test::percept("check /dev/zero").exit_code == 2);
  CHECK(test::percept("format /dev/zero").exit_code == 2);
}

TEST_CASE("hostile: NUL bytes and other binary data are mistakes") {
  check_refused_text(std::string(1000, '\0'));
  check_refused_text("(role w)\n" + std::string(1, '\0') + "(role b)\n");
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>((i * 7919) >> 3);
  check_refused_text(bytes);
  check_refused_text(
      "\x7f"
      "ELF\x02\x01\x01" +
      std::string(9, '\0') + "\x03");
}

TEST_CASE("hostile: a million parentheses") {
  check_refused_text(std::string(1'000'000, '('));
  check_refused_text(std::string(1'000'000, ')'));
  check_refused_text(std::string(1'000'000, '(') + std::string(1'000'000, ')'));
  check_refused_text(repeated("()", 500'000));
  check_refused_text(repeated("(a ", 300'000) + std::string(300'000, ')'));
  check_refused_text(repeated("(<= (a", 200'000));
  check_refused_text(repeated("(not ", 200'000) + "p" + std::string(200'000, ')'));
}

TEST_CASE("hostile: the same in infix") {
  check_refused_text("role(w).\np :- " + std::string(1'000'000, '('));
  check_refused_text("role(w).\np(a) :- " + std::string(1'000'000, '~') + "q(a).\n");
  check_refused_text("role(w).\n" + repeated("f(", 300'000));
  check_refused_text("role(w).\np(a) :- " + repeated("q(a) => ", 200'000) + "q(a).\n");
  check_refused_text("role(w).\np(a) :- '" + std::string(100'000, 'x'));
}

TEST_CASE("hostile: a name without an end") {
  check_refused_text(std::string(5'000'000, 'a'));
  check_refused_text("(role " + std::string(5'000'000, 'a') + ")");
  check_refused_text("(role ?" + std::string(5'000'000, 'a') + ")");
}

TEST_CASE("hostile: a sheet of one endless line, of empty lines, of comments") {
  check_survived(kGame + repeated("(p a) ", 200'000));
  check_survived(kGame + std::string(2'000'000, '\n'));
  check_survived(kGame + repeated("; comment\n", 200'000));
  check_survived(";" + std::string(5'000'000, 'x'));
}

TEST_CASE("hostile: ten thousand relations, roles, constants") {
  std::string relations = kGame, roles = kGame, constants = kGame, functions = kGame;
  for (int i = 0; i < 10'000; ++i) {
    std::string n = std::to_string(i);
    relations += "(relation" + n + " a)\n";
    roles += "(role r" + n + ")\n(legal r" + n + " noop)\n";
    constants += "(p constant" + n + ")\n";
    functions += "(init (f" + n + " a))\n";
  }
  check_survived(relations);
  check_survived(roles);
  check_survived(constants);
  check_survived(functions);
}

TEST_CASE("hostile: rules that all depend on each other's negation") {
  std::string chain = kGame, knot = kGame;
  for (int i = 0; i < 5'000; ++i) {
    std::string n = std::to_string(i), m = std::to_string(i + 1);
    chain += "(<= (p a" + n + ") (not (p a" + m + ")))\n";
    knot += "(<= (p ?x ?y) (q ?x ?y) (not (p ?y ?x)))\n(q " + n + " " + m + ")\n";
  }
  check_survived(chain);
  check_survived(knot);
}

TEST_CASE("hostile: one rule with thousands of literals, branches and variables") {
  std::string variables, literals, branches, equations;
  for (int i = 0; i < 3'000; ++i) {
    std::string n = std::to_string(i), m = std::to_string(i + 1);
    variables += " ?x" + n;
    literals += " (r ?x" + n + ")";
    equations += " (not (distinct ?x" + n + " ?x" + m + "))";
  }
  check_survived(kGame + "(<= p (q" + variables + ")" + literals + ")\n");
  check_survived(kGame + "(<= p (q" + variables + ") (or" + literals + "))\n");
  check_survived(kGame + "(<= (p ?x0) " + equations + " (r ?x3000))\n");
}

TEST_CASE("hostile: a million findings are counted, not all kept") {
  TemporaryFolder folder;
  std::string file = folder.write("hostile", kGame + repeated("(a) ", 300'000)).string();
  BoundedMemory bounded;
  Output output = test::percept("check --json '" + file + "'");
  CHECK(output.exit_code == 0);
  CHECK(output.out.size() < 20'000'000);
}

TEST_CASE("hostile: undefined names, endless names, branches") {
  std::string undefined = kGame + "(<= terminal", branches = kGame + "(<= p";
  std::string alternatives = "(or", endless = kGame;
  for (int i = 0; i < 20'000; ++i) {
    undefined += " u" + std::to_string(i);
    branches += " (q ?x" + std::to_string(i) + ")";
    alternatives += " (r ?x" + std::to_string(i) + ")";
  }
  for (int i = 0; i < 400; ++i)
    endless += repeated("(p " + std::string(900, 'a') + std::to_string(i) + ")\n", i % 2 == 0 ? 1 : 3);
  check_survived(undefined + ")");
  check_survived(branches + alternatives + "))");
  check_survived(endless);
}
