// SPDX-License-Identifier: MIT
//
// The circuit and the prover agree: on random matches of every game that can be played, about everything a game can be
// asked. A match on which they do not is shrunk and printed.
//
// How long a game is looked at depends on the time the prover takes, so that slow games leave time for the others; what
// is asserted does not. PERCEPT_EFFORT=10 looks ten times as long, and grounds games that are left out otherwise.
#include <fmt/format.h>

#include <cctype>

#include "base/budget.h"
#include "check/check.h"
#include "game/playing.h"
#include "game/twins.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;
namespace fs = std::filesystem;

namespace {

// For one game:
constexpr std::size_t kRounds = 300;      // looked at, if that takes no longer than
constexpr double kSeconds = 0.2;          // of CPU time, but at least
constexpr std::size_t kFewestRounds = 3;  // however long they take.
constexpr std::size_t kFirstMatch = 200;  // rounds of it, at most: many games end before
constexpr std::size_t kOtherMatches = 40;
constexpr std::size_t kGroundRules = 1'000'000;  // games with more are left out
constexpr std::size_t kFew = 20;                 // rounds: games with fewer are named

Result<Game> make(const std::shared_ptr<const gdl::Description>& description, Game::Choice engine) {
  Game::Options options;
  options.engine = engine;
  options.grounding.max_rules = static_cast<std::size_t>(static_cast<double>(kGroundRules) * effort());
  options.grounding.seconds = 60;
  return Game::make(description, options);
}

class Agreement {
 public:
  void look_at(const fs::path& file) {
    std::shared_ptr<const gdl::Description> description = got(gdl::read_file(file.string()));
    if (count(check::check(*description), gdl::Severity::kError) > 0) return;
    CAPTURE(file.string());
    auto circuit = make(description, Game::Choice::kCircuit);
    ++games_;
    Game prover = got(make(description, Game::Choice::kProver));
    if (!circuit) {
      alone_ += fmt::format("\n  {}: {}", file.filename().string(), circuit.error().message);
      Twins alone(prover, prover);  // the rules can be played at least
      Random random(1);
      CHECK_FALSE(play(alone, random, kFewestRounds).differs());
      return;
    }
    std::size_t rounds = compare(prover, *circuit);
    ++compared_;
    if (rounds < kFew) few_ += fmt::format("\n  {}: {} rounds", file.filename().string(), rounds);
  }

  void report(std::size_t least) const {
    CHECK(compared_ >= least);
    MESSAGE(compared_, " of ", games_, " games compared");
    if (!few_.empty()) MESSAGE("compared on few rounds, since the prover is slow:", few_);
    if (!alone_.empty()) MESSAGE("not compared, since they are too large to ground here:", alone_);
  }

 private:
  std::size_t compare(Game& prover, Game& circuit) {
    Twins twins(prover, circuit);
    double start = cpu_seconds();
    auto goes_on = [&](std::size_t rounds) {
      if (rounds < kFewestRounds) return true;
      return static_cast<double>(rounds) < kRounds * effort() && cpu_seconds() - start < kSeconds * effort();
    };
    std::size_t rounds = 0;
    for (std::uint64_t seed = 1; goes_on(rounds); ++seed) {
      Random random(seed);
      Match match = play(twins, random, seed == 1 ? kFirstMatch : kOtherMatches,
                         [&](std::size_t made) { return goes_on(rounds + made); });
      rounds += match.moves.size() + 1;
      if (!match.differs()) continue;
      match = shrunk(twins, match);
      FAIL_CHECK(describe(match));
      break;
    }
    return rounds;
  }

  std::size_t games_ = 0, compared_ = 0;
  std::string few_, alone_;
};

void agree_below(const std::string& folder, std::size_t least) {
  Agreement agreement;
  for (const fs::path& file : files_below(corpus() / "games" / folder, {".kif", ".hrf", ".gdl"}))
    agreement.look_at(file);
  agreement.report(least);
}

// Those whose names begin so; one in three, and all with PERCEPT_EFFORT.
void agree_among(char from, char to) {
  std::vector<fs::path> files = files_below(corpus() / "games/gdl1", {".kif"});
  std::erase_if(files, [&](const fs::path& file) {
    char first = static_cast<char>(std::tolower(static_cast<unsigned char>(file.filename().string()[0])));
    return first < from || to < first;
  });
  Agreement agreement;
  for (const fs::path& file : share_of(files, 3)) agreement.look_at(file);
  agreement.report(effort() > 1 ? 30 : 10);
}

}  // namespace

TEST_CASE("both engines agree on our own games") {
  Agreement agreement;
  for (const fs::path& file : own_games()) agreement.look_at(file);
  agreement.report(20);
}

TEST_CASE("both engines agree on the GDL-II games of the corpus") {
  REQUIRE_CORPUS();
  agree_below("gdl2", 40);
}

TEST_CASE("both engines agree on the repaired GDL-II games of the corpus") {
  REQUIRE_CORPUS();
  agree_below("gdl2_variants", 4);
}

TEST_CASE("both engines agree on the older games of the corpus") {
  REQUIRE_CORPUS();
  agree_below("gdl1_dresden", 5);
  agree_below("gdl1_old", 3);
}

TEST_CASE("both engines agree on ggp-base's games") {
  REQUIRE_CORPUS();
  agree_below("ggp_base", 20);
}

TEST_CASE("both engines agree on the infix games of the corpus") {
  REQUIRE_CORPUS();
  agree_below("infix", 7);
}

TEST_CASE("both engines agree on the GDL games of the corpus, 0 to b") {
  REQUIRE_CORPUS();
  agree_among('\0', 'b');
}

TEST_CASE("both engines agree on the GDL games of the corpus, c") {
  REQUIRE_CORPUS();
  agree_among('c', 'c');
}

TEST_CASE("both engines agree on the GDL games of the corpus, d to j") {
  REQUIRE_CORPUS();
  agree_among('d', 'j');
}

TEST_CASE("both engines agree on the GDL games of the corpus, k to o") {
  REQUIRE_CORPUS();
  agree_among('k', 'o');
}

TEST_CASE("both engines agree on the GDL games of the corpus, p to r") {
  REQUIRE_CORPUS();
  agree_among('p', 'r');
}

TEST_CASE("both engines agree on the GDL games of the corpus, s") {
  REQUIRE_CORPUS();
  agree_among('s', 's');
}

TEST_CASE("both engines agree on the GDL games of the corpus, t to z") {
  REQUIRE_CORPUS();
  agree_among('t', '\x7f');
}
