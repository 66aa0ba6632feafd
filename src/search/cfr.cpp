// SPDX-License-Identifier: MIT
#include "search/cfr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace percept::search {
namespace {

constexpr std::size_t kGrain = 2048;  // information sets
constexpr std::array<VariantName, 8> kVariants = {{{Variant::kCfr, "cfr"},
                                                   {Variant::kCfrPlus, "cfr+"},
                                                   {Variant::kDcfr, "dcfr"},
                                                   {Variant::kPcfrPlus, "pcfr+"},
                                                   {Variant::kHsPcfrPlus, "hs-pcfr+"},
                                                   {Variant::kHsDcfr, "hs-dcfr"},
                                                   {Variant::kPdcfrPlus, "pdcfr+"},
                                                   {Variant::kVadCfr, "vad-cfr"}}};

bool predicts(Variant variant) {
  return variant == Variant::kPcfrPlus || variant == Variant::kHsPcfrPlus || variant == Variant::kPdcfrPlus ||
         variant == Variant::kVadCfr;
}

// What becomes of the regrets: r, the regret so far times a discount for its sign, plus the new one, not below a floor.
struct Rule {
  double positive = 1, negative = 1;  // discounts
  double floor = -HUGE_VAL;
  double gain = 1;      // of new regrets above zero
  double optimism = 0;  // how much of the last regret is expected to come again
  bool steep = false;   // chances are in proportion to the regrets to the power of 1.5
};

double discount(double t, double power) {
  double weight = std::pow(t, power);
  return weight / (weight + 1);
}

// `part` of the planned iterations are done.
Rule rule_of(Variant variant, double t, double part, double volatility) {
  Rule out;
  switch (variant) {
    case Variant::kCfr: break;
    case Variant::kDcfr:
      out.positive = discount(t, 1.5);
      out.negative = discount(t, 0);
      break;
    case Variant::kHsDcfr:
      out.positive = discount(t, 1 + 3 * part);
      out.negative = discount(t, -1 - 2 * part);
      break;
    case Variant::kCfrPlus: out.floor = 0; break;
    case Variant::kPcfrPlus:
    case Variant::kHsPcfrPlus:
      out.floor = 0;
      out.optimism = 1;
      break;
    case Variant::kPdcfrPlus:
      out.floor = 0;
      out.optimism = 1;
      out.positive = t > 1 ? discount(t - 1, 2.3) : 1;
      break;
    case Variant::kVadCfr:
      out.positive = discount(t, std::max(0.1, 1.5 - 0.5 * volatility));
      out.negative = discount(t, -0.1 - 0.5 * volatility);
      out.gain = 1.1;
      out.floor = -20;
      out.optimism = 1 / (1 + t / 100);
      out.steep = true;
      break;
  }
  return out;
}

}  // namespace

std::span<const VariantName> variants() { return kVariants; }

Cfr::Cfr(std::shared_ptr<const Layout> layout, const Options& options) : layout_(std::move(layout)), options_(options) {
  for (const std::vector<int>& goals : layout_->positions().payoffs)
    for (int goal : goals) unit_ = std::max(unit_, std::abs(goal - layout_->offset()));
  for (std::size_t p = 0; p < layout_->players(); ++p) {
    const Forest& forest = layout_->forest(p);
    Player& player = players_.emplace_back();
    player.regrets.assign(forest.sequences(), 0);
    player.sums.assign(forest.sequences(), 0);
    player.behaviour = uniform_behaviour(forest);
    if (predicts(options_.variant)) player.last.assign(forest.sequences(), 0);
    player.values.resize(forest.information_sets());
    Crew alone;
    plans_.push_back(plan_of(forest, player.behaviour, alone));
  }
}

void Cfr::iterate(Crew& crew) {
  ++iterations_;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    if (options_.alternating) weigh(p, crew);
    update(p, crew);
    if (options_.alternating) plans_[p] = plan_of(layout_->forest(p), players_[p].behaviour, crew);
  }
  if (options_.alternating) return;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    plans_[p] = plan_of(layout_->forest(p), players_[p].behaviour, crew);
    weigh(p, crew);
  }
}

