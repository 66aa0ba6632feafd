// SPDX-License-Identifier: MIT
//
// A walk through a game, one command a line. A mistake is explained and changes nothing.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>

#include "base/text.h"
#include "cli/explore_command.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "game/playout.h"
#include "gdl/term_text.h"
#include "show/board.h"

namespace percept::cli {
namespace {

using namespace game;

constexpr std::size_t kExploreWidth = 100;  // characters
constexpr std::size_t kListedMoves = 60;    // of a role, unless asked for all

constexpr std::string_view kExploreHelp =
    "A line is a command, or one move for each role that has a choice, in the order of the list:\n"
    "  2              the second move of the only role that has a choice\n"
    "  2 1            of two roles\n"
    "  (mark 2 2)     by its name\n"
    "  2 r            the second role moves at random; so does `random` when it is left out\n"
    "\n"
    "  r              a random joint move; `random N` makes N of them\n"
    "  back [N]       before the last move, or the last N\n"
    "  restart        to the initial state\n"
    "  go STATE       to a state in KIF, as `state` prints it\n"
    "\n"
    "  moves, list    all legal moves, numbered\n"
    "  board          the state as a board\n"
    "  state          the state in KIF\n"
    "  percepts       what each role saw in the last round\n"
    "  goals          what each role has in this state\n"
    "  history        the moves that were made\n"
    "  help, quit\n";

class Explorer {
 public:
  Explorer(Game& game, std::uint64_t seed) : game_(game), board_(game), random_(seed), state_(game.initial()) {}

  void run(bool prompts) {
    report(show_position());
    for (std::string line; !over_;) {
      if (prompts) fmt::print("{}", paint("1;36", "percept> ", colored(stdout)));
      std::fflush(stdout);
      if (!std::getline(std::cin, line)) break;
      report(obey(line));
    }
    if (prompts && !over_) fmt::print("\n");
  }

 private:
  struct Step {
    State state;      // before
    JointMove moves;  // none when the walk jumped
  };

  static void report(const Result<void>& result) {
    if (result) return;
    std::fflush(stdout);
    print_error(result.error());
  }

  Result<void> obey(const std::string& line) {
    auto forms = gdl::forms(line);
    if (!forms) return tl::unexpected(forms.error());
    std::vector<std::string> words(forms->begin(), forms->end());
    if (words.empty()) return {};
    std::string name = lower(words[0]);
    std::size_t count = words.size();
    auto times = [&]() -> Result<std::size_t> {
      if (count == 1) return 1;
      if (auto many = whole_number(words[1]); many && *many > 0 && *many <= kMaxRounds && count == 2) return *many;
      return failure(fmt::format("how often? {} takes a number from 1 to {}", name, kMaxRounds));
    };
    if (name == "random" || (name == "r" && count == 1)) {
      auto many = times();
      return many ? play_randomly(*many) : tl::unexpected(many.error());
    }
    if (name == "back" || name == "b") {
      auto many = times();
      return many ? back(*many) : tl::unexpected(many.error());
    }
    if (name == "go") return go(line.substr(line.find_first_not_of(" \t") + 2));
    if (count == 1) {
      if (name == "quit" || name == "q" || name == "exit") return over_ = true, Result<void>();
      if (name == "help" || name == "h" || name == "?") return fmt::print("{}", kExploreHelp), Result<void>();
      if (name == "restart") return restart();
      if (name == "moves" || name == "list" || name == "m") return show_moves(SIZE_MAX);
      if (name == "board") return fmt::print("{}", board_.text(state_, colored(stdout))), Result<void>();
      if (name == "state") return fmt::print("{}\n", printable(game_.text(state_))), Result<void>();
      if (name == "percepts") return show_percepts();
      if (name == "goals") return show_goals();
      if (name == "history") return show_history();
    }
    return move(words);
  }

  // ---- going on

