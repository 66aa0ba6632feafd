// SPDX-License-Identifier: MIT
//
// What all commands do with the terminal: colour when a person reads it, errors in one form.
//
// Internal to cli/.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept::cli {

enum class Color : unsigned char { kAuto, kAlways, kNever };

// Set once by main from --color; kAuto asks whether the stream is a terminal and NO_COLOR is unset.
void set_color(Color color);
bool colored(std::FILE* stream);

std::string paint(std::string_view style, std::string_view text, bool on);

// "percept: message" and the hint, on the standard error.
void print_error(const Error& error);
// The same behind what was printed so far; gives the exit code back.
int fail(const Error& error, int code);

}  // namespace percept::cli
