// SPDX-License-Identifier: MIT
#include "belief/worlds.h"

#include "belief/worlds_implementation.h"

namespace percept::belief {

void Worlds::Implementation::count_share(Share& share, std::uint32_t code, const Values& values, std::size_t first,
                                         std::size_t count, double weight) const {
  bool all = true, some = false;
  for (unsigned g = 0; g < values.groups(); ++g) {
    std::uint64_t lanes = lanes_of_group(count, g), holds = values.read(code, g) & lanes;
    all &= holds == lanes;
    some |= holds != 0;
  }
  share.some |= some;
  share.all &= all;
  if (all) {
    share.weight += weight;
  } else if (some) {
    for (unsigned g = 0; g < values.groups(); ++g)
      for_each_bit(values.read(code, g) & lanes_of_group(count, g),
                   [&](unsigned lane) { share.weight += now_.weight(first + 64 * std::size_t{g} + lane); });
  }
}

void Worlds::Implementation::look() {
  if (looked_) return;
  const Kernels& kernels = lanes::kernels_for(now_.size(), most_lanes_);
  legal_.assign(moves()[role_.value].size(), {false, true, 0});
  terminal_ = {false, true, 0};
  for (std::size_t first = 0; first < now_.size(); first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    evaluate_state(state_streams(), kernels, first, count);
    double weight = 0;
    for (std::size_t i = 0; i < count; ++i) weight += now_.weight(first + i);
    const Streams& streams = state_values_.streams();
    count_share(terminal_, streams.terminal(), state_values_, first, count, weight);
    for (std::size_t m = 0; m < legal_.size(); ++m)
      count_share(legal_[m], streams.legal(role_.value)[m], state_values_, first, count, weight);
  }
  looked_ = true;
}

std::vector<Worlds::Share> Worlds::Implementation::goals() {
  const Streams& streams = round_.streams(Part::kGoals);
  const Kernels& kernels = lanes::kernels_for(now_.size(), most_lanes_);
  Streams::Codes codes = streams.goals(role_.value);
  std::vector<Share> out(codes.size(), {false, true, 0});
  move_values_.prepare(kernels, streams);
  for (std::size_t first = 0; first < now_.size(); first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    move_values_.set_fluents(now_.rows(), first, count);
    move_values_.run(streams.goals());
    double weight = 0;
    for (std::size_t i = 0; i < count; ++i) weight += now_.weight(first + i);
    for (std::size_t v = 0; v < out.size(); ++v) count_share(out[v], codes[v], move_values_, first, count, weight);
  }
  return out;
}

std::vector<Worlds::Share> Worlds::Implementation::fluents() const {
  std::vector<double> weights(64 * now_.words());
  std::vector<std::uint64_t> some(now_.words()), all(now_.words(), ~std::uint64_t{0});
  for (std::size_t world = 0; world < now_.size(); ++world) {
    const std::uint64_t* row = now_.row(world);
    for (std::size_t w = 0; w < now_.words(); ++w) {
      some[w] |= row[w];
      all[w] &= row[w];
      for_each_bit(row[w], [&](unsigned bit) { weights[64 * w + bit] += now_.weight(world); });
    }
  }
  std::vector<Share> out;
  for (FluentId fluent : round_.circuit()->fluents) {
    std::size_t word = fluent.value / 64, bit = fluent.value % 64;
    if (word >= now_.words())
      out.push_back({});
    else
      out.push_back({(some[word] >> bit & 1) != 0, (all[word] >> bit & 1) != 0, weights[fluent.value]});
  }
  return out;
}

// ---- Worlds

Worlds::Worlds(RoleId role, std::size_t limit, unsigned lanes)
    : it_(std::make_unique<Implementation>(role, limit, lanes)) {}
Worlds::~Worlds() = default;
Worlds::Worlds(Worlds&&) noexcept = default;
Worlds& Worlds::operator=(Worlds&&) noexcept = default;

void Worlds::start(std::span<const FluentId> state) { it_->start(state); }
void Worlds::use(std::shared_ptr<const NumberedCircuit> circuit) { it_->use(std::move(circuit)); }
void Worlds::expect(std::shared_ptr<const Opponents> opponents, std::optional<RoleId> random) {
  it_->expect(std::move(opponents), random);
}
void Worlds::limit(std::size_t worlds) { it_->limit(worlds); }
Outcome Worlds::advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                        const Budget& budget) {
  return it_->advance(move, percepts, budget);
}
bool Worlds::for_each_step(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                           const std::function<void(const Step&)>& visit, const Budget& budget) {
  return it_->for_each_step(move, percepts, visit, budget);
}
Worlds::Layer Worlds::layer() const { return it_->layer(); }
void Worlds::restore(const Layer& layer) { it_->restore(layer); }
std::size_t Worlds::words() const { return it_->words(); }
const WorldSet& Worlds::all() const { return it_->worlds(); }
std::size_t Worlds::size() const { return it_->worlds().size(); }
bool Worlds::complete() const { return it_->complete(); }
void Worlds::thin(std::size_t count, Random& random) { it_->thin(count, random); }
void Worlds::add(std::span<const FluentId> state, double weight) { it_->add(state, weight); }
double Worlds::weight(std::size_t world) const { return it_->worlds().weight(world); }
std::vector<Worlds::Share> Worlds::fluents() const { return it_->fluents(); }
std::vector<Worlds::Share> Worlds::legal() { return it_->legal(); }
std::vector<Worlds::Share> Worlds::goals() { return it_->goals(); }
Worlds::Share Worlds::terminal() { return it_->terminal(); }

std::vector<FluentId> Worlds::state(std::size_t world) const {
  const WorldSet& worlds = it_->worlds();
  std::vector<FluentId> out;
  for (std::size_t w = 0; w < worlds.words(); ++w)
    for_each_bit(worlds.row(world)[w],
                 [&](unsigned bit) { out.push_back(FluentId{static_cast<std::uint32_t>(64 * w + bit)}); });
  return out;
}

}  // namespace percept::belief
