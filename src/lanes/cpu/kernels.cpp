// SPDX-License-Identifier: MIT
//
// Compiled three times, with PERCEPT_LANES 64, 256 and 512 and the instructions that go with it.
#include "lanes/cpu/kernels.h"

#include <cstdlib>

#include "lanes/cpu/choice.h"
#include "lanes/cpu/gates.h"
#include "lanes/cpu/vectors.h"

namespace percept::lanes {
namespace {

// Of the lanes, at most `most`.
V some_of(const V& lanes, std::uint64_t most) {
  if (count(lanes) <= most) return lanes;
  std::uint64_t words[kWords];
  for (unsigned i = 0; i < kWords; ++i) {
    words[i] = 0;
    for (std::uint64_t w = word(lanes, i); w != 0 && most > 0; w &= w - 1, --most) words[i] |= w & -w;
  }
  V out;
  std::memcpy(&out, words, sizeof(V));
  return out;
}

struct Memory {
  Matches matches;
  Start start;
  V* values;
  V* counts;     // of moves
  V* saved;      // moves chosen
  V* following;  // the next position, before it takes the place of the old one
  V* rows;       // by fluent: the rows that lanes begin their matches in
  V* collected;  // final positions, and the values of `goals` on them
  Noise noise;
  V active;    // lanes with a match under way
  V waiting;   // lanes whose match ended, and whose next one starts with the next phase of the rows
  V occupied;  // lanes of `collected`
  V ended_lately;
  std::uint64_t rounds_watched;
  std::uint32_t phase;                                  // of the next round
  std::uint64_t round;                                  // of all matches together
  std::uint64_t turns;                                  // that were taken
  std::uint64_t group_row[kWords], group_left[kWords];  // by 64 lanes: the row at turn, matches to be started
  std::uint32_t counted_at[PERCEPT_LANES];              // where in `counts` the row of a lane's match is
  std::uint32_t collected_at[PERCEPT_LANES];            // the same of `collected`
};

V* allocate(std::size_t size) {
  void* memory = nullptr;
  if (posix_memalign(&memory, 64, (size + 1) * sizeof(V)) != 0) abort();
  std::memset(memory, 0, (size + 1) * sizeof(V));
  return static_cast<V*>(memory);
}

const PlanBlock& plan_of(const std::uint32_t* block) { return *reinterpret_cast<const PlanBlock*>(block); }

std::uint64_t& word_of(V* values, std::size_t slot, unsigned i) {
  return reinterpret_cast<std::uint64_t*>(values + slot)[i];
}

// The lowest bits of `bits` go to where the mask is set, in order.
std::uint64_t spread(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__)
  return __builtin_ia32_pdep_di(bits, mask);
#else
  std::uint64_t out = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) out |= (mask & -mask) & -(bits & 1);
  return out;
#endif
}

Matches* make(const std::uint32_t* block) {
  const PlanBlock& plan = plan_of(block);
  auto* memory = reinterpret_cast<Memory*>(allocate(sizeof(Memory) / sizeof(V) + 1));
  memory->matches.memory = memory;
  memory->values = allocate(plan.slots);
  memory->counts = allocate(counts_of(plan.most_moves));
  memory->saved = allocate(plan.most_moves);
  memory->following = allocate(plan.fluents);
  memory->rows = allocate(plan.fluents);
  memory->collected = allocate(plan.goal_slots);
  return &memory->matches;
}

void free(Matches* matches) {
  auto* memory = static_cast<Memory*>(matches->memory);
  std::free(memory->values);
  std::free(memory->counts);
  std::free(memory->saved);
  std::free(memory->following);
  std::free(memory->rows);
  std::free(memory->collected);
  std::free(memory);
}

// Some matches of a row start in lanes of a group. What they come to is counted when they end; how many there are, now.
void enter(const PlanBlock& plan, Memory& memory, std::uint64_t row, unsigned group, std::uint64_t lanes) {
  std::uint64_t at = row * (plan.goal_count + 2), *counts = memory.start.counts + at + plan.goal_count;
  auto matches = static_cast<unsigned>(__builtin_popcountll(lanes));
  counts[0] += matches;
  counts[1] -= matches * memory.round;  // the round in which each ends is added
  for (; lanes != 0; lanes &= lanes - 1)
    memory.counted_at[64 * group + static_cast<unsigned>(__builtin_ctzll(lanes))] = static_cast<std::uint32_t>(at);
}

