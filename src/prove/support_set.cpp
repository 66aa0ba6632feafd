// SPDX-License-Identifier: MIT
#include "prove/support_set.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/hash.h"

namespace percept::prove {
namespace {

std::uint64_t signature_of(const Support& support) {
  std::uint64_t out = 0;
  for (const SupportLiteral& literal : support)
    out |= std::uint64_t{1} << (mixed(std::uint64_t{literal.atom.value} * 2 + (literal.negated ? 1 : 0)) & 63);
  return out;
}

bool contains(const Support& larger, const Support& smaller) {
  return larger.size() >= smaller.size() && std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

// Nothing when it holds an atom and its negation.
std::optional<Support> consistent_union(const Support& a, const Support& b) {
  Support out;
  out.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  for (std::size_t i = 1; i < out.size(); ++i)
    if (out[i].atom == out[i - 1].atom) return std::nullopt;
  return out;
}

}  // namespace

SupportSet SupportSet::of(Support support) {
  SupportSet out;
  out.append(std::move(support));
  return out;
}

void SupportSet::append(Support support) {
  signatures_.push_back(signature_of(support));
  supports_.push_back(std::move(support));
}

bool SupportSet::has_part_of(const Support& support, Meter& meter) const {
  std::uint64_t signature = signature_of(support);
  meter.step(1 + size() + support.size());
  for (std::size_t i = 0; i < size(); ++i)
    if ((signatures_[i] & ~signature) == 0 && contains(support, supports_[i])) return true;
  return false;
}

bool SupportSet::insert(Support support, Meter& meter) {
  if (has_part_of(support, meter)) return false;
  std::uint64_t signature = signature_of(support);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if ((signature & ~signatures_[i]) == 0 && contains(supports_[i], support)) continue;
    if (kept != i) supports_[kept] = std::move(supports_[i]), signatures_[kept] = signatures_[i];
    ++kept;
  }
  supports_.resize(kept), signatures_.resize(kept);
  append(std::move(support));
  return true;
}

bool SupportSet::insert(const SupportSet& others, Meter& meter) {
  bool changed = false;
  for (const Support& support : others.supports_) {
    if (meter.exhausted()) break;
    changed |= insert(support, meter);
  }
  return changed;
}

std::vector<Support> SupportSet::sorted() const {
  std::vector<Support> out = supports_;
  std::ranges::sort(
      out, [](const Support& a, const Support& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  return out;
}

Support SupportSet::common() const {
  if (is_empty()) return {};
  Support out = supports_[0];
  for (const Support& support : supports_)
    std::erase_if(out, [&](const SupportLiteral& literal) { return !std::ranges::binary_search(support, literal); });
  return out;
}

SupportSet combined(const SupportSet& a, const SupportSet& b, Meter& meter) {
  if (a.is_empty() || b.is_certain()) return a;
  if (b.is_empty() || a.is_certain()) return b;
  SupportSet out;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (meter.exhausted()) return out;
      meter.step(a[i].size() + b[k].size());
      std::optional<Support> both = consistent_union(a[i], b[k]);
      if (!both) continue;
      meter.made(*both);
      out.insert(std::move(*both), meter);
    }
  return out;
}

// One support after the other, as Berge does for the transversals of a hypergraph: of the sets so far, those that hold
// the complement of one of its literals stay, the others are extended by each complement. An extended set can contain
// one that stays, and that one has the same complement; there is no other way for one to contain another.
SupportSet countersupports(const SupportSet& of, Meter& meter) {
  std::vector<Support> supports = of.sorted();
  if (!supports.empty() && supports[0].empty()) return {};
  // Single literals leave no choice.
  Support forced;
  std::size_t next = 0;
  for (; next < supports.size() && supports[next].size() == 1; ++next) forced.push_back(supports[next][0].complement());
  std::ranges::sort(forced);
  for (std::size_t i = 1; i < forced.size(); ++i)
    if (forced[i].atom == forced[i - 1].atom) return {};
  meter.made(forced);

  SupportSet out = SupportSet::of(std::move(forced));
  for (; next < supports.size() && !out.is_empty(); ++next) {
    const Support& support = supports[next];
    SupportSet extended;
    std::vector<SupportSet> with(support.size());  // the sets that stay, by the complement they have
    std::vector<const Support*> without;
    for (std::size_t i = 0; i < out.size(); ++i) {
      bool stays = false;
      meter.step(support.size());
      for (std::size_t k = 0; k < support.size(); ++k) {
        if (!std::ranges::binary_search(out[i], support[k].complement())) continue;
        with[k].append(out[i]);
        stays = true;
      }
      stays ? extended.append(out[i]) : without.push_back(&out[i]);
    }
    for (const Support* set : without)
      for (std::size_t k = 0; k < support.size(); ++k) {
        if (meter.exhausted()) return {};
        if (std::ranges::binary_search(*set, support[k])) continue;  // both would be inconsistent
        Support longer = *set;
        SupportLiteral complement = support[k].complement();
        longer.insert(std::ranges::upper_bound(longer, complement), complement);
        meter.made(longer);
        if (!with[k].has_part_of(longer, meter)) extended.append(std::move(longer));
      }
    out = std::move(extended);
  }
  return out;
}

}  // namespace percept::prove
