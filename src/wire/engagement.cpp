// SPDX-License-Identifier: MIT
#include "wire/engagement.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "game/model.h"
#include "gdl/writer.h"

namespace percept::wire {
namespace {

using play::Clock;
using play::Told;

constexpr double kSilence = 60;           // seconds, beyond the clocks
constexpr double kMissedTurns = 3;        // play clocks
constexpr std::size_t kMaxJump = 10'000;  // rounds that can have been missed
constexpr double kLate = 0.02;            // seconds that are no news

// Nothing where the rules cannot be played.
std::shared_ptr<const game::Model> model_of(std::shared_ptr<const gdl::Description> rules) {
  return game::Model::make(std::move(rules)).value_or(nullptr);
}

std::vector<std::string> roles_of(const gdl::Description& rules, const game::Model* model) {
  std::vector<std::string> out;
  if (rules.is_incomplete())
    for (const gdl::Statement& statement : rules.statements())
      if (statement.head && statement.head->is(gdl::keyword::kRole, 1))
        out.push_back(gdl::to_kif(*statement.head->args[0], rules.symbols()));
  if (model)
    for (program::TermId role : model->roles()) out.push_back(model->program().terms().to_kif(role));
  return out;
}

}  // namespace

Engagement::Engagement(Start start, std::unique_ptr<play::Player> player, std::shared_ptr<SharedMargin> margin)
    : start_(std::move(start)),
      spelling_(*start_.rules),
      has_sees_(has_sees(*start_.rules)),
      model_(model_of(start_.rules)),
      roles_(roles_of(*start_.rules, model_.get())),
      margin_(std::move(margin)),
      player_(std::move(player)) {
  auto role = std::ranges::find(roles_, start_.role);
  if (role != roles_.end()) index_ = static_cast<std::size_t>(role - roles_.begin());
}

bool Engagement::is(const std::string& match) const { return lower(match) == lower(start_.match); }

bool Engagement::same_as(const Start& start) const {
  return is(start.match) && start.role == start_.role && gdl::same_rules(*start.rules, *start_.rules);
}

double Engagement::patience() const { return start_.start_clock + kMissedTurns * start_.play_clock + kSilence; }

Result<void> Engagement::start(Clock::time_point arrived) {
  if (!model_ && !start_.rules->is_incomplete())
    if (auto playable = game::Model::make(start_.rules); !playable) return tl::unexpected(playable.error());
  if (!index_) return failure(fmt::format("the game has no role {}", shown(start_.role)));
  std::lock_guard lock(mutex_);
  double seconds = start_.start_clock - margin_->of(start_.start_clock);
  auto ready = player_.start({.rules = start_.rules,
                              .role = start_.role,
                              .start_clock = start_.start_clock,
                              .play_clock = start_.play_clock,
                              .model = model_},
                             play::after(arrived, seconds));
  if (!ready) return tl::unexpected(ready.error());
  return {};  // where it is not ready, it goes on while the others wait
}

Engagement::Answer Engagement::play(const Play& play, std::string_view sender, Clock::time_point arrived) {
  std::lock_guard lock(mutex_);
  if (over_) return {"nil", "the match is over"};
  if (repeated(play, arrived)) return {spelling_.write(given_->move, Layout::kPlain), "sent again"};
  News news = news_of(play, sender);
  if (news.missed > kMaxJump) return {"nil", fmt::format("{} rounds missed", news.missed)};
  if (news.told && news.missed == 0) learn(*news.told);
  for (std::size_t i = 0; i < news.missed; ++i) player_.play(Told{}, Clock::now());
  round_ += news.missed + (news.told && !news.first ? 1 : 0);

  double seconds = start_.play_clock - margin_->of(start_.play_clock);
  Clock::time_point deadline = play::after(arrived, seconds);
  play::TimedAnswer answer = player_.play(std::move(news.told), deadline);
  Clock::time_point now = Clock::now();
  double late = std::chrono::duration<double>(now - deadline).count();
  if (late > kLate) margin_->change([late](play::Margin& margin) { margin.answered_late_by(late); });

  if (answer.guess)
    news.remark += "; a guess";
  else if (!answer.in_time)
    news.remark += "; from its hand";
  for (const std::string& complaint : answer.complaints) news.remark += "; " + complaint;
  if (news.remark.starts_with("; ")) news.remark.erase(0, 2);
  given_ = Given{round_, play, answer.move, answer.guess, now};
  return {answer.move.empty() ? "nil" : spelling_.write(answer.move, Layout::kPlain), news.remark};
}

std::string Engagement::stop(const Stop& stop, std::string_view sender) {
  std::lock_guard lock(mutex_);
  News news = news_of(stop, sender);
  if (news.told && news.missed <= kMaxJump) {
    if (news.missed == 0) learn(*news.told);
    for (std::size_t i = 0; i < news.missed; ++i) player_.play(Told{}, Clock::now());
  } else {
    news.told.reset();
  }
  player_.stop(std::move(news.told));
  return news.remark;
}

// A manager that lost our answer asks again. With a turn that is plain; else by the same words, where they came before
// our answer was given. The same words later are another round in which the same was done.
bool Engagement::repeated(const Play& play, Clock::time_point arrived) const {
  if (!given_) return false;
  if (play.turn) return *play.turn <= given_->round && given_->play.turn.has_value();
  if (!play.terms && !given_->play.terms && given_->round == 0) return true;
  if (play.terms != given_->play.terms || play.sees != given_->play.sees) return false;
  return arrived < given_->at;
}

Engagement::News Engagement::news_of(const Play& play, std::string_view sender) {
  News news;
  // What STOP's argument means is what PLAY's meant.
  if (!dialect_ || play.turn || play.sees) dialect_ = dialect_of(play, has_sees_, sender);
  // Who has an incomplete description may see the first position before its first move.
  if (!given_ && round_ == 0 && start_.rules->is_incomplete() && (play.turn ? *play.turn == 0 : !play.last_move)) {
    news.first = true;
    if (has_sees_) news.told = Told{{}, play.terms.value_or(std::vector<std::string>())};
    return news;
  }
  if (play.turn) {
    if (*play.turn <= round_) return news;
    news.missed = *play.turn - round_ - 1;
    news.told = Told{play.last_move, play.terms.value_or(std::vector<std::string>())};
    if (!has_sees_) news.told->percepts.reset();
    if (news.missed > 0) news.remark = fmt::format("{} missed", counted(news.missed, "round"));
    return news;
  }
  bool first = !given_ && (!play.terms || play.terms->empty());
  if (first) return news;
  if (tells_percepts(*dialect_)) {
    news.told = Told{{}, play.terms.value_or(std::vector<std::string>())};
    if (!has_sees_) news.told->percepts.reset();
    if (given_ && !given_->move.empty()) news.told->move = given_->move;
  } else if (play.terms) {
    news.told = told_by_joint_move(*play.terms, news.remark);
  } else {
    news.told = Told{};
    news.remark = "no moves told";
  }
  return news;
}

Told Engagement::told_by_joint_move(const std::vector<std::string>& moves, std::string& remark) const {
  if (moves.size() != roles_.size()) {
    remark = fmt::format("{} for {}", counted(moves.size(), "move"), counted(roles_.size(), "role"));
    return {};
  }
  if (has_sees_) return {moves[*index_], std::nullopt};  // percepts are what counts there, and nobody says them
  return {moves[*index_], game::moves_seen(roles_, moves)};
}

void Engagement::learn(const Told& told) {
  if (!given_ || !told.move || given_->guess || given_->move.empty()) return;
  if (*dialect_ == Dialect::kDresden2010 || *dialect_ == Dialect::kPakapark) return;  // it was not told
  bool accepted = *told.move == given_->move;
  margin_->change([accepted](play::Margin& margin) { accepted ? margin.accepted() : margin.replaced(); });
}

}  // namespace percept::wire
