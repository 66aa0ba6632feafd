// SPDX-License-Identifier: MIT
#include "match/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <thread>

#include "base/seeds.h"
#include "base/text.h"
#include "game/playout.h"
#include "match/presentation.h"
#include "record/replay.h"

namespace percept::match {
namespace {

using namespace game;

constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

// A draw that depends on the round alone, so that what happened in other rounds does not change it.
std::uint32_t drawn(std::uint64_t stream, std::size_t round, std::size_t count) {
  return Random(mixed(stream ^ mixed(round))).below(static_cast<std::uint32_t>(count));
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string out = printable(text.substr(0, kLongest));
  return text.size() > kLongest ? out + "…" : out;
}

// What a player thought, in the words of the rules, as much of it as people read.
Reasons on_record(Reasons reasons, const Presentation& presentation) {
  constexpr std::size_t kMostThoughts = 8, kLongestLine = 6;
  reasons.moves = reasons.thoughts.size();
  reasons.thoughts.resize(std::min(reasons.thoughts.size(), kMostThoughts));
  auto in_our_words = [&](std::string& text) { text = presentation.understood(text).value_or(text); };
  for (Thought& thought : reasons.thoughts) {
    in_our_words(thought.move);
    thought.line.resize(std::min(thought.line.size(), kLongestLine));
    for (std::string& text : thought.line) in_our_words(text);
  }
  return reasons;
}

}  // namespace

std::optional<RoleId> nature_of(const Game& game) { return game.role(kNature); }

// One match. Texts are the rule sheet's here; what seats are told may be scrambled.
class Referee::Run {
 public:
  Run(Referee& referee, std::vector<std::unique_ptr<Seat>>& seats, std::stop_token stop)
      : game_(referee.game_),
        setup_(referee.setup_),
        followers_(referee.followers_),
        seats_(seats),
        stop_(std::move(stop)) {
    record_.id = setup_.id;
    if (record_.id.empty()) record_.id = record::new_id(setup_.scramble ? "match" : referee.rules_.name);
    record_.rules = referee.rules_;
    record_.rules.gdl_version = game_.imperfect() ? 2 : 1;
    for (std::uint32_t role = 0; role < game_.roles(); ++role) record_.roles.push_back(game_.text(RoleId{role}));
    record_.seed = setup_.seed;
    record_.clocks = setup_.clocks;
    record_.scrambled = setup_.scramble;
    record_.tournament = setup_.tournament;
    record_.number = setup_.number;
    auto presentation = setup_.scramble ? present_scrambled(game_.description(), stream_seed(setup_.seed, "scramble"))
                                        : present_plainly(game_.shared_model());
    presentations_.assign(roles(), presentation);
    first_percepts_.resize(roles());
    record_.descriptions.resize(setup_.descriptions.empty() ? 0 : roles());
    for (const OwnDescription& own : setup_.descriptions) {
      auto role = game_.role(own.role);
      if (!role) continue;
      presentations_[role->value] = present_description(own.description);
      first_percepts_[role->value] = own.first_percepts;
      record_.descriptions[role->value] = std::string(own.description->source()->text());
    }
  }

  Result<record::Record> play() {
    if (auto fine = seated(); !fine) return tl::unexpected(fine.error());
    open();
    if (auto met = meet(); !met) return tl::unexpected(met.error());
    state_ = game_.initial();
    record_.initial = record::facts_of(game_, state_);
    record_.started = record::now_ms();
    for (const auto& seat : seats_) record_.players.push_back(seat ? seat->player() : nature());
    record_.start_faults.resize(roles());
    if (auto kept = tell(&record::Follower::on_start); !kept) return tl::unexpected(kept.error());
    for_each_seat(
        [&](std::size_t role, Seat& seat) { record_.start_faults[role] = seat.start(openings_[role], stop_); });
    if (auto played = rounds(); !played) {
      bool stopped = stop_.stop_requested();  // the game may have been interrupted by it, too
      end(stopped ? record::Status::kAborted : record::Status::kFailed, stopped ? "cancelled" : played.error().message);
    }
    return std::move(record_);
  }

 private:
  std::size_t roles() const { return record_.roles.size(); }
  static record::PlayerOnRecord nature() { return {"nature", "nature", "", false}; }

