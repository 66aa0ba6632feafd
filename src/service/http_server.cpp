// SPDX-License-Identifier: MIT
#include "service/http_server.h"

#include <fmt/format.h>
#include <zlib.h>

#include <map>

#include "base/text.h"
#include "wire/http.h"

namespace percept::service {
namespace {

constexpr std::size_t kWorthwhile = 256;  // bytes that are worth making smaller

std::string_view reason_of(int status) {
  static const std::map<int, std::string_view> kReasons = {{200, "OK"},
                                                           {201, "Created"},
                                                           {202, "Accepted"},
                                                           {204, "No Content"},
                                                           {400, "Bad Request"},
                                                           {401, "Unauthorized"},
                                                           {403, "Forbidden"},
                                                           {404, "Not Found"},
                                                           {405, "Method Not Allowed"},
                                                           {409, "Conflict"},
                                                           {413, "Content Too Large"},
                                                           {415, "Unsupported Media Type"},
                                                           {429, "Too Many Requests"},
                                                           {431, "Request Header Fields Too Large"},
                                                           {500, "Internal Server Error"},
                                                           {503, "Service Unavailable"}};
  auto it = kReasons.find(status);
  return it == kReasons.end() ? "Other" : it->second;
}

// Names and values are ours, but for texts out of requests, which must not become lines of their own.
std::string header_of(const Reply& reply, std::string_view framing) {
  std::string out = fmt::format("HTTP/1.1 {} {}\r\n", reply.status, reason_of(reply.status));
  auto add = [&](std::string_view name, std::string_view value) {
    std::string one(value);
    std::erase_if(one, [](unsigned char c) { return c < ' ' || c == 0x7F; });
    out += fmt::format("{}: {}\r\n", name, one);
  };
  add("X-Content-Type-Options", "nosniff");
  add("Referrer-Policy", "no-referrer");
  bool cache = false;
  for (const auto& [name, value] : reply.headers) {
    cache |= lower(name) == "cache-control";
    add(name, value);
  }
  if (!cache) add("Cache-Control", "no-store");
  if (!reply.body.empty() || reply.stream) add("Content-Type", reply.type);
  out += framing;
  return out + "Connection: close\r\n\r\n";
}

// A page, or a long answer, for who takes it so; what is streamed goes as it comes.
void compress(Reply& reply) {
  if (reply.body.size() < kWorthwhile || reply.stream) return;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return;
  std::string out(deflateBound(&stream, reply.body.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(reply.body.data());
  stream.avail_in = static_cast<uInt>(reply.body.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (!done) return;
  reply.body = std::move(out);
  reply.headers.emplace_back("Content-Encoding", "gzip");
  reply.headers.emplace_back("Vary", "Accept-Encoding");
}

std::string bytes_of(const Reply& reply, bool with_body = true) {
  std::string framing = reply.status == 204 ? "" : fmt::format("Content-Length: {}\r\n", reply.body.size());
  return header_of(reply, framing) + (with_body ? reply.body : "");
}

Request request_of(const wire::HttpMessage& from) {
  Request out;
  out.method = from.method;
  std::string_view target = from.target;
  target = target.substr(0, target.find('#'));
  std::size_t mark = target.find('?');
  out.path = wire::url_decoded(target.substr(0, mark), false);
  std::string_view query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  while (!query.empty()) {
    std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    std::size_t equals = std::min(pair.find('='), pair.size());
    if (!pair.empty())
      out.query.emplace(wire::url_decoded(pair.substr(0, equals)),
                        wire::url_decoded(pair.substr(std::min(equals + 1, pair.size()))));
  }
  for (const auto& [name, value] : from.headers) out.headers.emplace(name, value);
  return out;
}

Reply refusal_of(const wire::HttpReader& reader) {
  return refusal(reader.status(), {"this request cannot be read: " + reader.problem(),
                                   "a request of HTTP/1.1, complete within seconds, its header below 16 KiB"});
}

// HTTP/1.0 knows no chunks: there the end of the connection is the end.
void send_stream(const Reply& reply, bool chunks, wire::Line& line) {
  if (!line.send(header_of(reply, chunks ? "Transfer-Encoding: chunked\r\n" : ""))) return;
  while (!line.gone()) {
    std::optional<std::string> text = reply.stream();
    if (!text) {
      if (chunks) line.send("0\r\n\r\n");
      return;
    }
    if (text->empty()) continue;
    if (!line.send(chunks ? fmt::format("{:x}\r\n{}\r\n", text->size(), *text) : *text)) return;
  }
}

}  // namespace

Result<int> HttpServer::start(const std::string& host, int port) {
  wire::HttpCallbacks callbacks;
  callbacks.answer = [this](const wire::Arrived& arrived, wire::Line& line) { answer(arrived, line); };
  callbacks.refused = [this](const wire::HttpMessage& message) -> std::optional<std::string> {
    auto reply = refused_(request_of(message));
    return reply ? std::optional(bytes_of(*reply, message.method != "HEAD")) : std::nullopt;
  };
  callbacks.broken = [](const wire::HttpReader& reader, const std::string&) { return bytes_of(refusal_of(reader)); };
  bool bracketed = host.starts_with('[') && host.ends_with(']');
  auto server = wire::HttpServer::open({.host = bracketed ? host.substr(1, host.size() - 2) : host,
                                        .port = static_cast<std::uint16_t>(port),
                                        .max_answers = answers_},
                                       std::move(callbacks));
  if (!server) return tl::unexpected(server.error());
  server_ = std::move(*server);
  return server_->port();
}

void HttpServer::answer(const wire::Arrived& arrived, wire::Line& line) const {
  Request request = request_of(arrived.message);
  request.body = arrived.message.body;
  Reply reply;
  try {
    const std::string* codings = request.header("accept-encoding");
    bool compressed = codings && codings->find("gzip") != codings->npos;
    reply = handler_(std::move(request));
    if (compressed) compress(reply);
  } catch (const std::exception& error) {
    reply = refusal(500, {fmt::format("the service failed at this request: {}", error.what()), "try a smaller one"});
  }
  if (reply.stream && arrived.message.method != "HEAD")
    return send_stream(reply, arrived.message.version != "HTTP/1.0", line);
  line.send(bytes_of(reply, arrived.message.method != "HEAD"));
}

}  // namespace percept::service
