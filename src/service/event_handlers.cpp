// SPDX-License-Identifier: MIT
//
// Streams of server-sent events. A watcher has a thread of the HTTP server for itself and fetches at its own pace; one
// that is gone is noticed at the next ping at the latest.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/text.h"
#include "service/handlers.h"

namespace percept::service {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kWait = std::chrono::milliseconds(500);
constexpr auto kPing = std::chrono::seconds(15);

// Counts a watcher as long as it lives.
class Watcher {
 public:
  explicit Watcher(std::atomic<std::size_t>& count) : count_(count) { ++count_; }
  ~Watcher() { --count_; }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

 private:
  std::atomic<std::size_t>& count_;
};

std::shared_ptr<Watcher> watcher(Parts& parts) {
  auto out = std::make_shared<Watcher>(parts.watchers);
  return parts.watchers <= parts.most_watchers ? out : nullptr;
}

Reply too_many() {
  Reply out = refusal(503, {"there are too many watchers already", "try again, or ask /api/matches from time to time"});
  out.headers.emplace_back("Retry-After", "10");
  return out;
}

Reply stream_of(std::function<std::optional<std::string>()> next) {
  return {.type = "text/event-stream",
          .headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}},
          .stream = std::move(next)};
}

// A comment when nothing was sent for a while, so that whoever stands between does not give up.
class Pings {
 public:
  std::string with(std::string text) {
    Clock::time_point now = Clock::now();
    if (text.empty() && now - last_ < kPing) return text;
    last_ = now;
    return text.empty() ? ": ping\n\n" : text;
  }

 private:
  Clock::time_point last_ = Clock::now();
};

std::string opening() { return "retry: 2000\n\n"; }

// How many events of the match the watcher has already.
Result<std::size_t> position_of(const Request& request) {
  const std::string* last = request.header("last-event-id");
  if (!last || last->empty()) return 0;
  if (auto number = whole_number(*last)) return *number;
  return failure("Last-Event-ID is none of this stream: " + *last, "it is the id of an event that came from here");
}

struct MatchWatch {
  std::shared_ptr<Watcher> watcher;
  std::shared_ptr<LiveMatch> live;                           // null: its events are in `events`
  std::vector<Event> events;                                 // so far
  std::function<Result<record::Record>()> played_elsewhere;  // by another process: the record as it is now
  std::size_t position = 0;
  std::function<bool()> goes_on;  // in another match, with the same chance
  bool opened = false, privileged = false;
  std::optional<std::size_t> role;
  Pings pings;

  std::string text_of_event(const Event& event) {
    Audience audience = audience_of(*event.header, privileged, goes_on());
    audience.role = role;
    return sent(std::to_string(++position), name_of(event.kind), data_of(event, audience));
  }

  std::optional<std::string> next() {
    if (!opened) {
      opened = true;
      return opening();
    }
    std::string text;
    if (!live) {
      if (position < events.size()) return pings.with(text_of_event(events[position]));
      return played_elsewhere ? looked_again() : std::nullopt;
    }
    LiveMatch::Piece piece = live->read(position, kWait);
    for (const Event& event : piece.events) text += text_of_event(event);
    if (text.empty() && piece.over) return std::nullopt;
    return pings.with(std::move(text));
  }

  std::optional<std::string> looked_again() {
    std::this_thread::sleep_for(kWait);
    auto record = played_elsewhere();
    if (!record) return std::nullopt;
    if (record->status != record::Status::kRunning) played_elsewhere = nullptr;
    events = events_of(*record);
    return pings.with("");
  }
};

Reply watch_match(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"role"}); !fine) return refusal(400, fine.error());
  auto position = position_of(request);
  if (!position) return refusal(400, position.error());
  auto watch = std::make_shared<MatchWatch>();
  watch->position = *position;
  watch->privileged = request.privileged;
  watch->goes_on = [&parts, id = request.arguments[0]] { return parts.matches.goes_on(id); };
  watch->live = parts.matches.find(request.arguments[0]);
  if (!watch->live || watch->live->on_record()) {
    auto found = find_record(parts, request);
    if (!found) return found.error();
    watch->role = found->audience.role;
    if (!watch->live) watch->events = events_of(found->record);
    if (!watch->live && found->record.status == record::Status::kRunning)
      watch->played_elsewhere = [&parts, id = found->record.id] { return parts.store.load(id); };
  } else if (request.parameter("role")) {
    return refusal(409, {"the match has not started", "ask again when it has, or watch it without role"});
  }
  // 204 is how a browser is told not to come back.
  if (!watch->live && !watch->played_elsewhere && watch->position >= watch->events.size()) return {.status = 204};
  watch->watcher = watcher(parts);
  if (!watch->watcher) return too_many();
  return stream_of([watch] { return watch->next(); });
}

Reply watch_all(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"since"}); !fine) return refusal(400, fine.error());
  struct FeedWatch {
    std::shared_ptr<Watcher> watcher;
    std::uint64_t next = 0;
    bool opened = false;
    Pings pings;
  };
  auto watch = std::make_shared<FeedWatch>();
  if (const std::string* since = request.parameter("since")) {
    if (*since != "now")
      return refusal(400, {"since is now, or not there", "without it what happened so far comes first"});
    watch->next = parts.feed.end();
  }
  if (const std::string* last = request.header("last-event-id")) watch->next = parts.feed.after(*last);
  watch->watcher = watcher(parts);
  if (!watch->watcher) return too_many();
  return stream_of([watch, &parts]() -> std::optional<std::string> {
    if (!watch->opened) {
      watch->opened = true;
      return opening();
    }
    Feed::Piece piece = parts.feed.read(watch->next, kWait);
    watch->next = piece.next;
    if (piece.closed && piece.text.empty()) return std::nullopt;
    return watch->pings.with(std::move(piece.text));
  });
}

}  // namespace

void add_event_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/api/events", [&parts](const Request& request) { return watch_all(parts, request); }});
  routes.push_back(
      {"GET", "/api/matches/{id}/events", [&parts](const Request& request) { return watch_match(parts, request); }});
}

}  // namespace percept::service