void Cfr::update(std::size_t p, Crew& crew) {
  const Forest& forest = layout_->forest(p);
  Player& player = players_[p];
  gradient_.resize(forest.sequences());
  layout_->outcomes().gradient(p, plans_, gradient_, crew);
  auto t = static_cast<double>(iterations_);
  double part = std::min(1.0, t / static_cast<double>(options_.planned));
  Rule rule = rule_of(options_.variant, t, part, player.volatility);
  rule.floor *= unit_;
  bool predicting = !player.last.empty();
  for (std::size_t layer = forest.layers.size() - 1; layer-- > 0;) {
    std::uint32_t from = forest.layers[layer];
    crew.each(
        forest.layers[layer + 1] - from,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t set = from + begin; set < from + end; ++set) {
            std::uint32_t first = forest.first[set], last = forest.first[set + 1];
            double value = 0;
            for (std::uint32_t s = first; s < last; ++s) {
              double worth = gradient_[s];
              for (std::uint32_t c = forest.child[s]; c < forest.child[s + 1]; ++c) worth += player.values[c];
              gradient_[s] = worth;
              value += player.behaviour[s] * worth;
            }
            player.values[set] = value;
            double sum = 0;
            for (std::uint32_t s = first; s < last; ++s) {
              double now = gradient_[s] - value;
              double before = player.regrets[s];
              double regret = before * (before > 0 ? rule.positive : rule.negative) + now * (now > 0 ? rule.gain : 1);
              if (options_.variant == Variant::kDcfr ||
                  options_.variant == Variant::kHsDcfr)  // the new one is discounted, too
                regret = (before + now) * (before + now > 0 ? rule.positive : rule.negative);
              regret = std::max(regret, rule.floor);
              player.regrets[s] = regret;
              if (predicting) player.last[s] = now;
              double chance = std::max(predicting ? regret + rule.optimism * now : regret, 0.0);
              if (rule.steep) chance *= std::sqrt(chance);
              player.behaviour[s] = chance;
              sum += chance;
            }
            double each = 1.0 / (last - first);
            for (std::uint32_t s = first; s < last; ++s)
              player.behaviour[s] = sum > 0 ? player.behaviour[s] / sum : each;
          }
        },
        kGrain);
  }
  if (options_.variant == Variant::kVadCfr) {
    double largest = 0;
    for (double now : player.last) largest = std::max(largest, std::abs(now) / unit_);
    player.volatility = 0.9 * player.volatility + 0.1 * largest;
  }
}

// Adds the plan of this iteration to the sum of all, which is discounted so that the last has weight one.
void Cfr::weigh(std::size_t p, Crew& crew) {
  std::vector<double>& sums = players_[p].sums;
  const Plan& plan = plans_[p];
  auto t = static_cast<double>(iterations_);
  double before = 1;
  auto powered = [&](double power) { before = std::pow((t - 1) / t, power); };
  switch (options_.variant) {
    case Variant::kCfr: break;
    case Variant::kCfrPlus: powered(1); break;
    case Variant::kDcfr:
    case Variant::kPcfrPlus: powered(2); break;
    case Variant::kPdcfrPlus: powered(5); break;
    case Variant::kHsPcfrPlus:
    case Variant::kHsDcfr: powered(30 - 5 * std::min(1.0, t / static_cast<double>(options_.planned))); break;
    case Variant::kVadCfr:
      // What came before iteration 500 does not count, or the first half where few are planned.
      if (iterations_ == std::max<std::uint64_t>(1, std::min<std::uint64_t>(500, options_.planned / 2))) before = 0;
      break;
  }
  crew.each(
      sums.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) sums[s] = sums[s] * before + plan[s];
      },
      1 << 15);
}

Profile Cfr::average() const {
  Profile out;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const Forest& forest = layout_->forest(p);
    const std::vector<double>& sums = players_[p].sums;
    Behaviour& behaviour = out.emplace_back(forest.sequences(), 1.0);
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
      double sum = 0;
      for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s) sum += sums[s];
      for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s)
        behaviour[s] = sum > 0 ? sums[s] / sum : 1.0 / (forest.first[set + 1] - forest.first[set]);
    }
  }
  return out;
}

Profile Cfr::current() const {
  Profile out;
  for (const Player& player : players_) out.push_back(player.behaviour);
  return out;
}

std::size_t Cfr::bytes() const {
  std::size_t out = 0;
  for (const Player& player : players_)
    out += 8 * (player.regrets.size() * 5 + player.last.size() + player.values.size());
  return out;
}

namespace {
template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
bool take(std::string_view& in, T& value) {
  if (in.size() < sizeof value) return false;
  std::memcpy(&value, in.data(), sizeof value);
  in.remove_prefix(sizeof value);
  return true;
}
}  // namespace

std::string Cfr::save() const {
  std::string out;
  put(out, options_.variant);
  put(out, options_.alternating);
  put(out, options_.planned);
  put(out, iterations_);
  for (const Player& player : players_) {
    put(out, player.volatility);
    for (const std::vector<double>* array : {&player.regrets, &player.behaviour, &player.sums, &player.last}) {
      put(out, array->size());
      out.append(reinterpret_cast<const char*>(array->data()), array->size() * sizeof(double));
    }
  }
  return out;
}

Result<void> Cfr::load(std::string_view in) {
  auto wrong = [] { return failure("this is not a state of this game's solver", "start again without it"); };
  Options options;
  if (!take(in, options.variant) || !take(in, options.alternating) || !take(in, options.planned) ||
      options.variant != options_.variant || options.alternating != options_.alternating || !take(in, iterations_))
    return wrong();
  options_ = options;
  for (Player& player : players_) {
    if (!take(in, player.volatility)) return wrong();
    for (std::vector<double>* array : {&player.regrets, &player.behaviour, &player.sums, &player.last}) {
      std::size_t size = 0;
      if (!take(in, size) || size != array->size() || in.size() < size * sizeof(double)) return wrong();
      if (size > 0) std::memcpy(array->data(), in.data(), size * sizeof(double));
      in.remove_prefix(size * sizeof(double));
    }
  }
  if (!in.empty()) return wrong();
  Crew alone;
  for (std::size_t p = 0; p < players_.size(); ++p)
    plans_[p] = plan_of(layout_->forest(p), players_[p].behaviour, alone);
  return {};
}

}  // namespace percept::search
