// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;
namespace fs = std::filesystem;

namespace {

const std::string kKif = R"(; Wait for it
(role white)
(init (cell 1 b))

(<= (legal white (mark ?x)) ; anywhere
    (true (cell ?x b))
    (not (true done))
    (or (distinct ?x 1) (true (cell 1 b))))
)";

}  // namespace

TEST_CASE("convert: KIF to infix, comments included") {
  Output output = test::percept("convert --to infix -", kKif);
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "Wait for it"));
  CHECK(has(output.out, "anywhere"));
  CHECK(has(output.out, "role(white).\n"));
  CHECK(has(output.out, "legal(white, mark(X)) :-"));
  CHECK_FALSE(has(output.out, "(role"));
}

TEST_CASE("convert: there and back again says the same") {
  std::string infix = test::percept("convert --to infix -", kKif).out;
  CHECK(test::percept("convert --to kif -", infix).out == test::percept("format -", kKif).out);
  for (const std::string game : {"monty_hall.kif", "kuhn_poker.kif"}) {
    CAPTURE(game);
    std::string text = read(project_root() / "games" / game);
    for (const std::string style : {"prolog", "textbook"}) {
      std::string there = test::percept("convert --to infix --style " + style + " -", text).out;
      CHECK(test::percept("check -", there).out == "1 file: nothing found\n");
      CHECK(test::percept("convert --to kif -", there).out == text);
    }
  }
}

TEST_CASE("convert: to the notation that it has, a sheet is formatted") {
  CHECK(test::percept("convert --to kif -", kKif).out == test::percept("format -", kKif).out);
}

TEST_CASE("convert --style: prolog has commas and full stops, textbook neither") {
  std::string prolog = test::percept("convert --to infix --style prolog -", kKif).out;
  CHECK(has(prolog, "role(white).\n"));
  CHECK_FALSE(has(prolog, "&"));
  std::string textbook = test::percept("convert --to infix --style textbook -", kKif).out;
  CHECK(has(textbook, "role(white)\n"));
  CHECK(has(textbook, " &"));
  CHECK(has(textbook, "~true(done)"));
  CHECK(test::percept("convert --to infix -", kKif).out == prolog);
}

TEST_CASE("convert: sentences are written as in the textbook") {
  std::string infix = test::percept("convert --to infix -", "(role a)\n(=> (true p) (true q))\n").out;
  CHECK(has(infix, "role(a)\n"));
  CHECK(has(infix, "true(p) => true(q)"));
}

TEST_CASE("convert --output: writes the file and nothing else") {
  TemporaryFolder folder;
  fs::path out = folder.path() / "out.gdl";
  Output output = test::percept("convert --to infix --output " + quoted(out) + " -", kKif);
  CHECK(output.exit_code == 0);
  CHECK(output.out.empty());
  CHECK(read(out) == test::percept("convert --to infix -", kKif).out);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("convert --output: may be the file itself") {
  TemporaryFolder folder;
  fs::path file = folder.write("game.kif", kKif);
  CHECK(test::percept("convert --to infix -o " + quoted(file) + " " + quoted(file)).exit_code == 0);
  CHECK(read(file) == test::percept("convert --to infix -", kKif).out);
}

TEST_CASE("convert --output: a place that cannot be written gives exit code 2 and says so") {
  TemporaryFolder folder;
  Output output = test::percept("convert --to kif -o " + quoted(folder.path() / "no/such/out.kif") + " -", kKif);
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "cannot write"));
  CHECK(has(output.err, "out.kif"));
  CHECK(output.out.empty());
  Output onto_folder = test::percept("convert --to kif -o " + quoted(folder.path()) + " -", kKif);
  CHECK(onto_folder.exit_code == 2);
  CHECK(fs::is_directory(folder.path()));
}

TEST_CASE("convert --output: what is not a file, such as a pipe or a device, is not replaced by one") {
  TemporaryFolder folder;
  fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);  // so that a writer need not wait
  Output output = test::percept("convert --to kif -o " + quoted(pipe) + " -", kKif);
  close(reader);
  CHECK(output.exit_code < 128);
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("convert: a sheet with mistakes is not converted, and no file is written") {
  TemporaryFolder folder;
  Output output = test::percept("convert --to infix -o " + quoted(folder.path() / "out.gdl") + " -", "(role (white)\n");
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "GDL"));
  CHECK(output.out.empty());
  CHECK_FALSE(fs::exists(folder.path() / "out.gdl"));
}

TEST_CASE("convert: wrong usage gives exit code 2") {
  CHECK(test::percept("convert --to prefix -", kKif).exit_code == 2);
  CHECK(has(test::percept("convert --to prefix -", kKif).err, "--to"));
  CHECK(test::percept("convert -", kKif).exit_code == 2);
  CHECK(test::percept("convert --to kif").exit_code == 2);
  CHECK(test::percept("convert --to infix --style lisp -", kKif).exit_code == 2);
  CHECK(test::percept("convert --to kif /no/such/file.kif").exit_code == 2);
  CHECK(test::percept("convert --to KIF -", kKif).exit_code == 0);
}
