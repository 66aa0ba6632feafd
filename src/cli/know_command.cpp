// SPDX-License-Identifier: MIT
//
// `percept know`: a match seen with the eyes of one role. The belief hears that role's moves and percepts as texts, and
// nothing else; what is true is asked of the referee only to be shown at the end.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "belief/legal_player.h"
#include "cli/knowing.h"
#include "cli/match_record.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "cli/truth_check.h"
#include "game/playout.h"

namespace percept::cli {
namespace {

using namespace game;
using belief::Belief;
using belief::Truth;
using nlohmann::ordered_json;

constexpr std::size_t kShownMistakes = 10;
constexpr std::size_t kMaxRecordSize = 64 << 20;  // bytes

// ---- where the role's experiences come from

class Match {
 public:
  virtual ~Match() = default;
  virtual Result<bool> over() = 0;
  // One round goes by, and this is what the role is told of it.
  virtual Result<Told> round(Belief& belief) = 0;
  // Where there is a referee who knows the position, compares it with what is known.
  virtual Result<void> compare(TruthCheck&, Belief&, const Knowledge&) { return {}; }
};

// A random match; a player may choose the moves of the role.
class PlayedMatch : public Match {
 public:
  PlayedMatch(Game& game, RoleId role, const KnowOptions& options, std::uint64_t seed)
      : game_(game), role_(role), state_(game.initial()), random_(seed), limit_(options.max_rounds) {
    if (options.player == KnowOptions::Player::kLegal) player_.emplace(~seed);  // not the stream of the others
  }

  Result<bool> over() override {
    if (limit_ && rounds_ >= *limit_) return true;
    auto over = game_.terminal(state_);
    if (over && !*over && rounds_ >= kMaxRounds) return tl::unexpected(game_.not_ended(state_, rounds_));
    return over;
  }

  Result<Told> round(Belief& belief) override {
    auto moves = random_joint_move(game_, state_, random_);
    if (!moves) return tl::unexpected(moves.error());
    if (player_)
      if (auto chosen = choose(belief, (*moves)[role_.value]); !chosen) return tl::unexpected(chosen.error());
    auto percepts = game_.percepts(state_, *moves, role_);
    if (!percepts) return tl::unexpected(percepts.error());
    auto next = game_.next(state_, *moves);
    if (!next) return tl::unexpected(next.error());
    Told told{game_.text(role_, (*moves)[role_.value]), texts_of(game_, *percepts)};
    state_ = std::move(*next);
    ++rounds_;
    return told;
  }

  Result<void> compare(TruthCheck& check, Belief& belief, const Knowledge& knowledge) override {
    return check.add(game_, state_, belief, knowledge);
  }

 private:
  // The move stays as it is when the player tries one that is not legal: so do referees.
  Result<void> choose(Belief& belief, MoveId& move) {
    belief::LegalPlayer::Choice choice = player_->choose(belief);
    auto note = [&](const std::string& text) {
      std::fflush(stdout);
      print_error({fmt::format("round {}: {}", belief.round(), text), ""});
    };
    if (!choice.move) return note("the player knows of no move that may be legal; chance moves"), Result<void>();
    std::string text = belief.rules().text(belief.role(), *choice.move);
    auto same = game_.parse_move(role_, text);
    if (!same) return tl::unexpected(same.error());
    auto legal = game_.legal(state_, role_);
    if (!legal) return tl::unexpected(legal.error());
    bool fine = std::ranges::find(*legal, *same) != legal->end();
    if (!choice.known)
      note(fmt::format("the player knows no legal move and tries {}{}", text, fine ? "" : ": not legal, chance moves"));
    if (fine) move = *same;
    return {};
  }

  Game& game_;
  RoleId role_;
  State state_;
  Random random_;
  std::optional<std::size_t> limit_;
  std::optional<belief::LegalPlayer> player_;
  std::size_t rounds_ = 0;
};

// A match that was recorded. Where all moves are there, a referee goes along, and tells percepts that were not
// recorded.
class ReplayedMatch : public Match {
 public:
  ReplayedMatch(RecordedMatch record, std::optional<Game> game, RoleId role, const KnowOptions& options)
      : record_(std::move(record)), game_(std::move(game)), role_(role) {
    if (options.max_rounds && record_.rounds.size() > *options.max_rounds) record_.rounds.resize(*options.max_rounds);
    if (game_) state_ = game_->initial();
  }

  Result<bool> over() override { return place_ == record_.rounds.size(); }

  Result<Told> round(Belief&) override {
    RecordedRound& round = record_.rounds[place_++];
    if (!game_) return round.told;
    JointMove moves;
    for (std::uint32_t i = 0; i < game_->roles(); ++i) {
      auto move = legal_move(RoleId{i}, round.moves[i]);
      if (!move) return failure(fmt::format("round {}: {}", place_, move.error().message), move.error().hint);
      moves.push_back(*move);
    }
    if (!round.told.percepts) {
      auto percepts = game_->percepts(state_, moves, role_);
      if (!percepts) return tl::unexpected(percepts.error());
      round.told.percepts = texts_of(*game_, *percepts);
    }
    auto next = game_->next(state_, moves);
    if (!next) return tl::unexpected(next.error());
    state_ = std::move(*next);
    return round.told;
  }

