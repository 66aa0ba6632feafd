// SPDX-License-Identifier: MIT
#include "cli/followed_match.h"

#include <fmt/format.h>

#include <random>

#include "base/file.h"
#include "cli/progress.h"
#include "cli/terminal.h"

namespace percept::cli {
namespace {

using namespace game;

constexpr std::size_t kMaxRecordSize = 64 << 20;  // bytes

Result<record::RecordedMatch> recorded(const belief::Rules& rules, RoleId role, const MatchOptions& options) {
  auto text = contents_of(*options.record, kMaxRecordSize, "is it a record of a match?");
  if (!text) return tl::unexpected(text.error());
  record::RecordQuestion question;
  question.name = *options.record == "-" ? "standard input" : *options.record;
  for (std::uint32_t i = 0; i < rules.roles(); ++i) question.roles.push_back(rules.text(RoleId{i}));
  question.role = role.value;
  question.rules = options.file;
  question.number = options.nth;
  return record::read_match(*text, question);
}

}  // namespace

OrExit<Followed> follow_match(std::shared_ptr<const gdl::Description> description, const belief::Rules& rules,
                              RoleId role, const MatchOptions& options) {
  auto refuse = [&](const Error& error, int code) {
    std::fflush(stdout);
    print_error(error);
    return tl::unexpected(code);
  };
  auto make_referee = [&]() -> Result<Game> {
    GroundingProgress progress;
    ground::Options grounding;
    grounding.progress = progress.callback();
    return Game::make(description, {options.engine, grounding});
  };
  Followed out;
  if (options.record) {
    auto record = recorded(rules, role, options);
    if (!record) return refuse(record.error(), kUnreadable);
    if (record->of > 1) out.of_several = fmt::format(", match {} of {}", record->number, record->of);
    std::optional<Game> referee;
    if (description && record->has_all_moves()) {
      auto made = make_referee();
      if (!made) return refuse(made.error(), kFindings);
      referee = std::move(*made);
      out.engine = referee->engine_name();
    }
    out.match = match::recorded_match(std::move(*record), std::move(referee), role, options.max_rounds);
    return out;
  }
  out.seed = options.seed ? *options.seed : std::random_device()();
  auto referee = make_referee();
  if (!referee) return refuse(referee.error(), kFindings);
  out.engine = referee->engine_name();
  out.match = match::played_match(std::move(*referee), role, *out.seed, options.max_rounds);
  return out;
}

OrExit<FollowedRounds> follow_rounds(std::shared_ptr<const gdl::Description> description, const belief::Rules& rules,
                                     RoleId role, const MatchOptions& options,
                                     const std::optional<std::size_t>& wanted) {
  auto followed = follow_match(std::move(description), rules, role, options);
  if (!followed) return tl::unexpected(followed.error());
  auto told = match::rounds_of(*followed->match, wanted);
  if (!told) return tl::unexpected(fail(told.error(), kFindings));
  return FollowedRounds{std::move(*followed), std::move(*told)};
}

}  // namespace percept::cli
