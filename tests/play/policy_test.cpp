// SPDX-License-Identifier: MIT
//
// Policies as files, and players that go by them.
#include "play/policy.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "play/asked_policy.h"
#include "play/packed.h"
#include "play/patience.h"
#include "play/policy_player.h"
#include "play/strategies.h"
#include "search/knowledge_cfr.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::play;
using namespace percept::search;
using namespace percept::test;

namespace {

std::shared_ptr<const gdl::Description> rules_of(const std::string& name) {
  return got(gdl::read_file((project_root() / "games" / (name + ".kif")).string()));
}

Profile solved(std::shared_ptr<const Layout> layout, int iterations) {
  Crew crew;
  Cfr cfr(layout, {.planned = static_cast<std::uint64_t>(iterations)});
  for (int i = 0; i < iterations; ++i) cfr.iterate(crew);
  return cfr.average();
}

}  // namespace

TEST_CASE("a policy that was written and read is as exploitable as before") {
  Crew crew;
  for (const std::string name : {"kuhn_poker", "kuhn_poker_3p", "leduc_poker", "rock_paper_scissors"}) {
    CAPTURE(name);
    auto layout = laid_out(whole_of_own(name));
    Profile profile = solved(layout, 100);
    Policy policy = policy_of(*layout, profile);
    policy.facts["iterations"] = 100;
    Policy again = got(Policy::read(policy.write()));
    CHECK(again.facts == policy.facts);
    CHECK(again.write() == policy.write());
    Evaluation before = evaluate(*layout, profile, crew);
    Evaluation after = evaluate(*layout, got(profile_of(*layout, again)), crew);
    for (std::size_t p = 0; p < layout->players(); ++p) {
      CHECK(after.values[p] == doctest::Approx(before.values[p]).epsilon(1e-6));
      CHECK(after.best[p] == doctest::Approx(before.best[p]).epsilon(1e-6));
    }
  }
}

TEST_CASE("a policy by knowledge is written once for all views that know the same") {
  Crew crew;
  auto layout = laid_out(whole_of_own("liars_dice"));
  auto cfr = got(KnowledgeCfr::make(*layout, std::size_t{1} << 30));
  while (cfr->iterations() < 50) cfr->iterate();
  Policy policy = policy_of(*cfr), again = got(Policy::read(policy.write()));
  CHECK(again.write() == policy.write());
  CHECK(again.roles[0].views() < 1000);  // of 88 453 that there are
  Evaluation all = evaluate(*layout, cfr->average(*layout), crew);
  Evaluation written = evaluate(*layout, got(profile_of(*layout, again)), crew);
  for (std::size_t p = 0; p < 2; ++p) {  // but for what is hardly ever done
    CHECK(written.values[p] == doctest::Approx(all.values[p]).epsilon(0.01));
    CHECK(written.best[p] == doctest::Approx(all.best[p]).epsilon(0.01));
  }
}

