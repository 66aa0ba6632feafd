// SPDX-License-Identifier: MIT
#include "wire/listener.h"

#include <fmt/format.h>

namespace percept::wire {

Result<std::unique_ptr<Listener>> Listener::open(const ListenerOptions& options, Handler handler, Log log) {
  HttpCallbacks callbacks;
  callbacks.answer = [handler = std::move(handler)](const Arrived& arrived, Line& line) {
    std::string body;
    if (arrived.message.method != "OPTIONS")
      body = handler({.text = arrived.message.text(),
                      .sender = std::string(arrived.message.header("sender")),
                      .peer = arrived.peer,
                      .arrived = arrived.arrived});
    line.send(write_reply(body));
  };
  callbacks.broken = [log = std::move(log)](const HttpReader& reader, const std::string& peer) {
    if (log) log(fmt::format("{}: no request: {}", peer, reader.problem()));
    return write_reply("busy");
  };
  auto server = HttpServer::open({.host = options.host,
                                  .port = options.port,
                                  .kind = HttpReader::Kind::kRequest,
                                  .max_connections = options.max_connections,
                                  .max_answers = options.max_connections,
                                  .max_body = options.max_body,
                                  .seconds = options.seconds},
                                 std::move(callbacks));
  if (!server) return tl::unexpected(server.error());
  return std::unique_ptr<Listener>(new Listener(std::move(*server)));
}

}  // namespace percept::wire
