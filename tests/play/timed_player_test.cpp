// SPDX-License-Identifier: MIT
#include "play/timed_player.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "game/playing.h"
#include "play/strategies.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;
using percept::test::got;

namespace {

std::shared_ptr<const gdl::Description> rules(const std::string& name) {
  return got(gdl::read_file((test::project_root() / "games" / (name + ".kif")).string()));
}

Assignment assignment(const std::string& game, const std::string& role) { return {rules(game), role, 1.0, 1.0}; }

// Does what the test lets it do: hangs until it is let go, offers what it is told to.
class Scripted : public Player {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    bool hangs_at_start = false, hangs = false, sure = true, fails = false, pondered = false;
    bool until_asked = false, explains = false, choosing = false;
    std::vector<Told> heard;
    std::string offered, chosen = "chosen", ponders;
  };
  explicit Scripted(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  Result<void> start(const Assignment&, Thinking&) override {
    wait([&] { return !script_->hangs_at_start; });
    return {};
  }
  Result<void> hear(const Told& told, Thinking&) override {
    std::lock_guard lock(script_->mutex);
    script_->heard.push_back(told);
    return {};
  }
  Result<std::string> choose(Thinking& thinking) override {
    std::string offered = script_->offered;
    if (!offered.empty()) thinking.offer(offered, script_->sure);
    {
      std::lock_guard lock(script_->mutex);
      script_->choosing = true;
      script_->changed.notify_all();
    }
    if (std::exchange(script_->until_asked, false))
      while (thinking.seconds_left() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Reasons reasons;
    reasons.strategy = offered;
    while (script_->explains && hangs()) {
      thinking.explain(reasons);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    wait([&] { return !script_->hangs; });
    thinking.explain(std::move(reasons));
    if (script_->fails) return failure("it cannot choose");
    return script_->chosen;
  }
  void ponder(Thinking& thinking) override {
    std::lock_guard lock(script_->mutex);
    if (!script_->ponders.empty()) thinking.offer(script_->ponders);
    script_->pondered = true;
    script_->changed.notify_all();
  }

 private:
  bool hangs() const {
    std::lock_guard lock(script_->mutex);
    return script_->hangs;
  }
  template <class Condition>
  void wait(Condition condition) {
    std::unique_lock lock(script_->mutex);
    script_->changed.wait(lock, condition);
  }
  std::shared_ptr<Script> script_;
};

void let_go(Scripted::Script& script) {
  std::lock_guard lock(script.mutex);
  script.hangs = script.hangs_at_start = false;
  script.changed.notify_all();
}

Told told(const std::string& move) { return {move, std::vector<std::string>{}}; }

}  // namespace

TEST_CASE("a player under a clock: its choice when it is in time") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  TimedAnswer answer = player.play(std::nullopt, in_seconds(60));
  CHECK(answer.move == "chosen");
  CHECK(answer.in_time);
  CHECK_FALSE(answer.guess);
}

TEST_CASE("a player under a clock: what is in its hand when its time is over") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  script->hangs = true;
  script->offered = "offered";
  TimedAnswer answer = player.play(std::nullopt, in_seconds(0.2));
  CHECK(answer.move == "offered");
  CHECK_FALSE(answer.in_time);
  CHECK_FALSE(answer.guess);
  let_go(*script);
}

TEST_CASE("a player that is not ready in time has a legal move of the first position in its hand") {
  auto script = std::make_shared<Scripted::Script>();
  script->hangs_at_start = true;
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK_FALSE(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(0.5))));
  TimedAnswer answer = player.play(std::nullopt, in_seconds(0.2));
  CHECK(answer.guess);
  CHECK_FALSE(answer.in_time);
  auto game = test::game_of_file(test::project_root() / "games/noughts_and_crosses.kif", game::Game::Choice::kProver);
  auto role = *game.role("crosses");
  std::vector<std::string> legal;
  for (game::MoveId move : got(game.legal(game.initial(), role))) legal.push_back(game.text(role, move));
  CHECK_MESSAGE(std::ranges::find(legal, answer.move) != legal.end(), answer.move);
  let_go(*script);
}

