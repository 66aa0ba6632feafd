// SPDX-License-Identifier: MIT
#include "service/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "record/record.h"
#include "wire/introduction.h"
#include "wire/seating.h"

namespace percept::service {
namespace {

constexpr std::array<std::string_view, 4> kPresences = {"unknown", "available", "busy", "unreachable"};
constexpr std::size_t kAskedAtOnce = 16, kLongestName = 64;

bool may_stand_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

std::string made_name(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return !may_stand_in_name(c); }, '-');
  return text.substr(0, kLongestName);
}

}  // namespace

std::string_view name_of(Presence presence) { return kPresences[static_cast<std::size_t>(presence)]; }

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
         std::ranges::all_of(name, may_stand_in_name);
}

Registry::Registry(double poll_seconds) : poll_seconds_(poll_seconds) {
  if (poll_seconds_ > 0) thread_ = std::jthread([this] { work(stop_.get_token()); });
}

void Registry::stop() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Registry::ask(Registered& player, std::stop_token stop) {
  wire::Dialect dialect = player.dialect.value_or(wire::Dialect::kGgpBase);
  auto info = wire::ask_info(player.peer, dialect, wire::timing_of(dialect).info, stop);
  if (!info && info.error().kind != record::FaultKind::kUnreadable) {
    player.presence = Presence::kUnreachable;
    player.problem = info.error().detail;
    return;
  }
  player.last_seen = record::now_ms();
  player.problem.clear();
  player.presence = !info ? Presence::kUnknown : info->available() ? Presence::kAvailable : Presence::kBusy;
  if (!info) return;
  player.says = info->name;
  player.species = info->species;
}

Result<Registry::Added> Registry::add(const std::string& url, std::optional<std::string> name,
                                      std::optional<wire::Dialect> dialect) {
  auto peer = wire::read_address(url);
  if (!peer) return tl::unexpected(peer.error());
  Registered player;
  player.peer = *peer;
  player.url = "http://" + peer->text();
  player.dialect = dialect;
  ask(player, stop_.get_token());
  player.name = name.value_or(made_name(player.says.empty() ? peer->text() : player.says));
  if (!name && wire::check_spec(player.name))
    player.name = "player." + player.name;  // who asks for a strategy gets that

  std::lock_guard lock(mutex_);
  auto same = std::ranges::find_if(players_, [&](const auto& entry) { return entry.second.peer == *peer; });
  bool known = same != players_.end();
  if (known && !name) player.name = same->first;
  if (auto it = players_.find(player.name); it != players_.end() && it != same) {
    if (name) return Added{Welcome::kTaken, it->second};
    // Several copies of one program call themselves the same: the address tells them apart.
    player.name = made_name(player.name.substr(0, kLongestName / 2) + "." + peer->text());
    if (auto other = players_.find(player.name); other != players_.end()) return Added{Welcome::kTaken, other->second};
  }
  if (known) players_.erase(same);
  if (players_.size() >= kMost) return Added{Welcome::kFull, player};
  players_[player.name] = player;
  return Added{known ? Welcome::kKnown : Welcome::kNew, player};
}

bool Registry::remove(const std::string& name) {
  std::lock_guard lock(mutex_);
  return players_.erase(name) > 0;
}

std::optional<Registered> Registry::find(const std::string& name) const {
  std::lock_guard lock(mutex_);
  auto it = players_.find(name);
  return it == players_.end() ? std::nullopt : std::optional(it->second);
}

std::vector<Registered> Registry::list() const {
  std::lock_guard lock(mutex_);
  std::vector<Registered> out;
  for (const auto& [name, player] : players_) out.push_back(player);
  return out;
}

void Registry::poll() {
  std::vector<Registered> players = list();
  std::atomic<std::size_t> next = 0;
  auto ask_some = [&] {
    for (std::size_t i = next++; i < players.size() && !stop_.stop_requested(); i = next++) {
      ask(players[i], stop_.get_token());
      if (stop_.stop_requested()) return;
      std::lock_guard lock(mutex_);
      auto it = players_.find(players[i].name);
      if (it == players_.end() || it->second.url != players[i].url) continue;  // gone meanwhile
      players[i].dialect = it->second.dialect;
      it->second = players[i];
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(kAskedAtOnce, players.size()); ++i) threads.emplace_back(ask_some);
  ask_some();
}

void Registry::work(std::stop_token stop) {
  auto pause = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(poll_seconds_));
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, pause, [] { return false; });
    }
    if (!stop.stop_requested()) poll();
  }
}

}  // namespace percept::service
