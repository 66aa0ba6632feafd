// SPDX-License-Identifier: MIT
//
// Figures 2 and 3 as text: Markdown for people, CSV with the time of every single round, JSON for tools, and charts of
// the times by round, one for each game and one for all of them together.
//
// Any thread may call these.
#pragma once

#include <string>
#include <vector>

#include "lab/chart.h"
#include "lab/figures.h"

namespace percept::lab {

struct NamedChart {
  std::string name;  // of a file without its ending: "figure2_blind_breakthrough_5x5"
  LineChart chart;
};
// For each game that has figures; for a figure of games that belong together also "figure2_average".
std::vector<NamedChart> charts_of(const Figure& figure);

std::string to_markdown(const Figure& figure);
std::string to_csv(const Figure& figure);
std::string to_json(const Figure& figure);

// What is to be said about a game: a sheet of ours that stands in, what went wrong, where a budget ran out.
std::vector<std::string> notes_on(const MeasuredGame& game);
// "0.0042", or "> 1" for more than the budget, or a dash where there is nothing.
std::string median_text(const MeasuredEngine* engine, double budget);

}  // namespace percept::lab
