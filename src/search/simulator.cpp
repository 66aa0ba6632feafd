// SPDX-License-Identifier: MIT
#include "search/simulator.h"

#include <algorithm>
#include <numeric>

#include "base/bits.h"
#include "base/check.h"
#include "base/random.h"

namespace percept::search {
namespace {

using game::MoveId;
using game::RoleId;
using game::State;

class LaneSimulator : public Simulator {
 public:
  explicit LaneSimulator(std::shared_ptr<const game::WholeGame> whole, std::shared_ptr<const lanes::Plan> plan = {})
      : whole_(std::move(whole)),
        plan_(plan ? std::move(plan) : std::make_shared<const lanes::Plan>(whole_->automaton())),
        batch_(lanes::Backend::best().batch(plan_)) {
    lexicon_ = whole_->lexicon;
    initial_ = whole_->initial;
    if (whole_->imperfect)
      if (auto random = lexicon_->role("random")) nature_ = random->value;
  }

  std::unique_ptr<Simulator> another() const override {
    auto out = std::make_unique<LaneSimulator>(whole_, plan_);
    out->learnt_ = learnt_;
    out->part_ = part_;
    return out;
  }
  const circuit::Factors* factors() const override { return whole_->factors().get(); }
  bool in_lanes() const override { return true; }
  std::size_t words() const override { return plan_->row_words(); }
  double lowest(std::size_t role) const override { return extreme(role, false); }
  double highest(std::size_t role) const override { return extreme(role, true); }
  double cost(double length) const override {
    std::size_t operations = 0;
    for (std::size_t phase = 0; phase < plan_->phases(); ++phase)
      operations += plan_->round(phase).state().size() + plan_->round(phase).next().size();
    constexpr double kOperation = 1.2e-6;  // in a lane of several hundred, in microseconds
    return kOperation * length * static_cast<double>(operations) / static_cast<double>(plan_->phases());
  }

  void look(const lanes::Rows& rows, Choices& out) override {
    batch_->load(rows);
    batch_->find_legal(legal_);
    out.roles = roles();
    out.over.clear();
    out.begins.assign(1, 0);
    out.numbers.clear();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      bool over = legal_.terminal(row);
      out.over.push_back(over);
      for (std::size_t role = 0; role < roles(); ++role) {
        if (!over) {
          std::span<const std::uint64_t> moves = legal_.moves(row, role);
          for (std::size_t w = 0; w < moves.size(); ++w)
            for_each_bit(moves[w],
                         [&](unsigned bit) { out.numbers.push_back(static_cast<std::uint32_t>(64 * w + bit)); });
        }
        out.begins.push_back(static_cast<std::uint32_t>(out.numbers.size()));
      }
    }
  }

  void step(const lanes::Rows& rows, std::span<const std::uint32_t> which, std::span<const std::uint32_t> moves,
            lanes::Rows& next, std::vector<std::uint64_t>* views) override {
    batch_->load(rows);
    batch_->expand(which, moves, successors_);
    std::swap(next, successors_.rows);
    if (views == nullptr) return;
    views->clear();
    for (std::size_t i = 0; i < which.size(); ++i) {
      std::uint64_t all = row_hash_of(moves.subspan(i * roles(), roles()));
      for (std::size_t role = 0; role < roles(); ++role)
        views->push_back(whole_->imperfect ? row_hash(successors_.percepts(i, role)) : all);
    }
  }

  // Positions of one phase are played out together.
  std::uint64_t play(const lanes::Rows& rows, std::span<const std::uint32_t> rounds, const PlayRequest& request,
                     std::vector<float>& values) override {
    values.assign(rows.size() * roles(), -1);
    over_.assign(rows.size(), 0);
    std::uint64_t count = 0;
    for (std::size_t phase = 0; phase < plan_->phases(); ++phase) {
      members_.clear();
      for (std::uint32_t row = 0; row < rows.size(); ++row)
        if (rounds[row] % plan_->phases() == phase) members_.push_back(row);
      if (members_.empty()) continue;
      some_.clear(rows.words());
      for (std::uint32_t row : members_) some_.push(rows.row(row));
      batch_->load(some_);
      lanes::PlayoutOptions options;
      options.round = phase;
      options.each = request.each;
      options.seed = mixed(request.seed + phase);
      options.weights = request.weights;
      options.budget = request.budget;
      batch_->play_out(options, ends_);
      if (ends_.stopped.why != lanes::Stop::kDone) {
        trouble_ = ends_.stopped.why == lanes::Stop::kEndless ? "a match of random moves does not end"
                                                              : "a role has no legal move";
        continue;
      }
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if (ends_.playouts(i) == 0) continue;
        over_[members_[i]] = ends_.states(i) == 0;
        for (std::size_t role = 0; role < roles(); ++role)
          values[members_[i] * roles() + role] = static_cast<float>(ends_.mean_goal(*plan_, i, role) / 100);
      }
      count += ends_.playouts();
      playouts_ += static_cast<double>(ends_.playouts());
      states_ += static_cast<double>(ends_.states());
    }
    return count;
  }

