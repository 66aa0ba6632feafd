// SPDX-License-Identifier: MIT
#include "cli/analyse_command.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/playing.h"
#include "cli/terminal.h"

namespace percept::cli {

int analyse(const AnalyseOptions& options) {
  auto description = read_playable(options.file);
  if (!description) return description.error();
  auto model = game::Model::make(*description);
  if (!model) return fail(model.error(), kFindings);
  auto traits = lab::traits_of(*model, options.traits);
  if (!traits) return fail(traits.error(), kFindings);
  if (options.json) {
    nlohmann::ordered_json out = {{"file", options.file}, {"seed", options.traits.seed}};
    out.update(lab::to_json(*traits));
    fmt::print("{}\n", out.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}, seed {}\n\n{}", printable(options.file), options.traits.seed, lab::to_text(*traits));
  }
  return kSuccess;
}

}  // namespace percept::cli
