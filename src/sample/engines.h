// SPDX-License-Identifier: MIT
//
// The engines that sample information sets, by name.
//
// Any thread may ask for names; samplers are made one thread at a time, as the rules.
#pragma once

#include <optional>
#include <span>

#include "sample/sampler.h"

namespace percept::sample {

enum class Engine : std::uint8_t { kAsp, kAspReactive, kNative, kHyperplay, kWorlds, kAuto };

struct EngineName {
  Engine engine;
  std::string_view name;   // as in --engine
  std::string_view about;  // one line for --help
};
std::span<const EngineName> engines();
std::string_view name_of(Engine engine);
std::optional<Engine> engine_of(std::string_view name);

// The rules have to be made for two-valued logic.
Result<std::unique_ptr<Sampler>> make_sampler(Engine engine, std::shared_ptr<Rules> rules, RoleId role,
                                              const Options& options = {});

}  // namespace percept::sample
