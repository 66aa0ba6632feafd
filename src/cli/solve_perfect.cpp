// SPDX-License-Identifier: MIT
//
// `percept solve` for games in which everything is seen: proven values, a best line, and what every first move is
// worth.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "search/alpha_beta.h"
#include "search/induction.h"

namespace percept::cli {
namespace {

using namespace search;
using nlohmann::ordered_json;

struct Found {
  std::string method;
  std::vector<std::string> roles;
  std::vector<double> values;
  std::vector<std::string> line;
  std::vector<std::pair<std::string, std::vector<double>>> moves;  // the first moves, and what they are worth
  std::uint64_t positions = 0;                                     // laid out, or looked at
  double histories = 0;
  bool promised = true;
};

void print(const Solving& solving, const Found& found) {
  double seconds = seconds_since(solving.start);
  auto texts = [&](const std::vector<double>& values) {
    std::string out;
    for (std::size_t p = 0; p < values.size(); ++p)
      out += fmt::format("{}{} {:g}", p == 0 ? "" : ", ", printable(found.roles[p]), values[p]);
    return out;
  };
  if (solving.options.json) {
    auto named = [&](const std::vector<double>& values) {
      ordered_json out;
      for (std::size_t p = 0; p < values.size(); ++p) out[found.roles[p]] = values[p];
      return out;
    };
    ordered_json out = {{"file", solving.options.file},
                        {"method", found.method},
                        {"values", named(found.values)},
                        {"exploitability", found.promised ? ordered_json(0) : ordered_json()},
                        {"promised", found.promised},
                        {"histories", found.histories},
                        {"positions", found.positions},
                        {"line", found.line},
                        {"seconds", seconds}};
    if (!found.moves.empty()) {
      out["moves"] = ordered_json::array();
      for (const auto& [move, values] : found.moves)
        out["moves"].push_back({{"move", move}, {"values", named(values)}});
    }
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return;
  }
  fmt::print("{} ({} positions, {:.1f} s)\n", found.method, found.positions, seconds);
  if (!found.promised)
    fmt::print(
        "More than two roles, or goals without a constant sum: every role does the best for itself, the first of\n"
        "equal moves. That is an equilibrium; others may have other values.\n");
  fmt::print("\nvalues: {}\n", texts(found.values));
  if (!found.moves.empty()) {
    fmt::print("\nfirst moves:\n");
    for (const auto& [move, values] : found.moves) fmt::print("  {}: {}\n", printable(move), texts(values));
  }
  fmt::print("\nbest line:\n");
  for (const std::string& move : found.line) fmt::print("  {}\n", printable(move));
}

}  // namespace

int solve_positions(const Solving& solving, const Positions& positions) {
  PositionValues values = induct(positions);
  Found found;
  found.method = "retrograde";
  found.positions = positions.size();
  found.histories = positions.histories();
  found.promised = positions.constant_sum().has_value() && positions.players.size() == 2;
  auto of = [&](std::uint32_t position) {
    std::vector<double> out;
    for (std::size_t p = 0; p < values.players; ++p) out.push_back(values.of(position, p));
    return out;
  };
  for (std::size_t p = 0; p < values.players; ++p) found.roles.push_back(role_text(positions, p));
  found.values = of(0);
  std::uint32_t position = 0;
  for (std::uint64_t t : best_line(positions, values)) {
    found.line.push_back(transition_text(positions, position, t));
    position = positions.next[t];
  }
  if (solving.options.all_moves)
    for (std::uint64_t t = positions.first[0]; t < positions.first[1]; ++t)
      found.moves.emplace_back(transition_text(positions, 0, t), of(positions.next[t]));
  print(solving, found);
  return kSuccess;
}

int solve_alpha_beta(const Solving& solving) {
  const SolveOptions& options = solving.options;
  const game::Lexicon& lexicon = *solving.whole->lexicon;
  AlphaBeta search(solving.whole, {.bytes = static_cast<std::size_t>(options.gigabytes / 2 * double(1 << 30)),
                                   .threads = threads_or_all(options.threads)});
  Found found;
  found.method = "alpha-beta";
  found.histories = solving.estimate.histories;
  if (!options.json) {
    fmt::print(
        "too many positions to lay out: alpha-beta. That everything is seen, and goals have a constant sum, was so\n"
        "in {} random matches.\n",
        solving.estimate.matches);
    std::fflush(stdout);
  }
  auto walker = game::make_circuit_walker(solving.whole);
  auto value = search.value(walker->initial(), solving.budget);
  if (!value) return fail(value.error(), kFindings);
  // The constant sum, from the end of the best line.
  auto line = search.line(walker->initial(), solving.budget);
  if (!line) return fail(line.error(), kFindings);
  auto text = [&](const game::JointMove& moves) {
    std::string all;
    for (std::uint32_t role = 0; role < 2; ++role) {
      std::string of_role = lexicon.text(game::RoleId{role}) + " " + lexicon.text(game::RoleId{role}, moves[role]);
      if (walker->legal_count(game::RoleId{role}) > 1) return of_role;
      all += (role > 0 ? ", " : "") + of_role;
    }
    return all;
  };
  walker->start();
  for (const game::JointMove& moves : *line) {
    found.line.push_back(text(moves));
    walker->step(moves);
  }
  std::vector<int> goals;
  int sum = 0;
  for (std::uint32_t role = 0; role < 2; ++role) {
    walker->goals(game::RoleId{role}, goals);
    sum += goals.empty() ? 0 : goals.front();
    found.roles.push_back(lexicon.text(game::RoleId{role}));
  }
  auto both = [&](int first) { return std::vector<double>{double(first), double(sum - first)}; };
  found.values = both(*value);
  if (options.all_moves) {
    walker->start();
    std::vector<game::MoveId> moves[2];
    for (std::uint32_t role = 0; role < 2; ++role) walker->legal(game::RoleId{role}, moves[role]);
    std::uint32_t mover = moves[0].size() > 1 ? 0 : 1;
    for (game::MoveId move : moves[mover]) {
      game::JointMove joint = {moves[0].front(), moves[1].front()};
      joint[mover] = move;
      game::State next;
      walker->next(joint, next);
      auto worth = search.value(next, solving.budget);
      if (!worth) return fail(worth.error(), kFindings);
      found.moves.emplace_back(text(joint), both(*worth));
    }
  }
  found.positions = search.nodes();
  print(solving, found);
  return kSuccess;
}

}  // namespace percept::cli
