// SPDX-License-Identifier: MIT
//
// `percept lab values`: published figures beside ours.
#include "lab/values.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/lab_common.h"
#include "cli/solving.h"
#include "cli/values_command.h"

namespace percept::cli {

using namespace lab;
using nlohmann::ordered_json;

int lab_values(const ValuesOptions& options) {
  std::span<const PublishedFigure> figures = published_figures();
  std::filesystem::path folder = options.games.value_or("games");
  if (!options.json)
    fmt::print("{:<20} {:<24} {:>14} {:>14} {:>10} {:>8}\n", "game", "figure", "published", "measured", "within",
               "seconds");
  ordered_json rows = ordered_json::array();
  int exit_code = kSuccess;
  for (std::size_t begin = 0, end = 0; begin < figures.size(); begin = end) {
    while (end < figures.size() && figures[end].game == figures[begin].game) ++end;
    auto of_game = figures.subspan(begin, end - begin);
    std::string file = (folder / (std::string(of_game.front().game) + ".kif")).string();
    std::vector<MeasuredFigure> measured = measure(of_game, file, threads_or_all(options.threads));
    for (std::size_t i = 0; i < of_game.size(); ++i) {
      const PublishedFigure& figure = of_game[i];
      bool fine = agrees(figure, measured[i]);
      if (!fine) exit_code = kFindings;
      if (options.json) {
        ordered_json row = {{"game", figure.game},
                            {"figure", figure.figure()},
                            {"published", figure.published},
                            {"measured", measured[i].measured ? ordered_json(*measured[i].measured) : ordered_json()},
                            {"seconds", measured[i].seconds},
                            {"agrees", fine}};
        if (measured[i].uncertain > 0) row["within"] = measured[i].uncertain;
        if (!measured[i].error.empty()) row["error"] = measured[i].error;
        rows.push_back(std::move(row));
        continue;
      }
      fmt::print("{} {} {} {} {} {}{}\n", padded(std::string(figure.game), 20), padded(figure.figure(), 24),
                 aligned_right(fmt::format("{:.9g}", figure.published), 14),
                 aligned_right(measured[i].measured ? fmt::format("{:.9g}", *measured[i].measured) : "–", 14),
                 aligned_right(measured[i].uncertain > 0 ? fmt::format("{:.1e}", measured[i].uncertain) : "", 10),
                 aligned_right(fmt::format("{:.2f}", measured[i].seconds), 8),
                 fine                        ? ""
                 : measured[i].error.empty() ? "  differs"
                                             : "  " + printable(measured[i].error));
      std::fflush(stdout);
    }
  }
  if (options.json)
    fmt::print("{}\n", ordered_json{{"rows", rows}}.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  return exit_code;
}

}  // namespace percept::cli
