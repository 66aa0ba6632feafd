// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/format_command.h"
#include "cli/terminal.h"
#include "gdl/writer.h"

namespace percept::cli {

int format(const FormatOptions& options) {
  int exit_code = kSuccess;
  for (const std::string& file : options.files) {
    auto read = read_whole(file);
    if (!read) {
      exit_code = std::max(exit_code, read.error());
      continue;
    }
    auto description = std::move(*read);
    std::string text = to_text(*description);
    bool changed = text != description->source()->text();
    if (options.check) {
      if (changed) fmt::print("{} would be formatted\n", printable(file));
      if (changed) exit_code = std::max(exit_code, kFindings);
    } else if (!options.write || file == "-") {
      fmt::print("{}", text);
    } else if (changed) {
      if (auto written = write_file(file, text); !written) {
        print_error(written.error());
        exit_code = kUnreadable;
      } else {
        fmt::print("formatted {}\n", printable(file));
      }
    }
  }
  return exit_code;
}

}  // namespace percept::cli
