// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"
#include "game/playout.h"
#include "gdl/term_text.h"
#include "record/dresden_xml.h"
#include "record/replay.h"
#include "record/xml_terms.h"

namespace percept::record {
namespace {

constexpr std::size_t kMostJointMoves = 20'000;  // that are tried to explain a state

using Moves = std::vector<std::vector<std::string>>;

// One file of a match.
struct Step {
  std::string name, id, sight;
  std::vector<std::string> roles, players;
  std::int64_t time = 0;
  Clocks clocks;
  Moves moves;  // of all steps before
  bool has_state = false, final = false;
  Facts state;
  std::vector<std::optional<int>> rewards;
};

template <class Number>
std::optional<Number> number(std::string_view text) {
  text = trimmed(text);
  Number out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(out) : std::nullopt;
}

Result<Step> step_of(const XmlFile& file) {
  auto wrong = [&](const std::string& what) { return failure(fmt::format("{}: {}", file.name, what)); };
  pugi::xml_document document;
  if (auto loaded = load_xml(document, file.text, file.name); !loaded) return tl::unexpected(loaded.error());
  pugi::xml_node match = document.child("match");
  if (!match) return wrong("there is no <match>");
  Step out;
  out.name = file.name;
  out.id = trimmed(match.child("match-id").text().get());
  if (out.id.empty()) return wrong("the match has no id");
  out.sight = lower(trimmed(match.child("sight-of").text().get()));
  for (pugi::xml_node role : match.children("role")) out.roles.push_back(lower(trimmed(role.text().get())));
  for (pugi::xml_node player : match.children("player")) out.players.emplace_back(trimmed(player.text().get()));
  out.time = number<std::int64_t>(match.child("timestamp").text().get()).value_or(0);
  out.clocks = {number<double>(match.child("startclock").text().get()).value_or(0),
                number<double>(match.child("playclock").text().get()).value_or(0)};
  for (pugi::xml_node step : match.child("history").children("step")) {
    out.moves.emplace_back();
    for (pugi::xml_node move : step.children("move")) {
      if (!move.first_child()) continue;
      auto term = xml_term(move);
      if (!term) return wrong(fmt::format("step {}: {}", out.moves.size(), term.error().message));
      out.moves.back().push_back(std::move(*term));
    }
  }
  pugi::xml_node state = match.child("state");
  out.has_state = !state.empty();
  for (pugi::xml_node fact : state.children("fact")) {
    auto term = xml_term(fact);
    if (!term) return wrong(term.error().message);
    out.state.push_back(std::move(*term));
  }
  out.final = !match.child("scores").empty();
  for (pugi::xml_node reward : match.child("scores").children("reward"))
    out.rewards.push_back(number<int>(reward.text().get()));
  return out;
}

using Steps = std::map<std::size_t, Step>;  // by rounds played

Facts sorted(Facts facts) {
  std::ranges::sort(facts);
  return facts;
}

// A role's view of a GDL-II match has no moves, and GameController's have all facts of every state: the joint moves
// that lead from one to the next. Where several do, the first, and `note` says where.
class MoveFinder {
 public:
  MoveFinder(game::Game& game, const Steps& steps) : game_(game), steps_(steps), state_(game.initial()) {}

  Result<Moves> find(std::string& note) {
    Moves out;
    std::string unsure;
    for (std::size_t round = 1; round <= steps_.rbegin()->first; ++round) {
      auto after = steps_.find(round);
      if (after == steps_.end() || !after->second.has_state)
        return failure(fmt::format("round {}: without its moves the state behind it is needed", round),
                       "put the files of all steps into one folder");
      auto moves = joint_moves();
      if (!moves) return tl::unexpected(moves.error());
      wanted_ = sorted(after->second.state);
      found_.clear();
      several_ = false;
      if (auto tried = try_all(*moves, {}); !tried) return tl::unexpected(tried.error());
      if (found_.empty())
        return failure(fmt::format("round {}: no joint move leads to its state", round),
                       "is this what a role knew, not all there was? import everyone's view, which percept matches "
                       "export writes without --role");
      if (several_) unsure += fmt::format("{}{}", unsure.empty() ? "" : ", ", round);
      out.emplace_back();
      for (std::uint32_t role = 0; role < game_.roles(); ++role)
        out.back().push_back(game_.text(game::RoleId{role}, found_[role]));
      state_ = std::move(next_);
    }
    note = "moves found from the states";
    if (!unsure.empty()) note += "; in rounds " + unsure + " others would do, too";
    return out;
  }

