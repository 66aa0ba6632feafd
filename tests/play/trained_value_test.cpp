// SPDX-License-Identifier: MIT
//
// Learnt values as files: what was written is read, goes on as if never broken off, and is refused when it is damaged
// or of other rules; players that are given one.
#include "play/trained_value.h"

#include <algorithm>

#include "play/packed.h"
#include "play/patience.h"
#include "play/strategies.h"
#include "search/simulators.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;
using percept::search::Simulator;
using percept::search::ValueLearner;
using percept::test::got;

namespace {

std::shared_ptr<const game::Model> own_model(const std::string& name) {
  return got(game::Model::make(got(gdl::read_file((test::project_root() / "games" / (name + ".kif")).string()))));
}

}  // namespace

TEST_CASE("a learnt value that was written and read is the same, and goes on as if never broken off") {
  for (const char* name : {"connect_four_4x4", "kuhn_poker_3p"}) {
    CAPTURE(std::string(name));
    auto model = own_model(name);
    auto simulator = got(Simulator::make(model));
    ValueLearner whole(*simulator, {.seed = 5}), part(*simulator, {.seed = 5});
    whole.run(5);
    part.run(2);
    std::string bytes = TrainedValue::of(part, *model, *simulator).write();
    TrainedValue read = got(TrainedValue::read(bytes));
    CHECK(read.write() == bytes);
    CHECK(read.is_of(*model));
    CHECK(read.progress().matches == 512);
    CHECK(std::ranges::equal(got(read.value(*model, *simulator))->weights(), part.value().weights()));
    // The same rules read anew.
    auto again = own_model(name);
    auto other = got(Simulator::make(again));
    auto rest = got(read.learner(*again, *other));
    rest->run(3);
    CHECK(TrainedValue::of(*rest, *again, *other).write() == TrainedValue::of(whole, *model, *simulator).write());
  }
}

TEST_CASE("files of other rules, of another version and damaged ones are refused") {
  auto model = own_model("noughts_and_crosses"), other = own_model("nim");
  auto simulator = got(Simulator::make(model)), of_other = got(Simulator::make(other));
  ValueLearner learner(*simulator, {});
  learner.run(1);
  std::string bytes = TrainedValue::of(learner, *model, *simulator).write();
  TrainedValue trained = got(TrainedValue::read(bytes));
  CHECK_FALSE(trained.is_of(*other));
  auto wrong = trained.value(*other, *of_other);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message == "the values were learnt for other rules");
  CHECK(wrong.error().hint.find("percept train") != std::string::npos);
  CHECK_FALSE(trained.learner(*other, *of_other));

  CHECK_FALSE(TrainedValue::read(""));
  CHECK(TrainedValue::read("something").error().message == "this is no file of learnt values");
  std::string later = bytes;
  later[bytes.find('1')] = '2';
  CHECK(TrainedValue::read(later).error().message == "this file of learnt values is of another version");
  for (std::size_t length = 0; length < bytes.size(); length += 97)
    CHECK_FALSE(TrainedValue::read(bytes.substr(0, length)));
  for (std::size_t at = 20; at < bytes.size(); at += 131) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    CHECK_FALSE(TrainedValue::read(damaged));
  }
}

TEST_CASE("a file of learnt values with numbers that cannot be is refused") {
  auto model = got(game::Model::make(got(gdl::read_file(test::own_game("nim").string()))));
  auto simulator = got(search::Simulator::make(model, {}));
  search::ValueLearner learner(*simulator, {.seed = 1});
  learner.run(1, {});
  std::string bytes = TrainedValue::of(learner, *model, *simulator).write();
  const std::size_t begin = std::string("percept value 1\n").size();
  std::string body = got(expanded(std::string_view(bytes).substr(begin), std::size_t{1} << 30, "value"));
  auto changed = [&](const std::function<void(nlohmann::ordered_json&)>& change) {
    Unpacker reader(body);
    nlohmann::ordered_json head = reader.head();
    change(head);
    std::string text = head.dump(), out;
    put(out, text.size());
    return bytes.substr(0, begin) + compressed(out + text + body.substr(body.size() - reader.left()));
  };
  using Head = nlohmann::ordered_json;
  CHECK(TrainedValue::read(changed([](Head&) {})));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["lowest"][0] = 1e300; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["lowest"][0] = 0.9, head["highest"][0] = 0.1; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["highest"][0] = 5; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["sum"] = 1e300; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["settings"]["rate"] = 1e308; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["settings"]["lambda"] = -1; })));
  CHECK_FALSE(TrainedValue::read(changed([](Head& head) { head["settings"]["temperature"] = 0; })));
}

