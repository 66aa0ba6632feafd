// SPDX-License-Identifier: MIT
//
// Records for tests of what becomes of records: random matches of a game, with what can be in a record in them.
#pragma once

#include <filesystem>
#include <string>

#include "base/random.h"
#include "game/game.h"
#include "record/record.h"

namespace percept::test {

record::RulesOnRecord rules_of_file(const std::filesystem::path& file);
// A small game without `sees`.
record::RulesOnRecord rules_of_text(const std::string& name, const std::string& text);
record::RulesOnRecord countdown();
// A random match, played to its end or for so many rounds. Times, names and faults are made up from the seed.
record::Record random_record(const record::RulesOnRecord& rules, std::uint64_t seed, std::size_t max_rounds = 10'000);
record::Record random_record(const std::string& own_game, std::uint64_t seed, std::size_t max_rounds = 10'000);

// Everything in it as one text: equal exactly when the records are.
std::string whole(const record::Record& record);

}  // namespace percept::test
