// SPDX-License-Identifier: MIT
//
// Small things about text that several folders need: case folding as KIF has it (ASCII only), printable output of bytes
// that came from outside, and the edit distance behind every "did you mean".
//
// Any thread may call these.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace percept {

// As the readers of rule sheets see it, whatever the locale.
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string lower(std::string_view text);
std::string upper(std::string_view text);
std::string_view trimmed(std::string_view text);  // without blanks and line breaks around it
std::vector<std::string_view> lines_of(std::string_view text);
// The whole number that the text is, if it is one of at most nine digits.
std::optional<std::size_t> whole_number(std::string_view text);

// The text with control characters and bytes that are not UTF-8 shown as '?', so that a hostile file cannot steer the
// terminal that prints it. Tabs become one blank; everything else keeps its width.
std::string printable(std::string_view text);
// The same for a text of several lines, whose line breaks stay.
std::string printable_lines(std::string_view text);
// The first part of what came from outside, fit to be quoted in a message.
std::string shown(std::string_view text);

// How many Unicode characters the text has; a byte that is not UTF-8 counts as one.
std::size_t character_count(std::string_view text);

// Restricted Damerau-Levenshtein distance (insert, delete, replace, swap neighbours), or nothing when above `limit`.
std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit);
// The known word with the fewest such edits, whatever the case: fewer than it has letters, and at most `limit`, which
// is two, or one of a word of less than five letters, where nobody says it.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                   std::optional<std::size_t> limit = {});
// A hint for a word that is none of these: "did you mean …?", or what there is.
std::string suggestion(std::string_view word, std::span<const std::string> known);

// How deep the brackets and braces of a JSON text are nested, texts in it left out. Values of the library are copied
// and freed by recursion, so what comes from outside is asked first.
std::size_t json_nesting(std::string_view text);

// "1 error", "2 errors".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace percept
