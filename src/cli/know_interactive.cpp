// SPDX-License-Identifier: MIT
//
// `percept know --interactive`: a person plays somewhere else and tells what the role did and saw. A mistake is
// explained and changes nothing.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "cli/knowing.h"
#include "cli/terminal.h"
#include "gdl/reader.h"

namespace percept::cli {
namespace {

using belief::Belief;
using belief::Experience;
using game::MoveId;

constexpr std::string_view kInteractiveHelp =
    "Each round has two lines: the move that the role made, then what it saw.\n"
    "  2              the second move of the list\n"
    "  (mark 2 2)     a move, or a percept, by its name; several percepts one behind the other\n"
    "                 an empty line: it saw nothing\n"
    "  ?              it is not known which\n"
    "\n"
    "  back           to the move, or to the round before\n"
    "  show           what is known, once more\n"
    "  help, quit\n";

// The terms that the line consists of.
Result<std::vector<std::string>> terms_in(const std::string& line) {
  auto read = gdl::read_text("line", line, gdl::Notation::kKif);
  if (!read->readable()) return failure(read->findings().front().message, read->findings().front().hint);
  std::vector<std::string> out;
  for (const gdl::Statement& statement : read->statements()) out.emplace_back(statement.place.text());
  return out;
}

class Interview {
 public:
  Interview(Belief& belief, const show::Board& board, bool all, const Beyond& beyond)
      : belief_(belief),
        board_(board),
        all_(all),
        beyond_(beyond),
        prompts_(isatty(STDIN_FILENO) != 0),
        knowledge_(knowledge_of(belief)) {}

  void run() {
    show();
    if (beyond_.look) look();
    if (over_) return;
    while (auto line = ask("move> ")) {
      auto heard = move(*line);
      if (!heard) report(heard.error());
      if (over_) return;
    }
  }

 private:
  static void report(const Error& error) {
    std::fflush(stdout);
    print_error(error);
  }

  void show() {
    print_heading(fmt::format("Round {}", belief_.round()));
    print_knowledge(belief_, knowledge_, board_, all_, true);
    if (beyond_.show) beyond_.show();
    if (is_over()) fmt::print("{}\n", paint("1;36", "the game is over: back or quit", colored(stdout)));
  }

  bool is_over() const { return knowledge_.terminal == belief::Truth::kYes; }

  // Nothing at the end of the input.
  std::optional<std::string> ask(std::string_view prompt) {
    if (prompts_) fmt::print("{}", paint("1;36", prompt, colored(stdout)));
    std::fflush(stdout);
    std::string line;
    if (std::getline(std::cin, line)) return std::string(trimmed(line));
    if (prompts_) fmt::print("\n");
    over_ = true;
    return std::nullopt;
  }

  // True when the line was a command that has the same meaning everywhere.
  bool obeyed(const std::string& line) {
    std::string name = lower(line);
    if (name == "quit" || name == "q" || name == "exit")
      over_ = true;
    else if (name == "help" || name == "h")
      fmt::print("{}", kInteractiveHelp);
    else if (name == "show")
      show();
    else
      return false;
    return true;
  }

  // ---- a round

  Result<void> move(const std::string& line) {
    if (line.empty() || obeyed(line)) return {};
    if (lower(line) == "back") return back();
    if (is_over()) return failure("the game is over", "back or quit");
    std::optional<MoveId> made;
    if (line != "?") {
      auto chosen = choose(line);
      if (!chosen) return tl::unexpected(chosen.error());
      made = *chosen;
    }
    return percepts(made);
  }

  Result<MoveId> choose(const std::string& line) {
    std::vector<MoveId> moves = knowledge_.legal.known;
    moves.insert(moves.end(), knowledge_.legal.open.begin(), knowledge_.legal.open.end());
    std::string hint = fmt::format("moves that may be legal have the numbers 1 to {}; help tells more", moves.size());
    auto chosen = belief_.rules().move(belief_.role(), line);
    if (chosen && std::ranges::find(moves, *chosen) != moves.end()) return *chosen;  // moves may be numbers themselves
    if (auto place = whole_number(line); place && *place >= 1 && *place <= moves.size()) return moves[*place - 1];
    if (!chosen) return failure(chosen.error().message, hint);
    return failure(fmt::format("{} cannot be legal now", belief_.rules().text(belief_.role(), *chosen)), hint);
  }

  Result<void> percepts(const std::optional<MoveId>& made) {
    Told told;
    if (made) told.move = belief_.rules().text(belief_.role(), *made);
    auto experience = seen(std::move(told), true);
    return experience ? live(*experience) : Result<void>();
  }

  // Before the first move.
  void look() {
    while (auto experience = seen({}, false)) {
      Result<void> looked = experience->percepts ? beyond_.look(*experience) : Result<void>();
      if (looked) {
        first_ = std::move(experience);
        knowledge_ = knowledge_of(belief_);
        return show();
      }
      report(looked.error());
    }
  }

  // Nothing when it was taken back, or nothing more comes.
  std::optional<Experience> seen(Told told, bool moved) {
    while (auto line = ask("sees> ")) {
      if (lower(*line) == "back") return std::nullopt;
      if (obeyed(*line)) {
        if (over_) return std::nullopt;
        continue;
      }
      told.percepts.reset();
      if (*line != "?") {
        auto terms = terms_in(*line);
        if (!terms) {
          report(terms.error());
          continue;
        }
        told.percepts = std::move(*terms);
      }
      auto experience = experience_of(belief_, told);
      if (experience && !prompts_ && moved) print_told(told);  // a pipe leaves no trace of what was typed
      if (experience) return *experience;
      report(experience.error());
    }
    return std::nullopt;
  }

  Result<void> live(const Experience& experience) {
    auto known = belief_.update(experience);
    if (known) return advanced(experience);
    report(known.error());
    while (auto line = ask("again, or go on without percepts? ")) {
      std::string answer = lower(*line);
      if (answer == "again" || answer == "a" || answer == "back") return show(), Result<void>();
      if (answer == "go on" || answer == "g" || answer == "go") {
        for (const Experience& less : {Experience{experience.move, std::nullopt}, Experience{}})
          if (belief_.update(less)) return advanced(less);
        return failure("no history goes on at all", "back takes rounds back");
      }
      if (obeyed(*line)) {
        if (over_) return {};
        continue;
      }
      report({"please answer again or go on", ""});
    }
    return {};
  }

  Result<void> advanced(const Experience& experience) {
    past_.push_back(experience);
    knowledge_ = knowledge_of(belief_);
    show();
    return {};
  }

  Result<void> back() {
    if (past_.empty()) return failure("nothing was told yet");
    past_.pop_back();
    if (auto started = belief_.restart(); !started) return started;
    if (first_ && first_->percepts)
      if (auto looked = beyond_.look(*first_); !looked) return looked;
    for (const Experience& experience : past_)
      if (auto known = belief_.update(experience); !known) return known;
    knowledge_ = knowledge_of(belief_);
    show();
    return {};
  }

  Belief& belief_;
  const show::Board& board_;
  bool all_;
  const Beyond& beyond_;
  bool prompts_;
  Knowledge knowledge_;
  std::optional<Experience> first_;  // before the first move
  std::vector<Experience> past_;
  bool over_ = false;
};

}  // namespace

int know_interactively(Belief& belief, const show::Board& board, bool all, const Beyond& beyond) {
  Interview(belief, board, all, beyond).run();
  return kSuccess;
}

}  // namespace percept::cli
