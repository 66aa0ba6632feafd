// SPDX-License-Identifier: MIT
#include "record/ggp_xml.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/ggp_json.h"
#include "record/xml_terms.h"

namespace percept::record {
namespace {

using Json = nlohmann::ordered_json;

// Entries of lists, which come one after the other, and values that are no texts.
constexpr std::array<std::string_view, 4> kLists = {"stateTimes", "goalValues", "playerNamesFromHost", "isPlayerHuman"};
constexpr std::array<std::string_view, 3> kTexts = {"matchId", "tournamentNameFromHost", "playerNamesFromHost"};

Json value_of(std::string_view key, const std::string& text) {
  if (std::ranges::find(kTexts, key) != kTexts.end()) return text;
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

}  // namespace

bool is_ggp_xml(const std::string& text) {
  std::size_t match = text.find("<match>");
  return match != std::string::npos && text.find("<matchId>", match) != std::string::npos;
}

Result<Record> read_ggp_xml(const std::string& text, const std::string& name, const RulesOnRecord& rules) {
  pugi::xml_document document;
  if (auto loaded = load_xml(document, text, name); !loaded) return tl::unexpected(loaded.error());
  Json json;
  // The elements below each of `parent`, by what `read` makes of them.
  auto rows = [&](const pugi::xml_node& parent, const char* row, const auto& read) {
    Json out = Json::array();
    for (pugi::xml_node each : parent.children(row)) out.push_back(read(each));
    return out;
  };
  std::optional<Error> wrong;
  auto term = [&](const pugi::xml_node& element) {
    auto out = xml_term(element);
    if (!out && !wrong) wrong = Error{fmt::format("{}: {}", name, out.error().message), out.error().hint};
    return out.value_or("");
  };
  for (pugi::xml_node each : document.child("match").children()) {
    std::string key = each.name();
    if (key == "history") {
      json["moves"] = rows(each, "move", [&](const pugi::xml_node& move) { return rows(move, "action", term); });
    } else if (key == "herstory") {
      json["states"] = rows(each, "state", [&](const pugi::xml_node& state) {
        std::string facts;
        for (pugi::xml_node fact : state.children("fact")) facts += term(fact) + " ";
        return "(" + facts + ")";
      });
    } else if (key == "errorHistory") {
      json["errors"] = rows(each, "errors", [&](const pugi::xml_node& errors) {
        return rows(errors, "error", [](const pugi::xml_node& error) { return std::string(error.text().get()); });
      });
    } else if (std::ranges::find(kLists, key) != kLists.end()) {
      json[key].push_back(value_of(key, each.text().get()));
    } else {
      json[key] = value_of(key, each.text().get());
    }
  }
  if (wrong) return tl::unexpected(*wrong);
  return read_ggp_json(json.dump(-1, ' ', true, Json::error_handler_t::replace), name, rules);
}

}  // namespace percept::record
