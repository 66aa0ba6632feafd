// SPDX-License-Identifier: MIT
//
// Rule sheets with random damage: the readers find their way, point only to places that exist, and what they could read
// can be written.
#include <algorithm>
#include <random>

#include "gdl/builder.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

// Some random cuts, copies and insertions of what means something to the readers.
std::string damaged(std::string text, Random& random) {
  static const std::vector<std::string> kPieces = {
      "(", ")", "(<= ", ")\n(", ";", "%", "/*", "*/", "'",  "?",  "\n", "\n\n", " ",        "not ", "~",    "=>",
      ".", ",", ":-",   "AX:",  "X", "_", "::", "!",  "!=", "\\", "\r", "\t",   "\xe2\x88", "\xff", "\x01", "forall "};
  for (std::size_t changes = 1 + below(random, 8); changes > 0; --changes) {
    std::size_t at = below(random, text.size() + 1), length = 1 + below(random, 12);
    switch (below(random, 4)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, kPieces[below(random, kPieces.size())]); break;
      case 2: text.insert(at, text.substr(below(random, text.size() + 1), length)); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(random, 256));
    }
  }
  return text;
}

bool is_inside(const Place& place, const Description& game) {
  return place.source == game.source().get() && place.begin <= place.end && place.end <= game.source()->text().size();
}

bool has_sound_places(const Description& game) {
  bool sound = true;
  for (const Finding& finding : game.findings()) {
    sound = sound && is_inside(finding.place, game) && !render(finding, true).empty();
    for (const Note& note : finding.notes) sound = sound && is_inside(note.place, game);
  }
  std::uint32_t end = 0;
  for (const Statement& statement : game.statements()) {  // one behind the other
    sound = sound && is_inside(statement.place, game) && statement.place.begin >= end;
    end = statement.place.end;
  }
  return sound && std::ranges::all_of(game.comments(), [&](const Comment& c) { return is_inside(c.place, game); });
}

void check_damaged(const std::string& text, Notation notation) {
  auto game = read_text("damaged", text, notation);
  INFO("text:\n", text);
  REQUIRE(has_sound_places(*game));
  REQUIRE(game->findings().size() <= kMaxMistakes + 1);
  for (int way = 0; way < 3; ++way) {
    auto write = [&](const Description& d) {
      return way == 0 ? to_kif(d) : to_infix(d, way == 1 ? Habit::kProlog : Habit::kTextbook);
    };
    std::string written = write(*game);
    auto back = read_text("back", written, way == 0 ? Notation::kKif : Notation::kInfix);
    INFO("written:\n", written);
    REQUIRE_MESSAGE(back->findings().empty(), render(back->findings().at(0), false));
    REQUIRE(same_rules(*game, *back));
    REQUIRE(comment_lines(*game) == comment_lines(*back));
    REQUIRE(write(*back) == written);
  }
}

}  // namespace

TEST_CASE("damaged rule sheets are read as far as they can be") {
  Random random(1);
  std::vector<std::string> kif_texts, infix_texts;
  for (const auto& file : percept::test::own_games()) {
    auto game = read_file(file.string());
    REQUIRE(game.has_value());
    Habit habit = infix_texts.size() % 2 ? Habit::kProlog : Habit::kTextbook;
    kif_texts.push_back(to_kif(**game).substr(0, 1500));
    infix_texts.push_back(to_infix(**game, habit).substr(0, 1500));
  }
  infix_texts.push_back("AX:(p(X) => EY:q(X, Y))\n~init(X)\nX != a | (Y != b & Y != c) => ~r(X, Y)\nd <=> e /* f */\n");
  kif_texts.push_back("(forall (?x ?y) (<=> (p ?x) (exists ?z (=> (q ?z) (not (r ?x))))))\n; words\n(=> a (or b c))\n");
  for (std::size_t round = 0; round < 100; ++round) {
    CAPTURE(round);
    for (const std::string& text : kif_texts) check_damaged(damaged(text, random), Notation::kKif);
    for (const std::string& text : infix_texts) check_damaged(damaged(text, random), Notation::kInfix);
  }
}

TEST_CASE("a text of the other notation is read as far as it can be") {
  for (const auto& file : percept::test::own_games()) {
    INFO(file.string());
    auto game = read_file(file.string());
    REQUIRE(game.has_value());
    check_damaged(to_kif(**game), Notation::kInfix);
    check_damaged(to_infix(**game, Habit::kProlog), Notation::kKif);
    check_damaged(to_infix(**game, Habit::kTextbook), Notation::kKif);
  }
}

TEST_CASE("a rule sheet that ends anywhere is read up to there") {
  std::string kif =
      "; words\n(role white)\n(<= (legal ?r (mark ?x)) (true (cell ?x b)) (or (not (p ?x)) (distinct ?x 1)))\n"
      "(forall (?x) (=> (p ?x) q))\n";
  std::string infix =
      "% words\nrole(white).\nlegal(R, mark('X')) :- true(cell(?x, b)), (not p(X) | X != 1).\n"
      "/* more */ AX:(p(X) => q) & forall X, Y: r.\n";
  for (std::size_t end = 0; end <= kif.size(); ++end) check_damaged(kif.substr(0, end), Notation::kKif);
  for (std::size_t end = 0; end <= infix.size(); ++end) check_damaged(infix.substr(0, end), Notation::kInfix);
}
