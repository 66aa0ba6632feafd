// SPDX-License-Identifier: MIT
//
// Each byte of the input picks a token, so that almost every input is nearly a sentence of Relational Logic or a rule,
// and the fuzzer gets deep into the grammar at once. The first byte chooses the notation.
#include <iterator>

#include "properties.h"

namespace {

constexpr const char* kInfix[] = {"p",     "q(a)",        "r(X,Y)",
                                  "X",     "Y",           "?z",
                                  "_",     "a",           "f(b)",
                                  "(",     ")",           ",",
                                  " & ",   " | ",         "~",
                                  "not ",  " => ",        " <=> ",
                                  " != ",  " = ",         " :- ",
                                  ". ",    "\n",          "AX:",
                                  "EY:",   "forall X:",   "exists Y, Z:",
                                  "'++'",  "?'n++'",      "true(",
                                  "does(", "% comment\n", ";; comment\n",
                                  " ; ",   "/* c */",     "distinct(X,a)",
                                  "A",     "E",           ":"};
constexpr const char* kKif[] = {"p ",
                                "(q a) ",
                                "(r ?x ?y) ",
                                "?x ",
                                "?y ",
                                "a ",
                                "(",
                                ")",
                                "(=> ",
                                "(<=> ",
                                "(forall (?x) ",
                                "(exists ?y ",
                                "(forall (?x ?y) ",
                                "(not ",
                                "(and ",
                                "(or ",
                                "(<= ",
                                "(distinct ?x a) ",
                                "(!= ?x a) ",
                                "\n",
                                "; comment\n",
                                "++ ",
                                "?n++ ",
                                "(true ",
                                "(does ",
                                "not ",
                                "and ",
                                "<= ",
                                "_ ",
                                "?_ "};

template <std::size_t N>
std::string spelled(const char* const (&tokens)[N], const unsigned char* data, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += tokens[data[i] % N];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  if (data[0] % 2 == 0)
    percept::fuzz::all_properties(spelled(kInfix, data + 1, size - 1), percept::gdl::Notation::kInfix);
  else
    percept::fuzz::all_properties(spelled(kKif, data + 1, size - 1), percept::gdl::Notation::kKif);
  return 0;
}
