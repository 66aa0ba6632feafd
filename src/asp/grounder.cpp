// SPDX-License-Identifier: MIT
#include "asp/grounder.h"

#include <fmt/format.h>

#include <memory>

#include "asp/clingo_api.h"

namespace percept::asp {
namespace {

void keep_message(int, const char* message, void* data) { *static_cast<std::string*>(data) += message; }

bool on_rule(bool choice, const clingo_atom_t* head, std::size_t head_size, const clingo_literal_t* body,
             std::size_t body_size, void* data) {
  return static_cast<Receiver*>(data)->rule(choice, {head, head_size}, {body, body_size});
}

bool on_output_atom(clingo_symbol_t symbol, clingo_atom_t atom, void* data) {
  return static_cast<Receiver*>(data)->name(symbol, atom);
}

}  // namespace

Result<void> ground(std::span<const std::string> parts, Receiver& receiver) {
  if (auto known = check_library(); !known) return known;
  std::string messages;
  clingo_control_t* made = nullptr;
  if (!clingo_control_new(nullptr, 0, keep_message, &messages, 20, &made))
    return failure(fmt::format("libclingo does not start: {}", clingo_error_message()));
  std::unique_ptr<clingo_control_t, void (*)(clingo_control_t*)> control(made, clingo_control_free);
  clingo_ground_program_observer_t observer{};
  observer.rule = on_rule;
  observer.output_atom = on_output_atom;
  bool fine = clingo_control_register_observer(control.get(), &observer, true, &receiver);
  for (std::size_t i = 0; i < parts.size() && fine; ++i) {
    std::string name = fmt::format("part{}", i);
    clingo_part_t part{name.c_str(), nullptr, 0};
    fine = clingo_control_add(control.get(), name.c_str(), nullptr, 0, parts[i].c_str()) &&
           clingo_control_ground(control.get(), &part, 1, nullptr, nullptr);
  }
  if (fine) return {};
  const char* error = clingo_error_message();
  return failure(fmt::format("grounding ended: {} {}", error ? error : "", messages));
}

}  // namespace percept::asp
