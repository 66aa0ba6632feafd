// SPDX-License-Identifier: MIT
//
// Incomplete descriptions (IGDL) for commands: reading one, and what its role is told, as people type it.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_command.h"
#include "cli/know_command.h"
#include "cli/sample_command.h"
#include "igdl/theory_belief.h"
#include "match/followed_match.h"

namespace percept::cli {

// Whether the file is an incomplete description; a file that cannot be read is not.
bool is_theory(const std::string& file);
// The theory, or nothing after it was printed why there is none.
OrExit<std::shared_ptr<const igdl::Theory>> read_theory(const std::string& file, const Budget& budget);
// A belief of the role in it; one role need not be named.
OrExit<std::unique_ptr<igdl::TheoryBelief>> theory_belief(const std::shared_ptr<const igdl::Theory>& theory,
                                                          const std::string& role, const Budget& budget);

// "q:a; -:b; q": rounds with `;` between them, each what is seen (`-` for nothing, commas between several), and behind
// a colon the move made. Percepts of the position come before the move, those of the move behind it: there the first
// round begins with the colon: ":a; q:b; q". Terms are KIF or infix.
std::vector<game::Told> read_told(const std::string& text);

// What a role is told: by hand, or of a match that is followed.
class TheoryRounds {
 public:
  struct Options {
    std::string told;                 // by hand, as above
    std::optional<std::string> game;  // the complete rules
    std::optional<std::string> record;
    std::size_t nth = 1;
    std::optional<std::uint64_t> seed;
    std::optional<std::size_t> max_rounds;
  };
  // Prints why there is none.
  static OrExit<TheoryRounds> make(const igdl::TheoryBelief& belief, const Options& options);

  const std::optional<std::vector<std::string>>& first() const { return first_; }  // seen before the first move
  // The next round; nothing when that was all. A belief is told before that it is asked for a move, if it is.
  Result<std::optional<game::Told>> next(igdl::TheoryBelief& belief, const Budget& budget);
  std::optional<match::FollowedMatch::Position> truth() { return match_ ? match_->truth() : std::nullopt; }
  const std::optional<std::uint64_t>& seed() const { return seed_; }

 private:
  std::optional<std::vector<std::string>> first_;
  std::vector<game::Told> by_hand_;  // the percepts before the move
  std::size_t told_ = 0;
  std::unique_ptr<match::FollowedMatch> match_;
  std::optional<std::uint64_t> seed_;
};
// What is seen of the first position.
Result<void> hear_first(igdl::TheoryBelief& belief, const std::vector<std::string>& percepts, const Budget& budget);

// "364", "about 4.1e+06 (3.5e+06 to 4.9e+06)"
std::string number_of(const igdl::Count& count);
nlohmann::ordered_json json_of(const igdl::Count& count);

int know_theory(const KnowOptions& options);
int sample_theory(const SampleOptions& options);
struct SolveTheoryOptions {
  std::string file, role;
  std::optional<std::string> sees;
  bool blind = false;
  std::size_t depth = 50, worlds = 4096;
  double seconds = 60;
  bool dot = false, json = false;
};
int solve_theory(const SolveTheoryOptions& options);
// Findings of a theory that has no mistakes in its text.
int check_theory(const std::string& file, const CheckOptions& options, std::string& out);

}  // namespace percept::cli
