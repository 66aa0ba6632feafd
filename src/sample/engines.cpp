// SPDX-License-Identifier: MIT
#include "sample/engines.h"

#include <algorithm>
#include <array>

#include "sample/asp/asp_sampler.h"
#include "sample/auto_sampler.h"
#include "sample/hyperplay/hyperplay.h"
#include "sample/native/native.h"
#include "sample/worlds/worlds_sampler.h"

namespace percept::sample {
namespace {

constexpr std::array<EngineName, 6> kEngines{{
    {Engine::kAsp, "asp", "answer set programming: one program for each draw"},
    {Engine::kAspReactive, "asp-reactive", "answer set programming: one program that grows round by round"},
    {Engine::kNative, "native", "the game's circuit, unrolled round by round into a SAT solver"},
    {Engine::kHyperplay, "hyperplay", "plays forward at random in lanes and backs up where a lane dies"},
    {Engine::kWorlds, "worlds", "all possible positions, with exact weights; particles when they are too many"},
    {Engine::kAuto, "auto", "worlds while they are exact, then particles, and native where these find nothing"},
}};

}  // namespace

std::span<const EngineName> engines() { return kEngines; }

std::string_view name_of(Engine engine) { return std::ranges::find(kEngines, engine, &EngineName::engine)->name; }

std::optional<Engine> engine_of(std::string_view name) {
  auto found = std::ranges::find(kEngines, name, &EngineName::name);
  return found == kEngines.end() ? std::nullopt : std::optional(found->engine);
}

Result<std::unique_ptr<Sampler>> make_sampler(Engine engine, std::shared_ptr<Rules> rules, RoleId role,
                                              const Options& options) {
  PERCEPT_CHECK(rules->logic() == circuit::Logic::kTwoValued, "samples, of rules that are not two-valued");
  switch (engine) {
    case Engine::kAsp: return make_asp(std::move(rules), role, options);
    case Engine::kAspReactive: return make_asp_reactive(std::move(rules), role, options);
    case Engine::kHyperplay: return make_hyperplay(std::move(rules), role, options);
    case Engine::kWorlds: return make_worlds(std::move(rules), role, options);
    case Engine::kNative: return make_native(std::move(rules), role, options);
    case Engine::kAuto: break;
  }
  return make_auto(std::move(rules), role, options);
}

}  // namespace percept::sample
