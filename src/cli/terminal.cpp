// SPDX-License-Identifier: MIT
#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/text.h"

namespace percept::cli {
namespace {

Color& chosen_color() {
  static Color color = Color::kAuto;
  return color;
}

}  // namespace

void set_color(Color color) { chosen_color() = color; }

bool colored(std::FILE* stream) {
  if (chosen_color() != Color::kAuto) return chosen_color() == Color::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fileno(stream)) && !(no_color && *no_color);
}

std::string paint(std::string_view style, std::string_view text, bool on) {
  return on ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

void print_error(const Error& error) {
  bool color = colored(stderr);
  fmt::print(stderr, "{} {}\n", paint("1;31", "percept:", color), printable_lines(error.message));
  if (!error.hint.empty()) fmt::print(stderr, "         {}\n", printable(error.hint));
}

int fail(const Error& error, int code) {
  std::fflush(stdout);
  print_error(error);
  return code;
}

}  // namespace percept::cli
