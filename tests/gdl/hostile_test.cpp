// SPDX-License-Identifier: MIT
//
// Texts that no author writes: every one is refused, or read, in time and memory that fit its size.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <memory_resource>

#include "gdl/builder.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

constexpr std::size_t kMillion = 1'000'000;

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  out.reserve(count * text.size());
  while (count-- > 0) out += text;
  return out;
}

// The one finding there must be.
Code only_code(const Description& game) {
  REQUIRE(game.findings().size() == 1);
  CHECK(render(game.findings()[0], false).size() < 2000);
  return game.findings()[0].code;
}

bool gave_up(const Description& game) {
  return game.findings().size() == kMaxMistakes + 1 && game.findings().back().code == Code::kTooManyMistakes;
}

// Writing what was read and reading that gives the same.
void check_writers(const Description& game) {
  CHECK(same_rules(game, *kif(to_kif(game))));
  CHECK(same_rules(game, *infix(to_infix(game, Habit::kProlog))));
  CHECK(same_rules(game, *infix(to_infix(game, Habit::kTextbook))));
}

// Counts what descriptions allocate for their terms and formulas.
class Meter : public std::pmr::memory_resource {
 public:
  Meter() : before_(std::pmr::set_default_resource(this)) {}
  ~Meter() override { std::pmr::set_default_resource(before_); }
  std::size_t bytes = 0;

 private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    bytes += size;
    return before_->allocate(size, alignment);
  }
  void do_deallocate(void* memory, std::size_t size, std::size_t alignment) override {
    before_->deallocate(memory, size, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::memory_resource* before_;
};

// Lets the program grow by so many bytes only, so that a runaway fails here and not the machine.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
    if (pages > 0) setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a file too large is an error, one just small enough is not") {
  percept::test::TemporaryFolder folder;
  auto file = folder.write("large.kif", "(role white)\n");
  std::filesystem::resize_file(file, 100 * kMillion);
  auto large = read_file(file.string());
  REQUIRE_FALSE(large.has_value());
  CHECK(large.error().message.find("larger than") != std::string::npos);
  CHECK_FALSE(large.error().hint.empty());

  auto most = folder.write("most.kif", "(role white)\n" + std::string(kMaxFileSize - 13, ' '));
  auto game = read_file(most.string());
  REQUIRE(game.has_value());
  CHECK((*game)->readable());
  CHECK((*game)->statements().size() == 1);
  std::ofstream(most, std::ios::app) << ' ';
  CHECK_FALSE(read_file(most.string()).has_value());
}

TEST_CASE("what is no file is an error") {
  percept::test::TemporaryFolder folder;
  CHECK_FALSE(read_file((folder.path() / "none.kif").string()).has_value());
  CHECK_FALSE(read_file(folder.path().string()).has_value());
  CHECK_FALSE(read_file("").has_value());
}

TEST_CASE("a million parentheses are nested too deeply") {
  CHECK(only_code(*kif(times(kMillion, "(") + times(kMillion, ")"))) == Code::kTooDeep);
  CHECK(only_code(*kif(times(kMillion, "(f ") + "a" + times(kMillion, ")") + "\n(b c)")) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "(") + "a" + times(kMillion, ")"))) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "f(") + "a" + times(kMillion, ")") + ".")) == Code::kTooDeep);
}

TEST_CASE("a million parentheses are never closed") {
  CHECK(only_code(*kif(times(kMillion, "("))) == Code::kUnterminated);
  CHECK(only_code(*kif(times(kMillion, "(f "))) == Code::kUnterminated);
  CHECK(kif(times(kMillion, "(\n"))->findings().at(0).code == Code::kUnterminated);
  CHECK(gave_up(*kif(times(kMillion, "(<= "))));
  CHECK_FALSE(infix(times(kMillion, "("))->readable());
  CHECK_FALSE(infix(times(kMillion, "f(\n"))->readable());
}

TEST_CASE("a million parentheses are never opened") {
  CHECK(gave_up(*kif(times(kMillion, ")"))));
  CHECK_FALSE(infix(times(kMillion, ")"))->readable());
  CHECK_FALSE(infix(times(kMillion, ")\n"))->readable());
}

TEST_CASE("endless names are refused") {
  std::string name(10 * kMillion, 'a');
  for (const std::string& text : {name, "?" + name, "(p " + name + ")"})
    CHECK(kif(text)->findings().at(0).code == Code::kSymbolTooLong);
  for (const std::string& text : {name, "p(X" + name + ")", "p(?" + name + ")"})
    CHECK(infix(text)->findings().at(0).code == Code::kSymbolTooLong);
  CHECK(infix("'" + name + "'")->findings().at(0).code == Code::kBadQuote);
}

