// SPDX-License-Identifier: MIT
//
// Real rule sheets: what is written is what was read, in every notation, and writing it again changes nothing.
#include <algorithm>

#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

struct Writer {
  const char* name;
  Notation notation;
  std::string (*write)(const Description&);
};
constexpr Writer kWriters[] = {
    {"KIF", Notation::kKif, [](const Description& game) { return to_kif(game); }},
    {"Prolog", Notation::kInfix, [](const Description& game) { return to_infix(game, Habit::kProlog); }},
    {"the textbook", Notation::kInfix, [](const Description& game) { return to_infix(game, Habit::kTextbook); }},
};

std::unique_ptr<Description> read_game(const std::filesystem::path& file) {
  auto game = read_file(file.string());
  REQUIRE_MESSAGE(game.has_value(), game.error().message);
  return std::move(*game);
}

// The first line in which two texts differ, for people.
std::string first_difference(const std::string& a, const std::string& b) {
  std::size_t at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (at == a.size() && at == b.size()) return {};
  std::size_t begin = at == 0 ? 0 : a.rfind('\n', at - 1) + 1;
  auto line = [&](const std::string& text) { return text.substr(begin, text.find('\n', begin) - begin); };
  return "`" + line(a) + "` against `" + line(b) + "`";
}

void check_roundtrips(const Description& game) {
  std::string wanted = rules(game);
  for (const Writer& writer : kWriters) {
    INFO("written in the habit of ", writer.name);
    std::string text = writer.write(game);
    auto back = read_text("back", text, writer.notation);
    CHECK_MESSAGE(back->findings().empty(), render(back->findings().at(0), false));
    CHECK(first_difference(rules(*back), wanted) == "");
    CHECK(same_rules(game, *back));
    CHECK(comment_lines(*back) == comment_lines(game));
    CHECK(first_difference(writer.write(*back), text) == "");
    CHECK(detect_notation(text) == writer.notation);
    for (const Writer& other : kWriters) {  // and from there to every notation
      INFO("then of ", other.name);
      auto again = read_text("again", other.write(*back), other.notation);
      CHECK(again->findings().empty());
      CHECK(same_rules(game, *again));
      CHECK(comment_lines(*again) == comment_lines(game));
    }
  }
}

}  // namespace

TEST_CASE("the project's own games keep their rules and comments in every notation") {
  auto files = percept::test::own_games();
  CHECK(files.size() > 10);
  for (const auto& file : files) {
    INFO(file.string());
    auto game = read_game(file);
    CHECK(game->findings().empty());
    CHECK(game->notation() == Notation::kKif);
    check_roundtrips(*game);
  }
}

TEST_CASE("rule sheets by others keep their rules and comments in every notation") {
  REQUIRE_CORPUS();
  auto files = percept::test::corpus_games();
  CHECK(files.size() > 300);
  for (const auto& file : files) {
    INFO(file.string());
    check_roundtrips(*read_game(file));
  }
}

TEST_CASE("the notation of rule sheets by others is told from their text") {
  REQUIRE_CORPUS();
  for (const auto& file : percept::test::corpus_games()) {
    INFO(file.string());
    bool infix = file.parent_path().filename() == "infix";
    CHECK(detect_notation(percept::test::read(file)) == (infix ? Notation::kInfix : Notation::kKif));
  }
}

TEST_CASE("the habit of infix rule sheets by others is told from their text") {
  REQUIRE_CORPUS();
  for (const auto& file : percept::test::files_below(percept::test::corpus() / "games" / "infix", {".hrf", ".gdl"})) {
    INFO(file.string());
    CHECK(read_game(file)->habit() == (file.extension() == ".gdl" ? Habit::kProlog : Habit::kTextbook));
  }
}

TEST_CASE("almost every rule sheet by others can be read") {
  REQUIRE_CORPUS();
  std::size_t readable = 0, all = 0;
  for (const auto& file : percept::test::corpus_games()) {
    auto game = read_game(file);
    ++all;
    readable += game->readable();
    CHECK_MESSAGE(game->statements().size() >= 5, file.string());
  }
  CHECK(readable * 100 >= all * 97);
}
