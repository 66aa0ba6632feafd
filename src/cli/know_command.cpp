// SPDX-License-Identifier: MIT
//
// `percept know`: a match seen with the eyes of one role. The belief hears that role's moves and percepts as texts, and
// nothing else; what is true is asked of the referee only to be shown at the end.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "belief/candidates.h"
#include "cli/followed_match.h"
#include "cli/knowing.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "show/truth_check.h"

namespace percept::cli {
namespace {

using namespace game;
using belief::Belief;
using nlohmann::ordered_json;
using show::TruthCheck;

constexpr std::size_t kShownMistakes = 10;

// ---- who chooses the moves of the role

// The move stays as it is when the player tries one that is not legal: so do referees.
Result<void> choose(Random& random, Belief& belief, const Match::Position& truth, MoveId& move) {
  belief::Candidates from = belief::candidates(belief);
  auto note = [&](const std::string& text) {
    std::fflush(stdout);
    print_error({fmt::format("round {}: {}", belief.round(), text), ""});
  };
  if (from.moves.empty()) return note("the player knows of no move that may be legal; chance moves"), Result<void>();
  std::string text = belief.rules().text(belief.role(), from.any(random));
  auto same = truth.game.parse_move(belief.role(), text);
  if (!same) return tl::unexpected(same.error());
  auto legal = truth.game.legal(truth.state, belief.role());
  if (!legal) return tl::unexpected(legal.error());
  bool fine = std::ranges::find(*legal, *same) != legal->end();
  if (!from.known)
    note(fmt::format("the player knows no legal move and tries {}{}", text, fine ? "" : ": not legal, chance moves"));
  if (fine) move = *same;
  return {};
}

// ---- who is told about it

class KnowledgeWatcher {
 public:
  virtual ~KnowledgeWatcher() = default;
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

class KnowledgePrinter : public KnowledgeWatcher {
 public:
  KnowledgePrinter(const show::Board& board, bool all) : board_(board), all_(all) {}

  Result<void> position(Belief& belief, const Knowledge& knowledge, bool last) override {
    print_heading(last ? fmt::format("End after {}", counted(belief.round() - 1, "round"))
                       : fmt::format("Round {}", belief.round()));
    last_ = knowledge;
    print_knowledge(belief, knowledge, board_, all_);
    return {};
  }
  void told(const Told& told) override { print_told(told); }
  void report(const Error& error) override {
    std::fflush(stdout);
    print_error(error);
  }
  void end(const TruthCheck& check) override {
    if (check.used()) fmt::print("{}", check.text(last_, colored(stdout)));
  }

 private:
  const show::Board& board_;
  bool all_;
  Knowledge last_;
};

class KnowledgeRecorder : public KnowledgeWatcher {
 public:
  explicit KnowledgeRecorder(ordered_json record) : record_(std::move(record)) {
    record_["rounds"] = ordered_json::array();
  }

  Result<void> position(Belief& belief, const Knowledge& knowledge, bool) override {
    if (progress_.due()) progress_.show(fmt::format("round {}", belief.round()));
    ordered_json entry = {{"round", belief.round()}, {"move", nullptr}, {"percepts", ordered_json::array()}};
    entry.update(show::to_json(belief, knowledge));
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

Result<void> tell(Belief& belief, const Told& told, bool go_on, KnowledgeWatcher& watcher) {
  Result<void> known = hear(belief, told);
  if (known) return known;
  const char* hint =
      go_on ? "this round goes by without percepts" : "--go-on follows the match without what was seen in this round";
  watcher.unexplained({known.error().message, hint});
  if (!go_on) return tl::unexpected(known.error());
  return go_on_without(belief, told);
}

Result<void> follow(Belief& belief, Match& match, const Match::Choose& choose, bool go_on, KnowledgeWatcher& watcher,
                    TruthCheck& check) {
  for (;;) {
    auto over = match.over();
    if (!over) return tl::unexpected(over.error());
    Knowledge knowledge = knowledge_of(belief);
    if (auto truth = match.truth())
      if (auto compared = check.add(truth->game, truth->state, belief, knowledge); !compared) return compared;
    if (auto shown = watcher.position(belief, knowledge, *over); !shown) return shown;
    if (*over) break;
    auto told = match.round(choose);
    if (!told) return tl::unexpected(told.error());
    watcher.told(*told);
    if (auto known = tell(belief, *told, go_on, watcher); !known) return known;
  }
  return {};
}

}  // namespace

int know(const KnowOptions& options) {
  if (options.file == "-" && (options.interactive || options.match == "-"))
    return fail({"the standard input cannot be the rules and what happened, both", "give the rules as a file"},
                kUnreadable);
  if (is_theory(options.file)) return know_theory(options);
  if (!options.told.empty() || options.why || options.game)
    return fail(
        {"--told, --why and --game are for incomplete descriptions", "a complete game is followed: --seed, --match"},
        kUnreadable);
  if (options.role.empty()) return fail({"whose knowledge is it?", "--role ROLE"}, kUnreadable);
  auto read = read_playable(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  auto made_belief = make_belief(options, description);
  if (!made_belief) return made_belief.error();
  auto belief = std::move(*made_belief);

  Followed followed;
  if (!options.interactive) {
    MatchOptions wanted{options.file, options.match, options.nth, options.seed, options.engine, options.max_rounds};
    auto made = follow_match(description, belief->rules(), belief->role(), wanted);
    if (!made) return made.error();
    followed = std::move(*made);
  }
  const std::optional<std::uint64_t>& seed = followed.seed;
  const std::string& engine = followed.engine;

  std::string role = belief->rules().text(belief->role());
  std::unique_ptr<KnowledgeWatcher> watcher;
  std::optional<show::Board> board;
  if (options.json) {
    watcher = std::make_unique<KnowledgeRecorder>(
        ordered_json{{"file", options.file},
                     {"role", role},
                     {"filter", belief->name()},
                     {"seed", seed ? ordered_json(*seed) : ordered_json()},
                     {"engine", engine.empty() ? ordered_json() : ordered_json(engine)}});
  } else {
    auto made = show::Board::make(belief->rules());
    if (!made) return fail(made.error(), kFindings);
    board = std::move(*made);
    watcher = std::make_unique<KnowledgePrinter>(*board, options.all);
    fmt::print("{}, what {} knows, filter {}{}{}{}\n", printable(options.file), printable(role), belief->name(),
               engine.empty() ? "" : ", engine " + engine, seed ? fmt::format(", seed {}", *seed) : "",
               followed.of_several);
  }
  if (options.interactive) return know_interactively(*belief, *board, options.all);
  Random random(~seed.value_or(0));  // not the stream of the others
  Match::Choose chosen;
  if (options.player == KnowOptions::Player::kLegal && seed)
    chosen = [&](const Match::Position& truth, MoveId& move) { return choose(random, *belief, truth, move); };
  TruthCheck check;
  auto done = follow(*belief, *followed.match, chosen, options.go_on, *watcher, check);
  watcher->end(check);  // what came before a failure is told, too
  if (!done) return watcher->has_told_of(done.error()) ? kFindings : fail(done.error(), kFindings);
  const std::vector<std::string>& mistakes = check.mistakes();
  for (std::size_t i = 0; i < std::min(mistakes.size(), kShownMistakes); ++i) fail({mistakes[i], ""}, kFindings);
  if (mistakes.size() > kShownMistakes)
    fail({fmt::format("and {} more that were not as it was known", mistakes.size() - kShownMistakes), ""}, kFindings);
  return mistakes.empty() ? kSuccess : kFindings;
}

}  // namespace percept::cli
