// SPDX-License-Identifier: MIT
#include "play/searching_player.h"

#include <algorithm>
#include <cmath>

#include "belief/exact.h"
#include "belief/told.h"
#include "sample/engines.h"

namespace percept::play {
namespace {

using belief::MoveId;
using search::SearchModel;
using search::SearchWorld;

constexpr std::uint64_t kLeaves = 20'000;  // of a move, without a clock
constexpr std::uint64_t kNoLimit = UINT64_MAX;
constexpr std::size_t kModels = 200;
constexpr double kShare = 0.9;               // of the time left, for a move
constexpr double kSafety = 0.01;             // seconds, beside
constexpr double kSlice = 0.3;               // of what is left, between two looks at what is best
constexpr double kSamplingShare = 0.3;       // of the time left, for models
constexpr std::size_t kOthers = 6;           // information sets of others that are looked into
constexpr std::size_t kWorldsOfOthers = 32;  // of each
constexpr double kWeightOfOthers = 0.5;      // of these worlds, compared to those it holds possible itself

double seconds_for(const Assignment& assignment, const Thinking& thinking) {
  return assignment.play_clock ? std::max(0.0, kShare * thinking.seconds_left() - kSafety) : HUGE_VAL;
}
Budget budget_of(const Thinking& thinking, double seconds) {
  return seconds == HUGE_VAL ? thinking.budget() : thinking.budget().until(in_seconds(seconds));
}

}  // namespace

Result<void> SearchingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  mcts_.reset();
  trees_.reset();
  beliefs_.reset();
  exact_.clear();
  sampler_.reset();
  experiences_.clear();
  no_sampler_ = aimed_ = false;
  random_ = Random(options_.seed);
  auto model = model_of(assignment);
  if (!model) return tl::unexpected(model.error());
  Assignment with_model = assignment;
  with_model.model = *model;
  if (auto started = BelievingPlayer::start(with_model, thinking); !started) return started;
  // A circuit that was made for the belief is found again; what was too large for it is not tried with less time.
  ground::Options grounding;
  grounding.seconds = 0.05;
  grounding.budget = thinking.budget();
  auto simulator = search::Simulator::make(*model, grounding);
  if (!simulator) return tl::unexpected(simulator.error());
  simulator_ = std::move(*simulator);
  std::size_t role = belief().role().value;
  if (options_.kind == SearchKind::kHyperplay2 && search::BeliefValue::fits(*simulator_))
    beliefs_ = std::make_unique<search::BeliefValue>(*simulator_, role);
  if (options_.kind == SearchKind::kHyperplay2)
    trees_ = std::make_unique<search::InformationTrees>(
        *simulator_, role, search::TreesSettings{.seed = options_.seed, .each = options_.each});
  else
    mcts_ = std::make_unique<search::Mcts>(
        *simulator_, role,
        search::MctsSettings{
            .seed = options_.seed, .each = options_.each, .plain = options_.plain, .threads = options_.threads});
  return {};
}

