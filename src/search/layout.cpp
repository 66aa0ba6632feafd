// SPDX-License-Identifier: MIT
#include "search/layout.h"

#include "search/steps.h"

namespace percept::search {

Result<std::shared_ptr<const Layout>> Layout::make(std::shared_ptr<const game::WholeGame> whole, const Options& options,
                                                   const Budget& budget) {
  auto positions = Positions::make(std::move(whole), options.limits, budget, options.progress);
  if (!positions) return tl::unexpected(positions.error());
  return make(std::move(*positions), options, budget);
}

Result<std::shared_ptr<const Layout>> Layout::make(std::shared_ptr<const Positions> positions, const Options& options,
                                                   const Budget& budget) {
  auto out = std::make_shared<Layout>();
  out->positions_ = std::move(positions);
  const Positions& all = *out->positions_;
  if (auto sum = all.constant_sum()) out->offset_ = *sum / static_cast<double>(all.players.size());
  std::size_t used = all.bytes();
  for (std::size_t player = 0; player < all.players.size(); ++player) {
    Limits left = options.limits;
    left.bytes = left.bytes > used ? left.bytes - used : 0;
    auto forest = Forest::make(all, player, left, budget, options.progress);
    if (!forest) return tl::unexpected(forest.error());
    used += forest->bytes();
    out->forests_.push_back(std::move(*forest));
  }
  if (options.kind != Kind::kWalked) {
    std::size_t left = options.limits.bytes > used ? options.limits.bytes - used : 0;
    auto listed = list_outcomes(all, out->forests_, out->offset_, left, budget, options.progress);
    if (listed) {
      out->outcomes_ = std::move(listed->outcomes);
      out->nodes_ = listed->nodes;
    } else if (options.kind == Kind::kListed || budget.out_of_time()) {
      return tl::unexpected(listed.error());
    }
  }
  if (!out->outcomes_ && all.players.size() > Steps::kMostPlayers)
    return failure("games of so many roles are solved only where their ends fit", "give it more memory");
  if (!out->outcomes_) out->outcomes_ = walk_outcomes(all, out->forests_, out->offset_);
  return std::shared_ptr<const Layout>(std::move(out));
}

std::uint64_t Layout::information_sets() const {
  std::uint64_t out = 0;
  for (const Forest& forest : forests_) out += forest.information_sets();
  return out;
}

std::size_t Layout::bytes() const {
  std::size_t out = positions_->bytes() + outcomes_->bytes();
  for (const Forest& forest : forests_) out += forest.bytes();
  return out;
}

}  // namespace percept::search
