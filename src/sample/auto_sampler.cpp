// SPDX-License-Identifier: MIT
#include "sample/auto_sampler.h"

#include "sample/native/native.h"
#include "sample/worlds/worlds_sampler.h"

namespace percept::sample {
namespace {

class AutoSampler : public Sampler {
 public:
  AutoSampler(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : Sampler(std::move(rules), role, options) {}

  std::string_view name() const override { return serving_->name(); }

  Result<void> restart() override {
    restart_rounds();
    told_.clear();
    formula_.reset();
    auto worlds = make_worlds(shared_rules(), role(), options_);
    if (!worlds) return tl::unexpected(worlds.error());
    worlds_ = std::move(*worlds);
    serving_ = worlds_.get();
    return {};
  }

  Draw drawn(std::size_t count, Random& random, const Budget& budget) override {
    serving_ = worlds_.get();
    Draw out = worlds_->draw(count, random, formula_ ? budget.part(0.5) : budget);
    if (out.samples.empty() && formula_) {
      serving_ = formula_.get();
      out = formula_->draw(count, random, budget);
    }
    take_times();
    return out;
  }

 protected:
  Result<void> advance(const Experience& experience, const Budget& budget) override {
    if (formula_)
      if (Result<void> done = formula_->update(experience, budget.part(0.5)); !done) return done;
    if (Result<void> done = worlds_->update(experience, budget.part(0.5)); !done) {
      formula_.reset();  // it is made again when it is needed
      return done;
    }
    told_.push_back(experience);
    Random unused(1);
    if (!formula_ && !worlds_->draw(0, unused, budget.part(0.5)).exact) make_formula(budget);
    take_times();
    return {};
  }

 private:
  // Of all that was told. Where that fails, worlds serve alone.
  void make_formula(const Budget& budget) {
    auto made = make_native(shared_rules(), role(), options_);
    if (!made) return;
    for (const Experience& experience : told_)
      if (!(*made)->update(experience, budget)) return;
    formula_ = std::move(*made);
  }

  void take_times() {
    times_ = worlds_->times();
    if (!formula_) return;
    times_.grounding += formula_->times().grounding;
    times_.solving += formula_->times().solving;
  }

  std::vector<Experience> told_;
  std::unique_ptr<Sampler> worlds_;
  std::unique_ptr<Sampler> formula_;
  Sampler* serving_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<Sampler>> make_auto(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  auto sampler = std::make_unique<AutoSampler>(std::move(rules), role, options);
  if (Result<void> begun = sampler->restart(); !begun) return tl::unexpected(begun.error());
  return sampler;
}

}  // namespace percept::sample
