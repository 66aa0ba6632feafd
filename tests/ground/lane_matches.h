// SPDX-License-Identifier: MIT
//
// 64 random matches at once, each in a lane of the circuit that is taken for right: positions that can be reached, with
// legal joint moves, as worlds for other circuits of the same game.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "base/random.h"
#include "ground/grounded.h"

namespace percept::test {

class LaneMatches {
 public:
  LaneMatches(const Grounded& game, std::uint64_t seed) : game_(game), random_(seed), position_(game.initial()) {
    choose();
  }

  // Fluents and moves of this round.
  World<std::uint64_t> world() const {
    return [this](const std::string& input) {
      auto there = inputs_.find(input);
      return there == inputs_.end() ? 0 : there->second;
    };
  }
  // What is known when a lane may be in the position of another one as well, `apart` lanes away.
  World<circuit::Kleene> joined_world(int apart) const {
    return [this, apart](const std::string& input) {
      std::uint64_t value = world()(input), other = std::rotl(value, apart);
      return circuit::Kleene{value & other, value | other};
    };
  }
  // The lanes whose matches go on: only there a joint move is made.
  std::uint64_t active() const { return active_; }

  void next_round() {
    Answers<std::uint64_t> answers = game_.answers(world());
    Answers<std::uint64_t> initial = game_.initial();
    for (const std::string& input : game_.inputs()) {
      if (!input.starts_with("true ")) continue;
      std::string fluent = input.substr(5);
      std::uint64_t next = answers.contains("next " + fluent) ? answers.at("next " + fluent) : 0;
      position_[input] = (next & active_) | (initial.contains(input) ? ~active_ : 0);
    }
    choose();
  }

 private:
  void choose() {
    inputs_ = position_;
    Answers<std::uint64_t> answers = game_.answers(world());
    active_ = answers.contains("terminal") ? ~answers.at("terminal") : ~std::uint64_t{0};
    std::vector<std::pair<std::string, std::uint64_t>> made;
    for (std::size_t role = 0; role < game_.game().roles.size(); ++role) {
      std::string prefix = "legal " + game_.role(role) + " ";
      std::vector<std::pair<std::string, std::uint64_t>> legal;
      for (auto at = answers.lower_bound(prefix); at != answers.end() && at->first.starts_with(prefix); ++at)
        legal.push_back({"does" + at->first.substr(5), at->second});
      for (unsigned lane = 0; lane < 64; ++lane) {
        std::vector<std::size_t> choices;
        for (std::size_t m = 0; m < legal.size(); ++m)
          if ((legal[m].second >> lane & 1) != 0) choices.push_back(m);
        if (choices.empty())
          active_ &= ~(std::uint64_t{1} << lane);
        else
          made.push_back({legal[choices[random_.below(static_cast<std::uint32_t>(choices.size()))]].first,
                          std::uint64_t{1} << lane});
      }
    }
    for (const auto& [move, lane] : made) inputs_[move] |= lane & active_;
  }

  const Grounded& game_;
  Random random_;
  Answers<std::uint64_t> position_, inputs_;
  std::uint64_t active_ = 0;
};

// What depends on moves is asked only where there are some; a lane without a match is left out.
template <class Value>
Answers<Value> where_active(Answers<Value> answers, std::uint64_t active) {
  for (auto at = answers.begin(); at != answers.end();) {
    if (at->first.starts_with("next ") || at->first.starts_with("sees ")) {
      if constexpr (std::is_same_v<Value, std::uint64_t>)
        at->second &= active;
      else
        at->second = {at->second.known & active, at->second.possible & active};
    }
    at = at->second != Value{} ? std::next(at) : answers.erase(at);
  }
  return answers;
}

}  // namespace percept::test
