// SPDX-License-Identifier: MIT
//
// Reading a rule sheet for a command that needs it whole, and writing a file so that a crash leaves the old or the new
// text, never half of one.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "cli/exit_codes.h"
#include "gdl/description.h"

namespace percept::cli {

// The description; its findings, or why it could not be read, are printed to the standard error.
OrExit<std::unique_ptr<gdl::Description>> read_whole(const std::string& file);

}  // namespace percept::cli
