// SPDX-License-Identifier: MIT
//
// Compiled three times, with PERCEPT_LANES 64, 256 and 512 and the instructions that go with it.
//
// Moves are chosen without leaving the lanes. The legal moves of a role are counted by a tree of bit-sliced adders;
// floor(u * n) for a random fraction u gives each lane a number below its count n; and walking down the tree, each node
// sends a lane to the left when its number is below the left count, else subtracts that count and sends it to the
// right. For M moves this takes about ten operations a move for all lanes together. A fraction of b + 16 bits for
// counts of b bits makes the chance of a move differ from 1/n by less than one part in 65 000.
#include "circuit/kernels.h"

#include <cstdlib>
#include <cstring>

namespace percept::circuit {
namespace {

#if PERCEPT_LANES == 64
using V = std::uint64_t;
#else
typedef std::uint64_t V __attribute__((vector_size(PERCEPT_LANES / 8)));
#endif
constexpr unsigned kWords = PERCEPT_LANES / 64;
constexpr unsigned kExtraBits = 16;
constexpr unsigned kMaxBits = 24;

inline V zero() { return V{}; }
inline V ones() { return ~V{}; }

inline std::uint64_t word(const V& v, unsigned i) {
  std::uint64_t out;
  std::memcpy(&out, reinterpret_cast<const char*>(&v) + 8 * i, 8);
  return out;
}

inline bool any(const V& v) {
#if PERCEPT_LANES == 64
  return v != 0;
#else
  std::uint64_t out = 0;
  for (unsigned i = 0; i < kWords; ++i) out |= v[i];
  return out != 0;
#endif
}

inline unsigned count(const V& v) {
  unsigned out = 0;
  for (unsigned i = 0; i < kWords; ++i) out += static_cast<unsigned>(__builtin_popcountll(word(v, i)));
  return out;
}

inline unsigned first_lane(const V& v) {
  for (unsigned i = 0; i < kWords; ++i)
    if (word(v, i) != 0) return 64 * i + static_cast<unsigned>(__builtin_ctzll(word(v, i)));
  return 0;
}

inline V value(const V* values, std::uint32_t code) {
  V v = values[code >> 1];
  return (code & 1) != 0 ? ~v : v;
}

// xoshiro256+ in every 64-bit word.
struct Noise {
  V s[4];

