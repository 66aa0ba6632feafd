// SPDX-License-Identifier: MIT
#include "play/trained_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/file.h"
#include "base/text.h"
#include "play/packed.h"

namespace percept::play {
namespace {

using nlohmann::ordered_json;
using search::LearntValue;

constexpr std::string_view kValueMagic = "percept value 1\n";
constexpr std::size_t kMostValueBytes = std::size_t{1} << 30;
constexpr std::uint32_t kMostMatches = 1 << 16;  // of a batch

}  // namespace

TrainedValue TrainedValue::of(const search::ValueLearner& learner, const game::Model& model,
                              const search::Simulator& simulator) {
  TrainedValue out;
  const game::Lexicon& lexicon = simulator.lexicon();
  out.rules_ = gdl::fingerprint(model.description());
  for (std::uint32_t role = 0; role < lexicon.roles(); ++role) out.roles_.push_back(lexicon.text(game::RoleId{role}));
  out.shape_ = learner.value().shape();
  for (std::uint32_t& fluent : out.shape_.fluents) {
    out.fluents_.push_back(lexicon.text(game::FluentId{fluent}));
    fluent = static_cast<std::uint32_t>(out.fluents_.size() - 1);
  }
  std::span<const float> weights = learner.value().weights();
  out.weights_.assign(weights.begin(), weights.end());
  out.squares_ = learner.squares();
  out.settings_ = learner.settings();
  out.progress_ = learner.progress();
  return out;
}

std::string TrainedValue::write() const {
  ordered_json head = {
      {"rules", {{"digest", rules_.digest}, {"names", rules_.names}}},
      {"roles", roles_},
      {"lowest", shape_.lowest},
      {"highest", shape_.highest},
      {"valued", shape_.valued},
      {"left", shape_.left ? ordered_json(*shape_.left) : ordered_json()},
      {"sum", shape_.sum},
      {"pairs", shape_.pairs},
      {"fluents", fluents_},
      {"settings",
       {{"seed", settings_.seed},
        {"lambda", settings_.lambda},
        {"rate", settings_.rate},
        {"greedy", settings_.greedy},
        {"matches", settings_.play.matches},
        {"temperature", settings_.play.temperature},
        {"candidates", settings_.play.candidates},
        {"random", settings_.play.random}}},
      {"progress",
       {{"batches", progress_.batches},
        {"matches", progress_.matches},
        {"positions", progress_.positions},
        {"error", progress_.error},
        {"constant", progress_.constant}}},
  };
  std::string text = head.dump(), body;
  put(body, text.size());
  body += text;
  for (float weight : weights_) put_real(body, weight);
  for (float square : squares_) put_real(body, square);
  return std::string(kValueMagic) + compressed(body);
}

Result<TrainedValue> TrainedValue::read(std::string_view bytes) {
  if (!bytes.starts_with(kValueMagic)) {
    bool other = bytes.starts_with("percept value ");
    return failure(other ? "this file of learnt values is of another version" : "this is no file of learnt values",
                   "percept train FILE --output FILE writes one");
  }
  auto body = expanded(bytes.substr(kValueMagic.size()), kMostValueBytes, "value");
  if (!body) return tl::unexpected(body.error());
  auto broken = [] {
    return failure("the file of learnt values is broken", "remove it, and train anew: percept train --help");
  };
  Unpacker reader(*body);
  ordered_json head = reader.head();
  TrainedValue out;
  LearntValue::Shape& shape = out.shape_;
  try {
    out.rules_ = {head.at("rules").at("digest"), head["rules"].at("names").get<std::vector<std::string>>()};
    out.roles_ = head.at("roles").get<std::vector<std::string>>();
    shape.lowest = head.at("lowest").get<std::vector<float>>();
    shape.highest = head.at("highest").get<std::vector<float>>();
    shape.valued = head.at("valued").get<std::vector<std::uint32_t>>();
    if (!head.at("left").is_null()) shape.left = head.at("left").get<std::uint32_t>();
    shape.sum = head.at("sum");
    shape.pairs = head.at("pairs");
    out.fluents_ = head.at("fluents").get<std::vector<std::string>>();
    const ordered_json& settings = head.at("settings");
    out.settings_.seed = settings.at("seed");
    out.settings_.lambda = settings.at("lambda");
    out.settings_.rate = settings.at("rate");
    out.settings_.greedy = settings.at("greedy");
    out.settings_.play.matches = settings.at("matches");
    out.settings_.play.temperature = settings.at("temperature");
    out.settings_.play.candidates = settings.at("candidates");
    out.settings_.play.random = settings.at("random");
    const ordered_json& progress = head.at("progress");
    out.progress_.batches = progress.at("batches");
    out.progress_.matches = progress.at("matches");
    out.progress_.positions = progress.at("positions");
    out.progress_.error = progress.at("error");
    out.progress_.constant = progress.at("constant");
  } catch (const ordered_json::exception&) {
    return broken();
  }
  shape.fluents.resize(out.fluents_.size());
  std::iota(shape.fluents.begin(), shape.fluents.end(), 0u);
  std::size_t roles = out.roles_.size();
  bool fine = roles > 0 && shape.lowest.size() == roles && shape.highest.size() == roles && std::isfinite(shape.sum) &&
              shape.valued.size() <= roles && (!shape.left || *shape.left < roles) &&
              std::ranges::all_of(shape.valued, [&](std::uint32_t role) { return role < roles; }) &&
              out.settings_.play.matches > 0 && out.settings_.play.matches <= kMostMatches &&
              out.settings_.play.candidates > 0 && (!shape.pairs || LearntValue::pairs_fit(out.fluents_.size(), 0));
  std::vector<std::uint32_t> valued = shape.valued;
  if (shape.left) valued.push_back(*shape.left);
  fine = fine && std::ranges::all_of(valued, [&](std::uint32_t role) {
           return 0 <= shape.lowest[role] && shape.lowest[role] <= shape.highest[role] && shape.highest[role] <= 1;
         });
  auto share = [](double value) { return value >= 0 && value <= 1; };
  const search::LearnSettings& settings = out.settings_;
  fine = fine && share(settings.lambda) && share(settings.play.random) && settings.rate > 0 && settings.rate <= 100 &&
         settings.play.temperature > 0 && settings.play.temperature <= 1000;
  if (!fine) return broken();
  std::size_t count = LearntValue::size_of(shape) * shape.valued.size();
  if (reader.left() != 2 * sizeof(float) * count) return broken();
  for (std::vector<float>* of : {&out.weights_, &out.squares_})
    for (std::size_t i = 0; i < count; ++i) {
      of->push_back(reader.real());
      if (!std::isfinite(of->back()) || (of == &out.squares_ && of->back() < 0)) return broken();
    }
  return out;
}

Result<TrainedValue> TrainedValue::load(const std::string& file) {
  auto bytes = contents_of(file, kMostValueBytes, "no file of learnt values is so large");
  if (!bytes) return tl::unexpected(bytes.error());
  auto out = read(*bytes);
  if (!out) return failure(printable(file) + ": " + out.error().message, out.error().hint);
  return out;
}

bool TrainedValue::is_of(const game::Model& model) const {
  return gdl::fingerprint(model.description()).digest == rules_.digest;
}

Result<LearntValue> TrainedValue::numbered(const std::vector<float>& weights, const game::Model& model,
                                           const search::Simulator& simulator) const {
  gdl::Fingerprint rules = gdl::fingerprint(model.description());
  if (rules.digest != rules_.digest || rules.names.size() != rules_.names.size())
    return failure("the values were learnt for other rules", "percept train RULES --output FILE learns them for these");
  if (!simulator.in_lanes())
    return failure("there are no learnt values for rules that are too large for a circuit", "leave out value=");
  gdl::Renaming rename(rules_.names, rules.names);
  std::vector<std::uint32_t> numbers;
  for (const std::string& text : fluents_) {
    auto fluent = simulator.lexicon().find_fluent(rename(text));
    if (!fluent) return failure("the file of learnt values is broken: " + fluent.error().message);
    numbers.push_back(fluent->value);
  }
  std::vector<std::uint32_t> sorted = numbers;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end() || simulator.roles() != roles_.size())
    return failure("the file of learnt values is broken: fluents twice, or other roles");
  // The same rules may name the roles in another order.
  std::vector<std::uint32_t> places;
  for (const std::string& role : roles_) {
    auto place = simulator.lexicon().role(rename(role));
    if (!place) return failure("the file of learnt values is broken: other roles");
    places.push_back(place->value);
  }
  LearntValue::Shape shape = shape_;
  for (std::size_t role = 0; role < roles_.size(); ++role) {
    shape.lowest[places[role]] = shape_.lowest[role];
    shape.highest[places[role]] = shape_.highest[role];
  }
  for (std::uint32_t& role : shape.valued) role = places[role];
  if (shape.left) shape.left = places[*shape.left];
  LearntValue out(shape);
  std::ranges::copy(weights, out.weights().begin());
  return out.renumbered(numbers);
}

