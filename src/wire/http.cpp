// SPDX-License-Identifier: MIT
#include "wire/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace percept::wire {
namespace {

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The number that the text starts with, if it fits.
std::optional<std::size_t> number_at_start(std::string_view text, int base) {
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc()) return std::nullopt;
  return value;
}

// A value that goes into a header: no line breaks, nothing that is not ASCII.
std::string field_value(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](unsigned char c) { return c < ' ' || c >= 0x7F; });
  return out;
}

}  // namespace

std::string write_request(Dialect dialect, std::string_view host, std::string_view receiver, std::string_view body) {
  if (is_dresden(dialect))
    return fmt::format(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: {}\r\n"
        "Content-type: text/acl\r\nContent-length: {}\r\n\r\n{}",
        field_value(host), body.size(), body);
  return fmt::format(
      "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: {}\r\nSender: GAMESERVER\r\nReceiver: {}\r\n"
      "Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{}",
      field_value(host), field_value(receiver), body.size(), body);
}

std::string write_reply(std::string_view body) {
  return fmt::format(
      "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: {}\r\nAccess-Control-Allow-Origin: *\r\n"
      "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\nAccess-Control-Allow-Headers: Content-Type\r\n"
      "Access-Control-Allow-Age: 86400\r\n\r\n{}",
      body.size(), body);
}

