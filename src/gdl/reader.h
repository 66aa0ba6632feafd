// SPDX-License-Identifier: MIT
//
// The way from a file or text to a Description. The notation is told from the text itself, since `.gdl` files are met
// in both. What cannot be read at all (no such file, not a file, too large) is an Error; what is wrong inside it is in
// the Description's findings.
//
// Any thread may call these.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "gdl/description.h"

namespace percept::gdl {

inline constexpr std::size_t kMaxFileSize = 8 << 20;  // bytes; the largest real rule sheet known has 83 kB

// More `name(` and infix operators than `(name ` speak for infix.
Notation detect_notation(std::string_view text);

std::unique_ptr<Description> read_text(std::string name, std::string text, std::optional<Notation> notation = {});

// Reads the file; `-` is the standard input.
Result<std::unique_ptr<Description>> read_file(const std::string& path, std::optional<Notation> notation = {});

}  // namespace percept::gdl
