// SPDX-License-Identifier: MIT
//
// `percept sample`: positions that a role may be in, and how likely they are. A sampler hears that role's moves and
// percepts of a match as texts, and nothing else.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/drawn_samples.h"
#include "cli/followed_match.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "sample/engines.h"
#include "sample/preferences.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;
using sample::Sampler;

constexpr std::size_t kMaxModelSize = 1 << 20;  // bytes

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

}  // namespace

int sample(const SampleOptions& options) {
  if (options.file == "-" && options.match == "-")
    return fail({"the standard input cannot be the rules and what happened, both", "give the rules as a file"},
                kUnreadable);
  int exit_code = kSuccess;
  auto description = read_playable(options.file, exit_code);
  if (!description) return exit_code;
  auto made = make_rules(description, circuit::Logic::kTwoValued, options.file, options.role, exit_code);
  if (!made) return exit_code;
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

  MatchOptions match_options;
  match_options.file = options.file;
  match_options.record = options.match;
  match_options.nth = options.nth;
  match_options.seed = options.seed;
  auto followed = follow_match(description, *rules, role, match_options, exit_code);
  if (!followed) return exit_code;
  auto rounds = rounds_of(*followed->match, options.round);
  if (!rounds) return fail(rounds.error(), kFindings);

  auto sampler = sample::make_sampler(options.engine, rules, role, wanted);
  if (!sampler) return fail(sampler.error(), kFindings);
  auto samples = drawn(**sampler, *rounds, options, followed->seed.value_or(wanted.seed));
  if (!samples) return fail(samples.error(), kFindings);

  std::string_view asked = sample::name_of(options.engine), served = (*sampler)->name();
  if (options.json) {
    ordered_json out = {
        {"file", options.file},
        {"role", rules->text(role)},
        {"round", rounds->size()},
        {"seed", followed->seed.value_or(wanted.seed)},
        {"asked", asked},
        {"engine", served},
        {"first_cpu_s", samples->first_seconds},
        {"rate_per_cpu_s", samples->rate ? ordered_json(*samples->rate) : ordered_json()},
        {"exact_weights", samples->draw.exact},
        {"all", samples->draw.all},
        {"gave_up", samples->draw.gave_up || !samples->gave_up.empty()},
        {"samples", json_of(**sampler, samples->draw.samples)},
    };
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else {
    auto drawing = StateDrawing::make(description);
    if (!drawing) return fail(drawing.error(), kFindings);
    fmt::print("{}, where {} may be after {}, engine {}{}{}{}\n", printable(options.file), printable(rules->text(role)),
               counted(rounds->size(), "round"), served, asked == served ? "" : fmt::format(" ({})", asked),
               followed->seed ? fmt::format(", seed {}", *followed->seed) : "", followed->of_several);
    print_samples(**sampler, *samples, **drawing, options.history);
  }
  if (!samples->draw.samples.empty()) return kSuccess;
  return fail({fmt::format("{} found no sample within {} CPU seconds", served, options.seconds),
               "give it more time with --seconds, or use another engine: native finds a first one soonest"},
              kFindings);
}

}  // namespace percept::cli
