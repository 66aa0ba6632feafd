// SPDX-License-Identifier: MIT
#include "sample/asp/asp_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sample/asp/asp_base.h"

namespace percept::sample {
namespace {

constexpr const char* kShown = "#show does/3.\n#show legal/3.\n#show holds/2.\n";

class AspSampler : public AspBase {
 public:
  AspSampler(program::Program program, std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : AspBase(std::move(program), std::move(rules), role, options) {
    asp::TranslationOptions translation;
    translation.role = own_role_;
    text_ = kShown + asp::single_program(program_, names_, translation);
  }
  std::string_view name() const override { return "asp"; }

 protected:
  Result<Outcome> prepare(const Budget& budget) override {
    if (control_ && rounds_ == experiences_.size()) return Outcome::kDone;
    asp::History history{own_role_, {}};
    for (const Experience& experience : experiences_) history.rounds.push_back(round_of(experience));
    if (auto made = make_control(); !made) return tl::unexpected(made.error());
    rounds_ = experiences_.size();
    std::string query = fmt::format("#const rounds={}.\n{}", rounds_, asp::history_facts(history, names_));
    if (auto added = control_->add("base", {}, query + text_); !added) return tl::unexpected(added.error());
    Result<bool> grounded = ground(std::array{asp::Part{"base", {}}}, budget);
    if (!grounded) return tl::unexpected(grounded.error());
    if (*grounded) return Outcome::kDone;
    forget_control();
    return Outcome::kGaveUp;
  }

  void take_back() override { forget_control(); }

 private:
  std::string text_;
  std::size_t rounds_ = 0;  // that the control stands for
};

class AspReactiveSampler : public AspBase {
 public:
  AspReactiveSampler(program::Program program, std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : AspBase(std::move(program), std::move(rules), role, options) {
    asp::TranslationOptions translation;
    translation.role = own_role_;
    translation.facts = options.facts;
    parts_ = asp::reactive_program(program_, names_, translation);
    parts_[0].text += kShown + asp::history_facts({own_role_, {}}, names_);
  }
  std::string_view name() const override { return "asp-reactive"; }

 protected:
  Result<Outcome> prepare(const Budget& budget) override {
    if (!control_) {
      if (auto made = make_control(); !made) return tl::unexpected(made.error());
      for (const asp::TextPart& part : parts_)
        if (auto added = control_->add(part.name, part.parameters, part.text); !added)
          return tl::unexpected(added.error());
      started_ = false;
      grounded_ = told_ = 0;
      inputs_.clear();
      final_.clear();
    }
    if (!started_) {
      Result<bool> done = ground(std::array{asp::Part{"base", {}}}, budget);
      if (!done) return tl::unexpected(done.error());
      if (!*done) return Outcome::kGaveUp;
      started_ = true;
    }
    double longest = 0;  // that a step of this call has taken
    while (told_ < experiences_.size()) {
      if (budget.seconds_left() < longest) return Outcome::kGaveUp;  // rather than lose what there is
      double begun = cpu_seconds();
      asp::History::Round round = round_of(experiences_[told_]);
      asp::Symbol t = asp::number(static_cast<int>(told_ + 1));
      if (grounded_ == told_) {
        std::vector<asp::Part> parts = std::exchange(final_, {});
        if (options_.facts) add_told(parts, round, t);
        parts.push_back({"step", {t}});
        parts.push_back({"check", {t}});
        Result<bool> done = ground(parts, budget);
        if (!done) return tl::unexpected(done.error());
        if (!*done) return Outcome::kGaveUp;
        longest = std::max(longest, cpu_seconds() - begun);
      }
      grounded_ = ++told_;
      if (!options_.facts && !assign(round, told_)) return Outcome::kUnexplained;
    }
    return Outcome::kDone;
  }

  // As externals, the inputs are taken back; facts cannot be.
  void take_back() override {
    if (options_.facts || !control_) return forget_control();
    for (asp::Literal input : inputs_) control_->assign(input, false);
    inputs_.clear();
    final_.clear();
    --told_;
  }

 private:
  void add_told(std::vector<asp::Part>& parts, const asp::History::Round& round, asp::Symbol t) {
    if (round.move) parts.push_back({"executed", {names_.symbol(*round.move), t}});
    if (!round.percepts) return;
    parts.push_back({"told", {t}});
    for (program::TermId percept : *round.percepts) parts.push_back({"perceived", {names_.symbol(percept), t}});
  }

  // The round's externals; false when there is none for what was done or seen, which then cannot be.
  bool assign(const asp::History::Round& round, std::size_t number) {
    inputs_.clear();
    asp::Symbol time = asp::number(static_cast<int>(number - 1)), t = asp::number(static_cast<int>(number));
    bool all = true;
    auto set = [&](const char* relation, std::span<const asp::Symbol> args) {
      auto literal = control_->literal(asp::function(relation, args));
      if (!literal) return void(all = false);
      control_->assign(*literal, true);
      inputs_.push_back(*literal);
    };
    set("round", std::array{t});
    if (round.move) set("exec", std::array{names_.symbol(*round.move), time});
    if (round.percepts) {
      set("told", std::array{time});
      for (program::TermId percept : *round.percepts) set("observed", std::array{names_.symbol(percept), time});
    }
    final_.clear();
    add_told(final_, round, t);
    final_.push_back({"passed", {t}});
    return all;
  }

  std::vector<asp::TextPart> parts_;
  bool started_ = false;              // the base is grounded
  std::size_t grounded_ = 0;          // steps
  std::size_t told_ = 0;              // rounds whose experience the control has
  std::vector<asp::Literal> inputs_;  // of the last round: the externals that are true
  std::vector<asp::Part> final_;      // of the last round: what makes them so for good, with the next step
};

template <class Engine>
std::unique_ptr<Sampler> make(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  program::Program program = rules->model().program().copied();
  return std::make_unique<Engine>(std::move(program), std::move(rules), role, options);
}

}  // namespace

Result<std::unique_ptr<Sampler>> make_asp(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  return make<AspSampler>(std::move(rules), role, options);
}

Result<std::unique_ptr<Sampler>> make_asp_reactive(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  return make<AspReactiveSampler>(std::move(rules), role, options);
}

}  // namespace percept::sample