  Result<void> move(const std::vector<std::string>& words) {
    auto legal = legal_moves();
    if (!legal) return tl::unexpected(legal.error());
    std::vector<std::size_t> movers;  // the roles that the words are for
    for (std::size_t role = 0; role < game_.roles(); ++role)
      if (words.size() == game_.roles() || has_choice(*legal, role)) movers.push_back(role);
    if (words.size() != movers.size()) return wrong_number(words, movers);
    JointMove moves;
    for (std::size_t role = 0; role < game_.roles(); ++role) {
      auto mover = std::ranges::find(movers, role);
      std::string word = mover == movers.end() ? "r" : words[static_cast<std::size_t>(mover - movers.begin())];
      auto chosen = choose(RoleId{static_cast<std::uint32_t>(role)}, (*legal)[role], word);
      if (!chosen) return tl::unexpected(chosen.error());
      moves.push_back(*chosen);
    }
    return make(std::move(moves), true);
  }

  Result<void> wrong_number(const std::vector<std::string>& words, const std::vector<std::size_t>& movers) const {
    if (movers.empty()) return failure("no role has a choice", "r goes on");
    std::string roles;
    for (std::size_t role : movers) roles += " " + game_.text(RoleId{static_cast<std::uint32_t>(role)});
    bool unknown = words.size() == 1 && words[0][0] != '(' && !whole_number(words[0]);
    return failure(
        unknown ? fmt::format("there is no command {}", words[0])
                : fmt::format("{} for {}:{}", counted(words.size(), "move"), counted(movers.size(), "role"), roles),
        unknown ? "help lists the commands" : "give each of them a number, a move in KIF, or r");
  }

  // The move of the role that the word stands for.
  Result<MoveId> choose(RoleId role, const std::vector<MoveId>& legal, const std::string& word) {
    if (lower(word) == "r") return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    if (auto place = whole_number(word); place && *place >= 1 && *place <= legal.size()) return legal[*place - 1];
    auto move = game_.parse_move(role, word);
    std::string hint = fmt::format("its moves have the numbers 1 to {}; moves lists them", legal.size());
    if (!move) return failure(move.error().message, hint);
    if (std::ranges::find(legal, *move) != legal.end()) return *move;
    return failure(fmt::format("{} is not legal for {} now", game_.text(role, *move), game_.text(role)), hint);
  }

  Result<void> make(JointMove moves, bool shown) {
    auto next = game_.next(state_, moves);
    if (!next) return tl::unexpected(next.error());
    std::vector<Percepts> percepts;
    if (game_.imperfect() && shown) {
      auto all = all_percepts(game_, state_, moves);
      if (!all) return tl::unexpected(all.error());
      percepts = std::move(*all);
    }
    if (shown) print_moves(game_, moves, percepts);
    steps_.push_back({std::move(state_), std::move(moves)});
    state_ = std::move(*next);
    return shown ? show_position() : Result<void>();
  }

  Result<void> play_randomly(std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
      auto over = game_.terminal(state_);
      if (!over) return tl::unexpected(over.error());
      if (*over && i > 0) break;
      if (auto legal = legal_moves(); !legal) return tl::unexpected(legal.error());
      auto moves = random_joint_move(game_, state_, random_);
      if (!moves) return tl::unexpected(moves.error());
      if (auto made = make(std::move(*moves), rounds == 1); !made) return made;
    }
    return rounds == 1 ? Result<void>() : show_position();
  }

  Result<void> back(std::size_t steps) {
    if (steps > steps_.size())
      return failure(steps_.empty() ? "nothing was done yet"
                                    : fmt::format("only {} can be taken back", counted(steps_.size(), "step")));
    state_ = steps_[steps_.size() - steps].state;
    steps_.resize(steps_.size() - steps);
    return show_position();
  }

  Result<void> restart() {
    steps_.clear();
    state_ = game_.initial();
    return show_position();
  }

  Result<void> go(std::string_view text) {
    if (trimmed(text).empty()) return failure("go where? a state in KIF must follow", "state prints the current one");
    auto state = game_.parse_state(text);
    if (!state) return tl::unexpected(state.error());
    steps_.push_back({std::move(state_), {}});
    state_ = std::move(*state);
    return show_position();
  }

  // ---- showing

  Result<void> show_position() {
    fmt::print("\n{}", board_.text(state_, colored(stdout)));
    auto over = game_.terminal(state_);
    if (!over) return tl::unexpected(over.error());
    if (!*over) return show_moves(kListedMoves);
    fmt::print("{}\n", paint("1;36", "the game is over", colored(stdout)));
    return show_goals();
  }

