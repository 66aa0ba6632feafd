// SPDX-License-Identifier: MIT
#include "sandbox/housed_player.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <thread>

#include "base/text.h"
#include "play/strategies.h"
#include "sandbox/lines.h"
#include "wire/infix.h"
#include "wire/player_server.h"
#include "wire/replies.h"

namespace percept::sandbox {
namespace {

constexpr double kSilence = 10;  // seconds of a manager, beyond the clock that runs
constexpr double kGrace = 3;     // seconds beyond its clock that a process is waited for
constexpr const char *kBusy = "busy", *kReady = "ready";

}  // namespace

class HousedPlayer::House {
 public:
  House(std::unique_ptr<Worker> worker, const wire::Request& request, wire::Heading heading, Clock::time_point now)
      : heading_(std::move(heading)),
        manager_(request.peer),
        text_(request.text),
        heard_(now.time_since_epoch().count()),
        worker_(std::move(worker)) {}
  ~House() {
    worker_->end();
    if (listening_.joinable()) listening_.join();
  }

  const std::string& match() const { return heading_.match; }
  // A manager that starts a match has left its last one, whether it said so or not.
  bool gives_way_to(const wire::Request& request) const { return request.peer == manager_ || request.text == text_; }

  void heard(Clock::time_point now) { heard_ = now.time_since_epoch().count(); }
  bool silent(Clock::time_point now) const {
    double clock = playing_ ? heading_.play_clock : heading_.start_clock;
    return std::chrono::duration<double>(now - Clock::time_point(Clock::duration(heard_.load()))).count() >
           clock + kSilence;
  }

  void listen(std::function<void(const std::string&)> log) {
    listening_ = std::thread([this, log = std::move(log)] {
      while (auto line = worker_->receive(Deadline::max())) {
        if (line->contains("log")) {
          if (log) log(line->at("log"));
          continue;
        }
        std::lock_guard lock(mutex_);
        margin_ = line->value("margin", margin_);
        replies_[line->at("id")] = line->at("reply");
        changed_.notify_all();
      }
      std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    });
  }

  // Its reply; nothing where its process has ended or does not answer.
  std::optional<std::string> ask(const wire::Request& request, const std::string& word) {
    if (word != "start") playing_ = true;
    double clock = word == "start" ? heading_.start_clock : word == "abort" || word == "stop" ? 0 : heading_.play_clock;
    std::uint64_t id = ++asked_;
    Json json = {{"id", id}, {"text", request.text}, {"sender", request.sender}, {"peer", request.peer}};
    json["waited"] = seconds_since(request.arrived);
    worker_->send(json);
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, after(request.arrived, clock + kGrace),
                        [&] { return ended_ || over_ || replies_.contains(id); });
    auto reply = replies_.extract(id);
    return reply.empty() ? std::nullopt : std::optional(std::move(reply.mapped()));
  }

