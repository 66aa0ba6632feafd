// SPDX-License-Identifier: MIT
#include "lab/table1.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/budget.h"
#include "belief/senses.h"
#include "belief/two_set.h"
#include "gdl/reader.h"

namespace percept::lab {
namespace {

using belief::MoveId;
using belief::RoleId;
using belief::Rules;
using belief::Truth;

// A rule sheet with what the filters reason with and a referee, which shares nothing with them.
class RefereedSheet {
 public:
  static Result<RefereedSheet> open(const std::string& file, double grounding_seconds) {
    auto description = gdl::read_file(file);
    if (!description) return tl::unexpected(description.error());
    RefereedSheet sheet;
    sheet.file_ = file;
    sheet.description_ = std::move(*description);
    sheet.grounding_.seconds = grounding_seconds;
    return sheet;
  }

  const std::string& file() const { return file_; }
  Result<std::shared_ptr<Rules>> rules(circuit::Logic logic) {
    std::shared_ptr<Rules>& rules = logic == circuit::Logic::kKleene ? kleene_ : two_valued_;
    if (rules) return rules;
    // What was too large once is not tried for long again.
    ground::Options grounding = grounding_;
    if (too_large_) grounding.max_rules = 1;
    auto made = Rules::make(description_, logic, grounding);
    if (!made) return tl::unexpected(made.error());
    too_large_ = !(*made)->whole();
    return rules = *made;
  }
  Result<game::Game*> referee() {
    if (!game_) {
      game::Game::Options options{too_large_ ? game::Game::Choice::kProver : game::Game::Choice::kAuto, grounding_};
      auto made = game::Game::make(description_, options);
      if (!made) return tl::unexpected(made.error());
      game_ = std::make_unique<game::Game>(std::move(*made));
    }
    return game_.get();
  }

 private:
  std::string file_;
  std::shared_ptr<const gdl::Description> description_;
  ground::Options grounding_;
  bool too_large_ = false;
  std::shared_ptr<Rules> kleene_, two_valued_;
  std::unique_ptr<game::Game> game_;
};

// Whether what is claimed of a set agrees with the truth; both are sorted.
template <class Thing>
bool sound(const belief::Known<Thing>& claimed, const std::vector<Thing>& truth) {
  if (!std::ranges::includes(truth, claimed.known)) return false;
  return std::ranges::all_of(truth, [&](const Thing& thing) {
    return std::ranges::binary_search(claimed.known, thing) || std::ranges::binary_search(claimed.open, thing);
  });
}

// One role, one filter, one match after the other.
class TableExperiment {
 public:
  TableExperiment(game::Game& game, RoleId role, belief::Belief& belief, const Table1Options& options)
      : game_(game), role_(role), belief_(belief), options_(options), senses_(game, belief.rules(), role) {
    measured_.local = belief.rules().whole() == nullptr;
  }

  // False when `go_on` said so; the match then does not count.
  Result<bool> play(std::size_t match, const std::function<bool()>& go_on) {
    auto restarted = belief_.restart();
    if (!restarted) return tl::unexpected(restarted.error());
    Random random(options_.seed + match);
    game::State state = game_.initial();
    Match now;
    for (;; ++now.rounds) {
      auto over = game_.terminal(state);
      if (!over) return tl::unexpected(over.error());
      now.ended = *over;
      if (*over || now.rounds == options_.max_rounds) break;
      if (!go_on()) return false;
      auto next = play_round(state, random, now);
      if (!next) return tl::unexpected(next.error());
      state = std::move(*next);
    }
    if (now.ended)
      if (auto asked = ask_at_end(state, now); !asked) return tl::unexpected(asked.error());
    add(now);
    return true;
  }

  const Measured& measured() const { return measured_; }

 private:
  struct Match {
    std::size_t rounds = 0;
    bool ended = false;
    bool legal = true, terminal = false, goal = false;
    double update_seconds = 0, question_seconds = 0;
    std::size_t rounds_until_lost = 0;
    double update_seconds_until_lost = 0;
    std::size_t peak_states = 0, symbolic_rounds = 0;
  };

