// SPDX-License-Identifier: MIT
#include "lab/traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/random.h"
#include "belief/exact.h"
#include "belief/told.h"
#include "game/game.h"
#include "game/playout.h"
#include "lab/report_text.h"
#include "search/simulator.h"

namespace percept::lab {
namespace {

constexpr std::size_t kOnProver = 24;        // matches
constexpr std::size_t kLongestMatch = 2000;  // rounds

// Plays all matches at once, a round of all at a time.
class RandomMatches {
 public:
  RandomMatches(search::Simulator& simulator, const TraitsOptions& options)
      : simulator_(simulator), random_(options.seed), roles_(simulator.roles()), all_(roles_) {
    count_ = simulator.in_lanes() ? options.matches : std::min(options.matches, kOnProver);
  }

  Result<void> play(Traits& out, const Budget& budget) {
    std::vector<std::uint32_t> alive;
    lanes::Rows rows(simulator_.words()), next;
    for (std::uint32_t i = 0; i < count_; ++i) {
      alive.push_back(i);
      rows.push(simulator_.initial().words());
    }
    ends_.clear(simulator_.words());
    widths_.assign(count_, 1);
    nodes_.assign(count_, 1);
    last_choice_.assign(count_, {});
    out.shortest = SIZE_MAX;
    std::uint32_t round = 0;
    search::Choices choices;
    std::vector<std::uint32_t> which, moves, going;
    for (; !alive.empty() && round < kLongestMatch && !budget.out_of_time(); ++round) {
      simulator_.look(rows, choices);
      which.clear();
      moves.clear();
      going.clear();
      for (std::uint32_t row = 0; row < alive.size(); ++row) {
        if (choices.terminal(row)) {
          end(rows.row(row), alive[row], round, out);
          continue;
        }
        for (std::size_t role = 0; role < roles_; ++role)
          if (choices.moves(row, role).empty())
            return failure(fmt::format("{} has no legal move in a position",
                                       simulator_.lexicon().text(game::RoleId{static_cast<std::uint32_t>(role)})));
        which.push_back(row);
        going.push_back(alive[row]);
        choose(choices, row, alive[row], round, rows, moves, out);
      }
      simulator_.step(rows, which, moves, next);
      if (simulator_.trouble()) return failure(*simulator_.trouble());
      std::swap(rows, next);
      std::swap(alive, going);
    }
    out.cut = alive.size();
    if (out.matches == 0) return failure("no random match came to an end", "is there a way to a terminal position?");
    finish(out);
    return {};
  }

 private:
  struct Sums {
    double goal = 0, moves = 0;
    std::size_t choices = 0, most = 1;
  };
  // Where somebody had a choice for the last time, and two things it could do.
  struct LastChoice {
    std::vector<std::uint64_t> row;
    std::uint32_t round = 0;
    std::size_t role = 0;
    std::vector<std::uint32_t> one, other;  // joint moves
  };

  void choose(const search::Choices& choices, std::uint32_t row, std::uint32_t match, std::uint32_t round,
              const lanes::Rows& rows, std::vector<std::uint32_t>& moves, Traits& out) {
    std::size_t begin = moves.size(), choosing = 0, chooser = roles_;
    double joint = 1;
    for (std::size_t role = 0; role < roles_; ++role) {
      auto legal = choices.moves(row, role);
      auto count = static_cast<std::uint32_t>(legal.size());
      moves.push_back(legal[random_.below(count)]);
      joint *= count;
      if (count == 1) continue;
      Sums& sums = all_[role];
      sums.moves += count;
      ++sums.choices;
      sums.most = std::max<std::size_t>(sums.most, count);
      if (simulator_.nature() == role) continue;
      ++choosing;
      if (chooser == roles_ || random_.below(static_cast<std::uint32_t>(choosing)) == 0) chooser = role;
    }
    if (choosing == 1 && first_ == roles_) first_ = chooser;
    if (choosing > 1 && first_ == roles_) first_ = roles_ + 1;  // nobody alone
    ++positions_;
    logs_ += std::log(joint);
    out.simultaneous += choosing > 1;
    widths_[match] *= joint;
    nodes_[match] += widths_[match];
    if (chooser == roles_) return;
    LastChoice& last = last_choice_[match];
    auto words = rows.row(row);
    last.row.assign(words.begin(), words.end());
    last.round = round;
    last.role = chooser;
    last.one.assign(moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end());
    last.other = last.one;
    auto legal = choices.moves(row, chooser);
    auto other = random_.below(static_cast<std::uint32_t>(legal.size() - 1));
    last.other[chooser] = legal[other] == last.one[chooser] ? legal.back() : legal[other];
  }

