// SPDX-License-Identifier: MIT
#include "lab/figures.h"

#include <fmt/format.h>

#include <memory>

#include "base/budget.h"
#include "belief/senses.h"
#include "gdl/reader.h"
#include "lab/replay.h"

namespace percept::lab {
namespace {

using belief::Experience;
using belief::RoleId;
using belief::Rules;

// A random match, as the referee remembers it.
struct PlayedMatch {
  std::vector<game::JointMove> moves;
  std::vector<std::vector<game::Percepts>> percepts;  // by round and role
};

Result<PlayedMatch> play(game::Game& referee, std::uint64_t seed, std::size_t max_rounds) {
  PlayedMatch out;
  Random random(seed);
  game::State state = referee.initial();
  while (out.moves.size() < max_rounds) {
    auto over = referee.terminal(state);
    if (!over) return tl::unexpected(over.error());
    if (*over) break;
    auto moves = game::random_joint_move(referee, state, random);
    if (!moves) return tl::unexpected(moves.error());
    std::vector<game::Percepts>& seen = out.percepts.emplace_back();
    for (std::uint32_t role = 0; role < referee.roles(); ++role) {
      auto percepts = referee.percepts(state, *moves, RoleId{role});
      if (!percepts) return tl::unexpected(percepts.error());
      seen.push_back(std::move(*percepts));
    }
    auto next = referee.next(state, *moves);
    if (!next) return tl::unexpected(next.error());
    out.moves.push_back(std::move(*moves));
    state = std::move(*next);
  }
  return out;
}

// One game: its matches are played once, and every engine follows them for every role.
class FigureExperiment {
 public:
  static Result<FigureExperiment> open(const FigureGame& game, const FigureOptions& options, MeasuredGame& out) {
    auto description = gdl::read_file(game.file);
    if (!description) return tl::unexpected(description.error());
    FigureExperiment made(options);
    ground::Options grounding;
    grounding.seconds = options.grounding_seconds;
    double begun = cpu_seconds();
    auto model = game::Model::make(std::move(*description));
    if (!model) return tl::unexpected(model.error());
    auto rules = Rules::make(*model, circuit::Logic::kTwoValued, grounding);
    out.rules_seconds = cpu_seconds() - begun;
    if (!rules) return tl::unexpected(rules.error());
    made.rules_ = *rules;
    out.local = !made.rules_->whole();
    auto choice = out.local ? game::Game::Choice::kProver : game::Game::Choice::kAuto;
    auto referee = game::Game::make(*model, {choice, grounding});
    if (!referee) return tl::unexpected(referee.error());
    made.referee_ = std::make_unique<game::Game>(std::move(*referee));
    for (std::uint32_t role = 0; role < made.referee_->roles(); ++role)
      if (made.referee_->random() != RoleId{role}) made.roles_.push_back(RoleId{role});
    out.roles = made.roles_.size();
    for (std::size_t match = 0; match < options.matches; ++match) {
      auto played = play(*made.referee_, options.seed + match, options.max_rounds);
      if (!played) return tl::unexpected(played.error());
      made.matches_.push_back(std::move(*played));
    }
    return made;
  }

  const std::vector<RoleId>& roles() const { return roles_; }

  // A match with the eyes of a role. False when `go_on` said so; it then does not count.
  Result<bool> follow(MeasuredEngine& out, RoleId role, std::size_t match,
                      const std::function<bool(std::size_t round)>& go_on) {
    const PlayedMatch& played = matches_[match];
    belief::Senses senses(*referee_, *rules_, role);
    std::vector<OwnRound> own;
    std::vector<Experience> experiences;
    for (std::size_t i = 0; i < played.moves.size(); ++i) {
      own.push_back({played.moves[i][role.value], played.percepts[i][role.value]});
      auto experience = senses.experience(own.back().move, own.back().percepts);
      if (!experience) return tl::unexpected(experience.error());
      experiences.push_back(std::move(*experience));
    }

    sample::Options options;
    options.forget = out.configuration.forget;
    options.facts = out.configuration.facts;
    options.seed = options_.seed + match;
    double begun = cpu_seconds();
    auto sampler = sample::make_sampler(out.configuration.engine, rules_, role, options);
    double start_up = cpu_seconds() - begun;
    if (!sampler) return tl::unexpected(sampler.error());

    Replay replay(*referee_, *rules_, role);
    Random random(options_.seed + match);
    std::vector<RoundTime> rounds;
    bool over = false;
    for (std::size_t i = 0; i < experiences.size(); ++i) {
      RoundTime now{referee_->text(role), match + 1, i + 1};
      now.over = over;
      if (!over) {
        if (!go_on(i + 1)) return false;
        auto draw = first_sample(**sampler, experiences[i], random, now);
        if (!draw) return tl::unexpected(draw.error());
        over = now.over;
        for (const sample::Sample& sample : draw->samples)
          if (auto fine = replay.check(sample, own, i + 1); !fine) return tl::unexpected(fine.error());
      }
      rounds.push_back(std::move(now));
    }
    out.start_up.push_back(start_up);
    out.rounds.insert(out.rounds.end(), rounds.begin(), rounds.end());
    return true;
  }

