// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "base/text.h"
#include "cli/files.h"
#include "cli/playing.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "lab/chart.h"
#include "play/memory.h"

namespace percept::cli {

using namespace search;

unsigned threads_or_all(unsigned threads) {
  return threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

OrExit<GameOfFile> whole_game(const std::string& file) {
  auto description = read_playable(file);
  if (!description) return tl::unexpected(description.error());
  auto failed = [&](const Error& error) {
    print_error(error);
    return tl::unexpected(kFindings);
  };
  auto model = game::Model::make(*description);
  if (!model) return failed(model.error());
  GroundingProgress progress;
  ground::Options grounding;
  grounding.progress = progress.callback();
  auto whole = (*model)->whole(circuit::Logic::kTwoValued, grounding);
  progress.clear();
  if (!whole) return failed(whole.error());
  return GameOfFile{(*model)->shared_description(), *whole};
}

OnProgress layout_progress(ProgressLine& line) {
  return [&line](const Progress& progress) {
    if (!line.due()) return;
    switch (progress.stage) {
      case Progress::Stage::kPositions:
        return line.show(fmt::format("round {}: {} positions", progress.round, progress.done));
      case Progress::Stage::kKnowledge: return line.show(fmt::format("what roles can know: {}", progress.done));
      case Progress::Stage::kOutcomes:
        return line.show(fmt::format("round {}: {} nodes", progress.round, progress.done));
    }
  };
}

std::string role_text(const Positions& positions, std::size_t player) {
  return positions.whole->lexicon->text(game::RoleId{positions.players[player]});
}

std::string move_text(const Positions& positions, std::size_t role, std::uint32_t move) {
  const game::Lexicon& lexicon = *positions.whole->lexicon;
  return lexicon.text(game::RoleId{static_cast<std::uint32_t>(role)}, game::MoveId{move, lexicon.number()});
}

std::string transition_text(const Positions& positions, std::uint32_t position, std::uint64_t transition) {
  std::uint64_t rest = transition - positions.first[position];
  std::vector<std::string> chosen, all;
  for (std::size_t role = positions.roles; role-- > 0;) {
    const auto& moves = positions.moves(position, role);
    std::uint32_t move = moves[rest % moves.size()];
    rest /= moves.size();
    all.push_back(positions.whole->lexicon->text(game::RoleId{static_cast<std::uint32_t>(role)}) + " " +
                  move_text(positions, role, move));
    if (moves.size() > 1) chosen.push_back(all.back());
  }
  const std::vector<std::string>& parts = chosen.empty() ? all : chosen;
  std::string out;
  for (std::size_t i = parts.size(); i-- > 0;) out += (out.empty() ? "" : ", ") + parts[i];
  return out;
}

std::string percepts_text(const Positions& positions, std::size_t player, std::uint32_t seen) {
  const game::Lexicon& lexicon = *positions.whole->lexicon;
  std::string out;
  for (std::uint32_t percept : positions.percepts[player][seen])
    out += (out.empty() ? "" : " ") + lexicon.text(game::PerceptId{percept, lexicon.number()});
  return out;
}

Result<void> write_policy(const Solving& solving, const search::Layout& layout, const search::Profile& profile,
                          const search::Evaluation& evaluation, std::uint64_t iterations) {
  if (!solving.options.policy) return {};
  return write_policy(solving, play::policy_of(layout, profile),
                      {{"exploitability", evaluation.exploitability()},
                       {"iterations", static_cast<double>(iterations)},
                       {"information_sets", static_cast<double>(layout.information_sets())}});
}

Result<void> write_policy(const Solving& solving, play::Policy policy, std::map<std::string, double> facts) {
  const SolveOptions& options = solving.options;
  policy.rules = gdl::fingerprint(*solving.rules);
  policy.facts = std::move(facts);
  std::error_code ignored;
  std::string file = std::filesystem::is_directory(*options.policy, ignored)
                         ? play::Memory(*options.policy).policy_file(policy.rules)
                         : *options.policy;
  std::string bytes = policy.write();
  if (auto written = write_file(file, bytes); !written) return written;
  if (!options.json) fmt::print("\npolicy: {} bytes in {}\n", bytes.size(), printable(file));
  return {};
}

Result<void> write_chart(const SolveOptions& options, const std::vector<Moment>& moments, std::string_view method) {
  if (!options.chart) return {};
  lab::LineChart chart;
  chart.title = "Exploitability of " + std::filesystem::path(options.file).stem().string();
  chart.subtitle = fmt::format("{}, average policy, in points of the goal", method);
  chart.x_label = "seconds";
  chart.y_label = "exploitability";
  chart.logarithmic_x = chart.logarithmic_y = true;
  lab::LineChart::Series& series = chart.series.emplace_back();
  series.name = method;
  for (const Moment& m : moments)
    if (m.seconds > 0 && m.exploitability > 0)
      series.points.push_back({m.seconds, m.exploitability, m.exploitability, m.exploitability});
  return write_file(*options.chart, lab::to_svg(chart));
}

}  // namespace percept::cli
