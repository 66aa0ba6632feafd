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
#include <utility>

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

// The counts of a role's moves. The node j of level h covers the moves j * 2^h ... and has h + 1 bits.
struct Tree {
  const RolePlan* role;
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
  const std::uint32_t* legal = tree.role->legal;
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
  std::uint32_t first = j << H, moves = tree.role->moves;
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
  if (first >= tree.role->moves) return;
  V left = value(tree.values, tree.role->legal[first]) & ~r[0];
  tree.does[first] = active & left;
  if (first + 1 < tree.role->moves) tree.does[first + 1] = active & ~left;
}

// A number below `n` in each lane, both of `bits` bits: floor(u * n) for a random binary fraction u, from its last
// digit on.
template <unsigned Bits>
void draw(const V* n, V* out, Noise& noise) {
  for (unsigned i = 0; i < Bits; ++i) out[i] = zero();
  for (unsigned k = 0; k < Bits + kExtraBits; ++k) {
    V digit = noise.next();
    V carry = zero();
    for (unsigned i = 0; i < Bits; ++i) {
      V b = n[i] & digit, x = out[i] ^ b;
      if (i > 0) out[i - 1] = x ^ carry;  // the last digit of the sum is dropped: a shift to the right
      carry = (out[i] & b) | (x & carry);
    }
    out[Bits - 1] = carry;
  }
}

// Chooses for all lanes that have a legal move, and returns which have.
template <unsigned H>
V choose(const Tree& tree, Noise& noise) {
  std::uint32_t nodes = tree.role->moves;
  auto up = [&]<unsigned... Level>(std::integer_sequence<unsigned, Level...>) {
    ((count_level<Level + 1>(tree, nodes), nodes = (nodes + 1) / 2), ...);
  };
  up(std::make_integer_sequence<unsigned, H>());
  const V* all = tree.level[H];
  V some = zero();
  for (unsigned i = 0; i <= H; ++i) some |= all[i];
  V number[H + 1];
  draw<H + 1>(all, number, noise);
  descend<H>(tree, 0, some, number);
  return some;
}

using Choose = V (*)(const Tree&, Noise&);

template <unsigned... H>
constexpr Choose choose_of_height(unsigned height, std::integer_sequence<unsigned, H...>) {
  constexpr Choose all[] = {choose<H + 1>...};
  return all[height - 1];
}

V choose(const RolePlan& role, V* values, V* counts, Noise& noise) {
  Tree tree{};
  tree.role = &role;
  tree.values = values;
  tree.does = values + role.first_slot;
  tree.height = 1;
  while ((std::uint64_t{1} << tree.height) < role.moves) ++tree.height;
  std::size_t nodes = (role.moves + 1) / 2;
  for (unsigned h = 1; h <= tree.height; ++h) {
    tree.level[h] = counts;
    counts += nodes * (h + 1);
    nodes = (nodes + 1) / 2;
  }
  return choose_of_height(tree.height, std::make_integer_sequence<unsigned, kMaxBits - 1>())(tree, noise);
}

// ---- matches

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

Matches* start(const MatchPlan& plan, std::uint64_t seed, std::uint64_t limit) {
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
  memory->active = some_of(ones(), limit);
  memory->matches.started = count(memory->active);
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
      if (role.moves <= 1) {
        V stuck = role.moves == 0 ? memory.active : memory.active & ~value(values, role.legal[0]);
        if (any(stuck)) return stop(matches, Stop::kNoMove, r, stuck);
        if (role.moves == 1) values[role.first_slot] = ones();
        continue;
      }
      V has = choose(role, values, memory.counts, memory.noise);
      if (any(memory.active & ~has)) return stop(matches, Stop::kNoMove, r, memory.active & ~has);
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
