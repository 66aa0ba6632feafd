// SPDX-License-Identifier: MIT
//
// What was found out about a game serves under other names, and nothing else is taken for it.
#include "play/memory.h"

#include <filesystem>
#include <fstream>

#include "gdl/writer.h"
#include "play/auto_player.h"
#include "play/patience.h"
#include "search/cfr.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::play;
using namespace percept::test;

namespace {

// A game of ours, every name of it another word, and its statements the other way round, if they are to be.
std::shared_ptr<const gdl::Description> disguised(const std::string& name, bool turned = true) {
  std::shared_ptr<const gdl::Description> rules = got(gdl::read_file(own_game(name).string()));
  std::vector<std::string> names = gdl::fingerprint(*rules).names, words;
  for (const std::string& each : names) words.push_back("z" + std::string(each.rbegin(), each.rend()));
  std::string text;
  for (const gdl::Statement& statement : rules->statements())
    text.insert(turned ? 0 : text.size(), gdl::renamed(gdl::to_kif(statement, rules->symbols()), names, words) + '\n');
  return gdl::read_text("disguised", text, gdl::Notation::kKif);
}

std::shared_ptr<const search::Layout> layout_of(std::shared_ptr<const gdl::Description> rules) {
  return laid_out(got(got(game::Model::make(std::move(rules)))->whole(circuit::Logic::kTwoValued, {})));
}

Policy solved_policy(const std::shared_ptr<const gdl::Description>& rules, int iterations) {
  auto layout = layout_of(rules);
  search::Crew crew;
  search::Cfr cfr(layout, {});
  for (int i = 0; i < iterations; ++i) cfr.iterate(crew);
  Policy out = policy_of(*layout, cfr.average());
  out.rules = gdl::fingerprint(*rules);
  out.facts["exploitability"] = search::evaluate(*layout, cfr.average(), crew).exploitability();
  return out;
}

std::string why_of(AutoPlayer& player, const std::shared_ptr<const gdl::Description>& rules, const std::string& role) {
  Patience thinking;
  REQUIRE(player.start({rules, role, {}, {}}, thinking));
  return player.why();
}

}  // namespace

TEST_CASE("a policy is remembered under other names, and is as good there") {
  TemporaryFolder folder;
  Memory memory((folder.path() / "new" / "memory").string());
  for (const std::string name : {"kuhn_poker", "rock_paper_scissors", "leduc_poker"}) {
    CAPTURE(name);
    std::shared_ptr<const gdl::Description> plain = got(gdl::read_file(own_game(name).string()));
    auto other = disguised(name);
    gdl::Fingerprint rules = gdl::fingerprint(*other);
    CHECK(got(memory.policy(rules)) == nullptr);
    Policy policy = solved_policy(plain, 200);
    REQUIRE(memory.keep(policy));
    auto again = got(memory.policy(rules));
    REQUIRE(again);
    auto layout = layout_of(other);
    search::Crew crew;
    double there = search::evaluate(*layout, got(profile_of(*layout, *again)), crew).exploitability();
    CHECK(there == doctest::Approx(policy.facts["exploitability"]).epsilon(1e-4));
  }
}

TEST_CASE("of two policies of a game the one is kept that less can be won from") {
  TemporaryFolder folder;
  Memory memory(folder.path().string());
  std::shared_ptr<const gdl::Description> rules = got(gdl::read_file(own_game("kuhn_poker").string()));
  Policy worse = solved_policy(rules, 5), better = solved_policy(rules, 500);
  auto kept = [&] { return got(memory.policy(worse.rules))->facts.at("exploitability"); };
  REQUIRE(memory.keep(worse));
  CHECK(kept() == worse.facts["exploitability"]);
  REQUIRE(memory.keep(better));
  CHECK(kept() == better.facts["exploitability"]);
  REQUIRE(memory.keep(worse));
  CHECK(kept() == better.facts["exploitability"]);
}

TEST_CASE("a file that is broken or of other rules is not used") {
  TemporaryFolder folder;
  Memory memory(folder.path().string());
  std::shared_ptr<const gdl::Description> rules = got(gdl::read_file(own_game("kuhn_poker").string()));
  Policy policy = solved_policy(rules, 5);
  REQUIRE(memory.keep(policy));
  gdl::Fingerprint other = policy.rules;
  other.digest[40] = other.digest[40] == '0' ? '1' : '0';  // the name of the file has less of it
  CHECK(memory.policy(other).error().message.ends_with("is of other rules than its name says"));
  std::ofstream(memory.policy_file(policy.rules)) << "percept policy 1\nrubbish";
  CHECK_FALSE(memory.policy(policy.rules));
  REQUIRE(memory.keep(policy));  // it is replaced
  CHECK(memory.policy(policy.rules));
}

TEST_CASE("auto leaves what it solved, and finds it again under other names; without a folder it does neither") {
  TemporaryFolder folder;
  auto memory = std::make_shared<const Memory>(folder.path().string());
  std::shared_ptr<const gdl::Description> plain = got(gdl::read_file(own_game("kuhn_poker").string()));
  auto other = disguised("kuhn_poker");
  AutoPlayer forgetful(1), first(1, 0, memory), second(1, 0, memory);
  CHECK(why_of(forgetful, plain, "player1").starts_with("solved: "));
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(why_of(first, plain, "player1").starts_with("solved: "));
  CHECK_FALSE(std::filesystem::is_empty(folder.path()));
  CHECK(why_of(second, other, "z1reyalp").starts_with("remembered: "));
  Patience thinking;
  REQUIRE(second.hear({"zpoon", std::vector<std::string>{"(zdrac_nwo zgnik)"}}, thinking));
  std::string move = got(second.choose(thinking));  // with the king
  CHECK((move == "zkcehc" || move == "zteb"));
  CHECK(second.mix().size() <= 2);
  CHECK(second.mix().size() >= 1);  // by the policy
}

