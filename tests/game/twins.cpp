// SPDX-License-Identifier: MIT
#include "game/twins.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace percept::test {

using game::JointMove;
using game::RoleId;
using game::State;

Twins::Twins(game::Game& reference, game::Game& other) : one_{reference}, other_{other} {
  for (Side* side : {&one_, &other_}) {
    side->moves.resize(side->game.roles());
    side->ids.resize(side->game.roles());
  }
}

Twins::Number Twins::number(std::string text) {
  auto [known, is_new] = numbers_.try_emplace(std::move(text), static_cast<Number>(texts_.size()));
  if (is_new) texts_.push_back(known->first);
  return known->second;
}

std::vector<Twins::Number> Twins::of_state(Side& side) {
  std::vector<Number> out;
  for_each_fluent(side.state, [&](game::FluentId fluent) {
    while (side.fluents.size() <= fluent.value)
      side.fluents.push_back(number(side.game.text(game::FluentId{static_cast<std::uint32_t>(side.fluents.size())})));
    out.push_back(side.fluents[fluent.value]);
  });
  std::ranges::sort(out);
  return out;
}

std::vector<Twins::Number> Twins::of_moves(Side& side, std::size_t role, const std::vector<game::MoveId>& moves) {
  std::vector<Number> out;
  RoleId id{static_cast<std::uint32_t>(role)};
  for (game::MoveId move : moves) {
    while (side.moves[role].size() <= move.value) {
      game::MoveId next{static_cast<std::uint32_t>(side.moves[role].size())};
      side.moves[role].push_back(number(side.game.text(id, next)));
      side.ids[role][side.moves[role].back()] = next;
    }
    out.push_back(side.moves[role][move.value]);
  }
  std::ranges::sort(out);
  return out;
}

std::vector<Twins::Number> Twins::of_percepts(Side& side, const game::Percepts& percepts) {
  std::vector<Number> out;
  for (game::PerceptId percept : percepts) {
    while (side.percepts.size() <= percept.value)
      side.percepts.push_back(
          number(side.game.text(game::PerceptId{static_cast<std::uint32_t>(side.percepts.size())})));
    out.push_back(side.percepts[percept.value]);
  }
  std::ranges::sort(out);
  return out;
}

std::string Twins::listed(const std::vector<Number>& all, const std::vector<Number>& without) const {
  std::vector<std::string> texts;
  for (Number n : all)
    if (!std::ranges::binary_search(without, n)) texts.push_back(texts_[n]);
  std::ranges::sort(texts);
  std::string out;
  for (const std::string& text : texts) out += " " + text;
  return out.empty() ? " nothing" : out;
}

std::string Twins::listed(const std::vector<int>& all, const std::vector<int>& without) const {
  std::string out;
  for (int value : all)
    if (std::ranges::find(without, value) == without.end()) out += fmt::format(" {}", value);
  return out.empty() ? " nothing" : out;
}

template <class Ask, class Answer>
std::optional<std::string> Twins::same(const std::string& what, const Ask& ask, Answer& answer) {
  Result<Answer> left = ask(one_), right = ask(other_);
  auto name = [](Side& side) { return std::string(side.game.engine_name()); };
  if (!left || !right) {
    if (!left && !right) return fmt::format("{}: neither can tell: {}", what, left.error().message);
    return left ? fmt::format("{}: {} cannot tell: {}", what, name(other_), right.error().message)
                : fmt::format("{}: {} cannot tell: {}", what, name(one_), left.error().message);
  }
  if (*left != *right)
    return fmt::format("{}\n  only {}: {}\n  only {}: {}", what, name(one_), listed(*left, *right), name(other_),
                       listed(*right, *left));
  answer = std::move(*left);
  return {};
}

std::optional<std::string> Twins::restart() {
  if (one_.game.roles() != other_.game.roles()) return "the number of roles";
  for (std::uint32_t role = 0; role < one_.game.roles(); ++role)
    if (one_.game.text(RoleId{role}) != other_.game.text(RoleId{role})) return "the order of the roles";
  one_.state = one_.game.initial();
  other_.state = other_.game.initial();
  return look();
}

std::optional<std::string> Twins::look() {
  using Numbers = Result<std::vector<Number>>;
  std::vector<Number> numbers;
  if (auto d = same(
          "position", [&](Side& side) -> Numbers { return of_state(side); }, numbers))
    return d;
  bool terminal = false;
  if (auto d = same(
          "terminal", [&](Side& side) { return side.game.terminal(side.state); }, terminal))
    return d;
  over_ = terminal;
  legal_.resize(one_.game.roles());
  for (std::uint32_t role = 0; role < one_.game.roles(); ++role) {
    std::string name = one_.game.text(RoleId{role});
    auto legal = [&](Side& side) -> Numbers {
      auto moves = side.game.legal_if_any(side.state, RoleId{role});
      if (!moves) return tl::unexpected(moves.error());
      return of_moves(side, role, *moves);
    };
    if (auto d = same("legal moves of " + name, legal, numbers)) return d;
    legal_[role].clear();
    for (Number n : numbers) legal_[role].push_back(texts_[n]);
    std::ranges::sort(legal_[role]);
    over_ |= legal_[role].empty();
    std::vector<int> goals;
    if (auto d = same(
            "goals of " + name, [&](Side& side) { return side.game.goals(side.state, RoleId{role}); }, goals))
      return d;
  }
  return {};
}