  // Whoever waits for it comes back.
  void end() {
    std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  std::string why() { return worker_->alive() ? "it does not answer" : worker_->end(); }
  double margin() {
    std::lock_guard lock(mutex_);
    return margin_;
  }

 private:
  const wire::Heading heading_;
  const std::string manager_, text_;
  std::atomic<Clock::rep> heard_;
  std::atomic<bool> playing_ = false;  // a PLAY has come
  std::atomic<std::uint64_t> asked_ = 0;
  std::unique_ptr<Worker> worker_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::string> replies_;
  double margin_ = 0;
  bool ended_ = false, over_ = false;
  std::thread listening_;
};

void HousedPlayer::log(const wire::Request& request, const std::string& words) const {
  if (options_.log) options_.log(printable(request.peer + ": " + words));
}

std::string HousedPlayer::answer(const wire::Request& request) {
  auto heading = wire::read_heading(request.text);
  if (!heading) {
    log(request, "cannot be read, busy: " + heading.error().message);
    return kBusy;
  }
  if (heading->word == "start") return start(request, *heading);
  if (heading->word != "info" && heading->word != "preview") return pass_on(request, *heading);
  bool busy = false;
  {
    std::lock_guard lock(mutex_);
    busy = engaged();
  }
  wire::InfoReply info{.name = options_.name, .status = busy ? kBusy : "available", .species = "alien", .gdl = 2};
  std::string reply = heading->word == "info" ? wire::write_info_reply(info, wire::is_infix(request.text))
                      : busy                  ? kBusy
                                              : kReady;
  log(request, upper(heading->word) + ": " + reply);
  return reply;
}

// Whether it is in a match whose manager has not been silent for too long. Under the lock.
bool HousedPlayer::engaged() const { return closed_ || (current_ && !current_->silent(options_.now())); }

std::string HousedPlayer::start(const wire::Request& request, const wire::Heading& heading) {
  std::shared_ptr<House> house, left;
  std::string problem;
  {
    std::lock_guard lock(mutex_);
    if (closed_ || (engaged() && !current_->gives_way_to(request))) {
      problem = closed_ ? "closing" : "in the match " + current_->match();
    } else if (auto worker = Worker::start("player", options_.limits)) {
      (*worker)->send({{"name", options_.name},
                       {"strategy", options_.strategy},
                       {"seed", options_.seed + matches_++},
                       {"margin", margin_}});
      house = std::make_shared<House>(std::move(*worker), request, heading, options_.now());
      house->listen(options_.log);
      left = std::exchange(current_, house);
    } else {
      problem = worker.error().message;
    }
  }
  if (!house) {
    log(request, fmt::format("START {}: busy [{}]", heading.match, problem));
    return kBusy;
  }
  if (left) left->end();
  left.reset();
  auto reply = house->ask(request, "start");
  house->heard(options_.now());
  if (!reply) log(request, fmt::format("START {}: busy [{}]", heading.match, house->why()));
  if (!reply || *reply != kReady) leave(house);
  return reply.value_or(kBusy);
}

std::string HousedPlayer::pass_on(const wire::Request& request, const wire::Heading& heading) {
  std::shared_ptr<House> house;
  {
    std::lock_guard lock(mutex_);
    if (current_ && current_->match() == heading.match) house = current_;
  }
  if (!house) {
    log(request, fmt::format("{} {}: busy [not in this match]", upper(heading.word), heading.match));
    return kBusy;
  }
  house->heard(options_.now());
  bool last = heading.word == "stop" || heading.word == "abort";
  if (last) leave(house);
  auto reply = house->ask(request, heading.word);
  house->heard(options_.now());
  if (reply) return *reply;
  std::string instead = heading.word == "stop" ? "done" : heading.word == "abort" ? "aborted" : "nil";
  log(request, fmt::format("{} {}: {} [{}]", upper(heading.word), heading.match, instead, house->why()));
  return instead;
}

void HousedPlayer::leave(const std::shared_ptr<House>& house) {
  std::shared_ptr<House> left;
  std::lock_guard lock(mutex_);
  margin_ = house->margin();
  if (current_ == house) left.swap(current_);
}

void HousedPlayer::close() {
  std::shared_ptr<House> left;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(current_);
  }
  if (left) left->end();
}

int serve_player() {
  auto opening = next_line();
  if (!opening) return 0;
  const std::string strategy = opening->at("strategy");
  const std::uint64_t seed = opening->at("seed");
  auto server = std::make_shared<wire::PlayerServer>(
      wire::PlayerServerOptions{.name = opening->at("name"),
                                .make = [strategy, seed] { return play::make_player(strategy, seed); },
                                .log =
                                    [](const std::string& line) {
                                      say({{"log", line}});
                                    }});
  server->set_margin(opening->at("margin"));
  while (auto asked = next_line()) {
    auto waited = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked->at("waited")));
    wire::Request request{.text = asked->at("text"),
                          .sender = asked->at("sender"),
                          .peer = asked->at("peer"),
                          .arrived = Clock::now() - waited};
    std::thread([server, request = std::move(request), id = asked->at("id").get<std::uint64_t>()] {
      std::string reply = server->answer(request);
      say({{"id", id}, {"reply", std::move(reply)}, {"margin", server->margin()}});
    }).detach();
  }
  _exit(0);
}

}  // namespace percept::sandbox