 protected:
  Result<game::FluentId> fluent(std::string_view text) override { return lexicon_->find_fluent(text); }
  Result<MoveId> move(RoleId role, std::string_view text) override { return lexicon_->find_move(role, text); }

 private:
  static std::uint64_t row_hash_of(std::span<const std::uint32_t> moves) {
    std::uint64_t out = 1;
    for (std::uint32_t move : moves) out = mixed(out ^ (move + 1)) + move;
    return out;
  }
  double extreme(std::size_t role, bool high) const {
    bool aims = plan_->goal_begin(role) < plan_->goal_begin(role + 1);
    double out = high || !aims ? 0 : 1;
    for (std::size_t goal = plan_->goal_begin(role); goal < plan_->goal_begin(role + 1); ++goal) {
      double value = plan_->goal_value(goal) / 100.0;
      out = high ? std::max(out, value) : std::min(out, value);
    }
    return out;
  }

  std::shared_ptr<const game::WholeGame> whole_;
  std::shared_ptr<const lanes::Plan> plan_;
  std::unique_ptr<lanes::Batch> batch_;
  lanes::Legal legal_;
  lanes::Successors successors_;
  lanes::Ends ends_;
  lanes::Rows some_;
  std::vector<std::uint32_t> members_;
};

class WalkingSimulator : public Simulator {
 public:
  static Result<std::unique_ptr<Simulator>> make(const game::Model& model, const Budget& budget) {
    auto walk = game::make_prover_walker(model, budget);
    if (!walk) return tl::unexpected(walk.error());
    auto out = std::make_unique<WalkingSimulator>();
    out->growing_ = walk->lexicon;
    out->lexicon_ = walk->lexicon;
    out->walk_ = std::move(*walk);
    out->initial_ = out->walker().initial();
    if (model.imperfect())
      if (auto random = out->lexicon_->role("random")) out->nature_ = random->value;
    return out;
  }

  bool in_lanes() const override { return false; }
  std::size_t words() const override { return lexicon_->fluents() / 64 + 1; }
  double lowest(std::size_t) const override { return 0; }
  double highest(std::size_t) const override { return 1; }
  double cost(double length) const override { return 100 * length; }
  void set_budget(const Budget& budget) override {
    budget_ = budget;
    walker().set_budget(budget);
  }

