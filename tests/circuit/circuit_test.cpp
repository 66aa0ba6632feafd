// SPDX-License-Identifier: MIT
//
// Building circuits: what is folded at once, that equal gates are made once, and what loops are.
#include "circuit/circuit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/random.h"

using namespace percept;
using circuit::Circuit;
using circuit::kFalse;
using circuit::kTrue;
using circuit::Logic;
using circuit::Wire;

namespace {

Wire all(Circuit& c, std::initializer_list<Wire> wires) { return c.all(std::vector<Wire>(wires)); }
Wire any(Circuit& c, std::initializer_list<Wire> wires) { return c.any(std::vector<Wire>(wires)); }

}  // namespace

TEST_CASE("a wire and its negation") {
  Wire wire{6};
  CHECK(wire.node() == 3);
  CHECK_FALSE(wire.negated());
  CHECK((~wire).node() == 3);
  CHECK((~wire).negated());
  CHECK(~~wire == wire);
  CHECK((wire ^ true) == ~wire);
  CHECK((wire ^ false) == wire);
  CHECK(~kFalse == kTrue);
}

TEST_CASE("an empty circuit has its constant, and inputs are numbered from 1") {
  Circuit c;
  CHECK(c.size() == 1);
  CHECK(c.inputs() == 0);
  CHECK(c.kind(0) == Circuit::Kind::kConstant);
  CHECK(c.input().node() == 1);
  CHECK(c.input().node() == 2);
  CHECK(c.inputs() == 2);
  CHECK(c.kind(2) == Circuit::Kind::kInput);
}

TEST_CASE("conjunctions and disjunctions of constants, of one wire and of none are folded") {
  Circuit c;
  Wire a = c.input(), b = c.input();
  CHECK(all(c, {}) == kTrue);
  CHECK(any(c, {}) == kFalse);
  CHECK(all(c, {a}) == a);
  CHECK(any(c, {~a}) == ~a);
  CHECK(all(c, {a, a, a}) == a);
  CHECK(all(c, {a, kTrue}) == a);
  CHECK(all(c, {kTrue, kTrue}) == kTrue);
  CHECK(all(c, {a, kFalse, b}) == kFalse);
  CHECK(all(c, {a, kFalse, kTrue}) == kFalse);
  CHECK(any(c, {a, kTrue, b}) == kTrue);
  CHECK(any(c, {a, kFalse}) == a);
  CHECK(c.size() == 3);  // nothing was made
}

TEST_CASE("a wire beside its negation is folded in two values only") {
  Circuit two;
  Wire a = two.input(), b = two.input();
  CHECK(all(two, {a, b, ~a}) == kFalse);
  CHECK(any(two, {a, ~b, ~a}) == kTrue);
  CHECK(two.size() == 3);

  Circuit three(Logic::kKleene);
  a = three.input(), b = three.input();
  Wire both = all(three, {a, b, ~a});
  CHECK(three.kind(both.node()) == Circuit::Kind::kAnd);
  CHECK(three.operands(both.node()).size() == 3);
  CHECK(any(three, {a, ~a}) != kTrue);
}

TEST_CASE("equal gates are made once, whatever the order of their operands") {
  Circuit c;
  Wire a = c.input(), b = c.input(), d = c.input();
  Wire gate = all(c, {a, ~b, d});
  CHECK(all(c, {d, a, ~b}) == gate);
  CHECK(all(c, {~b, d, a, d}) == gate);
  CHECK(any(c, {~a, b, ~d}) == ~gate);
  CHECK(c.size() == 5);
  CHECK(all(c, {a, b, d}) != gate);
  CHECK(c.size() == 6);
  CHECK(std::ranges::is_sorted(c.operands(gate.node())));
}

