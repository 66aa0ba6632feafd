// SPDX-License-Identifier: MIT
//
// Worlds that a search goes down from: those a role holds possible, and those that others do then, as likely as they
// are to these.
#include "play/searched_worlds.h"

#include <algorithm>

#include "sample/engines.h"
#include "search/simulators.h"

using namespace percept;
using namespace percept::play;
using percept::test::got;

TEST_CASE("worlds of others weigh what those weigh in whose place they may be") {
  auto model = got(game::Model::make(got(gdl::read_file(test::own_game("kuhn_poker").string()))));
  auto rules = got(belief::Rules::make(model, circuit::Logic::kTwoValued));
  auto simulator = got(search::Simulator::make(model));
  auto role = *rules->lexicon().role("player1");
  auto sampler = got(sample::make_sampler(sample::Engine::kAuto, rules, role, {}));
  game::Percepts queen{got(rules->lexicon().find_percept("(own_card queen)"))};
  REQUIRE(sampler->update({got(rules->lexicon().find_move(role, "noop")), queen}, {}));
  Random random(1);
  std::vector<sample::Sample> samples;
  for (const sample::Sample& drawn : sampler->draw(50, random, {}).samples)
    if (std::ranges::find(samples, drawn.moves, &sample::Sample::moves) == samples.end()) samples.push_back(drawn);
  REQUIRE(samples.size() == 2);
  samples[0].weight = 0.9;
  samples[1].weight = 0.1;
  search::Steering steering;
  auto worlds = searched_worlds({*simulator, rules, role.value, steering, 1}, samples, random, {});
  // The opponent with the one card or the other may hold its own for the player's: of each, what it may be weighs as
  // much as what there is.
  std::size_t opponent = 1 - role.value;
  double held[2] = {0, 0}, all = 0;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    CHECK((worlds[i].views[role.value] == worlds[0].views[role.value]) == (i < 2));
    if (i < 2) CHECK(worlds[i].weight == doctest::Approx(samples[i].weight));
    for (std::size_t own : {0u, 1u})
      if (i >= 2 && worlds[i].views[opponent] == worlds[own].views[opponent]) held[own] += worlds[i].weight;
    all += worlds[i].weight;
  }
  CHECK(held[0] > 0.4);
  CHECK(held[0] < 1.8);
  CHECK(held[1] > 0.03);
  CHECK(held[1] < 0.35);
  CHECK(all <= doctest::Approx(3));
}
