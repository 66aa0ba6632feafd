// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "gdl/writer.h"

namespace percept::cli {

int convert(const ConvertOptions& options) {
  int exit_code = kSuccess;
  auto description = read_whole(options.file, exit_code);
  if (!description) return exit_code;
  // Sentences are written as in the textbook that has them, rules as in Prolog, unless asked otherwise.
  gdl::Habit usual = description->has_sentences() ? gdl::Habit::kTextbook : gdl::Habit::kProlog;
  std::string text =
      options.to == gdl::Notation::kKif ? to_kif(*description) : to_infix(*description, options.habit.value_or(usual));
  if (options.output.empty()) {
    fmt::print("{}", text);
    return kSuccess;
  }
  if (auto written = write_file(options.output, text); !written) {
    print_error(written.error());
    return kUnreadable;
  }
  return kSuccess;
}

}  // namespace percept::cli
