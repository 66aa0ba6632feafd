// SPDX-License-Identifier: MIT
//
// The values of streams in lanes, in memory of the host: for each slot a word for each group of 64 lanes. Positions are
// put into lanes here; what comes of them is read word by word, or as rows (`read_rows`, `read_next`). Nothing is
// allocated while the streams and their width stay the same.
//
//   values.prepare(kernels, streams);
//   values.set_fluents(rows, first, count);
//   values.run(streams.state());
//   … values.read(streams.terminal(), group) …
//
// One thread at a time; streams and kernels may be shared.
//
// Internal to lanes/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "base/bits.h"
#include "lanes/cpu/kernels.h"
#include "lanes/rows.h"
#include "lanes/streams.h"

namespace percept::lanes {

inline constexpr unsigned kMaxGroups = 8;  // of 64 lanes, in the widest kernels

class Values {
 public:
  // All false when something is new.
  void prepare(const Kernels& kernels, const Streams& streams) {
    if (kernels_ == &kernels && streams_ == streams) return;
    kernels_ = &kernels;
    streams_ = streams;
    groups_ = kernels.lanes / 64;
    std::size_t words = (streams.slots() + 1) * groups_;
    if (words > capacity_) {
      memory_.reset(static_cast<std::uint64_t*>(std::aligned_alloc(64, (words * 8 + 63) / 64 * 64)));
      if (!memory_) std::abort();
      capacity_ = words;
    }
    std::fill_n(memory_.get(), words, 0);
    raised_.clear();
  }
  void forget() { streams_ = {}; }  // streams are about to go

  unsigned groups() const { return groups_; }
  unsigned lanes() const { return kernels_->lanes; }
  const Streams& streams() const { return streams_; }
  std::uint64_t* at(std::uint32_t slot) { return memory_.get() + std::size_t{slot} * groups_; }
  std::uint64_t read(std::uint32_t code, unsigned group) const {
    return memory_[std::size_t{code >> 1} * groups_ + group] ^ -std::uint64_t{code & 1};
  }
  void run(std::span<const std::uint32_t> stream) {
    if (!stream.empty()) kernels_->run(stream.data(), stream.data() + stream.size(), memory_.get());
  }

  // Moves that are made in some lane: they are all lowered at once.
  void raise(std::uint32_t slot) {
    std::fill_n(at(slot), groups_, ~std::uint64_t{0});
    raised_.push_back(slot);
  }
  void raise(std::uint32_t slot, std::size_t begin, std::size_t end) {
    for (auto g = static_cast<unsigned>(begin / 64); g < groups_ && 64 * std::size_t{g} < end; ++g) {
      std::uint64_t& word = at(slot)[g];
      if (word == 0) raised_.push_back(slot);
      word |= lanes_of_group(end, g) & ~lanes_of_group(begin, g);
    }
  }
  void lower_all() {
    for (std::uint32_t slot : raised_) std::fill_n(at(slot), groups_, 0);
    raised_.clear();
  }

  // Fluents of rows that lie one after the other.
  void set_fluents(const Rows& rows, std::size_t first, std::size_t count) {
    clear_fluents();
    if (count <= kFewRows) {
      for (std::size_t i = 0; i < count; ++i)
        for_each_slot(rows, first + i, [&](std::uint32_t slot) { at(slot)[0] |= std::uint64_t{1} << i; });
      return;
    }
    transpose_in(count, [&](std::size_t lane) { return rows[first + lane]; });
  }
  // Fluents of a row in all lanes.
  void set_fluents(const Rows& rows, std::size_t row) {
    clear_fluents();
    for_each_slot(rows, row, [&](std::uint32_t slot) { std::fill_n(at(slot), groups_, ~std::uint64_t{0}); });
  }
  // Fluents of rows, lane by lane; `segments` says how often the row changes.
  void set_fluents(const Rows& rows, std::span<const std::uint32_t> by_lane, std::size_t segments) {
    clear_fluents();
    if (segments > kFewRows) return transpose_in(by_lane.size(), [&](std::size_t i) { return rows[by_lane[i]]; });
    for (std::size_t begin = 0, end = 0; begin < by_lane.size(); begin = end) {
      while (end < by_lane.size() && by_lane[end] == by_lane[begin]) ++end;
      std::uint64_t mask[kMaxGroups];
      for (unsigned g = 0; g < groups_; ++g) mask[g] = lanes_of_group(end, g) & ~lanes_of_group(begin, g);
      for_each_slot(rows, by_lane[begin], [&](std::uint32_t slot) {
        for (unsigned g = 0; g < groups_; ++g) at(slot)[g] |= mask[g];
      });
    }
  }

