// SPDX-License-Identifier: MIT
#include "play/margin.h"

#include "support/support.h"

using percept::play::Margin;

TEST_CASE("a margin is never more than half of a clock, grows with what came late and shrinks slowly, within bounds") {
  Margin margin(1);
  CHECK(margin.of(10) == 1);
  CHECK(margin.of(1) == 0.5);
  margin.accepted();
  CHECK(margin.seconds() < 1);
  CHECK(margin.seconds() > 0.9);
  double before = margin.seconds();
  margin.answered_late_by(0.5);
  CHECK(margin.seconds() == doctest::Approx(before + 0.5));
  margin.replaced();
  CHECK(margin.seconds() == doctest::Approx(2 * before + 1));
  for (int i = 0; i < 10; ++i) margin.replaced();
  CHECK(margin.seconds() == 5);
  for (int i = 0; i < 1000; ++i) margin.accepted();
  CHECK(margin.seconds() == 0.2);
  CHECK(Margin(100).seconds() == 5);
  CHECK(Margin(0).seconds() == 0.2);
}
