// SPDX-License-Identifier: MIT
#include "prove/rows.h"

#include <doctest/doctest.h>

#include <array>

using namespace percept::prove;

namespace {

// The rows (i, i % 3, i % 7) for i below the count.
Rows number_rows(std::uint32_t count) {
  Rows rows(3);
  for (std::uint32_t i = 0; i < count; ++i) rows.add(std::array{TermId{i}, TermId{i % 3}, TermId{i % 7}}.data());
  return rows;
}

std::size_t count(Rows& rows, const Columns& columns, const std::vector<TermId>& key) {
  std::size_t found = 0;
  rows.for_each(columns, key.data(), [&](const TermId*) { ++found; });
  return found;
}

}  // namespace

TEST_CASE("rows: each is found, few or many, and known when it comes again") {
  for (std::uint32_t size : {0u, 1u, 8u, 9u, 1000u}) {
    CAPTURE(size);
    Rows rows = number_rows(size);
    CHECK(rows.size() == size);
    for (std::uint32_t i = 0; i < size; ++i) {
      std::array row{TermId{i}, TermId{i % 3}, TermId{i % 7}};
      CHECK(rows.find(row.data()) == i);
      CHECK_FALSE(rows.add_if_new(row.data()));
    }
    std::array other{TermId{size}, TermId{1}, TermId{1}};
    CHECK(rows.find(other.data()) == kNoRow);
    CHECK(rows.add_if_new(other.data()));
    CHECK(rows.find(other.data()) == size);
  }
}

TEST_CASE("rows: by some of their columns") {
  Rows rows = number_rows(210);
  CHECK(count(rows, {}, {}) == 210);
  CHECK(count(rows, {1}, {TermId{2}}) == 70);
  CHECK(count(rows, {1, 2}, {TermId{2}, TermId{6}}) == 10);
  CHECK(count(rows, {0, 2}, {TermId{8}, TermId{1}}) == 1);
  CHECK(count(rows, {0, 2}, {TermId{8}, TermId{2}}) == 0);
  rows.add(std::array{TermId{999}, TermId{2}, TermId{6}}.data());
  CHECK(count(rows, {1, 2}, {TermId{2}, TermId{6}}) == 11);
}

TEST_CASE("rows: cleared and used again") {
  Rows rows = number_rows(100);
  CHECK(count(rows, {1}, {TermId{2}}) == 33);
  rows.clear();
  CHECK(rows.size() == 0);
  CHECK(count(rows, {1}, {TermId{2}}) == 0);
  for (std::uint32_t i = 0; i < 20; ++i) rows.add(std::array{TermId{i}, TermId{2}, TermId{i}}.data());
  CHECK(count(rows, {1}, {TermId{2}}) == 20);
  CHECK(count(rows, {2}, {TermId{7}}) == 1);
}

TEST_CASE("rows: without columns there is one or none") {
  Rows rows(0);
  CHECK(rows.find(nullptr) == kNoRow);
  CHECK(rows.add_if_new(nullptr));
  CHECK_FALSE(rows.add_if_new(nullptr));
  CHECK(rows.size() == 1);
}

TEST_CASE("rows: how many share a key") {
  Rows rows = number_rows(210);
  CHECK(rows.rows_per_key({0}, {}, nullptr) == 1);
  CHECK(rows.rows_per_key({1}, {}, nullptr) == 70);
  CHECK(rows.rows_per_key({}, {}, nullptr) == 210);
  TermId one{1}, none{50};
  CHECK(rows.rows_per_key({}, {1}, &one) == 70);
  CHECK(rows.rows_per_key({2}, {1}, &one) == 10);
  CHECK(rows.rows_per_key({2}, {1}, &none) == 0);
}
