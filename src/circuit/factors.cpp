// SPDX-License-Identifier: MIT
#include "circuit/factors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "base/bits.h"
#include "base/hash.h"
#include "circuit/phases.h"

namespace percept::circuit {
namespace {

using Kind = Circuit::Kind;

constexpr std::size_t kMostLooks = 20'000'000;   // at gates, for parts: some tenths of a second
constexpr std::size_t kMostAtomBits = 1u << 28;  // for the atoms below every gate of goals and end
constexpr std::uint64_t kFalseLeft = 0, kTrueLeft = ~kFalseLeft;
constexpr std::uint32_t kNoPart = 0xFFFFFFFF, kSeveralParts = 0xFFFFFFFE;

// Disjoint sets of small numbers.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), 0u); }
  std::uint32_t of(std::uint32_t one) {
    while (up_[one] != one) one = up_[one] = up_[up_[one]];
    return one;
  }
  bool join(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    up_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

 private:
  std::vector<std::uint32_t> up_;
};

class Finder {
 public:
  explicit Finder(const Automaton& automaton) : whole_(automaton), phases_(phases_of(automaton)) {}

  void find(Factors& out) {
    find_what_matters();
    std::size_t words = 1;
    for (std::size_t f = 0; f < fluents(); ++f) words = std::max<std::size_t>(words, whole_.bit(f) / 64 + 1);
    auto set = [&](std::vector<std::uint64_t>& row, std::size_t f) {
      row.resize(words);
      row[whole_.bit(f) / 64] |= std::uint64_t{1} << whole_.bit(f) % 64;
    };
    out.matters.resize(words);
    for (std::size_t f = 0; f < fluents(); ++f) {
      if (matters_[f])
        set(out.matters, f);
      else
        ++out.idle;
    }
    find_shared();
    if (!make_atoms() || !touch_atoms() || !look_at_ends() || !choose_parts()) return;
    out.parts.resize(parts_);
    for (std::uint32_t p = 0; p < parts_; ++p) {
      Factors::Part& part = out.parts[p];
      std::vector<Wire> needs;
      for (std::uint32_t f = 0; f < fluents(); ++f) {
        if (atom_of_[f] == kNoPart || part_of_[atom_of_[f]] != p) continue;
        part.fluents.push_back(whole_.bit(f));
        set(part.needs, f);
        needs.push_back(whole_.next[f]);
      }
      for (const auto& legal : whole_.legal) part.kinds.emplace_back(legal.size());
      std::map<std::vector<std::pair<std::size_t, std::uint64_t>>, std::uint32_t> known;
      std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::pair<std::size_t, std::uint64_t>>> done;
      for (const Act& act : acts_)
        if (auto kind = kind_of(act, p)) done[{act.role, act.move}].emplace_back(act.phase, *kind);
      for (const auto& [move, kinds] : done) {
        auto number = static_cast<std::uint32_t>(known.size() + 1);
        part.kinds[move.first][move.second] = known.emplace(kinds, number).first->second;
        needs.push_back(whole_.legal[move.first][move.second]);
      }
      std::vector<bool> cone = circuit::needed(*whole_.circuit, needs);
      for (std::size_t f = 0; f < fluents(); ++f)
        if (cone[whole_.fluent_node(f)] && shared_[f]) set(part.needs, f);
    }
    for (const Act& act : acts_)
      for (const auto& [atom, done] : act.touched)
        if (part_of_[atom] != part_of_[act.touched.front().first]) out.apart = false;
    copy_properties(64 * words, out);
  }

 private:
  using Touch = std::pair<std::uint32_t, std::uint64_t>;  // atom, what is done to it
  struct Act {                                            // a move in a phase in which its role has others, too
    std::size_t phase, role;
    std::uint32_t move;  // of the whole game
    Wire legal;
    std::vector<Touch> touched = {};
  };
  struct End {  // a gate of goals and end, and the atoms it looks at
    std::uint32_t node = 0;
    std::vector<std::uint64_t> atoms = {};
    std::size_t width = 0;
  };

  std::size_t fluents() const { return whole_.fluents(); }
  bool is_fluent(std::uint32_t node) const { return node >= 1 && node <= fluents(); }
  bool owned(std::size_t f) const { return matters_[f] && !shared_[f]; }

