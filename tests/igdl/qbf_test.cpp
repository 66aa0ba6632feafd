// SPDX-License-Identifier: MIT
//
// Is there a policy that wins Buttons and Lights in n moves in every model? As a quantified boolean formula, for DepQBF
// to decide, written from the chapter's text and not from any description. A policy is a move for every sequence of
// percepts, so what is seen in each round is universal, the move after it existential, and innermost, for all first
// positions: they do not agree with what was seen, or all lights are on at the end.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gdl/reader.h"
#include "igdl/brute_force.h"
#include "igdl/buttons.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using namespace percept::test::igdl;

namespace {

struct Question {
  int moves;
  bool alike;          // init(p) <=> init(q)
  bool first_percept;  // is q seen before the first move?
  int first_q;         // known beforehand: 0 off, 1 on, -1 either
};

class Qdimacs {
 public:
  explicit Qdimacs(const Question& question) {
    // The prefix in order: what is seen, then the move, round by round.
    std::vector<int> seen;
    std::vector<std::vector<int>> pressed;  // a, b, c
    for (int t = 0; t < question.moves; ++t) {
      seen.push_back(t > 0 || question.first_percept ? variable() : 0);
      if (seen.back() != 0) prefix_ += fmt::format("a {} 0\n", seen.back());
      pressed.push_back({variable(), variable(), variable()});
      const std::vector<int>& m = pressed.back();
      prefix_ += fmt::format("e {} {} {} 0\n", m[0], m[1], m[2]);
      clause({m[0], m[1], m[2]});
      for (int i = 0; i < 3; ++i) clause({-m[std::size_t(i)], -m[std::size_t((i + 1) % 3)]});
    }
    int p = variable(), q = variable(), r = variable();
    prefix_ += fmt::format("a {} {} {} 0\n", p, q, r);
    int first_of_rest = variables_ + 1;

    // Reasons why a first position does not count; then all on at the end.
    std::vector<int> excuses;
    if (question.alike) excuses.push_back(different(p, q));
    if (question.first_q >= 0) excuses.push_back(question.first_q == 1 ? -q : q);
    for (std::size_t t = 0; t < pressed.size(); ++t) {
      if (seen[t] != 0) excuses.push_back(different(seen[t], q));
      int p2 = variable(), q2 = variable(), r2 = variable();
      const std::vector<int>& m = pressed[t];
      becomes(m[0], p2, -p), becomes(m[0], q2, q), becomes(m[0], r2, r);  // a toggles p
      becomes(m[1], p2, q), becomes(m[1], q2, p), becomes(m[1], r2, r);   // b interchanges p and q
      becomes(m[2], p2, p), becomes(m[2], q2, r), becomes(m[2], r2, q);   // c interchanges q and r
      p = p2, q = q2, r = r2;
    }
    for (int light : {p, q, r}) {
      excuses.push_back(light);
      clause(excuses);
      excuses.pop_back();
    }
    prefix_ += "e";
    for (int v = first_of_rest; v <= variables_; ++v) prefix_ += fmt::format(" {}", v);
    prefix_ += " 0\n";
  }

  std::string text() const { return fmt::format("p cnf {} {}\n", variables_, clauses_) + prefix_ + matrix_; }

 private:
  int variable() { return ++variables_; }
  void clause(const std::vector<int>& literals) {
    for (int literal : literals) matrix_ += fmt::format("{} ", literal);
    matrix_ += "0\n";
    ++clauses_;
  }
  // A variable that may be true only if the two have different values.
  int different(int a, int b) {
    int out = variable();
    clause({-out, a, b});
    clause({-out, -a, -b});
    return out;
  }
  void becomes(int move, int later, int before) {
    clause({-move, -later, before});
    clause({-move, later, -before});
  }

  int variables_ = 0, clauses_ = 0;
  std::string prefix_, matrix_;
};

enum class Verdict : std::uint8_t { kYes, kNo, kFailed };

Verdict decide(const Question& question) {
  TemporaryFolder folder;
  std::filesystem::path file = folder.write("buttons.qdimacs", Qdimacs(question).text());
  int status = std::system(fmt::format("depqbf '{}' >'{}'", file.string(), (folder.path() / "out").string()).c_str());
  std::string out = read(folder.path() / "out");
  if (WEXITSTATUS(status) == 10 && out.starts_with("SAT")) return Verdict::kYes;
  if (WEXITSTATUS(status) == 20 && out.starts_with("UNSAT")) return Verdict::kNo;
  return Verdict::kFailed;
}

bool by_brute_force(const Question& question) {
  auto description = gdl::read_text("description", buttons_with_moves(question.alike, question.moves));
  BruteForce oracle(*description, "robot");
  Models models = oracle.start();
  if (question.first_q >= 0) models = oracle.seen(models, question.first_q == 1 ? Atoms{"q"} : Atoms{});
  return (question.first_percept ? oracle.guaranteed_unseen(models) : oracle.guaranteed(models)) == 100;
}

}  // namespace

TEST_CASE("DepQBF finds the same policies for Buttons and Lights") {
  if (std::system("depqbf --version >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: no depqbf (Debian's package of that name)");
    return;
  }
  int yes = 0, no = 0;
  for (int moves = 1; moves <= 7; ++moves)
    for (bool alike : {false, true})
      for (bool first_percept : {false, true})
        for (int first_q : {-1, 0, 1}) {
          if (first_q >= 0 && !first_percept) continue;
          CAPTURE(moves);
          CAPTURE(alike);
          CAPTURE(first_percept);
          CAPTURE(first_q);
          Question question{moves, alike, first_percept, first_q};
          Verdict verdict = decide(question);
          REQUIRE(verdict != Verdict::kFailed);
          CHECK((verdict == Verdict::kYes) == by_brute_force(question));
          ++(verdict == Verdict::kYes ? yes : no);
        }
  CHECK(yes > 5);
  CHECK(no > 5);
  // The facts by themselves, so that both cannot be wrong alike.
  CHECK(decide({6, false, true, 0}) == Verdict::kNo);
  CHECK(decide({7, false, true, 0}) == Verdict::kYes);
  CHECK(decide({6, false, true, 1}) == Verdict::kYes);
  CHECK(decide({6, true, false, -1}) == Verdict::kYes);
  CHECK(decide({5, true, false, -1}) == Verdict::kNo);
}
