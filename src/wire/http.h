// SPDX-License-Identifier: MIT
//
// HTTP as game managers and players speak it, as bytes: no sockets here. Requests and replies are written exactly as
// ggp-base and the Dresden GameController write them; what is read may be HTTP/1.0 or 1.1 in any habit that was met:
// header names in any case, no Host, line ends without \r, chunked bodies, a length that is wrong.
//
//   HttpReader reader(HttpReader::Kind::kReply, max_body);
//   while (reader.feed(bytes) == HttpReader::Progress::kMore) …   // as they come
//   reader.end();                                                 // the peer has closed: what came is the body
//   reader.message().body
//
// What a reader keeps is bounded, however a message is framed: so many bytes of header, so many fields, so many bytes
// of body, counted before anything is believed.
//
// A reader is one thread's; the functions may be called by any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/dialect.h"

namespace percept::wire {

inline constexpr std::size_t kMaxHeader = 16 << 10;  // bytes
inline constexpr std::size_t kMaxFields = 100;       // of a header; of a request that is taken strictly
inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// A manager's request. `host` is the player's host name, `receiver` its name and may be empty; Dresden's header has the
// host in its place.
std::string write_request(Dialect dialect, std::string_view host, std::string_view receiver, std::string_view body);
// A player's reply; the connection is closed behind it.
std::string write_reply(std::string_view body);

struct HttpMessage {
  std::string method, target, version;  // of a request; the method in upper case, the version as "HTTP/1.1"
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  std::string_view header(std::string_view name) const;  // empty when there is none; the name in lower case
  // What a request says: its body, or the text that a GET has in its address.
  std::string text() const;
};
// %20 is a blank, and so is + where `plus`; a % without two digits is itself.
std::string url_decoded(std::string_view text, bool plus = true);

class HttpReader {
 public:
  // A request as managers send them, in whatever habit; a request by the book (any method, no body unless it is
  // announced, once and in one way, and all of it); a reply.
  enum class Kind : std::uint8_t { kRequest, kStrict, kReply };
  enum class Progress : std::uint8_t { kMore, kComplete, kBroken };

  HttpReader(Kind kind, std::size_t max_body) : kind_(kind), max_body_(max_body) {}

  Progress feed(std::string_view bytes);  // what comes behind the message is ignored
  Progress end();                         // nothing more will come
  // Whether the client waits for kContinue before it sends the body; true once.
  bool take_expectation() { return std::exchange(expectation_, false); }

  Progress progress() const { return progress_; }
  bool has_header() const { return part_ != Part::kHeader; }                   // all of it; the body may be missing
  std::size_t kept() const { return pending_.size() + message_.body.size(); }  // bytes
  const HttpMessage& message() const { return message_; }
  const std::string& problem() const { return problem_; }  // when it is broken
  int status() const { return status_; }                   // of HTTP, that says so: 400, 413 or 431

 private:
  enum class Part : std::uint8_t { kHeader, kCounted, kToEnd, kChunkSize, kChunk, kChunkEnd, kTrailer };

  void step();
  bool take_line(std::string& line);
  void read_header();
  void read_field(std::string_view line);
  void choose_body();
  void read_chunk_size();
  void take_body(std::size_t most);
  void choose_strict_body();
  void broken(std::string problem, int status = 400);

  Kind kind_;
  std::size_t max_body_;
  Progress progress_ = Progress::kMore;
  Part part_ = Part::kHeader;
  bool started_ = false;       // the first line is read
  std::size_t header_ = 0;     // bytes of header and trailer so far
  std::size_t remaining_ = 0;  // of the body or chunk
  bool expectation_ = false;
  bool interim_ = false;  // a reply of the kind 100
  std::string pending_;   // bytes not used yet
  std::size_t used_ = 0;  // of pending_
  HttpMessage message_;
  std::string problem_;
  int status_ = 400;
};

}  // namespace percept::wire