TEST_CASE("a policy by knowledge has a move where there are very many, each as good as the others") {
  auto positions = got(Positions::make(whole_of_text(R"(
    (role a) (role b) (init start) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8)
    (digit 9) (digit 10) (digit 11) (<= (legal a (pick ?x ?y ?z)) (digit ?x) (digit ?y) (digit ?z)) (legal b noop)
    (<= (next over) (true start)) (<= terminal (true over)) (<= (goal ?r 50) (role ?r)))")));
  auto cfr = got(KnowledgeCfr::make(positions, Limits{}));
  cfr->iterate();
  Policy policy = got(Policy::read(policy_of(*cfr).write()));
  CHECK(policy.roles[0].chances(0).size() == 11 * 11 * 11);
}

// As files of version 1 were: each thing seen leads to a view of its own.
TEST_CASE("policies of the version before are read") {
  Policy policy =
      policy_of(*laid_out(whole_of_own("kuhn_poker")), uniform_profile(*laid_out(whole_of_own("kuhn_poker"))));
  std::string head = R"({"facts": {}, "roles": [)", body;
  for (const Policy::Role& role : policy.roles) {
    nlohmann::json of = {
        {"role", role.name}, {"moves", role.moves}, {"percepts", role.percepts}, {"views", role.views()}};
    head += (&role == policy.roles.data() ? "" : ",") + of.dump();
  }
  head += "]}";
  put(body, head.size());
  body += head;
  for (const Policy::Role& role : policy.roles)
    for (std::uint32_t view = 0; view < role.views(); ++view) {
      put(body, role.chances(view).size());
      for (std::uint32_t c = role.first_chance[view]; c < role.first_chance[view + 1]; ++c) {
        put(body, role.all_chances[c].move);
        if (role.chances(view).size() > 1) put_real(body, role.all_chances[c].chance);
        put(body, role.first_child[c + 1] - role.first_child[c]);
        for (std::uint32_t child = role.first_child[c]; child < role.first_child[c + 1]; ++child)
          put(body, role.seen[child]);
      }
    }
  CHECK(got(Policy::read("percept policy 1\n" + compressed(body))).write() == policy.write());
  CHECK_FALSE(Policy::read("percept policy 2\n" + compressed(body)));
}

TEST_CASE("files that are damaged, of another version or of another game are refused") {
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  std::string bytes = policy_of(*layout, solved(layout, 10)).write();
  CHECK_FALSE(Policy::read(""));
  CHECK_FALSE(Policy::read("something else"));
  std::string other = bytes;
  other[15] = '3';
  CHECK(Policy::read(other).error().message.find("version") != std::string::npos);
  for (std::size_t length = 17; length < bytes.size(); length += 7) CHECK_FALSE(Policy::read(bytes.substr(0, length)));
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    damaged[17 + random.below(static_cast<std::uint32_t>(bytes.size() - 17))] ^=
        static_cast<char>(1 + random.below(255));
    CHECK_FALSE(Policy::read(damaged));  // zlib's checksum
  }
  // Views without a move, or with none that is ever made.
  for (auto [chances, first] : {std::pair<std::vector<Policy::Chance>, std::vector<std::uint32_t>>{{}, {0, 0}},
                                {{{0, 0.f}, {1, 0.f}}, {0, 2}}}) {
    Policy idle;
    idle.roles.push_back(
        {"player1", {"bet", "check"}, {}, first, chances, std::vector<std::uint32_t>(chances.size() + 1), {}, {}});
    CHECK_FALSE(Policy::read(idle.write()));
    if (chances.empty()) continue;
    idle.roles[0].all_chances[1].chance = 1;
    CHECK(Policy::read(idle.write()));
  }
  // A view that leads back to itself.
  Policy loop;
  loop.roles.push_back({"player1", {"bet"}, {{}}, {0, 1}, {{0, 1.f}}, {0, 1}, {0}, {0}});
  CHECK_FALSE(Policy::read(loop.write()));
  // Something is seen that has no text.
  Policy unseen;
  unseen.roles.push_back({"player1", {"bet"}, {}, {0, 1, 2}, {{0, 1.f}, {0, 1.f}}, {0, 1, 1}, {0}, {1}});
  CHECK_FALSE(Policy::read(unseen.write()));
  // The same is seen twice: who goes through all ways would not come to an end.
  Policy again = policy_of(*layout, uniform_profile(*layout));
  Policy::Role& role = again.roles[0];
  role.seen.insert(role.seen.begin(), role.seen.front());
  role.leads.insert(role.leads.begin(), role.leads.front());
  for (std::size_t c = 1; c < role.first_child.size(); ++c) ++role.first_child[c];
  CHECK_FALSE(profile_of(*layout, got(Policy::read(again.write()))));
  // A head that is deep.
  std::string body, deep(1000, '[');
  put(body, deep.size());
  CHECK_FALSE(Policy::read("percept policy 1\n" + compressed(body + deep)));
  auto leduc = laid_out(whole_of_own("leduc_poker"));
  CHECK_FALSE(profile_of(*leduc, got(Policy::read(bytes))));
}

