// SPDX-License-Identifier: MIT
//
// Histories from the models of an answer set program (asp/translation.h). The atoms that a program shows are told to
// the reader once, when their part has been grounded; it keeps a table of their literals, by time, with the numbers
// that the rules give to what they stand for. A model is then read by asking for the truth of literals.
#pragma once

#include <vector>

#include "asp/control.h"
#include "asp/names.h"
#include "sample/sampler.h"

namespace percept::sample {

// A history, and the logarithm of its probability, up to a constant.
struct WeightedHistory {
  std::vector<game::JointMove> moves;
  game::State state;
  double log_weight = 0;
};

class AspReader {
 public:
  // Both have to live as long. The names are those of the program.
  AspReader(Rules& rules, asp::Names& names, RoleId role, const belief::Opponents* opponents);

  void clear();  // another program begins
  Result<void> add(const std::vector<asp::ShownAtom>& atoms);
  // The model's history of as many rounds as there are experiences.
  WeightedHistory read(const asp::Models& models, const std::vector<Experience>& experiences);

 private:
  template <class Number>
  struct Entry {
    Number number;
    asp::Literal literal;
  };
  template <class Number>
  using Table = std::vector<Entry<Number>>;
  struct Round {
    std::vector<Table<MoveId>> does, legal;  // by role
  };

  Round& round(std::size_t time);
  game::State state(const asp::Models& models, std::size_t time) const;
  double log_chance(const asp::Models& models, std::size_t time, RoleId role, MoveId move);

  Rules& rules_;
  asp::Names& names_;
  RoleId role_;
  const belief::Opponents* opponents_;
  std::vector<bool> modelled_;  // by role: the opponents are asked about it
  std::vector<Round> rounds_;
  std::vector<Table<FluentId>> holds_;  // by time
  tsl::robin_map<asp::Symbol, RoleId, MixedHash> roles_;
  std::vector<tsl::robin_map<asp::Symbol, MoveId, MixedHash>> moves_;
  tsl::robin_map<asp::Symbol, FluentId, MixedHash> fluents_;
  std::vector<MoveId> legal_;  // scratch
  std::vector<double> chances_;
};

}  // namespace percept::sample
