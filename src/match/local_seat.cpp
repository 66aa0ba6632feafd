// SPDX-License-Identifier: MIT
#include "match/local_seat.h"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

namespace percept::match {
namespace {

using play::Clock;
using play::Deadline;
using play::seconds_since;

// Time without a limit, and a hand that nobody has to look into.
class Untimed : public play::Thinking {
 public:
  explicit Untimed(std::stop_token stop) : stop_(std::move(stop)) {}
  void offer(std::string, bool) override {}
  double seconds_left() const override { return HUGE_VAL; }
  bool over() const override { return stop_.stop_requested(); }
  Budget budget() const override { return Budget().unless(stop_); }
  void explain(play::Reasons reasons) override { reasons_ = std::move(reasons); }
  play::Reasons& reasons() { return reasons_; }

 private:
  std::stop_token stop_;
  play::Reasons reasons_;
};

std::optional<double> limit(double clock) { return clock > 0 ? std::optional(clock) : std::nullopt; }

record::Fault internal(std::string why) { return {record::FaultKind::kInternal, "", std::move(why)}; }

}  // namespace

Result<void> LocalSeat::meet(const Opening& opening, std::stop_token) {
  immediate_ = opening.clocks.start == 0 && opening.clocks.play == 0 && !on_record_.human;
  if (immediate_) return {};
  try {
    timed_ = std::make_unique<play::TimedPlayer>(std::move(player_));
  } catch (const std::system_error& error) {
    return failure(fmt::format("no thread for a player: {}", error.code().message()),
                   "play fewer matches at once, or raise the limit on processes");
  }
  return {};
}

play::Deadline LocalSeat::deadline(double clock) const {
  return clock > 0 ? play::in_seconds(clock) : play::Deadline::max();
}

std::optional<record::Fault> LocalSeat::start(const Opening& opening, std::stop_token stop) {
  opening_ = opening;
  play::Assignment assignment{opening.rules, opening.role, limit(opening.clocks.start), limit(opening.clocks.play), {}};
  play::Deadline ready_by = deadline(opening.clocks.start);
  if (opening.presentation)
    if (auto model = opening.presentation->model()) assignment.model = *model;
  if (immediate_) {
    Untimed thinking(stop);
    if (auto started = player_->start(assignment, thinking); !started) return internal(started.error().message);
    return std::nullopt;
  }
  std::stop_callback wake(stop, [this] { timed_->interrupt(); });
  auto ready = timed_->start(assignment, ready_by);
  if (!ready) return internal(ready.error().message);
  if (!*ready && !stop.stop_requested())
    return record::Fault{record::FaultKind::kTimeout, "", "not ready when the start clock ended"};
  return std::nullopt;
}

Answer LocalSeat::play(const std::optional<News>& news, std::stop_token stop) {
  Answer out;
  Clock::time_point begin = Clock::now();
  if (immediate_) {
    Untimed thinking(stop);
    // What is odd about the news is the player's to live with.
    if (news) static_cast<void>(player_->hear(told(*news), thinking));
    auto move = player_->choose(thinking);
    out.seconds = seconds_since(begin);
    out.reasons = std::move(thinking.reasons());
    if (move)
      out.move = *move;
    else
      out.fault = internal(move.error().message);
    return out;
  }
  std::stop_callback wake(stop, [this] { timed_->interrupt(); });
  std::optional<play::Told> heard;
  if (news) heard = told(*news);
  play::TimedAnswer answer = timed_->play(std::move(heard), deadline(opening_.clocks.play));
  out.seconds = answer.seconds;
  out.reasons = std::move(answer.reasons);
  bool late = !answer.in_time && on_record_.human;
  if (!answer.move.empty() && !late)
    out.move = answer.move;
  else
    out.fault = answer.in_time || answer.complaints.empty() || on_record_.human  // who gave none in time
                    ? record::Fault{record::FaultKind::kTimeout, "", "no move when the play clock ended"}
                    : internal(answer.complaints.back());
  return out;
}

void LocalSeat::stop(const News& news) {
  if (immediate_) {
    Untimed thinking{std::stop_token()};
    static_cast<void>(player_->hear(told(news), thinking));
    player_->stop();
  } else if (timed_) {
    timed_->stop(told(news));
  }
}

void LocalSeat::abort() {
  if (immediate_)
    player_->stop();
  else if (timed_)
    timed_->stop();
}

play::Told LocalSeat::told(const News& news) const {
  if (news.moves.empty()) return news.told;
  return {news.told.move, game::moves_seen(opening_.roles, news.moves)};
}

}  // namespace percept::match