  Result<void> seated() const {
    if (record_.id.find_first_not_of(kIdCharacters) != std::string::npos || lower(record_.id) == "nil")
      return failure(fmt::format("'{}' cannot be the name of a match", printable(record_.id)),
                     "use letters, digits, dots, hyphens and underscores; not nil");
    if (seats_.size() != roles())
      return failure(fmt::format("{} for {}", counted(seats_.size(), "seat"), counted(roles(), "role")));
    for (std::uint32_t role = 0; role < roles(); ++role)
      if (!seats_[role] && nature_of(game_) != RoleId{role})
        return failure(fmt::format("nobody plays {}", record_.roles[role]), "name a player for each role");
    return {};
  }

  void open() {
    for (std::size_t seat = 0; seat < roles(); ++seat) {
      const auto& presentation = presentations_[seat];
      std::vector<std::string> names;
      for (const std::string& role : record_.roles) names.push_back(presentation->shown(role));
      openings_.push_back({record_.id, presentation->rules(), names[seat], names, setup_.clocks, presentation});
    }
  }

  Result<void> meet() {
    std::vector<Result<void>> met(roles());
    for_each_seat([&](std::size_t role, Seat& seat) { met[role] = seat.meet(openings_[role], stop_); });
    for (Result<void>& one : met)
      if (!one) return one;
    return {};
  }

  Result<void> rounds() {
    for (std::size_t round = 1;; ++round) {
      auto over = game_.terminal(state_);
      if (!over) return tl::unexpected(over.error());
      if (*over) return complete();
      if (stop_.stop_requested()) {
        end(record::Status::kAborted, "cancelled");
        return {};
      }
      if (round > setup_.max_rounds) return tl::unexpected(game_.not_ended(state_, setup_.max_rounds));
      auto played = play_round(round);
      if (!played) return tl::unexpected(played.error());
      if (!*played) {
        end(record::Status::kAborted, "cancelled");
        return {};
      }
      if (auto kept = tell(&record::Follower::on_round); !kept) {
        record_.rounds.pop_back();  // what could not be kept was not played
        return kept;
      }
    }
  }

  // False when the match was cancelled meanwhile.
  Result<bool> play_round(std::size_t round) {
    std::vector<Answer> answers(roles());
    for_each_seat([&](std::size_t role, Seat& seat) {
      std::optional<News> news;
      if (round > 1) news = news_for(role);
      if (round == 1 && first_percepts_[role]) {
        news.emplace();
        news->told.percepts = first_percepts_[role];
      }
      answers[role] = seat.play(news, stop_);
    });
    if (stop_.stop_requested()) return false;
    record::Round out;
    out.faults.resize(roles());
    JointMove moves;
    for (std::uint32_t role = 0; role < roles(); ++role) {
      auto move = move_of(RoleId{role}, round, answers[role], out.faults[role]);
      if (!move) return tl::unexpected(move.error());
      moves.push_back(*move);
      out.moves.push_back(game_.text(RoleId{role}, *move));
      out.seconds.push_back(answers[role].seconds);
      if (game::Reasons& reasons = answers[role].reasons; !reasons.empty()) {
        out.reasons.resize(roles());
        out.reasons[role] = on_record(std::move(reasons), *presentations_[role]);
      }
    }
    auto percepts = record::percepts_of(game_, state_, moves);
    if (!percepts) return tl::unexpected(percepts.error());
    out.percepts = std::move(*percepts);
    auto next = game_.next(state_, moves);
    if (!next) return tl::unexpected(next.error());
    state_ = std::move(*next);
    out.state = record::facts_of(game_, state_);
    out.time = record::now_ms();
    record_.rounds.push_back(std::move(out));
    return true;
  }

