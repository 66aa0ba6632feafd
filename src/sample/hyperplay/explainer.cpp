// SPDX-License-Identifier: MIT
#include "sample/hyperplay/explainer.h"

#include <algorithm>

#include "sample/hyperplay/shuffled_order.h"

namespace percept::sample {
namespace {

constexpr std::uint64_t kManyTrials = 1u << 20;  // of all positions of a round together
constexpr std::uint64_t kFewTrials = 512;        // of one position at least
constexpr std::size_t kEnough = 64;              // explanations of one position at least, when there are more
constexpr std::uint64_t kOneByOne = 4096;        // joint moves are tried one after the other up to here
constexpr std::uint64_t kCountless = std::uint64_t{1} << 62;

bool leads_on(const Positions::Explanation& explanation, const Positions* following) {
  return explanation.next == Positions::kUnknown || !following || (*following)[explanation.next].dead == 0;
}

}  // namespace

Result<Outcome> Explainer::prepare(const Positions& positions, std::span<const std::uint32_t> which,
                                   const Experience& experience, const Budget& budget) {
  auto outcome = [&] { return lanes_.expect(experience) ? Outcome::kDone : Outcome::kUnexplained; };
  if (auto whole = rules_->whole()) {
    lanes_.use(whole);
    return outcome();
  }
  std::vector<std::uint64_t> all(positions.words(), ~std::uint64_t{0}), some(positions.words());
  for (std::uint32_t position : which)
    for (std::size_t w = 0; w < positions.words(); ++w) {
      all[w] &= positions.row(position)[w];
      some[w] |= positions.row(position)[w];
    }
  auto within = [](const std::vector<std::uint64_t>& small, const std::vector<std::uint64_t>& large) {
    for (std::size_t w = 0; w < small.size(); ++w)
      if ((small[w] & ~(w < large.size() ? large[w] : 0)) != 0) return false;
    return true;
  };
  if (!lanes_.circuit() || !within(known_, all) || !within(some, possible_)) {
    std::vector<FluentId> known, open;
    for (std::size_t w = 0; w < some.size(); ++w)
      for_each_bit(some[w], [&](unsigned bit) {
        FluentId fluent{static_cast<std::uint32_t>(64 * w + bit)};
        ((all[w] >> bit & 1) != 0 ? known : open).push_back(fluent);
      });
    double start = cpu_seconds();
    auto local = rules_->local(known, open, role_, budget);
    grounding_ += cpu_seconds() - start;
    if (!local) return tl::unexpected(local.error());
    lanes_.use(*local);
    known_ = std::move(all);
    possible_ = std::move(some);
  }
  return outcome();
}

// ---- what explains a round

Result<bool> Explainer::explain(Positions& positions, std::span<const std::uint32_t> which, const Positions* following,
                                std::size_t games, const Experience& experience, const Budget& budget) {
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t position : which) {
    if (positions[position].dead != 0 || positions[position].complete()) continue;
    bool some = false;
    for (const Positions::Explanation& explanation : positions.explanations(position))
      some |= leads_on(explanation, following);
    if (!some) wanted.push_back(position);
  }
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (wanted.empty()) return true;
  if (budget.out_of_time()) return false;
  auto prepared = prepare(positions, wanted, experience, budget);
  if (!prepared && budget.out_of_time()) return false;
  if (!prepared) return tl::unexpected(prepared.error());
  if (*prepared == Outcome::kUnexplained) {
    for (std::uint32_t position : wanted) positions[position].looked_at = true;
    return true;
  }
  std::size_t enough = std::max(kEnough, 4 * games / wanted.size());
  std::uint64_t share = std::max(kFewTrials, kManyTrials / wanted.size());
  for (std::size_t begin = 0; begin < wanted.size(); begin += lanes_.width()) {
    std::size_t count = std::min(lanes_.width(), wanted.size() - begin);
    if (!try_joint_moves(positions, std::span(wanted).subspan(begin, count), enough, share, budget)) return false;
  }
  return true;
}

bool Explainer::try_joint_moves(Positions& positions, std::span<const std::uint32_t> which, std::size_t enough,
                                std::uint64_t share, const Budget& budget) {
  lanes_.clear(positions.words());
  for (std::uint32_t position : which) lanes_.add_position(positions.row(position));
  lanes_.find_legal();
  searches_.resize(std::max(searches_.size(), which.size()));
  trials_.clear();
  std::vector<std::uint64_t> tried(which.size());
  bool in_time = true;
  std::size_t done = 0;  // searches whose trials are all on their way
  for (; done < which.size() && in_time; ++done) {
    Search& search = searches_[done];
    search.position = which[done];
    search.found.clear();
    find_choices(positions, search, done);
    Position& position = positions[which[done]];
    if (position.looked_at && position.joint_moves != search.joint_moves) {  // another circuit sees more at first sight
      position.tried = 0;
      position.explanations = 0;
    }
    position.joint_moves = search.joint_moves;
    std::uint64_t end = std::min(search.joint_moves, position.tried + share);
    search.in_order = search.joint_moves <= kOneByOne && position.tried == 0 && end == search.joint_moves;
    search.too_many = end < search.joint_moves;
    std::uint64_t next = position.tried;
    for (; next < end && in_time; ++next) {
      try_one(search, static_cast<std::uint32_t>(done), next);
      if (trials_.size() < lanes_.width()) continue;
      run_trials();
      in_time = !budget.out_of_time();
      if (search.too_many && search.found.size() >= enough) end = next + 1;
    }
    tried[done] = next;
  }
  run_trials();
  // Trials one after the other say nothing before all are made.
  for (std::size_t i = 0; i < done; ++i) {
    if (searches_[i].in_order && tried[i] < searches_[i].joint_moves) continue;
    conclude(positions, searches_[i], tried[i], enough);
  }
  return in_time;
}