// Every lane takes the next row of the queue.
V fill_one_by_one(const PlanBlock& plan, Memory& memory, const V& idle) {
  const Start& start = memory.start;
  V lanes = some_of(idle, start.turns - memory.turns);
  for (unsigned i = 0; i < kWords; ++i) {
    std::uint64_t mask = word(lanes, i), from = memory.turns % start.period;
    if (mask == 0) continue;
    const std::uint64_t *low = start.planes + from / 64 * plan.fluents, *high = low + plan.fluents;
    unsigned shift = from % 64;
    std::uint64_t* fluent = &word_of(memory.values, 0, i);
    for (std::size_t f = 0; f < plan.fluents; ++f, fluent += kWords) {
      std::uint64_t bits = low[f] >> shift | high[f] << 1 << (63 - shift);
      *fluent = (*fluent & ~mask) | spread(bits, mask);
    }
    std::uint64_t row = memory.turns % start.rows;
    for (; mask != 0; mask &= mask - 1, ++memory.turns) {
      enter(plan, memory, row, i, mask & -mask);
      if (++row == start.rows) row = 0;
    }
  }
  return lanes;
}

void take_turn(const PlanBlock& plan, Memory& memory, unsigned group) {
  const Start& start = memory.start;
  std::uint64_t turn = memory.turns++, at = turn % start.period, before = turn / start.rows * start.matches_of_turn;
  memory.group_row[group] = turn % start.rows;
  memory.group_left[group] = start.each - before < start.matches_of_turn ? start.each - before : start.matches_of_turn;
  const std::uint64_t* bits = start.planes + at / 64 * plan.fluents;
  std::uint64_t* fluent = &word_of(memory.rows, 0, group);
  for (std::size_t f = 0; f < plan.fluents; ++f, fluent += kWords) *fluent = -(bits[f] >> (at % 64) & 1);
}

void fill_from_rows(const PlanBlock& plan, Memory& memory, const V& lanes) {
  for (std::size_t f = 0; f < plan.fluents; ++f)
    memory.values[f] = (memory.values[f] & ~lanes) | (memory.rows[f] & lanes);
}

// The lanes of a group take the same row as long as its turn lasts.
V fill_in_turns(const PlanBlock& plan, Memory& memory, const V& idle) {
  V begun = zero();
  for (;;) {
    V now = zero();
    for (unsigned i = 0; i < kWords; ++i) {
      std::uint64_t lanes = word(idle & ~begun, i);
      if (lanes == 0) continue;
      if (memory.group_left[i] == 0) {
        if (memory.turns == memory.start.turns) continue;
        take_turn(plan, memory, i);
      }
      std::uint64_t left = memory.group_left[i];
      if (left < 64) lanes = spread((std::uint64_t{1} << left) - 1, lanes);
      word_of(&now, 0, i) = lanes;
      memory.group_left[i] -= static_cast<unsigned>(__builtin_popcountll(lanes));
      enter(plan, memory, memory.group_row[i], i, lanes);
    }
    if (!any(now)) return begun;
    fill_from_rows(plan, memory, now);
    begun |= now;
  }
}

// Starts matches in lanes that have none, as far as there are some to be started. Returns which.
V begin_matches(const PlanBlock& plan, Memory& memory, const V& idle, std::uint64_t limit) {
  Matches& matches = memory.matches;
  if (limit <= matches.started) return zero();
  V lanes;
  if (memory.start.rows == 1) {
    lanes = some_of(idle, limit - matches.started);
    fill_from_rows(plan, memory, lanes);
  } else {
    lanes = memory.start.matches_of_turn == 1 ? fill_one_by_one(plan, memory, idle) : fill_in_turns(plan, memory, idle);
  }
  matches.started += count(lanes);
  return lanes;
}

void start(const std::uint32_t* block, Matches& matches, const Start& start) {
  const PlanBlock& plan = plan_of(block);
  auto* memory = static_cast<Memory*>(matches.memory);
  matches = Matches{memory};
  memory->start = start;
  std::uint64_t state = start.seed;
  for (V& s : memory->noise.s) {
    std::uint64_t words[kWords];
    for (std::uint64_t& w : words) {
      std::uint64_t x = state += 0x9E3779B97F4A7C15u;  // SplitMix64
      x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
      x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
      w = x ^ (x >> 31);
    }
    std::memcpy(&s, words, sizeof(V));
  }
  memory->phase = start.phase;
  memory->round = 0;
  memory->rounds_watched = 0;
  memory->waiting = memory->occupied = memory->ended_lately = zero();
  for (std::size_t f = 0; f <= plan.fluents; ++f) memory->values[f] = zero();  // and the constant
  memory->turns = 0;
  for (std::uint64_t& left : memory->group_left) left = 0;
  for (std::size_t f = 0; f < plan.fluents; ++f) memory->rows[f] = (start.planes[f] & 1) != 0 ? ones() : zero();
  memory->active = begin_matches(plan, *memory, ones(), start.limit);
}

