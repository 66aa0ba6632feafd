// SPDX-License-Identifier: MIT
#include "service/service.h"

#include <fmt/format.h>

#include <filesystem>

#include "service/handlers.h"
#include "service/http_server.h"
#include "store/store.h"

namespace percept::service {

using namespace service;

namespace {

constexpr std::size_t kThreadsForRequests = 32;  // beside those of watchers

std::optional<std::string> token_for(const ServiceOptions& options) {
  if (options.token || is_loopback(options.host)) return options.token;
  return new_token();
}

}  // namespace

class Service::State {
 public:
  State(ServiceOptions options, std::unique_ptr<store::Store> store)
      : options_(std::move(options)),
        token_(token_for(options_)),
        access_(options_.host, token_),
        store_(std::move(store)),
        games_(options_.games),
        feed_(fmt::format("{:x}", record::now_ms())),
        players_(options_.poll_seconds),
        eyes_(games_.library()),
        cups_(*store_, options_.store, {options_.megabytes}),
        matches_(*store_, options_.matches_at_once, {options_.megabytes}, options_.log),
        parts_{.store = *store_,
               .games = games_,
               .players = players_,
               .matches = matches_,
               .feed = feed_,
               .eyes = eyes_,
               .cups = cups_,
               .version = options_.version,
               .most_watchers = options_.watchers,
               .limits = {options_.megabytes}},
        routes_(all_routes(parts_)),
        server_([this](Request request) { return counted(answer(routes_, access_, std::move(request))); },
                [this](const Request& request) {
                  auto reply = refused_by_header(routes_, access_, request);
                  return reply ? std::optional(counted(std::move(*reply))) : std::nullopt;
                },
                options_.watchers + kThreadsForRequests) {}

  Result<void> start() {
    auto port = server_.start(options_.host, options_.port);
    if (!port) return tl::unexpected(port.error());
    port_ = *port;
    return {};
  }

  // Matches first, so that their watchers see the end.
  void stop() {
    parts_.stopping.request_stop();
    matches_.stop();
    cups_.stop();
    players_.stop();
    feed_.close();
    server_.stop();
  }

  Reply counted(Reply reply) {
    parts_.requests.add(reply.status);
    return reply;
  }

  ServiceOptions options_;
  int port_ = 0;
  std::optional<std::string> token_;
  Access access_;
  std::unique_ptr<store::Store> store_;
  GameShelf games_;
  Feed feed_;
  Registry players_;
  Eyes eyes_;
  Cups cups_;
  MatchRunner matches_;
  Parts parts_;
  std::vector<Route> routes_;
  HttpServer server_;
};

Service::Service(std::unique_ptr<State> state) : state_(std::move(state)) {}
Service::~Service() { stop(); }

Result<std::unique_ptr<Service>> Service::start(ServiceOptions options) {
  std::error_code error;
  if (!std::filesystem::is_directory(options.games, error))
    return failure(fmt::format("there is no folder {}", options.games), "--games names a folder with rule sheets");
  auto store = store::Store::open(options.store);
  if (!store) return tl::unexpected(store.error());
  auto state = std::make_unique<State>(std::move(options), std::move(*store));
  if (auto started = state->start(); !started) return tl::unexpected(started.error());
  return std::unique_ptr<Service>(new Service(std::move(state)));
}

int Service::port() const { return state_->port_; }

std::string Service::address() const {
  const std::string& host = state_->options_.host;
  bool bare = host.find(':') != std::string::npos && !host.starts_with('[');
  return fmt::format("http://{}:{}", bare ? "[" + host + "]" : host, state_->port_);
}

const std::optional<std::string>& Service::token() const { return state_->token_; }
void Service::stop() { state_->stop(); }

}  // namespace percept::service
