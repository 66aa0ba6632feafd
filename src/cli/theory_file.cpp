// SPDX-License-Identifier: MIT
#include "cli/theory_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "belief/told.h"
#include "cli/files.h"
#include "cli/followed_match.h"
#include "cli/knowing.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "match/incomplete.h"
#include "program/read_terms.h"

namespace percept::cli {

bool is_theory(const std::string& file) {
  if (file == "-") return false;  // it can be read only once
  auto read = gdl::read_file(file);
  return read && (*read)->is_incomplete();
}

OrExit<std::shared_ptr<const igdl::Theory>> read_theory(const std::string& file, const Budget& budget) {
  auto description = read_whole(file);
  if (!description) return tl::unexpected(description.error());
  auto theory = igdl::Theory::make(std::move(*description), budget);
  if (theory) return *theory;
  return tl::unexpected(fail(theory.error(), kFindings));
}

OrExit<std::unique_ptr<igdl::TheoryBelief>> theory_belief(const std::shared_ptr<const igdl::Theory>& theory,
                                                          const std::string& role, const Budget& budget) {
  const game::Lexicon& lexicon = theory->lexicon();
  std::vector<std::string> roles;
  for (std::uint32_t r = 0; r < lexicon.roles(); ++r) roles.push_back(lexicon.text(game::RoleId{r}));
  auto found = role.empty() && roles.size() == 1 ? std::optional(game::RoleId{0}) : lexicon.role(lower(role));
  if (!found) {
    return tl::unexpected(
        fail({role.empty() ? "whose knowledge is it?" : fmt::format("there is no role {}", printable(role)),
              fmt::format("--role is one of {}", fmt::join(roles, ", "))},
             kUnreadable));
  }
  auto belief = igdl::TheoryBelief::make(theory, *found, budget);
  if (belief) return std::move(*belief);
  return tl::unexpected(fail(belief.error(), kFindings));
}

OrExit<TheoryRounds> TheoryRounds::make(const igdl::TheoryBelief& belief, const Options& options) {
  TheoryRounds out;
  bool follows = options.game || options.record || options.seed;
  if (!follows) {
    out.by_hand_ = read_told(options.told);
    if (!out.by_hand_.empty()) out.first_ = out.by_hand_.front().percepts;
    return out;
  }
  if (!options.told.empty())
    return tl::unexpected(fail({"--told and a match to follow, both", "leave one of them out"}, kUnreadable));
  if (!options.game && !options.record)
    return tl::unexpected(fail({"an incomplete description cannot be played by: a match needs the complete rules",
                                "--game FILE, or say what the role did and saw: --told \"q:a; -:b; q\""},
                               kUnreadable));
  std::string role = belief.rules().text(belief.role());
  MatchOptions wanted{options.game.value_or(""),    options.record,    options.nth, options.seed,
                      game::Game::Choice::kCircuit, options.max_rounds};
  OrExit<Followed> followed = tl::unexpected(kUnreadable);
  if (options.game) {
    auto game = make_game(*options.game, game::Game::Choice::kCircuit);
    if (!game) return tl::unexpected(game.error());
    auto prepared = match::with_descriptions(*game, {{role, belief.theory().shared_description(), {}}});
    if (!prepared) return tl::unexpected(fail(prepared.error(), kFindings));
    out.first_ = prepared->descriptions.front().first_percepts;
    auto words = make_rules(prepared->rules, circuit::Logic::kTwoValued, *options.game, role, false);
    if (!words) return tl::unexpected(words.error());
    followed = follow_match(prepared->rules, *words->rules, words->role, wanted);
  } else {
    followed = follow_match(nullptr, belief.rules(), belief.role(), wanted);
  }
  if (!followed) return tl::unexpected(followed.error());
  out.match_ = std::move(followed->match);
  out.seed_ = followed->seed;
  return out;
}

Result<std::optional<game::Told>> TheoryRounds::next(igdl::TheoryBelief& belief, const Budget& budget) {
  if (match_) {
    auto over = match_->over();
    if (!over) return tl::unexpected(over.error());
    if (*over) return std::nullopt;
    belief.asked(budget);
    auto told = match_->round();
    if (!told) return tl::unexpected(told.error());
    return *told;
  }
  if (told_ >= by_hand_.size()) return std::nullopt;
  const game::Told& round = by_hand_[told_++];
  if (round.move) {
    auto known = belief::experience_of(belief, {round.move, std::nullopt});
    if (!known) return tl::unexpected(known.error());
    belief.asked(budget);
  }
  if (told_ == by_hand_.size()) return std::nullopt;
  return game::Told{round.move, by_hand_[told_].percepts};
}

Result<void> hear_first(igdl::TheoryBelief& belief, const std::vector<std::string>& percepts, const Budget& budget) {
  auto experience = belief::experience_of(belief, {std::nullopt, percepts});
  if (!experience) return tl::unexpected(experience.error());
  return belief.look(*experience->percepts, budget);
}

std::string number_of(const igdl::Count& count) {
  if (count.exact) return fmt::format("{:.0f}", count.value);
  if (count.low >= std::numeric_limits<double>::max()) return fmt::format("more than {:.3g}", count.low);
  if (count.low == count.high) return fmt::format("{:.4g}", count.value);
  if (std::isinf(count.high) && count.value == count.low) return fmt::format("at least {:.0f}", count.low);
  return std::isinf(count.high) ? fmt::format("about {:.3g} (at least {:.0f})", count.value, count.low)
                                : fmt::format("about {:.3g} ({:.3g} to {:.3g})", count.value, count.low, count.high);
}

nlohmann::ordered_json json_of(const igdl::Count& count) {
  using Json = nlohmann::ordered_json;
  return {{"count", count.value},
          {"exact", count.exact},
          {"low", count.low},
          {"high", std::isinf(count.high) ? Json() : Json(count.high)}};
}

namespace {

// As beliefs read it; what is no term in either notation stays as it is, to be complained about.
std::string in_kif(const std::string& text) {
  program::Terms terms;
  if (program::read_term(terms, text)) return text;
  auto read = gdl::read_text("told", text, gdl::Notation::kInfix);
  if (!read->readable() || read->statements().size() != 1 || !read->statements()[0].head) return text;
  return terms.to_kif(terms.add(*read->statements()[0].head, read->symbols()));
}

}  // namespace

std::vector<game::Told> read_told(const std::string& text) {
  std::vector<game::Told> out;
  if (text.empty()) return out;
  for (const std::string& round : gdl::parts_of(text, ";")) {
    std::vector<std::string> parts = gdl::parts_of(round, ":");
    game::Told told;
    if (!parts[0].empty()) told.percepts.emplace();
    if (!parts[0].empty() && parts[0] != "-")
      for (const std::string& percept : gdl::parts_of(parts[0], ",")) told.percepts->push_back(in_kif(percept));
    if (parts.size() > 1 && !parts[1].empty()) told.move = in_kif(parts[1]);
    out.push_back(std::move(told));
  }
  return out;
}

}  // namespace percept::cli
