// SPDX-License-Identifier: MIT
//
// Positions as rows: each once, found again, also when rows become wider.
#include "lanes/rows.h"

#include <doctest/doctest.h>

#include <map>

#include "base/random.h"
#include "support/aborting.h"

using namespace percept;
using lanes::Rows;

TEST_CASE("a hash of a row does not depend on how wide it is, and tells rows apart") {
  std::vector<std::uint64_t> row = {5, 0, 7}, wider = {5, 0, 7, 0, 0};
  CHECK(row_hash(row) == row_hash(wider));
  std::vector<std::vector<std::uint64_t>> others = {{}, {5}, {0, 5}, {0, 0, 5}, {5, 7}, {7, 0, 5}, {5, 0, 8}, {1}};
  std::map<std::uint64_t, int> seen;
  for (const auto& other : others) ++seen[row_hash(other)];
  ++seen[row_hash(row)];
  CHECK(seen.size() == others.size() + 1);
  CHECK(row_hash(std::vector<std::uint64_t>{0, 0}) == row_hash({}));
}

TEST_CASE("rows are kept once, and found") {
  Random random(3);
  Rows rows(2);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> known;
  for (int i = 0; i < 20'000; ++i) {
    std::uint64_t row[2] = {random.below(100), random.below(100)};
    auto [at, is_new] = rows.add(row, row_hash(row));
    auto [entry, was_new] = known.try_emplace({row[0], row[1]}, at);
    REQUIRE(is_new == was_new);
    REQUIRE(entry->second == at);
  }
  CHECK(rows.size() == known.size());
  rows.widen(4);
  for (const auto& [key, at] : known) {
    std::uint64_t row[4] = {key.first, key.second, 0, 0};
    REQUIRE(rows.find(row, row_hash(row)) == at);
    REQUIRE(rows.add(std::span<const std::uint64_t>(row, 2)) == std::pair<std::size_t, bool>{at, false});
  }
  std::uint64_t other[4] = {1, 1, 1, 1};
  CHECK(rows.find(other, row_hash(other)) == rows.size());
}

TEST_CASE("rows that were pushed, moved and cut off are found where they are") {
  Rows rows(1);
  for (std::uint64_t i = 0; i < 100; ++i) rows.push(std::vector<std::uint64_t>{i / 2});
  CHECK(rows.size() == 100);
  rows.move(99, 0);
  rows.truncate(10);
  std::uint64_t moved = 49, gone = 0;
  CHECK(rows.find(&moved, row_hash({&moved, 1})) == 0);
  gone = 20;
  CHECK(rows.find(&gone, row_hash({&gone, 1})) == 10);
  Rows copy = rows.without_table();
  CHECK(copy.add(&moved, row_hash({&moved, 1})) == std::pair<std::size_t, bool>{0, false});
  rows.clear(3);
  CHECK(rows.size() == 0);
  CHECK(rows.words() == 3);
}

TEST_CASE("a row that is too wide is a failed check that says so") {
  Rows rows(1);
  std::string said = test::aborting([&] { rows.push(std::vector<std::uint64_t>{1, 2}); });
  CHECK(said.find("a row of 2 words among rows of 1") != std::string::npos);
}