  void end(std::span<const std::uint64_t> row, std::uint32_t match, std::uint32_t round, Traits& out) {
    ++out.matches;
    out.length += round;
    out.shortest = std::min<std::size_t>(out.shortest, round);
    out.longest = std::max<std::size_t>(out.longest, round);
    out.histories += nodes_[match];
    squares_ += nodes_[match] * nodes_[match];
    ends_.widen(simulator_.words());
    ends_.push(row);
    end_rounds_.push_back(round);
  }

  void finish(Traits& out) {
    auto n = static_cast<double>(out.matches);
    out.length /= n;
    out.histories /= n;
    out.spread = std::sqrt(std::max(0.0, squares_ / n - out.histories * out.histories) / n);
    auto positions = static_cast<double>(std::max<std::size_t>(positions_, 1));
    out.simultaneous /= positions;
    out.joint_branching = std::exp(logs_ / positions);
    std::vector<float> values;
    simulator_.play(ends_, end_rounds_, {.each = 1}, values);
    std::optional<double> sum;
    bool constant = true;
    out.common = true;
    for (std::size_t i = 0; i < out.matches; ++i) {
      double total = 0, most = -1, least = 2;
      std::size_t ahead = 0;
      for (std::size_t role = 0; role < roles_; ++role) {
        if (simulator_.nature() == role) continue;
        double goal = std::max(0.0F, values[i * roles_ + role]);
        all_[role].goal += goal;
        total += goal;
        if (goal > most) ahead = 0;
        most = std::max(most, goal);
        ahead += goal == most;
        least = std::min(least, goal);
      }
      out.draws += ahead > 1;
      out.common = out.common && most - least < 1e-4;
      if (sum && std::abs(*sum - total) > 1e-4) constant = false;
      sum = total;
    }
    out.draws /= n;
    if (constant) out.sum = std::round(100 * *sum);
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const Sums& sums = all_[role];
      RoleTraits traits{simulator_.lexicon().text(game::RoleId{role}), 100 * sums.goal / n,
                        static_cast<double>(sums.choices) / positions,
                        sums.choices == 0 ? 1 : sums.moves / static_cast<double>(sums.choices), sums.most};
      if (simulator_.nature() == role)
        out.nature = std::move(traits);
      else
        out.roles.push_back(std::move(traits));
    }
    if (first_ < roles_ && out.roles.size() > 1) {
      double others = 0;
      for (std::size_t role = 0; role < roles_; ++role)
        if (role != first_ && simulator_.nature() != role) others += all_[role].goal;
      out.first_advantage = 100 * (all_[first_].goal - others / static_cast<double>(out.roles.size() - 1)) / n;
    }
    correlate(out);
  }

  void correlate(Traits& out) {
    lanes::Rows rows(simulator_.words()), next;
    std::vector<std::uint32_t> which, moves, rounds, role;
    for (const LastChoice& last : last_choice_) {
      if (last.row.empty()) continue;
      for (const auto* joint : {&last.one, &last.other}) {
        which.push_back(static_cast<std::uint32_t>(rows.size()));
        rows.push(last.row);
        moves.insert(moves.end(), joint->begin(), joint->end());
        rounds.push_back(last.round + 1);
        role.push_back(static_cast<std::uint32_t>(last.role));
      }
    }
    if (rows.size() == 0) return;
    simulator_.step(rows, which, moves, next);
    std::vector<float> values;
    simulator_.play(next, rounds, {.each = 1, .seed = 2}, values);
    std::size_t same = 0, pairs = 0;
    for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
      float one = values[i * roles_ + role[i]], other = values[(i + 1) * roles_ + role[i]];
      if (one < 0 || other < 0) continue;
      ++pairs;
      same += one == other;
    }
    if (pairs > 0) out.leaf_correlation = static_cast<double>(same) / static_cast<double>(pairs);
  }

