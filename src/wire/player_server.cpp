// SPDX-License-Identifier: MIT
#include "wire/player_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "wire/engagement.h"
#include "wire/infix.h"
#include "wire/replies.h"

namespace percept::wire {
namespace {

constexpr const char *kReady = "ready", *kBusy = "busy", *kDone = "done", *kAborted = "aborted";

std::string title(const Info&) { return "INFO"; }
std::string title(const Preview& preview) { return fmt::format("PREVIEW {} s", preview.clock); }
std::string title(const Start& start) {
  return fmt::format("START {} as {}, {} s, {} s", shown(start.match), shown(start.role), start.start_clock,
                     start.play_clock);
}
std::string title(const Play& play) {
  return fmt::format("{} {}{}", play.sees ? "SEES" : "PLAY", shown(play.match),
                     play.turn ? fmt::format(" {}", *play.turn) : "");
}
std::string title(const Stop& stop) { return "STOP " + shown(stop.match); }
std::string title(const Abort& abort) { return "ABORT " + shown(abort.match); }

}  // namespace

PlayerServer::PlayerServer(PlayerServerOptions options)
    : options_(std::move(options)), margin_(std::make_shared<SharedMargin>()) {}

PlayerServer::~PlayerServer() { close(); }

double PlayerServer::margin() const { return margin_->seconds(); }

void PlayerServer::set_margin(double seconds) {
  if (seconds > 0) margin_->change([&](play::Margin& margin) { margin = play::Margin(seconds); });
}

std::string PlayerServer::answer(const Request& request) {
  std::string line = request.peer + ": ";
  std::string reply = kBusy;
  if (auto message = read_message(request.text)) {
    auto answered = [&](const auto& each) {
      Answered outcome = on(each, request);
      double seconds = std::chrono::duration<double>(play::Clock::now() - request.arrived).count();
      line += fmt::format("{}: {} ({:.2f} s)", title(each), outcome.reply, seconds);
      if (!outcome.remark.empty()) line += fmt::format(" [{}]", outcome.remark);
      reply = std::move(outcome.reply);
    };
    std::visit(answered, *message);
  } else {
    line += fmt::format("cannot be read, busy: {}", message.error().message);
  }
  if (options_.log) options_.log(printable(line));
  return reply;
}

bool PlayerServer::busy() {
  std::lock_guard lock(mutex_);
  return engaged() || overtaxed();
}

// In a match whose manager has not been silent for too long. Under the lock.
bool PlayerServer::engaged() const {
  if (closed_) return true;
  if (!current_) return false;
  play::Clock::time_point heard{play::Clock::duration(current_->last_heard.load())};
  return std::chrono::duration<double>(options_.now() - heard).count() <= current_->patience();
}

void PlayerServer::close() {
  std::shared_ptr<Engagement> left;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    left.swap(current_);
  }
  if (left) left->interrupt();
}

PlayerServer::Answered PlayerServer::on(const Info&, const Request& request) {
  InfoReply reply{.name = options_.name, .status = busy() ? "busy" : "available", .species = "alien", .gdl = 2};
  return {write_info_reply(reply, is_infix(request.text)), {}};
}

PlayerServer::Answered PlayerServer::on(const Preview&, const Request&) { return {busy() ? kBusy : kReady, {}}; }

PlayerServer::Answered PlayerServer::on(const Start& start, const Request& request) {
  if (!start.rules->readable()) return {kBusy, "rules that cannot be read: " + start.rules->findings().front().message};
  if (auto busy = occupied(start, request)) return {kBusy, *busy};
  auto player = options_.make();
  if (!player) return {kBusy, player.error().message};
  auto engagement = std::make_shared<Engagement>(start, request.peer, std::move(*player), margin_);
  if (auto playable = engagement->playable(); !playable) return {kBusy, playable.error().message};
  engagement->last_heard = options_.now().time_since_epoch().count();
  std::shared_ptr<Engagement> left;
  {
    std::lock_guard lock(mutex_);
    if (engaged() && !may_take_over(start, request)) return {kBusy, "another was faster"};
    left.swap(current_);
    if (left) left_.push_back(left->thread());
    current_ = engagement;
  }
  if (left) left->interrupt();
  auto started = engagement->start(request.arrived);
  engagement->last_heard = options_.now().time_since_epoch().count();
  if (!started) {
    leave(engagement);
    return {kBusy, started.error().message};
  }
  return {kReady, left ? "left " + left->match() : std::string()};
}

// A manager that starts a match has left its last one, whether it said so or not. Under the lock.
bool PlayerServer::may_take_over(const Start& start, const Request& request) const {
  return current_ && (current_->manager() == request.peer || current_->same_as(start));
}

// Players of earlier matches have not come back and use the cores. Under the lock.
bool PlayerServer::overtaxed() {
  std::erase_if(left_, [](const auto& thread) { return thread.expired(); });
  return left_.size() > std::max(std::thread::hardware_concurrency(), 1u);
}

// Why the match cannot be played now.
std::optional<std::string> PlayerServer::occupied(const Start& start, const Request& request) {
  std::lock_guard lock(mutex_);
  if (closed_) return "closing";
  if (engaged() && !may_take_over(start, request)) return "in the match " + current_->match();
  if (overtaxed()) return "still thinking about earlier matches";
  return std::nullopt;
}

PlayerServer::Answered PlayerServer::on(const Play& play, const Request& request) {
  auto engagement = engaged_in(play.match);
  if (!engagement) return {kBusy, "not in this match"};
  Engagement::Answer answer = engagement->play(play, request.sender, request.arrived);
  engagement->last_heard = options_.now().time_since_epoch().count();
  if (is_infix(request.text)) answer.move = infix_of_kif(answer.move);
  return {std::move(answer.move), std::move(answer.remark)};
}

PlayerServer::Answered PlayerServer::on(const Stop& stop, const Request& request) {
  auto engagement = engaged_in(stop.match);
  if (!engagement) return {kBusy, "not in this match"};
  leave(engagement);
  engagement->interrupt();  // where it still thinks about a move
  return {kDone, engagement->stop(stop, request.sender)};
}

PlayerServer::Answered PlayerServer::on(const Abort& abort, const Request&) {
  auto engagement = engaged_in(abort.match);
  if (!engagement) return {kBusy, "not in this match"};
  leave(engagement);
  engagement->interrupt();
  return {kAborted, {}};
}

std::shared_ptr<Engagement> PlayerServer::engaged_in(const std::string& match) {
  std::lock_guard lock(mutex_);
  if (!current_ || !current_->is(match)) return nullptr;
  current_->last_heard = options_.now().time_since_epoch().count();
  return current_;
}

void PlayerServer::leave(const std::shared_ptr<Engagement>& engagement) {
  std::lock_guard lock(mutex_);
  if (current_ != engagement) return;
  left_.push_back(engagement->thread());
  current_.reset();
}

}  // namespace percept::wire
