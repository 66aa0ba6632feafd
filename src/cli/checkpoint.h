// SPDX-License-Identifier: MIT
//
// A solver's state on disk, for whoever is killed: what the game's layout looks like stands before it, so that a state
// of another game is refused. A file is replaced whole, so that there is always one that can be read.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>

#include "search/layout.h"

namespace percept::cli {

// Nothing when there is no such file.
Result<std::optional<std::string>> read_checkpoint(const std::string& file, const search::Layout& layout);
Result<void> write_checkpoint(const std::string& file, const search::Layout& layout, const std::string& state);

}  // namespace percept::cli
