// SPDX-License-Identifier: MIT
#include "service/http_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "base/text.h"

namespace percept::service {
namespace {

constexpr std::size_t kRefusedUnread = 16;  // times the limit

// Not the library's own: it would let a second service have the same port.
void set_socket_options(int socket) {
  int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

Request request_of(const httplib::Request& from) {
  Request out;
  out.method = from.method;
  out.path = from.path;
  out.body = from.body;
  for (const auto& [name, value] : from.params) out.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) out.headers.emplace(lower(name), value);
  return out;
}

void write(Reply from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  if (from.stream) {
    auto next = std::move(from.stream);
    to.set_chunked_content_provider(from.type, [next](std::size_t, httplib::DataSink& sink) {
      std::optional<std::string> text = next();
      if (!text) {
        sink.done();
        return true;
      }
      if (text->empty()) return sink.is_writable();
      return sink.write(text->data(), text->size());
    });
  } else if (!from.body.empty()) {
    to.set_content(from.body, from.type);
  }
}

bool has_body(const httplib::Request& request) {
  return request.has_header("Content-Length") || request.has_header("Transfer-Encoding");
}

}  // namespace

class HttpServer::State {
 public:
  State(Handler handler, const ServerLimits& limits) : handler_(std::move(handler)), limits_(limits) {
    server_.new_task_queue = [threads = limits.threads] { return new httplib::ThreadPool(threads); };
    server_.set_socket_options(set_socket_options);
    server_.set_keep_alive_max_count(1);
    server_.set_payload_max_length(limits.body);
    server_.set_read_timeout(5);
    server_.set_write_timeout(5);
    server_.set_tcp_nodelay(true);
    server_.set_default_headers(
        {{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"}, {"Cache-Control", "no-store"}});
    // The library would read the body of every POST and DELETE, and wait for one where none is announced.
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      // A body that is a little too large is read and dropped by the library, so that the client gets the reply.
      if (too_large(request)) {
        write(refusal(413, {fmt::format("the body has more than {} bytes", limits_.body), ""}), response);
        return httplib::Server::HandlerResponse::Handled;
      }
      if (request.method == "POST" && has_body(request)) return httplib::Server::HandlerResponse::Unhandled;
      write(handler_(request_of(request)), response);
      return httplib::Server::HandlerResponse::Handled;
    });
    server_.Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      write(handler_(request_of(request)), response);
    });
    server_.set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
      write(refusal(500, {"the service failed at this request", "what it was may be in its log"}), response);
    });
    // What the library itself refuses: requests it cannot read.
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty() || response.has_header("Location")) return;
      Error error = {"this request cannot be read", "a request of HTTP/1.1, its header below 8 KiB"};
      if (response.status == 413) error = {"the body is too large", ""};
      write(refusal(response.status, error), response);
    });
  }

  Result<int> start(const std::string& host, int port) {
    errno = 0;
    int bound = port == 0 ? server_.bind_to_any_port(host) : server_.bind_to_port(host, port) ? port : -1;
    if (bound < 0) {
      int why = errno;
      return failure(
          fmt::format("cannot listen at {} port {}{}", host, port, why ? fmt::format(": {}", std::strerror(why)) : ""),
          why == EADDRINUSE ? "another program has this port: --port takes another, 0 any that is free"
                            : "--host is an address of this machine, --port a number up to 65535");
    }
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
    return bound;
  }

  void stop() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }

 private:
  bool too_large(const httplib::Request& request) const {
    if (!request.has_header("Content-Length")) return false;
    std::string text = request.get_header_value("Content-Length");
    auto length = whole_number(text);
    return !length || *length > kRefusedUnread * limits_.body;
  }

  Handler handler_;
  ServerLimits limits_;
  httplib::Server server_;
  std::thread thread_;
};

HttpServer::HttpServer(Handler handler, const ServerLimits& limits)
    : state_(std::make_unique<State>(std::move(handler), limits)) {}
HttpServer::~HttpServer() { stop(); }
Result<int> HttpServer::start(const std::string& host, int port) { return state_->start(host, port); }
void HttpServer::stop() { state_->stop(); }

}  // namespace percept::service