  Result<void> show_moves(std::size_t limit) {
    auto legal = legal_moves();
    if (!legal) return tl::unexpected(legal.error());
    for (std::size_t role = 0; role < game_.roles(); ++role) {
      RoleId id{static_cast<std::uint32_t>(role)};
      const std::vector<MoveId>& moves = (*legal)[role];
      std::vector<std::string> items;
      std::size_t width = 0;
      for (std::size_t i = 0; i < std::min(moves.size(), limit); ++i) {
        items.push_back(fmt::format("{:>{}} {}", i + 1, fmt::formatted_size("{}", moves.size()),
                                    printable(game_.text(id, moves[i]))));
        width = std::max(width, character_count(items.back()) + 2);
      }
      std::string nature = game_.random() == id ? " (nature)" : "";
      fmt::print("{}\n", paint("1", printable(game_.text(id)) + nature, colored(stdout)));
      std::size_t in_line = std::max<std::size_t>(1, (kExploreWidth - 2) / width);
      for (std::size_t i = 0; i < items.size(); ++i) {
        bool last = (i + 1) % in_line == 0 || i + 1 == items.size();
        std::string padding(last ? 0 : width - character_count(items[i]), ' ');
        fmt::print("{}{}{}{}", i % in_line == 0 ? "  " : "", items[i], padding, last ? "\n" : "");
      }
      if (moves.size() > limit) fmt::print("  and {} more: moves lists them all\n", moves.size() - limit);
    }
    return {};
  }

  Result<void> show_percepts() {
    if (steps_.empty() || steps_.back().moves.empty())
      return failure("there was no round before this state, so nothing was seen");
    auto percepts = all_percepts(game_, steps_.back().state, steps_.back().moves);
    if (!percepts) return tl::unexpected(percepts.error());
    print_moves(game_, steps_.back().moves, *percepts);
    return {};
  }

  Result<void> show_goals() {
    auto goals = all_goals(game_, state_);
    if (!goals) return tl::unexpected(goals.error());
    print_goals(game_, *goals);
    return {};
  }

  Result<void> show_history() const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      std::string moves;
      for (std::size_t role = 0; role < steps_[i].moves.size(); ++role)
        moves += " " + game_.text(RoleId{static_cast<std::uint32_t>(role)}, steps_[i].moves[role]);
      fmt::print("{:>4} {}\n", i + 1, steps_[i].moves.empty() ? " went to another state" : printable(moves));
    }
    return {};
  }

  // ---- moves

  // Of each role, sorted; an error when the game is over.
  Result<std::vector<std::vector<MoveId>>> legal_moves() {
    auto over = game_.terminal(state_);
    if (!over) return tl::unexpected(over.error());
    if (*over) return failure("the game is over", "back or restart");
    std::vector<std::vector<MoveId>> out;
    for (std::uint32_t role = 0; role < game_.roles(); ++role) {
      auto moves = sorted_legal(game_, state_, RoleId{role});
      if (!moves) return tl::unexpected(moves.error());
      out.push_back(std::move(*moves));
    }
    return out;
  }

  bool has_choice(const std::vector<std::vector<MoveId>>& legal, std::size_t role) const {
    return legal[role].size() > 1 && game_.random() != RoleId{static_cast<std::uint32_t>(role)};
  }

  Game& game_;
  show::Board board_;
  Random random_;
  State state_;
  std::vector<Step> steps_;
  bool over_ = false;
};

}  // namespace

int explore(const ExploreOptions& options) {
  if (options.file == "-") {
    print_error({"the standard input is for commands", "give the rules as a file"});
    return kUnreadable;
  }
  auto game = make_game(options.file, options.engine);
  if (!game) return game.error();
  std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  bool prompts = isatty(STDIN_FILENO);
  fmt::print("{}, engine {}, seed {}; help lists the commands\n", printable(options.file), game->engine_name(), seed);
  Explorer(*game, seed).run(prompts);
  return kSuccess;
}

}  // namespace percept::cli