  search::Simulator& simulator_;
  Random random_;
  std::size_t roles_, count_ = 0, positions_ = 0;
  std::size_t first_ = roles_;  // who was first to have a choice alone
  double logs_ = 0, squares_ = 0;
  std::vector<Sums> all_;
  lanes::Rows ends_;
  std::vector<std::uint32_t> end_rounds_;
  std::vector<double> widths_, nodes_;  // by match
  std::vector<LastChoice> last_choice_;
};

// What a role knows of a random match, round by round.
Result<void> follow(game::Game& game, const std::shared_ptr<belief::Rules>& rules, game::RoleId role,
                    const TraitsOptions& options, std::uint64_t seed, const Budget& budget, RoleTraits& out,
                    std::vector<double>& shrunk) {
  belief::ExactBelief::Options limits;
  limits.worlds = options.worlds;
  auto belief = belief::ExactBelief::make(rules, role, limits, budget);
  if (!belief) return tl::unexpected(belief.error());
  Random random(seed);
  game::State state = game.initial();
  double before = 1;
  for (std::size_t round = 0; round <= kLongestMatch && !budget.out_of_time(); ++round) {
    if (out.open.size() <= round) out.open.resize(round + 1);
    OpenTraits& open = out.open[round];
    if ((*belief)->symbolic() || (*belief)->late() > 0) {
      ++open.lost;
      return {};
    }
    const belief::Worlds& worlds = (*belief)->worlds();
    auto positions = static_cast<double>(worlds.size());
    ++open.matches;
    open.positions += positions;
    for (std::size_t world = 0; world < worlds.size(); ++world)
      if (double chance = worlds.weight(world); chance > 0) open.bits -= chance * std::log2(chance);
    if (before > 1) shrunk.push_back(std::log(positions / before));
    before = positions;
    auto over = game.terminal(state);
    if (!over) return tl::unexpected(over.error());
    if (*over) return {};
    auto joint = game::random_joint_move(game, state, random);
    if (!joint) return tl::unexpected(joint.error());
    auto told = game::told_of(game, state, *joint, role);
    if (!told) return tl::unexpected(told.error());
    if (auto known = belief::hear(**belief, *told, budget); !known) return known;
    auto next = game.next(state, *joint);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
  }
  return {};
}

Result<void> follow_some(std::shared_ptr<const game::Model> model, const TraitsOptions& options, const Budget& budget,
                         Traits& out) {
  auto game = game::Game::make(model, {});
  if (!game) return tl::unexpected(game.error());
  auto rules = belief::Rules::make(model, circuit::Logic::kTwoValued);
  if (!rules) return tl::unexpected(rules.error());
  std::vector<double> shrunk;
  for (std::size_t match = 0; match < options.followed && !budget.out_of_time(); ++match)
    for (RoleTraits& role : out.roles)
      if (auto done =
              follow(*game, *rules, *game->role(role.role), options, mixed(options.seed + match), budget, role, shrunk);
          !done)
        return done;
  for (RoleTraits& role : out.roles)
    for (OpenTraits& open : role.open) {
      if (open.matches > 0) {
        open.positions /= static_cast<double>(open.matches);
        open.bits /= static_cast<double>(open.matches);
      }
      if (open.lost > 0 || open.positions > 1) out.perfect = false;
    }
  if (!shrunk.empty())
    out.disambiguation =
        1 - std::exp(std::accumulate(shrunk.begin(), shrunk.end(), 0.0) / static_cast<double>(shrunk.size()));
  return {};
}

