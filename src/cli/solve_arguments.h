// SPDX-License-Identifier: MIT
//
// From arguments to options, for the commands about solved games.
//
// Internal to cli/.
#pragma once

#include "cli/arguments.h"

namespace percept::cli {

struct ValuesOptions;

Run add_solve(CLI::App& app);
Run add_policy(CLI::App& app);
Run add_exploit(CLI::App& app);
Run add_tree(CLI::App& app);
CLI::App* add_values(CLI::App& lab, ValuesOptions& options);

}  // namespace percept::cli
