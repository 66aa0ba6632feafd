// SPDX-License-Identifier: MIT
//
// A match of every game in games/, as it was played when its file in playthroughs/ was written: states, legal moves,
// moves, percepts, goals. Whatever makes a difference shows as a line, and in a review as a diff.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "base/random.h"
#include "base/text.h"
#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kWritten = 8;  // that are written in full
constexpr std::size_t kLong = 20;    // things in a line, of which the first half is written

const std::string kAnew =
    "to write it anew, if that was meant: PERCEPT_WRITE_GOLDEN=1 build/tests/percept_game_tests -tc='golden "
    "playthroughs*'";

// What is left out in short, so that a difference shows all the same.
std::string mark(const std::string& text) {
  std::uint64_t hash = text.size();
  for (char c : text) hash = mixed(hash * 257 + static_cast<unsigned char>(c) + 1);
  return fmt::format("#{:08x}", hash >> 32);
}

std::string listed(const std::vector<std::string>& texts) {
  if (texts.empty()) return "nothing";
  std::string all = fmt::format("{}", fmt::join(texts, " "));
  if (texts.size() <= kLong) return all;
  return fmt::format("{} ... {} in all, {}", fmt::join(texts.begin(), texts.begin() + kLong / 2, " "), texts.size(),
                     mark(all));
}

// The fluents of one state that another has not.
std::string more(const Game& game, const State& state, const State& than) {
  std::vector<std::string> out;
  for (FluentId fluent : game.sorted(state))
    if (!than.contains(fluent)) out.push_back(game.text(fluent));
  return listed(out);
}

std::string round_text(Game& game, const Round& round) {
  std::string out = fmt::format("\nround {}\n", round.number);
  for (std::uint32_t i = 0; i < game.roles(); ++i) {
    RoleId role{i};
    std::vector<std::string> legal;
    for (MoveId move : got(sorted_legal(game, round.state, role))) legal.push_back(game.text(role, move));
    out += fmt::format("{} {}: {}\n", game.text(role), legal.size() == 1 ? "must" : "may", listed(legal));
    if (legal.size() > 1) out += fmt::format("{} does: {}\n", game.text(role), game.text(role, round.moves[i]));
  }
  for (std::uint32_t i = 0; game.imperfect() && i < game.roles(); ++i) {
    Percepts percepts = got(game.percepts(round.state, round.moves, RoleId{i}));
    std::ranges::sort(percepts, [&](PerceptId a, PerceptId b) { return game.lexicon().less(a, b); });
    std::vector<std::string> seen;
    for (PerceptId percept : percepts) seen.push_back(game.text(percept));
    out += fmt::format("{} sees: {}\n", game.text(RoleId{i}), listed(seen));
  }
  State next = got(game.next(round.state, round.moves));
  out += fmt::format("no more: {}\nnow: {}\n", more(game, round.state, next), more(game, next, round.state));
  return out;
}

std::string playthrough(Game& game) {
  std::string out =
      fmt::format("A random match with seed {}.\n\nat first: {}\n", kSeed, more(game, game.initial(), {}));
  std::string rest;
  Random random(kSeed);
  Playout match = got(play_out(game, game.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
    (round.number <= kWritten ? out : rest) += round_text(game, round);
    return {};
  }));
  if (!rest.empty()) out += fmt::format("\n... {} more, {}\n", counted(match.rounds - kWritten, "round"), mark(rest));
  out += "\nend\n";
  for (std::uint32_t i = 0; i < game.roles(); ++i) {
    std::vector<std::string> goals;
    for (int goal : got(game.goals(match.end, RoleId{i}))) goals.push_back(std::to_string(goal));
    out += fmt::format("{} has: {}\n", game.text(RoleId{i}), listed(goals));
  }
  return out;
}

// "line 3\n  was: …\n  is:  …" of the first line that differs; empty when none does.
std::string difference(const std::string& before, const std::string& now) {
  std::istringstream was(before), is(now);
  for (std::size_t number = 1;; ++number) {
    std::string a, b;
    bool in_a = static_cast<bool>(std::getline(was, a)), in_b = static_cast<bool>(std::getline(is, b));
    if (!in_a && !in_b) return before == now ? "" : "the last line break";
    if (in_a != in_b || a != b)
      return fmt::format("line {}\n  was: {}\n  is:  {}", number, in_a ? a : "(nothing)", in_b ? b : "(nothing)");
  }
}

}  // namespace

TEST_CASE("golden playthroughs: every game is played as it was") {
  fs::path folder = project_root() / "tests/game/playthroughs";
  const char* asked = std::getenv("PERCEPT_WRITE_GOLDEN");
  bool write = asked && *asked;
  std::set<fs::path> expected;
  for (const fs::path& sheet : own_games()) {
    fs::path file = folder / fs::relative(sheet, project_root() / "games").replace_extension(".txt");
    expected.insert(file);
    CAPTURE(file.string());
    if (write) {
      Game game = game_of_file(sheet, Game::Choice::kProver);
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << playthrough(game);
    } else if (!fs::exists(file)) {
      FAIL_CHECK("it is not there\n" << kAnew);
    } else {
      for (auto engine : {Game::Choice::kProver, Game::Choice::kCircuit}) {
        Game game = game_of_file(sheet, engine);
        std::string differs = difference(read(file), playthrough(game));
        CHECK_MESSAGE(differs.empty(), game.engine_name(), ": ", differs, "\n", kAnew);
      }
    }
  }
  if (write) FAIL_CHECK(counted(expected.size(), "playthrough") << " written to " << folder.string());
  for (const fs::path& file : files_below(folder, {".txt"}))
    CHECK_MESSAGE(expected.contains(file), file.string(), " is of no game in games/: remove it");
}

TEST_CASE("golden playthroughs: the first line that differs is told") {
  CHECK(difference("a\nb\n", "a\nb\n").empty());
  CHECK(difference("a\nb\nc\n", "a\nx\ny\n") == "line 2\n  was: b\n  is:  x");
  CHECK(difference("a\n", "a\nb\n") == "line 2\n  was: (nothing)\n  is:  b");
  CHECK(difference("a\n", "a") == "the last line break");
}

TEST_CASE("golden playthroughs: what is left out counts") {
  std::vector<std::string> few(kLong, "m"), many(kLong + 1, "m"), other = many;
  other.back() = "n";
  CHECK(listed(few).find("...") == std::string::npos);
  CHECK(listed(many).find("... 21 in all, #") != std::string::npos);
  CHECK(listed(many) != listed(other));
}
