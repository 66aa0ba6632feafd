// SPDX-License-Identifier: MIT
#include "play/searching_player.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "belief/exact.h"
#include "play/searched_worlds.h"
#include "sample/engines.h"

namespace percept::play {
namespace {

using belief::MoveId;
using search::SearchModel;
using search::SearchWorld;

constexpr std::uint64_t kLeaves = 20'000;  // of a move, without a clock
constexpr std::uint64_t kNoLimit = UINT64_MAX;
constexpr std::size_t kModels = 200;
constexpr double kShare = 0.9;          // of the time left, for a move
constexpr double kSafety = 0.01;        // seconds, beside
constexpr double kSlice = 0.3;          // of what is left, between two looks at what is best
constexpr double kSamplingShare = 0.3;  // of the time left, for models

double seconds_for(const Assignment& assignment, const Thinking& thinking) {
  return assignment.play_clock ? std::max(0.0, kShare * thinking.seconds_left() - kSafety) : HUGE_VAL;
}
// Memory that is gone through in a quarter of the clock, when it is full; a search fills less in that time.
std::size_t bytes_for(std::optional<double> clock) {
  constexpr double kBytesASecond = 256 << 20, kLeast = 64 << 20, kMost = 512 << 20;
  return static_cast<std::size_t>(std::clamp(clock.value_or(HUGE_VAL) * kBytesASecond, kLeast, kMost));
}
Budget budget_of(const Thinking& thinking, double seconds) {
  return seconds == HUGE_VAL ? thinking.budget() : thinking.budget().until(in_seconds(seconds));
}

}  // namespace

Result<void> SearchingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  mcts_.reset();
  trees_.reset();
  beliefs_.reset();
  steering_.clear();
  exact_.clear();
  sampler_.reset();
  no_sampler_ = aimed_ = false;
  random_ = Random(options_.seed);
  auto model = model_of(assignment);
  if (!model) return tl::unexpected(model.error());
  Assignment with_model = assignment;
  with_model.model = *model;
  if (auto started = BelievingPlayer::start(with_model, thinking); !started) return started;
  auto simulator = make_simulator(*model, options_.value, options_.blend, thinking.budget());
  if (!simulator) return tl::unexpected(simulator.error());
  simulator_ = std::move(*simulator);
  std::size_t role = belief().role().value;
  if (by_information() && search::BeliefValue::fits(*simulator_))
    beliefs_ = std::make_unique<search::BeliefValue>(*simulator_, role);
  // Where nobody else moves there is nobody to mix against.
  bool smooth = options_.kind == SearchKind::kIsmcts && !beliefs_;
  if (by_information())
    trees_ =
        std::make_unique<search::InformationTrees>(*simulator_, role,
                                                   search::TreesSettings{.seed = options_.seed,
                                                                         .smooth = smooth,
                                                                         .weighted = options_.weighted,
                                                                         .each = options_.each,
                                                                         .bytes = bytes_for(assignment.play_clock)});
  else
    mcts_ = std::make_unique<search::Mcts>(*simulator_, role,
                                           search::MctsSettings{.seed = options_.seed,
                                                                .each = options_.each,
                                                                .bytes = bytes_for(assignment.play_clock),
                                                                .weighted = options_.weighted,
                                                                .factored = options_.factored,
                                                                .plain = options_.plain,
                                                                .threads = options_.threads});
  return {};
}

Result<void> SearchingPlayer::hear(const Told& told, Thinking& thinking) {
  aimed_ = false;
  Result<void> heard = BelievingPlayer::hear(told, thinking);
  if (sampler_ && !sampler_->update(experiences().back(), thinking.budget().part(kSamplingShare))) {
    sampler_.reset();
    no_sampler_ = true;
  }
  return heard;
}

// ---- models

// One that was told everything so far.
bool SearchingPlayer::make_sampler() {
  if (sampler_) return true;
  if (no_sampler_) return false;
  sample::Options options;
  options.histories = by_information();
  options.seed = options_.seed;
  auto made = sample::make_sampler(sample::Engine::kAuto, rules(), belief().role(), options);
  no_sampler_ = !made;
  for (std::size_t i = 0; made && !no_sampler_ && i < experiences().size(); ++i)
    no_sampler_ = !(*made)->update(experiences()[i], Budget().within(0.05));
  if (!no_sampler_) sampler_ = std::move(*made);
  return !no_sampler_;
}

