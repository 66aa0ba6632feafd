// SPDX-License-Identifier: MIT
//
// A player by an incomplete description: it goes on with the last belief that had a model, and `auto` finds it.
#include <doctest/doctest.h>

#include "gdl/reader.h"
#include "play/strategies.h"
#include "play/timed_player.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;

namespace {

std::shared_ptr<const gdl::Description> igdl_sheet(const std::string& name) {
  return gdl::read_text(name, test::read(test::project_root() / "games" / "igdl" / name));
}

}  // namespace

TEST_CASE("what no model explains is a complaint, and the player plays on legally by what it believed before") {
  for (const char* strategy : {"igdl", "auto"}) {
    CAPTURE(strategy);
    TimedPlayer player(std::move(*make_player(strategy, 1)));
    REQUIRE(player.start({igdl_sheet("false_belief.robot.igdl"), "robot", {}, {}}, Deadline::max()));
    TimedAnswer answer = player.play(Told{std::nullopt, std::vector<std::string>()}, Deadline::max());
    CHECK(answer.complaints.empty());
    CHECK((answer.move == "a" || answer.move == "b"));  // it believes to know which does what
    // The game shows the other light than the description says.
    std::string other = answer.move == "a" ? "q" : "p";
    answer = player.play(Told{answer.move, std::vector<std::string>{other}}, Deadline::max());
    REQUIRE(answer.complaints.size() == 1);
    CHECK(answer.complaints[0].find("no model of") != std::string::npos);
    CHECK(answer.complaints[0].find("these cannot all hold | ") != std::string::npos);
    CHECK(answer.complaints[0].find('\n') == std::string::npos);
    CHECK((answer.move == "a" || answer.move == "b" || answer.move == "wait"));
    CHECK_FALSE(answer.guess);
    // So do percepts that there are not, at any time.
    answer = player.play(Told{answer.move, std::vector<std::string>{"no such thing"}}, Deadline::max());
    CHECK_FALSE(answer.complaints.empty());
    CHECK_FALSE(answer.move.empty());
  }
}

TEST_CASE("a contradictory description cannot be played by: the error says why") {
  TimedPlayer player(std::move(*make_player("igdl", 1)));
  auto started = player.start(
      {gdl::read_text("wrong", "role(r)\nbase(p)\ninput(r,a)\ninit(p)\n~init(p)\n"), "r", {}, {}}, Deadline::max());
  REQUIRE_FALSE(started);
  CHECK(started.error().message.find("contradictory") != std::string::npos);
}
