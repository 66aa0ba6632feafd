// SPDX-License-Identifier: MIT
#include "service/match_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/seeds.h"
#include "base/text.h"
#include "match/local_seat.h"
#include "play/recalling.h"
#include "sandbox/housed_match.h"
#include "wire/abandoned.h"
#include "wire/seating.h"

namespace percept::service {
namespace {

// Whether both need the same player somewhere else.
bool share_player(const LiveMatch& a, const LiveMatch& b) {
  for (const auto& one : a.order().chairs)
    for (const auto& other : b.order().chairs)
      if (one && other && wire::is_remote(one->spec) && one->spec == other->spec) return true;
  return false;
}

// Of those who play from elsewhere, from a page or over the network; none for strategies, which play in the process of
// the match.
Result<std::unique_ptr<match::Seat>> seat_here(const Order& order, const sandbox::Place& place, const Chair& chair) {
  if (wire::is_remote(chair.spec))
    return wire::make_seat(
        chair.spec, {.seed = place.seed, .dialect = chair.dialect, .timing = {}, .tell_moves = order.tell_moves});
  if (!chair.desk) return nullptr;
  auto person = make_person(chair.desk);
  if (!place.recalled.empty()) person = play::make_recalling(std::move(person), place.recalled);
  return std::make_unique<match::LocalSeat>(std::move(person),
                                            record::PlayerOnRecord{chair.spec, chair.spec, "", true});
}

std::string outcome(const record::Record& record) {
  std::size_t faults = 0;
  for (const record::Round& round : record.rounds)
    for (const auto& fault : round.faults) faults += fault.has_value();
  std::string out = fmt::format("{} after {}", name_of(record.status), counted(record.rounds.size(), "round"));
  if (faults > 0) out += ", " + counted(faults, "fault");
  for (std::size_t role = 0; role < record.goals.size(); ++role)
    out += fmt::format("{} {} {}", role == 0 ? ":" : ",", record.roles[role],
                       record.goals[role] ? std::to_string(*record.goals[role]) : "–");
  return record.note.empty() ? out : out + " (" + record.note + ")";
}

}  // namespace

MatchRunner::MatchRunner(store::Store& store, std::size_t at_once, const sandbox::WorkerLimits& limits, Log log)
    : store_(store), at_once_(std::max<std::size_t>(at_once, 1)), limits_(limits), log_(std::move(log)) {
  for (std::size_t i = 0; i < at_once_; ++i) workers_.emplace_back([this] { work(); });
}

std::size_t MatchRunner::with_people() const {
  auto people = [](const auto& match) { return match->order().has_people(); };
  return static_cast<std::size_t>(std::ranges::count_if(running_, people) + std::ranges::count_if(queue_, people));
}

Result<std::shared_ptr<LiveMatch>> MatchRunner::add(std::shared_ptr<LiveMatch> match) {
  {
    std::lock_guard lock(mutex_);
    if (stopping_) return failure("the service is being stopped", "start the match when it is back");
    if (queue_.size() >= kMostQueued)
      return failure(fmt::format("{} matches wait already", queue_.size()), "try again when some of them have ended");
    std::size_t bytes = match->order().bytes();
    for (const auto& other : queue_) bytes += other->order().bytes();
    if (bytes > kMostWaiting)
      return failure(fmt::format("the rules of matches that wait have more than {} MiB", kMostWaiting >> 20),
                     "try again when some of them have ended");
    queue_.push_back(match);
    if (std::size_t people = with_people(); match->order().has_people()) {
      if (people > kMostWithPeople) {
        queue_.pop_back();
        return failure("too many people play already", "try again when some of them have ended");
      }
      if (workers_.size() < at_once_ + people) workers_.emplace_back([this] { work(); });
    }
  }
  changed_.notify_all();
  return match;
}

std::shared_ptr<LiveMatch> MatchRunner::find(const std::string& id) const {
  std::lock_guard lock(mutex_);
  auto is_it = [&](const std::shared_ptr<LiveMatch>& match) { return match->id() == id; };
  if (auto it = std::ranges::find_if(running_, is_it); it != running_.end()) return *it;
  if (auto it = std::ranges::find_if(queue_, is_it); it != queue_.end()) return *it;
  if (auto it = std::ranges::find_if(remembered_, is_it); it != remembered_.end()) return *it;
  return nullptr;
}

std::vector<std::shared_ptr<LiveMatch>> MatchRunner::unrecorded() const {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<LiveMatch>> out(queue_.rbegin(), queue_.rend());
  for (const auto& match : running_)
    if (!match->on_record()) out.push_back(match);
  out.insert(out.end(), remembered_.rbegin(), remembered_.rend());
  return out;
}

std::size_t MatchRunner::running() const {
  std::lock_guard lock(mutex_);
  return running_.size();
}

std::map<std::string, std::uint64_t> MatchRunner::ended() const {
  std::lock_guard lock(mutex_);
  return ended_;
}

void MatchRunner::count(const std::string& how) {
  std::lock_guard lock(mutex_);
  ++ended_[how];
}

std::size_t MatchRunner::queued() const {
  std::lock_guard lock(mutex_);
  return queue_.size();
}

void MatchRunner::go_on(const std::string& id, std::shared_ptr<LiveMatch> in) {
  std::lock_guard lock(mutex_);
  if (continued_.size() >= kMostRemembered)
    std::erase_if(continued_, [&](const auto& entry) { return !goes_on_now(entry.first); });
  continued_[id] = in->id();
}

bool MatchRunner::goes_on(const std::string& id) const {
  std::lock_guard lock(mutex_);
  return goes_on_now(id);
}

bool MatchRunner::goes_on_now(const std::string& id) const {
  for (auto next = continued_.find(id); next != continued_.end(); next = continued_.find(next->second)) {
    auto named = [&](const auto& match) { return match->id() == next->second; };
    if (std::ranges::any_of(running_, named) || std::ranges::any_of(queue_, named)) return true;
  }
  return false;
}

bool MatchRunner::cancel(LiveMatch& match) {
  std::lock_guard lock(mutex_);
  auto is_it = [&](const std::shared_ptr<LiveMatch>& other) { return other.get() == &match; };
  if (auto it = std::ranges::find_if(queue_, is_it); it != queue_.end()) {
    auto queued = *it;
    queue_.erase(it);
    queued->cancelled();
    remember(std::move(queued));
    return true;
  }
  if (std::ranges::none_of(running_, is_it) || match.ended()) return false;
  match.stop_source().request_stop();
  return true;
}

void MatchRunner::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& match : queue_) {
      match->cancelled();
      remember(match);
    }
    queue_.clear();
    for (const auto& match : running_) match->stop_source().request_stop();
  }
  changed_.notify_all();
  workers_.clear();  // joins
}

