// SPDX-License-Identifier: MIT
//
// What tests of commands say often: parts of an output, and names of files as a shell takes them.
#pragma once

#include <filesystem>
#include <string>

#include "support/support.h"

namespace percept::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }
// A rule sheet of ours.
inline std::string own(const std::string& name) { return quoted(project_root() / "games" / (name + ".kif")); }

}  // namespace percept::test