TEST_CASE("of many random gates each is made once, and a copy that was moved knows them") {
  Circuit c;
  std::vector<Wire> wires;
  for (int i = 0; i < 8; ++i) wires.push_back(c.input());
  std::map<std::set<Wire>, Wire> made;
  Random random(7);
  auto make = [&](Circuit& in) {
    std::set<Wire> operands;
    while (operands.size() < 3) {
      Wire wire = wires[random.below(8)] ^ (random.below(2) == 0);
      if (!operands.contains(~wire)) operands.insert(wire);
    }
    Wire gate = in.all(std::vector<Wire>(operands.begin(), operands.end()));
    auto [known, is_new] = made.try_emplace(operands, gate);
    CHECK(known->second == gate);
    CHECK(std::ranges::equal(in.operands(gate.node()), operands));
  };
  for (int i = 0; i < 8000; ++i) make(c);
  CHECK(made.size() == 8 * 7 * 6 / 6 * 8);  // three of eight, negated or not: all were met
  CHECK(c.size() == 9 + made.size());
  Circuit moved(std::move(c));
  for (int i = 0; i < 200; ++i) make(moved);
  Circuit assigned(Logic::kKleene);
  assigned = std::move(moved);
  for (int i = 0; i < 200; ++i) make(assigned);
  CHECK(assigned.logic() == Logic::kTwoValued);
  CHECK(assigned.size() == 9 + made.size());
}

TEST_CASE("loops are never the same, and have the driver they are given") {
  Circuit c;
  Wire a = c.input();
  Wire one = c.loop(), two = c.loop();
  CHECK(one != two);
  CHECK(c.kind(one.node()) == Circuit::Kind::kLoop);
  CHECK(c.operands(one.node())[0] == kFalse);
  Wire gate = any(c, {a, one});
  c.drive(one, gate);
  CHECK(c.operands(one.node())[0] == gate);
  c.drive(~two, gate);
  CHECK(c.operands(two.node())[0] == ~gate);
}

TEST_CASE("what roots need is found through loops") {
  Circuit c;
  Wire a = c.input(), b = c.input(), d = c.input();
  Wire loop = c.loop();
  Wire gate = all(c, {a, loop}), driver = any(c, {gate, b}), other = all(c, {a, d});
  c.drive(loop, driver);
  std::vector<Wire> roots = {~gate};
  std::vector<bool> need = circuit::needed(c, roots);
  CHECK(need[gate.node()]);
  CHECK(need[loop.node()]);
  CHECK(need[driver.node()]);
  CHECK(need[b.node()]);
  CHECK_FALSE(need[other.node()]);
  CHECK_FALSE(need[d.node()]);
}

TEST_CASE("uses count gates, loops and roots that are needed") {
  Circuit c;
  Wire a = c.input(), b = c.input();
  Wire loop = c.loop();
  Wire gate = all(c, {a, loop}), driver = any(c, {gate, b});
  c.drive(loop, driver);
  all(c, {a, b});  // not needed, so it does not count
  std::vector<Wire> roots = {gate, ~gate, b};
  std::vector<std::uint32_t> count = circuit::uses(c, roots);
  CHECK(count[a.node()] == 1);
  CHECK(count[b.node()] == 2);
  CHECK(count[loop.node()] == 1);
  CHECK(count[driver.node()] == 1);
  CHECK(count[gate.node()] == 3);
}

TEST_CASE("a rebuilt circuit has what its roots need, with all inputs, and inputs may be given other wires") {
  Circuit c;
  Wire a = c.input(), b = c.input(), d = c.input();
  Wire loop = c.loop();
  Wire gate = all(c, {a, ~loop}), driver = any(c, {loop, b});
  c.drive(loop, driver);
  all(c, {a, d});
  std::vector<Wire> roots = {~gate, d};
  auto plain = [](Circuit& copy, std::uint32_t, const std::vector<Wire>& operands) { return copy.all(operands); };
  Circuit copy = circuit::rebuilt(c, roots, plain);
  CHECK(copy.inputs() == 3);
  CHECK(copy.size() == c.size() - 1);
  CHECK(roots[0].negated());
  CHECK(roots[1].node() == 3);

  Circuit fewer;
  Wire only = fewer.input();
  std::vector<Wire> again = {roots[0]};
  Circuit fixed = circuit::rebuilt(copy, again, plain, std::move(fewer), std::array{only, kFalse, kTrue});
  CHECK(fixed.inputs() == 1);
  CHECK(again.size() == 1);
}
