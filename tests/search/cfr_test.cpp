// SPDX-License-Identifier: MIT
//
// Solvers that can be put away and taken up again, on any number of threads; and those that sample.
#include "search/laid_out.h"
#include "search/sampling.h"
#include "search/table_sampling.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

TEST_CASE("a solver that was saved and loaded goes on bit by bit as if nothing had happened") {
  auto layout = laid_out(whole_of_own("leduc_poker"));
  Crew crew, two(2);
  for (const VariantName& variant : variants()) {
    CAPTURE(variant.name);
    Cfr::Options options{.variant = variant.variant, .planned = 60};
    Cfr whole(layout, options), first(layout, options), threaded(layout, options);
    for (int i = 0; i < 60; ++i) whole.iterate(crew);
    for (int i = 0; i < 25; ++i) first.iterate(crew);
    Cfr second(layout, {.variant = variant.variant});
    CHECK(second.load(first.save()));
    for (int i = 25; i < 60; ++i) second.iterate(crew);
    CHECK(second.average() == whole.average());
    CHECK(second.save() == whole.save());
    for (int i = 0; i < 60; ++i) threaded.iterate(two);
    CHECK(threaded.average() == whole.average());
  }
}

TEST_CASE("what is not a solver's state of this game is refused") {
  auto layout = laid_out(whole_of_own("kuhn_poker"));
  Cfr cfr(layout, {});
  std::string bytes = cfr.save();
  CHECK_FALSE(Cfr(layout, {}).load(bytes.substr(0, bytes.size() - 1)));
  CHECK_FALSE(Cfr(layout, {}).load(bytes + "x"));
  CHECK_FALSE(Cfr(layout, {}).load(""));
  CHECK_FALSE(Cfr(layout, {.variant = Variant::kDcfr}).load(bytes));
  CHECK_FALSE(Cfr(laid_out(whole_of_own("leduc_poker")), {}).load(bytes));
}

TEST_CASE("sampling on tables comes to the same, the same with the same seed") {
  auto layout = laid_out(whole_of_own("leduc_poker"), Kind::kWalked);
  Crew crew;
  TableSampling once(layout, 1), again(layout, 1);
  once.run(20'000, crew, {});
  again.run(10'000, crew, {});
  again.run(10'000, crew, {});
  CHECK(once.average() == again.average());
  CHECK(once.iterations() == 20'000);
  // Saved half way and taken up by another, the same again.
  TableSampling before(layout, 1), after(layout, 7);
  before.run(10'000, crew, {});
  CHECK(after.load(before.save()));
  after.run(10'000, crew, {});
  CHECK(after.average() == once.average());
  CHECK(after.save() == once.save());
  CHECK_FALSE(after.load(before.save().substr(1)));
  CHECK_FALSE(TableSampling(laid_out(whole_of_own("kuhn_poker"), Kind::kWalked), 1).load(before.save()));
  double found = evaluate(*layout, once.average(), crew).nash_conv / 3;
  CHECK(found < 0.6);
  once.run(180'000, crew, {});
  CHECK(evaluate(*layout, once.average(), crew).nash_conv / 3 < found / 2);
}

TEST_CASE("sampling on the rules alone learns, and forgets nothing it has no room for") {
  auto whole = whole_of_own("kuhn_poker");
  Sampling sampling(whole, {.seed = 3});
  for (int i = 0; i < 20'000; ++i) REQUIRE(got(sampling.iterate({})));
  CHECK(sampling.information_sets() == 12);
  // The chances of a player who holds the king and faces a bet: it calls.
  auto layout = laid_out(whole);
  const Positions& positions = layout->positions();
  std::vector<double> chances;
  std::size_t looked = 0;
  for (std::size_t player = 0; player < 2; ++player) {
    const Forest& forest = layout->forest(player);
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
      std::vector<Forest::Step> steps;
      for (std::uint32_t view = forest.view_of[set]; view != 0; view = steps.back().parent)
        steps.push_back(forest.step(view));
      std::uint64_t key = Sampling::start_key(player);
      bool king = false;
      for (std::size_t i = steps.size(); i-- > 0;) {
        game::Percepts seen;
        for (std::uint32_t percept : positions.percepts[player][steps[i].seen]) {
          seen.push_back({percept, 0});
          king = king || positions.whole->lexicon->text(game::PerceptId{percept, positions.whole->lexicon->number()}) ==
                             "(own_card king)";
        }
        const auto& list = positions.lists[positions.players[player]][forest.list(steps[i].parent)];
        key = Sampling::next_key(key, game::MoveId{list[steps[i].action], 0}, seen);
      }
      const auto& list = positions.lists[positions.players[player]][forest.list(forest.view_of[set])];
      sampling.chances(key, list.size(), chances);
      for (std::size_t a = 0; a < list.size(); ++a)
        if (king &&
            positions.whole->lexicon->text(game::RoleId{positions.players[player]},
                                           game::MoveId{list[a], positions.whole->lexicon->number()}) == "call") {
          CHECK(chances[a] > 0.99);
          ++looked;
        }
    }
  }
  CHECK(looked == 2);
  Sampling small(whole, {.seed = 3, .bytes = 200});
  for (int i = 0; i < 100; ++i) REQUIRE(got(small.iterate({})));
  CHECK(small.full());
  CHECK(small.information_sets() < 12);
}
