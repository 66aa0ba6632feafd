// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

const std::string kUgly = "; A game\n( role   white )(role black)\n(<= (legal ?r noop)(role ?r)  ; always\n)\n";

std::string formatted(const std::string& text) { return test::percept("format -", text).out; }

}  // namespace

TEST_CASE("format: the formatted sheet goes to the standard output, the file stays as it is") {
  TemporaryFolder folder;
  fs::path file = folder.write("ugly.kif", kUgly);
  Output output = test::percept("format " + quoted(file));
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(output.out == formatted(kUgly));
  CHECK(output.out != kUgly);
  CHECK(has(output.out, "(role white)"));
  CHECK(has(output.out, "; always"));
  CHECK(read(file) == kUgly);
}

TEST_CASE("format: what is formatted stays as it is") {
  CHECK(formatted(formatted(kUgly)) == formatted(kUgly));
  CHECK(formatted("") == "");
  CHECK(formatted("; only a comment\n") == "; only a comment\n");
}

TEST_CASE("format --write: changes the file in place, says so, and leaves nothing else behind") {
  TemporaryFolder folder;
  fs::path file = folder.write("ugly.kif", kUgly);
  Output output = test::percept("format --write " + quoted(file));
  CHECK(output.exit_code == 0);
  CHECK(output.out == fmt::format("formatted {}\n", file.string()));
  CHECK(read(file) == formatted(kUgly));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
  CHECK(test::percept("format -w " + quoted(file)).out.empty());
}

TEST_CASE("format --write: keeps the permissions of the file") {
  TemporaryFolder folder;
  fs::path file = folder.write("ugly.kif", kUgly);
  auto wanted = fs::perms::owner_all | fs::perms::group_read;
  fs::permissions(file, wanted);
  CHECK(test::percept("format --write " + quoted(file)).exit_code == 0);
  CHECK(read(file) == formatted(kUgly));
  CHECK(fs::status(file).permissions() == wanted);
}

TEST_CASE("format --write: through a link changes the file and keeps the link") {
  TemporaryFolder folder;
  fs::path file = folder.write("ugly.kif", kUgly), link = folder.path() / "link.kif";
  fs::create_symlink("ugly.kif", link);
  CHECK(test::percept("format --write " + quoted(link)).exit_code == 0);
  CHECK(fs::is_symlink(link));
  CHECK(read(file) == formatted(kUgly));
}

TEST_CASE("format --write: a file that is formatted is not touched") {
  TemporaryFolder folder;
  fs::path file = folder.write("fine.kif", formatted(kUgly));
  struct stat before, after;
  REQUIRE(stat(file.c_str(), &before) == 0);
  CHECK(test::percept("format --write " + quoted(file)).exit_code == 0);
  REQUIRE(stat(file.c_str(), &after) == 0);
  CHECK(before.st_ino == after.st_ino);
}

TEST_CASE("format --write: the standard input goes to the standard output") {
  Output output = test::percept("format --write -", kUgly);
  CHECK(output.exit_code == 0);
  CHECK(output.out == formatted(kUgly));
}

TEST_CASE("format --check: exit code 1 and the names of the files that are not formatted, which stay as they are") {
  TemporaryFolder folder;
  fs::path ugly = folder.write("ugly.kif", kUgly), fine = folder.write("fine.kif", formatted(kUgly));
  Output output = test::percept("format --check " + quoted(ugly) + " " + quoted(fine));
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "ugly.kif"));
  CHECK_FALSE(has(output.out, "fine.kif"));
  CHECK(read(ugly) == kUgly);
  CHECK(test::percept("format --check " + quoted(fine)).exit_code == 0);
  CHECK(test::percept("format --check " + quoted(fine)).out.empty());
}

TEST_CASE("format: a sheet with mistakes is left as it is, and the mistakes are shown") {
  TemporaryFolder folder;
  std::string broken = "( role white )\n(<= terminal (true a)\n";
  fs::path bad = folder.write("broken.kif", broken), good = folder.write("ugly.kif", kUgly);
  Output output = test::percept("format --write " + quoted(bad) + " " + quoted(good));
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "GDL002"));
  CHECK(read(bad) == broken);
  CHECK(read(good) == formatted(kUgly));
  Output printed = test::percept("format " + quoted(bad));
  CHECK(printed.exit_code == 1);
  CHECK(printed.out.empty());
}

TEST_CASE("format: rules without a meaning are formatted all the same") {
  Output output = test::percept("format -", "(<= (p ?x) (not (p ?x)))");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "(p ?x)"));
}

TEST_CASE("format: infix stays infix, in the habit of its author") {
  std::string prolog = formatted("role( white ).\nterminal:-true(a),\\+ true(b).\n");
  CHECK(has(prolog, "role(white).\n"));
  CHECK(has(prolog, ":-"));
  CHECK_FALSE(has(prolog, "&"));
  std::string textbook = formatted("role( white )\nterminal:-true(a)&~true(b)\n");
  CHECK(has(textbook, "role(white)\n"));
  CHECK(has(textbook, "&"));
  CHECK(has(textbook, "~"));
}

TEST_CASE("format: what cannot be read or written gives exit code 2") {
  TemporaryFolder folder;
  CHECK(test::percept("format " + quoted(folder.path() / "missing.kif")).exit_code == 2);
  CHECK(test::percept("format " + quoted(folder.path())).exit_code == 2);
  CHECK(test::percept("format").exit_code == 2);
  CHECK(test::percept("format --write --check -", kUgly).exit_code == 2);
}

TEST_CASE("format: the worst of several files decides the exit code") {
  TemporaryFolder folder;
  std::string bad = quoted(folder.write("broken.kif", "(role")), missing = quoted(folder.path() / "missing.kif");
  CHECK(test::percept("format --check " + bad + " " + missing).exit_code == 2);
  CHECK(test::percept("format --check " + missing + " " + bad).exit_code == 2);
}

TEST_CASE("format --check: the project's own games are formatted") {
  Output output = test::percept("format --check " + quoted(project_root() / "games") + "/*.kif");
  CHECK(output.exit_code == 0);
  CHECK(output.out.empty());
}