void add_parts(const circuit::Factors& factors, const game::Lexicon& lexicon, Traits& out) {
  auto fluent = [&](std::uint32_t number) { return lexicon.text(game::FluentId{number}); };
  for (std::uint32_t f = 0; f < lexicon.fluents(); ++f)
    if ((factors.matters[f / 64] >> f % 64 & 1) == 0) out.idle.push_back(fluent(f));
  for (const circuit::Factors::Part& part : factors.parts) {
    PartTraits& traits = out.parts.emplace_back();
    for (std::uint32_t f : part.fluents) traits.fluents.push_back(fluent(f));
    for (std::uint32_t role = 0; role < lexicon.roles(); ++role)
      for (std::uint32_t move = 0; move < part.kinds[role].size(); ++move)
        if (part.kinds[role][move] != 0)
          traits.moves.emplace_back(lexicon.text(game::RoleId{role}),
                                    lexicon.text(game::RoleId{role}, game::MoveId{move, lexicon.number()}));
  }
}

constexpr std::array<std::string_view, 9> kHeights = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// A column a round, or where there are many, some rounds a column.
std::string small_chart(const std::vector<OpenTraits>& open) {
  constexpr std::size_t kWidth = 60;
  double most = 0;
  for (const OpenTraits& one : open) most = std::max(most, one.bits);
  std::string out;
  std::size_t columns = std::min(kWidth, open.size());
  for (std::size_t column = 0; column < columns; ++column) {
    const OpenTraits& one = open[column * open.size() / columns];
    auto height = most == 0 ? 0 : static_cast<std::size_t>(std::ceil(8 * one.bits / most - 1e-9));
    out += one.matches == 0 ? "?" : std::string(kHeights[std::min<std::size_t>(height, 8)]);
  }
  return out;
}

nlohmann::ordered_json role_json(const RoleTraits& role) {
  nlohmann::ordered_json out = {{"role", role.role},
                                {"goal", role.goal},
                                {"choosing", role.choosing},
                                {"branching", role.branching},
                                {"most_moves", role.most_moves}};
  nlohmann::ordered_json open = nlohmann::ordered_json::array();
  for (std::size_t round = 0; round < role.open.size(); ++round) {
    const OpenTraits& one = role.open[round];
    open.push_back({{"round", round},
                    {"matches", one.matches},
                    {"positions", one.matches > 0 ? nlohmann::ordered_json(one.positions) : nlohmann::ordered_json()},
                    {"bits", one.matches > 0 ? nlohmann::ordered_json(one.bits) : nlohmann::ordered_json()},
                    {"lost", one.lost}});
  }
  out["open"] = std::move(open);
  return out;
}

}  // namespace

Result<Traits> traits_of(std::shared_ptr<const game::Model> model, const TraitsOptions& options, const Budget& budget) {
  ground::Options grounding;
  grounding.budget = budget;
  auto simulator = search::Simulator::make(model, grounding);
  if (!simulator) return tl::unexpected(simulator.error());
  Traits out;
  out.gdl_version = model->imperfect() ? 2 : 1;
  out.circuit = (*simulator)->in_lanes();
  if (const circuit::Factors* factors = (*simulator)->factors()) add_parts(*factors, (*simulator)->lexicon(), out);
  if (auto played = RandomMatches(**simulator, options).play(out, budget); !played)
    return tl::unexpected(played.error());
  out.perfect = out.simultaneous == 0;
  if (model->imperfect())
    if (auto followed = follow_some(model, options, budget.within(options.seconds), out); !followed)
      return tl::unexpected(followed.error());
  return out;
}

