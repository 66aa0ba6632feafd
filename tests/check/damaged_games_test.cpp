// SPDX-License-Identifier: MIT
//
// The project's own games with a piece cut out, doubled or moved: whatever is left is checked to its end, and every
// finding points into the text.
#include <random>

#include "check/checked.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

std::string damaged(std::string text, std::mt19937& random) {
  for (std::size_t times = random() % 4 + 1; times > 0; --times) {
    std::size_t at = random() % text.size(), length = std::min<std::size_t>(random() % 40, text.size() - at);
    std::string piece = text.substr(at, length);
    switch (random() % 5) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, piece); break;
      case 2: text.insert(random() % text.size(), piece); break;
      case 3: text[at] = "()?;ax \n"[random() % 8]; break;
      default: text.insert(at, "(not "); break;
    }
    if (text.empty()) text = "(";
  }
  return text;
}

bool is_inside(const gdl::Place& place, const gdl::Description& description) {
  return place.source == description.source().get() && place.begin <= place.end &&
         place.end <= description.source()->text().size();
}

}  // namespace

TEST_CASE("damaged games are checked to their end") {
  std::mt19937 random(2026);
  for (const auto& file : own_games()) {
    std::string text = read(file);
    for (int i = 0; i < 40; ++i) {
      std::string changed = damaged(text, random);
      Checked sheet(changed);
      bool sound = true;
      for (const gdl::Finding& finding : sheet.findings()) {
        sound = sound && is_inside(finding.place, sheet.description()) && !finding.message.empty();
        for (const gdl::Note& note : finding.notes) sound = sound && is_inside(note.place, sheet.description());
        sound = sound && !render(finding, false).empty();
      }
      CHECK_MESSAGE(sound, changed);
      auto by_place = [](const gdl::Finding& a, const gdl::Finding& b) { return a.place.begin < b.place.begin; };
      CHECK(std::ranges::is_sorted(sheet.findings(), by_place));
    }
  }
}
