// SPDX-License-Identifier: MIT
#include "circuit/world.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace percept::circuit {

World::World(const Wiring& wiring, std::size_t spare)
    : wiring_(&wiring),
      counts_(wiring.operands_false),
      bits_((wiring.bits + 63) / 64),
      ones_(bits_.size()),
      marks_(wiring.positions() / 64 + 1),
      words_(marks_.size() / 64 + 1) {
  for (std::uint32_t bit : wiring.bits_true) {
    bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    ++ones_[bit / 64];
  }
  for (std::uint32_t position = 0; position < wiring.positions(); ++position)
    if (counts_[position] == 0) mark(position);
  for (const Wiring::Block& block : wiring.blocks) mark(block.head);
  counts_.resize(counts_.size() + spare, 1);
  settle();
}

// Which gates cross zero is hard to guess, so there are no branches; but where many gates use one, few do. Pointers are
// copied, since the counts, which are bytes, might else be taken for parts of anything.
template <bool kBlocks>
inline void World::toggle(std::uint32_t position) {
  constexpr std::ptrdiff_t kMany = 12;
  const Wiring::Uses* uses = &wiring_->uses[position];
  const std::uint32_t* users = wiring_->users.data();
  std::uint8_t* counts = counts_.data();
  std::uint64_t *marks = marks_.data(), *words = words_.data();
  bool holds = counts[position] == 0;
  const std::uint32_t *use = users + uses->gates, *end = users + uses->roots;
  // Counts once more or less, and returns the smaller of before and after.
  auto count = [&](std::uint32_t user, std::uint32_t negated) {
    unsigned rises = negated ^ static_cast<unsigned>(holds);
    unsigned less = counts[user] - rises;
    counts[user] = static_cast<std::uint8_t>(less + (rises ^ 1));
    return less;
  };
  if (kBlocks || end - use > kMany) {
    for (; use != end; ++use) {
      std::uint32_t user = *use >> 1;
      if (count(user, *use & 1) != 0) continue;
      mark(user);
      if constexpr (kBlocks) lowest_ = std::min<std::size_t>(lowest_, user / 4096);
    }
  } else {
    for (; use != end; ++use) {
      std::uint32_t user = *use >> 1;
      std::uint64_t crosses = count(user, *use & 1) == 0;
      marks[user / 64] ^= crosses << (user % 64);
      words[user / 4096] |= crosses << (user / 64 % 64);
    }
  }
  for (const std::uint32_t *root = end, *last = users + uses[1].gates; root != last; ++root) {
    std::uint64_t& word = bits_[*root / 64];
    word ^= std::uint64_t{1} << (*root % 64);
    ones_[*root / 64] += static_cast<std::uint8_t>(2 * (word >> (*root % 64) & 1) - 1);
  }
  if (!wiring_->blocks.empty()) {
    const std::uint32_t* begin = &wiring_->entries_begin[position];
    for (std::uint32_t i = begin[0]; i < begin[1]; ++i) {
      const Wiring::Entry& entry = wiring_->entries[i];
      if (entry.shrinks_when != holds) continue;
      std::uint32_t head = wiring_->blocks[entry.block].head;
      marks_[head / 64] &= ~(std::uint64_t{1} << (head % 64));
      mark(head);
    }
  }
}

void World::flip(std::uint32_t input) {
  counts_[input] ^= 1;
  toggle<false>(input);
}

void World::go(std::span<std::uint64_t> words, std::span<const std::uint64_t> to) {
  bool moved = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t differs = to[i] ^ words[i];
    if (differs == 0) continue;
    moved = true;
    words[i] = to[i];
    for (; differs != 0; differs &= differs - 1) {
      auto input = static_cast<std::uint32_t>(64 * i + 1) + static_cast<std::uint32_t>(std::countr_zero(differs));
      counts_[input] ^= 1;
      toggle<false>(input);
    }
  }
  if (moved) settle();
}

void World::settle() {
  if (!wiring_->blocks.empty()) return settle_blocks();
  for (std::size_t i = 0; i < words_.size(); ++i)
    while (words_[i] != 0) {
      std::size_t word = i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
      words_[i] &= words_[i] - 1;
      std::uint64_t marks = std::exchange(marks_[word], 0);
      // What is marked meanwhile lies in words behind.
      for (; marks != 0; marks &= marks - 1)
        toggle<false>(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(marks))));
    }
}

void World::settle_blocks() {
  for (std::size_t i = 0; i < words_.size(); ++i)
    while (words_[i] != 0) {
      std::size_t word = i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
      std::uint64_t marks = marks_[word];
      if (marks == 0) {
        words_[i] &= words_[i] - 1;
        continue;
      }
      auto position = static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(marks)));
      marks_[word] = marks & (marks - 1);
      lowest_ = i;
      std::uint32_t b = wiring_->block_at[position];
      if (b == Wiring::kNone)
        toggle<true>(position);
      else if (position == wiring_->blocks[b].head)
        hold(wiring_->blocks[b]);
      else
        let_go(wiring_->blocks[b]);
      i = lowest_;
    }
}

// With all loops false the block settles; the tail comes behind its gates.
void World::hold(const Wiring::Block& block) {
  for (std::uint32_t loop = block.loops; loop < block.gates; ++loop)
    if (counts_[loop]++ == 0) mark(loop);
  mark(block.tail);
}

void World::let_go(const Wiring::Block& block) {
  for (std::uint32_t loop = block.loops; loop < block.gates; ++loop)
    if (--counts_[loop] == 0) mark(loop);
  lowest_ = std::min<std::size_t>(lowest_, block.loops / 4096);
}

World::Saved World::save() const { return {{counts_.begin(), counts_.begin() + wiring_->positions()}, ones_, bits_}; }

void World::restore(const Saved& saved) {
  std::memcpy(counts_.data(), saved.counts.data(), saved.counts.size());
  if (saved.bits.empty()) return;
  std::memcpy(ones_.data(), saved.ones.data(), saved.ones.size());
  std::memcpy(bits_.data(), saved.bits.data(), saved.bits.size() * sizeof(std::uint64_t));
}

}  // namespace percept::circuit
