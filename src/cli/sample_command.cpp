// SPDX-License-Identifier: MIT
//
// `percept sample`: positions that a role may be in, and how likely they are. A sampler hears that role's moves and
// percepts of a match as texts, and nothing else.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/followed_match.h"
#include "cli/knowing.h"
#include "cli/playing.h"
#include "cli/sample_command.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "lab/chart.h"
#include "sample/engines.h"
#include "sample/preferences.h"
#include "show/lines.h"
#include "show/samples.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;
using sample::Sampler;

constexpr std::size_t kMaxModelSize = 1 << 20;  // bytes

// What came of asking a sampler for some.
struct DrawnSamples {
  sample::Draw draw;
  double update_seconds = 0;              // CPU time of the last round's update
  double first_seconds = 0;               // and of a first draw of one behind it
  std::optional<double> rate;             // samples a CPU second in the draws after the first
  std::vector<std::size_t> gave_up = {};  // rounds whose update took more than its budget
};

Result<DrawnSamples> drawn(Sampler& sampler, const std::vector<Told>& rounds, const SampleOptions& options,
                           std::uint64_t seed) {
  DrawnSamples out;
  for (const Told& told : rounds) {
    auto experience = experience_of(sampler.rules(), sampler.role(), sampler.round(), told);
    if (!experience) return tl::unexpected(experience.error());
    double begun = cpu_seconds();
    if (auto updated = sampler.update(*experience, Budget(options.seconds, 0)); !updated)
      return tl::unexpected(updated.error());
    out.update_seconds = cpu_seconds() - begun;
    if (out.update_seconds > options.seconds) out.gave_up.push_back(sampler.round() - 1);
  }
  Random random(~seed);  // not the stream of the match
  double begun = cpu_seconds();
  out.draw = sampler.draw(1, random, Budget(options.seconds, 0));
  out.first_seconds = out.update_seconds + cpu_seconds() - begun;
  if (options.count == 1 || (out.draw.samples.empty() && out.draw.gave_up)) return out;
  begun = cpu_seconds();
  out.draw = sampler.draw(options.count, random, Budget(options.seconds, 0));
  double seconds = cpu_seconds() - begun;
  if (!out.draw.samples.empty()) out.rate = static_cast<double>(out.draw.samples.size()) / std::max(seconds, 1e-9);
  return out;
}

void print_facts(const DrawnSamples& drawn, std::size_t positions, bool histories) {
  const sample::Draw& draw = drawn.draw;
  auto print_row = [](std::string_view label, const std::string& text, bool open = false) {
    fmt::print("{}", show::row(label, {text}, colored(stdout), open));
  };
  print_row("weights", draw.exact && draw.all ? "exact: every history with its probability"
                       : draw.exact           ? "exact: drawn independently, with the probabilities of histories"
                                              : "approximate: shares of the samples, not claimed to be probabilities");
  print_row("first", fmt::format("after {} CPU s (update {}, draw {})", lab::short_figure(drawn.first_seconds),
                                 lab::short_figure(drawn.update_seconds),
                                 lab::short_figure(drawn.first_seconds - drawn.update_seconds)));
  if (drawn.rate) print_row("rate", fmt::format("{} samples a CPU second", lab::short_figure(*drawn.rate)));
  print_row("samples", fmt::format("{}, {}{}", draw.samples.size(),
                                   histories ? positions == 1 ? "1 history" : fmt::format("{} histories", positions)
                                             : counted(positions, "position"),
                                   draw.all ? ": there are no others" : ""));
  if (draw.gave_up || !drawn.gave_up.empty())
    print_row("gave up", "a budget ran out (--seconds): there may be fewer samples than were asked for", true);
}

}  // namespace

int sample(const SampleOptions& options) {
  if (options.file == "-" && options.match == "-")
    return fail({"the standard input cannot be the rules and what happened, both", "give the rules as a file"},
                kUnreadable);
  if (is_theory(options.file)) return sample_theory(options);
  if (!options.told.empty() || options.game)
    return fail({"--told and --game are for incomplete descriptions", "a complete game is followed: --seed, --match"},
                kUnreadable);
  if (options.role.empty()) return fail({"who samples?", "--role ROLE"}, kUnreadable);
  auto read = read_playable(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  auto made = make_rules(description, circuit::Logic::kTwoValued, options.file, options.role);
  if (!made) return made.error();
  auto [rules, role] = *made;

  sample::Options wanted;
  wanted.histories = options.history || options.json;
  wanted.forget = options.forget;
  wanted.facts = options.facts;
  if (options.worlds) wanted.worlds = *options.worlds;
  if (options.particles) wanted.particles = *options.particles;
  wanted.seed = options.seed.value_or(1);
  if (options.opponents) {
    auto text = contents_of(*options.opponents, kMaxModelSize, "is it an opponent model?");
    if (!text) return fail(text.error(), kUnreadable);
    auto model = sample::Preferences::read(*options.opponents, *text, *rules);
    if (!model) return fail(model.error(), kUnreadable);
    wanted.opponents = *model;
  }

  auto followed =
      follow_rounds(description, *rules, role, {options.file, options.match, options.nth, options.seed}, options.round);
  if (!followed) return followed.error();
  const std::optional<std::uint64_t>& seed = followed->match.seed;

  auto sampler = sample::make_sampler(options.engine, rules, role, wanted);
  if (!sampler) return fail(sampler.error(), kFindings);
  auto samples = drawn(**sampler, followed->told, options, seed.value_or(wanted.seed));
  if (!samples) return fail(samples.error(), kFindings);

  std::string_view asked = sample::name_of(options.engine), served = (*sampler)->name();
  if (options.json) {
    ordered_json out = {
        {"file", options.file},
        {"role", rules->text(role)},
        {"round", followed->told.size()},
        {"seed", seed.value_or(wanted.seed)},
        {"asked", asked},
        {"engine", served},
        {"first_cpu_s", samples->first_seconds},
        {"rate_per_cpu_s", samples->rate ? ordered_json(*samples->rate) : ordered_json()},
        {"exact_weights", samples->draw.exact},
        {"all", samples->draw.all},
        {"gave_up", samples->draw.gave_up || !samples->gave_up.empty()},
        {"samples", show::to_json(*rules, samples->draw.samples)},
    };
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else {
    auto board = show::Board::make(*rules);
    if (!board) return fail(board.error(), kFindings);
    fmt::print("{}, where {} may be after {}, engine {}{}{}{}\n", printable(options.file), printable(rules->text(role)),
               counted(followed->told.size(), "round"), served, asked == served ? "" : fmt::format(" ({})", asked),
               seed ? fmt::format(", seed {}", *seed) : "", followed->match.of_several);
    show::Samples shown = show::samples_of(*rules, samples->draw.samples, *board, options.history);
    print_facts(*samples, shown.positions.size(), options.history);
    fmt::print("{}", show::to_text(shown, colored(stdout)));
  }
  if (!samples->draw.samples.empty()) return kSuccess;
  return fail({fmt::format("{} found no sample within {} CPU seconds", served, options.seconds),
               "give it more time with --seconds, or use another engine: native finds a first one soonest"},
              kFindings);
}

}  // namespace percept::cli