  // Pairs of a row and a joint move, lane by lane: fluents and moves, of which there is one a role for each pair.
  void set_pairs(const Rows& rows, std::span<const std::uint32_t> by_lane, std::span<const std::uint32_t> joint_moves) {
    std::size_t roles = streams_.roles(), count = by_lane.size(), segments = 0;
    lower_all();
    for (std::size_t role = 0; role < roles; ++role)
      for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        std::uint32_t move = joint_moves[begin * roles + role];
        while (end < count && joint_moves[end * roles + role] == move) ++end;
        raise(streams_.does_slot(role, move), begin, end);
      }
    for (std::size_t i = 0; i < count; ++i) segments += i == 0 || by_lane[i] != by_lane[i - 1] ? 1 : 0;
    set_fluents(rows, by_lane, segments);
  }

  // ---- what came of it, for some lanes of a group
  // Bits of rows: the value of each code in a lane. Row `lane` of the group is at out + lane * stride.
  void read_rows(std::span<const std::uint32_t> codes, unsigned group, std::uint64_t lanes, std::uint64_t* out,
                 std::size_t stride) const {
    for (std::size_t w = 0; 64 * w < codes.size(); ++w) {
      std::size_t count = std::min<std::size_t>(64, codes.size() - 64 * w);
      std::uint64_t block[64];
      for (std::size_t i = 0; i < count; ++i) block[i] = read(codes[64 * w + i], group);
      if (few(lanes)) {
        for_each_bit(lanes, [&](unsigned lane) {
          std::uint64_t bits = 0;
          for (std::size_t i = 0; i < count; ++i) bits |= (block[i] >> lane & 1) << i;
          out[lane * stride + w] = bits;
        });
      } else {
        std::fill(block + count, block + 64, 0);
        transpose(block);
        for_each_bit(lanes, [&](unsigned lane) { out[lane * stride + w] = block[lane]; });
      }
    }
  }
  // The next positions, as rows of so many words; there must be room for all 64.
  void read_next(unsigned group, std::uint64_t lanes, std::uint64_t* out, std::size_t words) const {
    std::span<const Bit> following = streams_.following();
    if (few(lanes)) {
      for_each_bit(lanes, [&](unsigned lane) {
        std::uint64_t* row = out + lane * words;
        for (std::size_t w = 0; w < words; ++w) row[w] = streams_.always(w);
        for (const Bit& bit : following) row[bit.word] |= (read(bit.code, group) >> lane & 1) << bit.bit;
      });
      return;
    }
    auto at = following.begin();
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t block[64] = {};
      bool some = at != following.end() && at->word == word;
      for (; at != following.end() && at->word == word; ++at) block[at->bit] = read(at->code, group);
      if (some) transpose(block);
      std::uint64_t always = streams_.always(word);
      std::uint64_t* row = out + word;
      for (unsigned lane = 0; lane < 64; ++lane, row += words) *row = block[lane] | always;
    }
  }

 private:
  static constexpr int kFewLanes = 3;  // of 64 that are read bit by bit
  static bool few(std::uint64_t lanes) { return std::popcount(lanes) <= kFewLanes; }
  static constexpr std::size_t kFewRows = 12;  // that are set bit by bit rather than transposed

  void clear_fluents() {
    for (const Bit& input : streams_.inputs()) std::fill_n(at(input.code), groups_, 0);
  }
  template <class Visit>
  void for_each_slot(const Rows& rows, std::size_t at, Visit&& visit) {
    const std::uint64_t* row = rows[at];
    std::span<const std::uint32_t> slots = streams_.slot_of_bit();
    std::size_t words = std::min(rows.words(), (slots.size() + 63) / 64);
    for (std::size_t w = 0; w < words; ++w)
      for_each_bit(row[w], [&](unsigned bit) {
        std::size_t fluent = 64 * w + bit;
        if (fluent < slots.size() && slots[fluent] != kNoSlot) visit(slots[fluent]);
      });
  }
  template <class Row>
  void transpose_in(std::size_t count, const Row& row) {
    for (unsigned g = 0; g < groups_ && 64 * std::size_t{g} < count; ++g) {
      std::size_t used = std::min<std::size_t>(64, count - 64 * std::size_t{g});
      std::span<const Bit> inputs = streams_.inputs();
      for (std::size_t i = 0; i < inputs.size();) {
        std::uint32_t word = inputs[i].word;
        std::uint64_t block[64];
        for (std::size_t r = 0; r < used; ++r) block[r] = row(64 * std::size_t{g} + r)[word];
        std::fill(block + used, block + 64, 0);
        transpose(block);
        for (; i < inputs.size() && inputs[i].word == word; ++i) at(inputs[i].code)[g] = block[inputs[i].bit];
      }
    }
  }

  struct Free {
    void operator()(std::uint64_t* memory) const { std::free(memory); }
  };
  const Kernels* kernels_ = nullptr;
  Streams streams_;
  unsigned groups_ = 1;
  std::unique_ptr<std::uint64_t[], Free> memory_;
  std::size_t capacity_ = 0;
  std::vector<std::uint32_t> raised_;
};

}  // namespace percept::lanes