  Result<game::State> play_round(const game::State& state, Random& random, Match& now) {
    double asked = cpu_seconds();
    belief::Known<MoveId> legal = belief_.legal();
    now.question_seconds += cpu_seconds() - asked;
    if (!legal.open.empty()) now.legal = false;
    auto true_moves = game_.legal(state, role_);
    if (!true_moves) return tl::unexpected(true_moves.error());
    for (MoveId& move : *true_moves) {
      auto own = senses_.move(move);
      if (!own) return tl::unexpected(own.error());
      move = *own;
    }
    std::ranges::sort(*true_moves);
    if (!sound(legal, *true_moves)) return false_claim("its legal moves");

    auto moves = game::random_joint_move(game_, state, random);
    if (!moves) return tl::unexpected(moves.error());
    auto seen = game_.percepts(state, *moves, role_);
    if (!seen) return tl::unexpected(seen.error());
    auto experience = senses_.experience((*moves)[role_.value], *seen);
    if (!experience) return tl::unexpected(experience.error());

    double begun = cpu_seconds();
    Result<void> updated = belief_.update(*experience);
    double update_seconds = cpu_seconds() - begun;
    now.update_seconds += update_seconds;
    if (now.legal) {
      ++now.rounds_until_lost;
      now.update_seconds_until_lost += update_seconds;
    }
    if (!updated) return tl::unexpected(updated.error());
    if (belief_.name() == "exact") {
      auto states = belief_.states();
      now.peak_states = std::max(now.peak_states, states.value_or(0));
      now.symbolic_rounds += !states;
    }
    return game_.next(state, *moves);
  }

  Result<void> ask_at_end(const game::State& state, Match& now) {
    double asked = cpu_seconds();
    Truth terminal = belief_.terminal();
    belief::Known<int> goals = belief_.goals();
    now.question_seconds += cpu_seconds() - asked;
    now.terminal = terminal == Truth::kYes;
    now.goal = goals.known.size() == 1 && goals.open.empty();
    auto true_goals = game_.goals(state, role_);
    if (!true_goals) return tl::unexpected(true_goals.error());
    if (terminal == Truth::kNo) return false_claim("that the game goes on");
    std::ranges::sort(goals.known);
    std::ranges::sort(goals.open);
    if (!sound(goals, *true_goals)) return false_claim("its goal value");
    return {};
  }

  tl::unexpected<Error> false_claim(std::string_view what) const {
    return failure(fmt::format("the {} filter claims to know {} in round {}, and is wrong", belief_.name(), what,
                               belief_.round()));
  }

  void add(const Match& match) {
    ++measured_.matches;
    measured_.ended += match.ended;
    measured_.rounds += match.rounds;
    measured_.legal += match.legal;
    measured_.terminal += match.terminal;
    measured_.goal += match.goal;
    measured_.update_seconds += match.update_seconds;
    measured_.question_seconds += match.question_seconds;
    measured_.rounds_until_lost += match.rounds_until_lost;
    measured_.update_seconds_until_lost += match.update_seconds_until_lost;
    measured_.symbolic_rounds += match.symbolic_rounds;
    measured_.gave_up += belief_.gave_up();
    if (match.peak_states > 0) measured_.peak_states = std::max(measured_.peak_states.value_or(0), match.peak_states);
  }

  game::Game& game_;
  RoleId role_;
  belief::Belief& belief_;
  const Table1Options& options_;
  belief::Senses senses_;
  Measured measured_;
};

// All rows, one after the other; neighbours on the same sheet share it.
class Run {
 public:
  Run(const std::vector<Row>& rows, const Table1Options& options, const Watch& watch)
      : rows_(rows), options_(options), watch_(watch) {
    for (const Row& row : rows)
      all_matches_ += options.matches * ((options.two_set ? 1 : 0) + (options.exact && !row.made_only ? 1 : 0));
  }