  Result<void> compare(TruthCheck& check, Belief& belief, const Knowledge& knowledge) override {
    return game_ ? check.add(*game_, state_, belief, knowledge) : Result<void>();
  }

 private:
  Result<MoveId> legal_move(RoleId role, const std::string& text) {
    auto over = game_->terminal(state_);
    if (!over) return tl::unexpected(over.error());
    if (*over) return failure("the game is over, and the record goes on", "is it a match of these rules?");
    auto move = game_->parse_move(role, text);
    if (!move) return move;
    auto legal = game_->legal(state_, role);
    if (!legal) return tl::unexpected(legal.error());
    if (std::ranges::find(*legal, *move) != legal->end()) return move;
    return failure(fmt::format("{} is not legal for {}", text, game_->text(role)), "is it a match of these rules?");
  }

  RecordedMatch record_;
  std::optional<Game> game_;
  RoleId role_;
  State state_;
  std::size_t place_ = 0;
};

// ---- who is told about it

class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual Result<void> position(Belief& belief, const Knowledge& knowledge, bool last) = 0;
  virtual void told(const Told& told) = 0;
  void unexplained(const Error& error) {
    report(error);
    unexplained_.push_back(error.message);
  }
  virtual void end(const TruthCheck& check) = 0;
  bool has_told_of(const Error& error) const {
    return std::find(unexplained_.begin(), unexplained_.end(), error.message) != unexplained_.end();
  }

 protected:
  virtual void report(const Error& error) = 0;
  std::vector<std::string> unexplained_;
};

class Printer : public Watcher {
 public:
  explicit Printer(KnowledgeTable& table) : table_(table) {}

  Result<void> position(Belief& belief, const Knowledge& knowledge, bool last) override {
    print_heading(last ? fmt::format("End after {}", counted(belief.round() - 1, "round"))
                       : fmt::format("Round {}", belief.round()));
    last_ = knowledge;
    return table_.print(belief, knowledge);
  }
  void told(const Told& told) override { print_told(told); }
  void report(const Error& error) override {
    std::fflush(stdout);
    print_error(error);
  }
  void end(const TruthCheck& check) override {
    if (check.used()) check.print(last_);
  }

 private:
  KnowledgeTable& table_;
  Knowledge last_;
};

class Recorder : public Watcher {
 public:
  explicit Recorder(ordered_json record) : record_(std::move(record)) { record_["rounds"] = ordered_json::array(); }