TEST_CASE("values that were learnt are remembered under other names, and say the same there") {
  TemporaryFolder folder;
  Memory memory(folder.path().string());
  auto model_of = [](std::shared_ptr<const gdl::Description> rules) {
    return got(game::Model::make(std::move(rules)));
  };
  auto plain = model_of(got(gdl::read_file(own_game("noughts_and_crosses").string())));
  auto simulator = got(search::Simulator::make(plain, {}));
  search::ValueLearner learner(*simulator, {});
  learner.run(3, {});
  auto now = TrainedValue::of(learner, *plain, *simulator);
  gdl::Fingerprint rules = gdl::fingerprint(plain->description());
  CHECK(got(memory.value(rules)) == nullptr);
  REQUIRE(memory.keep(now));
  auto other = model_of(disguised("noughts_and_crosses", false));
  auto again = got(memory.value(gdl::fingerprint(other->description())));
  REQUIRE(again);
  CHECK(again->is_of(*other));
  auto there = got(search::Simulator::make(other, {}));
  auto before = got(now.value(*plain, *simulator)), after = got(again->value(*other, *there));
  // Of the first position: the fluents have other numbers, and mean the same.
  auto worth = [](const search::LearntValue& value, const search::Simulator& of) {
    lanes::Rows rows(of.initial().words().size());
    rows.push(of.initial().words());
    std::vector<float> out;
    value.evaluate(rows, out);
    return out;
  };
  CHECK(worth(*before, *simulator) == worth(*after, *there));
  // With the roles in another order, too.
  auto turned = model_of(disguised("noughts_and_crosses"));
  CHECK(again->is_of(*turned));
  auto turned_there = got(search::Simulator::make(turned, {}));
  std::vector<float> other_order = worth(*got(again->value(*turned, *turned_there)), *turned_there);
  CHECK(other_order == std::vector<float>{worth(*before, *simulator)[1], worth(*before, *simulator)[0]});
}

TEST_CASE(
    "of two values of a game the one is kept that was learnt from more matches, and none of other rules is used") {
  TemporaryFolder folder;
  Memory memory(folder.path().string());
  auto model = got(game::Model::make(got(gdl::read_file(own_game("nim").string()))));
  auto simulator = got(search::Simulator::make(model, {}));
  search::ValueLearner learner(*simulator, {.play = {.matches = 16}});
  gdl::Fingerprint rules = gdl::fingerprint(model->description());
  auto kept = [&] { return got(memory.value(rules))->progress().matches; };
  learner.run(2, {});
  auto fewer = TrainedValue::of(learner, *model, *simulator);
  learner.run(1, {});
  auto more = TrainedValue::of(learner, *model, *simulator);
  REQUIRE(memory.keep(fewer));
  CHECK(kept() == 32);
  REQUIRE(memory.keep(more));
  CHECK(kept() == 48);
  REQUIRE(memory.keep(fewer));
  CHECK(kept() == 48);
  gdl::Fingerprint other = rules;
  other.digest[40] = other.digest[40] == '0' ? '1' : '0';  // the name of the file has less of it
  CHECK(memory.value(other).error().message.ends_with("is of other rules than its name says"));
}

TEST_CASE("a value of roles that stand in another order has their goals in that order") {
  auto model_with = [](const std::string& roles) {
    const std::string rest =
        "(init (turn 1)) (legal a x) (legal a y) (legal b x) (<= (next (turn 2)) (true (turn 1)))"
        "(<= (next took) (does a x)) (<= terminal (true (turn 2))) (<= (goal a 100) (true took))"
        "(<= (goal a 0) (not (true took))) (<= (goal b 60) (true took)) (<= (goal b 20) (not (true took)))";
    return got(game::Model::make(gdl::read_text("test", roles + rest, gdl::Notation::kKif)));
  };
  auto model = model_with("(role a) (role b)"), turned = model_with("(role b) (role a)");
  auto simulator = got(search::Simulator::make(model, {})), there = got(search::Simulator::make(turned, {}));
  search::ValueLearner learner(*simulator, {});
  learner.run(1, {});
  auto value = got(TrainedValue::of(learner, *model, *simulator).value(*turned, *there));
  CHECK(value->shape().lowest == std::vector<float>{0.2f, 0});
  CHECK(value->shape().highest == std::vector<float>{0.6f, 1});
}

TEST_CASE("auto plays on without a memory that cannot be read, and says so") {
  TemporaryFolder folder;
  auto memory = std::make_shared<const Memory>(folder.path().string());
  std::shared_ptr<const gdl::Description> rules = got(gdl::read_file(own_game("kuhn_poker").string()));
  std::ofstream(memory->policy_file(gdl::fingerprint(*rules))) << "rubbish";
  AutoPlayer player(1, 0, memory);
  std::string why = why_of(player, rules, "player1");
  CHECK(why.starts_with("solved: "));
  CHECK_MESSAGE(has(why, "this is not a policy file"), why);
}
