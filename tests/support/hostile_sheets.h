// SPDX-License-Identifier: MIT
//
// Rule sheets that are small, in order, and bad for whoever runs them.
#pragma once

#include <fmt/format.h>

#include <string>

namespace percept::test {

// Thirteen pigeonholes for fourteen pigeons: whether `hit` holds takes 13! steps to find out, and it does not.
inline std::string pigeonholes() {
  std::string out =
      "(role a) (role b) (init (s 1)) (legal a noop) (legal b noop) (legal a two) (<= (next (s 2)) (true (s 1)))";
  for (int i = 1; i <= 13; ++i) out += fmt::format("(d {})", i);
  out += "(<= hit";
  for (int i = 0; i <= 13; ++i) out += fmt::format(" (d ?v{})", i);
  for (int i = 1; i <= 13; ++i)
    for (int j = 0; j < i; ++j) out += fmt::format(" (distinct ?v{} ?v{})", i, j);
  return out + ") (<= terminal hit) (<= terminal (true (s 2))) (goal a 100) (goal b 0)";
}

// The text of the position doubles with every round.
inline std::string doubling() {
  return "(role a) (init (v z)) (legal a go) (<= (next (v (f ?x ?x))) (true (v ?x))) (<= terminal (true (v none))) "
         "(goal a 50)";
}

// Four billion legal moves.
inline std::string many_moves() {
  std::string out = "(role a) (init (s 0))";
  for (int i = 1; i <= 40; ++i) out += fmt::format("(d {})", i);
  return out +
         "(<= (legal a (m ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f)) "
         "(<= (next (s ?f)) (does a (m ?a ?b ?c ?d ?e ?f))) (<= terminal (true (s 40))) (goal a 100)";
}

}  // namespace percept::test
