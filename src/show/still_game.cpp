// SPDX-License-Identifier: MIT
#include "show/still_game.h"

#include <fmt/format.h>

#include <set>

#include "gdl/reader.h"

namespace percept::show {

Result<game::Game> still_game(const game::Lexicon& words) {
  const program::Terms& terms = words.terms();
  std::string rules =
      "(role watcher) (legal watcher wait) (goal watcher 0) (<= terminal (not (true still)))\n"
      "(init still) (<= (next still) (true still))\n";
  std::set<std::string> squares;
  for (std::uint32_t f = 0; f < words.fluents(); ++f) {
    program::TermId term = words.term(game::FluentId{f});
    std::string text = terms.to_kif(term), square(terms.text(terms.name(term)));
    for (std::size_t i = 0; i + 1 < terms.args(term).size(); ++i) square += " " + terms.to_kif(terms.args(term)[i]);
    // What is not there can be all the same, which tells what may stand where.
    bool there = squares.insert(square).second;
    rules += there ? fmt::format("(init {0}) (<= (next {0}) (true {0}))\n", text)
                   : fmt::format("(<= (next {}) (true still) (not (true still)))\n", text);
  }
  std::shared_ptr<const gdl::Description> read = gdl::read_text("words", rules, gdl::Notation::kKif);
  return game::Game::make(std::move(read), {.engine = game::Game::Choice::kProver});
}

}  // namespace percept::show
