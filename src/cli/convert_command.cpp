// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/convert_command.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "gdl/reader.h"
#include "gdl/writer.h"
#include "igdl/completion.h"

namespace percept::cli {

int convert(const ConvertOptions& options) {
  auto read = read_whole(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  bool igdl = options.to == ConvertOptions::To::kIgdl;
  if (!igdl && !options.forgotten.empty())
    return fail({"--forget makes an incomplete description", "add --to igdl"}, kUnreadable);
  if (igdl) {
    std::string name = options.file;
    if (!description->is_incomplete()) {
      auto model = game::Model::make(std::move(description));
      if (!model) return fail(model.error(), kFindings);
      auto sentences = igdl::completion(**model);
      if (!sentences) return fail(sentences.error(), kFindings);
      description = gdl::read_text(name, *sentences, gdl::Notation::kKif);
    }
    if (!options.forgotten.empty()) {
      auto fewer = igdl::without(*description, options.forgotten);
      if (!fewer) return fail(fewer.error(), kUnreadable);
      description = gdl::read_text(name, *fewer, gdl::Notation::kKif);
    }
  }
  // Sentences are written as in the textbook that has them, rules as in Prolog, unless asked otherwise.
  gdl::Habit usual = description->has_sentences() ? gdl::Habit::kTextbook : gdl::Habit::kProlog;
  std::string text = options.to == ConvertOptions::To::kKif || (igdl && options.output.ends_with(".kif"))
                         ? to_kif(*description)
                         : to_infix(*description, options.habit.value_or(usual));
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
