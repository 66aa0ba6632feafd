// SPDX-License-Identifier: MIT
//
// `percept check` for people: text, exit codes, and what can be left out.
#include <unistd.h>

#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

const std::string kClean = R"((role white)
(init (step 1))
(<= (legal white wait) (true (step 1)))
(<= (legal white noop) (true done))
(<= (next done) (does white wait))
(<= terminal (true done))
(<= (goal white 100) (true done))
(<= (goal white 0) (true (step 1)))
)";
const std::string kWarning = kClean + "(column a)\n";                     // GDL502
const std::string kError = kClean + "(<= (next (at ?x)) (true done))\n";  // GDL201
const std::string kBoth = kError + "(column a)\n";

}  // namespace

TEST_CASE("check: a sheet in order gives exit code 0 and one line") {
  TemporaryFolder folder;
  Output output = test::percept("check " + quoted(folder.write("clean.kif", kClean)));
  CHECK(output.exit_code == 0);
  CHECK(output.out == "1 file: nothing found\n");
  CHECK(output.err.empty());
}

TEST_CASE("check: warnings alone give exit code 0, errors 1") {
  TemporaryFolder folder;
  Output warning = test::percept("check " + quoted(folder.write("warning.kif", kWarning)));
  CHECK(warning.exit_code == 0);
  CHECK(has(warning.out, "1 file: 0 errors, 1 warning\n"));
  Output error = test::percept("check " + quoted(folder.write("error.kif", kError)));
  CHECK(error.exit_code == 1);
  CHECK(has(error.out, "1 file: 1 error, 0 warnings\n"));
}

TEST_CASE("check: a finding has its file, place, severity, code and the line it is about") {
  TemporaryFolder folder;
  fs::path file = folder.write("error.kif", kError);
  Output output = test::percept("check " + quoted(file));
  CHECK(has(output.out, file.string() + ":9:15: error: GDL201 "));
  CHECK(has(output.out, "(<= (next (at ?x)) (true done))\n"));
  CHECK(has(output.out, "^~\n"));
  CHECK(has(output.out, "help: "));
}

TEST_CASE("check: a sheet that cannot be read whole still shows its mistakes with exit code 1") {
  Output output = test::percept("check -", "(role white\n");
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "GDL002"));
}

TEST_CASE("check: several files are all looked at, and the counts are added up") {
  TemporaryFolder folder;
  std::string error = quoted(folder.write("error.kif", kError)), clean = quoted(folder.write("clean.kif", kClean));
  std::string both = quoted(folder.write("both.kif", kBoth));
  Output output = test::percept("check " + error + " " + clean + " " + both);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "error.kif:9:15"));
  CHECK(has(output.out, "both.kif:9:15"));
  CHECK_FALSE(has(output.out, "clean.kif"));
  CHECK(has(output.out, "3 files: 2 errors, 1 warning\n"));
}

TEST_CASE("check: a file that cannot be read gives exit code 2 and does not keep the others from being checked") {
  TemporaryFolder folder;
  fs::path missing = folder.path() / "missing.kif";
  Output output = test::percept("check " + quoted(missing) + " " + quoted(folder.write("error.kif", kError)));
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "missing.kif"));
  CHECK(has(output.err, "No such file"));
  CHECK(has(output.out, "error.kif:9:15"));
}

TEST_CASE("check: a folder is not a rule sheet") {
  TemporaryFolder folder;
  Output output = test::percept("check " + quoted(folder.path()));
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "is a folder"));
  CHECK(has(output.err, "*.kif"));
}

TEST_CASE("check: a file that may not or cannot be opened gives exit code 2 and says why") {
  TemporaryFolder folder;
  fs::create_symlink("loop.kif", folder.path() / "loop.kif");
  Output loop = test::percept("check " + quoted(folder.path() / "loop.kif"));
  CHECK(loop.exit_code == 2);
  CHECK(has(loop.err, "cannot open"));
  if (geteuid() == 0) return;  // root may read everything
  fs::path locked = folder.write("locked.kif", kClean);
  fs::permissions(locked, fs::perms::none);
  Output output = test::percept("check " + quoted(locked));
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "cannot open"));
}

TEST_CASE("check: - is the standard input") {
  CHECK(test::percept("check -", kClean).out == "1 file: nothing found\n");
  Output output = test::percept("check -", kError);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "standard input:9:15: error: GDL201"));
}

TEST_CASE("check --ignore: a code that does not exist is a mistake, not a wish") {
  Output output = test::percept("check --ignore GDL999 -", "(role w)");
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "GDL999"));
}

TEST_CASE("check: infix is told from KIF by itself") {
  Output output = test::percept("check -", "role(white).\np(X) :- q(Y).\n");
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "standard input:2:3: error: GDL201"));
}

TEST_CASE("check: --errors-only leaves out warnings, also of the count") {
  Output output = test::percept("check --errors-only -", kBoth);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "GDL201"));
  CHECK_FALSE(has(output.out, "GDL502"));
  CHECK(has(output.out, "1 file: 1 error, 0 warnings\n"));
  CHECK(test::percept("check --errors-only -", kWarning).out == "1 file: nothing found\n");
}

TEST_CASE("check: --ignore leaves out the warnings with a code, in whatever case it is written") {
  CHECK(test::percept("check - --ignore GDL502", kWarning).out == "1 file: nothing found\n");
  CHECK(test::percept("check - --ignore gdl502", kWarning).out == "1 file: nothing found\n");
  CHECK(has(test::percept("check - --ignore GDL501", kWarning).out, "GDL502"));
  CHECK(test::percept("check - --ignore GDL501 --ignore GDL502", kWarning + "(<= terminal (line x))\n").out ==
        "1 file: nothing found\n");
}

TEST_CASE("check: --ignore takes one code, so that a file may follow it") {
  TemporaryFolder folder;
  Output output = test::percept("check --ignore GDL502 " + quoted(folder.write("warning.kif", kWarning)));
  CHECK(output.exit_code == 0);
  CHECK(output.out == "1 file: nothing found\n");
}

TEST_CASE("check: errors cannot be ignored") {
  Output output = test::percept("check - --ignore GDL201", kError);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "GDL201"));
}

TEST_CASE("check: without a file it says what to do") {
  Output output = test::percept("check");
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "no file"));
  CHECK(has(output.err, "--help"));
  CHECK(output.out.empty());
}

TEST_CASE("check: nothing is found in the project's own games") {
  Output output = test::percept("check " + quoted(project_root() / "games") + "/*.kif");
  CHECK(output.exit_code == 0);
  CHECK(output.out == std::to_string(own_games().size()) + " files: nothing found\n");
}
