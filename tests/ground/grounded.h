// SPDX-License-Identifier: MIT
//
// Circuits of games, compared by what they say. A world gives each fluent and move a value by its text, so that it is
// the same world for circuits that number their inputs differently; the answer is the value of every output by its
// text. What is false is left out: one circuit may have an output for it, the other none.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "circuit/code.h"
#include "gdl/reader.h"
#include "ground/game_circuit.h"
#include "program/program.h"

namespace percept::test {

inline program::Program program_of(std::string_view text) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  auto description = gdl::read_text("test", std::string(text));
  REQUIRE_MESSAGE(description->readable(), "the text cannot be read");
  auto program = program::normalise(*description);
  REQUIRE(program);
  return std::move(*program);
}

template <class Value>
using World = std::function<Value(const std::string& input)>;
template <class Value>
using Answers = std::map<std::string, Value>;

class Grounded {
 public:
  explicit Grounded(program::Program program, const ground::Options& options = {})
      : program_(std::make_unique<program::Program>(std::move(program))) {
    auto game = ground::make_circuit(*program_, options);
    REQUIRE_MESSAGE(game, game.error().message);
    game_ = std::make_unique<ground::GameCircuit>(std::move(*game));
    name_all();
  }
  // Nothing when there are more ground rules than the options allow.
  static std::optional<Grounded> if_small(program::Program program, const ground::Options& options) {
    auto game = ground::make_circuit(program, options);
    if (!game) return {};
    return Grounded(std::move(program), std::move(*game));
  }
  // Of rules that were made from the program already, unsimplified.
  static Grounded of_rules(program::Program program, const ground::SplitProgram& rules,
                           circuit::Logic logic = circuit::Logic::kTwoValued) {
    ground::Options options;
    options.logic = logic;
    auto ground = ground::instantiate(rules, program.terms(), Budget());
    REQUIRE(ground);
    auto game = ground::build(*ground, rules, program.terms(), options);
    REQUIRE(game);
    return Grounded(std::move(program), std::move(*game));
  }
  Grounded(program::Program program, ground::GameCircuit game)
      : program_(std::make_unique<program::Program>(std::move(program))),
        game_(std::make_unique<ground::GameCircuit>(std::move(game))) {
    name_all();
  }

  const ground::GameCircuit& game() const { return *game_; }
  const std::vector<std::string>& inputs() const { return inputs_; }  // "true f" and "does r m"
  std::string role(std::size_t number) const { return text(game_->roles[number]); }

  Answers<std::uint64_t> initial() const {
    Answers<std::uint64_t> out;
    for (std::size_t f = 0; f < game_->fluents.size(); ++f)
      if (game_->fluents[f].initial) out[inputs_[f]] = ~std::uint64_t{0};
    return out;
  }

  template <class Value>
  Answers<Value> answers(const World<Value>& world) const {
    std::vector<Value> values(game_->circuit.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) values[input_wires_[i].node()] = world(inputs_[i]);
    run(game_->circuit, code_, values.data());
    Answers<Value> out;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      circuit::Wire wire = outputs_[i].second;
      Value value = wire.negated() ? ~values[wire.node()] : values[wire.node()];
      if (value != values[0]) out[outputs_[i].first] = value;
    }
    return out;
  }

 private:
  using Wire = circuit::Wire;

  std::string text(program::TermId term) const { return program_->terms().to_kif(term); }

  void name_all() {
    const auto& game = *game_;
    for (const auto& fluent : game.fluents) {
      inputs_.push_back("true " + text(fluent.term));
      input_wires_.push_back(fluent.holds);
      outputs_.push_back({"next " + text(fluent.term), fluent.next});
    }
    for (std::size_t role = 0; role < game.roles.size(); ++role) {
      std::string name = text(game.roles[role]);
      for (const auto& move : game.moves[role]) {
        inputs_.push_back("does " + name + " " + text(move.term));
        input_wires_.push_back(move.does);
        outputs_.push_back({"legal " + name + " " + text(move.term), move.legal});
      }
      for (const auto& [percept, wire] : game.sees[role])
        outputs_.push_back({"sees " + name + " " + text(percept), wire});
      for (const auto& [value, wire] : game.goals[role])
        outputs_.push_back({"goal " + name + " " + std::to_string(value), wire});
    }
    outputs_.push_back({"terminal", game.terminal});
    std::vector<Wire> roots;
    for (const auto& [name, wire] : outputs_) roots.push_back(wire);
    code_ = circuit::compile(game.circuit, roots);
  }

  std::unique_ptr<program::Program> program_;
  std::unique_ptr<ground::GameCircuit> game_;
  std::vector<std::string> inputs_;
  std::vector<Wire> input_wires_;
  std::vector<std::pair<std::string, Wire>> outputs_;
  circuit::Code code_;
};

// A value for every text, the same for the same seed.
inline World<std::uint64_t> random_world(std::uint64_t seed) {
  return [seed](const std::string& input) {
    std::uint64_t hash = seed * 0x9E3779B97F4A7C15u;
    for (char c : input) hash = mixed(hash + static_cast<unsigned char>(c));
    return mixed(hash);
  };
}

inline World<circuit::Kleene> random_kleene_world(std::uint64_t seed) {
  return [low = random_world(3 * seed), high = random_world(3 * seed + 1)](const std::string& input) {
    std::uint64_t a = low(input), b = high(input);
    return circuit::Kleene{a & b, a | b};
  };
}

// What two answers differ in, for messages: some of it. Empty when they are the same.
template <class Value>
std::string difference(const Answers<Value>& one, const Answers<Value>& other) {
  std::string out;
  std::size_t count = 0;
  auto add = [&](const std::string& name) {
    if (++count <= 5) out += name + "; ";
  };
  for (const auto& [name, value] : one)
    if (auto there = other.find(name); there == other.end() || there->second != value) add(name);
  for (const auto& [name, value] : other)
    if (!one.contains(name)) add(name);
  return count > 5 ? out + std::to_string(count - 5) + " more" : out;
}

}  // namespace percept::test
