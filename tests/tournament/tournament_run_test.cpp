// SPDX-License-Identifier: MIT
//
// Tournaments as they are played: the table does not depend on how many threads played or how often it was stopped,
// what is finished is left alone, and what the store refuses ends it.
#include "tournament/run.h"

#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "base/tally.h"
#include "game/playing.h"
#include "match/local_seat.h"
#include "play/strategies.h"
#include "support/support.h"
#include "tournament/lock.h"
#include "tournament/table.h"

using namespace percept;
using namespace percept::record;
using namespace percept::match;
using namespace percept::store;
using namespace percept::tournament;
using test::got;

namespace {

// Players of ours, and "away" for one that cannot be reached.
Seating local_seating() {
  Seating out;
  out.remote = [](const std::string& spec) { return spec == "away"; };
  out.check = [](const Entrant& entrant) -> Result<void> { return play::check_strategy(entrant.spec); };
  out.make = [](const std::string& spec, const Seating::Options& options) -> Result<std::unique_ptr<Seat>> {
    if (spec == "away") return failure("nobody answers");
    auto player = play::make_player(spec, options.seed);
    if (!player) return tl::unexpected(player.error());
    return std::unique_ptr<Seat>(new LocalSeat(std::move(*player), {spec, spec, "", false}));
  };
  return out;
}

struct Fixture : test::TemporaryFolder {
  Seating seating = local_seating();
  Tournament cup = got(read_tournament(write("cup.json", fmt::format(R"({{"name": "cup", "repetitions": 3,
        "games": ["{0}/meier.kif", "{0}/krieg_tictactoe_3x3.kif", "{0}/buttons_and_lights.kif"],
        "players": {{"first": "legal", "second": "random", "third": "random:filter=two-set"}}}})",
                                                                     (test::project_root() / "games").string()))
                                           .string(),
                                       seating));

  std::unique_ptr<Store> store(const std::string& name) const { return got(Store::open((path() / name).string())); }

  TournamentStatus run(Store& in, std::size_t workers, std::stop_token stop = {}) const {
    Tournament kept = cup;
    REQUIRE(keep_configuration(in, kept, false));
    TournamentOptions options;
    options.workers = workers;
    options.patience = 0.1;
    return got(run_tournament(cup, in, seating, options, stop));
  }
  std::string table(Store& in) const { return to_json(table_of(cup, got(results_of(in, cup)))); }
  std::size_t begun(Store& in) const { return got(in.list({{}, {}, "cup", {}, 100'000, 0})).size(); }
};

}  // namespace

TEST_CASE("a tournament is played once, whatever the number of threads, and gives the same table") {
  Fixture fixture;
  auto one = fixture.store("one.db"), two = fixture.store("two.db");
  TournamentStatus status = fixture.run(*one, 1);
  CHECK(status.total == 3 * (6 + 6 + 3));
  CHECK(status.finished == status.total);
  CHECK(status.finished_now == status.total);
  CHECK(status.failed == 0);
  CHECK(status.refused == 0);
  CHECK(status.running.empty());
  CHECK(fixture.run(*two, 3).finished == status.total);
  std::string table = fixture.table(*one);
  CHECK(table == fixture.table(*two));
  CHECK(table.find("\"completed\": 45") != std::string::npos);

  TournamentStatus again = fixture.run(*one, 2);
  CHECK(again.finished == status.total);
  CHECK(again.finished_now == 0);
  CHECK(fixture.begun(*one) == status.total);
  CHECK(fixture.table(*one) == table);

  for (const ScheduledMatch& match : schedule(fixture.cup)) {
    Record record = got(one->load(match_id(fixture.cup, match.number, 1)));
    Record other = got(two->load(match_id(fixture.cup, match.number, 1)));
    CHECK(record.seed == match.seed);
    CHECK(record.tournament == "cup");
    CHECK(record.number == match.number);
    REQUIRE(record.rounds.size() == other.rounds.size());
    for (std::size_t round = 0; round < record.rounds.size(); ++round)
      CHECK(record.rounds[round].moves == other.rounds[round].moves);
    std::size_t seat = 0;
    for (const PlayerOnRecord& player : record.players)
      if (player.spec != "nature") CHECK(player.name == fixture.cup.players[match.seating[seat++]].name);
    CHECK(seat == match.seating.size());
  }
}

TEST_CASE("a tournament that is stopped again and again ends with the table of one that was not") {
  Fixture fixture;
  auto whole = fixture.store("whole.db"), parts = fixture.store("parts.db");
  fixture.run(*whole, 2);
  std::size_t finished = 0, runs = 0;
  for (; finished < schedule(fixture.cup).size() && runs < 1000; ++runs) {
    std::stop_source stop;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + 10 * runs));
      stop.request_stop();
    });
    TournamentStatus status = fixture.run(*parts, 2, stop.get_token());
    CHECK(status.finished >= finished);
    finished = status.finished;
  }
  CHECK(fixture.table(*parts) == fixture.table(*whole));
  for (const Summary& match : got(parts->list({{}, {}, "cup", {}, 100'000, 0})))
    CHECK((match.status == Status::kCompleted || match.status == Status::kAborted));
  MESSAGE("runs: ", runs, ", matches begun: ", fixture.begun(*parts));
}

TEST_CASE("whoever has to be told all moves is told them in a tournament, too") {
  struct ToldSeat : LocalSeat {
    using LocalSeat::LocalSeat;
    bool told_moves() const override { return true; }
    Answer play(const std::optional<News>& news, std::stop_token stop) override {
      if (news && news->told.move) (news->moves.empty() ? *without : *with) += 1;
      return LocalSeat::play(news, stop);
    }
    std::atomic<std::size_t>*with = nullptr, *without = nullptr;
  };
  Fixture fixture;
  std::atomic<std::size_t> with = 0, without = 0;
  fixture.seating.make = [&](const std::string& spec, const Seating::Options& options) {
    auto seat =
        std::make_unique<ToldSeat>(got(play::make_player(spec, options.seed)), PlayerOnRecord{spec, spec, "", false});
    seat->with = &with;
    seat->without = &without;
    return Result<std::unique_ptr<Seat>>(std::move(seat));
  };
  auto store = fixture.store("store.db");
  CHECK(fixture.run(*store, 1).failed == 0);
  CHECK(with > 0);
  CHECK(without == 0);
}

TEST_CASE("matches that are played elsewhere get the rules, the setup and the players of those that are played here") {
  Fixture fixture;
  auto here = fixture.store("here.db"), there = fixture.store("there.db");
  fixture.run(*here, 1);
  Tournament kept = fixture.cup;
  REQUIRE(keep_configuration(*there, kept, false));
  TournamentOptions options;
  options.workers = 1;
  std::size_t asked = 0;
  options.elsewhere = [&](const RulesOnRecord& rules, const Setup& setup, std::vector<Sitter>& sitters,
                          Follower& keeper, std::stop_token stop) {
    ++asked;
    std::vector<std::unique_ptr<Seat>> seats;
    for (Sitter& sitter : sitters) {
      CHECK(!sitter.seat);  // nobody plays from somewhere else
      seats.emplace_back();
      if (sitter.spec.empty()) continue;
      seats.back() = std::make_unique<LocalSeat>(got(play::make_player(sitter.spec, sitter.seed)),
                                                 PlayerOnRecord{sitter.name, sitter.spec, "", false});
    }
    game::Game game = test::game_of_text(rules.text, game::Game::Choice::kProver);
    return Referee(game, rules, setup, {&keeper}).play(seats, stop);
  };
  CHECK(got(run_tournament(fixture.cup, *there, fixture.seating, options, {})).finished == asked);
  CHECK(asked == schedule(fixture.cup).size());
  CHECK(fixture.table(*there) == fixture.table(*here));
}

TEST_CASE("seeds that were drawn are those of the first time") {
  Fixture fixture;
  auto store = fixture.store("store.db");
  Tournament first = fixture.cup, again = fixture.cup;
  first.drawn_seeds = again.drawn_seeds = true;
  first.seeds = {11, 12, 13};
  again.seeds = {21, 22, 23};
  REQUIRE(keep_configuration(*store, first, false));
  REQUIRE(keep_configuration(*store, again, false));
  CHECK(again.seeds == first.seeds);
  again.seeds = {21, 22, 23};
  REQUIRE(keep_configuration(*store, again, true));
  CHECK(again.seeds == std::vector<std::uint64_t>{21, 22, 23});
}

TEST_CASE("another configuration under the same name is refused, and a new start removes what was played") {
  Fixture fixture;
  auto store = fixture.store("store.db");
  fixture.run(*store, 2);
  fixture.cup.seeds.pop_back();
  auto refused = keep_configuration(*store, fixture.cup, false);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "the store has another tournament cup: seeds had 3 and has 2");
  CHECK(refused.error().hint.find("--restart") != std::string::npos);
  CHECK(fixture.begun(*store) == 45);
  REQUIRE(keep_configuration(*store, fixture.cup, true));
  CHECK(fixture.begun(*store) == 0);
  CHECK(fixture.run(*store, 2).finished == 30);
}

TEST_CASE("matches that fail are counted and not tried again") {
  Fixture fixture;
  fixture.cup.max_rounds = 2;
  auto store = fixture.store("store.db");
  TournamentStatus status = fixture.run(*store, 2);
  CHECK(status.finished == 45);
  CHECK(status.failed > 0);
  CHECK(fixture.run(*store, 2).failed == status.failed);
  CHECK(fixture.begun(*store) == 45);
  Table table = table_of(fixture.cup, got(results_of(*store, fixture.cup)));
  CHECK(table.failed == status.failed);
  CHECK(table.completed + table.failed == 45);
}

TEST_CASE("finished matches that somebody removes while a tournament runs are missed, and played again") {
  // A store in which another process removes every match as soon as the next one has ended.
  Fixture fixture;
  fixture.cup.seeds = {1};
  auto store = fixture.store("store.db"), other = fixture.store("store.db");
  Tournament kept = fixture.cup;
  REQUIRE(keep_configuration(*store, kept, false));
  Seating seating = fixture.seating;
  std::size_t made = 0;
  seating.make = [&](const std::string& spec, const Seating::Options& options) {
    if (++made == 12) REQUIRE(other->remove("cup.1"));
    if (made == 16) REQUIRE(other->remove("cup.3"));
    return fixture.seating.make(spec, options);
  };
  TournamentOptions options;
  options.workers = 1;
  TournamentStatus status = got(run_tournament(fixture.cup, *store, seating, options, {}));
  CHECK(status.finished == 15);
  CHECK(status.removed == 2);
  CHECK(table_of(fixture.cup, got(results_of(*store, fixture.cup))).completed == 13);
  status = fixture.run(*store, 1);
  CHECK(status.finished_now == 2);
  CHECK(status.removed == 0);
  CHECK(table_of(fixture.cup, got(results_of(*store, fixture.cup))).completed == 15);
}

TEST_CASE("a player that is not there keeps only its own matches from being played") {
  Fixture fixture;
  fixture.cup.players[2].spec = "away";
  fixture.cup.seeds = {1};
  auto store = fixture.store("store.db");
  TournamentStatus status = fixture.run(*store, 2);
  CHECK(status.finished == 2 + 2 + 2);
  CHECK(status.refused == 4 + 4 + 1);
  CHECK(status.last_refusal.value().message == "nobody answers");
  CHECK(fixture.begun(*store) == 6);
}

TEST_CASE("a match with a clock is played alone") {
  Fixture fixture;
  fixture.cup.clocks = {30, 30};
  fixture.cup.seeds = {1};
  fixture.cup.games.pop_back();
  auto store = fixture.store("store.db");
  REQUIRE(keep_configuration(*store, fixture.cup, false));
  TournamentOptions options;
  options.workers = 4;
  std::size_t most = 0;
  options.watch = [&](const TournamentStatus& status) { most = std::max(most, status.running.size()); };
  CHECK(got(run_tournament(fixture.cup, *store, fixture.seating, options, {})).finished == 12);
  CHECK(most <= 1);
  auto matches = got(store->list({{}, {}, "cup", {}, 100, 0}));
  std::ranges::sort(matches, {}, &Summary::number);
  for (std::size_t i = 1; i < matches.size(); ++i) CHECK(matches[i].started >= matches[i - 1].ended);
}

TEST_CASE("a store that cannot be written ends the tournament") {
  class BrokenStore : public Store {
   public:
    explicit BrokenStore(std::unique_ptr<Store> store) : store_(std::move(store)) {}
    Result<void> begin(const Record& record) override { return store_->begin(record); }
    Result<void> add_round(const Record& record) override {
      if (++rounds_ > 20) return failure("the disk is full");
      return store_->add_round(record);
    }
    Result<void> finish(const Record& record) override { return store_->finish(record); }
    Result<void> add(const Record& record) override { return store_->add(record); }
    Result<Record> load(const std::string& id) override { return store_->load(id); }
    Result<std::vector<Summary>> list(const Query& query) override { return store_->list(query); }
    Result<void> remove(const std::string& id) override { return store_->remove(id); }
    Result<std::optional<std::string>> tournament(const std::string& name) override { return store_->tournament(name); }
    Result<void> save_tournament(const std::string& name, const std::string& configuration) override {
      return store_->save_tournament(name, configuration);
    }
    Result<std::vector<std::string>> tournaments() override { return store_->tournaments(); }

   private:
    std::unique_ptr<Store> store_;
    std::atomic<int> rounds_ = 0;
  };
  Fixture fixture;
  BrokenStore store(fixture.store("store.db"));
  auto ended = run_tournament(fixture.cup, store, fixture.seating, {}, {});
  REQUIRE_FALSE(ended);
  CHECK(ended.error().message == "the disk is full");
  CHECK(fixture.begun(store) < 45);
}

TEST_CASE("only one process plays a tournament") {
  test::TemporaryFolder folder;
  std::string store = (folder.path() / "store.db").string();
  {
    auto lock = got(TournamentLock::take(store, "cup"));
    auto second = TournamentLock::take(store, "cup");
    REQUIRE_FALSE(second);
    CHECK(second.error().message == fmt::format("tournament cup is being played by process {}", getpid()));
    CHECK(TournamentLock::take(store, "other"));
  }
  CHECK(TournamentLock::take(store, "cup"));
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK_FALSE(TournamentLock::take("/no/such/folder/store.db", "cup"));
}

TEST_CASE("tables: means by game and role, wins, ratings, Markdown") {
  Tournament cup;
  cup.name = "cup";
  cup.games = {{"chess", "", {"white", "black"}, "", {}}, {"puzzle", "", {"solver"}, "", {}}};
  cup.players = {{"a", "legal", ""}, {"b", "random", ""}};
  cup.seeds = {1, 2};
  // a wins as white, draws as black, and solves every puzzle.
  std::vector<MatchResult> results;
  for (const ScheduledMatch& match : schedule(cup)) {
    MatchResult result{match.number, 1, Status::kCompleted, {}, {0}};
    bool first = match.seating[0] == 0;
    if (match.game == 0)
      result.goals = first ? std::vector<std::optional<int>>{100, 0} : std::vector<std::optional<int>>{50, 50};
    else
      result.goals = {first ? 100 : 30};
    if (match.game == 0) result.faults = {0, 2};
    results.push_back(result);
  }
  Table table = table_of(cup, results);
  CHECK(table.total == 8);
  CHECK(table.completed == 8);
  CHECK(table.order == std::vector<std::size_t>{0, 1});
  const Standing& a = table.players[0];
  CHECK(a.matches == 6);
  CHECK(a.score.mean == doctest::Approx((4 * 75 + 2 * 100) / 6.0));
  CHECK(a.wins == 2);
  CHECK(a.draws == 2);
  CHECK(a.losses == 0);
  CHECK(a.faults == 4);
  CHECK(table.players[1].losses == 2);
  CHECK(table.games[0].roles[0][0].score.mean == 100);
  CHECK(table.games[0].roles[1][1].score.mean == 0);
  CHECK(table.games[1].players[1].score.mean == 30);
  CHECK(table.games[1].players[1].wins == 0);
  CHECK(table.ratings[0].elo - table.ratings[1].elo == doctest::Approx(400 * std::log10(3.5 / 1.5)));
  CHECK(to_markdown(table) == R"(# Tournament cup

8 of 8 matches played. Means and ratings with 95 % intervals.

| player | matches | mean | won/drawn/lost | Elo | faults |
|---|--:|--:|--:|--:|--:|
| a | 6 | 83.3 ± 30.6 | 2/2/0 | 1574 ± 166 | 4 |
| b | 6 | 26.7 ± 30.6 | 0/2/2 | 1426 ± 166 | 4 |

## chess

| player | matches | mean | won/drawn/lost | as white | as black | faults |
|---|--:|--:|--:|--:|--:|--:|
| a | 4 | 75.0 ± 45.9 | 2/2/0 | 100.0 ± 0.0 | 50.0 ± 0.0 | 4 |
| b | 4 | 25.0 ± 45.9 | 0/2/2 | 50.0 ± 0.0 | 0.0 ± 0.0 | 4 |

## puzzle

| player | matches | mean | won/drawn/lost | as solver | faults |
|---|--:|--:|--:|--:|--:|
| a | 2 | 100.0 ± 0.0 | – | 100.0 ± 0.0 | 0 |
| b | 2 | 30.0 ± 0.0 | – | 30.0 ± 0.0 | 0 |
)");
  results.pop_back();
  results.front().status = Status::kFailed;
  Table part = table_of(cup, results);
  CHECK(part.completed == 6);
  CHECK(part.failed == 1);
  CHECK(to_markdown(part).find("6 of 8 matches played, 1 failed.") != std::string::npos);
  CHECK(table_of(cup, {}).players[0].matches == 0);
  CHECK(to_markdown(table_of(cup, {})).find("| a | 0 | – | – | – | 0 |") != std::string::npos);
  // With the roles swapped and the same seed, two matches are one observation.
  cup.games.pop_back();
  cup.pairing = Pairing::kPaired;
  results.clear();
  for (const ScheduledMatch& match : schedule(cup))
    results.push_back({match.number, 1, Status::kCompleted, {100, 0}, {0, 0}});
  CHECK(table_of(cup, results).players[0].score.mean == 50);
  CHECK(table_of(cup, results).players[0].score.reach.value() == 0);
}

TEST_CASE("a tournament of a hundred matches understands its game once") {
  test::TemporaryFolder folder;
  Seating seating = local_seating();
  std::uint64_t checked = tally.checked, normalised = tally.normalised, grounded = tally.grounded;
  Tournament cup = got(read_tournament(
      folder
          .write("cup.json", fmt::format(R"({{"name": "cup", "repetitions": 50, "games": ["{}/krieg_tictactoe_3x3.kif"],
                                             "players": {{"first": "legal", "second": "random"}}}})",
                                         (test::project_root() / "games").string()))
          .string(),
      seating));
  auto store = got(Store::open((folder.path() / "cup.db").string()));
  REQUIRE(keep_configuration(*store, cup, false));
  TournamentOptions options;
  options.workers = 4;
  CHECK(got(run_tournament(cup, *store, seating, options, {})).finished == 100);
  CHECK(tally.checked - checked == 1);
  CHECK(tally.normalised - normalised == 1);
  CHECK(tally.grounded - grounded == 1);
}
