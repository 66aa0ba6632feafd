// SPDX-License-Identifier: MIT
#include "sample/worlds/particles.h"

#include <algorithm>

namespace percept::sample {
namespace {

constexpr std::size_t kSpare = 4;              // times the particles that are wanted are kept
constexpr std::size_t kPartThatIsEnough = 10;  // of the particles that are wanted: a tenth
constexpr unsigned kDoublings = 4;             // when there are none
constexpr unsigned kDoublingsForMore = 1;      // when there are some
constexpr unsigned kDoublingsOfComplete = 2;   // of layers that have all worlds

}  // namespace

Particles::Particles(const Options& options)
    : size_{std::max<std::size_t>(options.worlds, 1), kSpare * std::max<std::size_t>(options.particles, 1)},
      enough_(std::max<std::size_t>(options.particles / kPartThatIsEnough, 1)),
      few_(enough_),
      random_(options.seed) {}

// What was looked for in vain is not looked for again until only half of it is left: there may be no more worlds.
bool Particles::wants_more(const belief::Worlds::Layer& layer) {
  if (layer.complete || layer.worlds.size() >= enough_) {
    few_ = enough_;
    return false;
  }
  return layer.worlds.size() < few_;
}

Result<Outcome> Particles::refill(LayerMaker& maker, std::vector<Layer>& layers,
                                  std::span<const Experience> experiences, std::size_t rounds, const Budget& budget) {
  if (rounds_ != rounds) {
    rounds_ = rounds;
    doublings_ = 0;
    back_ = 1;
    trial_.clear();
  }
  auto found = [&] { return layers.size() > rounds ? layers[rounds]->worlds.size() : 0; };
  auto finished = [&](Outcome outcome) {
    forget();
    few_ = (found() + 1) / 2;
    return outcome;
  };
  while (found() < enough_) {
    if (trial_.empty() && !begin_trial(layers, found() > 0 ? kDoublingsForMore : kDoublings)) break;
    bool died = false;
    while (!died && from_ + trial_.size() <= rounds) {
      auto next = maker.next(trial_.back(), experiences[from_ + trial_.size() - 1], trial_size_, random_, budget);
      if (!next) return forget(), tl::unexpected(next.error());
      if (next->outcome == Outcome::kGaveUp) return found() > 0 ? finished(Outcome::kDone) : Outcome::kGaveUp;
      died = next->outcome == Outcome::kUnexplained;
      if (died && trial_.back()->complete) return finished(Outcome::kUnexplained);
      if (!died) trial_.push_back(std::move(next->layer));
    }
    bool complete = trial_.back()->complete;
    if (!died && (complete || trial_.back()->worlds.size() > found())) {
      layers.resize(from_);
      layers.insert(layers.end(), trial_.begin(), trial_.end());
      if (complete) break;
    }
    trial_.clear();
  }
  return finished(found() > 0 ? Outcome::kDone : Outcome::kGaveUp);
}

// False when everything was tried.
bool Particles::begin_trial(const std::vector<Layer>& layers, unsigned doublings) {
  if (doublings_ > doublings) return false;
  std::size_t base = rounds_ - 1;  // the last layer that has all worlds; the first has
  while (!layers[base] || !layers[base]->complete) --base;
  from_ = rounds_ > base + back_ ? rounds_ - back_ : base;
  while (!layers[from_]) --from_;
  trial_.assign(1, layers[from_]);
  // There were too many worlds for the usual size: the first time, some are dropped at once.
  std::size_t complete = doublings_ == 0 ? 1 : size_.complete << std::min(doublings_, kDoublingsOfComplete);
  trial_size_ = {complete, size_.sample << doublings_};
  back_ *= 2;
  if (from_ == base) {
    back_ = 1;
    ++doublings_;
  }
  return true;
}

}  // namespace percept::sample
