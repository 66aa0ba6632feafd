// SPDX-License-Identifier: MIT
#include "game/signature.h"

#include <algorithm>
#include <set>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;

namespace {

Signature of_text(std::string text) {
  Game game = game_of_text(std::move(text), kCircuit);
  return got(signature_of(game));
}

bool same(const Signature::Part& a, const Signature::Part& b) {
  return a.hash == b.hash && a.playouts == b.playouts && a.states == b.states;
}

// Every other thing that can be told of a match: who moves, what is seen, and for what.
const std::string kGame = R"(
(role dealer) (role guesser) (init start)
(<= (legal dealer (hide ?c)) (true start) (card ?c)) (<= (legal dealer wait) (true (hidden ?c)))
(<= (legal guesser wait) (true start)) (<= (legal guesser (say ?c)) (card ?c) (true (hidden ?d)))
(<= (sees guesser dealt) (true start)) (<= (next (hidden ?c)) (does dealer (hide ?c)))
(<= (next (found ?c)) (does guesser (say ?c)) (true (hidden ?c))) (<= (next over) (true (hidden ?c)))
(<= terminal (true over)) (<= (goal guesser 100) (true (found ?c))) (<= (goal guesser 0) (not hit))
(goal dealer 0) (<= hit (true (found ?c))) (card 1) (card 2) (card 3)
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string out = kGame;
  REQUIRE(out.find(from) != std::string::npos);
  return out.replace(out.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("signature: the same again, in a game of its own, and in one that was used before") {
  Game game = game_of_text(kGame, kCircuit);
  Signature first = got(signature_of(game)), second = got(signature_of(game)), other = of_text(kGame);
  CHECK(first.hash() == second.hash());
  CHECK(first.hash() == other.hash());
  CHECK(first.single.playouts == 8);
  CHECK(first.single.states == 16);
  CHECK(first.lanes.playouts == 256);  // no match has a third round to start from
  CHECK(first.lanes.states == 512);
}

TEST_CASE("signature: each thing that changes, changes it") {
  std::set<std::uint64_t> all = {of_text(kGame).hash()};
  std::size_t count = 1;
  for (const auto& change : std::vector<std::pair<std::string, std::string>>{
           {"(goal guesser 100)", "(goal guesser 99)"},
           {"(sees guesser dealt)", "(sees guesser given)"},
           {"(sees guesser dealt)", "(sees dealer dealt)"},
           {"(init start)", "(init start) (init idle)"},
           {"(card 3)", "(card 3) (card 4)"},
           {"(<= (next over) (true (hidden ?c)))",
            "(<= (next over) (true (hidden 2)))"
            "(<= (next (hidden 2)) (true (hidden ?c)) (distinct ?c 2))"}}) {
    CAPTURE(change.second);
    all.insert(of_text(changed(change.first, change.second)).hash());
    CHECK(all.size() == ++count);
  }
}

TEST_CASE("signature: a part for each way to play") {
  Signature before = of_text(kGame);
  Signature seen = of_text(changed("(sees guesser dealt)", "(sees guesser given)"));
  CHECK_FALSE(same(before.single, seen.single));
  CHECK(same(before.lanes, seen.lanes));  // nobody looks
  Signature more = of_text(changed("(card 3)", "(card 3) (card 4)"));
  CHECK_FALSE(same(before.single, more.single));
  CHECK_FALSE(same(before.lanes, more.lanes));
}

TEST_CASE("signature: of several games, in their order") {
  std::vector<Signature> all = {of_text(kGame), of_text(changed("(card 3)", ""))};
  std::uint64_t forward = hash_of(all);
  std::ranges::reverse(all);
  CHECK(forward != hash_of(all));
  CHECK(hash_of({}) != hash_of(std::vector{all[0]}));
}

// The grounder meets things in another order then, and numbers them otherwise.
TEST_CASE("signature: the order of the rules makes no difference") {
  std::size_t renumbered = 0;
  for (const std::string name : {"battleships_in_fog", "leduc_poker", "meier", "nim", "pacman_3p", "transit"}) {
    CAPTURE(name);
    std::filesystem::path file = project_root() / "games" / (name + ".kif");
    auto description = got(gdl::read_file(file.string()));
    std::vector<std::string> roles, others;
    for (const gdl::Statement& statement : description->statements()) {
      std::string text(statement.place.text());
      (text.starts_with("(role ") ? roles : others).push_back(text);  // whose order has a meaning
    }
    std::string reversed;
    for (const std::string& text : roles) reversed += text + "\n";
    for (auto text = others.rbegin(); text != others.rend(); ++text) reversed += *text + "\n";
    Game before = game_of_file(file, kCircuit), after = game_of_text(reversed, kCircuit);
    Signature a = got(signature_of(before)), b = got(signature_of(after));
    CHECK(a.single.hash == b.single.hash);
    CHECK(a.lanes.hash == b.lanes.hash);
    CHECK(a.lanes.playouts > 256);
    for (std::uint32_t role = 0; role < before.roles(); ++role)
      for (std::uint32_t m = 0; m < before.lexicon().moves(RoleId{role}); ++m)
        renumbered += before.text(RoleId{role}, MoveId{m}) != after.text(RoleId{role}, MoveId{m}) ? 1 : 0;
  }
  CHECK(renumbered > 100);
}

TEST_CASE("signature: games that have none") {
  Game proved = game_of_text(kGame, Game::Choice::kProver);
  CHECK_FALSE(signature_of(proved));
  Game stuck = game_of_text(changed("(legal guesser wait) (true start)", "(legal guesser wait) (true over)"), kCircuit);
  auto none = signature_of(stuck);
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("guesser has no legal move") != std::string::npos);
}
