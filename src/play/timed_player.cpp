// SPDX-License-Identifier: MIT
#include "play/timed_player.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <variant>

#include "game/playout.h"

namespace percept::play {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(300);  // with a player that should come back
constexpr double kFirstMove = 0.25;                         // of the start clock, to find one that is legal at first

// A legal move of the first position, from the rules as they are: before anything is grounded.
std::optional<std::string> first_move(const Assignment& assignment, const Budget& budget) {
  game::Game::Options options{.engine = game::Game::Choice::kProver, .grounding = {}};
  options.grounding.budget = budget;
  auto game = game::Game::make(assignment.model, options);
  if (!game) return std::nullopt;
  game->walker().set_budget(budget);
  auto role = game->role(assignment.role);
  if (!role) return std::nullopt;
  auto moves = game::sorted_legal(*game, game->initial(), *role);
  if (!moves) return std::nullopt;
  return game->text(*role, moves->front());
}

}  // namespace

// Shared with the thread, which may outlive the TimedPlayer. What is asked of the player is queued; a request has a
// number, and what is answered to an earlier one is of no use any more.
class TimedPlayer::State {
 public:
  explicit State(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  struct Start {
    Assignment assignment;
  };
  struct Choose {};
  struct Stop {};
  struct Quit {};
  using What = std::variant<Start, Told, Choose, Stop, Quit>;

  // ---- of whoever asks
  enum class Of : std::uint8_t { kNewMatch, kMatch, kEnd };  // of a match: its start, a round, its end
  std::uint64_t ask(std::vector<What> jobs, Deadline deadline, Of of) {
    std::lock_guard lock(mutex_);
    bool new_match = of == Of::kNewMatch;
    begin_request(deadline);
    if (of != Of::kMatch) match_stop_.request_stop();
    if (new_match) {
      ++match_;
      match_stop_ = std::stop_source();
      fallback_.clear();
      interrupted_ = false;
    }
    if (interrupted_) stop_.request_stop();
    // A job that was not begun and is no longer waited for is not worth its time.
    std::erase_if(jobs_, [](const Job& job) { return std::holds_alternative<Choose>(job.what); });
    if (!hand_.empty() && !new_match) fallback_ = hand_;
    hand_.clear();
    reasons_ = {};
    done_ = false;
    failed_.reset();
    for (What& job : jobs) jobs_.push_back({request_, match_, std::move(job)});
    wake_.notify_all();
    return request_;
  }

  // Whether the last job of the request is done.
  bool wait(Deadline deadline) {
    std::unique_lock lock(mutex_);
    auto enough = [&] { return done_ || interrupted_; };
    if (deadline == Deadline::max())
      answered_.wait(lock, enough);
    else
      answered_.wait_until(lock, deadline, enough);
    return done_;
  }

  TimedAnswer answer(bool in_time) {
    std::lock_guard lock(mutex_);
    TimedAnswer out;
    out.in_time = in_time && !hand_.empty();
    out.guess = hand_.empty() || !sure_;
    out.move = hand_.empty() ? fallback_ : hand_;
    out.complaints.swap(complaints_);
    out.reasons = std::move(reasons_);
    return out;
  }

  std::optional<Error> failed() {
    std::lock_guard lock(mutex_);
    return failed_;
  }

  void interrupt() {
    std::lock_guard lock(mutex_);
    interrupted_ = true;
    stop_.request_stop();
    match_stop_.request_stop();
    answered_.notify_all();
  }

  bool quit() {
    std::unique_lock lock(mutex_);
    std::erase_if(jobs_, [](const Job& job) { return std::holds_alternative<Choose>(job.what); });
    begin_request(Clock::now());
    match_stop_.request_stop();
    jobs_.push_back({request_, match_, Quit{}});  // behind the end of the match, which it is still told
    wake_.notify_all();
    return answered_.wait_for(lock, kPatience, [&] { return gone_; });
  }

  // ---- of the thread
  void run() {
    for (;;) {
      Job job = next();
      if (std::holds_alternative<Quit>(job.what)) break;
      bool starting = std::holds_alternative<Start>(job.what);
      Now thinking(*this, job, starting ? Now::Kind::kStarting : Now::Kind::kAnswering);
      bool last = true, idle = false;
      std::optional<Error> failed;
      if (auto* start = std::get_if<Start>(&job.what)) {
        if (auto model = model_of(start->assignment)) {
          start->assignment.model = std::move(*model);
          Budget some = thinking.budget().until(in_seconds(kFirstMove * thinking.seconds_left()));
          if (auto move = first_move(start->assignment, some)) remember(std::move(*move), job.match);
        }
        if (auto started = player_->start(start->assignment, thinking); !started) failed = started.error();
      } else if (auto* told = std::get_if<Told>(&job.what)) {
        last = false;
        if (auto heard = player_->hear(*told, thinking); !heard) complain(heard.error());
      } else if (std::holds_alternative<Choose>(job.what)) {
        auto move = player_->choose(thinking);
        if (move)
          thinking.settle(std::move(*move));
        else
          complain(move.error());
        idle = true;
      } else {
        player_->stop();
      }
      if (last) finish(job.request, std::move(failed));
      if (idle && nothing_asked()) {
        Now pondering(*this, job, Now::Kind::kPondering);
        player_->ponder(pondering);
      }
    }
    std::lock_guard lock(mutex_);
    gone_ = true;
    answered_.notify_all();
  }

 private:
  struct Job {
    std::uint64_t request, match;
    What what;
  };

  class Now : public Thinking {
   public:
    enum class Kind : std::uint8_t { kStarting, kAnswering, kPondering };
    Now(State& state, const Job& job, Kind kind)
        : state_(state), request_(job.request), match_(job.match), kind_(kind) {}

    void offer(std::string move, bool sure) override {
      std::lock_guard lock(state_.mutex_);
      if (kind_ == Kind::kPondering || match_ != state_.match_) return;
      if (request_ != state_.request_) {
        state_.fallback_ = std::move(move);
        return;
      }
      state_.hand_ = std::move(move);
      state_.sure_ = sure;
    }
    void explain(Reasons reasons) override {
      std::lock_guard lock(state_.mutex_);
      if (request_ == state_.request_) state_.reasons_ = std::move(reasons);
    }
    // The player's choice: as sure as it was when it was offered.
    void settle(std::string move) {
      {
        std::lock_guard lock(state_.mutex_);
        if (request_ == state_.request_ && state_.hand_ == move) return;
      }
      offer(std::move(move), true);
    }
    double seconds_left() const override {
      std::lock_guard lock(state_.mutex_);
      if (request_ != state_.request_) return 0;
      if (kind_ == Kind::kPondering || state_.deadline_ == Deadline::max()) return HUGE_VAL;
      return std::max(0.0, std::chrono::duration<double>(state_.deadline_ - Clock::now()).count());
    }
    bool over() const override {
      std::lock_guard lock(state_.mutex_);
      return request_ != state_.request_ || state_.interrupted_ ||
             (kind_ != Kind::kPondering && Clock::now() >= state_.deadline_);
    }
    // Who is not ready when the start clock ends goes on for as long as there is a match: without a start there is
    // nothing to play by.
    Budget budget() const override {
      std::lock_guard lock(state_.mutex_);
      if (kind_ == Kind::kStarting && match_ == state_.match_) return Budget().unless(state_.match_stop_.get_token());
      if (request_ != state_.request_) return Budget().until(Clock::now());
      Deadline deadline = kind_ == Kind::kPondering ? Deadline::max() : state_.deadline_;
      return Budget().until(deadline).unless(state_.stop_.get_token());
    }

   private:
    State& state_;
    std::uint64_t request_, match_;
    Kind kind_;
  };

  // With the lock held: whoever is still at an earlier one comes back soon.
  void begin_request(Deadline deadline) {
    ++request_;
    deadline_ = deadline;
    stop_.request_stop();
    stop_ = std::stop_source();
  }

  bool nothing_asked() {
    std::lock_guard lock(mutex_);
    return jobs_.empty();
  }

  Job next() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return !jobs_.empty(); });
    Job out = std::move(jobs_.front());
    jobs_.pop_front();
    return out;
  }

  void finish(std::uint64_t request, std::optional<Error> failed) {
    std::lock_guard lock(mutex_);
    if (request != request_) return;
    done_ = true;
    failed_ = std::move(failed);
    answered_.notify_all();
  }

  void remember(std::string move, std::uint64_t match) {
    std::lock_guard lock(mutex_);
    if (match == match_) fallback_ = std::move(move);
  }

  void complain(const Error& error) {
    std::lock_guard lock(mutex_);
    complaints_.push_back(error.message);
  }

  std::unique_ptr<Player> player_;  // of the thread
  std::mutex mutex_;
  std::condition_variable wake_, answered_;
  std::deque<Job> jobs_;
  std::uint64_t request_ = 0;  // the one that is waited for
  Deadline deadline_ = Deadline::max();
  std::stop_source stop_;  // raised when it is not waited for any more
  std::uint64_t match_ = 0;
  std::stop_source match_stop_;  // raised when the match is over
  std::string hand_;             // of this request
  bool sure_ = true;             // that what is in hand is legal
  Reasons reasons_;              // for it
  std::string fallback_;         // of an earlier one, or of the first position
  std::vector<std::string> complaints_;
  std::optional<Error> failed_;
  bool done_ = false, interrupted_ = false, gone_ = false;
};

