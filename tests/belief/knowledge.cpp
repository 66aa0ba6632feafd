// SPDX-License-Identifier: MIT
#include "belief/knowledge.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace percept::test {

using namespace belief;

namespace {

template <class Thing, class Text>
Known<std::string> texts(const Known<Thing>& things, const Text& text) {
  Known<std::string> out;
  for (const Thing& thing : things.known) out.known.push_back(text(thing));
  for (const Thing& thing : things.open) out.open.push_back(text(thing));
  std::sort(out.known.begin(), out.known.end());
  std::sort(out.open.begin(), out.open.end());
  return out;
}

}  // namespace

std::string Knowledge::text() const {
  auto both = [](const Known<std::string>& things) {
    return fmt::format("{} | {}", fmt::join(things.known, " "), fmt::join(things.open, " "));
  };
  return fmt::format("fluents {}\nlegal {}\ngoals {}\nterminal {}\n", both(fluents), both(legal), both(goals),
                     static_cast<int>(terminal));
}

std::ostream& operator<<(std::ostream& out, const Knowledge& knowledge) { return out << knowledge.text(); }

Knowledge knowledge(Belief& belief) {
  Rules& rules = belief.rules();
  return {texts(belief.fluents(), [&](FluentId fluent) { return "(true " + rules.text(fluent) + ")"; }),
          texts(belief.legal(), [&](MoveId move) { return rules.text(belief.role(), move); }),
          texts(belief.goals(), [](int goal) { return std::to_string(goal); }), belief.terminal()};
}

Truth truth(const std::string& word) {
  REQUIRE((word == "known" || word == "no" || word == "maybe"));
  return word == "known" ? Truth::kYes : word == "no" ? Truth::kNo : Truth::kOpen;
}

void update(Belief& belief, const nlohmann::json& round) {
  Percepts percepts;
  for (const auto& text : round["percepts"]) {
    auto percept = belief.rules().percept(text.get<std::string>());
    REQUIRE(percept);
    percepts.push_back(*percept);
  }
  auto move = belief.rules().move(belief.role(), round["my_move"].get<std::string>());
  REQUIRE(move);
  auto updated = belief.update({*move, percepts});
  REQUIRE_MESSAGE(updated, updated.error().message);
}

}  // namespace percept::test
