// SPDX-License-Identifier: MIT
#include "sandbox/housed_match.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <thread>

#include "base/text.h"
#include "record/percept_json.h"
#include "sandbox/match_words.h"

namespace percept::sandbox {
namespace {

using record::Record;
using record::Status;

constexpr double kStopSeconds = 2;  // seconds for a process that was told to stop

std::size_t size_of(const record::Round& round) {
  std::size_t bytes = 0;
  for (const std::string& fact : round.state) bytes += fact.size();
  for (const auto& seen : round.percepts)
    for (const std::string& percept : seen) bytes += percept.size();
  for (const std::string& move : round.moves) bytes += move.size();
  for (const game::Reasons& reasons : round.reasons) {
    bytes += reasons.strategy.size();
    for (const game::Thought& thought : reasons.thoughts) {
      bytes += sizeof thought + thought.move.size();
      for (const std::string& move : thought.line) bytes += move.size();
    }
  }
  return bytes;
}

// One match, seen from here.
class HousedMatch {
 public:
  HousedMatch(std::unique_ptr<Worker> worker, std::vector<Place>& places,
              const std::vector<record::Follower*>& followers, std::stop_token stop, const HousedMatchLimits& limits,
              const record::Clocks& clocks)
      : worker_(std::move(worker)),
        places_(places),
        followers_(followers),
        stop_(std::move(stop)),
        limits_(limits),
        clocks_(clocks) {}

  Result<Record> play() {
    bool told_to_stop = false;
    std::stop_callback also_here(stop_, [this] { leave_.request_stop(); });
    touch();
    while (!refused_ && !over_) {
      auto line = worker_->receive(deadline_, told_to_stop ? std::stop_token() : stop_);
      if (line) {
        hear(*line);
      } else if (!worker_->alive()) {
        break_off(Status::kFailed, worker_->end());
      } else if (stop_.stop_requested() && !told_to_stop) {
        told_to_stop = true;
        worker_->send({{"stop", true}});
        deadline_ = in_seconds(kStopSeconds);
      } else if (told_to_stop) {
        break_off(Status::kAborted, "cancelled");
      } else if (asked_ > 0 && !timed()) {
        touch();  // somebody thinks, and may
      } else {
        break_off(Status::kFailed, "the rules took too long for a round");
      }
    }
    worker_->end();
    asking_.clear();  // joins
    if (refused_) return tl::unexpected(*refused_);
    return std::move(record_);
  }

 private:
  bool timed() const { return clocks_.play > 0 && clocks_.start > 0; }

  // It has been heard of: time for the next round.
  void touch() {
    double clock = started_ ? std::max(clocks_.play, clocks_.start) : clocks_.start;
    deadline_ = in_seconds(timed() ? clock + limits_.silence : limits_.untimed);
  }

  void hear(const Json& line) try {
    if (line.contains("refused")) {
      refused_ = Error{line.at("refused"), line.at("hint")};
    } else if (line.contains("ask")) {
      ask(line);
    } else if (line.contains("over")) {
      over_ = true;
    } else if (line.contains("tell")) {
      if (!stop_.stop_requested()) touch();
      tell(line.at("tell"), line.at("record"));
    }
  } catch (const Json::exception& error) {
    break_off(Status::kFailed, fmt::format("its process says what cannot be: {}", error.what()));
  }

  // A question of the referee to a seat that is here.
  void ask(const Json& line) {
    // A seat is asked one thing at a time: the one before has been answered.
    ++asked_;
    asking_[line.at("role")] = std::jthread([this, line, stop = leave_.get_token()] {
      match::Seat& seat = *places_.at(line.at("role")).seat;
      std::string what = line.at("ask");
      Json reply = {{"reply", line.at("id")}};
      std::optional<match::News> news;
      if (line.contains("news")) news = news_of(line.at("news"));
      if (what == "meet") {
        auto met = seat.meet(opening_of(line.at("opening")), stop);
        if (!met) reply["error"] = {{"message", met.error().message}, {"hint", met.error().hint}};
        reply["player"] = json_of(seat.player());
        reply["told_moves"] = seat.told_moves();
      } else if (what == "start") {
        if (auto fault = seat.start(opening_of(line.at("opening")), stop)) reply["fault"] = json_of(*fault);
      } else if (what == "play") {
        reply["answer"] = json_of(seat.play(news, stop));
      } else if (what == "stop") {
        seat.stop(*news);
      } else {
        seat.abort();
      }
      // The referee has to hear of a stop before the answers that it made, or it would take them for faults.
      if (stop_.stop_requested()) worker_->send({{"stop", true}});
      worker_->send(reply);
      --asked_;
    });
  }

