// SPDX-License-Identifier: MIT
//
// What a role's view of a record shows is what the role knows, neither more nor less: compared with the enumeration of
// all positions that explain its moves and percepts, by a game of its own.
#include "record/sight.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <unordered_set>

#include "base/text.h"
#include "game/playing.h"
#include "game/playout.h"
#include "gdl/term_text.h"
#include "record/dresden_xml.h"
#include "record/recording.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::test;
using game::Game;
using game::RoleId;
using game::State;

namespace {

using States = std::unordered_set<State, game::StateHash>;
using Texts = std::set<std::string>;

// All positions after one more round in which the role did and saw this; nothing when there are too many.
std::optional<States> after(Game& game, const States& states, RoleId role, const game::Told& told) {
  constexpr std::size_t kMost = 40'000;  // joint moves
  States out;
  std::size_t tried = 0;
  Texts seen(told.percepts->begin(), told.percepts->end());
  for (const State& state : states) {
    if (got(game.terminal(state))) continue;
    std::vector<game::JointMove> joint = {{}};
    for (std::uint32_t each = 0; each < game.roles(); ++each) {
      std::vector<game::JointMove> longer;
      for (game::MoveId move : got(game.legal(state, RoleId{each}))) {
        if (RoleId{each} == role && game.text(role, move) != *told.move) continue;
        for (game::JointMove one : joint) {
          one.push_back(move);
          longer.push_back(std::move(one));
        }
      }
      joint = std::move(longer);
      if (joint.size() > kMost) return std::nullopt;
    }
    tried += joint.size();
    if (tried > kMost) return std::nullopt;
    for (const game::JointMove& moves : joint) {
      Texts sees;
      for (game::PerceptId percept : got(game.percepts(state, moves, role))) sees.insert(game.text(percept));
      if (sees == seen) out.insert(got(game.next(state, moves)));
    }
  }
  return out;
}

Texts common(const Game& game, const States& states) {
  Texts out;
  bool first = true;
  for (const State& state : states) {
    Texts here;
    for_each_fluent(state, [&](game::FluentId fluent) { here.insert(game.text(fluent)); });
    if (first) {
      out = std::move(here);
    } else {
      std::erase_if(out, [&](const std::string& text) { return !here.contains(text); });
    }
    first = false;
  }
  return out;
}

std::string text_of(const pugi::xml_node& element) {
  if (!element.child("prop-f")) return element.text().get();
  std::string out = std::string("(") + element.child("prop-f").text().get();
  for (pugi::xml_node arg : element.children("arg")) out += " " + text_of(arg);
  return out + ")";
}

struct Shown {
  Texts facts;
  std::vector<std::string> rewards;
  std::size_t moves = 0;
  std::string sight;
};
Shown shown_in(const XmlFile& file) {
  pugi::xml_document document;
  REQUIRE(document.load_buffer(file.text.data(), file.text.size()));
  pugi::xml_node match = document.child("match");
  Shown out;
  out.sight = match.child("sight-of").text().get();
  for (pugi::xml_node fact : match.child("state").children("fact"))
    out.facts.insert(got(gdl::term_text(text_of(fact))));
  for (pugi::xml_node step : match.child("history").children("step"))
    for (pugi::xml_node move : step.children("move")) out.moves += move.empty() ? 0 : 1;
  for (pugi::xml_node reward : match.child("scores").children("reward")) out.rewards.push_back(reward.text().get());
  return out;
}

// Compares the views of all roles with the enumeration, as far as that can be done. How many positions were compared.
std::size_t compare(const RulesOnRecord& rules, std::uint64_t seed, std::size_t max_rounds) {
  Record record = random_record(rules, seed, max_rounds);
  if (record.rules.gdl_version == 1) return 0;
  Game game = game_of_text(rules.text, Game::Choice::kAuto);
  std::size_t compared = 0;
  for (std::uint32_t role = 0; role < record.roles.size(); ++role) {
    if (record.roles[role] == "random") continue;
    CAPTURE(rules.name);
    CAPTURE(record.roles[role]);
    XmlMatch view = got(to_dresden_xml(record, record.roles[role]));
    CHECK(view.folder == record.id + "-" + upper(record.roles[role]));
    REQUIRE(view.files.size() == record.rounds.size() + (record.status == Status::kCompleted ? 2 : 1));
    std::optional<States> states = States{game.initial()};
    for (std::size_t round = 0; round <= record.rounds.size(); ++round) {
      CAPTURE(round);
      if (round > 0 && states) states = after(game, *states, RoleId{role}, told(record, role, round));
      Shown shown = shown_in(view.files[round]);
      CHECK(lower(shown.sight) == record.roles[role]);
      CHECK(shown.moves == 0);
      if (!states) continue;
      CHECK(shown.facts == common(game, *states));
      ++compared;
      if (shown.rewards.empty()) continue;
      std::set<std::vector<int>> goals;
      for (const State& state : *states) goals.insert(got(game.goals(state, RoleId{role})));
      bool known = goals.size() == 1 && goals.begin()->size() == 1;
      for (std::size_t other = 0; other < shown.rewards.size(); ++other)
        CHECK(shown.rewards[other] == (known && other == role ? std::to_string(goals.begin()->front()) : ""));
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("a role's view of our games shows what it knows, no more and no less") {
  for (const char* name :
       {"monty_hall", "noughts_and_crosses", "krieg_tictactoe_3x3", "kuhn_poker", "meier", "rock_paper_scissors",
        "two_generals", "transit", "hidden_connect", "blind_breakthrough_5x5"})
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(2 * effort()); ++seed) {
      auto rules = rules_of_file(project_root() / "games" / (std::string(name) + ".kif"));
      CHECK_MESSAGE(compare(rules, seed, 6) > 2, name);
    }
}

TEST_CASE("a role's view of competition games shows what it knows") {
  REQUIRE_CORPUS();
  for (const char* name : {"MontyHall", "KriegTictactoe_5x5", "Transit", "BankerAndThief", "Numberguessing"}) {
    auto file = corpus() / "games/gdl2" / (std::string(name) + ".kif");
    if (!std::filesystem::exists(file)) continue;
    compare(rules_of_file(file), 1, 4);
  }
}

TEST_CASE("a budget that runs out shows fewer facts, never more") {
  Record record = random_record("krieg_tictactoe_5x5", 1, 12);
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    auto full = got(sight_of(record, role)), hasty = got(sight_of(record, role, 1e-9));
    REQUIRE(full.size() == hasty.size());
    for (std::size_t i = 0; i < full.size(); ++i)
      for (const std::string& fact : hasty[i].known)
        CHECK(std::ranges::find(full[i].known, fact) != full[i].known.end());
  }
}

TEST_CASE("everyone's view shows everything") {
  Record record = random_record("krieg_tictactoe_3x3", 2);
  XmlMatch view = got(to_dresden_xml(record, "random"));
  Shown last = shown_in(view.files.back());
  CHECK(last.facts == Texts(record.state().begin(), record.state().end()));
  CHECK(last.moves == record.rounds.size() * record.roles.size());
  CHECK(last.rewards.size() == record.roles.size());
  CHECK(!to_dresden_xml(record, "nobody"));
}

TEST_CASE("in a game without sees every view is everyone's") {
  Record record = random_record(countdown(), 1);
  XmlMatch view = got(to_dresden_xml(record, "left")), all = got(to_dresden_xml(record));
  CHECK(view.folder == record.id);
  REQUIRE(view.files.size() == all.files.size());
  for (std::size_t i = 0; i < all.files.size(); ++i) CHECK(view.files[i].text == all.files[i].text);
  CHECK(told(record, 0, 1).percepts->size() == 2);
}

TEST_CASE("percepts that nothing explains are an error, not a view") {
  Record record = random_record("krieg_tictactoe_3x3", 2);
  record.rounds[1].percepts[0] = {"nonsense"};
  CHECK(!to_dresden_xml(record, record.roles[0]));
}