std::string url_decoded(std::string_view text, bool plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    int high = text[i] == '%' && i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
    int low = high >= 0 ? hexadecimal(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string_view HttpMessage::header(std::string_view name) const {
  for (const auto& [known, value] : headers)
    if (known == name) return value;
  return {};
}

std::string HttpMessage::text() const {
  if (method != "GET") return body;
  std::string_view address = target;
  if (address.starts_with('/')) address.remove_prefix(1);
  return url_decoded(address);
}

HttpReader::Progress HttpReader::feed(std::string_view bytes) {
  if (progress_ != Progress::kMore) return progress_;
  pending_ += bytes;
  step();
  if (used_ > 0) {
    pending_.erase(0, used_);
    used_ = 0;
  }
  return progress_;
}

HttpReader::Progress HttpReader::end() {
  if (progress_ != Progress::kMore) return progress_;
  if (part_ == Part::kHeader)
    broken(started_ || !pending_.empty() ? "closed in the middle of the header" : "closed without a word");
  else if (kind_ == Kind::kStrict)
    broken("closed in the middle of the body");
  else
    progress_ = Progress::kComplete;
  return progress_;
}

void HttpReader::step() {
  while (progress_ == Progress::kMore) {
    std::size_t before = used_;
    Part part = part_;
    switch (part_) {
      case Part::kHeader: read_header(); break;
      case Part::kChunkSize: read_chunk_size(); break;
      case Part::kCounted:
        take_body(remaining_);
        if (remaining_ == 0 && progress_ == Progress::kMore) progress_ = Progress::kComplete;
        break;
      case Part::kToEnd: take_body(pending_.size()); break;
      case Part::kChunk:
        take_body(remaining_);
        if (remaining_ == 0) part_ = Part::kChunkEnd;
        break;
      case Part::kChunkEnd: {
        std::string line;
        if (take_line(line)) part_ = Part::kChunkSize;
        break;
      }
      case Part::kTrailer: {
        std::string line;
        if (take_line(line) && line.empty()) progress_ = Progress::kComplete;
        break;
      }
    }
    if (used_ == before && part_ == part) return;  // needs more
  }
}

// The next line without its end. Lines count as header, so that their number is bounded.
bool HttpReader::take_line(std::string& line) {
  std::size_t end = pending_.find('\n', used_);
  std::size_t length = (end == std::string::npos ? pending_.size() : end + 1) - used_;
  if (header_ + length > kMaxHeader) {
    broken(fmt::format("a header of more than {} bytes", kMaxHeader), 431);
    return false;
  }
  if (end == std::string::npos) return false;
  line.assign(pending_, used_, end - used_);
  if (line.ends_with('\r')) line.pop_back();
  used_ = end + 1;
  if (part_ == Part::kHeader || part_ == Part::kTrailer) header_ += length;
  return true;
}

void HttpReader::read_header() {
  std::string line;
  if (!take_line(line)) return;
  if (!started_) {
    if (line.empty() && kind_ != Kind::kReply) return;  // tolerated in front of a request
    started_ = true;
    std::size_t blank = std::min(line.find(' '), line.size());
    std::string_view rest = trimmed(std::string_view(line).substr(blank));
    if (kind_ == Kind::kReply) {
      if (!lower(line).starts_with("http/")) return broken("not HTTP: " + printable(line.substr(0, 60)));
      interim_ = rest.starts_with("1") && rest.size() >= 3 && (rest.size() == 3 || rest[3] == ' ');
      return;
    }
    message_.method = upper(std::string_view(line).substr(0, blank));
    std::size_t behind = rest.rfind(" HTTP/");
    if (behind == std::string_view::npos) behind = rest.rfind(" http/");
    message_.target = trimmed(rest.substr(0, behind));
    if (behind != std::string_view::npos) message_.version = upper(trimmed(rest.substr(behind)));
    if (kind_ == Kind::kStrict) {
      bool known = message_.version == "HTTP/1.1" || message_.version == "HTTP/1.0";
      if (!known || !message_.target.starts_with('/') || message_.target.find(' ') != std::string::npos)
        broken("not a request of HTTP/1.1: " + printable(line.substr(0, 60)));
      return;
    }
    if (message_.method != "POST" && message_.method != "GET" && message_.method != "OPTIONS")
      broken(fmt::format("neither POST nor GET nor OPTIONS: {}", printable(line.substr(0, 60))));
  } else if (!line.empty()) {
    read_field(line);
  } else if (interim_) {
    interim_ = started_ = false;
    message_.headers.clear();
  } else {
    choose_body();
  }
}

void HttpReader::read_field(std::string_view line) {
  std::size_t colon = line.find(':');
  if (kind_ == Kind::kStrict) {
    if (message_.headers.size() >= kMaxFields) return broken(fmt::format("more than {} fields", kMaxFields), 431);
    if (colon == std::string_view::npos || colon == 0 || line.find_first_of(" \t") < colon)
      return broken("a field without a name: " + printable(line.substr(0, 60)));
  }
  if (colon == std::string_view::npos) return;
  message_.headers.emplace_back(lower(trimmed(line.substr(0, colon))), std::string(trimmed(line.substr(colon + 1))));
}

void HttpReader::choose_body() {
  expectation_ = lower(message_.header("expect")) == "100-continue";
  if (kind_ == Kind::kStrict) return choose_strict_body();
  if (lower(message_.header("transfer-encoding")).ends_with("chunked")) {
    part_ = Part::kChunkSize;
    return;
  }
  std::string_view length = message_.header("content-length");
  std::optional<std::size_t> count;
  if (length.find_first_not_of("0123456789") == std::string_view::npos) count = number_at_start(length, 10);
  if (!length.empty() && !count && kind_ == Kind::kRequest)
    return broken("a Content-Length that is no number: " + printable(length.substr(0, 40)));
  // A GET has no body unless it says so.
  if (!count && kind_ == Kind::kRequest && message_.method != "POST") count = 0;
  if (!count) {
    part_ = Part::kToEnd;
  } else if (*count > max_body_) {
    broken(fmt::format("a body of {} bytes; at most {} are read", *count, max_body_), 413);
  } else {
    part_ = Part::kCounted;
    remaining_ = *count;
  }
}

// Who counts a body in two ways wants two readers to disagree about where it ends.
void HttpReader::choose_strict_body() {
  auto times = [&](std::string_view name) {
    return std::ranges::count(message_.headers, name, [](const auto& field) { return std::string_view(field.first); });
  };
  std::ptrdiff_t lengths = times("content-length"), codings = times("transfer-encoding");
  if (lengths + codings > 1) return broken("a body whose end is told more than once");
  if (codings == 1) {
    if (lower(message_.header("transfer-encoding")) != "chunked") return broken("a transfer coding other than chunked");
    part_ = Part::kChunkSize;
    return;
  }
  std::string_view text = message_.header("content-length");
  std::optional<std::size_t> count = 0;
  if (lengths == 1)
    count = text.find_first_not_of("0123456789") == text.npos ? number_at_start(text, 10) : std::nullopt;
  if (!count) return broken("a Content-Length that is no number: " + printable(text.substr(0, 40)));
  part_ = Part::kCounted;
  remaining_ = *count;
  if (*count > max_body_) broken(fmt::format("a body of {} bytes; at most {} are read", *count, max_body_), 413);
}

void HttpReader::read_chunk_size() {
  std::string line;
  if (!take_line(line)) return;
  auto size = number_at_start(trimmed(line), 16);
  if (!size) return broken("a chunk without its size");
  remaining_ = *size;
  part_ = remaining_ == 0 ? Part::kTrailer : Part::kChunk;
}

void HttpReader::take_body(std::size_t most) {
  std::size_t count = std::min(most, pending_.size() - used_);
  if (count > max_body_ - message_.body.size())
    return broken(fmt::format("a body of more than {} bytes", max_body_), 413);
  message_.body.append(pending_, used_, count);
  used_ += count;
  if (part_ != Part::kToEnd) remaining_ -= count;
}

void HttpReader::broken(std::string problem, int status) {
  progress_ = Progress::kBroken;
  status_ = status;
  problem_ = std::move(problem);
}

}  // namespace percept::wire
