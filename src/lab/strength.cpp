// SPDX-License-Identifier: MIT
#include "lab/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/seeds.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "lab/cheat_seat.h"
#include "lab/report_text.h"
#include "match/local_seat.h"
#include "match/referee.h"
#include "play/strategies.h"

namespace percept::lab {
namespace {

using nlohmann::ordered_json;

constexpr StrengthGame hidden(std::string_view name, unsigned players = 2, bool constant_sum = true) {
  return {name, false, true, players, constant_sum};
}

constexpr std::array kGames = {
    StrengthGame{"noughts_and_crosses"},
    StrengthGame{"nim"},
    StrengthGame{"connect_four_5x4"},
    StrengthGame{"connect_four_7x6"},
    StrengthGame{.name = "gdl1/connectFour", .corpus = true, .peers = 117'000},
    StrengthGame{"gdl1/breakthroughSmall", true},
    StrengthGame{.name = "gdl1/breakthrough", .corpus = true, .peers = 23'400},
    StrengthGame{.name = "gdl1/reversi", .corpus = true, .peers = 2'100},
    StrengthGame{"gdl1/checkersSmall", true},
    StrengthGame{"gdl1/checkers", true},
    hidden("goofspiel_5"),
    hidden("rock_paper_scissors"),
    hidden("phantom_tictactoe"),
    hidden("blind_tictactoe"),
    hidden("krieg_tictactoe_3x3"),
    hidden("krieg_tictactoe_4x4"),
    hidden("krieg_tictactoe_5x5"),
    hidden("dark_hex_3x3"),
    hidden("blind_breakthrough_5x5"),
    hidden("blind_breakthrough_6x6"),
    hidden("blind_breakthrough_8x8"),
    hidden("meier"),
    hidden("transit"),
    hidden("hidden_connect"),
    hidden("kuhn_poker"),
    hidden("leduc_poker"),
    hidden("liars_dice"),
    hidden("battleships_in_fog"),
    hidden("banker_and_thief", 2, false),
    hidden("small_dominion"),
    hidden("kuhn_poker_3p", 3),
    hidden("pacman_3p", 3, false),
    hidden("monty_hall"),
    hidden("number_guessing", 1),
    hidden("exploding_bomb", 1),
    hidden("mastermind_448", 1),
};

constexpr double kStartClock = 5, kLeastStartClock = 2;  // moves; seconds
constexpr std::string_view kCheat = "cheat";
// What the HyperPlayers of the competitions had time for: 16 models, 4 branches, 16 probes.
constexpr std::string_view kOf2012 = "hyperplay-2012", kThinksAsIn2012 = "hyperplay:models=16:leaves=64";
constexpr std::string_view kOfPeers = "uct-of-peers";

constexpr std::string_view kPreface = R"(# How strong the players are

Mean goals (0 to 100) with 95 % intervals (Student) of a player in every role in turn, the other roles played by
the opponent; an observation is the mean over the roles with one seed. `mcts/10` has a tenth of the budget;
`cheat` is shown the true state and searches it; `hyperplay-2012` has 16 models and 64 leaves, whatever the
budget, as players of the competitions had; `uct-of-peers` is plain UCT with as many playouts as the fastest
other engine makes in a second, 117 000, 23 400 and 2100. With leaves a move the figures repeat on any machine; with
seconds they are this machine's, and nobody thinks while another does. *All* is the mean over the games above it in
which the two met, and in which equals come to 50: not where there are three roles, or goals have no constant sum;
there a player also meets itself. `percept lab strength` writes this file.
)";

bool searches(std::string_view strategy) { return strategy != "random" && strategy != "legal"; }

// Whether it would think on the clock of the others, which would give a player with a tenth of the time the rest of it.
bool ponders(std::string_view text) {
  for (const play::Strategy& strategy : play::strategies())
    if (strategy.name == text.substr(0, text.find(':')))
      return std::ranges::any_of(strategy.options, [](const auto& option) { return option.name == "ponder"; });
  return false;
}

// The strategy with the budget's leaves, or a tenth of them ("mcts/10").
struct Spec {
  std::string strategy;
  std::uint64_t leaves = 0;  // 0: by the clock
  double share = 1;          // of the clock
};
Spec spec_of(std::string_view name, const StrengthBudget& budget) {
  Spec out{std::string(name), budget.leaves};
  std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return out;
  out.strategy = name.substr(0, slash);
  double part = std::stod(std::string(name.substr(slash + 1)));
  out.leaves = static_cast<std::uint64_t>(static_cast<double>(budget.leaves) / part);
  out.share = 1 / part;
  return out;
}

// A seat that plays by a part of the clock.
class HastySeat : public match::LocalSeat {
 public:
  HastySeat(std::unique_ptr<play::Player> player, record::PlayerOnRecord on_record, double share)
      : LocalSeat(std::move(player), std::move(on_record)), share_(share) {}
  std::optional<record::Fault> start(const match::Opening& opening, std::stop_token stop) override {
    match::Opening hasty = opening;
    hasty.clocks.play *= share_;
    return LocalSeat::start(hasty, stop);
  }

 private:
  double share_;
};

Result<std::unique_ptr<match::Seat>> seat_of(std::string_view name, const Contest& contest, std::uint64_t seed,
                                             const Truth& truth) {
  Spec spec = spec_of(name, contest.budget);
  if (spec.strategy == kCheat) return std::unique_ptr<match::Seat>(new CheatSeat(truth, seed, spec.leaves));
  std::string text = spec.strategy;
  if (name == kOf2012)
    text = kThinksAsIn2012;
  else if (name == kOfPeers)
    text = fmt::format("mcts:plain=yes:each=1:leaves={}", contest.game.peers);
  else if (spec.leaves > 0 && searches(text))
    text += fmt::format(":leaves={}", spec.leaves);
  if (ponders(text)) text += ":ponder=no";
  auto player = play::make_player(text, seed);
  if (!player) return tl::unexpected(player.error());
  return std::unique_ptr<match::Seat>(
      new HastySeat(std::move(*player), {std::string(name), text, "", false}, spec.share));
}

struct Score {
  double goal = 0, faults = 0;
};

Result<Score> play_one(game::Game& game, const Contest& contest, game::RoleId role, std::uint64_t seed,
                       std::stop_token stop) {
  Truth truth;
  std::vector<std::unique_ptr<match::Seat>> seats;
  for (std::uint32_t other = 0; other < game.roles(); ++other) {
    std::string name = game.text(game::RoleId{other});
    if (match::nature_of(game) == game::RoleId{other}) {
      seats.emplace_back();
      continue;
    }
    auto seat = seat_of(role == game::RoleId{other} ? contest.player : contest.opponent, contest,
                        stream_seed(seed, "player " + name), truth);
    if (!seat) return tl::unexpected(seat.error());
    seats.push_back(std::move(*seat));
  }
  match::Setup setup;
  setup.seed = seed;
  if (contest.budget.seconds > 0)
    setup.clocks = {std::max(kLeastStartClock, kStartClock * contest.budget.seconds), contest.budget.seconds};
  std::string name(contest.game.name);
  match::Referee referee(game, record::rules_on_record(game.description(), name), setup, {&truth});
  auto record = referee.play(seats, std::move(stop));
  if (!record) return tl::unexpected(record.error());
  if (record->status != record::Status::kCompleted) return failure(name + ": " + record->note);
  Score out{static_cast<double>(record->goals[role.value].value_or(0))};
  for (const record::Round& round : record->rounds) out.faults += round.faults[role.value].has_value();
  return out;
}

std::string file_of(const StrengthGame& game, const StrengthOptions& options) {
  return fmt::format("{}/{}.kif", game.corpus ? options.corpus : options.games, game.name);
}

}  // namespace

std::span<const StrengthGame> strength_games() { return kGames; }

std::string StrengthBudget::name() const {
  return seconds > 0 ? fmt::format("{:g} s", seconds) : fmt::format("{} leaves", leaves);
}

std::string Contest::key() const { return fmt::format("{}|{}|{}|{}", game.name, budget.name(), player, opponent); }

std::vector<Contest> contests_of(std::span<const StrengthGame> games, std::span<const StrengthBudget> budgets) {
  std::vector<Contest> out;
  for (const StrengthBudget& budget : budgets)
    for (const StrengthGame& game : games) {
      auto add = [&](const char* player, const char* opponent) { out.push_back({game, budget, player, opponent}); };
      if (game.players == 1) {
        for (const char* player : {"random", "legal", "hyperplay", "hyperplay2", "ismcts"}) add(player, "");
      } else if (!game.hidden) {
        add("mcts", "random");
        add("mcts", "mcts/10");
        if (budget.seconds > 0 && game.peers > 0) add("mcts", kOfPeers.data());
      } else {
        for (const char* player : {"hyperplay", "hyperplay2", "ismcts"}) add(player, "random");
        add("hyperplay", "legal");
        for (const char* player : {"hyperplay2", "ismcts"}) add(player, "hyperplay");
        if (!game.even()) add("hyperplay", "hyperplay");  // who is even has no 50 there
        for (const char* player : {"hyperplay", "ismcts", "cheat"}) add(player, kOf2012.data());
        add("cheat", "hyperplay");
        if (budget.seconds == 0) continue;  // the others decide by the clock what they do
        bool resolve = game.even();
        if (resolve) add("resolve", "ismcts");
        for (const char* opponent : {kOf2012.data(), "hyperplay", "ismcts", "auto/10"}) add("auto", opponent);
        if (resolve) add("auto", "resolve");
        if (!game.even()) add("auto", "auto");
        add("cheat", "auto");
      }
    }
  return out;
}

Result<StrengthResults> read_results(const std::string& file) {
  StrengthResults out;
  std::ifstream in(file);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    ordered_json json = ordered_json::parse(line, nullptr, false);
    if (json.is_discarded() && in.peek() == EOF) break;  // cut off while it was written
    try {
      StrengthResult result{json.at("contest"), json.at("seed"), json.at("goal"), json.at("faults")};
      out[result.contest].push_back(std::move(result));
    } catch (const ordered_json::exception&) {
      return failure(fmt::format("{}:{}: this is no result", file, number), "name another file, or remove this one");
    }
  }
  return out;
}

void mend_results(const std::string& file) {
  std::ifstream in(file);
  std::uintmax_t whole = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) whole += line.size() + 1;
  std::error_code none;
  if (std::filesystem::exists(file, none)) std::filesystem::resize_file(file, whole, none);
}

std::string to_line(const StrengthResult& result) {
  ordered_json json = {
      {"contest", result.contest}, {"seed", result.seed}, {"goal", result.goal}, {"faults", result.faults}};
  return json.dump() + "\n";
}

Result<void> measure_strength(std::span<const Contest> contests, const StrengthOptions& options,
                              StrengthResults& results, const StrengthDone& done, std::stop_token stop) {
  struct Job {
    const Contest* contest;
    std::uint64_t seed;
  };
  std::vector<Job> timed, untimed;
  std::size_t all = 0;
  for (const Contest& contest : contests) {
    if (contest.game.corpus && options.corpus.empty()) continue;
    std::set<std::uint64_t> known;
    for (const StrengthResult& result : results[contest.key()]) known.insert(result.seed);
    for (std::uint64_t seed = 1; seed <= contest.budget.seeds; ++seed) {
      ++all;
      if (!known.contains(seed)) (contest.budget.seconds > 0 ? timed : untimed).push_back({&contest, seed});
    }
  }
  std::size_t finished = all - timed.size() - untimed.size();

  std::mutex mutex;
  std::condition_variable news;
  std::deque<Result<StrengthResult>> made;
  std::stop_source over;
  std::stop_callback asked(stop, [&] { over.request_stop(); });
  auto run = [&](const std::vector<Job>& jobs, std::size_t workers) -> Result<void> {
    std::atomic<std::size_t> next = 0;
    std::size_t working = workers;
    auto work = [&] {
      std::map<std::string, game::Game> games;
      for (std::size_t at = next++; at < jobs.size() && !over.stop_requested(); at = next++) {
        const Contest& contest = *jobs[at].contest;
        auto play = [&]() -> Result<StrengthResult> {
          std::string file = file_of(contest.game, options);
          auto game = games.find(file);
          if (game == games.end()) {
            auto description = gdl::read_file(file);
            if (!description) return tl::unexpected(description.error());
            auto one = game::Game::make(std::move(*description), {});
            if (!one) return tl::unexpected(one.error());
            games.clear();
            game = games.emplace(file, std::move(*one)).first;
          }
          StrengthResult result{contest.key(), jobs[at].seed};
          double roles = 0;
          for (std::uint32_t role = 0; role < game->second.roles(); ++role) {
            if (match::nature_of(game->second) == game::RoleId{role}) continue;
            auto played = play_one(game->second, contest, game::RoleId{role}, jobs[at].seed, over.get_token());
            if (!played) return tl::unexpected(played.error());
            result.goal += played->goal;
            result.faults += played->faults;
            ++roles;
          }
          result.goal /= roles;
          return result;
        };
        Result<StrengthResult> result = play();
        if (over.stop_requested() && !result) break;  // a match that was broken off
        std::lock_guard lock(mutex);
        made.push_back(std::move(result));
        news.notify_one();
      }
      std::lock_guard lock(mutex);
      --working;
      news.notify_one();
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(work);
    std::unique_lock lock(mutex);
    Result<void> fine;
    for (;;) {
      news.wait(lock, [&] { return !made.empty() || working == 0; });
      if (made.empty()) return fine;
      Result<StrengthResult> result = std::move(made.front());
      made.pop_front();
      lock.unlock();
      if (result && fine) {
        results[result->contest].push_back(*result);
        fine = done(*result, ++finished, all);
      } else if (fine) {
        fine = tl::unexpected(result.error());
      }
      if (!fine) over.request_stop();
      lock.lock();
    }
  };
  if (auto fine = run(untimed, std::max<std::size_t>(options.workers, 1)); !fine) return fine;
  return run(timed, 1);
}

Estimate strength_of(const StrengthResults& results, std::span<const Contest> contests) {
  std::vector<std::vector<double>> goals;
  for (const Contest& contest : contests)
    if (auto found = results.find(contest.key()); found != results.end() && !found->second.empty()) {
      goals.emplace_back();
      for (const StrengthResult& result : found->second) goals.back().push_back(result.goal);
    }
  return mean_of_groups(goals);
}

std::string to_markdown(std::span<const Contest> contests, const StrengthResults& results,
                        const StrengthResults& before) {
  std::string out(kPreface);
  auto text = [](const Estimate& one) {
    if (one.count == 0) return std::string(kDash);
    return one.reach ? fmt::format("{:.1f} ± {:.1f}", one.mean, *one.reach) : fmt::format("{:.1f}", one.mean);
  };
  auto row = [&](std::string_view of, std::span<const Contest> alike) {
    Estimate now = strength_of(results, alike);
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", of, in_markdown(alike[0].player),
                       alike[0].opponent.empty() ? kDash : in_markdown(alike[0].opponent), text(now),
                       text(strength_of(before, alike)), now.count);
  };
  std::vector<std::pair<std::string, std::vector<Contest>>> met;  // who with whom, by the budget at hand
  auto finish = [&] {
    for (const auto& [pairing, alike] : met)
      if (alike.size() > 1) row(fmt::format("*All {}*", alike.size()), alike);
    met.clear();
  };
  std::string budget;
  for (const Contest& contest : contests) {
    if (strength_of(results, {&contest, 1}).count == 0) continue;
    if (contest.budget.name() != budget) {
      finish();
      budget = contest.budget.name();
      out += fmt::format(
          "\n## {} a move\n\n| game | player | opponent | goal | former release | seeds |\n"
          "|---|---|---|---|---|---|\n",
          budget);
    }
    row(in_markdown(std::string(contest.game.name)), {&contest, 1});
    if (!contest.game.even()) continue;
    std::string pairing = contest.player + "|" + contest.opponent;
    auto found = std::ranges::find(met, pairing, [](const auto& one) { return one.first; });
    if (found == met.end()) found = met.insert(met.end(), {pairing, {}});
    found->second.push_back(contest);
  }
  finish();
  return out;
}

}  // namespace percept::lab
