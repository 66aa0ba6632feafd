// SPDX-License-Identifier: MIT
#include "play/strategies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>

#include "base/text.h"
#include "play/auto_player.h"
#include "play/believing_player.h"
#include "play/igdl_player.h"
#include "play/policy_player.h"
#include "play/resolving_player.h"
#include "play/searching_player.h"
#include "play/trained_value.h"

namespace percept::play {
namespace {

constexpr std::array<std::string_view, 2> kFilters = {"two-set", "exact"};  // as Filter
constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
constexpr StrategyOption kFilter{"filter", kFilters, 0, 0, "exact", "how it knows its legal moves"};
constexpr StrategyOption kSeed{"seed", {}, 0, kAny, "the match's", "of its choices"};
constexpr std::array<StrategyOption, 1> kLegalOptions = {kFilter};
constexpr std::array<StrategyOption, 2> kRandomOptions = {kFilter, kSeed};
constexpr StrategyOption kLeavesOption{"leaves", {}, 1, kAny, "as many as there is time for", "of a search, each move"};
constexpr StrategyOption kModelsOption{"models", {}, 1, kAny, "200", "positions it may be in that are searched"};
constexpr StrategyOption kEachOption{"each", {}, 1, 64, "by what they cost", "playouts of a leaf"};
constexpr StrategyOption kThreadsOption{"threads", {}, 1, 64, "1", "that search"};
constexpr StrategyOption kValueOption{"value", {}, 0, 0, "none", "values learnt by percept train, in its leaves", true};
constexpr StrategyOption kBlendOption{"blend", {},   0,
                                      100,     "50", "per cent of a leaf's worth that are learnt, not played out"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr StrategyOption kPlainOption{"plain", kNoYes, 0, 0, "no", "UCT alone, to compare with: nothing is proven"};
constexpr StrategyOption kWeightedOption{"weighted", kNoYes, 0,
                                         0,          "no",   "playouts choose moves by what they were worth"};
constexpr StrategyOption kFactoredOption{"factored", kNoYes, 0, 0, "yes", "uses the independent parts of a game"};
constexpr StrategyOption kPonderOption{"ponder", kNoYes, 0, 0, "yes", "goes on while the others think"};
constexpr std::array<StrategyOption, 1> kPolicyOptions = {kSeed};
constexpr StrategyOption kSecondsOption{"seconds", {}, 1, 3600, "as the clocks allow", "for a move, at most"};
constexpr StrategyOption kMemoryOption{
    "memory", {},     0,
    0,        "none", "folder of what was found out about games, to play by and to add to: policies, learnt values",
    true};
constexpr std::array<StrategyOption, 4> kAutoOptions = {kSeed, kSecondsOption, kMemoryOption, kPonderOption};
constexpr std::array<StrategyOption, 10> kMctsOptions = {kSeed,        kLeavesOption,   kEachOption,     kThreadsOption,
                                                         kPlainOption, kFactoredOption, kWeightedOption, kValueOption,
                                                         kBlendOption, kPonderOption};
constexpr std::array<StrategyOption, 9> kHyperplayOptions = {kSeed,          kLeavesOption, kEachOption,
                                                             kThreadsOption, kModelsOption, kWeightedOption,
                                                             kValueOption,   kBlendOption,  kPonderOption};
constexpr std::array<StrategyOption, 8> kHyperplay2Options = {
    kSeed, kLeavesOption, kEachOption, kModelsOption, kWeightedOption, kValueOption, kBlendOption, kPonderOption};
constexpr StrategyOption kEachNewOption{"each", {}, 1, 64, "16", "playouts of a new position"};
constexpr StrategyOption kIterationsOption{"iterations",           {}, 1, kAny, "as many as there is time for",
                                           "of solving, each move"};
constexpr std::array<std::string_view, 7> kResolveParts = {"nothing", "purified",  "order", "prior",
                                                           "growing", "one-sided", "guided"};  // as ResolvePart
constexpr StrategyOption kWithoutOption{"without", kResolveParts, 0,
                                        0,         "nothing",     "a part of it, to see what it is worth"};
constexpr std::array<StrategyOption, 7> kResolveOptions = {
    kSeed, kIterationsOption, kEachNewOption, kWithoutOption, kValueOption, kBlendOption, kPonderOption};
constexpr std::array<Strategy, 10> kStrategies = {{
    {"legal", "the first move that it knows to be legal", kLegalOptions},
    {"random", "any move that it knows to be legal, each with the same chance", kRandomOptions},
    {"mcts", "Monte-Carlo tree search, for games in which nothing is hidden", kMctsOptions},
    {"hyperplay", "searches models of the position as if all were seen, and values moves over all of them",
     kHyperplayOptions},
    {"hyperplay2", "searches what every role could know, so that asking and hiding have a value", kHyperplay2Options},
    {"ismcts",
     "the same with plans that answer what others do on average: it mixes, and expects them where they are likely to "
     "be",
     kHyperplay2Options},
    {"resolve",
     "solves as it searches, led by what ismcts plans, and gives nothing away that it promised: two roles, goals of a "
     "constant sum",
     kResolveOptions},
    {"policy", "policy:FILE, by the chances of a policy that percept solve wrote; ismcts where it has none",
     kPolicyOptions, true},
    {"igdl", "what surely reaches most under an incomplete description", {}},
    {"auto",
     "what serves the game: igdl where the rules are incomplete, mcts where nothing is hidden (with what it learnt in "
     "a "
     "long start clock, if that wins), a solved policy where all that can be known is not too much, else ismcts, or "
     "another "
     "that clearly beats it in quick matches of the start clock",
     kAutoOptions},
}};

struct Asked {
  const Strategy* strategy = nullptr;
  std::string file;                                  // of a policy or of learnt values, or a folder
  std::map<std::string_view, std::uint64_t> values;  // by option; those without a value are not there

  std::uint64_t value(std::string_view option, std::uint64_t otherwise = 0) const {
    auto given = values.find(option);
    return given == values.end() ? otherwise : given->second;
  }
};

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const Strategy& strategy : kStrategies) out.emplace_back(strategy.name);
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
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", one.name, one.values());
  }
  if (known == nullptr)
    return failure(fmt::format("the strategy {} has no option {}", asked.strategy->name, printable(name)),
                   "it has: " + all);
  if (known->file) {
    asked.file = option.substr(std::min(equals + 1, option.size()));
    if (asked.file.empty()) return failure(name + "= needs " + known->values(), std::string(known->help));
    return {};
  }
  auto read = known->read(value);
  if (!read)
    return failure(fmt::format("{}={}: the value must be {}{}", name, printable(value),
                               known->words.empty() ? "" : "one of ", known->values()));
  asked.values[known->name] = *read;
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
                   suggestion(name, names()));
  for (const StrategyOption& option : out.strategy->options)
    if (auto value = option.read(option.fallback)) out.values[option.name] = *value;
  if (out.strategy->file) {
    std::size_t begin = std::min(end + 1, text.size());
    end = std::min(text.find(":seed=", begin), text.size());
    out.file = text.substr(begin, end - begin);
    if (out.file.empty()) return failure("the strategy policy needs a file", "policy:FILE, as percept solve writes it");
  }
  while (end < text.size()) {
    std::size_t begin = end + 1;
    end = std::min(text.find(':', begin), text.size());
    if (auto fine = set(out, text.substr(begin, end - begin)); !fine) return tl::unexpected(fine.error());
  }
  return out;
}

}  // namespace

