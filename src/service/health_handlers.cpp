// SPDX-License-Identifier: MIT
//
// For whoever watches over the service: whether it answers, and its figures in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/). Nothing of it says who plays what.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "service/handlers.h"

namespace percept::service {
namespace {

using Labelled = std::map<std::string, double>;  // by label, with its braces; none for the only one

class Exposition {
 public:
  void add(std::string_view name, std::string_view kind, std::string_view help, const Labelled& values) {
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, kind);
    for (const auto& [label, value] : values) text_ += fmt::format("{}{} {}\n", name, label, value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double cpu_seconds_used() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Reply metrics(Parts& parts) {
  Exposition out;
  auto number = [](auto value) { return Labelled{{"", static_cast<double>(value)}}; };
  out.add("percept_matches_running", "gauge", "Matches that are played.", number(parts.matches.running()));
  out.add("percept_matches_queued", "gauge", "Matches that wait.", number(parts.matches.queued()));
  Labelled ended;
  for (const auto& [how, count] : parts.matches.ended())
    ended[fmt::format("{{status=\"{}\"}}", how)] = static_cast<double>(count);
  out.add("percept_matches_total", "counter", "Matches that have ended, by how.", ended);
  Labelled players;
  for (const Registered& player : parts.players.list())
    ++players[fmt::format("{{status=\"{}\"}}", name_of(player.presence))];
  out.add("percept_players", "gauge", "Registered players, by what they said last.", players);
  out.add("percept_watchers", "gauge", "Streams of events.", number(parts.watchers.load()));
  Labelled requests;
  for (std::size_t i = 1; i < parts.requests.by_class.size(); ++i)
    requests[fmt::format("{{code=\"{}xx\"}}", i)] = static_cast<double>(parts.requests.by_class[i].load());
  out.add("percept_requests_total", "counter", "Requests that were answered, by status.", requests);
  out.add("process_resident_memory_bytes", "gauge", "Resident memory of the service, without its matches.",
          number(resident_bytes()));
  out.add("process_cpu_seconds_total", "counter", "CPU seconds of the service, without its matches.",
          number(cpu_seconds_used()));
  out.add("process_start_time_seconds", "gauge", "When it was started, in seconds since 1970.",
          number(static_cast<double>(parts.started) / 1000));
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = out.take()};
}

// A store that cannot be read is as good as none.
Reply health(Parts& parts) {
  store::Query query;
  query.limit = 1;
  if (auto listed = parts.store.list(query); !listed) return refusal(503, listed.error());
  return {.type = "text/plain", .body = "ok\n"};
}

}  // namespace

void add_health_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/healthz", [&parts](const Request&) { return health(parts); }});
  routes.push_back({"GET", "/metrics", [&parts](const Request&) { return metrics(parts); }});
}

}  // namespace percept::service
