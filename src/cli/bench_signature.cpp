// SPDX-License-Identifier: MIT
//
// `percept bench --signature`: one number over fixed games, as a chess engine's bench counts nodes.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/bench_command.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/signature.h"

namespace percept::cli {
namespace {

using game::Signature;
using nlohmann::ordered_json;

// With and without percepts, nature, turns, phases and recursion; small and large. A game that comes does not change
// the number.
constexpr std::string_view kGames[] = {
    "backgammon",          "battleships_in_fog", "blackjack",      "blind_breakthrough_6x6",
    "hidden_connect",      "leduc_poker",        "meier",          "nim",
    "noughts_and_crosses", "pacman_3p",          "small_dominion", "transit"};

std::string hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

ordered_json to_json(const Signature::Part& part) {
  return {{"signature", hex(part.hash)}, {"playouts", part.playouts}, {"states", part.states}};
}

}  // namespace

int bench_signature(const BenchOptions& options) {
  std::vector<std::string> files = options.files;
  if (files.empty())
    for (std::string_view name : kGames) files.push_back(fmt::format("games/{}.kif", name));
  std::error_code ignored;
  if (options.files.empty() && !std::filesystem::exists(files.front(), ignored)) {
    print_error(
        {fmt::format("there is no {} here", files.front()), "run it in Percept's own folder, or name rule sheets"});
    return kUnreadable;
  }
  std::size_t width = 4;
  for (const std::string& file : files) width = std::max(width, character_count(file));
  auto print_row = [&](std::string_view file, const std::string& hash, auto single, auto lanes) {
    fmt::print("{:<{}} {:<16} {:>14} {:>14}\n", file, width, hash, single, lanes);
  };
  if (!options.json) print_row("file", "signature", "single states", "lane states");
  std::vector<Signature> signatures;
  ordered_json rows = ordered_json::array();
  ProgressLine line;
  for (const std::string& file : files) {
    auto game = make_game(file, game::Game::Choice::kCircuit);
    if (!game) return game.error();
    auto signature = game::signature_of(*game);
    line.clear();
    if (!signature)
      return fail({fmt::format("{}: {}", file, signature.error().message), signature.error().hint}, kFindings);
    signatures.push_back(*signature);
    if (options.json)
      rows.push_back({{"file", file},
                      {"signature", hex(signature->hash())},
                      {"single", to_json(signature->single)},
                      {"lanes", to_json(signature->lanes)}});
    else
      print_row(printable(file), hex(signature->hash()), signature->single.states, signature->lanes.states);
    std::fflush(stdout);
    if (options.json && line.due()) line.show(fmt::format("{} of {}", rows.size(), counted(files.size(), "file")));
  }
  line.clear();
  std::string all = hex(game::hash_of(signatures));
  if (options.json)
    fmt::print("{}\n", ordered_json{{"signature", all}, {"games", std::move(rows)}}.dump(
                           2, ' ', true, ordered_json::error_handler_t::replace));
  else
    fmt::print("\nsignature {}\n", all);
  return kSuccess;
}

}  // namespace percept::cli