Result<void> SearchingPlayer::hear(const Told& told, Thinking& thinking) {
  aimed_ = false;
  if (simulator_) {
    auto experience = belief::experience_of(belief(), told);
    experiences_.push_back(experience ? *experience : belief::Experience{});
  }
  Result<void> heard = BelievingPlayer::hear(told, thinking);
  if (sampler_ && !sampler_->update(experiences_.back(), thinking.budget().part(kSamplingShare))) {
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
  options.histories = options_.kind == SearchKind::kHyperplay2;
  options.seed = options_.seed;
  auto made = sample::make_sampler(sample::Engine::kAuto, rules(), belief().role(), options);
  no_sampler_ = !made;
  for (std::size_t i = 0; made && !no_sampler_ && i < experiences_.size(); ++i)
    no_sampler_ = !(*made)->update(experiences_[i], Budget().within(0.05));
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

std::vector<SearchWorld> SearchingPlayer::made(std::span<const sample::Sample> samples) {
  std::vector<std::vector<game::JointMove>> histories;
  for (const sample::Sample& sample : samples) {
    std::vector<game::JointMove>& history = histories.emplace_back();
    for (const game::JointMove& joint : sample.moves) {
      game::JointMove& own = history.emplace_back();
      for (std::uint32_t role = 0; role < joint.size(); ++role) {
        auto move = simulator_->own_move(game::RoleId{role}, joint[role], words());
        if (!move) return {};
        own.push_back(MoveId{*move, simulator_->lexicon().number()});
      }
    }
  }
  std::vector<SearchWorld> out = search::replayed(*simulator_, histories);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].weight = samples[i].weight;
  return out;
}

// Those it holds possible, then some that others hold possible in these. Without histories nobody can tell what the
// others know: then each knows the position.
std::vector<SearchWorld> SearchingPlayer::worlds(const Budget& budget) {
  std::vector<SearchWorld> out;
  if (make_sampler()) {
    sample::Draw draw = sampler_->draw(options_.models == 0 ? kModels : options_.models, random_, budget);
    out = made(draw.samples);
    if (!out.empty()) {
      std::vector<SearchWorld> others =
          worlds_of_others(draw.samples, out.front().views[belief().role().value], budget);
      out.insert(out.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
      return out;
    }
  }
  for (const SearchModel& model : models(budget)) {
    SearchWorld& world = out.emplace_back(SearchWorld{model.state, model.weight, {}});
    for (std::size_t role = 0; role < simulator_->roles(); ++role)
      world.views.push_back(role == belief().role().value ? experiences_.size() + 1 : row_hash(model.state.words()));
  }
  return out;
}

// Of a history that the player holds possible, another role knows its own moves and percepts: the worlds it holds
// possible then need not be among the player's.
std::vector<SearchWorld> SearchingPlayer::worlds_of_others(std::span<const sample::Sample> samples,
                                                           std::uint64_t own_view, const Budget& budget) {
  std::vector<SearchWorld> out;
  auto whole = rules()->model().whole(circuit::Logic::kTwoValued);
  if (!simulator_->in_lanes() || !whole || experiences_.empty()) return out;
  std::vector<game::RoleId> others;
  for (std::uint32_t role = 0; role < simulator_->roles(); ++role)
    if (role != belief().role().value && simulator_->nature() != role) others.push_back(game::RoleId{role});
  if (others.empty()) return out;
  auto walker = game::make_circuit_walker(*whole);
  for (std::size_t n = 0; n < kOthers && !budget.out_of_time(); ++n) {
    double turn = random_.unit();
    std::size_t drawn = 0;
    while (drawn + 1 < samples.size() && (turn -= samples[drawn].weight) >= 0) ++drawn;
    const sample::Sample& sample = samples[drawn];
    game::RoleId other = others[n % others.size()];
    sample::Options options;
    options.worlds = 2'000;
    options.particles = 200;
    options.seed = options_.seed + n;
    auto nested = sample::make_sampler(sample::Engine::kAuto, rules(), other, options);
    if (!nested) break;
    bool fine = true;
    walker->start();
    for (const game::JointMove& joint : sample.moves) {
      game::Percepts seen;
      walker->percepts(joint, other, seen);
      if (fine) fine = (*nested)->update({joint[other.value], seen}, budget).has_value();
      walker->step(joint);
    }
    if (!fine) continue;
    sample::Draw draw = (*nested)->draw(kWorldsOfOthers, random_, budget);
    for (SearchWorld& world : made(draw.samples)) {
      if (world.views[belief().role().value] == own_view) continue;  // it is one of its own, whose weights are known
      world.weight *= kWeightOfOthers / static_cast<double>(kOthers);
      out.push_back(std::move(world));
    }
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
  if (belief().late() > 0) return false;
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
  if (trees_)
    trees_->aim(std::move(all), round, own);
  else
    mcts_->aim(positions, round, own);
  positions_ = positions.size();
  aimed_ = true;
  return true;
}

void SearchingPlayer::run(std::uint64_t leaves, const Budget& budget) {
  if (trees_)
    trees_->run(leaves, budget);
  else
    mcts_->run(leaves, budget);
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
      run(kNoLimit, budget.seconds_left() < 2 * kSafety ? budget : budget.part(kSlice));
      std::vector<search::ValuedMove> moves = valued();
      if (!moves.empty()) {
        thinking.offer(text_of(moves.front().move), candidates.known);
        thinking.explain({positions_, thoughts()});
      }
      if (simulator_->trouble()) break;
    }
  }
  std::vector<search::ValuedMove> moves = valued();
  if (moves.empty()) return fallback;
  thinking.explain({positions_, thoughts()});
  std::uint32_t best = mcts_ ? mcts_->choose(random_) : moves.front().move;
  for (MoveId move : candidates.moves)
    if (simulator_->own_move(belief().role(), move, words()) == best) return move;
  return fallback;
}

void SearchingPlayer::ponder(Thinking& thinking) {
  BelievingPlayer::ponder(thinking);
  if (!assignment().play_clock || !simulator_ || simulator_->trouble() || options_.leaves > 0) return;
  Budget budget = thinking.budget();
  if (!aimed_) {
    belief::Candidates from = belief::candidates(belief(), budget);
    if (from.moves.empty() || !aim(from, budget)) return;
  }
  if (mcts_) mcts_->run(kNoLimit, budget);
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
