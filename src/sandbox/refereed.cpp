// SPDX-License-Identifier: MIT
//
// The mode "match" of the worker: the rules, the referee, and the players of ours.
#include <condition_variable>
#include <map>
#include <thread>

#include "game/game.h"
#include "gdl/reader.h"
#include "match/local_seat.h"
#include "match/referee.h"
#include "play/recalling.h"
#include "play/strategies.h"
#include "record/percept_json.h"
#include "sandbox/housed_match.h"
#include "sandbox/lines.h"
#include "sandbox/match_words.h"

namespace percept::sandbox {
namespace {

// Questions to the other side and their answers.
class Inquiry {
 public:
  Json ask(Json question) {
    std::unique_lock lock(mutex_);
    std::uint64_t id = ++asked_;
    question["id"] = id;
    say(question);
    changed_.wait(lock, [&] { return answers_.contains(id); });
    return std::move(answers_.extract(id).mapped());
  }
  // Followers are told one thing at a time.
  Json tell(const Json& news) {
    std::unique_lock lock(mutex_);
    told_.reset();
    say(news);
    changed_.wait(lock, [&] { return told_.has_value(); });
    return *told_;
  }
  void hear(Json line) {
    std::lock_guard lock(mutex_);
    if (line.contains("stop")) stop_.request_stop();
    if (line.contains("told")) told_ = line;
    if (line.contains("reply")) {
      std::uint64_t id = line.at("reply");
      answers_[id] = std::move(line);
    }
    changed_.notify_all();
  }
  std::stop_token stop() const { return stop_.get_token(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t asked_ = 0;
  std::map<std::uint64_t, Json> answers_;
  std::optional<Json> told_;
  std::stop_source stop_;
};

class SeatElsewhere : public match::Seat {
 public:
  SeatElsewhere(Inquiry& inquiry, std::size_t role, record::PlayerOnRecord player, bool immediate)
      : inquiry_(inquiry), role_(role), player_(std::move(player)), immediate_(immediate) {}

  record::PlayerOnRecord player() const override { return player_; }
  bool immediate() const override { return immediate_; }
  bool told_moves() const override { return told_moves_; }
  Result<void> meet(const match::Opening& opening, std::stop_token) override {
    Json reply = inquiry_.ask(asking("meet", {{"opening", json_of(opening)}}));
    player_ = player_of(reply.at("player"));
    told_moves_ = reply.at("told_moves");
    if (!reply.contains("error")) return {};
    return failure(reply["error"]["message"], reply["error"]["hint"]);
  }
  std::optional<record::Fault> start(const match::Opening& opening, std::stop_token) override {
    Json reply = inquiry_.ask(asking("start", {{"opening", json_of(opening)}}));
    return reply.contains("fault") ? std::optional(fault_of(reply["fault"])) : std::nullopt;
  }
  match::Answer play(const std::optional<match::News>& news, std::stop_token) override {
    return answer_of(inquiry_.ask(asking("play", news ? Json{{"news", json_of(*news)}} : Json::object()))["answer"]);
  }
  void stop(const match::News& news) override { inquiry_.ask(asking("stop", {{"news", json_of(news)}})); }
  void abort() override { inquiry_.ask(asking("abort", Json::object())); }

 private:
  Json asking(const char* what, Json with) const {
    with["ask"] = what;
    with["role"] = role_;
    return with;
  }

  Inquiry& inquiry_;
  std::size_t role_;
  record::PlayerOnRecord player_;
  bool immediate_, told_moves_ = false;
};

// Sends what is new, as a record that has nothing else.
class Reporter : public record::Follower {
 public:
  explicit Reporter(Inquiry& inquiry) : inquiry_(inquiry) {}
  Result<void> on_start(const record::Record& record) override { return report("start", record); }
  Result<void> on_round(const record::Record& record) override {
    record::Record last = without_much(record);
    last.rounds.push_back(record.rounds.back());
    return report("round", last);
  }
  Result<void> on_end(const record::Record& record) override { return report("end", without_much(record)); }

 private:
  static record::Record without_much(const record::Record& record) {
    record::Record out;
    out.id = record.id;
    out.roles = record.roles;
    out.players = record.players;
    out.start_faults = record.start_faults;
    out.status = record.status;
    out.goals = record.goals;
    out.note = record.note;
    out.ended = record.ended;
    return out;
  }
  Result<void> report(const char* what, const record::Record& record) {
    Json reply = inquiry_.tell({{"tell", what}, {"record", Json(record::percept_json(record))}});
    if (reply.contains("error")) return failure(reply["error"]);
    return {};
  }

  Inquiry& inquiry_;
};

void refuse(const Error& error) { say({{"refused", error.message}, {"hint", error.hint}}); }

void play_asked(const Json& asked, Inquiry& inquiry) {
  std::shared_ptr<const gdl::Description> description = gdl::read_text(asked.at("file"), asked.at("text"));
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;  // at once; a match asks few questions
  auto game = game::Game::make(description, options);
  if (!game) return refuse(game.error());
  game->walker().set_budget(Budget().unless(inquiry.stop()));
  std::vector<std::unique_ptr<match::Seat>> seats;
  for (const Json& seat : asked.at("seats")) {
    std::string spec = seat.at("spec");
    if (seat.at("elsewhere")) {
      seats.push_back(std::make_unique<SeatElsewhere>(inquiry, seats.size(), player_of(seat.at("player")),
                                                      seat.at("immediate").get<bool>()));
    } else if (spec.empty()) {
      seats.emplace_back();
    } else {
      auto player = play::make_player(spec, seat.at("seed").get<std::uint64_t>());
      if (!player) return refuse(player.error());
      if (Json moves = seat.at("recalled"); !moves.empty())
        player = play::make_recalling(std::move(*player), moves.get<std::vector<std::string>>());
      seats.push_back(std::make_unique<match::LocalSeat>(std::move(*player),
                                                         record::PlayerOnRecord{seat.at("name"), spec, "", false}));
    }
  }
  Reporter reporter(inquiry);
  match::Referee referee(*game, record::rules_on_record(*description, asked.at("file")), setup_of(asked.at("setup")),
                         {&reporter});
  auto record = referee.play(seats, inquiry.stop());
  if (!record) return refuse(record.error());
  say({{"over", true}});
}

}  // namespace

int serve_match() {
  auto asked = next_line();
  if (!asked) return 0;
  Inquiry inquiry;
  std::thread([&] { play_asked(*asked, inquiry); }).detach();
  while (auto line = next_line()) inquiry.hear(std::move(*line));
  _exit(0);  // with whatever is still under way
}

}  // namespace percept::sandbox