 private:
  explicit FigureExperiment(const FigureOptions& options) : options_(options) {}

  Result<sample::Draw> first_sample(sample::Sampler& sampler, const Experience& experience, Random& random,
                                    RoundTime& now) const {
    sample::Times before = sampler.times();
    double begun = cpu_seconds();
    auto updated = sampler.update(experience, Budget(options_.budget, 0));
    double left = options_.budget - (cpu_seconds() - begun);
    sample::Draw draw;
    if (updated && left > 0) draw = sampler.draw(1, random, Budget(left, 0));
    now.total = cpu_seconds() - begun;
    now.grounding = sampler.times().grounding - before.grounding;
    now.solving = now.total - now.grounding;
    now.measured = true;
    now.over = now.total > options_.budget || (draw.samples.empty() && draw.gave_up);
    if (!updated) return tl::unexpected(updated.error());
    if (draw.samples.empty() && !now.over)
      return failure(fmt::format("round {}: no sample, although the budget did not run out", now.round));
    return draw;
  }

  const FigureOptions& options_;
  std::shared_ptr<Rules> rules_;
  std::unique_ptr<game::Game> referee_;
  std::vector<RoleId> roles_;
  std::vector<PlayedMatch> matches_;
};

}  // namespace

Figure measure_figure(const std::vector<FigureGame>& games, const FigureOptions& options, const FigureWatch& watch,
                      const OnEngine& on_engine) {
  Figure out;
  out.options = options;
  out.all_games = games.size();
  std::size_t runs = 0;
  for (std::size_t g = 0; g < games.size() && !out.interrupted; ++g) {
    auto go_on = [&](std::string_view doing, std::size_t round) {
      // Games to come are taken for ones of two roles.
      std::size_t roles_now = out.games.size() == g + 1 && out.games[g].roles > 0 ? out.games[g].roles : 2;
      std::size_t all_runs = options.configurations.size() * options.matches * (roles_now + 2 * (games.size() - g - 1));
      for (std::size_t before = 0; before < g; ++before)
        all_runs += options.configurations.size() * options.matches * out.games[before].roles;
      if (watch && !watch({runs, std::max(all_runs, runs), games[g], doing, round})) out.interrupted = true;
      return !out.interrupted;
    };
    if (!go_on("grounding", 0)) break;
    MeasuredGame& measured = out.games.emplace_back();
    measured.game = games[g];
    if (games[g].file.empty()) {
      measured.problem = "there is no rule sheet for it";
      continue;
    }
    auto experiment = FigureExperiment::open(games[g], out.options, measured);
    if (!experiment) {
      measured.problem = experiment.error().message;
      continue;
    }
    for (const Configuration& configuration : options.configurations) {
      MeasuredEngine& engine = measured.engines.emplace_back();
      engine.configuration = configuration;
      for (std::size_t match = 0; match < options.matches && !out.interrupted && engine.problem.empty(); ++match)
        for (RoleId role : experiment->roles()) {
          auto followed = experiment->follow(engine, role, match,
                                             [&](std::size_t round) { return go_on(configuration.name, round); });
          if (!followed) engine.problem = fmt::format("match {}: {}", match + 1, followed.error().message);
          if (!followed || !*followed) break;
          ++runs;
        }
      if (out.interrupted) engine.problem = "interrupted";
      if (on_engine) on_engine(measured, engine);
      if (out.interrupted) break;
    }
  }
  return out;
}

}  // namespace percept::lab
