// SPDX-License-Identifier: MIT
//
// Matches that others have recorded are replayed: every move was legal, every position, legal move, percept and goal is
// as it was recorded. The circuit runs them, or the prover where a game is too large to ground.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/text.h"
#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;
using game::JointMove;
using game::RoleId;
using game::State;
using nlohmann::json;

namespace {

std::vector<json> recorded(const std::string& name) {
  std::istringstream lines(read(corpus() / "games/matches" / name));
  std::vector<json> out;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) out.push_back(json::parse(line));
  return out;
}

// Games by their rule sheets, made when they are first needed.
class Games {
 public:
  Game& at(const std::string& rules) {
    auto [known, is_new] = games_.try_emplace(rules);
    if (is_new) {
      CAPTURE(rules);
      known->second = std::make_unique<Game>(game_of_file(corpus() / "games" / rules, Game::Choice::kAuto));
    }
    return *known->second;
  }

 private:
  std::map<std::string, std::unique_ptr<Game>> games_;
};

using Texts = std::set<std::string>;

Texts texts(const json& list) {
  Texts out;
  for (const json& text : list) out.insert(lower(text.get<std::string>()));
  return out;
}

Texts texts(const Game& game, const State& state) {
  Texts out;
  for_each_fluent(state, [&](game::FluentId fluent) { out.insert(game.text(fluent)); });
  return out;
}

std::string joined(const Texts& all, const Texts& without) {
  std::string out;
  for (const std::string& text : all)
    if (!without.contains(text)) out += " " + text;
  return out.empty() ? " nothing" : out;
}

std::string difference(std::string_view what, const Texts& is, const Texts& was_recorded) {
  if (is == was_recorded) return {};
  return fmt::format("{}: only by the rules:{}; only recorded:{}", what, joined(is, was_recorded),
                     joined(was_recorded, is));
}

// A replay says what differs from the record, and in which round; nothing when all is as recorded.
class Replay {
 public:
  Replay(Game& game, const json& match) : game_(game), match_(match), state_(game.initial()) {}

  std::string run() {
    for (const json& moves : match_["moves"]) {
      if (std::string d = position(); !d.empty()) return at_round(d);
      if (got(game_.terminal(state_))) return at_round("the game is over");
      JointMove joint;
      for (std::uint32_t role = 0; role < game_.roles(); ++role) {
        std::string text = moves[role];
        auto move = game_.parse_move(RoleId{role}, text);
        auto legal = game_.legal(state_, RoleId{role});
        if (!legal) return at_round(legal.error().message);
        if (!move || std::ranges::find(*legal, *move) == legal->end())
          return at_round(fmt::format("{} has no legal move {}", game_.text(RoleId{role}), text));
        joint.push_back(*move);
      }
      if (std::string d = percepts(joint); !d.empty()) return at_round(d);
      state_ = got(game_.next(state_, joint));
      ++round_;
    }
    if (std::string d = position(); !d.empty()) return at_round(d);
    return at_round(end());
  }

 private:
  std::string at_round(const std::string& text) const {
    return text.empty() ? text : fmt::format("{} round {}: {}", match_["match"].get<std::string>(), round_ + 1, text);
  }

  std::string position() {
    if (match_.contains("states"))
      if (std::string d = difference("position", texts(game_, state_), texts(match_["states"][round_])); !d.empty())
        return d;
    if (match_.contains("legal_moves"))
      for (const auto& [role, moves] : match_["legal_moves"][round_].items()) {
        Texts legal;
        for (game::MoveId move : got(game_.legal_if_any(state_, *game_.role(role))))
          legal.insert(game_.text(*game_.role(role), move));
        if (std::string d = difference("legal moves of " + role, legal, texts(moves)); !d.empty()) return d;
      }
    return {};
  }

  std::string percepts(const JointMove& joint) {
    if (!match_.contains("percepts_by_rules")) return {};
    for (const auto& [role, seen] : match_["percepts_by_rules"][round_].items()) {
      Texts sees;
      for (game::PerceptId percept : got(game_.percepts(state_, joint, *game_.role(role))))
        sees.insert(game_.text(percept));
      if (std::string d = difference("percepts of " + role, sees, texts(seen)); !d.empty()) return d;
    }
    return {};
  }