  void look(const lanes::Rows& rows, Choices& out) override {
    out.roles = roles();
    out.over.clear();
    out.begins.assign(1, 0);
    out.numbers.clear();
    cut_off_ = false;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      go(rows.row(row));
      bool over = walker().terminal();
      std::size_t before = out.numbers.size();
      for (std::uint32_t role = 0; role < roles(); ++role) {
        if (!over) {
          walker().legal(RoleId{role}, legal_);
          if (legal_.empty()) over = true;
          for (MoveId move : legal_) out.numbers.push_back(move.value);
        }
        out.begins.push_back(static_cast<std::uint32_t>(out.numbers.size()));
      }
      if (walker().failed()) {
        stumble();
        over = true;
      }
      out.over.push_back(over);
      if (!over) continue;
      out.numbers.resize(before);
      std::fill(out.begins.end() - static_cast<std::ptrdiff_t>(roles()), out.begins.end(),
                static_cast<std::uint32_t>(before));
    }
  }

  void step(const lanes::Rows& rows, std::span<const std::uint32_t> which, std::span<const std::uint32_t> moves,
            lanes::Rows& next, std::vector<std::uint64_t>* views) override {
    std::vector<State> states;
    if (views) views->clear();
    cut_off_ = false;
    for (std::size_t i = 0; i < which.size(); ++i) {
      go(rows.row(which[i]));
      joint_.clear();
      for (std::size_t role = 0; role < roles(); ++role)
        joint_.push_back(MoveId{moves[i * roles() + role], lexicon_->number()});
      if (views)
        for (std::uint32_t role = 0; role < roles(); ++role) {
          walker().percepts(joint_, RoleId{role}, seen_);
          std::uint64_t hash = 1;
          for (game::PerceptId percept : seen_) hash = mixed(hash ^ (percept.value + 1));
          views->push_back(hash);
        }
      states.emplace_back();
      walker().next(joint_, states.back());
    }
    stumble();
    next.clear(words());
    for (const State& state : states) next.push(state.words());
  }

  std::uint64_t play(const lanes::Rows& rows, std::span<const std::uint32_t>, const PlayRequest& request,
                     std::vector<float>& values) override {
    values.assign(rows.size() * roles(), -1);
    Random random(request.seed);
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      float ended = 0;
      for (std::uint32_t k = 0; k < request.each && !request.budget.out_of_time(); ++k) {
        go(rows.row(row));
        if (!play_one(random, request.budget)) continue;
        ++count;
        ++ended;
        for (std::size_t role = 0; role < roles(); ++role) {
          float& mean = values[row * roles() + role];
          mean = ended == 1 ? reached_[role] : mean + (reached_[role] - mean) / ended;
        }
      }
    }
    playouts_ += static_cast<double>(count);
    return count;
  }

 protected:
  Result<game::FluentId> fluent(std::string_view text) override { return growing_->add_fluent(text); }
  Result<MoveId> move(RoleId role, std::string_view text) override { return growing_->add_move(role, text); }

 private:
  static constexpr std::size_t kMaxRounds = 2'000;

  game::Walker& walker() { return *walk_.walker; }
  void go(std::span<const std::uint64_t> row) {
    at_.assign(row, lexicon_->number());
    walker().go(at_);
  }
  // Whether it came to an end, whose goals are in reached_ then.
  bool play_one(Random& random, const Budget& budget) {
    for (std::size_t round = 0; round < kMaxRounds; ++round) {
      bool over = walker().terminal();
      if (over) find_goals();
      if (walker().failed()) break;
      if (over) return true;
      if (budget.out_of_time()) return false;
      joint_.clear();
      for (std::uint32_t role = 0; role < roles(); ++role) {
        walker().legal(RoleId{role}, legal_);
        if (legal_.empty() || walker().failed()) return stumble();
        joint_.push_back(legal_[random.below(static_cast<std::uint32_t>(legal_.size()))]);
      }
      walker().step(joint_);
      ++states_;
    }
    return stumble();
  }
  void find_goals() {
    reached_.clear();
    for (std::uint32_t role = 0; role < roles(); ++role) {
      walker().goals(RoleId{role}, goals_);
      reached_.push_back(static_cast<float>(std::accumulate(goals_.begin(), goals_.end(), 0) / 100.0));
    }
  }
  // What failed because there was no time for it is no trouble with the rules.
  bool stumble() {
    if (!walker().failed()) return false;
    auto error = walker().take_error();
    cut_off_ = budget_.out_of_time();
    if (!cut_off_) trouble_ = error->message;
    return false;
  }

  game::ProverWalk walk_;
  std::shared_ptr<game::Lexicon> growing_;
  State at_;
  std::vector<MoveId> legal_;
  game::JointMove joint_;
  game::Percepts seen_;
  std::vector<int> goals_;
  std::vector<float> reached_;
  Budget budget_;
};

}  // namespace

Result<std::unique_ptr<Simulator>> Simulator::make(std::shared_ptr<const game::Model> model,
                                                   const ground::Options& grounding) {
  if (auto whole = model->whole(circuit::Logic::kTwoValued, grounding))
    return std::unique_ptr<Simulator>(new LaneSimulator(std::move(*whole)));
  return WalkingSimulator::make(*model, grounding.budget);
}

void Simulator::blend(std::shared_ptr<const LearntValue> learnt, double part) {
  PERCEPT_CHECK(in_lanes() && learnt->roles() == roles(), "a value of this game, in lanes");
  learnt_ = std::move(learnt);
  part_ = static_cast<float>(part);
}

std::uint64_t Simulator::evaluate(const lanes::Rows& rows, std::span<const std::uint32_t> rounds,
                                  const PlayRequest& request, std::vector<float>& values) {
  std::uint64_t count = play(rows, rounds, request, values);
  if (!learnt_) return count;
  learnt_->evaluate(rows, thought_);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t at = row * roles(); at < (row + 1) * roles(); ++at)
      if (!over_[row] && values[at] >= 0) values[at] += part_ * (thought_[at] - values[at]);
  return count;
}

std::optional<State> Simulator::own(const State& state, const game::Lexicon& of) {
  if (of.number() == lexicon_->number()) return state;
  State out({}, lexicon_->number());
  bool known = true;
  game::for_each_fluent(state, [&](game::FluentId each) {
    auto mine = fluent(of.text(each));
    if (mine)
      out.insert(*mine);
    else
      known = false;
  });
  if (!known) return std::nullopt;
  return out;
}

std::optional<std::uint32_t> Simulator::own_move(RoleId role, MoveId number, const game::Lexicon& of) {
  if (of.number() == lexicon_->number()) return number.value;
  auto mine = move(role, of.text(role, number));
  if (!mine) return std::nullopt;
  return mine->value;
}

}  // namespace percept::search
