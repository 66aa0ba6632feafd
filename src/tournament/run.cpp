// SPDX-License-Identifier: MIT
#include "tournament/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/seeds.h"
#include "base/text.h"
#include "gdl/reader.h"
#include "match/referee.h"
#include "tournament/table.h"

namespace percept::tournament {
namespace {

using namespace std::chrono_literals;
using game::Game;
using Clock = std::chrono::steady_clock;

constexpr auto kWatch = 200ms;

// A player under the name it has in the tournament.
class NamedSeat : public match::Seat {
 public:
  NamedSeat(std::unique_ptr<match::Seat> seat, std::string name) : seat_(std::move(seat)), name_(std::move(name)) {}

  record::PlayerOnRecord player() const override {
    record::PlayerOnRecord out = seat_->player();
    out.name = name_;
    return out;
  }
  bool immediate() const override { return seat_->immediate(); }
  bool told_moves() const override { return seat_->told_moves(); }
  Result<void> meet(const match::Opening& opening, std::stop_token stop) override { return seat_->meet(opening, stop); }
  std::optional<record::Fault> start(const match::Opening& opening, std::stop_token stop) override {
    return seat_->start(opening, stop);
  }
  match::Answer play(const std::optional<match::News>& news, std::stop_token stop) override {
    return seat_->play(news, stop);
  }
  void stop(const match::News& news) override { seat_->stop(news); }
  void abort() override { seat_->abort(); }

 private:
  std::unique_ptr<match::Seat> seat_;
  std::string name_;
};

// Hands a match to the store, and remembers what went wrong with that.
class Keeper : public store::StoreFollower {
 public:
  using store::StoreFollower::StoreFollower;
  Result<void> on_start(const record::Record& record) override {
    return watched(store::StoreFollower::on_start(record));
  }
  Result<void> on_round(const record::Record& record) override {
    return watched(store::StoreFollower::on_round(record));
  }
  Result<void> on_end(const record::Record& record) override { return watched(store::StoreFollower::on_end(record)); }
  const std::optional<Error>& problem() const { return problem_; }

 private:
  Result<void> watched(Result<void> result) {
    if (!result && !problem_) problem_ = result.error();
    return result;
  }
  std::optional<Error> problem_;
};

struct Pending {
  ScheduledMatch match;
  std::string id;
};

class TournamentRun {
 public:
  TournamentRun(const Tournament& tournament, store::Store& store, const Seating& seating,
                const TournamentOptions& options)
      : tournament_(tournament), store_(store), seating_(seating), options_(options) {
    for (const TournamentGame& game : tournament.games)
      rules_.push_back(record::rules_on_record(game.model->description(), game.file));
  }

  Result<TournamentStatus> run(std::stop_token stop) {
    if (auto found = find_pending(); !found) return tl::unexpected(found.error());
    if (seating_.free) {
      std::vector<std::string> specs;
      for (const Entrant& player : tournament_.players) specs.push_back(player.spec);
      seating_.free(store_, specs);
    }
    std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    // Half of them wait for the disk.
    std::size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
    std::size_t workers = options_.workers > 0 ? options_.workers : 2 * cores;
    play_all(parallel_, std::min(workers, parallel_.size()));
    play_all(alone_, std::min<std::size_t>(1, alone_.size()));
    if (problem_) return tl::unexpected(*problem_);
    auto kept = results_of(store_, tournament_);
    if (!kept) return tl::unexpected(kept.error());
    auto there = static_cast<std::size_t>(std::ranges::count_if(*kept, &MatchResult::finished));
    status_.removed = status_.finished - std::min(there, status_.finished);
    return status();
  }