 private:
  Result<std::vector<std::vector<game::MoveId>>> joint_moves() {
    std::vector<std::vector<game::MoveId>> out;
    std::size_t count = 1;
    for (std::uint32_t role = 0; role < game_.roles(); ++role) {
      auto legal = game::sorted_legal(game_, state_, game::RoleId{role});
      if (!legal) return tl::unexpected(legal.error());
      count *= std::max<std::size_t>(legal->size(), 1);
      if (count > kMostJointMoves)
        return failure(fmt::format("more than {} joint moves would have to be tried for a state", kMostJointMoves),
                       "import the view of everyone, sight-of RANDOM");
      out.push_back(std::move(*legal));
    }
    return out;
  }

  Result<void> try_all(const std::vector<std::vector<game::MoveId>>& moves, game::JointMove chosen) {
    if (several_) return {};
    if (chosen.size() < moves.size()) {
      for (game::MoveId move : moves[chosen.size()]) {
        chosen.push_back(move);
        if (auto tried = try_all(moves, chosen); !tried) return tried;
        chosen.pop_back();
      }
      return {};
    }
    auto next = game_.next(state_, chosen);
    if (!next) return tl::unexpected(next.error());
    if (sorted(facts_of(game_, *next)) != wanted_) return {};
    several_ = !found_.empty();
    if (several_) return {};
    found_ = chosen;
    next_ = std::move(*next);
    return {};
  }

  game::Game& game_;
  const Steps& steps_;
  game::State state_, next_;
  Facts wanted_;
  game::JointMove found_;
  bool several_ = false;
};

// GameController has a 0 for a role that has no goal.
Result<void> drop_rewards_of_none(Record& record) {
  if (std::ranges::find(record.goals, std::optional(0)) == record.goals.end()) return {};
  auto game = game_of(record.rules);
  if (!game) return tl::unexpected(game.error());
  auto truth = replay(*game, record);
  if (!truth) return tl::unexpected(truth.error());
  for (std::size_t role = 0; !truth->stopped && role < record.goals.size(); ++role)
    if (record.goals[role] == 0 && truth->goals[role].empty()) record.goals[role].reset();
  return {};
}

}  // namespace

Result<Record> read_dresden_xml(const std::vector<XmlFile>& files, const std::string& name,
                                const RulesOnRecord& rules) {
  Steps steps;
  for (const XmlFile& file : files) {
    auto step = step_of(file);
    if (!step) return tl::unexpected(step.error());
    if (!steps.empty() && steps.begin()->second.id != step->id)
      return failure(fmt::format("{}: this is of match {}, {} of {}", file.name, printable(step->id),
                                 steps.begin()->second.name, printable(steps.begin()->second.id)),
                     "a folder has the files of one match");
    std::size_t rounds = step->moves.size();
    if (auto known = steps.find(rounds); known == steps.end() || step->final)
      steps.insert_or_assign(rounds, std::move(*step));
  }
  if (steps.empty())
    return failure(fmt::format("{} has no step_1.xml, nor others of a match", name), "it is not a record of Dresden's");
  Step& last = steps.rbegin()->second;
  Record out;
  // Stanford wrote a match that was forfeited with a step that nobody made.
  bool forfeited = rules.gdl_version == 1 && !last.moves.empty() && last.moves.back().empty();
  while (forfeited && !last.moves.empty() && last.moves.back().empty()) last.moves.pop_back();
  if (std::ranges::any_of(last.moves, [](const auto& moves) { return moves.empty(); })) {
    auto game = game_of(rules);
    if (!game) return tl::unexpected(game.error());
    auto moves = MoveFinder(*game, steps).find(out.note);
    if (!moves) return failure(fmt::format("{}: {}", last.name, moves.error().message), moves.error().hint);
    last.moves = std::move(*moves);
  }
  out.id = last.id;
  out.rules = rules;
  out.roles = last.roles;
  for (const std::string& player : last.players) out.players.push_back({player, "", "", false});
  out.started = steps.begin()->second.time;
  out.clocks = steps.begin()->second.clocks;
  out.ended = last.time;
  out.status = forfeited ? Status::kAborted : last.final ? Status::kCompleted : Status::kInterrupted;
  if (forfeited)
    out.note = "forfeited";
  else
    out.goals = last.rewards;
  for (std::size_t i = 0; i <= last.moves.size(); ++i) {
    auto step = steps.find(i);
    bool there = step != steps.end() && step->second.has_state;
    if (i == 0) {
      if (there) out.initial = step->second.state;
      continue;
    }
    Round round;
    round.moves = last.moves[i - 1];
    if (there) round.state = step->second.state;
    if (step != steps.end()) round.time = step->second.time;
    out.rounds.push_back(std::move(round));
  }
  if (auto fine = complete(out); !fine)
    return failure(fmt::format("{}: {}", name, fine.error().message), fine.error().hint);
  if (auto fine = drop_rewards_of_none(out); !fine) return tl::unexpected(fine.error());
  return out;
}

}  // namespace percept::record