// Adds up which goals hold in some lanes; `at` says by lane where the row of its match is counted.
void count_goals(const PlanBlock& plan, Memory& memory, const std::uint32_t* codes, V* values, const V& lanes,
                 const std::uint32_t* at) {
  std::uint64_t* counts = memory.start.counts;
  if (memory.start.rows == 1) {
    for (std::size_t g = 0; g < plan.goal_count; ++g) counts[g] += count(value(values, codes[g]) & lanes);
    return;
  }
  for (unsigned i = 0; i < kWords; ++i) {
    std::uint64_t ended = word(lanes, i);
    if (ended == 0) continue;
    for (std::size_t g = 0; g < plan.goal_count; ++g) {
      std::uint64_t holds = (word_of(values, codes[g] >> 1, i) ^ -std::uint64_t{codes[g] & 1}) & ended;
      for (; holds != 0; holds &= holds - 1) ++counts[at[64 * i + static_cast<unsigned>(__builtin_ctzll(holds))] + g];
    }
  }
}

// Adds up how long the matches were that ended in some lanes. Of a single row it is known at the end; their number is
// added up instead.
void count_rounds(const PlanBlock& plan, Memory& memory, const V& ended) {
  if (memory.start.rows == 1) {
    memory.start.counts[plan.goal_count] += count(ended);
    return;
  }
  std::uint64_t* counts = memory.start.counts + plan.goal_count + 1;
  for (unsigned i = 0; i < kWords; ++i)
    for (std::uint64_t left = word(ended, i); left != 0; left &= left - 1)
      counts[memory.counted_at[64 * i + static_cast<unsigned>(__builtin_ctzll(left))]] += memory.round;
}

// Looks at the positions that were collected.
void settle(const std::uint32_t* block, Memory& memory) {
  const PlanBlock& plan = plan_of(block);
  run_gates(block + plan.goals.at, block + plan.goals.at + plan.goals.size, memory.collected);
  count_goals(plan, memory, block + plan.goal_codes.at, memory.collected, memory.occupied, memory.collected_at);
  memory.occupied = zero();
}

// Puts the final positions of some lanes into the collection, each in its own lane where that is free; the others go
// where there is room, one by one, unless it is cheaper to look at what is there first.
void collect(const std::uint32_t* block, Memory& memory, V ended) {
  const PlanBlock& plan = plan_of(block);
  V taken = ended & memory.occupied;
  std::size_t crowded = count(taken);
  if (crowded * plan.fluents * 2 > plan.goals.size || count(memory.occupied) + count(ended) > PERCEPT_LANES) {
    settle(block, memory);
    taken = zero();
  }
  V free = ended & ~taken;
  for (std::size_t f = 0; f < plan.fluents; ++f)
    memory.collected[f] = (memory.collected[f] & ~free) | (memory.values[f] & free);
  memory.occupied |= free;
  for (unsigned i = 0; i < kWords; ++i) {
    for (std::uint64_t left = memory.start.rows == 1 ? 0 : word(free, i); left != 0; left &= left - 1) {
      unsigned lane = 64 * i + static_cast<unsigned>(__builtin_ctzll(left));
      memory.collected_at[lane] = memory.counted_at[lane];
    }
    for (std::uint64_t left = word(taken, i); left != 0; left &= left - 1) {
      unsigned from = static_cast<unsigned>(__builtin_ctzll(left)), to = first_lane(~memory.occupied);
      std::uint64_t bit = std::uint64_t{1} << (to % 64);
      word_of(&memory.occupied, 0, to / 64) |= bit;
      memory.collected_at[to] = memory.counted_at[64 * i + from];
      for (std::size_t f = 0; f < plan.fluents; ++f) {
        std::uint64_t& target = word_of(memory.collected, f, to / 64);
        target = (target & ~bit) | ((word(memory.values[f], i) >> from & 1) << (to % 64));
      }
    }
  }
}

bool stop(const PlanBlock& plan, Memory& memory, Stop why, std::size_t role, const V& lanes) {
  Matches& matches = memory.matches;
  matches.stop = why;
  matches.role = static_cast<std::uint32_t>(role);
  matches.lane = first_lane(lanes);
  matches.row = memory.start.rows == 1 ? 0 : memory.counted_at[matches.lane] / (plan.goal_count + 2);
  return false;
}

