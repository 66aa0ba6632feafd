// SPDX-License-Identifier: MIT
//
// Nothing that a belief claims is ever false in the true position, and the true position is never excluded: random
// matches of all GDL-II rule sheets that can be played, with both filters. PERCEPT_EFFORT makes it longer.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "belief/exact.h"
#include "belief/knowledge.h"
#include "belief/senses.h"
#include "belief/two_set.h"
#include "game/playing.h"
#include "game/playout.h"
#include "gdl/reader.h"
#include "support/support.h"

namespace percept::belief {
namespace {

using Texts = std::set<std::string>;

std::size_t rounds_wanted() { return static_cast<std::size_t>(50 * test::effort()); }

// The true position as a belief would tell it.
struct Truths {
  Texts fluents, legal, goals;
  bool terminal;
};

Truths truths(game::Game& referee, const game::State& state, RoleId role) {
  Truths out;
  game::for_each_fluent(state, [&](FluentId fluent) { out.fluents.insert("(true " + referee.text(fluent) + ")"); });
  auto terminal = referee.terminal(state);
  REQUIRE(terminal);
  out.terminal = *terminal;
  auto legal = referee.legal_if_any(state, role);
  REQUIRE(legal);
  for (MoveId move : *legal) out.legal.insert(referee.text(role, move));
  auto goals = referee.goals(state, role);
  REQUIRE(goals);
  for (int goal : *goals) out.goals.insert(std::to_string(goal));
  return out;
}

// What is claimed and not so.
void compare(const char* what, const Known<std::string>& claimed, const Texts& truth, std::vector<std::string>& wrong) {
  for (const std::string& text : claimed.known)
    if (!truth.contains(text)) wrong.push_back(std::string(what) + " known, and false: " + text);
  for (const std::string& text : truth)
    if (!std::binary_search(claimed.known.begin(), claimed.known.end(), text) &&
        !std::binary_search(claimed.open.begin(), claimed.open.end(), text))
      wrong.push_back(std::string(what) + " known not to be, and true: " + text);
}

void check(Belief& belief, const Truths& truth) {
  test::Knowledge known = test::knowledge(belief);
  std::vector<std::string> wrong;
  compare("fluent", known.fluents, truth.fluents, wrong);
  compare("legal", known.legal, truth.legal, wrong);
  compare("goal", known.goals, truth.goals, wrong);
  if (known.terminal != Truth::kOpen && (known.terminal == Truth::kYes) != truth.terminal) wrong.push_back("terminal");
  CAPTURE(belief.name());
  CHECK(wrong == std::vector<std::string>());
}

// Random matches, one role after the other. Returns how many rounds were compared.
std::size_t play(const std::filesystem::path& file, std::size_t wanted) {
  auto read = gdl::read_file(file.string());
  REQUIRE(read);
  std::shared_ptr<const gdl::Description> description = std::move(*read);
  if (!game::playable(*description)) return 0;
  ground::Options grounding;
  grounding.max_rules = 1'000'000;
  auto kleene = Rules::make(description, circuit::Logic::kKleene, grounding);
  if (!kleene) return 0;
  bool whole = (*kleene)->whole() != nullptr;
  game::Game::Options options;
  if (!whole) options.engine = game::Game::Choice::kProver;
  auto referee = game::Game::make(description, options);
  if (!referee || !referee->imperfect()) return 0;
  auto two_valued = Rules::make(description, circuit::Logic::kTwoValued, grounding);
  REQUIRE(two_valued);
  ExactBelief::Options exactly;
  exactly.worlds = 3'000;
  exactly.sample = 300;
  exactly.seconds = 1;
  CAPTURE(file.filename().string());
  Random random(11);
  std::size_t rounds = 0;
  for (std::uint32_t r = 0; rounds < wanted; r = (r + 1) % static_cast<std::uint32_t>(referee->roles())) {
    RoleId role{r};
    if (role == referee->random()) {
      if (referee->roles() == 1) break;
      continue;
    }
    auto two_set = TwoSetBelief::make(*kleene, role);
    auto exact = ExactBelief::make(*two_valued, role, exactly);
    REQUIRE((two_set && exact));
    Senses two_set_senses(*referee, **kleene, role), exact_senses(*referee, **two_valued, role);
    CAPTURE(referee->text(role));
    auto match =
        game::play_out(*referee, referee->initial(), random, 60, [&](const game::Round& round) -> Result<void> {
          CAPTURE(round.number);
          Truths truth = truths(*referee, round.state, role);
          check(**two_set, truth);
          check(**exact, truth);
          auto percepts = referee->percepts(round.state, round.moves, role);
          REQUIRE(percepts);
          auto update = [&](Belief& belief, Senses& senses) {
            auto experience = senses.experience(round.moves[r], *percepts);
            REQUIRE_MESSAGE(experience, experience.error().message);
            auto updated = belief.update(*experience);
            REQUIRE_MESSAGE(updated, updated.error().message);
          };
          update(**two_set, two_set_senses);
          update(**exact, exact_senses);
          if (++rounds >= wanted) return failure("enough");
          return {};
        });
    if (match) {
      Truths truth = truths(*referee, match->end, role);
      check(**two_set, truth);
      check(**exact, truth);
    } else if (match.error().message != "enough" && match.error().message.find("60 rounds") == std::string::npos) {
      MESSAGE(file.filename().string() << ": " << match.error().message);
      break;
    }
  }
  return rounds;
}

void play_all(const std::vector<std::filesystem::path>& files) {
  std::size_t rounds = 0, sheets = 0;
  for (const std::filesystem::path& file : files) {
    std::size_t played = play(file, rounds_wanted());
    rounds += played;
    sheets += played > 0 ? 1 : 0;
  }
  MESSAGE(rounds << " rounds of " << sheets << " rule sheets, each with both filters");
  CHECK(rounds > 0);
}

TEST_CASE("what is claimed is true: our games") { play_all(test::own_games()); }

// A third of the sheets; all with PERCEPT_EFFORT.
TEST_CASE("what is claimed is true: the corpus") {
  REQUIRE_CORPUS();
  std::vector<std::filesystem::path> files = test::files_below(test::corpus() / "games/gdl2", {".kif"});
  for (const auto& file : test::files_below(test::corpus() / "games/gdl2_variants", {".kif"})) files.push_back(file);
  play_all(test::share_of(files, 3));
}

}  // namespace
}  // namespace percept::belief