std::optional<std::string> Twins::make(const Moves& moves) {
  auto joint = [&](Side& side) {
    JointMove out;
    for (std::size_t role = 0; role < moves.size(); ++role) out.push_back(side.ids[role].at(numbers_.at(moves[role])));
    return out;
  };
  if (one_.game.imperfect())
    for (std::uint32_t role = 0; role < one_.game.roles(); ++role) {
      auto sees = [&](Side& side) -> Result<std::vector<Number>> {
        auto percepts = side.game.percepts(side.state, joint(side), RoleId{role});
        if (!percepts) return tl::unexpected(percepts.error());
        return of_percepts(side, *percepts);
      };
      std::vector<Number> numbers;
      if (auto d = same("percepts of " + one_.game.text(RoleId{role}), sees, numbers)) return d;
    }
  auto next = [&](Side& side) -> Result<bool> {
    auto state = side.game.next(side.state, joint(side));
    if (!state) return tl::unexpected(state.error());
    side.state = std::move(*state);
    return true;
  };
  bool made = false;
  if (auto d = same("next position", next, made)) return d;
  return look();
}

Match play(Twins& twins, Random& random, std::size_t max_rounds, const std::function<bool(std::size_t)>& goes_on) {
  Match match;
  match.difference = twins.restart();
  while (!match.differs() && !twins.over() && match.moves.size() < max_rounds && goes_on(match.moves.size())) {
    Moves moves;
    for (std::size_t role = 0; role < twins.reference().roles(); ++role) {
      const std::vector<std::string>& legal = twins.legal(role);
      moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    match.difference = twins.make(moves);
    match.moves.push_back(std::move(moves));
  }
  return match;
}

std::optional<Match> replay(Twins& twins, const std::vector<Moves>& all) {
  Match match;
  match.difference = twins.restart();
  for (const Moves& moves : all) {
    if (match.differs()) break;
    if (twins.over()) return {};
    for (std::size_t role = 0; role < moves.size(); ++role)
      if (!std::ranges::binary_search(twins.legal(role), moves[role])) return {};
    match.difference = twins.make(moves);
    match.moves.push_back(moves);
  }
  return match;
}

namespace {

class Shrinker {
 public:
  Shrinker(Twins& twins, Match match, std::size_t replays)
      : twins_(twins), best_(std::move(match)), replays_(replays) {}

  Match run() {
    for (bool better = true; better && replays_ > 0;) {
      better = false;
      for (std::size_t length = best_.moves.size(); length > 0; length /= 2) better |= drop(length);
      better |= replace();
    }
    return best_;
  }

 private:
  bool is_better(const std::vector<Moves>& moves) {
    if (replays_ == 0) return false;
    --replays_;
    auto match = replay(twins_, moves);
    if (!match || !match->differs()) return false;
    best_ = std::move(*match);
    return true;
  }

  // Runs of so many moves.
  bool drop(std::size_t length) {
    bool better = false;
    for (std::size_t at = 0; at + length <= best_.moves.size();) {
      std::vector<Moves> moves = best_.moves;
      auto begin = moves.begin() + static_cast<std::ptrdiff_t>(at);
      moves.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      is_better(moves) ? void(better = true) : void(++at);
    }
    return better;
  }

  // Each move by one that comes earlier; the rest of the match may be dropped then.
  bool replace() {
    bool better = false;
    for (std::size_t at = 0; at < best_.moves.size(); ++at)
      for (std::size_t role = 0; role < best_.moves[at].size(); ++role) {
        std::vector<Moves> before(best_.moves.begin(), best_.moves.begin() + static_cast<std::ptrdiff_t>(at));
        replay(twins_, before);
        std::vector<std::string> legal = twins_.legal(role);
        for (const std::string& move : legal) {
          if (at >= best_.moves.size() || move >= best_.moves[at][role]) break;
          std::vector<Moves> moves = best_.moves;
          moves[at][role] = move;
          if (!is_better(moves)) continue;
          better = true;
          break;
        }
        if (at >= best_.moves.size()) break;
      }
    return better;
  }

  Twins& twins_;
  Match best_;
  std::size_t replays_;
};

}  // namespace

Match shrunk(Twins& twins, Match match, std::size_t max_replays) {
  return Shrinker(twins, std::move(match), max_replays).run();
}

std::string describe(const Match& match) {
  std::string out = fmt::format("after {} joint moves:", match.moves.size());
  for (const Moves& moves : match.moves) {
    out += "\n ";
    for (const std::string& move : moves) out += " " + move;
  }
  return out + "\n" + match.difference.value_or("no difference");
}

}  // namespace percept::test
