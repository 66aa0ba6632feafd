// SPDX-License-Identifier: MIT
#include "wire/remote_seat.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "wire/call.h"
#include "wire/connect_allowance.h"
#include "wire/http.h"
#include "wire/introduction.h"
#include "wire/message_writer.h"
#include "wire/messages.h"
#include "wire/replies.h"
#include "wire/total_sight.h"

namespace percept::wire {
namespace {

using match::Answer;
using match::News;
using match::Opening;
using record::Fault;
using record::FaultKind;

// A player that has nothing left to say is not waited for any longer than this, whatever its clock.
constexpr double kLongestStop = 10;

class RemoteSeat : public match::Seat {
 public:
  RemoteSeat(std::string url, Peer peer, SeatOptions options)
      : url_(std::move(url)), peer_(std::move(peer)), options_(std::move(options)) {}

  record::PlayerOnRecord player() const override {
    return {.name = name_.empty() ? peer_.text() : name_,
            .spec = url_,
            .dialect = std::string(name_of(dialect_)),
            .human = false};
  }

  Result<void> meet(const Opening& opening, std::stop_token stop) override {
    const Dialect asked_in = options_.dialect.value_or(Dialect::kGgpBase);
    const double seconds = options_.timing.value_or(timing_of(asked_in)).info;
    const auto info = ask_info(peer_, asked_in, seconds, std::move(stop));
    if (options_.must_be_there)
      if (auto there = is_there(info); !there) return there;
    if (!info) return speak_with(opening, std::nullopt);
    name_ = shown(info->name);
    return speak_with(opening, info->gdl);
  }

  bool told_moves() const override { return !tells_percepts(dialect_); }

  std::optional<Fault> start(const Opening& opening, std::stop_token stop) override {
    if (!writer_)
      if (auto spoken = speak_with(opening, std::nullopt); !spoken)
        return Fault{FaultKind::kInternal, {}, spoken.error().message};
    CallReply reply = send(writer_->start(), seconds_for(opening.clocks.start, timing_.start_extra), std::move(stop));
    if (reply.fault) return reply.fault;
    const auto word = read_word(reply.body);
    if (word ? *word == Word::kBusy : reply.body.empty())
      return Fault{FaultKind::kUnreadable, shown(reply.body), word ? "busy: in another match" : word.error().message};
    return std::nullopt;
  }

  Answer play(const std::optional<News>& news, std::stop_token stop) override {
    CallReply reply = send(writer_->play(news), seconds_for(clocks_.play, timing_.play_extra), std::move(stop));
    Answer answer{.move = {}, .fault = std::move(reply.fault), .seconds = reply.seconds};
    if (!answer.fault) {
      if (auto move = read_move(reply.body))
        answer.move = std::move(*move);
      else
        answer.fault = Fault{FaultKind::kUnreadable, shown(reply.body), move.error().message};
    }
    // Who understood nothing of the first PLAY may well speak another dialect.
    if (answer.fault && !news && answer.fault->kind != FaultKind::kConnection)
      answer.fault->detail += fmt::format("; it was spoken to in {}, and may speak {}", name_of(dialect_),
                                          tells_percepts(dialect_) ? "ggp-base" : "dresden-2013 or dresden-2010");
    return answer;
  }

  void stop(const News& news) override {
    const double seconds = seconds_for(clocks_.play, timing_.stop_extra).value_or(kLongestStop);
    send_last(writer_->stop(news), std::min(seconds, kLongestStop));
  }

  void abort() override {
    if (writer_) send_last(writer_->abort(), timing_.abort);
  }

 private:
  // One that does not know what INFO is may well be there.
  Result<void> is_there(const tl::expected<InfoReply, Fault>& info) const {
    if (!info && info.error().kind == FaultKind::kConnection)
      return failure(fmt::format("the player at {} is not there: {}", peer_.text(), info.error().detail),
                     "start it, and try again");
    if (info && !info->available())
      return failure(fmt::format("the player at {} is busy", peer_.text()), "it is in another match");
    return {};
  }

  // Settles the dialect; an error when it would tell secrets. What INFO says of GDL, if it was answered.
  Result<void> speak_with(const Opening& opening, std::optional<int> gdl) {
    const bool percepts = has_sees(*opening.rules), open = every_move_is_seen(*opening.rules);
    const bool by_percepts = gdl == 2 || (percepts && !(open && gdl));
    dialect_ = options_.dialect.value_or(by_percepts ? Dialect::kDresden2013 : Dialect::kGgpBase);
    if (percepts && !open && !tells_percepts(dialect_) && !options_.tell_moves)
      return failure(fmt::format("the player at {} cannot be spoken to in {}: the game is one of GDL-II, and that "
                                 "dialect would tell it every move, hidden ones too",
                                 peer_.text(), name_of(dialect_)),
                     "use dresden-2013, dresden-2010 or pakapark; --tell-moves tells it all the same");
    timing_ = options_.timing.value_or(timing_of(dialect_));
    connecting_ = ConnectAllowance(timing_);
    clocks_ = opening.clocks;
    writer_.emplace(dialect_, opening);
    return {};
  }

  // The clock as the player was told it, and some more.
  static std::optional<double> seconds_for(double clock, double extra) {
    if (clock <= 0) return std::nullopt;
    return std::max(clock, static_cast<double>(wire_seconds(clock))) + extra;
  }

  // What nobody waits for: the connection counts, and has no bonus.
  void send_last(const std::string& body, double seconds) {
    call(peer_, write_request(dialect_, peer_.host, name_, body),
         {.connect = std::min(seconds, timing_.connect), .answer = seconds, .from_connection = false});
  }

  CallReply send(const std::string& body, std::optional<double> seconds, std::stop_token stop) {
    CallLimits limits{.connect = connecting_.seconds(), .answer = seconds};
    limits.from_connection = timing_.from_connection;
    CallReply reply = call(peer_, write_request(dialect_, peer_.host, name_, body), limits, std::move(stop));
    connecting_.used(reply.connecting);
    if (reply.fault && reply.fault->answer.empty()) reply.fault->answer = shown(reply.body);
    return reply;
  }

  std::string url_;
  Peer peer_;
  SeatOptions options_;
  std::string name_;  // as the player calls itself, if it does
  Dialect dialect_ = Dialect::kGgpBase;
  Timing timing_;
  ConnectAllowance connecting_;
  record::Clocks clocks_;
  std::optional<MessageWriter> writer_;
};

}  // namespace

Result<std::unique_ptr<match::Seat>> make_remote_seat(const std::string& url, const SeatOptions& options) {
  auto peer = read_address(url);
  if (!peer) return tl::unexpected(peer.error());
  return std::unique_ptr<match::Seat>(new RemoteSeat(url, std::move(*peer), options));
}

}  // namespace percept::wire