void Explainer::conclude(Positions& positions, Search& search, std::uint64_t tried, std::size_t enough) {
  Position& position = positions[search.position];
  if (search.too_many && search.found.size() >= enough) {
    tried = search.found[enough - 1].first;
    search.found.resize(enough - 1);
  }
  const std::vector<std::vector<MoveId>>& numbers = lanes_.circuit()->moves;
  std::vector<MoveId> moves(numbers.size());
  for (const auto& [trial, choice] : search.found) {
    double chance = 1;
    for (std::size_t role = 0; role < numbers.size(); ++role) {
      chance *= search.chances[role][choice[role]];
      moves[role] = numbers[role][search.moves[role][choice[role]]];
    }
    positions.explain(search.position, chance, moves);
  }
  position.tried = tried;
  position.looked_at = true;
}

// Those that are legal and not excluded by the percepts at first sight; all that are legal count for the chances.
void Explainer::find_choices(const Positions& positions, Search& search, std::size_t in_lanes) {
  const std::vector<std::vector<MoveId>>& numbers = lanes_.circuit()->moves;
  search.moves.resize(numbers.size());
  search.chances.resize(numbers.size());
  search.joint_moves = lanes_.goes_on(in_lanes) ? 1 : 0;
  search.order = seed_;
  for (std::uint64_t word : positions.row(search.position)) search.order = mixed(search.order ^ word);
  if (search.joint_moves == 0) return;
  for (std::uint32_t role = 0; role < numbers.size(); ++role) {
    std::vector<std::uint32_t>& moves = search.moves[role];
    std::vector<double>& chances = search.chances[role];
    if (role == role_.value && lanes_.own()) {
      moves.assign(1, *lanes_.own());
      chances.assign(1, 1);
      continue;
    }
    lanes_.legal(in_lanes, role, moves);
    std::ranges::sort(moves, {}, [&](std::uint32_t move) { return numbers[role][move]; });
    chances.assign(moves.size(), 1 / static_cast<double>(moves.size()));
    if (chances_.needs_position(RoleId{role})) {
      std::vector<MoveId> legal;
      for (std::uint32_t move : moves) legal.push_back(numbers[role][move]);
      std::span<const std::uint64_t> row = positions.row(search.position);
      opponents_->chances(RoleId{role}, game::State(std::vector<std::uint64_t>(row.begin(), row.end())), legal,
                          chances);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (lanes_.excluded(role, moves[i])) continue;
      moves[kept] = moves[i];
      chances[kept++] = chances[i];
    }
    moves.resize(kept);
    chances.resize(kept);
    search.joint_moves = kept != 0 && search.joint_moves > kCountless / kept ? kCountless : search.joint_moves * kept;
  }
}

// What each role chooses in a trial. Where joint moves are countless, one is drawn for each number.
void Explainer::decode(const Search& search, std::uint64_t number) {
  bool countless = search.joint_moves == kCountless;
  std::uint64_t index = countless || search.in_order ? number : ShuffledOrder(search.joint_moves, search.order)[number];
  choice_.resize(search.moves.size());
  for (std::size_t role = 0; role < search.moves.size(); ++role) {
    std::size_t moves = search.moves[role].size();
    choice_[role] =
        static_cast<std::uint32_t>((countless ? mixed(search.order + (number << 8) + role) : index) % moves);
    index /= moves;
  }
}

void Explainer::try_one(const Search& search, std::uint32_t in_lanes, std::uint64_t number) {
  decode(search, number);
  joint_.resize(choice_.size());
  for (std::size_t role = 0; role < choice_.size(); ++role) joint_[role] = search.moves[role][choice_[role]];
  lanes_.add(in_lanes, joint_);
  trials_.push_back({in_lanes, number});
}

void Explainer::run_trials() {
  if (trials_.empty()) return;
  lanes_.run(false);
  for (std::size_t lane = 0; lane < trials_.size(); ++lane) {
    if (!lanes_.explained(lane)) continue;
    Search& search = searches_[trials_[lane].search];
    decode(search, trials_[lane].number);
    search.found.emplace_back(trials_[lane].number, choice_);
  }
  trials_.clear();
}

// ---- where explanations lead to

Result<void> Explainer::follow(Positions& from, std::span<const Pair> pairs, const Experience& experience,
                               Positions& to, const Budget& budget) {
  if (pairs.empty()) return {};
  std::vector<std::uint32_t> which;
  for (const Pair& pair : pairs) which.push_back(pair.first);
  auto prepared = prepare(from, which, experience, budget);  // they were explained
  if (!prepared) return tl::unexpected(prepared.error());
  const belief::NumberedCircuit& circuit = *lanes_.circuit();
  joint_.resize(circuit.moves.size());
  for (std::size_t begin = 0; begin < pairs.size(); begin += lanes_.width()) {
    std::span<const Pair> some = pairs.subspan(begin, std::min(lanes_.width(), pairs.size() - begin));
    lanes_.clear(from.words());
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i == 0 || some[i].first != some[i - 1].first) lanes_.add_position(from.row(some[i].first));
      std::span<const MoveId> moves = from.moves(some[i].second);
      for (std::uint32_t role = 0; role < moves.size(); ++role)
        joint_[role] = static_cast<std::uint32_t>(*circuit.index(RoleId{role}, moves[role]));
      lanes_.add(lanes_.positions() - 1, joint_);
    }
    lanes_.run(true);
    for (std::size_t i = 0; i < some.size(); ++i) from.explanation(some[i].second).next = to.add(lanes_.next(i));
  }
  return {};
}

}  // namespace percept::sample