std::string StrategyOption::values() const {
  if (file) return "a file or folder";
  if (!words.empty()) return fmt::format("{}", fmt::join(words, ", "));
  if (most == kAny) return least == 0 ? "a whole number" : fmt::format("a whole number from {} on", least);
  return fmt::format("a whole number from {} to {}", least, most);
}

std::optional<std::uint64_t> StrategyOption::read(std::string_view text) const {
  std::uint64_t out = 0;
  if (!words.empty()) {
    out = static_cast<std::uint64_t>(std::ranges::find(words, text) - words.begin());
    return out < words.size() ? std::optional(out) : std::nullopt;
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  bool whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  return whole && out >= least && out <= most ? std::optional(out) : std::nullopt;
}

std::span<const Strategy> strategies() { return kStrategies; }

std::string strategies_help() {
  std::string out;
  for (const Strategy& strategy : kStrategies) {
    out += fmt::format("  {:10} {}\n", strategy.name, strategy.help);
    for (const StrategyOption& option : strategy.options)
      out += fmt::format("             :{}=…  {} ({}; default {})\n", option.name, option.help, option.values(),
                         option.fallback);
  }
  return out;
}

Result<void> check_strategy(std::string_view text) {
  auto asked = parse(text);
  if (!asked) return tl::unexpected(asked.error());
  return {};
}

bool names_file(std::string_view text) {
  auto asked = parse(text);
  return asked && !asked->file.empty();
}

Result<std::unique_ptr<Player>> make_player(std::string_view text, std::uint64_t seed,
                                            std::shared_ptr<const TrainedValue> value) {
  auto asked = parse(text);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->strategy->file) {
    auto policy = Policy::load(asked->file);
    if (!policy) return tl::unexpected(policy.error());
    return std::unique_ptr<Player>(
        new PolicyPlayer(std::make_shared<const Policy>(std::move(*policy)), asked->value("seed", seed)));
  }
  if (asked->strategy->name == "igdl") return std::unique_ptr<Player>(new IgdlPlayer);
  if (asked->strategy->name == "auto")
    return std::unique_ptr<Player>(new AutoPlayer(
        asked->value("seed", seed), static_cast<double>(asked->value("seconds")),
        asked->file.empty() ? nullptr : std::make_shared<const Memory>(asked->file), asked->value("ponder") != 0));
  auto filter = static_cast<Filter>(asked->value("filter"));
  if (asked->strategy->name == "legal") return std::unique_ptr<Player>(new LegalStrategy(filter));
  if (asked->strategy->name == "random")
    return std::unique_ptr<Player>(new RandomStrategy(filter, asked->value("seed", seed)));
  if (!asked->file.empty()) {
    auto trained = TrainedValue::load(asked->file);
    if (!trained) return tl::unexpected(trained.error());
    value = std::make_shared<const TrainedValue>(std::move(*trained));
  }
  double blend = static_cast<double>(asked->value("blend")) / 100;
  if (asked->strategy->name == "resolve")
    return std::unique_ptr<Player>(new ResolvingPlayer({asked->value("seed", seed), asked->value("iterations"),
                                                        static_cast<std::uint32_t>(asked->value("each")),
                                                        static_cast<search::ResolvePart>(asked->value("without")),
                                                        asked->value("ponder") != 0, std::move(value), blend}));
  SearchOptions options;
  options.kind = asked->strategy->name == "mcts"        ? SearchKind::kMcts
                 : asked->strategy->name == "hyperplay" ? SearchKind::kHyperplay
                 : asked->strategy->name == "ismcts"    ? SearchKind::kIsmcts
                                                        : SearchKind::kHyperplay2;
  options.seed = asked->value("seed", seed);
  options.leaves = asked->value("leaves");
  options.each = static_cast<std::uint32_t>(asked->value("each"));
  options.threads = static_cast<unsigned>(asked->value("threads", options.threads));
  options.plain = asked->value("plain") != 0;
  options.factored = asked->value("factored", 1) != 0;
  options.weighted = asked->value("weighted") != 0;
  options.ponders = asked->value("ponder") != 0;
  options.models = asked->value("models");
  options.value = std::move(value);
  options.blend = blend;
  return std::unique_ptr<Player>(new SearchingPlayer(options));
}

}  // namespace percept::play
