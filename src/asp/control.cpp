// SPDX-License-Identifier: MIT
#include "asp/control.h"

#include <fmt/format.h>

#include "asp/clingo_api.h"
#include "asp/interrupter.h"

namespace percept::asp {
namespace {

constexpr std::size_t kRulesBetweenLooks = 1 << 10;  // at the clock
constexpr unsigned kMessages = 20;

void keep_message(int, const char* message, void* data) { *static_cast<std::string*>(data) += message; }

}  // namespace

struct Control::Implementation {
  std::string messages;  // clingo's, for errors
  std::unique_ptr<clingo_control_t, void (*)(clingo_control_t*)> control{nullptr, clingo_control_free};
  std::unique_ptr<Interrupter> interrupter;
  const Budget* grounding = nullptr;  // its budget while it lasts
  bool refused = false;
  std::size_t rules = 0;
  std::vector<ShownAtom> shown;

  tl::unexpected<Error> error(const char* what) const {
    const char* text = clingo_error_message();
    return failure(fmt::format("clingo {}: {} {}", what, text ? text : "", messages));
  }

  static bool on_rule(bool, const clingo_atom_t*, std::size_t, const clingo_literal_t*, std::size_t, void* data) {
    auto* self = static_cast<Implementation*>(data);
    if (++self->rules % kRulesBetweenLooks != 0 || !self->grounding) return true;
    return !(self->refused = self->grounding->out_of_time());
  }
  static bool on_output_atom(clingo_symbol_t symbol, clingo_atom_t atom, void* data) {
    static_cast<Implementation*>(data)->shown.push_back({symbol, static_cast<Literal>(atom)});
    return true;
  }
};

struct Models::Search {
  Control::Implementation* control;
  clingo_solve_handle_t* handle = nullptr;
  const clingo_model_t* model = nullptr;
  Budget budget;
  bool first = true;
  bool ended = false;

  // Goes on to the next model, if there is one, with an eye on the time.
  bool go_on() {
    if (budget.out_of_time()) return false;
    bool limited = budget.seconds_left() != HUGE_VAL || budget.stop().stop_possible();
    if (limited) control->interrupter->arm(budget);
    bool fine = (first || clingo_solve_handle_resume(handle)) && clingo_solve_handle_model(handle, &model);
    if (limited) control->interrupter->disarm();
    first = false;
    return fine;
  }
};

Control::Control(std::unique_ptr<Implementation> it) : it_(std::move(it)) {}
Control::~Control() = default;

Result<std::unique_ptr<Control>> Control::make(std::span<const std::string> arguments) {
  if (auto known = check_library(); !known) return tl::unexpected(known.error());
  auto it = std::make_unique<Implementation>();
  std::vector<const char*> texts;
  for (const std::string& argument : arguments) texts.push_back(argument.c_str());
  clingo_control_t* made = nullptr;
  if (!clingo_control_new(texts.data(), texts.size(), keep_message, &it->messages, kMessages, &made))
    return it->error("does not start");
  it->control.reset(made);
  it->interrupter = std::make_unique<Interrupter>([made] { clingo_control_interrupt(made); });
  clingo_ground_program_observer_t observer{};
  observer.rule = Implementation::on_rule;
  observer.output_atom = Implementation::on_output_atom;
  if (!clingo_control_register_observer(made, &observer, false, it.get())) return it->error("takes no observer");
  std::unique_ptr<Control> out(new Control(std::move(it)));
  return out;
}

Result<void> Control::add(const std::string& part, std::span<const std::string> parameters, const std::string& text) {
  std::vector<const char*> names;
  for (const std::string& parameter : parameters) names.push_back(parameter.c_str());
  if (clingo_control_add(it_->control.get(), part.c_str(), names.data(), names.size(), text.c_str())) return {};
  return it_->error("cannot read the program");
}

Result<bool> Control::ground(std::span<const Part> parts, const Budget& budget) {
  if (budget.out_of_time()) return false;
  std::vector<clingo_part_t> given;
  for (const Part& part : parts) given.push_back({part.name.c_str(), part.arguments.data(), part.arguments.size()});
  it_->grounding = &budget;
  bool fine = clingo_control_ground(it_->control.get(), given.data(), given.size(), nullptr, nullptr);
  it_->grounding = nullptr;
  if (it_->refused) return false;
  if (!fine) return it_->error("cannot ground the program");
  return true;
}

std::optional<Literal> Control::literal(Symbol atom) const {
  const clingo_symbolic_atoms_t* atoms = nullptr;
  clingo_symbolic_atom_iterator_t place{};
  bool valid = false;
  Literal out = 0;
  if (!clingo_control_symbolic_atoms(it_->control.get(), &atoms) || !clingo_symbolic_atoms_find(atoms, atom, &place) ||
      !clingo_symbolic_atoms_is_valid(atoms, place, &valid) || !valid ||
      !clingo_symbolic_atoms_literal(atoms, place, &out))
    return std::nullopt;
  return out;
}

void Control::assign(Literal external, bool value) {
  clingo_control_assign_external(it_->control.get(), external,
                                 value ? clingo_truth_value_true : clingo_truth_value_false);
}

void Control::release(Literal external) { clingo_control_release_external(it_->control.get(), external); }

Result<void> Control::configure(const char* key, const std::string& value) {
  clingo_configuration_t* configuration = nullptr;
  clingo_id_t root = 0, solvers = 0, solver = 0, entry = 0;
  if (clingo_control_configuration(it_->control.get(), &configuration) &&
      clingo_configuration_root(configuration, &root) &&
      clingo_configuration_map_at(configuration, root, "solver", &solvers) &&
      clingo_configuration_array_at(configuration, solvers, 0, &solver) &&
      clingo_configuration_map_at(configuration, solver, key, &entry) &&
      clingo_configuration_value_set(configuration, entry, value.c_str()))
    return {};
  return it_->error("cannot be configured");
}

Models Control::solve(const Budget& budget, std::span<const Literal> assumptions) {
  auto search = std::make_unique<Models::Search>();
  search->control = it_.get();
  search->budget = budget;
  search->ended =
      budget.out_of_time() || !clingo_control_solve(it_->control.get(), clingo_solve_mode_yield, assumptions.data(),
                                                    assumptions.size(), nullptr, nullptr, &search->handle);
  return Models(std::move(search));
}

std::vector<ShownAtom> Control::new_atoms() { return std::exchange(it_->shown, {}); }

Models::Models(std::unique_ptr<Search> search) : search_(std::move(search)) {}
Models::Models(Models&&) noexcept = default;
Models::~Models() {
  if (search_ && search_->handle) clingo_solve_handle_close(search_->handle);
}

Models::Answer Models::next() {
  if (search_->ended) return Answer::kGaveUp;
  bool fine = search_->go_on();
  if (fine && search_->model) return Answer::kModel;
  search_->ended = true;
  clingo_solve_result_bitset_t result = 0;
  fine = fine && clingo_solve_handle_get(search_->handle, &result) && !(result & clingo_solve_result_interrupted);
  return fine ? Answer::kNoMore : Answer::kGaveUp;
}

bool Models::holds(Literal literal) const {
  if (literal == kHoldsAlways) return true;
  bool out = false;
  clingo_model_is_true(search_->model, literal, &out);
  return out;
}

}  // namespace percept::asp
