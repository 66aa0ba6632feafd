// SPDX-License-Identifier: MIT
#include "cli/human_player.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/text.h"
#include "belief/told.h"
#include "cli/terminal.h"
#include "show/onlooker.h"

namespace percept::cli {
namespace {

using game::MoveId;
using play::Thinking;

class Human : public play::Player {
 public:
  explicit Human(std::shared_ptr<Console> console) : console_(std::move(console)) {}

  Result<void> start(const play::Assignment& assignment, Thinking&) override {
    auto model = play::model_of(assignment);
    if (!model) return tl::unexpected(model.error());
    belief::ExactBelief::Options limits;
    limits.seconds = 1;
    auto eyes = show::onlooker(*model, assignment.role, limits);
    if (!eyes) return tl::unexpected(eyes.error());
    belief_ = std::move(eyes->belief);
    board_ = std::move(eyes->board);
    role_ = assignment.role;
    return {};
  }

  Result<void> hear(const play::Told& told, Thinking&) override {
    std::lock_guard turn(console_->turn());
    print_told(told);
    return update(told);
  }

  Result<std::string> choose(Thinking& thinking) override {
    std::lock_guard turn(console_->turn());
    Knowledge knowledge = knowledge_of(*belief_);
    std::vector<MoveId> moves = knowledge.legal.known;
    moves.insert(moves.end(), knowledge.legal.open.begin(), knowledge.legal.open.end());
    print_heading(fmt::format("Round {}: {}", belief_->round(), role_));
    print_knowledge(*belief_, knowledge, *board_, false, true);
    for (;;) {
      prompt(thinking);
      auto line = console_->line(thinking);
      if (!line && !thinking.over()) console_->cancel();
      if (!line) return failure("no move was given");
      std::string text = lower(*line);
      if (text == "quit" || text == "q") {
        console_->cancel();
        return failure("the match was given up");
      }
      auto move = chosen(text, moves);
      if (move) return belief_->rules().text(belief_->role(), *move);
      print_error(move.error());
    }
  }

  void stop() override {
    std::lock_guard turn(console_->turn());
    if (!board_) return;
    Knowledge knowledge = knowledge_of(*belief_);
    print_heading(fmt::format("{}: the match is over", role_));
    print_knowledge(*belief_, knowledge, *board_);
  }

 private:
  Result<void> update(const play::Told& told) {
    Result<void> heard = belief::hear(*belief_, told);
    if (heard) return heard;
    print_error(heard.error());
    return go_on_without(*belief_, told);
  }

  void prompt(const Thinking& thinking) const {
    double left = thinking.seconds_left();
    std::string clock = std::isfinite(left) ? fmt::format(" ({:.0f} s)", left) : "";
    fmt::print("{}", paint("1;36", fmt::format("{}{}> ", role_, clock), colored(stdout)));
    std::fflush(stdout);
  }

  // A number of the list, or a term.
  Result<MoveId> chosen(const std::string& text, const std::vector<MoveId>& moves) const {
    std::string hint = fmt::format("a number from 1 to {}, a move such as {}, or quit", moves.size(),
                                   moves.empty() ? "noop" : belief_->rules().text(belief_->role(), moves[0]));
    if (text.empty()) return failure("no move yet", hint);
    auto move = belief_->rules().move(belief_->role(), text);
    if (move && std::ranges::find(moves, *move) != moves.end()) return *move;
    if (auto place = whole_number(text); place && *place >= 1 && *place <= moves.size()) return moves[*place - 1];
    return failure(fmt::format("{} cannot be legal now", printable(text)), hint);
  }

  std::shared_ptr<Console> console_;
  std::unique_ptr<belief::Belief> belief_;
  std::optional<show::Board> board_;  // of the belief's rules
  std::string role_;
};

}  // namespace

std::optional<std::string> Console::line(Thinking& thinking) {
  for (;;) {
    if (std::size_t end = pending_.find('\n'); end != std::string::npos) {
      std::string out(trimmed(std::string_view(pending_).substr(0, end)));
      pending_.erase(0, end + 1);
      return out;
    }
    if (over_ || thinking.over()) return std::nullopt;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    int ready = poll(&input, 1, 100);
    if (ready <= 0) continue;
    char bytes[1024];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      over_ = true;
      if (!pending_.empty()) pending_ += '\n';
    } else {
      pending_.append(bytes, static_cast<std::size_t>(count));
    }
  }
}

std::unique_ptr<play::Player> make_human(std::shared_ptr<Console> console) {
  return std::make_unique<Human>(std::move(console));
}

}  // namespace percept::cli