TEST_CASE("a player goes by its policy") {
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  auto policy = std::make_shared<const Policy>(policy_of(*layout, solved(layout, 1000)));
  // Who holds the jack never calls, who holds the king always does; the queen calls one time in three.
  std::map<std::string, int> calls;
  Patience thinking;
  auto rules = rules_of("kuhn_poker");
  for (const std::string card : {"jack", "queen", "king"})
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      PolicyPlayer player(policy, seed);
      REQUIRE(player.start({rules, "player2", {}, {}}, thinking));
      CHECK(got(player.choose(thinking)) == "noop");
      REQUIRE(player.hear({"noop", std::vector<std::string>{"(own_card " + card + ")"}}, thinking));
      CHECK(got(player.choose(thinking)) == "noop");
      REQUIRE(player.hear({"noop", std::vector<std::string>{"(other_did bet)"}}, thinking));
      calls[card] += got(player.choose(thinking)) == "call" ? 1 : 0;
    }
  CHECK(calls["jack"] == 0);
  CHECK(calls["king"] == 600);
  CHECK(calls["queen"] > 150);
  CHECK(calls["queen"] < 250);
}

TEST_CASE("a player that finds itself where its policy knows nothing plays legally") {
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  auto policy = std::make_shared<const Policy>(policy_of(*layout, solved(layout, 1000)));
  Patience thinking;
  PolicyPlayer player(policy, 1);
  REQUIRE(player.start({rules_of("kuhn_poker"), "player1", {}, {}}, thinking));
  REQUIRE(player.hear({"noop", std::nullopt}, thinking));  // it was not told its card
  std::string move = got(player.choose(thinking));
  CHECK((move == "check" || move == "bet"));
  CHECK(thinking.reasons.thoughts.size() == 2);  // by a search, which has reasons
  // A policy of another game.
  PolicyPlayer stranger(policy, 1);
  REQUIRE(stranger.start({rules_of("rock_paper_scissors"), "left", {}, {}}, thinking));
  move = got(stranger.choose(thinking));
  CHECK((move == "rock" || move == "paper" || move == "scissors"));
}

TEST_CASE("the strategy policy: needs a file that is one") {
  CHECK_FALSE(check_strategy("policy"));
  CHECK(check_strategy("policy:some/file"));
  CHECK_FALSE(check_strategy("policy:some/file:seed=x"));
  CHECK_FALSE(make_player("policy:/no/such/file", 1));
  TemporaryFolder folder;
  CHECK_FALSE(make_player("policy:" + folder.write("no.policy", "nothing").string(), 1));
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  std::string file = folder.write("kuhn.policy", policy_of(*layout, uniform_profile(*layout)).write()).string();
  CHECK(make_player("policy:" + file, 1));
  CHECK(make_player("policy:" + file + ":seed=7", 1));
}

TEST_CASE("a player that is asked at every information set is as exploitable as what it does") {
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  Crew crew;
  auto rules = rules_of("kuhn_poker");
  // The first legal move by name: bet before check, call before fold.
  Evaluation first = evaluate(*layout, got(ask(*layout, {.strategy = "legal"}, rules)), crew);
  Profile by_hand = uniform_profile(*layout);
  for (std::size_t p = 0; p < 2; ++p) {
    const Forest& forest = layout->forest(p);
    const Positions& positions = layout->positions();
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
      const auto& list = positions.lists[positions.players[p]][forest.list(forest.view_of[set])];
      for (std::uint32_t a = 0; a < list.size(); ++a) {
        std::string text = positions.whole->lexicon->text(game::RoleId{positions.players[p]},
                                                          game::MoveId{list[a], positions.whole->lexicon->number()});
        by_hand[p][forest.first[set] + a] = text == "bet" || text == "call" ? 1 : 0;
      }
    }
  }
  CHECK(first.nash_conv == doctest::Approx(evaluate(*layout, by_hand, crew).nash_conv));
  // One that mixes, asked often enough.
  Evaluation mixed = evaluate(*layout, got(ask(*layout, {.strategy = "random", .asks = 200}, rules)), crew);
  CHECK(mixed.nash_conv / 25 == doctest::Approx(11.0 / 12).epsilon(0.15));
}
