// SPDX-License-Identifier: MIT
#include "cli/files.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal.h"
#include "gdl/reader.h"

namespace percept::cli {
OrExit<std::unique_ptr<gdl::Description>> read_whole(const std::string& file) {
  auto description = gdl::read_file(file);
  if (!description) {
    print_error(description.error());
    return tl::unexpected(kUnreadable);
  }
  if ((*description)->readable()) return std::move(*description);
  gdl::Findings findings = (*description)->findings();
  sort_by_place(findings);
  for (const gdl::Finding& finding : findings) fmt::print(stderr, "{}", render(finding, colored(stderr)));
  return tl::unexpected(kFindings);
}

}  // namespace percept::cli