  MeasuredRow measure(std::size_t index) {
    index_ = index;
    MeasuredRow out{rows_[index], {}, {}, {}};
    if (out.row.file.empty()) {
      out.problem = "there is no rule sheet for it";
      return out;
    }
    Result<void> done = {};
    if (options_.two_set) done = measure(out, circuit::Logic::kKleene, out.two_set);
    if (done && !stopped_ && options_.exact && !out.row.made_only)
      done = measure(out, circuit::Logic::kTwoValued, out.exact);
    if (!done)
      out.problem = done.error().message;
    else if (stopped_)
      out.problem = interrupted_after(out);
    return out;
  }
  bool stopped() const { return stopped_; }

 private:
  // "interrupted after 25 (two-set) and 3 (exact) of 25 matches"
  std::string interrupted_after(const MeasuredRow& row) const {
    auto played = [](const std::optional<Measured>& measured) { return measured ? measured->matches : 0; };
    std::vector<std::string> parts;
    if (options_.two_set) parts.push_back(fmt::format("{} (two-set)", played(row.two_set)));
    if (options_.exact && !row.row.made_only) parts.push_back(fmt::format("{} (exact)", played(row.exact)));
    return fmt::format("interrupted after {} of {} matches", fmt::join(parts, " and "), options_.matches);
  }

  bool go_on(std::string_view doing) {
    if (watch_ && !watch_({index_, rows_.size(), matches_, all_matches_, rounds_, rows_[index_], doing}))
      stopped_ = true;
    return !stopped_;
  }

  Result<std::unique_ptr<belief::Belief>> make_belief(const Row& row, std::shared_ptr<Rules> rules, RoleId role,
                                                      circuit::Logic logic) {
    auto upcast = [](auto made) -> Result<std::unique_ptr<belief::Belief>> {
      if (!made) return tl::unexpected(made.error());
      return std::unique_ptr<belief::Belief>(std::move(*made));
    };
    if (logic == circuit::Logic::kKleene) return upcast(belief::TwoSetBelief::make(rules, role, {!row.made_only}));
    return upcast(belief::ExactBelief::make(rules, role, options_.budget));
  }

  Result<void> measure(MeasuredRow& out, circuit::Logic logic, std::optional<Measured>& measured) {
    const Row& row = out.row;
    if (!go_on("grounding")) return {};
    if (!sheet_ || sheet_->file() != row.file) {
      sheet_.reset();
      auto opened = RefereedSheet::open(row.file, options_.grounding_seconds);
      if (!opened) return tl::unexpected(opened.error());
      sheet_ = std::make_unique<RefereedSheet>(std::move(*opened));
    }
    auto rules = sheet_->rules(logic);
    if (!rules) return tl::unexpected(rules.error());
    auto game = sheet_->referee();
    if (!game) return tl::unexpected(game.error());
    auto role = (*rules)->role(row.role);
    auto referee_role = (*game)->role(row.role);
    if (!role || !referee_role || *role != *referee_role)
      return failure(fmt::format("{} has no role {}", row.file, row.role));
    auto belief = make_belief(row, *rules, *role, logic);
    if (!belief) return tl::unexpected(belief.error());

    TableExperiment experiment(**game, *role, **belief, options_);
    for (std::size_t match = 0; match < options_.matches && !stopped_; ++match) {
      auto played = experiment.play(match, [&] { return go_on((*belief)->name()); });
      if (experiment.measured().matches > 0) measured = experiment.measured();
      if (!played) return failure(fmt::format("match {}: {}", match + 1, played.error().message), played.error().hint);
      if (*played) ++matches_;
      rounds_ = rounds_before_ + experiment.measured().rounds;
    }
    rounds_before_ = rounds_;
    return {};
  }