  // What has happened, in the words of a record that has only that.
  void tell(const std::string& what, const Json& json) {
    auto news = record::read_percept_json(json.dump(), "match");
    Result<void> kept;
    if (!news) {
      kept = tl::unexpected(news.error());
    } else if (what == "start") {
      record_ = std::move(*news);
      started_ = true;
      kept = each(&record::Follower::on_start);
    } else {
      record_.start_faults = news->start_faults;
      if (what == "round" && !news->rounds.empty()) {
        bytes_ += size_of(news->rounds.back());
        record_.rounds.push_back(std::move(news->rounds.back()));
        if (bytes_ > limits_.bytes)
          kept = failure(fmt::format("the record has grown beyond {} MiB", limits_.bytes >> 20));
        else
          kept = each(&record::Follower::on_round);
        if (!kept) record_.rounds.pop_back();  // nobody has it: the end counts what was kept
      } else if (what == "end") {
        ended_ = true;
        record_.status = news->status;
        record_.goals = std::move(news->goals);
        record_.note = std::move(news->note);
        record_.ended = news->ended;
        kept = each(&record::Follower::on_end);
      }
    }
    Json reply = {{"told", true}};
    if (!kept) reply["error"] = kept.error().message;
    worker_->send(reply);
  }

  Result<void> each(Result<void> (record::Follower::*event)(const Record&)) {
    for (record::Follower* follower : followers_)
      if (auto fine = (follower->*event)(record_); !fine) return fine;
    return {};
  }

  // The process is no longer of use: what the referee would have done at the end is done here.
  void break_off(Status status, const std::string& note) {
    worker_->end();
    leave_.request_stop();
    asking_.clear();  // joins
    if (!started_) {
      refused_ = Error{"the match could not be started: " + note, "percept check and percept match try its rules"};
      return;
    }
    over_ = true;
    if (ended_) return;
    record_.status = status;
    record_.note = note;
    record_.ended = record::now_ms();
    if (auto kept = each(&record::Follower::on_end); !kept) {
      record_.status = Status::kFailed;
      record_.note = kept.error().message;
    }
    std::vector<std::jthread> telling;
    for (Place& place : places_)
      if (place.seat) telling.emplace_back([&place] { place.seat->abort(); });
  }

  std::unique_ptr<Worker> worker_;
  std::vector<Place>& places_;
  const std::vector<record::Follower*>& followers_;
  std::stop_token stop_;
  const HousedMatchLimits& limits_;
  const record::Clocks clocks_;
  Deadline deadline_ = Deadline::max();
  Record record_;
  std::size_t bytes_ = 0;
  bool started_ = false, ended_ = false, over_ = false;
  std::optional<Error> refused_;
  std::stop_source leave_;                      // raised for the seats: it was stopped, or its process is no more
  std::atomic<std::size_t> asked_ = 0;          // seats that have not answered yet
  std::map<std::size_t, std::jthread> asking_;  // by role
};

}  // namespace

Result<Record> play_housed(const record::RulesOnRecord& rules, const match::Setup& setup, std::vector<Place>& places,
                           const std::vector<record::Follower*>& followers, std::stop_token stop,
                           const HousedMatchLimits& limits) {
  auto worker = Worker::start("match", limits.worker);
  if (!worker) return tl::unexpected(worker.error());
  Json seats = Json::array();
  for (const Place& place : places) {
    Json seat = {{"spec", place.spec},
                 {"name", place.name.empty() ? place.spec : place.name},
                 {"seed", place.seed},
                 {"recalled", place.recalled},
                 {"elsewhere", place.seat != nullptr}};
    if (place.seat) {
      seat["player"] = json_of(place.seat->player());
      seat["immediate"] = place.seat->immediate();
    }
    seats.push_back(std::move(seat));
  }
  (*worker)->send({{"file", rules.name}, {"text", rules.text}, {"setup", json_of(setup)}, {"seats", seats}});
  return HousedMatch(std::move(*worker), places, followers, std::move(stop), limits, setup.clocks).play();
}

}  // namespace percept::sandbox