TEST_CASE("players are given learnt values by a file or in memory, and refuse those of other rules") {
  auto model = own_model("noughts_and_crosses");
  auto simulator = got(Simulator::make(model));
  ValueLearner learner(*simulator, {});
  learner.run(1);
  auto trained = std::make_shared<const TrainedValue>(TrainedValue::of(learner, *model, *simulator));
  test::TemporaryFolder folder;
  std::string file = folder.write("Noughts.value", trained->write()).string();
  auto start = [&](const std::shared_ptr<const game::Model>& of, const std::string& strategy,
                   std::shared_ptr<const TrainedValue> value = {}) -> Result<void> {
    test::Patience patience;
    auto player = got(make_player(strategy, 1, std::move(value)));
    std::string role = got(Simulator::make(of))->lexicon().text(game::RoleId{0});
    auto started = player->start({of->shared_description(), role, std::nullopt, std::nullopt, of}, patience);
    CHECK(player->choose(patience));  // whoever cannot start may be asked all the same
    return started;
  };
  for (const char* strategy :
       {"mcts:leaves=20", "hyperplay:leaves=20", "hyperplay2:leaves=20", "ismcts:leaves=20", "resolve:iterations=2"}) {
    CAPTURE(std::string(strategy));
    CHECK(start(model, std::string(strategy) + ":value=" + file + ":blend=30"));
    CHECK(start(model, strategy, trained));
    auto refused = start(own_model("nim"), strategy, trained);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "the values were learnt for other rules");
  }
  CHECK(check_strategy("mcts:value=Some.file:blend=100"));
  CHECK_FALSE(check_strategy("mcts:blend=101"));
  CHECK_FALSE(check_strategy("mcts:value="));
  CHECK_FALSE(check_strategy("random:value=Some.file"));
  CHECK_FALSE(make_player("mcts:value=" + (folder.path() / "missing").string(), 1));
}

TEST_CASE("what was learnt is part of what a search thinks of a move") {
  auto model = own_model("connect_four_4x4");
  auto simulator = got(Simulator::make(model));
  ValueLearner learner(*simulator, {});
  learner.run(5);
  auto trained = std::make_shared<const TrainedValue>(TrainedValue::of(learner, *model, *simulator));
  auto thoughts = [&](const std::string& strategy, std::shared_ptr<const TrainedValue> value) {
    test::Patience patience;
    auto player = got(make_player(strategy, 1, std::move(value)));
    std::string role = simulator->lexicon().text(game::RoleId{0});
    REQUIRE(player->start({model->shared_description(), role, std::nullopt, std::nullopt, model}, patience));
    CHECK(player->choose(patience));
    std::vector<std::pair<std::string, double>> out;
    for (const Thought& thought : patience.reasons.thoughts) out.emplace_back(thought.move, thought.value);
    REQUIRE_FALSE(out.empty());
    return out;
  };
  for (const std::string strategy :
       {"mcts:leaves=64", "hyperplay:leaves=64", "hyperplay2:leaves=64", "ismcts:leaves=64"}) {
    CAPTURE(strategy);
    CHECK(thoughts(strategy, trained) == thoughts(strategy, trained));
    CHECK(thoughts(strategy + ":blend=0", trained) == thoughts(strategy, nullptr));
    CHECK(thoughts(strategy + ":blend=60", trained) != thoughts(strategy, nullptr));
  }
}
