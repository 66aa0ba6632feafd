// SPDX-License-Identifier: MIT
#include "play/strategies.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>

#include "base/text.h"
#include "play/believing_player.h"
#include "play/searching_player.h"

namespace percept::play {
namespace {

constexpr StrategyOption kFilter{"filter", "two-set, exact", "exact", "how it knows its legal moves"};
constexpr StrategyOption kSeed{"seed", "a whole number", "the match's", "of its choices"};
constexpr std::array<StrategyOption, 1> kLegalOptions = {kFilter};
constexpr std::array<StrategyOption, 2> kRandomOptions = {kFilter, kSeed};
constexpr StrategyOption kLeaves{"leaves", "a whole number", "as many as there is time for", "of a search, each move"};
constexpr StrategyOption kModels{"models", "a whole number", "200", "positions it may be in that are searched"};
constexpr std::array<StrategyOption, 2> kMctsOptions = {kSeed, kLeaves};
constexpr std::array<StrategyOption, 3> kHyperplayOptions = {kSeed, kLeaves, kModels};
constexpr std::array<Strategy, 5> kStrategies = {{
    {"legal", "the first move that it knows to be legal", kLegalOptions},
    {"random", "any move that it knows to be legal, each with the same chance", kRandomOptions},
    {"mcts", "Monte-Carlo tree search, for games in which nothing is hidden", kMctsOptions},
    {"hyperplay", "searches models of the position as if all were seen, and values moves over all of them",
     kHyperplayOptions},
    {"hyperplay2", "searches what every role could know, so that asking and hiding have a value", kHyperplayOptions},
}};

struct Asked {
  const Strategy* strategy = nullptr;
  Filter filter = Filter::kExact;
  std::optional<std::uint64_t> seed;
  std::uint64_t leaves = 0, models = 0;
};

std::string names() {
  std::string out;
  for (const Strategy& strategy : kStrategies) out += (out.empty() ? "" : ", ") + std::string(strategy.name);
  return out;
}

Result<void> set(Asked& asked, std::string_view option) {
  std::size_t equals = std::min(option.find('='), option.size());
  std::string name = lower(option.substr(0, equals));
  std::string value = equals < option.size() ? lower(option.substr(equals + 1)) : "";
  const StrategyOption* known = nullptr;
  std::string all;
  for (const StrategyOption& one : asked.strategy->options) {
    if (one.name == name) known = &one;
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", one.name, one.values);
  }
  if (known == nullptr)
    return failure(fmt::format("the strategy {} has no option {}", asked.strategy->name, printable(name)),
                   "it has: " + all);
  auto wrong = [&] {
    return failure(fmt::format("{}={}: the value must be {}{}", name, printable(value),
                               name == "filter" ? "one of " : "", known->values));
  };
  if (name == "filter") {
    if (value != "two-set" && value != "exact") return wrong();
    asked.filter = value == "exact" ? Filter::kExact : Filter::kTwoSet;
  } else {
    std::uint64_t number = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || error != std::errc() || end != value.data() + value.size()) return wrong();
    if (name == "seed")
      asked.seed = number;
    else
      (name == "leaves" ? asked.leaves : asked.models) = number;
  }
  return {};
}

Result<Asked> parse(std::string_view text) {
  Asked out;
  std::size_t end = std::min(text.find(':'), text.size());
  std::string name = lower(text.substr(0, end));
  for (const Strategy& strategy : kStrategies)
    if (strategy.name == name) out.strategy = &strategy;
  if (out.strategy == nullptr)
    return failure(fmt::format("there is no strategy {}", name.empty() ? "without a name" : printable(name)),
                   "there are: " + names());
  while (end < text.size()) {
    std::size_t begin = end + 1;
    end = std::min(text.find(':', begin), text.size());
    if (auto fine = set(out, text.substr(begin, end - begin)); !fine) return tl::unexpected(fine.error());
  }
  return out;
}

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

std::string strategies_help() {
  std::string out;
  for (const Strategy& strategy : kStrategies) {
    out += fmt::format("  {:10} {}\n", strategy.name, strategy.help);
    for (const StrategyOption& option : strategy.options)
      out += fmt::format("             :{}=…  {} ({}; default {})\n", option.name, option.help, option.values,
                         option.fallback);
  }
  return out;
}

Result<void> check_strategy(std::string_view text) {
  auto asked = parse(text);
  if (!asked) return tl::unexpected(asked.error());
  return {};
}

Result<std::unique_ptr<Player>> make_player(std::string_view text, std::uint64_t seed) {
  auto asked = parse(text);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->strategy->name == "legal") return std::unique_ptr<Player>(new LegalStrategy(asked->filter));
  if (asked->strategy->name == "random")
    return std::unique_ptr<Player>(new RandomStrategy(asked->filter, asked->seed.value_or(seed)));
  SearchKind kind = asked->strategy->name == "mcts"        ? SearchKind::kMcts
                    : asked->strategy->name == "hyperplay" ? SearchKind::kHyperplay
                                                           : SearchKind::kHyperplay2;
  return std::unique_ptr<Player>(new SearchingPlayer({kind, asked->seed.value_or(seed), asked->leaves, asked->models}));
}

}  // namespace percept::play
