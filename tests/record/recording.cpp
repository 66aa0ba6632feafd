// SPDX-License-Identifier: MIT
#include "record/recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

namespace percept::test {

using namespace record;
using game::Game;
using game::RoleId;

RulesOnRecord rules_of_text(const std::string& name, const std::string& text) {
  auto description = gdl::read_text(name, text);
  std::string hash = hash_of(*description);
  Game game = game_of(std::move(description), Game::Choice::kProver);
  return {name, text, hash, game.imperfect() ? 2 : 1};
}

RulesOnRecord rules_of_file(const std::filesystem::path& file) {
  return rules_of_text(file.filename().string(), read(file));
}

RulesOnRecord countdown() {
  return rules_of_text("countdown.kif", R"(
    (role left) (role right)
    (init (heap 3)) (init (control left))
    (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal ?r (take big)) (true (control ?r)))
    (<= (legal ?r (take small)) (true (control ?r)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (heap ?n)) (true (heap ?m)) (succ ?n ?m))
    (<= (next (control right)) (true (control left)))
    (<= (next (control left)) (true (control right)))
    (<= (next (taken ?s)) (does ?r (take ?s)))
    (<= terminal (true (heap 0)))
    (<= (goal ?r 100) (true (control ?r)))
    (<= (goal ?r 0) (role ?r) (not (true (control ?r))))
  )");
}

namespace {

Facts facts_of(const Game& game, const game::State& state) {
  Facts out;
  for (game::FluentId fluent : game.sorted(state)) out.push_back(game.text(fluent));
  return out;
}

std::optional<Fault> random_fault(Random& random) {
  if (random.below(8) != 0) return std::nullopt;
  Fault out;
  out.kind = static_cast<FaultKind>(random.below(5));
  if (out.kind == FaultKind::kIllegal) out.answer = "(fly away)";
  if (out.kind == FaultKind::kUnreadable) out.answer = "\"mark\" (1 é";
  out.detail = "made up";
  return out;
}

// Of some roles; none where nobody has any.
std::vector<game::Reasons> random_reasons(const std::vector<std::string>& moves, Random& random) {
  std::vector<game::Reasons> out;
  for (std::size_t role = 0; role < moves.size(); ++role) {
    if (random.below(2) == 0) continue;
    out.resize(moves.size());
    game::Reasons& reasons = out[role];
    reasons.positions = random.below(1000);
    if (random.below(2) == 0) reasons.strategy = "\"auto\" — made up";
    for (std::uint32_t i = 0; i <= random.below(3); ++i)
      reasons.thoughts.push_back({moves[role], random.unit(), random.unit(), random.unit(), random.below(1 << 20),
                                  random.unit(), std::vector<std::string>(random.below(3), moves[0])});
    reasons.moves = reasons.thoughts.size() + random.below(3);
  }
  return out;
}

}  // namespace

Record random_record(const RulesOnRecord& rules, std::uint64_t seed, std::size_t max_rounds) {
  Game game = game_of_text(rules.text, Game::Choice::kProver);
  Random random(seed);
  Record out;
  out.id = fmt::format("{}.{}", rules.name.substr(0, rules.name.find('.')), seed);
  out.rules = rules;
  out.seed = random.bits();
  out.clocks = {10, 2.5};
  out.scrambled = seed % 2 == 1;
  out.tournament = seed % 3 == 0 ? "spring" : "";
  out.number = seed % 3 == 0 ? seed : 0;
  out.started = 1'700'000'000'000 + static_cast<std::int64_t>(seed) * 1000;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    out.roles.push_back(game.text(RoleId{role}));
    bool nature = game.random() == RoleId{role};
    out.players.push_back({nature ? "nature" : fmt::format("player {}", role), nature ? "nature" : "http://localhost:1",
                           nature ? "" : "dresden-2013", role == 1});
    out.start_faults.push_back(random_fault(random));
  }
  game::State state = game.initial();
  out.initial = facts_of(game, state);
  while (!got(game.terminal(state)) && out.rounds.size() < max_rounds) {
    game::JointMove moves = got(game::random_joint_move(game, state, random));
    Round round;
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      round.moves.push_back(game.text(RoleId{role}, moves[role]));
      round.faults.push_back(random_fault(random));
      round.seconds.push_back(random.unit());
      round.percepts.emplace_back();
      if (!game.imperfect()) continue;
      for (game::PerceptId percept : got(game.percepts(state, moves, RoleId{role})))
        round.percepts.back().push_back(game.text(percept));
      std::ranges::sort(round.percepts.back());
    }
    if (seed % 2 == 0) round.reasons = random_reasons(round.moves, random);
    state = got(game.next(state, moves));
    round.state = facts_of(game, state);
    round.time = out.started + static_cast<std::int64_t>(out.rounds.size() + 1) * 10;
    out.rounds.push_back(std::move(round));
  }
  bool ended = got(game.terminal(state));
  out.status = ended ? Status::kCompleted : Status::kAborted;
  out.note = ended ? "" : "made \"short\"\n— on purpose";
  out.ended = out.started + 1'000'000;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    std::vector<int> goals = ended ? got(game.goals(state, RoleId{role})) : std::vector<int>();
    out.goals.push_back(goals.size() == 1 ? std::optional(goals[0]) : std::nullopt);
  }
  return out;
}

Record random_record(const std::string& own_game, std::uint64_t seed, std::size_t max_rounds) {
  return random_record(rules_of_file(project_root() / "games" / (own_game + ".kif")), seed, max_rounds);
}

std::string whole(const Record& record) {
  std::string out;
  auto line = [&](std::string_view name, const auto& value) { out += fmt::format("{}: {}\n", name, value); };
  auto faults = [&](std::string_view name, const std::vector<std::optional<Fault>>& all) {
    for (const std::optional<Fault>& fault : all)
      line(name, fault ? fmt::format("{} [{}] [{}]", name_of(fault->kind), fault->answer, fault->detail) : "-");
  };
  line("id", record.id);
  line("rules",
       fmt::format("{} {} {}\n{}", record.rules.name, record.rules.hash, record.rules.gdl_version, record.rules.text));
  line("roles", record.roles);
  for (const PlayerOnRecord& player : record.players)
    line("player", fmt::format("[{}] [{}] [{}] {}", player.name, player.spec, player.dialect, player.human));
  line("seed", record.seed);
  line("clocks", fmt::format("{} {}", record.clocks.start, record.clocks.play));
  line("scrambled", record.scrambled);
  line("tournament", fmt::format("[{}] {}", record.tournament, record.number));
  line("started", record.started);
  faults("start fault", record.start_faults);
  line("initial", record.initial);
  for (const Round& round : record.rounds) {
    line("moves", round.moves);
    line("percepts", round.percepts);
    faults("fault", round.faults);
    line("seconds", round.seconds);
    for (const game::Reasons& reasons : round.reasons) {
      line("reasons", fmt::format("[{}] {} of {}", reasons.strategy, reasons.positions, reasons.moves));
      for (const game::Thought& thought : reasons.thoughts)
        line("thought", fmt::format("[{}] {} {} {} {} {} {}", thought.move, thought.value, thought.lowest,
                                    thought.highest, thought.visits, thought.chance, thought.line));
    }
    line("state", round.state);
    line("time", round.time);
  }
  line("status", name_of(record.status));
  for (const std::optional<int>& goal : record.goals) line("goal", goal ? std::to_string(*goal) : "-");
  line("note", record.note);
  line("ended", record.ended);
  return out;
}

}  // namespace percept::test