  std::string end() {
    if (match_.contains("terminal_by_rules") && got(game_.terminal(state_)) != match_["terminal_by_rules"].get<bool>())
      return "terminal";
    if (match_.contains("final_state_by_rules"))
      if (std::string d = difference("position", texts(game_, state_), texts(match_["final_state_by_rules"]));
          !d.empty())
        return d;
    for (std::uint32_t role = 0; role < game_.roles(); ++role) {
      Texts goals;
      for (int value : got(game_.goals(state_, RoleId{role}))) goals.insert(std::to_string(value));
      // Where the rules give several values, the record has one of them.
      if (match_["goals_recorded"].is_array() && !goals.contains(match_["goals_recorded"][role].get<std::string>()))
        return fmt::format("goal of role {} was {}, by the rules{}", role,
                           match_["goals_recorded"][role].get<std::string>(), joined(goals, {}));
      Texts by_rules;
      std::istringstream values(match_["goals_by_rules"][role].get<std::string>());
      for (std::string value; std::getline(values, value, ',');) by_rules.insert(value);
      if (std::string d = difference("goals of " + game_.text(RoleId{role}), goals, by_rules); !d.empty()) return d;
    }
    return {};
  }

  Game& game_;
  const json& match_;
  State state_;
  std::size_t round_ = 0;
};

// May the roles whose moves were not recorded (null) have moved so that the goals came out as recorded?
bool can_be_completed(Game& game, const json& match, std::size_t round, const State& state) {
  if (round == match["moves"].size()) {
    if (!got(game.terminal(state))) return false;
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      auto goals = got(game.goals(state, RoleId{role}));
      if (goals.size() != 1 || std::to_string(goals[0]) != match["goals_recorded"][role].get<std::string>())
        return false;
    }
    return true;
  }
  if (got(game.terminal(state))) return false;
  std::vector<JointMove> joints = {{}};
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    const json& recorded_move = match["moves"][round][role];
    std::vector<JointMove> longer;
    for (game::MoveId move : got(game.legal(state, RoleId{role}))) {
      if (!recorded_move.is_null() && game.text(RoleId{role}, move) != recorded_move.get<std::string>()) continue;
      for (JointMove joint : joints) {
        joint.push_back(move);
        longer.push_back(std::move(joint));
      }
    }
    joints = std::move(longer);
  }
  return std::ranges::any_of(joints, [&](const JointMove& joint) {
    return can_be_completed(game, match, round + 1, got(game.next(state, joint)));
  });
}

bool is_complete(const json& match) {
  for (const json& joint : match["moves"])
    for (const json& move : joint)
      if (move.is_null()) return false;
  return true;
}

}  // namespace

TEST_CASE("the matches of the 2008 competition replay") {
  REQUIRE_CORPUS();
  Games games;
  std::size_t matches = 0;
  for (const json& match : recorded("aaai2008.jsonl")) {
    CHECK(Replay(games.at(match["rules"]), match).run() == "");
    ++matches;
  }
  CHECK(matches == 113);
}

TEST_CASE("the matches of GDL-II games replay, with all that was seen") {
  REQUIRE_CORPUS();
  Games games;
  std::size_t complete = 0, completed = 0;
  for (const json& match : recorded("uwa_gdl2_2020.jsonl")) {
    Game& game = games.at(match["rules"]);
    if (is_complete(match)) {
      CHECK(Replay(game, match).run() == "");
      ++complete;
    } else {
      CAPTURE(match["match"].get<std::string>());
      CHECK(can_be_completed(game, match, 0, game.initial()));
      ++completed;
    }
  }
  CHECK(complete == 56);
  CHECK(completed == 5);  // of Monty Hall, without the moves of `random`
}

// The rules of this Othello have (not (onaline ... ?x ?y ...)) before the literals that bind ?x and ?y. The controller
// that recorded the match read a rule from left to right, and took the negation to say that there is none at all. By
// the specification the order does not matter, and ggp-base agrees.
TEST_CASE("the recorded traces replay, but for one that reads negation from left to right") {
  REQUIRE_CORPUS();
  Games games;
  std::map<std::string, std::string> differences;
  std::size_t matches = 0;
  for (const json& match : recorded("dresden_gamecontroller_traces.jsonl")) {
    std::string d = Replay(games.at(match["rules"]), match).run();
    if (!d.empty()) differences[match["game"]] = d;
    ++matches;
  }
  CHECK(matches == 4);
  REQUIRE(differences.size() == 1);
  CHECK(differences.begin()->first == "othello-fourway-teamswitch");
  CHECK_MESSAGE(differences.begin()->second.find("round 3: ") != std::string::npos, differences.begin()->second);
}
