// SPDX-License-Identifier: MIT
//
// Table 1 as text: Markdown for people, with notes on what differs and why; CSV, a line a row, for spreadsheets; JSON
// for tools; and a chart of the times. All say the same.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/chart.h"
#include "lab/table1.h"

namespace percept::lab {

// "✓" for always; how many of how many otherwise; a dash where nothing was asked.
std::string mark(std::size_t known, std::size_t matches);
std::string mark(std::optional<bool> known);  // of the paper: ✓, no or a dash

// What is to be said about a row: where its marks differ from the paper's, its counts from the baseline's and the truth
// by more than chance, a sheet of ours that stands in, a budget that ran out.
std::vector<std::string> notes_on(const MeasuredRow& row);
// The name of a row: "vis_Pacman, blinky (only percepts made)".
std::string name_of(const Row& row);

std::string to_markdown(const Table1& table);
std::string to_csv(const Table1& table);
std::string to_json(const Table1& table);
BarChart chart_of(const Table1& table);

}  // namespace percept::lab