Result<std::shared_ptr<const LearntValue>> TrainedValue::value(const game::Model& model,
                                                               const search::Simulator& simulator) const {
  auto out = numbered(weights_, model, simulator);
  if (!out) return tl::unexpected(out.error());
  return std::make_shared<const LearntValue>(std::move(*out));
}

Result<std::unique_ptr<search::ValueLearner>> TrainedValue::learner(const game::Model& model,
                                                                    search::Simulator& simulator) const {
  auto weights = numbered(weights_, model, simulator), squares = numbered(squares_, model, simulator);
  if (!weights) return tl::unexpected(weights.error());
  std::vector<float> sums(squares->weights().begin(), squares->weights().end());
  return std::make_unique<search::ValueLearner>(simulator, settings_, std::move(*weights), std::move(sums), progress_);
}

Result<std::unique_ptr<search::Simulator>> make_simulator(const std::shared_ptr<const game::Model>& model,
                                                          const std::shared_ptr<const TrainedValue>& value,
                                                          double blend, const Budget& budget) {
  ground::Options grounding;
  grounding.seconds = 0.05;
  grounding.budget = budget;
  auto simulator = search::Simulator::make(model, grounding);
  if (!simulator || !value) return simulator;
  auto learnt = value->value(*model, **simulator);
  if (!learnt) return tl::unexpected(learnt.error());
  (*simulator)->blend(*learnt, blend);
  return simulator;
}

}  // namespace percept::play