std::vector<SearchModel> SearchingPlayer::models(const Budget& budget) {
  std::vector<SearchModel> out;
  auto add = [&](const game::State& state, double weight) {
    if (auto own = simulator_->own(state, words())) out.push_back({std::move(*own), weight});
  };
  auto& exact = static_cast<belief::ExactBelief&>(belief());
  const belief::Worlds& worlds = exact.worlds();
  std::size_t most = options_.models == 0 ? kModels : options_.models;
  bool sampled = exact.symbolic() || worlds.size() == 0;
  if (sampled && options_.kind != SearchKind::kMcts && make_sampler()) {
    sample::Draw draw = sampler_->draw(most, random_, budget);
    for (const sample::Sample& sample : draw.samples) add(sample.state, sample.weight);
    if (!out.empty()) return out;
  }
  auto state_of = [&](std::size_t world) {
    game::State state({}, words().number());
    for (belief::FluentId fluent : worlds.state(world)) state.insert(fluent);
    return state;
  };
  if (options_.kind == SearchKind::kMcts) most = 1;
  if (worlds.size() <= most) {
    for (std::size_t world = 0; world < worlds.size(); ++world) add(state_of(world), worlds.weight(world));
  } else if (most == 1) {
    std::size_t likeliest = 0;
    for (std::size_t world = 1; world < worlds.size(); ++world)
      if (worlds.weight(world) > worlds.weight(likeliest)) likeliest = world;
    add(state_of(likeliest), 1);
  } else {
    // At even distances along their weights: each as often as it is likely.
    double step = 1 / static_cast<double>(most), at = random_.unit() * step, sum = 0;
    for (std::size_t world = 0; world < worlds.size(); ++world) {
      sum += worlds.weight(world);
      double weight = 0;
      for (; at < sum; at += step) weight += step;
      if (weight > 0) add(state_of(world), weight);
    }
  }
  return out;
}

// Without histories nobody can tell what the others know: then each knows the position.
std::vector<SearchWorld> SearchingPlayer::worlds(const Budget& budget) {
  std::vector<SearchWorld> out;
  if (make_sampler()) {
    sample::Draw draw = sampler_->draw(options_.models == 0 ? kModels : options_.models, random_, budget);
    out = searched_worlds({*simulator_, rules(), belief().role().value, steering_, options_.seed}, draw.samples,
                          random_, budget);
    if (!out.empty()) return out;
  }
  for (const SearchModel& model : models(budget)) {
    SearchWorld& world = out.emplace_back(SearchWorld{model.state, model.weight, {}});
    for (std::size_t role = 0; role < simulator_->roles(); ++role)
      world.views.push_back(role == belief().role().value ? experiences().size() + 1 : row_hash(model.state.words()));
  }
  return out;
}

// ---- choosing

// Of moves that may be legal, those that are in most of the models.
std::vector<MoveId> SearchingPlayer::likeliest(const belief::Candidates& candidates,
                                               std::span<const SearchModel> models) {
  if (candidates.known) return candidates.moves;
  lanes::Rows rows(simulator_->words());
  for (const SearchModel& model : models) rows.push(model.state.words());
  search::Choices choices;
  simulator_->look(rows, choices);
  std::vector<double> chances;
  for (MoveId move : candidates.moves) {
    auto own = simulator_->own_move(belief().role(), move, words());
    double chance = 0;
    for (std::size_t row = 0; own && row < models.size(); ++row)
      if (std::ranges::find(choices.moves(row, belief().role().value), *own) !=
          choices.moves(row, belief().role().value).end())
        chance += models[row].weight;
    chances.push_back(chance);
  }
  double most = *std::ranges::max_element(chances);
  std::vector<MoveId> out;
  for (std::size_t i = 0; i < chances.size(); ++i)
    if (chances[i] >= most - 1e-9) out.push_back(candidates.moves[i]);
  return out;
}

bool SearchingPlayer::aim(const belief::Candidates& candidates, const Budget& budget) {
  if ((!mcts_ && !trees_) || belief().late() > 0) return false;  // it may have been asked without being able to start
  auto round = static_cast<std::uint32_t>(belief().round() - 1);
  std::vector<SearchWorld> all;
  std::vector<SearchModel> positions;
  if (trees_) {
    all = worlds(budget);
    if (beliefs_) positions = models(budget);
    for (const SearchWorld& world : all)
      if (!beliefs_ && world.views[belief().role().value] == all.front().views[belief().role().value])
        positions.push_back({world.state, world.weight});
  } else {
    positions = models(budget);
  }
  if (positions.empty()) return false;
  std::vector<std::uint32_t> own;
  for (MoveId move : likeliest(candidates, positions))
    if (auto number = simulator_->own_move(belief().role(), move, words())) own.push_back(*number);
  if (own.empty()) return false;
  exact_.clear();
  auto& exact = static_cast<belief::ExactBelief&>(belief());
  if (beliefs_ && candidates.known && !exact.symbolic() && exact.worlds().size() == positions.size())
    exact_ = beliefs_->best(positions, round, own, budget);
  made_.reset();
  if (trees_)
    trees_->aim(std::move(all), round, own);
  else
    mcts_->aim(positions, round, own);
  positions_ = positions.size();
  aimed_ = true;
  return true;
}

