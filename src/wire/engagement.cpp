// SPDX-License-Identifier: MIT
#include "wire/engagement.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "game/playout.h"
#include "gdl/term_text.h"
#include "gdl/writer.h"
#include "record/replay.h"

namespace percept::wire {
namespace {

using play::Clock;
using play::Told;

constexpr double kSilence = 10;           // seconds, beyond the clock that runs
constexpr double kSeeing = 0.5;           // of the play clock, to find out what joint moves show
constexpr std::size_t kMaxJump = 10'000;  // rounds that can have been missed
constexpr double kLate = 0.02;            // seconds that are no news

// The prover's, which is there at once.
Result<game::Game> game_of(std::shared_ptr<const game::Model> model, const Budget& budget) {
  game::Game::Options options{.engine = game::Game::Choice::kProver, .grounding = {}};
  options.grounding.budget = budget;
  return game::Game::make(std::move(model), options);
}

// A percept of pakapark is a whole fact, (sees role percept): what it shows this role, if anything.
std::optional<std::string> unwrapped(const std::string& percept, const std::string& role) {
  auto parts = gdl::is_list(percept) ? gdl::elements(percept) : Result<std::vector<std::string_view>>();
  if (!parts || parts->size() != 3 || (*parts)[0] != "sees") return percept;
  return (*parts)[1] == role ? std::optional(std::string((*parts)[2])) : std::nullopt;
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

Engagement::Engagement(Start start, std::string manager, std::unique_ptr<play::Player> player,
                       std::shared_ptr<SharedMargin> margin)
    : start_(std::move(start)),
      manager_(std::move(manager)),
      spelling_(*start_.rules),
      has_sees_(has_sees(*start_.rules)),
      model_(game::Model::make(start_.rules)),
      roles_(roles_of(*start_.rules, model_ ? model_->get() : nullptr)),
      margin_(std::move(margin)),
      player_(std::move(player)) {
  auto role = std::ranges::find(roles_, start_.role);
  if (role != roles_.end()) index_ = static_cast<std::size_t>(role - roles_.begin());
}

bool Engagement::is(const std::string& match) const { return lower(match) == lower(start_.match); }

bool Engagement::same_as(const Start& start) const {
  return is(start.match) && start.role == start_.role && gdl::same_rules(*start.rules, *start_.rules);
}

double Engagement::patience() const { return (playing_ ? start_.play_clock : start_.start_clock) + kSilence; }

Result<void> Engagement::playable() const {
  if (!index_ && !model_ && !start_.rules->is_incomplete()) return tl::unexpected(model_.error());
  if (!index_) return failure(fmt::format("the game has no role {}", shown(start_.role)));
  return {};
}

Result<void> Engagement::start(Clock::time_point arrived) {
  std::lock_guard lock(mutex_);
  double seconds = start_.start_clock - margin_->of(start_.start_clock);
  auto ready = player_.start({.rules = start_.rules,
                              .role = start_.role,
                              .start_clock = start_.start_clock,
                              .play_clock = start_.play_clock,
                              .model = model_.value_or(nullptr)},
                             play::after(arrived, seconds));
  if (!ready) return tl::unexpected(ready.error());
  return {};  // where it is not ready, it goes on while the others wait
}

Engagement::Answer Engagement::play(const Play& play, std::string_view sender, Clock::time_point arrived) {
  std::lock_guard lock(mutex_);
  playing_ = true;
  if (over_) return {"nil", "the match is over"};
  if (repeated(play, arrived)) return {spelling_.write(given_->move, Layout::kPlain), "sent again"};
  Heard news = news_of(play, sender);
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

  if (answer.guess) answer.move = guessed(answer.move);
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
  Heard news = news_of(stop, sender);
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

Engagement::Heard Engagement::news_of(const Play& play, std::string_view sender) {
  Heard news;
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
    news.told = Told{{}, std::vector<std::string>()};
    for (const std::string& term : play.terms.value_or(std::vector<std::string>()))
      if (auto percept = *dialect_ == Dialect::kPakapark ? unwrapped(term, start_.role) : term)
        news.told->percepts->push_back(*percept);
    if (!has_sees_) news.told->percepts.reset();
    if (given_ && !given_->move.empty()) news.told->move = given_->move;
  } else if (play.terms) {
    news.told = told_by_joint_move(*play.terms, news.remark);
  } else {
    news.told = Told{};
    news.remark = "no moves told";
    lost_ = true;
  }
  return news;
}

Told Engagement::told_by_joint_move(const std::vector<std::string>& moves, std::string& remark) {
  if (moves.size() != roles_.size()) {
    remark = fmt::format("{} for {}", counted(moves.size(), "move"), counted(roles_.size(), "role"));
    lost_ = true;
    return {};
  }
  if (!has_sees_) return {moves[*index_], game::moves_seen(roles_, moves)};
  if (lost_) return {moves[*index_], std::nullopt};
  auto told = told_of(moves);
  lost_ = !told;
  if (told) return std::move(*told);
  remark = "what it sees is not known any more: " + told.error().message;
  return {moves[*index_], std::nullopt};
}

// A manager that knows no `sees` tells all moves. They determine the position, and so what the role is to see.
Result<Told> Engagement::told_of(const std::vector<std::string>& moves) {
  if (!model_) return tl::unexpected(model_.error());
  Budget budget = Budget().until(in_seconds(kSeeing * start_.play_clock)).unless(stop_.get_token());
  if (!game_) {
    auto game = game_of(*model_, budget);
    if (!game) return tl::unexpected(game.error());
    game_ = std::move(*game);
    position_ = game_->initial();
  }
  game_->walker().set_budget(budget);
  auto joint = record::joint_move(*game_, position_, moves);
  if (!joint) return tl::unexpected(joint.error());
  auto told = game::told_of(*game_, position_, *joint, game::RoleId{static_cast<std::uint32_t>(*index_)});
  if (!told) return told;
  auto next = game_->next(position_, *joint);
  if (!next) return tl::unexpected(next.error());
  position_ = std::move(*next);
  return told;
}

// A player that knows no legal move offers the same one again and again. One that was not made is not tried again
// before all others of the first position were.
std::string Engagement::guessed(const std::string& move) {
  if (!move.empty() && !in_vain_.contains(move)) return move;
  if (!at_first_) {
    at_first_.emplace();
    Budget budget = Budget().until(in_seconds(margin_->of(start_.play_clock) / 2)).unless(stop_.get_token());
    auto game = model_ ? game_of(*model_, budget) : Result<game::Game>(tl::unexpected(model_.error()));
    if (game) {
      game->walker().set_budget(budget);
      game::RoleId role{static_cast<std::uint32_t>(*index_)};
      if (auto legal = game::sorted_legal(*game, game->initial(), role))
        for (game::MoveId each : *legal) at_first_->push_back(game->text(role, each));
    }
  }
  for (const std::string& other : *at_first_)
    if (!in_vain_.contains(other)) return other;
  in_vain_.clear();
  return move;
}

void Engagement::learn(const Told& told) {
  if (given_ && given_->guess) {
    bool known = *dialect_ != Dialect::kDresden2010 && *dialect_ != Dialect::kPakapark;
    if (!known || told.move != given_->move) in_vain_.insert(given_->move);
  }
  if (!given_ || !told.move || given_->guess || given_->move.empty()) return;
  if (*dialect_ == Dialect::kDresden2010 || *dialect_ == Dialect::kPakapark) return;  // it was not told
  bool accepted = *told.move == given_->move;
  margin_->change([accepted](play::Margin& margin) { accepted ? margin.accepted() : margin.replaced(); });
}

}  // namespace percept::wire