TEST_CASE("a player that hung is told what it missed, and its old thoughts are not taken for new ones") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  script->hangs = true;
  script->offered = "first";
  CHECK(player.play(std::nullopt, in_seconds(0.1)).move == "first");
  TimedAnswer second = player.play(told("a"), in_seconds(0.1));
  CHECK(second.guess);  // it is still at the first move
  CHECK(second.move == "first");
  CHECK(player.play(told("b"), in_seconds(0.1)).guess);
  {
    std::lock_guard lock(script->mutex);
    CHECK(script->heard.empty());
  }
  let_go(*script);
  TimedAnswer last = player.play(told("c"), in_seconds(60));
  CHECK(last.move == "chosen");
  CHECK(last.in_time);
  std::lock_guard lock(script->mutex);
  REQUIRE(script->heard.size() == 3);
  CHECK(script->heard[0].move == "a");
  CHECK(script->heard[2].move == "c");
}

TEST_CASE("a wait can be interrupted, and a player that hangs does not hold up the end") {
  auto script = std::make_shared<Scripted::Script>();
  {
    TimedPlayer player(std::make_unique<Scripted>(script));
    CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), Deadline::max())));
    script->hangs = true;
    script->offered = "offered";
    auto answer = std::async(std::launch::async, [&] { return player.play(std::nullopt, Deadline::max()); });
    while (answer.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) player.interrupt();
    CHECK(answer.get().move == "offered");
  }
  let_go(*script);
}

TEST_CASE("an interruption that comes before the wait ends it, too, until the next match") {
  auto script = std::make_shared<Scripted::Script>();
  script->offered = "offered";
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), Deadline::max())));
  script->hangs = true;
  player.interrupt();
  CHECK_FALSE(player.play(std::nullopt, Deadline::max()).in_time);
  CHECK_FALSE(player.play(told("a"), Deadline::max()).in_time);
  let_go(*script);
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), Deadline::max())));
  CHECK(player.play(std::nullopt, Deadline::max()).in_time);
}

TEST_CASE("a player that cannot choose is complained about, and what it offered is made; a guess is known for one") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  script->fails = true;
  script->offered = "offered";
  TimedAnswer answer = player.play(std::nullopt, in_seconds(60));
  CHECK(answer.move == "offered");
  CHECK_FALSE(answer.guess);
  CHECK(answer.complaints == std::vector<std::string>{"it cannot choose"});
  CHECK(answer.reasons.strategy == "offered");
  script->fails = script->sure = false;
  script->chosen = "offered";
  answer = player.play(told("a"), in_seconds(60));
  CHECK(answer.move == "offered");
  CHECK(answer.guess);
  CHECK(answer.complaints.empty());
}

TEST_CASE("what a player thinks of while the others do is no answer") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  script->ponders = "pondered";
  CHECK(player.play(std::nullopt, in_seconds(60)).move == "chosen");
  {
    std::unique_lock lock(script->mutex);
    script->changed.wait(lock, [&] { return script->pondered; });
    script->hangs = true;
  }
  TimedAnswer answer = player.play(told("a"), in_seconds(0.1));
  CHECK(answer.guess);
  CHECK(answer.move == "chosen");  // as before
  let_go(*script);
}

TEST_CASE("a player that is still at what it was asked before has no reasons for the next move") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), Deadline::max())));
  script->hangs = script->explains = true;
  script->offered = "first";
  auto choosing = [&] {
    std::lock_guard lock(script->mutex);
    return script->choosing;
  };
  while (!choosing()) (void)player.play(std::nullopt, in_seconds(0.05));
  CHECK(player.play(told("a"), in_seconds(0.2)).reasons.strategy.empty());
  let_go(*script);
}

TEST_CASE("what a player comes to when the next match has begun is no move of that") {
  auto script = std::make_shared<Scripted::Script>();
  TimedPlayer player(std::make_unique<Scripted>(script));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), Deadline::max())));
  script->until_asked = true;
  auto first = std::async(std::launch::async, [&] { return player.play(std::nullopt, Deadline::max()); });
  {
    std::unique_lock lock(script->mutex);
    script->changed.wait(lock, [&] { return script->choosing; });
  }
  player.interrupt();
  (void)first.get();
  CHECK(got(player.start(assignment("noughts_and_crosses", "nobody"), Deadline::max())));  // without a first move
  script->fails = true;
  CHECK(player.play(std::nullopt, Deadline::max()).move.empty());
}

TEST_CASE("rules that cannot be played are an error of start, and the next match is played") {
  TimedPlayer player(got(make_player("legal", 1)));
  std::shared_ptr<const gdl::Description> broken = gdl::read_text("broken", "(role x) (<= (next ?f) (not (true ?f)))");
  CHECK_FALSE(player.start({broken, "x", 5.0, 5.0}, in_seconds(60)));
  CHECK(got(player.start(assignment("noughts_and_crosses", "crosses"), in_seconds(60))));
  CHECK(player.play(std::nullopt, in_seconds(60)).in_time);
}
