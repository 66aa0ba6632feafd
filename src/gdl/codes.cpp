// SPDX-License-Identifier: MIT
#include "gdl/codes.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::gdl {
namespace {

constexpr CodeEntry kEntries[] = {
#define X(number, name, severity, title) {Code::name, Severity::severity, title},
    PERCEPT_CODES(X)
#undef X
};

}  // namespace

std::span<const CodeEntry> all_codes() { return kEntries; }

const CodeEntry& entry(Code code) { return *std::ranges::find(kEntries, code, &CodeEntry::code); }

std::string to_string(Code code) { return fmt::format("GDL{:03}", static_cast<int>(code)); }

std::string_view to_string(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

}  // namespace percept::gdl
