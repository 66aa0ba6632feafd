// SPDX-License-Identifier: MIT
#include "service/cups.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sandbox/housed_match.h"
#include "service/seating.h"
#include "tournament/lock.h"
#include "tournament/table.h"

namespace percept::service {

using tournament::Tournament;

Result<void> Cups::start(Tournament asked) {
  if (running(asked.name))
    return failure(fmt::format("{} is being played already", asked.name), "watch it, or cancel it");
  cancel(asked.name);
  auto lock = tournament::TournamentLock::take(path_, asked.name);
  if (!lock) return tl::unexpected(lock.error());
  if (auto kept = keep_configuration(store_, asked, false); !kept) return kept;
  std::lock_guard guard(mutex_);
  std::string name = asked.name;
  Run& run = runs_[name];
  run.over = false;
  run.problem.clear();
  run.thread = std::jthread([this, &run, asked = std::move(asked), lock = std::move(*lock)](std::stop_token stop) {
    tournament::TournamentOptions options;
    options.workers = std::max(1U, std::thread::hardware_concurrency() / 2);  // people watch and play meanwhile
    options.elsewhere = [this](const record::RulesOnRecord& rules, const match::Setup& setup,
                               std::vector<tournament::Sitter>& sitters, record::Follower& keeper,
                               std::stop_token cancelled) {
      std::vector<sandbox::Place> places;
      for (tournament::Sitter& sitter : sitters)
        places.push_back(
            {.spec = sitter.spec, .name = sitter.name, .seed = sitter.seed, .seat = std::move(sitter.seat)});
      return sandbox::play_housed(rules, setup, places, {&keeper}, std::move(cancelled), {.worker = limits_});
    };
    auto done = run_tournament(asked, store_, network_seating(), options, stop);
    std::lock_guard ended(mutex_);
    run.over = true;
    if (!done)
      run.problem = done.error().message;
    else if (done->last_refusal)
      run.problem = done->last_refusal->message;
  });
  return {};
}

bool Cups::running(const std::string& name) const {
  std::lock_guard guard(mutex_);
  auto it = runs_.find(name);
  return it != runs_.end() && it->second.thread.joinable() && !it->second.over;
}

bool Cups::cancel(const std::string& name) {
  std::jthread thread;
  bool ran = false;
  {
    std::lock_guard guard(mutex_);
    auto it = runs_.find(name);
    if (it == runs_.end() || !it->second.thread.joinable()) return false;
    ran = !it->second.over;
    thread = std::move(it->second.thread);
  }
  thread.request_stop();
  thread.join();
  return ran;
}

void Cups::stop() {
  std::vector<std::string> names;
  {
    std::lock_guard guard(mutex_);
    for (auto& [name, run] : runs_) {
      run.thread.request_stop();
      names.push_back(name);
    }
  }
  for (const std::string& name : names) cancel(name);
}

Result<Json> Cups::list() {
  auto names = store_.tournaments();
  if (!names) return tl::unexpected(names.error());
  Json out = Json::array();
  for (const std::string& name : *names) {
    auto shown = view(name);
    if (!shown || !*shown) continue;
    out.push_back(std::move(**shown));
  }
  return out;
}

Result<std::optional<Json>> Cups::view(const std::string& name) {
  auto configuration = store_.tournament(name);
  if (!configuration) return tl::unexpected(configuration.error());
  if (!*configuration) return std::nullopt;
  auto read = tournament::tournament_of(**configuration);
  if (!read) return tl::unexpected(read.error());
  auto results = results_of(store_, *read);
  if (!results) return tl::unexpected(results.error());
  Json out = {{"name", name}, {"running", running(name)}, {"problem", ""}};
  {
    std::lock_guard guard(mutex_);
    if (auto it = runs_.find(name); it != runs_.end()) out["problem"] = it->second.problem;
  }
  out["table"] = Json::parse(to_json(table_of(*read, *results)));
  return out;
}

}  // namespace percept::service