std::uint64_t SearchingPlayer::run(std::uint64_t leaves, const Budget& budget) {
  return trees_ ? trees_->run(leaves, budget) : mcts_->run(leaves, budget);
}

std::vector<search::ValuedMove> SearchingPlayer::valued() const {
  if (!aimed_) return {};
  if (!exact_.empty()) return exact_;
  return trees_ ? trees_->valued() : mcts_->valued();
}

MoveId SearchingPlayer::choice(const belief::Candidates& candidates, Thinking& thinking) {
  MoveId fallback = candidates.moves[random_.below(static_cast<std::uint32_t>(candidates.moves.size()))];
  if (candidates.moves.size() == 1) {
    aimed_ = false;
    return fallback;
  }
  Budget budget = budget_of(thinking, seconds_for(assignment(), thinking));
  if (simulator_) simulator_->set_budget(budget);
  if (!aim(candidates, budget.part(kSamplingShare))) return fallback;
  auto text_of = [&](std::uint32_t move) {
    return simulator_->lexicon().text(belief().role(), MoveId{move, simulator_->lexicon().number()});
  };
  if (!exact_.empty()) {
    // It is known what is best.
  } else if (options_.leaves > 0 || !assignment().play_clock) {
    run(options_.leaves > 0 ? options_.leaves : kLeaves, budget);
  } else {
    while (!budget.out_of_time() && !(mcts_ && mcts_->solved())) {
      // In a part of the time there may be too little to make room in memory.
      std::uint64_t done = run(kNoLimit, budget.seconds_left() < 2 * kSafety ? budget : budget.part(kSlice));
      if (done == 0 && run(kNoLimit, budget) == 0) break;
      std::vector<search::ValuedMove> moves = valued();
      if (!moves.empty()) {
        thinking.offer(text_of(moves.front().move), candidates.known);
        thinking.explain({positions_, thoughts()});
      }
      if (simulator_->trouble()) break;
    }
  }
  if (options_.kind == SearchKind::kIsmcts && exact_.empty()) trees_->leave(steering_);
  std::vector<search::ValuedMove> moves = valued();
  if (moves.empty()) return fallback;
  thinking.explain({positions_, thoughts()});
  std::uint32_t best = mcts_ ? mcts_->choose(random_) : moves.front().move;
  double turn = random_.unit();
  for (std::size_t i = 0; !mcts_ && i < moves.size() && turn >= 0; turn -= moves[i++].chance)
    if (moves[i].chance > 0) best = moves[i].move;
  made_ = best;
  for (MoveId move : candidates.moves)
    if (simulator_->own_move(belief().role(), move, words()) == best) return move;
  return fallback;
}

void SearchingPlayer::ponder(Thinking& thinking) {
  BelievingPlayer::ponder(thinking);
  bool untimed = !assignment().play_clock || options_.leaves > 0;
  if (!options_.ponders || untimed || !simulator_ || simulator_->trouble()) return;
  Budget budget = thinking.budget();
  if (!aimed_) {
    simulator_->set_budget(budget);
    belief::Candidates from = belief::candidates(belief(), budget);
    if (from.moves.empty() || !aim(from, budget)) return;
  }
  if (!exact_.empty()) return;
  if (trees_ && made_) trees_->settle(*made_);
  run(kNoLimit, budget);
  if (options_.kind == SearchKind::kIsmcts) trees_->leave(steering_);
}

std::vector<std::pair<std::string, double>> SearchingPlayer::mix() const {
  std::vector<std::pair<std::string, double>> out;
  if (trees_)
    for (const Thought& thought : thoughts())
      if (thought.chance > 0) out.emplace_back(thought.move, thought.chance);
  return out;
}

std::vector<Thought> SearchingPlayer::thoughts() const {
  std::vector<Thought> out;
  for (const search::ValuedMove& move : valued()) {
    const game::Lexicon& lexicon = simulator_->lexicon();
    Thought thought{lexicon.text(belief().role(), MoveId{move.move, lexicon.number()}),
                    move.value,
                    move.lowest,
                    move.highest,
                    move.visits,
                    move.chance,
                    {}};
    for (const std::vector<search::Chosen>& chosen : move.line) {
      std::string& text = thought.line.emplace_back();
      for (const auto& [role, number] : chosen)
        text += (text.empty() ? "" : " ") + lexicon.text(game::RoleId{role}, MoveId{number, lexicon.number()});
    }
    out.push_back(std::move(thought));
  }
  return out;
}

}  // namespace percept::play