  // Which nodes depend on a node for which this holds.
  template <class Holds>
  static std::vector<bool> depending(const Circuit& circuit, Holds&& holds) {
    std::vector<bool> out(circuit.size());
    for (bool changed = true; changed;) {  // once more where there are loops
      changed = false;
      for (std::uint32_t node = 1; node < circuit.size(); ++node) {
        if (out[node]) continue;
        bool now = holds(node);
        for (Wire wire : circuit.operands(node)) now = now || out[wire.node()];
        out[node] = now;
        changed |= now;
      }
    }
    return out;
  }
  std::vector<bool> depending_on_own(const Circuit& circuit) const {
    return depending(circuit, [&](std::uint32_t node) { return is_fluent(node) && owned(node - 1); });
  }

  void find_what_matters() {
    matters_.assign(fluents(), false);
    std::vector<bool> met(whole_.circuit->size());
    std::vector<std::uint32_t> open;
    auto meet = [&](Wire wire) {
      if (met[wire.node()]) return;
      met[wire.node()] = true;
      open.push_back(wire.node());
    };
    roots_.push_back(whole_.terminal);
    for (const auto& goals : whole_.goals)
      for (const auto& [value, wire] : goals) roots_.push_back(wire);
    std::ranges::for_each(roots_, meet);
    for (const auto& legal : whole_.legal) std::ranges::for_each(legal, meet);
    while (!open.empty()) {
      std::uint32_t node = open.back();
      open.pop_back();
      if (is_fluent(node)) {
        matters_[node - 1] = true;
        meet(whole_.next[node - 1]);
      }
      std::ranges::for_each(whole_.circuit->operands(node), meet);
    }
  }

  void find_shared() {
    shared_ = matters_;
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
      const Automaton& automaton = phases_[phase].automaton;
      auto node = static_cast<std::uint32_t>(fluents() + 1);
      act_of_.emplace_back(automaton.circuit->size(), kNoPart);
      for (std::size_t role = 0; role < automaton.roles(); ++role)
        for (std::size_t i = 0; i < automaton.legal[role].size(); ++i, ++node) {
          if (automaton.legal[role].size() == 1) continue;
          act_of_[phase][node] = static_cast<std::uint32_t>(acts_.size());
          acts_.push_back({phase, role, phases_[phase].numbers[role][i], automaton.legal[role][i]});
        }
      moved_.push_back(
          depending(*automaton.circuit, [&](std::uint32_t one) { return act_of_[phase][one] != kNoPart; }));
      for (std::size_t f = 0; f < fluents(); ++f)
        if (moved_[phase][automaton.next[f].node()]) shared_[f] = false;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Phase& phase : phases_) {
        std::vector<bool> own = depending_on_own(*phase.automaton.circuit);
        for (std::size_t f = 0; f < fluents(); ++f) {
          if (!shared_[f] || !own[phase.automaton.next[f].node()]) continue;
          shared_[f] = false;
          changed = true;
        }
      }
    }
  }

