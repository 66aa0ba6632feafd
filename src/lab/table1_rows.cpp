// SPDX-License-Identifier: MIT
#include "lab/table1_rows.h"

#include "game/game.h"
#include "gdl/reader.h"
#include "lab/game_file.h"

namespace percept::lab {
namespace {

namespace fs = std::filesystem;

// A row of the paper, the file of the competition below the corpus, and our own sheet of the game.
struct Published {
  const char* game;
  const char* role;
  const char* file;
  const char* own_file;
  const char* own_role;
  bool made_only;
  std::optional<PaperRow> paper;
  std::optional<BaselineRow> baseline;
  std::optional<Counts> truth;
  const char* remark;
};

constexpr auto kNone = std::nullopt;

Counts all_of(std::size_t matches) { return {matches, matches, matches, matches}; }
Counts lost_in(std::size_t matches) { return {matches, 0, kNone, kNone}; }

// Paper: Table 1 of M. Thielscher, Filtering With Logic Programs, AAAI 2013 (2.66 GHz, Eclipse Prolog, 1000 matches).
// Baseline: an independent implementation in SWI-Prolog on these files, November 2026, on a 2.8 GHz Xeon.
std::vector<Published> published() {
  return {
      {"Backgammon", "red", "games/gdl2/Backgammon.kif", "backgammon", "red", false, PaperRow{true, true, true, 8.84},
       BaselineRow{all_of(25), 2.27}, all_of(25), ""},
      {"Banker/Thief", "banker", "games/gdl2/BankerAndThief.kif", "banker_and_thief", "banker", false,
       PaperRow{true, true, false, 0.42}, BaselineRow{{25, 25, 25, 3}, 0.21}, all_of(25), ""},
      {"Banker/Thief", "thief", "games/gdl2/BankerAndThief.kif", "banker_and_thief", "thief", false,
       PaperRow{true, true, false, 0.69}, BaselineRow{{25, 25, 25, 0}, 0.31}, Counts{25, 25, 25, 3}, ""},
      {"Battleships in Fog", "admiral", "games/gdl2/BattleshipsFog.kif", "battleships_in_fog", "admiral", false,
       PaperRow{false, kNone, kNone, kNone}, BaselineRow{lost_in(25), 28}, all_of(1), ""},
      {"Battleships in Fog*", "admiral", "games/gdl2_variants/BattleshipsFog_star.kif", "battleships_in_fog", "admiral",
       false, PaperRow{true, false, false, 930.04}, BaselineRow{{5, 5, 3, 2}, 2194}, all_of(1), ""},
      {"Blackjack", "player1", "games/gdl2/Blackjack.kif", "blackjack", "player", false,
       PaperRow{false, kNone, kNone, kNone}, BaselineRow{lost_in(22), 1089}, all_of(6), ""},
      {"Hidden Connect", "redgreen", "games/gdl2/HiddenConnect.kif", "hidden_connect", "amber", false,
       PaperRow{true, true, false, 4.08}, BaselineRow{{25, 25, 25, 0}, 1.10}, Counts{25, 25, 25, 0}, ""},
      {"Hold your Course II", "player", "games/gdl2_variants/HoldYourCourseII_fixed.kif", "hold_your_course",
       "helmsman", false, PaperRow{true, true, true, 2.05}, BaselineRow{all_of(25), 0.51}, all_of(1), ""},
      {"Krieg-Tictactoe 5x5", "xplayer", "games/gdl2/KriegTictactoe_5x5.kif", "krieg_tictactoe_5x5", "crosses", false,
       PaperRow{false, kNone, kNone, kNone}, BaselineRow{lost_in(25), 2.6}, kNone, ""},
      {"Mastermind448", "player", "games/gdl2/Mastermind448.kif", "mastermind_448", "codebreaker", false,
       PaperRow{true, true, false, 0.58}, BaselineRow{{25, 25, 25, 12}, 0.17}, all_of(25), ""},
      {"Minesweeper", "miner", "games/gdl2/Minesweeper.kif", "", "", false, PaperRow{true, true, true, 1.56},
       BaselineRow{all_of(25), 0.43}, all_of(25), ""},
      {"Minesweeper", "sweeper", "games/gdl2/Minesweeper.kif", "minesweeper", "sweeper", false,
       PaperRow{true, false, false, 199.82}, BaselineRow{{25, 25, 25, 3}, 97.5}, kNone,
       "the percept `kaboom` of this file tells that the game has ended; without it, terminal is known in 0 of 25"},
      {"Numberguessing", "guesser", "games/gdl2/Numberguessing.kif", "number_guessing", "guesser", false,
       PaperRow{true, true, false, 1.53}, BaselineRow{{25, 25, 25, 22}, 0.68}, Counts{25, 25, 25, 22}, ""},
      {"Monty Hall", "monty", "traces/games/montyhall_fig1.kif", "monty_hall", "monty", false,
       PaperRow{true, true, true, 0.21}, BaselineRow{all_of(25), 0.12}, all_of(25), ""},
      {"Monty Hall", "candidate", "traces/games/montyhall_fig1.kif", "monty_hall", "candidate", false,
       PaperRow{true, true, true, 0.21}, BaselineRow{all_of(25), 0.13}, all_of(25), ""},
      {"Small Dominion 2", "duke", "games/gdl2/SmallDominion2.kif", "small_dominion", "baron", false,
       PaperRow{true, true, true, 12376.75}, BaselineRow{all_of(31), 313}, all_of(5), ""},
      {"Transit", "transit", "games/gdl2/Transit.kif", "transit", "transit", false, PaperRow{true, false, false, 4.18},
       BaselineRow{{25, 25, 8, 8}, 1.29}, all_of(25), ""},
      {"Transit", "patrol", "games/gdl2/Transit.kif", "transit", "patrol", false, PaperRow{true, false, false, 5.76},
       BaselineRow{{25, 25, 2, 2}, 1.65}, all_of(25), ""},
      {"vis_Pacman", "blinky", "games/gdl2/vis_pacman3p.kif", "pacman_3p", "blinky", false, kNone, kNone,
       Counts{25, 25, 18, 25},
       "the paper's player slowed down after about 50 moves and was interrupted; its row is that of the percepts made"},
      {"vis_Pacman", "blinky", "games/gdl2/vis_pacman3p.kif", "pacman_3p", "blinky", true,
       PaperRow{true, false, false, 706.45}, BaselineRow{{50, 50, 31, 0}, 63.8}, kNone, ""},
      {"vis_Pacman", "pacman", "games/gdl2/vis_pacman3p.kif", "pacman_3p", "pacman", false,
       PaperRow{true, false, true, 32.12}, BaselineRow{{25, 25, 16, 25}, 4.20}, all_of(25), ""},
  };
}

}  // namespace

std::vector<Row> table1_rows(const fs::path& corpus, const fs::path& own_games) {
  std::vector<Row> rows;
  for (const Published& each : published()) {
    GameFile sheet = find_game(corpus, each.file, own_games, each.own_file);
    rows.push_back({each.game, sheet.own_sheet ? each.own_role : each.role, sheet.path, sheet.own_sheet, each.made_only,
                    each.paper, each.baseline, each.truth, each.remark});
  }
  return rows;
}

Result<std::vector<Row>> rows_of_games(const std::vector<std::string>& files) {
  std::vector<Row> rows;
  for (const std::string& file : files) {
    auto description = gdl::read_file(file);
    if (!description) return tl::unexpected(description.error());
    game::Game::Options options;
    options.engine = game::Game::Choice::kProver;
    auto game = game::Game::make(std::shared_ptr<const gdl::Description>(std::move(*description)), options);
    if (!game) return tl::unexpected(game.error());
    for (std::uint32_t role = 0; role < game->roles(); ++role)
      if (game->random() != game::RoleId{role})
        rows.push_back(
            {fs::path(file).stem().string(), game->text(game::RoleId{role}), file, false, false, {}, {}, {}, {}});
  }
  return rows;
}

}  // namespace percept::lab
