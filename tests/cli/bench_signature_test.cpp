// SPDX-License-Identifier: MIT
//
// `percept bench --signature`, and the number itself.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace fs = std::filesystem;
namespace test = percept::test;

namespace {

const std::string kSignature = "ca7a92acc21b7d2c";

// As if the command were given there.
class Inside {
 public:
  explicit Inside(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~Inside() { fs::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("bench --signature: nothing behaves otherwise than before") {
  Inside inside(project_root());
  Output output = test::percept("bench --signature");
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK_MESSAGE(output.out.ends_with("\nsignature " + kSignature + "\n"),
                "behaviour changed; if that was meant, put the new number here and into the commit message\n",
                output.out);
}

TEST_CASE("bench --signature --json: each game, and each way to play it") {
  Output output = test::percept("bench --signature --json " + own("nim") + " " + own("monty_hall"));
  CHECK(output.exit_code == 0);
  json all = json::parse(output.out);
  REQUIRE(all["games"].size() == 2);
  CHECK(all["games"][0]["file"].get<std::string>().ends_with("games/nim.kif"));
  for (const json& game : all["games"]) {
    CHECK(game["signature"].get<std::string>().size() == 16);
    CHECK(game["single"]["playouts"] == 8);
    CHECK(game["lanes"]["playouts"] == 256 + 8 * (3 + 20));
    CHECK(game["single"]["states"].get<int>() >= 3 * 8);
    CHECK(game["single"]["signature"] != game["lanes"]["signature"]);
  }
  Output table = test::percept("bench --signature " + own("nim") + " " + own("monty_hall"));
  CHECK(table.out.ends_with("\nsignature " + all["signature"].get<std::string>() + "\n"));
  CHECK(has(table.out, all["games"][1]["signature"].get<std::string>()));
}

TEST_CASE("bench --signature: what it cannot do is said") {
  TemporaryFolder empty;
  Inside inside(empty.path());
  Output nowhere = test::percept("bench --signature");
  CHECK(nowhere.exit_code == 2);
  CHECK(has(nowhere.err, "there is no games/backgammon.kif here"));
  for (const std::string arguments : {"bench", "bench --signature --seed 2 ", "bench --signature --single "}) {
    CAPTURE(arguments);
    CHECK(test::percept(arguments + (arguments == "bench" ? "" : own("nim"))).exit_code == 2);
  }
  Output stuck = test::percept("bench --signature -",
                               "(role a) (init p) (<= (legal a m) (true q)) (<= (next q) (does a m))"
                               "(<= terminal (true r)) (<= (next r) (true q)) (goal a 0)");
  CHECK(stuck.exit_code == 1);
  CHECK(has(stuck.err, "a has no legal move"));
}