  // Fluents are in one atom if one of them needs the other to know what comes next.
  bool make_atoms() {
    Sets all(fluents());
    for (const Phase& phase : phases_) {
      const Circuit& circuit = *phase.automaton.circuit;
      std::vector<bool> own = depending_on_own(circuit), met(circuit.size());
      Sets sets(circuit.size());
      std::vector<std::uint32_t> open;
      for (std::size_t f = 0; f < fluents(); ++f) {
        if (!owned(f)) continue;
        std::uint32_t next = phase.automaton.next[f].node();
        if (own[next]) sets.join(phase.automaton.fluent_node(f), next);
        open.push_back(next);
      }
      while (!open.empty()) {
        std::uint32_t node = open.back();
        open.pop_back();
        if (met[node]) continue;
        met[node] = true;
        for (Wire operand : circuit.operands(node)) {
          if (own[operand.node()]) sets.join(node, operand.node());
          open.push_back(operand.node());
        }
      }
      std::vector<std::uint32_t> first(circuit.size(), kNoPart);
      for (std::uint32_t f = 0; f < fluents(); ++f) {
        std::uint32_t& one = first[sets.of(phase.automaton.fluent_node(f))];
        if (!owned(f)) continue;
        if (one == kNoPart) one = f;
        all.join(one, f);
      }
    }
    atom_of_.assign(fluents(), kNoPart);
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t f = 0; f < fluents(); ++f)
      if (owned(f)) atom_of_[f] = numbers.emplace(all.of(f), static_cast<std::uint32_t>(numbers.size())).first->second;
    atoms_ = numbers.size();
    return atoms_ > 1;
  }

  // What each move does to an atom, as a number: a hash of what is left of the atom's rules when the move is made. What
  // most moves of a role do is nothing.
  bool touch_atoms() {
    std::vector<std::vector<std::uint32_t>> members(atoms_);
    for (std::uint32_t f = 0; f < fluents(); ++f)
      if (atom_of_[f] != kNoPart) members[atom_of_[f]].push_back(f);
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
      const Automaton& automaton = phases_[phase].automaton;
      const Circuit& circuit = *automaton.circuit;
      std::vector<std::size_t> moves(automaton.roles());
      for (const Act& act : acts_)
        if (act.phase == phase) ++moves[act.role];
      std::vector<std::uint32_t> met(circuit.size(), kNoPart), open, gates;
      std::vector<std::uint64_t> left(circuit.size());
      for (std::uint32_t atom = 0; atom < atoms_; ++atom) {
        gates.clear();
        std::vector<std::vector<std::uint32_t>> acts(automaton.roles());  // that the atom's rules look at
        for (std::uint32_t f : members[atom]) open.push_back(automaton.next[f].node());
        while (!open.empty()) {
          std::uint32_t node = open.back();
          open.pop_back();
          if (met[node] == atom || !moved_[phase][node]) continue;
          met[node] = atom;
          if (std::uint32_t act = act_of_[phase][node]; act != kNoPart) {
            acts[acts_[act].role].push_back(act);
            continue;
          }
          if (circuit.kind(node) == Kind::kLoop) return false;
          gates.push_back(node);
          for (Wire wire : circuit.operands(node)) open.push_back(wire.node());
        }
        std::ranges::sort(gates);
        for (std::size_t role = 0; role < acts.size(); ++role) {
          if (acts[role].empty()) continue;
          auto done_by = [&](std::uint32_t made) {
            looks_ += gates.size();
            auto value = [&](Wire wire) -> std::uint64_t {
              std::uint32_t node = wire.node(), act = act_of_[phase][node];
              std::uint64_t out = act != kNoPart && acts_[act].role == role ? (act == made ? kTrueLeft : kFalseLeft)
                                  : met[node] == atom && act == kNoPart     ? left[node]
                                  : node == 0                               ? kFalseLeft
                                                                            : mixed(node) | 2;
              return wire.negated() ? ~out : out;
            };
            for (std::uint32_t gate : gates) left[gate] = conjunction(circuit.operands(gate), value);
            std::uint64_t out = 0;
            for (std::uint32_t f : members[atom]) out += mixed(value(automaton.next[f]) + f);
            return out;
          };
          std::map<std::uint64_t, std::size_t> counts;
          std::uint64_t none = done_by(kNoPart), usual = none;
          counts[none] = moves[role] - acts[role].size();
          std::vector<std::uint64_t> done;
          std::ranges::sort(acts[role]);
          for (std::uint32_t act : acts[role]) {
            if (looks_ > kMostLooks) return false;
            ++counts[done.emplace_back(done_by(act))];
          }
          for (const auto& [what, count] : counts)
            if (count > counts[usual]) usual = what;
          for (std::uint32_t a = 0, i = 0; a < acts_.size(); ++a) {
            if (acts_[a].phase != phase || acts_[a].role != role) continue;
            bool in = i < acts[role].size() && acts[role][i] == a;
            std::uint64_t what = in ? done[i++] : none;
            if (what != usual) acts_[a].touched.emplace_back(atom, what);
          }
        }
      }
      add_conditions(phase);
    }
    return looks_ <= kMostLooks;
  }

  // A conjunction's hash from those of its operands; a negation is the complement.
  template <class Value>
  std::uint64_t conjunction(std::span<const Wire> operands, const Value& value) {
    scratch_.clear();
    for (Wire wire : operands) {
      std::uint64_t one = value(wire);
      if (one == kFalseLeft) return kFalseLeft;
      if (one != kTrueLeft) scratch_.push_back(one);
    }
    if (scratch_.empty()) return kTrueLeft;
    std::ranges::sort(scratch_);
    scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
    if (scratch_.size() == 1) return scratch_[0];
    std::uint64_t out = 1;
    for (std::uint64_t one : scratch_) {
      if (std::ranges::binary_search(scratch_, ~one)) return kFalseLeft;
      out = mixed(out + one);
    }
    return out | 2;
  }

  // What a move needs to be legal belongs to what it does; a condition on several atoms joins them.
  void add_conditions(std::size_t phase) {
    const Circuit& circuit = *phases_[phase].automaton.circuit;
    std::map<std::uint32_t, std::vector<std::uint32_t>> known;  // by condition: atoms
    auto atoms_below = [&](Wire condition) -> const std::vector<std::uint32_t>& {
      auto [at, is_new] = known.try_emplace(condition.code);
      if (!is_new) return at->second;
      std::set<std::uint32_t> met, atoms;
      std::vector<std::uint32_t> open{condition.node()};
      while (!open.empty()) {
        std::uint32_t node = open.back();
        open.pop_back();
        if (!met.insert(node).second) continue;
        ++looks_;
        if (is_fluent(node) && atom_of_[node - 1] != kNoPart) atoms.insert(atom_of_[node - 1]);
        for (Wire wire : circuit.operands(node)) open.push_back(wire.node());
      }
      at->second.assign(atoms.begin(), atoms.end());
      for (std::size_t i = 1; i < at->second.size(); ++i) joined_.emplace_back(at->second[0], at->second[i]);
      return at->second;
    };
    std::vector<Wire> open;
    for (Act& act : acts_) {
      if (act.phase != phase || act.touched.empty()) continue;
      open.assign(1, act.legal);
      while (!open.empty() && looks_ <= kMostLooks) {
        Wire wire = open.back();
        open.pop_back();
        if (!wire.negated() && circuit.kind(wire.node()) == Kind::kAnd) {
          auto operands = circuit.operands(wire.node());
          open.insert(open.end(), operands.begin(), operands.end());
          continue;
        }
        for (std::uint32_t atom : atoms_below(wire)) {
          auto at = std::ranges::find(act.touched, atom, &Touch::first);
          if (at == act.touched.end()) at = act.touched.insert(at, {atom, 0});
          at->second += mixed(~std::uint64_t{wire.code});
        }
      }
    }
  }

  bool look_at_ends() {
    const Circuit& circuit = *whole_.circuit;
    std::vector<bool> own = depending_on_own(circuit), cone = circuit::needed(circuit, roots_);
    std::size_t words = (atoms_ + 63) / 64;
    std::vector<std::uint32_t> at(circuit.size(), kNoPart);
    for (std::uint32_t node = 1; node < circuit.size(); ++node) {
      if (!cone[node] || !own[node]) continue;
      at[node] = static_cast<std::uint32_t>(ends_.size());
      ends_.push_back({node});
    }
    if (ends_.size() * words * 64 > kMostAtomBits) return false;
    for (End& end : ends_) {
      end.atoms.resize(words);
      if (is_fluent(end.node))
        end.atoms[atom_of_[end.node - 1] / 64] |= std::uint64_t{1} << atom_of_[end.node - 1] % 64;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (End& end : ends_)
        for (Wire wire : circuit.operands(end.node)) {
          if (at[wire.node()] == kNoPart) continue;
          const std::vector<std::uint64_t>& below = ends_[at[wire.node()]].atoms;
          for (std::size_t w = 0; w < words; ++w) {
            changed |= (below[w] & ~end.atoms[w]) != 0;
            end.atoms[w] |= below[w];
          }
        }
    }
    for (End& end : ends_)
      for (std::uint64_t word : end.atoms) end.width += static_cast<std::size_t>(std::popcount(word));
    return true;
  }

  // Gates of goals and end join what they look at, from the narrowest up to some width: that at which they look at the
  // parts through the fewest properties altogether.
  bool choose_parts() {
    std::set<std::size_t> widths{1};
    for (const End& end : ends_) widths.insert(end.width);
    std::size_t fewest = SIZE_MAX, best = 0;
    for (std::size_t width : widths) {
      if (looks_ > kMostLooks) return false;
      if (!partition(width)) continue;
      if (std::size_t properties = count_properties(); properties < fewest) {
        fewest = properties;
        best = width;
      }
    }
    return best > 0 && partition(best) && count_properties() == fewest;
  }

  Sets joined_up_to(std::size_t width) {
    Sets sets(atoms_);
    for (auto [one, other] : joined_) sets.join(one, other);
    for (const End& end : ends_) {
      if (end.width > width || end.width < 2) continue;
      std::uint32_t first = kNoPart;
      for (std::size_t w = 0; w < end.atoms.size(); ++w)
        for_each_bit(end.atoms[w], [&](unsigned bit) {
          auto atom = static_cast<std::uint32_t>(64 * w + bit);
          if (first == kNoPart) first = atom;
          sets.join(first, atom);
        });
      looks_ += end.width;
    }
    return sets;
  }
  bool partition(std::size_t width) {
    Sets sets = joined_up_to(width);
    join_by_moves(sets);
    return parts_ > 1;
  }

  void number_parts(Sets& sets) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    part_of_.resize(atoms_);
    for (std::uint32_t atom = 0; atom < atoms_; ++atom)
      part_of_[atom] = numbers.emplace(sets.of(atom), static_cast<std::uint32_t>(numbers.size())).first->second;
    parts_ = numbers.size();
  }

  std::optional<std::uint64_t> kind_of(const Act& act, std::uint32_t part) const {
    std::optional<std::uint64_t> out;
    for (const auto& [atom, done] : act.touched)
      if (part_of_[atom] == part) out = out.value_or(0) + mixed(done + atom);
    return out;
  }

  // A move that does something to several parts joins them, unless each of the things that can be done to one goes
  // together with each that can be done to another.
  void join_by_moves(Sets& sets) {
    for (bool changed = true; changed;) {
      changed = false;
      number_parts(sets);
      if (parts_ == 1) return;
      std::vector<std::uint32_t> atom_of_part(parts_);
      for (std::uint32_t atom = 0; atom < atoms_; ++atom) atom_of_part[part_of_[atom]] = atom;
      // By phase, role and parts: the kinds of each of the moves.
      std::map<std::vector<std::size_t>, std::set<std::vector<std::uint64_t>>> groups;
      for (const Act& act : acts_) {
        std::map<std::uint32_t, std::uint64_t> kinds;
        for (const auto& [atom, done] : act.touched) kinds[part_of_[atom]] += mixed(done + atom);
        looks_ += act.touched.size();
        if (kinds.size() < 2) continue;
        std::vector<std::size_t> key{act.phase, act.role};
        std::vector<std::uint64_t> values;
        for (const auto& [part, kind] : kinds) {
          key.push_back(part);
          values.push_back(kind);
        }
        groups[key].insert(std::move(values));
      }
      for (const auto& group : groups) {
        const auto& key = group.first;  // a lambda of the standard cannot have a part of a pair that was taken apart
        const auto& moves = group.second;
        auto combinations = [&](std::span<const std::size_t> of) {
          std::vector<std::set<std::uint64_t>> kinds(of.size());
          for (const auto& move : moves)
            for (std::size_t i = 0; i < of.size(); ++i) kinds[i].insert(move[of[i]]);
          double out = 1;
          for (const auto& one : kinds) out *= one.size() > 1 ? static_cast<double>(one.size()) : 0;
          return out;
        };
        auto join = [&](std::size_t i, std::size_t j) {
          changed |= sets.join(atom_of_part[key[2 + i]], atom_of_part[key[2 + j]]);
        };
        bool tied = false;
        for (std::size_t i = 0; i + 2 < key.size(); ++i)
          for (std::size_t j = i + 1; j + 2 < key.size(); ++j) {
            std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
            for (const auto& move : moves) pairs.emplace(move[i], move[j]);
            if (combinations(std::array{i, j}) == static_cast<double>(pairs.size())) continue;
            join(i, j);
            tied = true;
          }
        std::vector<std::size_t> every(key.size() - 2);
        std::iota(every.begin(), every.end(), std::size_t{0});
        if (tied || combinations(every) == static_cast<double>(moves.size())) continue;
        for (std::size_t i : every) join(0, i);
      }
    }
  }

  // A property of a part: those operands of a gate that are about this part alone. SIZE_MAX if a part is not much more
  // than its properties.
  std::size_t count_properties() {
    const Circuit& circuit = *whole_.circuit;
    std::vector<std::uint32_t> part_of_node(circuit.size(), kNoPart);
    for (const End& end : ends_)
      for (std::size_t w = 0; w < end.atoms.size(); ++w)
        for_each_bit(end.atoms[w], [&](unsigned bit) {
          std::uint32_t part = part_of_[64 * w + bit];
          std::uint32_t& of = part_of_node[end.node];
          of = of == kNoPart || of == part ? part : kSeveralParts;
        });
    properties_.assign(parts_, {});
    auto look = [&](std::span<const Wire> wires) {
      std::map<std::uint32_t, std::vector<Wire>> about;
      for (Wire wire : wires)
        if (std::uint32_t part = part_of_node[wire.node()]; part < kSeveralParts) about[part].push_back(wire);
      for (auto& [part, property] : about) {
        if (std::uint32_t node = property[0].node(); property.size() == 1) {  // no other than its negation
          property[0] = {2 * node};
          if (circuit.kind(node) == Kind::kAnd)
            property.assign(circuit.operands(node).begin(), circuit.operands(node).end());
        }
        properties_[part].insert(std::move(property));
      }
    };
    for (const End& end : ends_)
      if (part_of_node[end.node] == kSeveralParts) look(circuit.operands(end.node));
    for (Wire root : roots_) look({&root, 1});
    std::vector<std::size_t> sizes(parts_);
    for (std::uint32_t f = 0; f < fluents(); ++f)
      if (atom_of_[f] != kNoPart) ++sizes[part_of_[atom_of_[f]]];
    std::size_t out = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
      if (2 * properties_[part].size() >= sizes[part]) return SIZE_MAX;
      out += properties_[part].size();
    }
    return out;
  }

  void copy_properties(std::size_t bits, Factors& out) {
    std::vector<Wire> roots, inputs(whole_.circuit->inputs(), kFalse);
    for (const auto& of_part : properties_)
      for (const auto& property : of_part) roots.insert(roots.end(), property.begin(), property.end());
    Circuit copy;
    for (std::size_t bit = 0; bit < bits; ++bit) copy.input();
    for (std::size_t f = 0; f < fluents(); ++f) inputs[f] = {2 * (whole_.bit(f) + 1)};
    auto plain = [](Circuit& into, std::uint32_t, std::span<const Wire> operands) { return into.all(operands); };
    copy = rebuilt(*whole_.circuit, roots, plain, std::move(copy), inputs);
    for (std::uint32_t node = 1; node < copy.size(); ++node)
      if (copy.kind(node) == Kind::kLoop) return;
    auto next = roots.begin();
    for (std::size_t p = 0; p < parts_; ++p)
      for (const auto& property : properties_[p]) {
        out.parts[p].properties.push_back(copy.all(std::span(next, property.size())));
        next += static_cast<std::ptrdiff_t>(property.size());
      }
    out.circuit = std::make_shared<const Circuit>(std::move(copy));
  }

  const Automaton& whole_;
  std::vector<Phase> phases_;
  std::vector<bool> matters_, shared_;  // by fluent
  std::vector<Wire> roots_;             // goals and end
  std::vector<Act> acts_;
  std::vector<std::vector<std::uint32_t>> act_of_;  // by phase and node
  std::vector<std::vector<bool>> moved_;            // by phase and node: depends on a choice
  std::size_t atoms_ = 0, parts_ = 0;
  std::vector<std::uint32_t> atom_of_;                           // by fluent
  std::vector<std::uint32_t> part_of_;                           // by atom
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined_;  // atoms, by conditions
  std::vector<End> ends_;
  std::vector<std::set<std::vector<Wire>>> properties_;  // by part: conjunctions
  std::size_t looks_ = 0;
  std::vector<std::uint64_t> scratch_;
};

}  // namespace

Factors factors_of(const Automaton& automaton) {
  Factors out;
  Finder(automaton).find(out);
  return out;
}

}  // namespace percept::circuit
