// SPDX-License-Identifier: MIT
//
// What is shown of a position, as data: panels of squares, what the short names on them stand for, and lists of all
// that is on no panel. A Board (board.h) makes pictures; a terminal draws them with to_text, and whoever has other
// means takes the data or the JSON, so that all show the same.
//
// Texts are as the rules have them; to_text makes them printable, others escape them as they must.
//
// Plain values: any thread may have its own.
//
// Internal to show/.
#pragma once

#include <compare>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace percept::show {

inline constexpr std::string_view kEmptySquare = ".", kMark = "*";

struct Picture {
  // A fluent that holds or may hold.
  struct Thing {
    std::string text;    // on a square: short names, kEmptySquare or kMark; in a list: its arguments
    std::string fluent;  // in KIF
    std::optional<double> probability = {};  // of one that may hold, where there is one
    bool exact = true;                       // the probability; else it is an estimate
  };
  struct Square {
    std::vector<Thing> known = {}, open = {};
  };
  struct Side {
    std::vector<std::string> labels;  // from the left, or from the top
    std::size_t group = 0;            // on a board of boards so many places stand together
  };
  struct Panel {
    std::string name;                       // of the fluents on it
    std::optional<std::string> sheet = {};  // which of several panels with this name
    Side columns = {}, rows = {};
    bool upward = false;   // rows count from the bottom, where the labels of the columns stand
    bool blanks = false;   // the game says of empty squares that they are: of one that has nothing, nothing is known
    bool letters = false;  // each thing is one letter, so that several on a square need no comma
    std::vector<std::vector<Square>> squares = {};  // by row and column
  };
  struct Meaning {
    std::string panel, text, meaning;  // the panel's name; what stands there; the name in full

    friend auto operator<=>(const Meaning&, const Meaning&) = default;
  };
  struct List {
    std::string name;  // "true" for fluents without arguments, whose texts are their names
    std::vector<Thing> things = {};
  };

  std::vector<Panel> panels = {};
  std::set<Meaning> legend = {};
  std::vector<List> known = {}, open = {};  // fluents on no panel, by name
};

// Panels side by side where they fit, the legend and the lists below, each of which ends with a line break. What may
// hold has its probability behind it (o 33%; o~33% when estimated; o? when there is none), and `+` where something else
// may be on the square, too. Of an open list at most so many are shown, the likeliest.
std::string to_text(const Picture& picture, bool color = false, std::size_t most = SIZE_MAX);

// {"panels": [{"name", "sheet": text or null, "columns": {"labels": […], "group"}, "rows": the same, "upward",
//              "blanks", "letters", "squares": [[{"known": [thing, …], "open": [thing, …]}, …], …]}, …],
//  "legend": [{"panel", "text", "meaning"}, …],
//  "known": [{"name", "things": [thing, …]}, …], "open": the same}
// with the meaning they have above. A thing is {"text", "fluent"}, and if it is open "probability" (null where there is
// none) and "exact". A square leaves out what it has nothing of.
nlohmann::ordered_json to_json(const Picture& picture);

}  // namespace percept::show
