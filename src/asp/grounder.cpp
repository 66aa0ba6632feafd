// SPDX-License-Identifier: MIT
#include "asp/grounder.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <vector>

#include "asp/grounder_process.h"
#include "asp/grounder_stream.h"

namespace percept::asp {
namespace {

// Takes messages apart, as they come.
class Reader {
 public:
  explicit Reader(Receiver& receiver) : receiver_(receiver) {}

  // Room for more of the stream, behind what waits for its rest.
  std::span<char> room() {
    if (bytes_ > 0) std::memmove(words_.data(), words_.data() + at_, bytes_ - 4 * at_);
    bytes_ -= 4 * at_;
    at_ = 0;
    if (4 * words_.size() < bytes_ + kRoom) words_.resize((bytes_ + 2 * kRoom) / 4);
    return std::span(reinterpret_cast<char*>(words_.data()), 4 * words_.size()).subspan(bytes_);
  }
  // Takes all messages that are whole. False when the receiver refused, the stream is none, or nothing follows.
  bool take(std::size_t bytes) {
    bytes_ += bytes;
    end_ = bytes_ / 4;
    bool more = true;
    while (more && has(1)) {
      std::size_t begin = at_;
      if (!take_message(more)) {
        at_ = begin;
        break;
      }
    }
    return more;
  }

  bool done() const { return done_; }
  bool refused() const { return refused_; }
  const std::string& failed() const { return failed_; }

 private:
  static constexpr std::size_t kRoom = 1 << 17;  // bytes

  bool has(std::size_t words) const { return at_ + words <= end_; }
  bool broken(bool& more) {
    failed_ = "the grounder is one of another version";
    return more = false, true;
  }

  // False when some of it is still to come.
  bool take_message(bool& more) {
    std::uint32_t first = words_[at_++];
    std::size_t size = first >> stream::kKindBits;
    if (!greeted_) {
      greeted_ = first == stream::kGreeting;
      return greeted_ || broken(more);
    }
    switch (first & ((1u << stream::kKindBits) - 1)) {
      case stream::kRule: {
        if (!has(1 + size)) return false;
        // A literal is a word with a sign.
        const auto* body = reinterpret_cast<const Literal*>(words_.data() + at_ + 1);
        refused_ = !(more = receiver_.rule(words_[at_], {body, size}));
        at_ += 1 + size;
        return true;
      }
      case stream::kChoice: refused_ = !(more = receiver_.choice()); return true;
      case stream::kName:
        if (!has(2)) return false;
        if (words_[at_] >= terms_) return broken(more);
        receiver_.name(words_[at_], words_[at_ + 1]);
        at_ += 2;
        return true;
      case stream::kNumber:
        if (!has(1)) return false;
        receiver_.term({.is_number = true, .number = static_cast<int>(words_[at_++])});
        ++terms_;
        return true;
      case stream::kFunction: {
        std::string_view text;
        if (!take_text(text) || !has(size)) return false;
        std::span<const std::uint32_t> args(words_.data() + at_, size);
        for (std::uint32_t arg : args)
          if (arg >= terms_) return broken(more);
        receiver_.term({.name = text, .args = args});
        ++terms_;
        at_ += size;
        return true;
      }
      case stream::kFailed: {
        std::string_view text;
        if (!take_text(text)) return false;
        failed_ = text;
        return more = false, true;
      }
      case stream::kDone: done_ = true; return more = false, true;
      default: return broken(more);
    }
  }

  bool take_text(std::string_view& text) {
    if (!has(1) || !has(1 + stream::words_of(words_[at_]))) return false;
    text = {reinterpret_cast<const char*>(words_.data() + at_ + 1), words_[at_]};
    at_ += 1 + stream::words_of(text.size());
    return true;
  }

  Receiver& receiver_;
  std::vector<std::uint32_t> words_;
  std::size_t bytes_ = 0;         // of them that came
  std::size_t at_ = 0, end_ = 0;  // whole words: those taken, and those that came
  std::uint32_t terms_ = 0;
  bool greeted_ = false, done_ = false, refused_ = false;
  std::string failed_;
};

}  // namespace

Result<Ending> ground(std::span<const std::string> parts, Receiver& receiver, const Budget& budget,
                      std::size_t megabytes) {
  std::string input;
  for (const std::string& part : parts) input.append(part).push_back('\0');
  auto process = GrounderProcess::start(input, megabytes);
  if (!process) return tl::unexpected(process.error());
  Reader reader(receiver);
  for (bool more = true; more;) {
    std::size_t size = 0;
    switch (process->read(reader.room(), size, budget)) {
      case GrounderProcess::Reading::kOutOfTime: return Ending::kOutOfTime;
      case GrounderProcess::Reading::kEnd: more = false; break;
      case GrounderProcess::Reading::kSome: more = reader.take(size); break;
    }
  }
  if (reader.refused()) return Ending::kRefused;
  if (!reader.failed().empty()) return failure(reader.failed());
  if (reader.done()) return Ending::kDone;
  int code = process->exit_code();
  // The system ends it, too, when memory is short.
  if (code == stream::kOutOfMemory || code == -SIGKILL || code == -SIGABRT) return Ending::kOutOfMemory;
  return tl::unexpected(Error{fmt::format("the grounder ended with code {}", code),
                              "is libclingo installed? (Debian: package gringo)", true});
}

}  // namespace percept::asp
