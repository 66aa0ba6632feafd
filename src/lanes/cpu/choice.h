// SPDX-License-Identifier: MIT
//
// The choice of moves, without leaving the lanes; for kernels.cpp only (vectors.h).
//
// The legal moves of a role are counted by a tree of bit-sliced adders; floor(u * n) for a random fraction u gives each
// lane a number below its count n; and walking down the tree, each node sends a lane to the left when its number is
// below the left count, else subtracts that count and sends it to the right. For M moves this takes about ten
// operations a move for all lanes together. A fraction of b + 16 bits for counts of b bits makes the chance of a move
// differ from 1/n by less than one part in 65 000.
#pragma once

#include <utility>

#include "lanes/block.h"
#include "lanes/cpu/vectors.h"

namespace percept::lanes {
namespace {

// The counts of a role's moves. The node j of level h covers the moves j * 2^h ... and has h + 1 bits.
struct Tree {
  const std::uint32_t* legal;  // codes, by move
  std::uint32_t moves;
  const V* values;
  V* does;
  V* level[kMaxBits];
  unsigned height;
};

// Level H of the tree from the one below.
template <unsigned H>
void count_level(const Tree& tree, std::uint32_t below) {
  const V* in = tree.level[H - 1];
  V* out = tree.level[H];
  for (std::uint32_t j = 0; j < below / 2; ++j, in += 2 * H, out += H + 1) {
    V carry = in[0] & in[H];
    out[0] = in[0] ^ in[H];
    for (unsigned i = 1; i < H; ++i) {
      V x = in[i] ^ in[H + i];
      out[i] = x ^ carry;
      carry = (in[i] & in[H + i]) | (x & carry);
    }
    out[H] = carry;
  }
  if (below % 2 != 0) {
    for (unsigned i = 0; i < H; ++i) out[i] = in[i];
    out[H] = zero();
  }
}

template <>
void count_level<1>(const Tree& tree, std::uint32_t moves) {
  const std::uint32_t* legal = tree.legal;
  V* out = tree.level[1];
  for (std::uint32_t j = 0; j < moves / 2; ++j, out += 2) {
    V a = value(tree.values, legal[2 * j]), b = value(tree.values, legal[2 * j + 1]);
    out[0] = a ^ b;
    out[1] = a & b;
  }
  if (moves % 2 != 0) {
    out[0] = value(tree.values, legal[moves - 1]);
    out[1] = zero();
  }
}

// Marks the chosen move below node j of level H for the active lanes, whose numbers are `r` (H bits).
template <unsigned H>
void descend(const Tree& tree, std::uint32_t j, const V& active, const V* r) {
  std::uint32_t first = j << H, moves = tree.moves;
  if (first >= moves) return;
  if (!any(active)) {
    std::uint32_t end = moves - first < (1u << H) ? moves : first + (1u << H);
    for (std::uint32_t i = first; i < end; ++i) tree.does[i] = zero();
    return;
  }
  const V* left = tree.level[H - 1] + static_cast<std::size_t>(2 * j) * H;
  V rest[H];
  V borrow = zero();
  for (unsigned i = 0; i < H; ++i) {
    V x = r[i] ^ left[i];
    rest[i] = x ^ borrow;
    borrow = (~r[i] & left[i]) | (~x & borrow);
  }
  descend<H - 1>(tree, 2 * j, active & borrow, r);
  descend<H - 1>(tree, 2 * j + 1, active & ~borrow, rest);
}

template <>
void descend<1>(const Tree& tree, std::uint32_t j, const V& active, const V* r) {
  std::uint32_t first = j << 1;
  if (first >= tree.moves) return;
  V left = value(tree.values, tree.legal[first]) & ~r[0];
  tree.does[first] = active & left;
  if (first + 1 < tree.moves) tree.does[first + 1] = active & ~left;
}

// A number below `n` in each lane, both of `bits` bits: floor(u * n) for a random binary fraction u, from its last
// digit on.
[[gnu::always_inline]] inline void draw(unsigned bits, const V* n, V* out, Noise& noise) {
  for (unsigned i = 0; i < bits; ++i) out[i] = zero();
  for (unsigned k = 0; k < bits + kExtraBits; ++k) {
    V digit = noise.next();
    V carry = zero();
    for (unsigned i = 0; i < bits; ++i) {
      V b = n[i] & digit, x = out[i] ^ b;
      if (i > 0) out[i - 1] = x ^ carry;  // the last digit of the sum is dropped: a shift to the right
      carry = (out[i] & b) | (x & carry);
    }
    out[bits - 1] = carry;
  }
}

// Chooses for all lanes that have a legal move, and returns which have.
template <unsigned H>
V choose(const Tree& tree, Noise& noise) {
  std::uint32_t nodes = tree.moves;
  auto up = [&]<unsigned... Level>(std::integer_sequence<unsigned, Level...>) {
    ((count_level<Level + 1>(tree, nodes), nodes = (nodes + 1) / 2), ...);
  };
  up(std::make_integer_sequence<unsigned, H>());
  const V* all = tree.level[H];
  V some = zero();
  for (unsigned i = 0; i <= H; ++i) some |= all[i];
  V number[H + 1];
  draw(H + 1, all, number, noise);
  descend<H>(tree, 0, some, number);
  return some;
}

using Choose = V (*)(const Tree&, Noise&);

template <unsigned... H>
constexpr Choose choose_of_height(unsigned height, std::integer_sequence<unsigned, H...>) {
  constexpr Choose all[] = {choose<H + 1>...};
  return all[height - 1];
}

// The memory that the counts of so many moves take, with weights or without.
inline std::size_t counts_of(std::size_t moves) { return (4 + kMaxWeightBits) * moves + 2 * kMaxBits * kMaxBits; }

inline Tree tree_of(const std::uint32_t* legal, std::uint32_t moves, V* values, std::uint32_t first_slot, V* counts,
                    unsigned leaf_bits) {
  Tree tree{legal, moves, values, values + first_slot, {}, 1};
  while ((std::uint64_t{1} << tree.height) < moves) ++tree.height;
  std::size_t nodes = (std::size_t{moves} + 1) / 2;
  for (unsigned h = 1; h <= tree.height; ++h) {
    tree.level[h] = counts;
    counts += nodes * (h + leaf_bits);
    nodes = (nodes + 1) / 2;
  }
  return tree;
}

// Uniformly.
V choose(const std::uint32_t* legal, std::uint32_t moves, V* values, std::uint32_t first_slot, V* counts,
         Noise& noise) {
  Tree tree = tree_of(legal, moves, values, first_slot, counts, 1);
  return choose_of_height(tree.height, std::make_integer_sequence<unsigned, kMaxBits - 1>())(tree, noise);
}

// ---- by weights: a leaf counts its weight instead of 1, so that level h has h + bits bits.

struct WeightedTree : Tree {
  const std::uint8_t* weights;  // by move
  unsigned bits;                // of the largest
};

// The count of a node, which may be a leaf; `room` is for that.
inline const V* node(const WeightedTree& tree, unsigned level, std::uint32_t j, V* room) {
  if (level > 0) return tree.level[level] + std::size_t{j} * (level + tree.bits);
  V legal = j < tree.moves ? value(tree.values, tree.legal[j]) : zero();
  unsigned weight = j < tree.moves ? tree.weights[j] : 0;
  for (unsigned i = 0; i < tree.bits; ++i) room[i] = (weight >> i & 1) != 0 ? legal : zero();
  return room;
}

inline void count_level(const WeightedTree& tree, unsigned level, std::uint32_t below) {
  unsigned bits = level - 1 + tree.bits;
  V* out = tree.level[level];
  for (std::uint32_t j = 0; 2 * j < below; ++j, out += bits + 1) {
    V room[2][kMaxWeightBits];
    const V* a = node(tree, level - 1, 2 * j, room[0]);
    if (2 * j + 1 == below) {
      for (unsigned i = 0; i < bits; ++i) out[i] = a[i];
      out[bits] = zero();
      continue;
    }
    const V* b = node(tree, level - 1, 2 * j + 1, room[1]);
    V carry = zero();
    for (unsigned i = 0; i < bits; ++i) {
      V x = a[i] ^ b[i];
      out[i] = x ^ carry;
      carry = (a[i] & b[i]) | (x & carry);
    }
    out[bits] = carry;
  }
}

void descend(const WeightedTree& tree, unsigned level, std::uint32_t j, const V& active, const V* r) {
  std::uint32_t first = j << level;
  if (first >= tree.moves) return;
  if (level == 0) {
    tree.does[j] = active;
    return;
  }
  if (!any(active)) {
    std::uint32_t end = tree.moves - first < (1u << level) ? tree.moves : first + (1u << level);
    for (std::uint32_t i = first; i < end; ++i) tree.does[i] = zero();
    return;
  }
  unsigned bits = level - 1 + tree.bits;  // of the left count; those above are not set in `r` where it is less
  V room[kMaxWeightBits];
  const V* left = node(tree, level - 1, 2 * j, room);
  V rest[kMaxBits + kMaxWeightBits];
  V borrow = zero();
  for (unsigned i = 0; i < bits; ++i) {
    V x = r[i] ^ left[i];
    rest[i] = x ^ borrow;
    borrow = (~r[i] & left[i]) | (~x & borrow);
  }
  borrow &= ~r[bits];
  descend(tree, level - 1, 2 * j, active & borrow, r);
  descend(tree, level - 1, 2 * j + 1, active & ~borrow, rest);
}

// In proportion to their weights; uniformly in lanes where no legal move has one. `saved` has room for all moves.
V choose_weighted(const std::uint32_t* legal, std::uint32_t moves, V* values, std::uint32_t first_slot, V* counts,
                  V* saved, const std::uint8_t* weights, Noise& noise) {
  unsigned most = 0;
  V has = zero();
  for (std::uint32_t m = 0; m < moves; ++m) {
    most |= weights[m];
    has |= value(values, legal[m]);
  }
  unsigned bits = most == 0 ? 1 : 32 - static_cast<unsigned>(__builtin_clz(most));
  WeightedTree tree{tree_of(legal, moves, values, first_slot, counts, bits), weights, bits};
  std::uint32_t nodes = moves;
  for (unsigned h = 1; h <= tree.height; ++h, nodes = (nodes + 1) / 2) count_level(tree, h, nodes);
  const V* all = tree.level[tree.height];
  V some = zero();
  for (unsigned i = 0; i < tree.height + bits; ++i) some |= all[i];
  V number[kMaxBits + kMaxWeightBits];
  draw(tree.height + bits, all, number, noise);
  descend(tree, tree.height, 0, some, number);
  if (V without = has & ~some; any(without)) {
    std::memcpy(static_cast<void*>(saved), tree.does, moves * sizeof(V));
    choose(legal, moves, values, first_slot, counts, noise);
    for (std::uint32_t m = 0; m < moves; ++m) tree.does[m] = (tree.does[m] & without) | (saved[m] & ~without);
  }
  return has;
}

}  // namespace
}  // namespace percept::lanes
