// SPDX-License-Identifier: MIT
//
// The program percept_worker: rule sheets of strangers in a process of their own (worker.h). It is asked on its
// standard input and ends when that does.
//
//   percept_worker MODE MEGABYTES
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "sandbox/described.h"
#include "sandbox/housed_match.h"
#include "sandbox/housed_player.h"
#include "sandbox/limits.h"
#include "sandbox/sheet.h"

int main(int count, char** arguments) {
  using namespace percept;
  const auto megabytes = count == 3 ? whole_number(arguments[2]) : std::nullopt;
  if (!megabytes) {
    std::fputs("percept_worker is started by percept\n", stderr);
    return EXIT_FAILURE;
  }
  sandbox::limit_this_process(*megabytes);
  const std::string_view mode = arguments[1];
  if (mode == "sheet") return sandbox::serve_sheets();
  if (mode == "descriptions") return sandbox::serve_descriptions();
  if (mode == "player") return sandbox::serve_player();
  if (mode == "match") return sandbox::serve_match();
  return EXIT_FAILURE;
}