TEST_CASE("bytes that are no text are refused") {
  std::string zeros(kMillion, '\0');
  CHECK(only_code(*kif(zeros)) == Code::kControlByte);
  CHECK(only_code(*infix(zeros)) == Code::kControlByte);
  std::string mixed = times(kMillion, std::string_view("a\0 \x01", 4));
  CHECK(gave_up(*kif(mixed)));
  CHECK_FALSE(infix(mixed)->readable());
  std::string all;
  for (int i = 0; i < 100'000; ++i) all += static_cast<char>((i * 7919 + i / 256) % 256);
  CHECK_FALSE(kif(all)->readable());
  CHECK_FALSE(infix(all)->readable());
}

TEST_CASE("what is opened and never closed is reported") {
  std::string rest = times(kMillion, "a b\n");
  CHECK(only_code(*kif("(p " + rest)) == Code::kUnterminated);
  CHECK(only_code(*infix("/* " + rest)) == Code::kUnterminated);
  CHECK(infix("'" + std::string(kMillion, 'a'))->findings().at(0).code == Code::kUnterminated);
  CHECK(gave_up(*infix(times(kMillion, "'a\n"))));
  CHECK_FALSE(infix("p(" + times(kMillion, "a,"))->readable());
}

TEST_CASE("chains of a million operators are read or refused") {
  CHECK(only_code(*infix(times(kMillion, "~") + "a")) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "not ") + "a")) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "a => ") + "a")) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "a <=> ") + "a")) == Code::kTooDeep);
  CHECK(only_code(*infix(times(kMillion, "AX:") + "a")) == Code::kTooDeep);
  CHECK(only_code(*kif(times(kMillion, "(not ") + "a" + times(kMillion, ")"))) == Code::kTooDeep);
  auto wide = infix(times(kMillion, "a & ") + "a");
  REQUIRE(wide->readable());
  CHECK(wide->statements().at(0).sentence->parts.size() == kMillion + 1);
  CHECK(infix("a :- " + times(kMillion, "b | ") + "c.")->readable());
  CHECK(infix("p(" + times(kMillion, "a,") + "a)")->readable());
}

TEST_CASE("statements are read up to a depth, and not below it") {
  auto nested = [](std::size_t depth, const std::string& open, const std::string& inner, const std::string& close) {
    return times(depth, open) + inner + times(depth, close);
  };
  auto deepest = kif(nested(kMaxDepth - 1, "(f ", "a", ")"));
  REQUIRE(deepest->readable());
  check_writers(*deepest);
  CHECK(only_code(*kif(nested(kMaxDepth, "(f ", "a", ")"))) == Code::kTooDeep);
  CHECK(infix(nested(kMaxDepth - 1, "f(", "a", ")"))->readable());
  CHECK(only_code(*infix(nested(kMaxDepth, "f(", "a", ")"))) == Code::kTooDeep);

  deepest = kif("(<= h " + nested(kMaxDepth - 1, "(not ", "a", ")") + ")");
  REQUIRE(deepest->readable());
  check_writers(*deepest);
  CHECK(only_code(*kif("(<= h " + nested(kMaxDepth, "(not ", "a", ")") + ")")) == Code::kTooDeep);
  deepest = kif(nested((kMaxDepth - 2) / 2, "(or b (=> c ", "(p a)", "))"));
  REQUIRE(deepest->readable());
  check_writers(*deepest);
  CHECK(infix(nested(kMaxDepth, "(", "a", ")"))->readable());  // parentheses alone are no depth
}

TEST_CASE("a large text of small facts is read") {
  std::size_t count = 7 * kMillion / 5;
  auto game = kif(times(count, "(a b)"));
  CHECK(game->readable());
  CHECK(game->statements().size() == count);
  CHECK(game->statements().front().head->id == game->statements().back().head->id);
}

TEST_CASE("nested quantifiers do not multiply their variables") {
  std::string inner = "(forall (" + times(10'000, "?x ") + ") p)";
  std::size_t levels = kMaxNesting - 10;
  Meter meter;
  auto game = kif(times(levels, "(forall ?y ") + inner + times(levels, ")"));
  CHECK(meter.bytes < 10 * kMillion);
}

TEST_CASE("a quantifier of very many variables is nested too deeply") {
  for (std::size_t count : {201u, 1'000u, 65'000u, 65'535u, 65'536u, 65'600u, 131'072u, 1'000'000u}) {
    CAPTURE(count);
    CHECK(only_code(*kif("(forall (" + times(count, "?x ") + ") p)")) == Code::kTooDeep);
    CHECK(only_code(*infix("forall X" + times(count - 1, ", X") + ": p")) == Code::kTooDeep);
  }
  auto game = kif("(forall (" + times(kMaxDepth - 1, "?x ") + ") p)");
  REQUIRE(game->readable());
  check_writers(*game);
}

TEST_CASE("terms chosen to look alike to a hash table are read") {
  // Constants number i have the symbol 21 + i and the id i, if nothing else was read before.
  constexpr std::size_t kFacts = 9'000, kKeywords = 21;
  std::string constants, facts;
  for (std::size_t i = 0; i < 2 * (kFacts + kKeywords); ++i) constants += fmt::format("k{} ", i);
  for (std::size_t i = 0; i < kFacts; ++i) facts += fmt::format("(k{} k{})", i, 2 * (i + kKeywords));
  MemoryLimit limit(1'000 * kMillion);
  auto game = kif(constants + facts);
  CHECK(game->readable());
  CHECK(game->statements().size() == 2 * (kFacts + kKeywords) + kFacts);
}