std::string to_text(const Traits& traits) {
  std::string out;
  auto line = [&](std::string_view name, const std::string& text) { out += fmt::format("{:<18}{}\n", name, text); };
  auto share = [](double value) { return fmt::format("{:.0f} %", 100 * value); };
  line("rules", fmt::format("GDL-{}, {}", traits.gdl_version == 2 ? "II" : "I",
                            traits.circuit ? "on a circuit" : "too large for a circuit: on the prover"));
  line("information", traits.perfect ? "perfect, as far as was seen" : "imperfect");
  if (!traits.parts.empty()) {
    std::string parts = fmt::format("{} independent parts:", traits.parts.size());
    for (const PartTraits& part : traits.parts)
      parts += fmt::format("{} {} fluents like {}, {} moves", &part == &traits.parts.front() ? "" : ";",
                           part.fluents.size(), part.fluents.front(), part.moves.size());
    line("parts", parts);
  }
  if (!traits.idle.empty())
    line("idle", fmt::format("{} fluents like {} never make a difference", traits.idle.size(), traits.idle.front()));
  line("matches", fmt::format("{} at random{}", traits.matches,
                              traits.cut > 0 ? fmt::format(", and {} that did not end", traits.cut) : ""));
  line("length", fmt::format("{:.1f} rounds ({} to {})", traits.length, traits.shortest, traits.longest));
  line("joint moves", fmt::format("{:.1f} in a position, the geometric mean", traits.joint_branching));
  line("histories", fmt::format("{:.2e} ± {:.0e}, by Knuth's estimate", traits.histories, traits.spread));
  line("simultaneous", fmt::format("in {} of the positions several players choose", share(traits.simultaneous)));
  line("chance", traits.nature ? fmt::format("in {} of the positions, {:.1f} moves", share(traits.nature->choosing),
                                             traits.nature->branching)
                               : std::string("none"));
  if (traits.roles.size() > 1) {
    line("sum", traits.sum      ? fmt::format("{:.0f}, always", *traits.sum)
                : traits.common ? std::string("players share one goal")
                                : std::string("not constant"));
    line("draws", share(traits.draws));
    if (traits.first_advantage) line("first mover", fmt::format("{:+.1f} goal points", *traits.first_advantage));
  }
  if (traits.leaf_correlation) line("leaf correlation", fmt::format("{:.2f}", *traits.leaf_correlation));
  if (traits.disambiguation) line("disambiguation", fmt::format("{:+.2f} a round", *traits.disambiguation));
  for (const RoleTraits& role : traits.roles) {
    out += '\n';
    line(role.role, fmt::format("goal {:.1f}, chooses in {} of the positions among {:.1f} moves, {} at most", role.goal,
                                share(role.choosing), role.branching, role.most_moves));
    double bits = 0, positions = 0;
    std::size_t lost = 0;
    for (const OpenTraits& open : role.open) {
      bits = std::max(bits, open.bits);
      positions = std::max(positions, open.positions);
      lost += open.lost;
    }
    if (role.open.empty()) continue;
    line("  does not know",
         fmt::format("{} at most {:.1f} bits, {:.0f} positions on average{}", small_chart(role.open), bits, positions,
                     lost > 0 ? fmt::format("; {} matches had too many", lost) : ""));
  }
  return out;
}

nlohmann::ordered_json to_json(const Traits& traits) {
  nlohmann::ordered_json out = {
      {"gdl_version", traits.gdl_version},
      {"circuit", traits.circuit},
      {"perfect_information", traits.perfect},
      {"matches", traits.matches},
      {"cut", traits.cut},
      {"length", {{"mean", traits.length}, {"least", traits.shortest}, {"most", traits.longest}}},
      {"joint_branching", traits.joint_branching},
      {"histories", {{"estimate", traits.histories}, {"spread", traits.spread}}},
      {"simultaneous", traits.simultaneous},
      {"sum", or_null(traits.sum)},
      {"common_goal", traits.common},
      {"draws", traits.draws},
      {"first_advantage", or_null(traits.first_advantage)},
      {"leaf_correlation", or_null(traits.leaf_correlation)},
      {"disambiguation", or_null(traits.disambiguation)}};
  out["nature"] = traits.nature ? role_json(*traits.nature) : nlohmann::ordered_json();
  out["idle"] = traits.idle;
  out["parts"] = nlohmann::ordered_json::array();
  for (const PartTraits& part : traits.parts) {
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const auto& [role, move] : part.moves) moves.push_back({{"role", role}, {"move", move}});
    out["parts"].push_back({{"fluents", part.fluents}, {"moves", std::move(moves)}});
  }
  out["roles"] = nlohmann::ordered_json::array();
  for (const RoleTraits& role : traits.roles) out["roles"].push_back(role_json(role));
  return out;
}

}  // namespace percept::lab