TimedPlayer::TimedPlayer(std::unique_ptr<Player> player) : state_(std::make_shared<State>(std::move(player))) {
  std::thread([state = state_] { state->run(); }).detach();
}

TimedPlayer::~TimedPlayer() { state_->quit(); }

Result<bool> TimedPlayer::start(const Assignment& assignment, Deadline deadline) {
  state_->ask({State::Start{assignment}}, deadline, State::Of::kNewMatch);
  bool done = state_->wait(deadline);
  if (auto failed = state_->failed()) return tl::unexpected(*failed);
  return done;
}

TimedAnswer TimedPlayer::play(std::optional<Told> told, Deadline deadline) {
  Clock::time_point begin = Clock::now();
  std::vector<State::What> jobs;
  if (told) jobs.emplace_back(std::move(*told));
  jobs.emplace_back(State::Choose{});
  state_->ask(std::move(jobs), deadline, State::Of::kMatch);
  TimedAnswer out = state_->answer(state_->wait(deadline));
  out.seconds = seconds_since(begin);
  return out;
}

void TimedPlayer::stop(std::optional<Told> told) {
  std::vector<State::What> jobs;
  if (told) jobs.emplace_back(std::move(*told));
  jobs.emplace_back(State::Stop{});
  state_->ask(std::move(jobs), Clock::now(), State::Of::kEnd);
}

std::weak_ptr<const void> TimedPlayer::thread() const { return std::shared_ptr<const void>(state_); }

void TimedPlayer::interrupt() { state_->interrupt(); }

}  // namespace percept::play