void MatchRunner::remember(std::shared_ptr<LiveMatch> match) {
  match->forget_rules();
  remembered_.push_back(std::move(match));
  if (remembered_.size() > kMostRemembered) remembered_.pop_front();
}

std::shared_ptr<LiveMatch> MatchRunner::next() {
  auto without_people = [](const auto& match) { return !match->order().has_people(); };
  bool full = static_cast<std::size_t>(std::ranges::count_if(running_, without_people)) >= at_once_;
  for (auto it = queue_.begin(); it != queue_.end(); ++it) {
    if (full && without_people(*it)) continue;
    if (std::ranges::any_of(running_, [&](const auto& other) { return share_player(**it, *other); })) continue;
    auto match = *it;
    queue_.erase(it);
    running_.push_back(match);
    match->starting();
    return match;
  }
  return nullptr;
}

void MatchRunner::work() {
  while (true) {
    std::shared_ptr<LiveMatch> match;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || (match = next()); });
      if (!match) return;
    }
    log(*match, "starts");
    play(*match);
    done(match);
  }
}

void MatchRunner::done(const std::shared_ptr<LiveMatch>& match) {
  {
    std::lock_guard lock(mutex_);
    std::erase(running_, match);
    if (!match->on_record()) remember(match);
  }
  changed_.notify_all();
}

void MatchRunner::play(LiveMatch& match) {
  const Order& order = match.order();
  std::vector<sandbox::Place> places;
  std::vector<std::string> specs;
  for (std::size_t role = 0; role < order.roles.size(); ++role) {
    sandbox::Place& place = places.emplace_back();
    if (!order.chairs[role]) continue;
    const Chair& chair = *order.chairs[role];
    place.spec = chair.spec;
    place.seed = stream_seed(order.setup.seed, "player " + order.roles[role]);
    if (!order.recalled.empty()) place.recalled = order.recalled[role];
    specs.push_back(chair.spec);
    auto seat = seat_here(order, place, chair);
    if (!seat) return refuse(match, seat.error());
    place.seat = std::move(*seat);
  }
  wire::abort_abandoned(store_, specs);
  store::StoreFollower on_disk(store_);
  auto record = sandbox::play_housed(order.rules, order.setup, places, {&on_disk, &match},
                                     match.stop_source().get_token(), {.worker = limits_});
  if (match.on_record()) {
    match.over();
    count(record ? std::string(name_of(record->status)) : "failed");
    if (record) log(match, outcome(*record));
  } else if (match.stop_source().stop_requested()) {
    match.cancelled();
    count("cancelled");
    log(match, "cancelled before it started");
  } else {
    refuse(match, record ? Error{"it did not start", ""} : record.error());
  }
}

void MatchRunner::refuse(LiveMatch& match, const Error& why) {
  match.refused(why);
  count("refused");
  log(match, "refused: " + why.message);
}

void MatchRunner::log(const LiveMatch& match, const std::string& words) const {
  if (log_) log_(fmt::format("{} {}: {}", time_text(record::now_ms()), match.id(), printable(words)));
}

}  // namespace percept::service