  Result<void> position(Belief& belief, const Knowledge& knowledge, bool) override {
    if (progress_.due()) progress_.show(fmt::format("round {}", belief.round()));
    auto lists = [&](const auto& known) -> ordered_json {
      return {{"known", texts_of(belief, known.known)}, {"open", texts_of(belief, known.open)}};
    };
    ordered_json entry;
    entry["round"] = belief.round();
    entry["move"] = nullptr;
    entry["percepts"] = ordered_json::array();
    entry["legal"] = lists(knowledge.legal);
    entry["fluents"] = lists(knowledge.fluents);
    entry["terminal"] = knowledge.terminal == Truth::kYes  ? "known"
                        : knowledge.terminal == Truth::kNo ? "known-not"
                                                           : "open";
    entry["goal"] = {{"known", knowledge.goals.known}, {"open", knowledge.goals.open}};
    entry["states"] = knowledge.states ? ordered_json(*knowledge.states) : ordered_json();
    entry["probabilities"] = ordered_json::object();
    for (std::size_t i = 0; i < knowledge.probabilities.size(); ++i)
      entry["probabilities"][belief.rules().text(knowledge.fluents.open[i])] = knowledge.probabilities[i].value;
    entry["exact_probabilities"] = knowledge.exact_probabilities();
    entry["gave_up"] = knowledge.gave_up;
    record_["rounds"].push_back(std::move(entry));
    return {};
  }
  void told(const Told& told) override {
    ordered_json& entry = record_["rounds"].back();
    entry["move"] = told.move ? ordered_json(*told.move) : ordered_json();
    entry["percepts"] = told.percepts ? ordered_json(*told.percepts) : ordered_json();
  }
  void report(const Error& error) override {
    progress_.clear();
    print_error(error);
  }
  void end(const TruthCheck& check) override {
    progress_.clear();
    if (check.used()) record_["truth"] = check.json();
    if (!unexplained_.empty()) record_["unexplained"] = unexplained_;
    fmt::print("{}\n", record_.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  }

 private:
  ordered_json record_;
  ProgressLine progress_;
};

// ---- following

Result<void> tell(Belief& belief, const Told& told, bool go_on, Watcher& watcher) {
  auto experience = experience_of(belief, told);
  Result<void> known = experience ? belief.update(*experience) : Result<void>(tl::unexpected(experience.error()));
  if (known) return {};
  const char* hint =
      go_on ? "this round goes by without percepts" : "--go-on follows the match without what was seen in this round";
  watcher.unexplained({known.error().message, hint});
  if (!go_on) return tl::unexpected(known.error());
  return go_on_without(belief, told);
}

Result<void> follow(Belief& belief, Match& match, bool go_on, Watcher& watcher, TruthCheck& check) {
  for (;;) {
    auto over = match.over();
    if (!over) return tl::unexpected(over.error());
    Knowledge knowledge = knowledge_of(belief);
    if (auto compared = match.compare(check, belief, knowledge); !compared) return compared;
    if (auto shown = watcher.position(belief, knowledge, *over); !shown) return shown;
    if (*over) break;
    auto told = match.round(belief);
    if (!told) return tl::unexpected(told.error());
    watcher.told(*told);
    if (auto known = tell(belief, *told, go_on, watcher); !known) return known;
  }
  return {};
}

Result<RecordedMatch> recorded(const KnowOptions& options, const Belief& belief) {
  auto text = contents_of(*options.match, kMaxRecordSize, "is it a record of a match?");
  if (!text) return tl::unexpected(text.error());
  RecordQuestion question;
  question.name = *options.match == "-" ? "standard input" : *options.match;
  for (std::uint32_t i = 0; i < belief.rules().roles(); ++i) question.roles.push_back(belief.rules().text(RoleId{i}));
  question.role = belief.role().value;
  question.rules = options.file;
  question.number = options.nth;
  return read_match(*text, question);
}

int fail(const Error& error, int code) {
  std::fflush(stdout);
  print_error(error);
  return code;
}

}  // namespace

int know(const KnowOptions& options) {
  if (options.file == "-" && (options.interactive || options.match == "-"))
    return fail({"the standard input cannot be the rules and what happened, both", "give the rules as a file"},
                kUnreadable);
  int exit_code = kSuccess;
  auto description = read_playable(options.file, exit_code);
  if (!description) return exit_code;
  auto belief = make_belief(options, description, exit_code);
  if (!belief) return exit_code;

  // Whatever knows the true state is made here and stays with the match.
  std::unique_ptr<Match> match;
  std::optional<Game> referee;
  std::optional<std::uint64_t> seed;
  std::string of_several;
  auto make_referee = [&]() -> Result<void> {
    GroundingProgress progress;
    ground::Options grounding;
    grounding.progress = progress.callback();
    auto game = Game::make(description, {options.engine, grounding});
    if (!game) return tl::unexpected(game.error());
    referee = std::move(*game);
    return {};
  };
  std::string engine;
  if (options.match) {
    auto record = recorded(options, *belief);
    if (!record) return fail(record.error(), kUnreadable);
    if (record->of > 1) of_several = fmt::format(", match {} of {}", record->number, record->of);
    if (record->has_all_moves()) {
      if (auto made = make_referee(); !made) return fail(made.error(), kFindings);
      engine = referee->engine_name();
    }
    match = std::make_unique<ReplayedMatch>(std::move(*record), std::move(referee), belief->role(), options);
  } else if (!options.interactive) {
    seed = options.seed ? *options.seed : std::random_device()();
    if (auto made = make_referee(); !made) return fail(made.error(), kFindings);
    engine = referee->engine_name();
    match = std::make_unique<PlayedMatch>(*referee, belief->role(), options, *seed);
  }

  std::string role = belief->rules().text(belief->role());
  std::unique_ptr<Watcher> watcher;
  std::unique_ptr<KnowledgeTable> table;
  if (options.json) {
    watcher =
        std::make_unique<Recorder>(ordered_json{{"file", options.file},
                                                {"role", role},
                                                {"filter", belief->name()},
                                                {"seed", seed ? ordered_json(*seed) : ordered_json()},
                                                {"engine", engine.empty() ? ordered_json() : ordered_json(engine)}});
  } else {
    auto made = KnowledgeTable::make(description, options.all);
    if (!made) return fail(made.error(), kFindings);
    table = std::move(*made);
    watcher = std::make_unique<Printer>(*table);
    fmt::print("{}, what {} knows, filter {}{}{}{}\n", printable(options.file), printable(role), belief->name(),
               engine.empty() ? "" : ", engine " + engine, seed ? fmt::format(", seed {}", *seed) : "", of_several);
  }
  if (options.interactive) return know_interactively(*belief, *table);
  TruthCheck check;
  auto followed = follow(*belief, *match, options.go_on, *watcher, check);
  watcher->end(check);  // what came before a failure is told, too
  if (!followed) return watcher->has_told_of(followed.error()) ? kFindings : fail(followed.error(), kFindings);
  const std::vector<std::string>& mistakes = check.mistakes();
  for (std::size_t i = 0; i < std::min(mistakes.size(), kShownMistakes); ++i) fail({mistakes[i], ""}, kFindings);
  if (mistakes.size() > kShownMistakes)
    fail({fmt::format("and {} more that were not as it was known", mistakes.size() - kShownMistakes), ""}, kFindings);
  return mistakes.empty() ? kSuccess : kFindings;
}

}  // namespace percept::cli
