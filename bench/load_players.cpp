// SPDX-License-Identifier: MIT
#include "load_players.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "play/strategies.h"
#include "wire/listener.h"
#include "wire/player_server.h"

namespace percept::bench {

int be_players(std::size_t count, const std::string& strategy) {
  struct Player {
    std::unique_ptr<wire::PlayerServer> server;
    std::unique_ptr<wire::Listener> listener;
  };
  std::vector<Player> players;
  for (std::size_t i = 0; i < count; ++i) {
    wire::PlayerServerOptions options;
    options.name = fmt::format("player_{}", i + 1);
    options.make = [strategy, i] { return play::make_player(strategy, i + 1); };
    Player player{std::make_unique<wire::PlayerServer>(options), nullptr};
    wire::ListenerOptions where;
    where.host = "127.0.0.1";
    auto listener = wire::Listener::open(
        where, [server = player.server.get()](const wire::Request& request) { return server->answer(request); });
    if (!listener) {
      fmt::print(stderr, "player {}: {}\n", i + 1, listener.error().message);
      return 2;
    }
    player.listener = std::move(*listener);
    fmt::print("{}\n", player.listener->port());
    players.push_back(std::move(player));
  }
  std::fflush(stdout);
  while (std::cin.get() != std::char_traits<char>::eof()) continue;
  for (Player& player : players) player.server->close();
  return 0;
}

Result<PlayerProcess> PlayerProcess::start(std::size_t count, const std::string& strategy) {
  int to[2], from[2];
  if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) return failure("no pipes for the players");
  Descriptor to_read(to[0]), to_write(to[1]), from_read(from[0]), from_write(from[1]);
  const std::string number = std::to_string(count);
  PlayerProcess out;
  out.process_ = ::fork();
  if (out.process_ < 0) return failure("no process for the players");
  if (out.process_ == 0) {
    ::dup2(to_read.number(), STDIN_FILENO);
    ::dup2(from_write.number(), STDOUT_FILENO);
    ::execl("/proc/self/exe", "percept_load", "--players", number.c_str(), strategy.c_str(), nullptr);
    ::_exit(127);
  }
  out.input_ = std::move(to_write);
  from_write = Descriptor();
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> lines(::fdopen(::dup(from_read.number()), "r"), std::fclose);
  for (unsigned port = 0; out.ports_.size() < count && lines && std::fscanf(lines.get(), "%u", &port) == 1;)
    out.ports_.push_back(static_cast<std::uint16_t>(port));
  if (out.ports_.size() < count) return failure("the players did not start");
  return out;
}

Result<double> PlayerProcess::end() {
  input_ = Descriptor();
  int status = 0;
  rusage usage = {};
  if (::wait4(process_, &status, 0, &usage) != process_) return failure("the players' process is gone");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return failure("the players' process did not end well");
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace percept::bench
