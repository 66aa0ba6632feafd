// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "show/picture.h"

namespace percept::show {
namespace {

using nlohmann::ordered_json;

ordered_json json_of(const std::vector<Picture::Thing>& things, bool open) {
  ordered_json out = ordered_json::array();
  for (const Picture::Thing& thing : things) {
    ordered_json& one = out.emplace_back(ordered_json{{"text", thing.text}, {"fluent", thing.fluent}});
    if (!open) continue;
    one["probability"] = thing.probability ? ordered_json(*thing.probability) : ordered_json();
    one["exact"] = thing.exact;
  }
  return out;
}

ordered_json json_of(const Picture::Side& side) { return {{"labels", side.labels}, {"group", side.group}}; }

ordered_json json_of(const Picture::Panel& panel) {
  ordered_json rows = ordered_json::array();
  for (const std::vector<Picture::Square>& row : panel.squares) {
    ordered_json& squares = rows.emplace_back(ordered_json::array());
    for (const Picture::Square& square : row) {
      ordered_json& one = squares.emplace_back(ordered_json::object());
      if (!square.known.empty()) one["known"] = json_of(square.known, false);
      if (!square.open.empty()) one["open"] = json_of(square.open, true);
    }
  }
  return {{"name", panel.name},
          {"sheet", panel.sheet ? ordered_json(*panel.sheet) : ordered_json()},
          {"columns", json_of(panel.columns)},
          {"rows", json_of(panel.rows)},
          {"upward", panel.upward},
          {"blanks", panel.blanks},
          {"letters", panel.letters},
          {"squares", std::move(rows)}};
}

ordered_json json_of(const std::vector<Picture::List>& lists, bool open) {
  ordered_json out = ordered_json::array();
  for (const Picture::List& list : lists)
    out.push_back(ordered_json{{"name", list.name}, {"things", json_of(list.things, open)}});
  return out;
}

}  // namespace

ordered_json to_json(const Picture& picture) {
  ordered_json panels = ordered_json::array(), legend = ordered_json::array();
  for (const Picture::Panel& panel : picture.panels) panels.push_back(json_of(panel));
  for (const Picture::Meaning& one : picture.legend)
    legend.push_back(ordered_json{{"panel", one.panel}, {"text", one.text}, {"meaning", one.meaning}});
  return {{"panels", std::move(panels)},
          {"legend", std::move(legend)},
          {"known", json_of(picture.known, false)},
          {"open", json_of(picture.open, true)}};
}

}  // namespace percept::show