 private:
  Result<void> find_pending() {
    auto results = results_of(store_, tournament_);
    if (!results) return tl::unexpected(results.error());
    std::map<std::size_t, const MatchResult*> known;
    for (const MatchResult& result : *results) known[result.number] = &result;
    for (ScheduledMatch& match : schedule(tournament_)) {
      ++status_.total;
      auto before = known.find(match.number);
      if (before != known.end() && before->second->finished()) {
        ++status_.finished;
        status_.failed += before->second->status == record::Status::kFailed;
        continue;
      }
      std::size_t attempt = before == known.end() ? 1 : before->second->attempt + 1;
      std::vector<Pending>& queue = alone(match) ? alone_ : parallel_;
      std::string id = match_id(tournament_, match.number, attempt);
      queue.push_back({std::move(match), std::move(id)});
    }
    return {};
  }

  bool alone(const ScheduledMatch& match) const {
    if (tournament_.clocks.start > 0 || tournament_.clocks.play > 0) return true;
    return std::ranges::any_of(match.seating,
                               [&](std::size_t player) { return seating_.remote(tournament_.players[player].spec); });
  }

  TournamentStatus status() {
    std::lock_guard lock(mutex_);
    TournamentStatus out = status_;
    out.running.assign(running_.begin(), running_.end());
    out.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return out;
  }

  // Plays the matches of the queue on so many threads, while this one keeps the caller informed.
  void play_all(const std::vector<Pending>& queue, std::size_t workers) {
    std::size_t next = 0, working = workers;
    std::condition_variable done;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < workers; ++i)
      threads.emplace_back([&] {
        Games games;
        while (const Pending* pending = take(queue, next)) play(*pending, games);
        std::lock_guard lock(mutex_);
        --working;
        done.notify_one();
      });
    std::unique_lock lock(mutex_);
    while (!done.wait_for(lock, kWatch, [&] { return working == 0; })) {
      lock.unlock();
      if (options_.watch) options_.watch(status());
      lock.lock();
    }
  }

  const Pending* take(const std::vector<Pending>& queue, std::size_t& next) {
    std::lock_guard lock(mutex_);
    if (next == queue.size() || problem_ || stop_.stop_requested()) return nullptr;
    running_.insert(queue[next].id);
    return &queue[next++];
  }

  // Of one thread: games share their models and nothing else.
  using Games = std::map<std::size_t, std::unique_ptr<Game>>;

  Result<Game*> game_of(std::size_t index, Games& games) {
    std::unique_ptr<Game>& place = games[index];
    const auto& model = tournament_.games[index].model;
    Game::Options options;
    options.engine = options_.engine;
    options.grounding.budget = Budget().unless(stop_.get_token());
    // Once a player has had the game ground, a referee may as well use it.
    bool better = model->has_whole(circuit::Logic::kTwoValued) && options.engine == Game::Choice::kProver;
    if (place && (!better || place->whole())) return place.get();
    if (better) options.engine = Game::Choice::kCircuit;
    auto made = Game::make(model, options);
    if (!made) return tl::unexpected(made.error());
    place = std::make_unique<Game>(std::move(*made));
    return place.get();
  }

  void play(const Pending& pending, Games& games) {
    Keeper keeper(store_);
    Result<record::Record> record = failure("");
    double waited = 0;
    for (double pause = 0.1;; pause *= 2) {
      record = attempt(pending, games, keeper);
      if (record || keeper.problem() || !alone(pending.match) || !was_there_ || waited >= options_.patience) break;
      pause = std::min(pause, options_.patience - waited);
      waited += pause;
      if (!wait_for(pause)) break;
    }
    std::lock_guard lock(mutex_);
    running_.erase(pending.id);
    if (keeper.problem()) {
      if (!problem_) problem_ = keeper.problem();
      stop_.request_stop();
    } else if (!record) {
      was_there_ = false;
      if (stop_.stop_requested()) return;
      ++status_.refused;
      status_.last_refusal = record.error();
    } else if (record->status == record::Status::kCompleted || record->status == record::Status::kFailed) {
      was_there_ = true;
      ++status_.finished;
      ++status_.finished_now;
      status_.failed += record->status == record::Status::kFailed;
    }
  }

