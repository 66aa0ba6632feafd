// SPDX-License-Identifier: MIT
//
// One world, kept up to date: when inputs change, only what they reach is looked at again. A conjunction counts its
// operands that are false; gates are visited in the order of evaluation, so each changes at most once (in a recursive
// block that may shrink, twice).
//
//   World world(wiring);                 // all inputs false
//   world.flip(position); …              // inputs
//   world.settle();
//   world.bits()                         // the roots
//   world.save(); … world.restore();     // back to how everything was
//
// A gate that is told twice to change does not: a mark says that the users of a node have not heard of its value, and
// a second change takes it back. A world belongs to one thread; the wiring must outlive it.
//
// Internal to circuit/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/wiring.h"

namespace percept::circuit {

class World {
 public:
  // Room for `spare` values behind those of the wiring, for tapes (tape.h).
  explicit World(const Wiring& wiring, std::size_t spare = 0);

  void flip(std::uint32_t input);
  void settle();
  // Flips the inputs by which the two differ, bit i being input i + 1, makes `words` what `to` is, and settles.
  void go(std::span<std::uint64_t> words, std::span<const std::uint64_t> to);

  bool value(std::uint32_t wire) const { return (counts_[wire >> 1] == 0) != ((wire & 1) != 0); }
  // Roots by their bits; and how many of the bits of each word are set.
  const std::uint64_t* bits() const { return bits_.data(); }
  const std::uint8_t* ones() const { return ones_.data(); }
  // By position: zero for true. Tapes write those behind the wiring's.
  std::uint8_t* counts() { return counts_.data(); }

  // A settled world as bytes, to be taken over by other worlds of the same wiring.
  struct Saved {
    std::vector<std::uint8_t> counts, ones;
    std::vector<std::uint64_t> bits;
  };
  Saved save() const;
  void restore(const Saved& saved);

 private:
  template <bool kBlocks>
  void toggle(std::uint32_t position);
  void settle_blocks();
  void hold(const Wiring::Block& block);
  void let_go(const Wiring::Block& block);
  // The users have to hear of a change, or need not any more.
  void mark(std::uint32_t position) {
    marks_[position / 64] ^= std::uint64_t{1} << (position % 64);
    words_[position / 4096] |= std::uint64_t{1} << (position / 64 % 64);
  }

  const Wiring* wiring_;
  std::vector<std::uint8_t> counts_;  // by position: operands that are false
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint8_t> ones_;
  std::vector<std::uint64_t> marks_, words_;  // positions as bits; which words of these may not be zero
  std::size_t lowest_ = 0;                    // word of words_ that was marked behind the one at work
};

}  // namespace percept::circuit