  V next() {
    V out = s[0] + s[3];
    V t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    // Its lowest bits are weak; here every bit decides alike.
    return out ^ (out >> 32);
  }
};

void run_gates(const std::uint32_t* at, const std::uint32_t* end, V* values) {
  while (at < end) {
    std::uint32_t head = *at++;
    if (head == kLoopWord) {
      std::uint32_t loops = *at++;
      const std::uint32_t* slots = at;
      std::uint32_t size = at[loops];
      const std::uint32_t* block = at + loops + 1;
      const std::uint32_t* drivers = block + size;
      for (std::uint32_t i = 0; i < loops; ++i) values[slots[i]] = zero();
      for (bool repeat = true; repeat;) {
        run_gates(block, drivers, values);
        V difference = zero();
        for (std::uint32_t i = 0; i < loops; ++i) {
          V driven = value(values, drivers[i]);
          difference |= driven ^ values[slots[i]];
          values[slots[i]] = driven;
        }
        repeat = any(difference);
      }
      at = drivers + loops;
      continue;
    }
    V* destination = values + *at++;
    switch (head) {
      case 2:
        *destination = values[at[0]] & values[at[1]];
        at += 2;
        continue;
      case 3:
        *destination = values[at[0]] & values[at[1]] & values[at[2]];
        at += 3;
        continue;
      case 1 | 1 << 16:
        *destination = values[at[0]] & ~values[at[1]];
        at += 2;
        continue;
      case 2 | 1 << 16:
        *destination = values[at[0]] & values[at[1]] & ~values[at[2]];
        at += 3;
        continue;
      case 1 | 2 << 16:
        *destination = values[at[0]] & ~(values[at[1]] | values[at[2]]);
        at += 3;
        continue;
      case 2 << 16:
        *destination = ~(values[at[0]] | values[at[1]]);
        at += 2;
        continue;
      case 3 << 16:
        *destination = ~(values[at[0]] | values[at[1]] | values[at[2]]);
        at += 3;
        continue;
      default: break;
    }
    std::uint32_t positive = head & 0xFFFF, negative = head >> 16;
    V all = ones(), none = zero();
    for (std::uint32_t i = 0; i < positive; ++i) all &= values[at[i]];
    at += positive;
    for (std::uint32_t i = 0; i < negative; ++i) none |= values[at[i]];
    at += negative;
    *destination = all & ~none;
  }
}

// ---- the choice of moves

// Counts of the subtrees of a role's moves. The node j of level h covers the moves j * 2^h ... and has h + 1 bits.
struct Tree {
  V* level[kMaxBits];
  unsigned height;
};

// The sum of two numbers of `bits` bits, one bit longer.
inline void add(const V* a, const V* b, V* out, unsigned bits) {
  V carry = a[0] & b[0];
  out[0] = a[0] ^ b[0];
  for (unsigned i = 1; i < bits; ++i) {
    V x = a[i] ^ b[i];
    out[i] = x ^ carry;
    carry = (a[i] & b[i]) | (x & carry);
  }
  out[bits] = carry;
}

// Returns which lanes have a legal move, and leaves the counts in the tree.
V count_moves(const RolePlan& role, const V* values, Tree& tree) {
  std::uint32_t pairs = (role.moves + 1) / 2;
  V* out = tree.level[1];
  for (std::uint32_t j = 0; j < role.moves / 2; ++j, out += 2) {
    V a = value(values, role.legal[2 * j]), b = value(values, role.legal[2 * j + 1]);
    out[0] = a ^ b;
    out[1] = a & b;
  }
  if (role.moves % 2 != 0) {
    out[0] = value(values, role.legal[role.moves - 1]);
    out[1] = zero();
  }
  std::uint32_t nodes = pairs;
  for (unsigned h = 2; h <= tree.height; ++h) {
    std::uint32_t below = nodes;
    nodes = (nodes + 1) / 2;
    const V* in = tree.level[h - 1];
    out = tree.level[h];
    for (std::uint32_t j = 0; j < below / 2; ++j, in += 2 * h, out += h + 1) add(in, in + h, out, h);
    if (below % 2 != 0) {
      for (unsigned i = 0; i < h; ++i) out[i] = in[i];
      out[h] = zero();
    }
  }
  V some = zero();
  for (unsigned i = 0; i <= tree.height; ++i) some |= tree.level[tree.height][i];
  return some;
}

// A number below `n` in each lane, both of `bits` bits: floor(u * n) for a random binary fraction u, from its last
// digit on.
void draw(const V* n, V* out, unsigned bits, Noise& noise) {
  for (unsigned i = 0; i < bits; ++i) out[i] = zero();
  for (unsigned k = 0; k < bits + kExtraBits; ++k) {
    V digit = noise.next();
    V carry = zero(), low = zero();
    for (unsigned i = 0; i < bits; ++i) {
      V b = n[i] & digit, x = out[i] ^ b;
      V sum = x ^ carry;
      carry = (out[i] & b) | (x & carry);
      if (i > 0)
        out[i - 1] = sum;
      else
        low = sum;
    }
    (void)low;
    out[bits - 1] = carry;
  }
}

// Marks the chosen move below node j of level h for the active lanes, whose numbers are `r` (h bits).
void descend(const RolePlan& role, const V* values, const Tree& tree, unsigned h, std::uint32_t j, const V& active,
             const V* r, V* does) {
  std::uint32_t first = j << h;
  if (first >= role.moves) return;
  if (!any(active)) {
    std::uint32_t end = first + (1u << h) < role.moves ? first + (1u << h) : role.moves;
    for (std::uint32_t i = first; i < end; ++i) does[i] = zero();
    return;
  }
  if (h == 1) {
    V left = value(values, role.legal[first]) & ~r[0];
    does[first] = active & left;
    if (first + 1 < role.moves) does[first + 1] = active & ~left;
    return;
  }
  const V* left = tree.level[h - 1] + static_cast<std::size_t>(2 * j) * h;
  V rest[kMaxBits];
  V borrow = zero();
  for (unsigned i = 0; i < h; ++i) {
    V x = r[i] ^ left[i];
    rest[i] = x ^ borrow;
    borrow = (~r[i] & left[i]) | (~x & borrow);
  }
  V goes_left = active & borrow;
  V goes_right = active & ~borrow;
  descend(role, values, tree, h - 1, 2 * j, goes_left, r, does);
  descend(role, values, tree, h - 1, 2 * j + 1, goes_right, rest, does);
}

// ---- matches

struct Memory {
  Matches matches;
  V* values;
  V* counts;
  V* following;  // the next position, before it takes the place of the old one
  V* collected;  // final positions, and the values of `goals` on them
  Noise noise;
  V active;    // lanes with a match under way
  V waiting;   // lanes whose match ended, and whose next one starts with the next first phase
  V occupied;  // lanes of `collected`
  V ended_lately;
  std::uint64_t rounds_watched;
};

V* allocate(std::size_t size) {
  void* memory = nullptr;
  if (posix_memalign(&memory, 64, (size + 1) * sizeof(V)) != 0) abort();
  std::memset(memory, 0, (size + 1) * sizeof(V));
  return static_cast<V*>(memory);
}

Matches* start(const MatchPlan& plan, std::uint64_t seed) {
  auto* memory = reinterpret_cast<Memory*>(allocate(sizeof(Memory) / sizeof(V) + 1));
  memory->matches = Matches{};
  memory->matches.memory = memory;
  memory->values = allocate(plan.slots);
  std::size_t most = 2;
  for (std::size_t p = 0; p < plan.phases; ++p)
    for (std::size_t r = 0; r < plan.rounds[p].role_count; ++r)
      if (plan.rounds[p].roles[r].moves > most) most = plan.rounds[p].roles[r].moves;
  memory->counts = allocate(4 * most + 16 * kMaxBits);
  memory->following = allocate(plan.fluent_count);
  memory->collected = allocate(plan.goal_slots);
  std::uint64_t state = seed;
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
  memory->matches.goals = static_cast<std::uint64_t*>(std::calloc(plan.goal_count + 1, sizeof(std::uint64_t)));
  for (std::size_t f = 0; f < plan.fluent_count; ++f)
    memory->values[f] = plan.rounds[0].fluents[f].initial ? ones() : zero();
  memory->active = ones();
  memory->matches.started = PERCEPT_LANES;
  return &memory->matches;
}

void finish(Matches* matches) {
  auto* memory = static_cast<Memory*>(matches->memory);
  std::free(memory->values);
  std::free(memory->counts);
  std::free(memory->following);
  std::free(memory->collected);
  std::free(matches->goals);
  std::free(memory);
}

Tree tree_for(const RolePlan& role, V* counts) {
  Tree tree{};
  tree.height = 1;
  while ((std::uint64_t{1} << tree.height) < role.moves) ++tree.height;
  std::size_t nodes = (role.moves + 1) / 2;
  for (unsigned h = 1; h <= tree.height; ++h) {
    tree.level[h] = counts;
    counts += nodes * (h + 1);
    nodes = (nodes + 1) / 2;
  }
  return tree;
}

void count_goals(Matches& matches, const std::uint32_t* codes, std::size_t goals, const V* values, const V& lanes) {
  for (std::size_t g = 0; g < goals; ++g) matches.goals[g] += count(value(values, codes[g]) & lanes);
}

// Looks at the positions that were collected.
void settle(const MatchPlan& plan, Memory& memory) {
  run_gates(plan.goals.words, plan.goals.words + plan.goals.size, memory.collected);
  count_goals(memory.matches, plan.goal_codes, plan.goal_count, memory.collected, memory.occupied);
  memory.occupied = zero();
}

// Puts the final positions of some lanes into the collection, each in its own lane where that is free; the others go
// where there is room, one by one, unless it is cheaper to look at what is there first.
void collect(const MatchPlan& plan, Memory& memory, V ended) {
  V taken = ended & memory.occupied;
  std::size_t crowded = count(taken);
  if (crowded * plan.fluent_count * 2 > plan.goals.size || count(memory.occupied) + count(ended) > PERCEPT_LANES) {
    settle(plan, memory);
    taken = zero();
  }
  V free = ended & ~taken;
  for (std::size_t f = 0; f < plan.fluent_count; ++f)
    memory.collected[f] = (memory.collected[f] & ~free) | (memory.values[f] & free);
  memory.occupied |= free;
  for (unsigned i = 0; i < kWords; ++i)
    for (std::uint64_t left = word(taken, i); left != 0; left &= left - 1) {
      unsigned from = static_cast<unsigned>(__builtin_ctzll(left)), to = first_lane(~memory.occupied);
      auto* room = reinterpret_cast<std::uint64_t*>(&memory.occupied) + to / 64;
      std::uint64_t bit = std::uint64_t{1} << (to % 64);
      *room |= bit;
      for (std::size_t f = 0; f < plan.fluent_count; ++f) {
        auto* target = reinterpret_cast<std::uint64_t*>(memory.collected + f) + to / 64;
        *target = (*target & ~bit) | ((word(memory.values[f], i) >> from & 1) << (to % 64));
      }
    }
}

bool stop(Matches& matches, Stop why, std::size_t role, const V& lanes) {
  matches.stop = why;
  matches.role = static_cast<std::uint32_t>(role);
  matches.lane = first_lane(lanes);
  return false;
}

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

bool play(const MatchPlan& plan, Matches& matches, std::uint64_t rounds, std::uint64_t limit,
          std::uint64_t max_rounds) {
  auto& memory = *static_cast<Memory*>(matches.memory);
  V* values = memory.values;
  for (std::uint64_t played = 0; played < rounds; ++played) {
    const RoundPlan& round = plan.rounds[matches.phase];
    run_gates(round.state.words, round.state.words + round.state.size, values);
    V ended = value(values, round.terminal) & memory.active;
    if (any(ended)) {
      if (plan.collect) {
        collect(plan, memory, ended);
      } else {
        run_gates(round.goals.words, round.goals.words + round.goals.size, values);
        count_goals(matches, round.goal_codes, plan.goal_count, values, ended);
      }
      matches.playouts += count(ended);
      memory.ended_lately |= ended;
      memory.active &= ~ended;
      memory.waiting |= ended;
    }
    matches.states += count(memory.active);
    for (std::size_t r = 0; r < round.role_count; ++r) {
      const RolePlan& role = round.roles[r];
      V* does = values + role.first_slot;
      if (role.moves <= 1) {
        V stuck = role.moves == 0 ? memory.active : memory.active & ~value(values, role.legal[0]);
        if (any(stuck)) return stop(matches, Stop::kNoMove, r, stuck);
        if (role.moves == 1) does[0] = ones();
        continue;
      }
      Tree tree = tree_for(role, memory.counts);
      V has = count_moves(role, values, tree);
      if (any(memory.active & ~has)) return stop(matches, Stop::kNoMove, r, memory.active & ~has);
      V number[kMaxBits];
      draw(tree.level[tree.height], number, tree.height + 1, memory.noise);
      descend(role, values, tree, tree.height, 0, has, number, does);
    }
    run_gates(round.moves.words, round.moves.words + round.moves.size, values);

    // Matches that ended start anew when the first phase is next.
    matches.phase = matches.phase + 1 == plan.phases ? 0 : matches.phase + 1;
    V restarted = zero();
    if (matches.phase == 0) {
      std::uint64_t more = limit > matches.started ? limit - matches.started : 0;
      restarted = some_of(memory.waiting, more);
      matches.started += count(restarted);
      memory.active |= restarted;
      memory.waiting &= ~restarted;
      if (!any(memory.active)) {
        if (plan.collect) settle(plan, memory);
        return false;
      }
    }
    for (std::size_t f = 0; f < plan.fluent_count; ++f) {
      V next = value(values, round.fluents[f].next);
      memory.following[f] = round.fluents[f].initial ? next | restarted : next & ~restarted;
    }
    std::memcpy(static_cast<void*>(values), memory.following, plan.fluent_count * sizeof(V));
    // Every lane must end now and then.
    if (++memory.rounds_watched >= max_rounds) {
      V endless = memory.active & ~memory.ended_lately;
      if (any(endless)) return stop(matches, Stop::kEndless, 0, endless);
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

void run(const Stream& stream, void* values) {
  run_gates(stream.words, stream.words + stream.size, static_cast<V*>(values));
}

}  // namespace

#define PERCEPT_JOIN(a, b) a##b
#define PERCEPT_NAME(lanes) PERCEPT_JOIN(kernels, lanes)
const Kernels PERCEPT_NAME(PERCEPT_LANES) = {PERCEPT_LANES, start, finish, play, fluent, run};

}  // namespace percept::circuit