  Result<record::Record> attempt(const Pending& pending, Games& games, Keeper& keeper) {
    const game::Model& model = *tournament_.games[pending.match.game].model;
    std::vector<Sitter> sitters;
    std::size_t seat = 0;
    for (program::TermId id : model.roles()) {
      Sitter& sitter = sitters.emplace_back();
      std::string role = model.program().terms().to_kif(id);
      if (role == match::kNature) continue;
      const Entrant& player = tournament_.players[pending.match.seating[seat++]];
      sitter.name = player.name;
      sitter.spec = player.spec;
      sitter.seed = stream_seed(pending.match.seed, "player " + role);
      if (options_.elsewhere && !seating_.remote(player.spec)) continue;
      auto made = seating_.make(player.spec, {sitter.seed, player.dialect});
      if (!made) return tl::unexpected(made.error());
      sitter.seat = std::make_unique<NamedSeat>(std::move(*made), player.name);
    }
    match::Setup setup;
    setup.id = pending.id;
    setup.seed = pending.match.seed;
    setup.clocks = tournament_.clocks;
    setup.scramble = tournament_.scramble;
    setup.max_rounds = tournament_.max_rounds;
    setup.tournament = tournament_.name;
    setup.number = pending.match.number;
    setup.descriptions = tournament_.games[pending.match.game].descriptions;
    const record::RulesOnRecord& rules = rules_[pending.match.game];
    if (options_.elsewhere) return options_.elsewhere(rules, setup, sitters, keeper, stop_.get_token());
    auto game = game_of(pending.match.game, games);
    if (!game) return tl::unexpected(game.error());
    std::vector<std::unique_ptr<match::Seat>> seats;
    for (Sitter& sitter : sitters) seats.push_back(std::move(sitter.seat));
    return match::Referee(**game, rules, setup, {&keeper}).play(seats, stop_.get_token());
  }

  // False when it was stopped meanwhile.
  bool wait_for(double seconds) {
    std::unique_lock lock(mutex_);
    std::condition_variable_any woken;
    woken.wait_for(lock, stop_.get_token(), std::chrono::duration<double>(seconds), [] { return false; });
    return !stop_.stop_requested();
  }

  const Tournament& tournament_;
  store::Store& store_;
  const Seating& seating_;
  const TournamentOptions& options_;
  std::vector<record::RulesOnRecord> rules_;
  std::vector<Pending> parallel_, alone_;
  Clock::time_point begin_ = Clock::now();
  std::stop_source stop_;

  std::mutex mutex_;  // of what follows
  TournamentStatus status_;
  std::set<std::string> running_;
  std::optional<Error> problem_;
  bool was_there_ = true;  // the last match could be started, so that a player that is missing may be back soon
};

}  // namespace

Result<void> keep_configuration(store::Store& store, Tournament& tournament, bool restart) {
  auto before = store.tournament(tournament.name);
  if (!before) return tl::unexpected(before.error());
  if (tournament.drawn_seeds && *before && !restart)
    if (auto first = tournament_of(**before); first && first->seeds.size() == tournament.seeds.size())
      tournament.seeds = first->seeds;
  std::string now = configuration_of(tournament);
  if (!restart && *before && **before != now)
    return failure(
        fmt::format("the store has another tournament {}: {}", tournament.name, printable(difference(**before, now))),
        "give the new one another name, or use --restart to remove what was played under this one");
  if (restart) {
    store::Query query;
    query.tournament = tournament.name;
    query.limit = kMostMatches;
    auto matches = store.list(query);
    if (!matches) return tl::unexpected(matches.error());
    for (const store::Summary& match : *matches)
      if (auto removed = store.remove(match.id); !removed) return removed;
  }
  if (*before && **before == now) return {};
  return store.save_tournament(tournament.name, now);
}

Result<TournamentStatus> run_tournament(const Tournament& tournament, store::Store& store, const Seating& seating,
                                        const TournamentOptions& options, std::stop_token stop) {
  return TournamentRun(tournament, store, seating, options).run(std::move(stop));
}

}  // namespace percept::tournament
