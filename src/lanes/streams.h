// SPDX-License-Identifier: MIT
//
// A round's questions to a circuit as streams that kernels run (block.h): what the position alone decides, what roles
// see of a joint move, and the next position. Each holds only what it needs, so that it is made quickly: circuits of
// the moment are used for one round.
//
//   OwnStreams made(automaton, {.sees = true, .next = true});   // in a block of its own
//   const Streams& streams = made.streams();
//   … run streams.sees(), read streams.percepts(role) …        // values.h
//
// Streams know no names: fluents, moves, percepts and goals are numbered as in the automaton, and a fluent has a bit in
// rows. Constant once made; any number of threads may read them.
//
// Internal to lanes/.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "circuit/automaton.h"
#include "lanes/block.h"

namespace percept::lanes {

struct Questions {
  bool state = false;  // terminal and legal moves
  bool goals = false;
  bool sees = false;
  bool next = false;
  bool again = false;  // behind `state`, `sees` and `next` may be run again and again with other moves
  static constexpr std::size_t kAllRoles = std::numeric_limits<std::size_t>::max();
  std::size_t observer = kAllRoles;  // only the percepts and goals of this role
  friend bool operator==(const Questions&, const Questions&) = default;
};

// A block that grows.
class BlockWriter {
 public:
  std::vector<std::uint32_t> words;

  Extent add(std::span<const std::uint32_t> more) {
    Extent out{static_cast<std::uint32_t>(words.size()), static_cast<std::uint32_t>(more.size())};
    words.insert(words.end(), more.begin(), more.end());
    return out;
  }
  // Plain structures of words; the extent counts words.
  template <class T>
  Extent add_all(std::span<const T> things) {
    static_assert(sizeof(T) % sizeof(std::uint32_t) == 0 && alignof(T) == alignof(std::uint32_t));
    return add({reinterpret_cast<const std::uint32_t*>(things.data()), things.size_bytes() / sizeof(std::uint32_t)});
  }
  Extent add_row(std::span<const std::uint64_t> row);
};

StreamsBlock write_streams(BlockWriter& block, const circuit::Automaton& automaton, const Questions& questions);

// Streams somewhere in a block that must outlive this.
class Streams {
 public:
  using Codes = std::span<const std::uint32_t>;

  Streams() = default;
  Streams(const std::uint32_t* block, const StreamsBlock& it) : block_(block), it_(&it) {}

  Codes state() const { return words(it_->state); }
  Codes goals() const { return words(it_->goals); }
  Codes sees() const { return words(it_->sees); }
  Codes next() const { return words(it_->next); }
  std::size_t roles() const { return it_->roles.size * sizeof(std::uint32_t) / sizeof(RoleBlock); }
  Codes legal(std::size_t role) const { return words(of(role).legal); }
  Codes percepts(std::size_t role) const { return words(of(role).percepts); }
  Codes goals(std::size_t role) const { return words(of(role).goals); }
  std::uint32_t does_slot(std::size_t role, std::size_t move) const {
    return of(role).first_slot + static_cast<std::uint32_t>(move);
  }
  std::span<const Bit> inputs() const { return bits(it_->inputs); }
  Codes slot_of_bit() const { return words(it_->slot_of_bit); }
  std::span<const Bit> following() const { return bits(it_->following); }
  std::uint64_t always(std::size_t word) const {
    if (2 * word >= it_->always.size) return 0;
    const std::uint32_t* half = block_ + it_->always.at + 2 * word;
    return half[0] | std::uint64_t{half[1]} << 32;
  }
  Codes next_codes() const { return words(it_->next_codes); }
  std::uint32_t terminal() const { return it_->terminal; }
  std::size_t slots() const { return it_->slots; }

  friend bool operator==(const Streams& a, const Streams& b) { return a.block_ == b.block_ && a.it_ == b.it_; }

 private:
  Codes words(Extent extent) const { return {block_ + extent.at, extent.size}; }
  std::span<const Bit> bits(Extent extent) const {
    return {in_block<Bit>(block_, extent), extent.size * sizeof(std::uint32_t) / sizeof(Bit)};
  }
  const RoleBlock& of(std::size_t role) const { return in_block<RoleBlock>(block_, it_->roles)[role]; }

  const std::uint32_t* block_ = nullptr;
  const StreamsBlock* it_ = nullptr;
};

// With a block of their own.
class OwnStreams {
 public:
  OwnStreams(const circuit::Automaton& automaton, const Questions& questions)
      : it_(write_streams(block_, automaton, questions)), streams_(block_.words.data(), it_) {}
  OwnStreams(const OwnStreams&) = delete;
  OwnStreams& operator=(const OwnStreams&) = delete;

  const Streams& streams() const { return streams_; }

 private:
  BlockWriter block_;
  StreamsBlock it_;
  Streams streams_;
};

// By role and move: the index of the observer's percept that is this move, so that seeing it tells whether the move was
// made; kNoSlot when there is none.
std::vector<std::vector<std::uint32_t>> percepts_of_moves(const circuit::Automaton& automaton, std::size_t observer);

}  // namespace percept::lanes