bool finish(const std::uint32_t* block, Memory& memory) {
  const PlanBlock& plan = plan_of(block);
  if (plan.collect != 0) settle(block, memory);
  if (memory.start.rows == 1) memory.start.counts[plan.goal_count + 1] = memory.matches.states;
  return false;
}

// One move of each role, in all lanes. Returns false when a role has none in some that is active.
bool choose_moves(const std::uint32_t* block, const StreamsBlock& round, Memory& memory) {
  std::uint32_t roles = plan_of(block).roles;
  for (std::uint32_t r = 0; r < roles; ++r) {
    const RoleBlock& role = in_block<RoleBlock>(block, round.roles)[r];
    const std::uint32_t* legal = block + role.legal.at;
    std::uint32_t moves = role.legal.size;
    V has;
    if (moves <= 1) {
      has = moves == 0 ? zero() : value(memory.values, legal[0]);
      if (moves == 1) memory.values[role.first_slot] = ones();
    } else {
      const std::uint8_t* weights =
          memory.start.weights == nullptr ? nullptr : memory.start.weights[memory.phase * roles + r];
      has = weights == nullptr ? choose(legal, moves, memory.values, role.first_slot, memory.counts, memory.noise)
                               : choose_weighted(legal, moves, memory.values, role.first_slot, memory.counts,
                                                 memory.saved, weights, memory.noise);
    }
    if (any(memory.active & ~has)) return stop(plan_of(block), memory, Stop::kNoMove, r, memory.active & ~has);
  }
  return true;
}

bool play(const std::uint32_t* block, Matches& matches, std::uint64_t rounds, std::uint64_t limit) {
  const PlanBlock& plan = plan_of(block);
  auto& memory = *static_cast<Memory*>(matches.memory);
  V* values = memory.values;
  auto run = [&](Extent stream) { run_gates(block + stream.at, block + stream.at + stream.size, values); };
  for (std::uint64_t played = 0; played < rounds; ++played) {
    const StreamsBlock& round = in_block<StreamsBlock>(block, plan.rounds)[memory.phase];
    run(round.state);
    V ended = value(values, round.terminal) & memory.active;
    if (any(ended)) {
      if (plan.collect != 0) {
        collect(block, memory, ended);
      } else {
        run(round.goals);
        count_goals(plan, memory, block + in_block<RoleBlock>(block, round.roles)[0].goals.at, values, ended,
                    memory.counted_at);
      }
      count_rounds(plan, memory, ended);
      memory.ended_lately |= ended;
      memory.active &= ~ended;
      memory.waiting |= ended;
      if (!any(memory.active) && limit <= matches.started) return finish(block, memory);
    }
    matches.states += count(memory.active);
    if (!choose_moves(block, round, memory)) return false;
    run(round.next);
    const std::uint32_t* next = block + round.next_codes.at;
    for (std::size_t f = 0; f < plan.fluents; ++f) memory.following[f] = value(values, next[f]);
    std::memcpy(static_cast<void*>(values), memory.following, plan.fluents * sizeof(V));
    ++memory.round;
    memory.phase = memory.phase + 1 == plan.phases ? 0 : memory.phase + 1;
    // Matches that ended start anew when it is the phase of the rows.
    if (memory.phase == memory.start.phase) {
      if (any(memory.waiting)) {
        V again = begin_matches(plan, memory, memory.waiting, limit);
        memory.active |= again;
        memory.waiting &= ~again;
      }
      if (!any(memory.active)) return finish(block, memory);
    }
    // Every lane must end now and then.
    if (++memory.rounds_watched >= memory.start.max_rounds) {
      V endless = memory.active & ~memory.ended_lately;
      if (any(endless)) return stop(plan, memory, Stop::kEndless, 0, endless);
      memory.rounds_watched = 0;
      memory.ended_lately = zero();
    }
  }
  return true;
}

bool fluent(const Matches& matches, std::uint32_t slot, std::uint32_t lane) {
  const auto& memory = *static_cast<const Memory*>(matches.memory);
  return (word(memory.values[slot], lane / 64) >> (lane % 64) & 1) != 0;
}

void run(const std::uint32_t* begin, const std::uint32_t* end, void* values) {
  run_gates(begin, end, static_cast<V*>(values));
}

}  // namespace

#define PERCEPT_JOIN(a, b) a##b
#define PERCEPT_NAME(lanes) PERCEPT_JOIN(kernels, lanes)
const Kernels PERCEPT_NAME(PERCEPT_LANES) = {PERCEPT_LANES, make, free, start, play, fluent, run};

}  // namespace percept::lanes
