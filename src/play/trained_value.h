// SPDX-License-Identifier: MIT
//
// A learnt value (search/learnt_value.h) as a file (docs/policies.md): the fluents that count as texts, their weights,
// and all that it takes to go on learning. It knows the rules it was learnt for, also when their names are others, and
// serves no others.
//
//   std::string bytes = TrainedValue::of(learner, model, simulator).write();
//   auto again = TrainedValue::read(bytes);
//   if (again->is_of(*model)) … again->value(*model, *simulator)       // for a search of these rules
//   auto learner = again->learner(*model, *simulator);                 // goes on where the other left off
//
// Constant once made; any number of threads may share it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/model.h"
#include "gdl/fingerprint.h"
#include "search/learnt_value.h"
#include "search/value_learner.h"

namespace percept::play {

class TrainedValue {
 public:
  static TrainedValue of(const search::ValueLearner& learner, const game::Model& model,
                         const search::Simulator& simulator);
  static Result<TrainedValue> read(std::string_view bytes);
  static Result<TrainedValue> load(const std::string& file);
  std::string write() const;

  const gdl::Fingerprint& rules() const { return rules_; }  // that it was learnt for
  bool is_of(const game::Model& model) const;
  // An error when it is of other rules, or these are played without a circuit.
  Result<std::shared_ptr<const search::LearntValue>> value(const game::Model& model,
                                                           const search::Simulator& simulator) const;
  Result<std::unique_ptr<search::ValueLearner>> learner(const game::Model& model, search::Simulator& simulator) const;

  const search::LearnProgress& progress() const { return progress_; }
  const search::LearnSettings& settings() const { return settings_; }
  std::size_t fluents() const { return fluents_.size(); }

 private:
  // Weights or squares, in the simulator's numbers.
  Result<search::LearntValue> numbered(const std::vector<float>& weights, const game::Model& model,
                                       const search::Simulator& simulator) const;

  gdl::Fingerprint rules_;            // which they are, under whatever names
  std::vector<std::string> roles_;    // all of them, in order
  std::vector<std::string> fluents_;  // in KIF, in the order of the weights
  search::LearntValue::Shape shape_;  // its own fluents are their places in that list
  std::vector<float> weights_, squares_;
  search::LearnSettings settings_;
  search::LearnProgress progress_;
};

// For a search whose leaves are, so large a part, worth what was learnt, if anything was. A circuit that was made for a
// belief is found again; what was too large for it is not tried with less time.
Result<std::unique_ptr<search::Simulator>> make_simulator(const std::shared_ptr<const game::Model>& model,
                                                          const std::shared_ptr<const TrainedValue>& value,
                                                          double blend, const Budget& budget);

}  // namespace percept::play
