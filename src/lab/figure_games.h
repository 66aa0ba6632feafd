// SPDX-License-Identifier: MIT
//
// What is measured for Figures 2 and 3 of Cerexhe, Sabuncu and Thielscher, "Evaluating Reactive Answer Set Solving for
// General Game Playing": the games with the files that hold them, and the engines, which are the paper's three
// configurations and ours.
//
// Internal to lab/.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sample/engines.h"

namespace percept::lab {

// CPU seconds over a whole random match.
struct TrialTime {
  double grounding, solving;
  double total() const { return grounding + solving; }
};
// What a trial of the translation with clingo 5.4.1 took, on another machine. Nothing where it was over 120 s.
struct Trial {
  std::size_t rounds;
  std::optional<TrialTime> single, externals, facts;  // as asp, asp-reactive, asp-reactive-facts
};

struct FigureGame {
  std::string name;
  std::string file;        // empty when there is no rule sheet for it
  bool own_sheet = false;  // one of ours stands in for the competition's
  std::optional<Trial> trial = {};
};

// Blind Breakthrough, by size.
std::vector<FigureGame> figure2_games(const std::filesystem::path& corpus, const std::filesystem::path& own_games);
// Battleships in Fog, Small Dominion, and the other games with imperfect information.
std::vector<FigureGame> figure3_games(const std::filesystem::path& corpus, const std::filesystem::path& own_games);
std::vector<FigureGame> figure_games_of(const std::vector<std::string>& files);

struct Configuration {
  std::string name;   // "asp-reactive-forget", as in --engines
  std::string label;  // "asp-reactive, forgetting"
  sample::Engine engine;
  bool forget = false, facts = false;  // sample::Options
};
std::vector<Configuration> all_configurations();

}  // namespace percept::lab
