// SPDX-License-Identifier: MIT
//
// The values of streams in lanes: for each slot a word for each group of 64 lanes. Worlds are put into lanes here; what
// comes of them is read word by word. Nothing is allocated while the streams and their width stay the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "base/bits.h"
#include "belief/round_streams.h"
#include "belief/world_set.h"
#include "circuit/kernels.h"

namespace percept::belief {

inline constexpr unsigned kMaxGroups = 8;  // of 64 lanes, in the widest kernels

class LaneValues {
 public:
  // All false when something is new.
  void prepare(const circuit::Kernels& kernels, const RoundStreams& streams) {
    if (kernels_ == &kernels && streams_ == &streams) return;
    kernels_ = &kernels;
    streams_ = &streams;
    groups_ = kernels.lanes / 64;
    std::size_t words = (streams.slots + 1) * groups_;
    if (words > capacity_) {
      memory_.reset(static_cast<std::uint64_t*>(std::aligned_alloc(64, (words * 8 + 63) / 64 * 64)));
      if (!memory_) std::abort();
      capacity_ = words;
    }
    std::fill_n(memory_.get(), words, 0);
    raised_.clear();
  }
  void forget() { streams_ = nullptr; }  // streams are about to go

  unsigned groups() const { return groups_; }
  unsigned lanes() const { return kernels_->lanes; }
  const RoundStreams& streams() const { return *streams_; }
  std::uint64_t* at(std::uint32_t slot) { return memory_.get() + std::size_t{slot} * groups_; }
  std::uint64_t read(std::uint32_t code, unsigned group) const {
    return memory_[std::size_t{code >> 1} * groups_ + group] ^ -std::uint64_t{code & 1};
  }
  void run(const std::vector<std::uint32_t>& stream) {
    if (!stream.empty()) kernels_->run(RoundStreams::stream(stream), memory_.get());
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

  // Fluents of worlds that lie one after the other.
  void set_fluents(const WorldSet& worlds, std::size_t first, std::size_t count) {
    clear_fluents();
    if (count <= kFewWorlds) {
      for (std::size_t i = 0; i < count; ++i)
        for_each_slot(worlds, first + i, [&](std::uint32_t slot) { at(slot)[0] |= std::uint64_t{1} << i; });
      return;
    }
    transpose_in(count, [&](std::size_t lane) { return worlds.row(first + lane); });
  }
  // Fluents of a world in all lanes.
  void set_fluents(const WorldSet& worlds, std::size_t world) {
    clear_fluents();
    for_each_slot(worlds, world, [&](std::uint32_t slot) { std::fill_n(at(slot), groups_, ~std::uint64_t{0}); });
  }
  // Fluents of worlds, lane by lane; `segments` says how often the world changes.
  void set_fluents(const WorldSet& worlds, std::span<const std::uint32_t> by_lane, std::size_t segments) {
    clear_fluents();
    if (segments > kFewWorlds)
      return transpose_in(by_lane.size(), [&](std::size_t i) { return worlds.row(by_lane[i]); });
    for (std::size_t begin = 0, end = 0; begin < by_lane.size(); begin = end) {
      while (end < by_lane.size() && by_lane[end] == by_lane[begin]) ++end;
      std::uint64_t mask[kMaxGroups];
      for (unsigned g = 0; g < groups_; ++g) mask[g] = lanes_of_group(end, g) & ~lanes_of_group(begin, g);
      for_each_slot(worlds, by_lane[begin], [&](std::uint32_t slot) {
        for (unsigned g = 0; g < groups_; ++g) at(slot)[g] |= mask[g];
      });
    }
  }

 private:
  static constexpr std::size_t kFewWorlds = 12;  // that are set bit by bit rather than transposed

  void clear_fluents() {
    for (const RoundStreams::Bit& input : streams_->inputs) std::fill_n(at(input.code), groups_, 0);
  }
  template <class Visit>
  void for_each_slot(const WorldSet& worlds, std::size_t world, Visit&& visit) {
    const std::uint64_t* row = worlds.row(world);
    const std::vector<std::uint32_t>& slots = streams_->slot_of_fluent;
    std::size_t words = std::min(worlds.words(), (slots.size() + 63) / 64);
    for (std::size_t w = 0; w < words; ++w)
      for_each_bit(row[w], [&](unsigned bit) {
        std::size_t fluent = 64 * w + bit;
        if (fluent < slots.size() && slots[fluent] != RoundStreams::kNoSlot) visit(slots[fluent]);
      });
  }
  template <class Row>
  void transpose_in(std::size_t count, const Row& row) {
    for (unsigned g = 0; g < groups_ && 64 * std::size_t{g} < count; ++g) {
      std::size_t rows = std::min<std::size_t>(64, count - 64 * std::size_t{g});
      const std::vector<RoundStreams::Bit>& inputs = streams_->inputs;
      for (std::size_t i = 0; i < inputs.size();) {
        std::uint32_t word = inputs[i].word;
        std::uint64_t block[64];
        for (std::size_t r = 0; r < rows; ++r) block[r] = row(64 * std::size_t{g} + r)[word];
        std::fill(block + rows, block + 64, 0);
        transpose(block);
        for (; i < inputs.size() && inputs[i].word == word; ++i) at(inputs[i].code)[g] = block[inputs[i].bit];
      }
    }
  }

  struct Free {
    void operator()(std::uint64_t* memory) const { std::free(memory); }
  };
  const circuit::Kernels* kernels_ = nullptr;
  const RoundStreams* streams_ = nullptr;
  unsigned groups_ = 1;
  std::unique_ptr<std::uint64_t[], Free> memory_;
  std::size_t capacity_ = 0;
  std::vector<std::uint32_t> raised_;
};

}  // namespace percept::belief
