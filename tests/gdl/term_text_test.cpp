// SPDX-License-Identifier: MIT
#include "gdl/term_text.h"

#include "gdl/keyword_names.h"
#include "support/support.h"

using namespace percept;
using namespace percept::gdl;

TEST_CASE("terms in any spelling") {
  CHECK(term_text(" ( CELL 1\n1 (b)) ; a comment").value() == "(cell 1 1 b)");
  CHECK(term_text("NOOP").value() == "noop");
  CHECK(spaced("(a (b c) d)") == "( a ( b c ) d )");
  CHECK(spaced("((control white) ready)") == "( ( control white ) ready )");
  CHECK(spaced("()") == "( )");
  CHECK(laid_out("( a\n( b c ) )", false, [](std::string_view name) { return std::string(name) + "!"; }) ==
        "(a! (b! c!))");
  CHECK(term_texts("( ( control white ) ( cell 1 1 b ) )").value() ==
        std::vector<std::string>{"(control white)", "(cell 1 1 b)"});
  CHECK(term_texts("()").value().empty());
  for (const char* wrong : {"", "(", ")", "(a", "a b", "((a))", "(a))", "()", "?x", "(a \x01)"})
    CHECK(!term_text(wrong));
  CHECK(!term_text(std::string(100'000, '(')));
  CHECK(!term_text(std::string(1000, '(') + "a b" + std::string(1000, ')')));
}

TEST_CASE("forms are cut without looking into them") {
  CHECK(elements("( PLAY m1 ((mark 1 1) noop) )").value() ==
        std::vector<std::string_view>{"PLAY", "m1", "((mark 1 1) noop)"});
  CHECK(forms("a \"b (c\" d", true).value() == std::vector<std::string_view>{"a", "\"b (c\"", "d"});
  CHECK(!forms("a \"b (c\" d"));
  CHECK(is_nothing("( ; none\n)"));
  CHECK(is_nothing("nil"));
  CHECK(!is_nothing("(nil)"));
}

TEST_CASE("parts are cut at separators outside parentheses and quotes") {
  using Parts = std::vector<std::string>;
  CHECK(parts_of("q, f(a,b) ; (c ; d):a", ";") == Parts{"q, f(a,b)", "(c ; d):a"});
  CHECK(parts_of(" q, f(a,g(b,c)),'x,(y' ", ",") == Parts{"q", "f(a,g(b,c))", "'x,(y'"});
  CHECK(parts_of(":a;", ":;") == Parts{"", "a", ""});
  CHECK(parts_of("a) b", " ") == Parts{"a)", "b"});
  CHECK(parts_of("", ",") == Parts{""});
}

TEST_CASE("every keyword is found by its name") {
  Symbols symbols;
  for (Symbol word{0}; word <= keyword::kExists; ++word.value) CHECK(keyword_named(symbols.text(word)) == word);
  CHECK(!keyword_named("cell"));
}