  // The move that is made for the role: its answer, or one drawn where there is none that will do.
  Result<MoveId> move_of(RoleId role, std::size_t round, const Answer& answer, std::optional<record::Fault>& fault) {
    auto legal = sorted_legal(game_, state_, role);
    if (!legal) return tl::unexpected(legal.error());
    if (!seats_[role.value]) return (*legal)[drawn(stream_seed(setup_.seed, "nature"), round, legal->size())];
    fault = answer.fault;
    if (!fault && answer.move) {
      auto move = understood(role, *answer.move);
      if (move && std::ranges::find(*legal, *move) != legal->end()) return *move;
      fault =
          record::Fault{record::FaultKind::kIllegal, shortened(*answer.move),
                        move ? fmt::format("not a legal move of {}", record_.roles[role.value]) : move.error().message};
    } else if (!fault) {
      fault = record::Fault{record::FaultKind::kInternal, "", "no answer"};
    }
    std::uint64_t stream = stream_seed(setup_.seed, "replace " + record_.roles[role.value]);
    return (*legal)[drawn(stream, round, legal->size())];
  }

  Result<MoveId> understood(RoleId role, const std::string& text) {
    auto understood = presentations_[role.value]->understood(text);
    if (!understood) return failure("a name that the rules do not have");
    return game_.parse_move(role, *understood);
  }

  // What the role may know of the last round.
  News news_for(std::size_t role) const {
    const record::Round& last = record_.rounds.back();
    const Presentation& to = *presentations_[role];
    News out;
    out.round = record_.rounds.size();
    out.told = {to.shown(last.moves[role]), std::vector<std::string>()};
    if (game_.imperfect()) {
      for (const std::string& percept : last.percepts[role]) out.told.percepts->push_back(to.shown(percept));
      std::ranges::sort(*out.told.percepts);
    }
    if (!game_.imperfect() || seats_[role]->told_moves())
      for (const std::string& move : last.moves) out.moves.push_back(to.shown(move));
    return out;
  }

  Result<void> complete() {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      auto goals = game_.goals(state_, RoleId{role});
      if (!goals) return tl::unexpected(goals.error());
      record_.goals.push_back(goals->size() == 1 ? std::optional(goals->front()) : std::nullopt);
    }
    end(record::Status::kCompleted, "");
    return {};
  }

  // The record first: a player that does not answer any more holds nobody up.
  void end(record::Status status, std::string note) {
    record_.status = status;
    record_.note = std::move(note);
    record_.ended = record::now_ms();
    if (auto kept = tell(&record::Follower::on_end); !kept) {
      record_.status = record::Status::kFailed;
      record_.note = kept.error().message;
    }
    for_each_seat([&](std::size_t role, Seat& seat) {
      if (status == record::Status::kCompleted && !record_.rounds.empty())
        seat.stop(news_for(role));
      else
        seat.abort();
    });
  }

  // Every seat at the same time, and back when all are done.
  template <class Ask>
  void for_each_seat(Ask&& ask) {
    std::vector<std::size_t> here;  // asked before any seat is at work, which may change its mind
    std::vector<std::size_t> elsewhere;
    for (std::size_t role = 0; role < seats_.size(); ++role)
      if (seats_[role]) (seats_[role]->immediate() ? here : elsewhere).push_back(role);
    std::vector<std::jthread> threads;
    for (std::size_t role : elsewhere) {
      try {
        threads.emplace_back([&, role] { ask(role, *seats_[role]); });
      } catch (const std::system_error&) {  // no more threads: one after the other
        here.push_back(role);
      }
    }
    for (std::size_t role : here) ask(role, *seats_[role]);
  }

  Result<void> tell(Result<void> (record::Follower::*event)(const record::Record&)) {
    for (record::Follower* follower : followers_)
      if (auto fine = (follower->*event)(record_); !fine) return fine;
    return {};
  }

  Game& game_;
  const Setup& setup_;
  const std::vector<record::Follower*>& followers_;
  std::vector<std::unique_ptr<Seat>>& seats_;
  std::stop_token stop_;
  std::vector<std::shared_ptr<const Presentation>> presentations_;       // by role
  std::vector<std::optional<std::vector<std::string>>> first_percepts_;  // by role
  std::vector<Opening> openings_;
  State state_;
  record::Record record_;
};

Referee::Referee(Game& game, record::RulesOnRecord rules, Setup setup, std::vector<record::Follower*> followers)
    : game_(game), rules_(std::move(rules)), setup_(std::move(setup)), followers_(std::move(followers)) {}

Result<record::Record> Referee::play(std::vector<std::unique_ptr<Seat>>& seats, std::stop_token stop) {
  return Run(*this, seats, std::move(stop)).play();
}

}  // namespace percept::match
