// SPDX-License-Identifier: MIT
#include "service/desk.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cmath>

#include "base/digest.h"
#include "service/access.h"

namespace percept::service {

Desk::Desk(std::string role, game::Library& library) : role_(std::move(role)), token_(new_token()), library_(library) {}

bool Desk::opens(std::string_view token) const {
  auto given = sha256(token), right = sha256(token_);
  return CRYPTO_memcmp(given.data(), right.data(), right.size()) == 0;
}

Json Desk::state(std::uint64_t version, std::chrono::milliseconds wait) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, wait, [&] { return version_ != version; });
  Json left;
  if (asked_ && deadline_ != Deadline::max()) left = std::max(0.0, -seconds_since(deadline_));
  return {{"version", version_}, {"role", role_},       {"round", round_}, {"ready", ready_},
          {"asked", asked_},     {"secondsLeft", left}, {"over", over_}};
}

Desk::Taken Desk::take(std::size_t round, const std::string& move) {
  {
    std::lock_guard lock(mutex_);
    if (!asked_ || answer_ || round != round_ + 1) return Taken::kNotAsked;
    bool known = std::ranges::find(moves_.known, move) != moves_.known.end();
    bool open = std::ranges::find(moves_.open, move) != moves_.open.end();
    if (!known && !open && !moves_.late) return Taken::kNotLegal;
    answer_ = move;
  }
  changed_.notify_all();
  return Taken::kYes;
}

std::optional<Json> Desk::view(std::size_t round, bool worlds) const {
  std::lock_guard lock(thinking_);
  if (!insight_ || round > insight_->rounds()) return std::nullopt;
  Json out = insight_->view(round);
  if (worlds) out["worlds"] = insight_->worlds(round);
  return out;
}

std::vector<game::Told> Desk::told(std::size_t rounds) const {
  std::lock_guard lock(thinking_);
  if (!insight_) return {};
  auto told = insight_->told(std::min(rounds, insight_->rounds()));
  return {told.begin(), told.end()};
}

Result<void> Desk::sit_down(const std::shared_ptr<const gdl::Description>& rules) {
  auto model = library_.model(rules);
  if (!model) return tl::unexpected(model.error());
  auto insight = Insight::make(*model, role_);
  if (!insight) return tl::unexpected(insight.error());
  {
    std::lock_guard lock(thinking_);
    insight_ = std::move(*insight);
  }
  {
    std::lock_guard lock(mutex_);
    ready_ = true;
    ++version_;
  }
  changed_.notify_all();
  return {};
}

void Desk::hear(const game::Told& told) {
  {
    std::lock_guard lock(thinking_);
    if (insight_) insight_->hear(told);
  }
  {
    std::lock_guard lock(mutex_);
    ++round_;
    ++version_;
  }
  changed_.notify_all();
}

std::optional<Desk::Moves> Desk::moves() const {
  std::lock_guard lock(thinking_);
  if (!insight_) return std::nullopt;
  const Json& legal = insight_->legal();
  return Moves{legal["known"], legal["open"], insight_->late()};
}

std::optional<std::string> Desk::ask(const Moves& moves, play::Thinking& thinking) {
  std::unique_lock lock(mutex_);
  moves_ = moves;
  double left = thinking.seconds_left();
  deadline_ = std::isfinite(left) ? in_seconds(left) : Deadline::max();
  answer_.reset();
  asked_ = true;
  ++version_;
  changed_.notify_all();
  while (!answer_ && !thinking.over()) changed_.wait_for(lock, std::chrono::milliseconds(50));
  asked_ = false;
  ++version_;
  changed_.notify_all();
  return std::exchange(answer_, std::nullopt);
}

void Desk::over() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
    ++version_;
  }
  changed_.notify_all();
}

namespace {

class Person : public play::Player {
 public:
  explicit Person(std::shared_ptr<Desk> desk) : desk_(std::move(desk)) {}

  Result<void> start(const play::Assignment& assignment, play::Thinking&) override {
    return desk_->sit_down(assignment.rules);
  }

  Result<void> hear(const play::Told& told, play::Thinking&) override {
    desk_->hear(told);
    return {};
  }

  Result<std::string> choose(play::Thinking& thinking) override {
    auto moves = desk_->moves();
    if (!moves) return failure("the rules could not be had in time");
    if (moves->known.size() == 1 && moves->open.empty() && !moves->late) return moves->known[0];
    auto move = desk_->ask(*moves, thinking);
    if (!move) return failure("no move was given");
    return *move;
  }

  void stop() override { desk_->over(); }

 private:
  std::shared_ptr<Desk> desk_;
};

}  // namespace

std::unique_ptr<play::Player> make_person(std::shared_ptr<Desk> desk) {
  return std::make_unique<Person>(std::move(desk));
}

}  // namespace percept::service