  const std::vector<Row>& rows_;
  const Table1Options& options_;
  const Watch& watch_;
  std::size_t index_ = 0, matches_ = 0, all_matches_ = 0, rounds_ = 0, rounds_before_ = 0;
  bool stopped_ = false;
  std::unique_ptr<RefereedSheet> sheet_;
};

double log_binomial(std::size_t n, std::size_t k) {
  auto log_factorial = [](std::size_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// The chance of counts at least as unlikely as k1 of n1 and k2 of n2 when both have the same rate.
double fisher(std::size_t k1, std::size_t n1, std::size_t k2, std::size_t n2) {
  std::size_t sum = k1 + k2;
  auto chance = [&](std::size_t k) {
    return std::exp(log_binomial(n1, k) + log_binomial(n2, sum - k) - log_binomial(n1 + n2, sum));
  };
  double total = 0, seen = chance(k1);
  for (std::size_t k = sum > n2 ? sum - n2 : 0; k <= std::min(n1, sum); ++k)
    if (chance(k) <= seen * (1 + 1e-9)) total += chance(k);
  return total;
}

}  // namespace

double two_set_figure(const Measured& measured) { return measured.per_1000_rounds(measured.update_seconds); }

double exact_figure(const Measured& measured) {
  return measured.per_1000_rounds(measured.update_seconds + measured.question_seconds);
}

std::optional<bool> as_paper(const MeasuredRow& row) {
  if (row.row.own_sheet || !row.row.paper || !row.two_set || row.two_set->matches == 0) return std::nullopt;
  const Measured& ours = *row.two_set;
  const PaperRow& paper = *row.row.paper;
  std::optional<bool> legal = as_mark(paper.legal, ours.legal, ours.matches);
  if (!legal || !*legal || !paper.terminal || !paper.goal) return legal;
  std::optional<bool> terminal = as_mark(*paper.terminal, ours.terminal, ours.ended);
  std::optional<bool> goal = as_mark(*paper.goal, ours.goal, ours.ended);
  if ((terminal && !*terminal) || (goal && !*goal)) return false;
  return terminal && goal ? std::optional(true) : std::nullopt;
}

std::optional<bool> as_mark(bool always, std::size_t known, std::size_t matches) {
  constexpr std::size_t kEnough = 20;
  if (matches == 0 || (!always && known == matches && matches < kEnough)) return std::nullopt;
  return always == (known == matches);
}

std::optional<double> speed_up(const MeasuredRow& row) {
  if (row.row.own_sheet || !row.row.baseline || !row.two_set || row.two_set->rounds == 0) return std::nullopt;
  const Measured& ours = *row.two_set;
  const Counts& theirs = row.row.baseline->counts;
  double figure = two_set_figure(ours);
  if (theirs.legal < theirs.matches) {
    if (ours.rounds_until_lost == 0) return std::nullopt;
    figure = 1000 * ours.update_seconds_until_lost / static_cast<double>(ours.rounds_until_lost);
  }
  return row.row.baseline->seconds / std::max(figure, 1e-9);
}

std::vector<std::string> differences(const Measured& measured, const Counts& others) {
  constexpr double kLevel = 0.01;
  std::vector<std::string> out;
  auto compare = [&](const char* name, std::size_t ours, std::size_t matches, std::optional<std::size_t> theirs) {
    if (theirs && matches > 0 && fisher(ours, matches, *theirs, others.matches) < kLevel) out.push_back(name);
  };
  compare("legal", measured.legal, measured.matches, others.legal);
  compare("terminal", measured.terminal, measured.ended, others.terminal);
  compare("goal", measured.goal, measured.ended, others.goal);
  return out;
}

Table1 measure_table1(const std::vector<Row>& rows, const Table1Options& options, const Watch& watch,
                      const OnRow& on_row) {
  Table1 table{options, {}, rows.size(), false};
  Run run(rows, table.options, watch);
  for (std::size_t i = 0; i < rows.size() && !run.stopped(); ++i) {
    table.rows.push_back(run.measure(i));
    if (on_row) on_row(table.rows.back());
  }
  table.interrupted = run.stopped();
  return table;
}

}  // namespace percept::lab
