// SPDX-License-Identifier: MIT
#include "sample/asp/asp_reader.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/check.h"
#include "program/read_terms.h"

namespace percept::sample {

AspReader::AspReader(Rules& rules, asp::Names& names, RoleId role, const belief::Opponents* opponents)
    : rules_(rules), names_(names), role_(role), opponents_(opponents), moves_(rules.roles()) {
  for (std::uint32_t i = 0; i < rules.roles(); ++i) {
    auto term = program::read_term(names.terms(), rules.text(RoleId{i}));
    roles_.insert({names.symbol(*term), RoleId{i}});
    bool is_random = rules.imperfect() && names.terms().is(*term, program::keyword::kRandom, 0);
    modelled_.push_back(opponents && !is_random && RoleId{i} != role);
  }
}

void AspReader::clear() {
  rounds_.clear();
  holds_.clear();
}

AspReader::Round& AspReader::round(std::size_t time) {
  if (time >= rounds_.size()) {
    Round empty;
    empty.does.resize(rules_.roles());
    empty.legal.resize(rules_.roles());
    rounds_.resize(time + 1, empty);
  }
  return rounds_[time];
}

Result<void> AspReader::add(const std::vector<asp::ShownAtom>& atoms) {
  for (const asp::ShownAtom& atom : atoms) {
    asp::SymbolView view = asp::view(atom.symbol);
    auto time = static_cast<std::size_t>(asp::view(view.args.back()).number);
    std::string_view relation = view.name;
    if (relation == "holds") {
      auto known = fluents_.find(view.args[0]);
      if (known == fluents_.end()) {
        auto fluent = rules_.fluent(names_.terms().to_kif(names_.term(view.args[0])));
        if (!fluent) return tl::unexpected(fluent.error());
        known = fluents_.insert({view.args[0], *fluent}).first;
      }
      if (time >= holds_.size()) holds_.resize(time + 1);
      holds_[time].push_back({known->second, atom.literal});
      continue;
    }
    auto role = roles_.find(view.args[0]);
    if (role == roles_.end()) continue;
    auto& numbers = moves_[role->second.value];
    auto known = numbers.find(view.args[1]);
    if (known == numbers.end()) {
      auto move = rules_.move(role->second, names_.terms().to_kif(names_.term(view.args[1])));
      if (!move) continue;  // one that is never legal, which the circuit knows
      known = numbers.insert({view.args[1], *move}).first;
    }
    Round& of_time = round(time);
    (relation == "does" ? of_time.does : of_time.legal)[role->second.value].push_back({known->second, atom.literal});
  }
  return {};
}

game::State AspReader::state(const asp::Models& models, std::size_t time) const {
  game::State out;
  if (time >= holds_.size()) return out;
  for (const Entry<FluentId>& fluent : holds_[time])
    if (models.holds(fluent.literal)) out.insert(fluent.number);
  return out;
}

double AspReader::log_chance(const asp::Models& models, std::size_t time, RoleId role, MoveId move) {
  const Table<MoveId>& legal = rounds_[time].legal[role.value];
  if (!modelled_[role.value]) {
    auto count = std::ranges::count_if(legal, [&](const auto& entry) { return models.holds(entry.literal); });
    return -std::log(static_cast<double>(count));
  }
  legal_.clear();
  for (const Entry<MoveId>& entry : legal)
    if (models.holds(entry.literal)) legal_.push_back(entry.number);
  std::ranges::sort(legal_);
  opponents_->chances(role, state(models, time), legal_, chances_);
  auto made = std::ranges::find(legal_, move);
  PERCEPT_CHECK(made != legal_.end(), "a model makes legal moves");
  return std::log(chances_[static_cast<std::size_t>(made - legal_.begin())]);
}

WeightedHistory AspReader::read(const asp::Models& models, const std::vector<Experience>& experiences) {
  WeightedHistory out;
  for (std::size_t time = 0; time < experiences.size(); ++time) {
    game::JointMove moves(rules_.roles());
    for (std::uint32_t r = 0; r < rules_.roles(); ++r) {
      const Table<MoveId>& does = rounds_[time].does[r];
      auto made = std::ranges::find_if(does, [&](const auto& entry) { return models.holds(entry.literal); });
      PERCEPT_CHECK(made != does.end(), "a model has a move of every role");
      moves[r] = made->number;
      if (RoleId{r} != role_ || !experiences[time].move)
        out.log_weight += log_chance(models, time, RoleId{r}, moves[r]);
    }
    out.moves.push_back(std::move(moves));
  }
  out.state = state(models, experiences.size());
  return out;
}

}  // namespace percept::sample
