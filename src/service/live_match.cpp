// SPDX-License-Identifier: MIT
#include "service/live_match.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "service/views.h"

namespace percept::service {

using record::Record;
using record::Round;

namespace {

constexpr std::array<std::string_view, 6> kStages = {"queued", "starting", "running", "over", "refused", "cancelled"};

// For the feed: fit for everybody, and small.
Json light(const Event& event) {
  const Record& header = *event.header;
  Audience audience = audience_of(header, false);
  audience.hidden = false;
  Json out = data_of(event, audience);
  for (const char* field : {"view", "seed", "hash", "faults"}) out.erase(field);
  return out;
}

}  // namespace

std::string_view name_of(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }

bool Order::has_people() const {
  return std::ranges::any_of(chairs, [](const auto& chair) { return chair && chair->desk; });
}

std::size_t Order::bytes() const {
  std::size_t out = rules.text.size();
  for (const match::OwnDescription& own : setup.descriptions) out += own.description->source()->text().size();
  return out;
}

LiveMatch::LiveMatch(Order order, Feed& feed) : order_(std::move(order)), feed_(feed) {}

void LiveMatch::forget_rules() {
  order_.rules.text = {};
  order_.setup.descriptions.clear();
}

void LiveMatch::move_to(Stage stage) {
  {
    std::lock_guard lock(mutex_);
    stage_ = stage;
  }
  changed_.notify_all();
}

void LiveMatch::starting() { move_to(Stage::kStarting); }
void LiveMatch::cancelled() { move_to(Stage::kCancelled); }

void LiveMatch::refused(Error why) {
  {
    std::lock_guard lock(mutex_);
    why_ = std::move(why);
  }
  move_to(Stage::kRefused);
}

Result<void> LiveMatch::on_start(const Record& record) {
  {
    std::lock_guard lock(mutex_);
    header_ = header_of(record);
    on_record_ = true;
    add_start(events_, header_);
  }
  move_to(Stage::kRunning);
  announce(0);
  return {};
}

Result<void> LiveMatch::on_round(const Record& record) {
  std::size_t before = 0;
  {
    std::lock_guard lock(mutex_);
    if (record.rounds.size() == 1) header_ = header_of(record);  // faults at START are known now
    before = events_.size();
    add_round(events_, header_, record.rounds.size(), std::make_shared<const Round>(record.rounds.back()));
  }
  changed_.notify_all();
  announce(before);
  return {};
}

Result<void> LiveMatch::on_end(const Record& record) {
  std::size_t before = 0;
  {
    std::lock_guard lock(mutex_);
    before = events_.size();
    add_end(events_, header_of(record), record.rounds.size());
  }
  changed_.notify_all();
  announce(before);
  return {};
}

void LiveMatch::over() { move_to(Stage::kOver); }

void LiveMatch::announce(std::size_t from) {
  // Only the thread that plays adds events, so those from here on are its own.
  std::vector<Event> added;
  {
    std::lock_guard lock(mutex_);
    added.assign(events_.begin() + static_cast<std::ptrdiff_t>(from), events_.end());
  }
  for (const Event& event : added)
    feed_.add([&](const std::string& id) { return sent(id, name_of(event.kind), light(event)); });
}

Stage LiveMatch::stage() const {
  std::lock_guard lock(mutex_);
  return stage_;
}

bool LiveMatch::on_record() const {
  std::lock_guard lock(mutex_);
  return on_record_;
}

bool LiveMatch::ended_locked() const {
  return stage_ >= Stage::kOver || (!events_.empty() && events_.back().kind == Event::Kind::kEnd);
}

bool LiveMatch::ended() const {
  std::lock_guard lock(mutex_);
  return ended_locked();
}

Error LiveMatch::why() const {
  std::lock_guard lock(mutex_);
  return why_;
}

Json LiveMatch::view(bool privileged) const {
  Json players = Json::array();
  for (std::size_t role = 0; role < order_.roles.size(); ++role) {
    std::string name = order_.chairs[role] ? order_.chairs[role]->name : "nature";
    players.push_back(
        {{"role", order_.roles[role]}, {"name", privileged && !order_.has_people() ? name : public_name(name)}});
  }
  Json out = {{"id", id()},
              {"game", order_.setup.scramble && !privileged ? "scrambled" : order_.rules.name},
              {"status", name_of(stage())},
              {"players", std::move(players)},
              {"roundsPlayed", 0},
              {"faults", 0},
              {"started", time_text(asked_)}};
  if (Error error = why(); !error.message.empty() && privileged)
    out["note"] = error.message + (error.hint.empty() ? "" : " (" + error.hint + ")");
  return out;
}

LiveMatch::Piece LiveMatch::read(std::size_t from, std::chrono::milliseconds wait) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, wait, [&] { return ended_locked() || events_.size() > from; });
  Piece out;
  if (from < events_.size()) out.events.assign(events_.begin() + static_cast<std::ptrdiff_t>(from), events_.end());
  out.over = ended_locked();
  return out;
}

}  // namespace percept::service
