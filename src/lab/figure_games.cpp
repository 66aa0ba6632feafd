// SPDX-License-Identifier: MIT
#include "lab/figure_games.h"

#include "lab/game_file.h"

namespace percept::lab {
namespace {

namespace fs = std::filesystem;

// A file of the competitions below the corpus, and our own sheet of the game.
struct Known {
  const char* name;
  const char* file;
  const char* own_file;
  std::optional<Trial> trial = {};
};

constexpr auto kNotTried = std::nullopt;

std::vector<Known> blind_breakthrough() {
  return {
      {"Blind Breakthrough 5x5", "gdl2/blind_breakthrough_5x5.kif", "blind_breakthrough_5x5",
       Trial{23, TrialTime{.64, .31}, TrialTime{.11, .14}, TrialTime{.09, .02}}},
      {"Blind Breakthrough 6x6", "gdl2/blind_breakthrough_6x6.kif", "blind_breakthrough_6x6",
       Trial{48, TrialTime{5.2, 3.6}, TrialTime{.56, 1.0}, TrialTime{.64, .20}}},
      {"Blind Breakthrough 7x7", "gdl2/blind_breakthrough_7x7.kif", ""},
      {"Blind Breakthrough 8x8", "gdl2/BlindBreakthrough_8x8.kif", "blind_breakthrough_8x8",
       Trial{78, TrialTime{25, 23}, TrialTime{3.3, 10.8}, TrialTime{2.7, 3.1}}},
  };
}

std::vector<Known> other_games() {
  return {
      {"Battleships in Fog", "gdl2/BattleshipsFog.kif", "battleships_in_fog",
       Trial{25, TrialTime{.84, .71}, TrialTime{.14, .18}, TrialTime{.19, .14}}},
      {"Small Dominion", "gdl2/SmallDominion2.kif", "small_dominion",
       Trial{34, kNotTried, kNotTried, TrialTime{4.2, 1.1}}},
      {"vis_Pacman", "gdl2/vis_pacman3p.kif", "pacman_3p",
       Trial{99, kNotTried, TrialTime{5.5, 26}, TrialTime{3.5, 2.3}}},
      {"Krieg-Tictactoe 5x5", "gdl2/KriegTictactoe_5x5.kif", "krieg_tictactoe_5x5",
       Trial{26, TrialTime{1.27, 1.41}, TrialTime{.22, .45}, TrialTime{.15, .17}}},
      {"Mastermind448", "gdl2/Mastermind448.kif", "mastermind_448",
       Trial{12, TrialTime{.25, .04}, TrialTime{.15, .20}, TrialTime{.14, .01}}},
      {"Transit", "gdl2/Transit.kif", "transit",
       Trial{20, TrialTime{.19, .03}, TrialTime{.05, .02}, TrialTime{.05, .01}}},
      {"Monty Hall", "gdl2/MontyHall.kif", "monty_hall",
       Trial{3, TrialTime{.008, .001}, TrialTime{.006, .001}, TrialTime{.006, .001}}},
      {"Backgammon", "gdl2/Backgammon.kif", "backgammon"},
      {"Banker/Thief", "gdl2/BankerAndThief.kif", "banker_and_thief"},
      {"Blackjack", "gdl2/Blackjack.kif", "blackjack"},
      {"Hidden Connect", "gdl2/HiddenConnect.kif", "hidden_connect"},
      {"Hold your Course II", "gdl2_variants/HoldYourCourseII_fixed.kif", "hold_your_course"},
      {"Meier", "gdl2/Meier.kif", "meier"},
      {"Minesweeper", "gdl2/Minesweeper.kif", "minesweeper"},
      {"Numberguessing", "gdl2/Numberguessing.kif", "number_guessing"},
  };
}

std::vector<FigureGame> found(const std::vector<Known>& games, const fs::path& corpus, const fs::path& own_games) {
  std::vector<FigureGame> out;
  for (const Known& each : games) {
    GameFile sheet = find_game(corpus, fs::path("games") / each.file, own_games, each.own_file);
    out.push_back({each.name, sheet.path, sheet.own_sheet, each.trial});
  }
  return out;
}

}  // namespace

std::vector<FigureGame> figure2_games(const fs::path& corpus, const fs::path& own_games) {
  return found(blind_breakthrough(), corpus, own_games);
}

std::vector<FigureGame> figure3_games(const fs::path& corpus, const fs::path& own_games) {
  return found(other_games(), corpus, own_games);
}

std::vector<FigureGame> figure_games_of(const std::vector<std::string>& files) {
  std::vector<FigureGame> out;
  for (const std::string& file : files) out.push_back({fs::path(file).stem().string(), file, false, {}});
  return out;
}

std::vector<Configuration> all_configurations() {
  using sample::Engine;
  return {
      {"asp", "asp (Clingo)", Engine::kAsp},
      {"asp-reactive", "asp-reactive (oClingo)", Engine::kAspReactive},
      {"asp-reactive-forget", "asp-reactive, forgetting", Engine::kAspReactive, true, false},
      {"asp-reactive-facts", "asp-reactive, facts", Engine::kAspReactive, false, true},
      {"native", "native", Engine::kNative},
      {"hyperplay", "hyperplay", Engine::kHyperplay},
      {"worlds", "worlds", Engine::kWorlds},
  };
}

}  // namespace percept::lab
