// SPDX-License-Identifier: MIT
//
// The part of clingo's C API that Percept uses. Debian ships libclingo without its header, so the functions are
// declared here as versions 5.4 to 5.8 have them; where a system has clingo.h, that is used.
//
// Internal to asp/.
#pragma once

#if __has_include(<clingo.h>)
#include <clingo.h>
#else

#include <cstddef>
#include <cstdint>

extern "C" {

using clingo_literal_t = std::int32_t;
using clingo_atom_t = std::uint32_t;
using clingo_symbol_t = std::uint64_t;
using clingo_id_t = std::uint32_t;
using clingo_truth_value_t = int;
using clingo_solve_mode_bitset_t = unsigned;
using clingo_solve_result_bitset_t = unsigned;
using clingo_symbolic_atom_iterator_t = std::uint64_t;
struct clingo_control;
using clingo_control_t = clingo_control;
struct clingo_solve_handle;
using clingo_solve_handle_t = clingo_solve_handle;
struct clingo_model;
using clingo_model_t = clingo_model;
struct clingo_symbolic_atoms;
using clingo_symbolic_atoms_t = clingo_symbolic_atoms;
struct clingo_configuration;
using clingo_configuration_t = clingo_configuration;

struct clingo_part_t {
  const char* name;
  const clingo_symbol_t* params;
  std::size_t size;
};

// Twenty callbacks; the order of those behind output_term differs between versions, so none of them is used.
struct clingo_ground_program_observer_t {
  bool (*init_program)(bool incremental, void* data);
  bool (*begin_step)(void* data);
  bool (*end_step)(void* data);
  bool (*rule)(bool choice, const clingo_atom_t* head, std::size_t head_size, const clingo_literal_t* body,
               std::size_t body_size, void* data);
  void (*weight_rule)();
  void (*minimize)();
  void (*project)();
  bool (*output_atom)(clingo_symbol_t symbol, clingo_atom_t atom, void* data);
  bool (*output_term)(clingo_symbol_t symbol, const clingo_literal_t* condition, std::size_t size, void* data);
  void (*others[11])();
};

using clingo_logger_t = void (*)(int code, const char* message, void* data);
using clingo_ground_callback_t = bool (*)();
using clingo_solve_event_callback_t = bool (*)(unsigned type, void* event, void* data, bool* go_on);

enum : clingo_truth_value_t {
  clingo_truth_value_free = 0,
  clingo_truth_value_true = 1,
  clingo_truth_value_false = 2,
};
enum : unsigned { clingo_solve_mode_yield = 2 };
enum : unsigned {
  clingo_solve_result_satisfiable = 1,
  clingo_solve_result_unsatisfiable = 2,
  clingo_solve_result_exhausted = 4,
  clingo_solve_result_interrupted = 8,
};

void clingo_version(int* major, int* minor, int* revision);
const char* clingo_error_message();

bool clingo_control_new(const char* const* arguments, std::size_t size, clingo_logger_t logger, void* data,
                        unsigned message_limit, clingo_control_t** control);
void clingo_control_free(clingo_control_t* control);
bool clingo_control_add(clingo_control_t* control, const char* name, const char* const* parameters, std::size_t size,
                        const char* program);
bool clingo_control_ground(clingo_control_t* control, const clingo_part_t* parts, std::size_t size,
                           clingo_ground_callback_t callback, void* data);
bool clingo_control_register_observer(clingo_control_t* control, const clingo_ground_program_observer_t* observer,
                                      bool replace, void* data);
bool clingo_control_assign_external(clingo_control_t* control, clingo_literal_t literal, clingo_truth_value_t value);
bool clingo_control_release_external(clingo_control_t* control, clingo_literal_t literal);
bool clingo_control_solve(clingo_control_t* control, clingo_solve_mode_bitset_t mode,
                          const clingo_literal_t* assumptions, std::size_t size, clingo_solve_event_callback_t notify,
                          void* data, clingo_solve_handle_t** handle);
void clingo_control_interrupt(clingo_control_t* control);
bool clingo_control_symbolic_atoms(const clingo_control_t* control, const clingo_symbolic_atoms_t** atoms);
bool clingo_control_configuration(clingo_control_t* control, clingo_configuration_t** configuration);

bool clingo_solve_handle_get(clingo_solve_handle_t* handle, clingo_solve_result_bitset_t* result);
bool clingo_solve_handle_model(clingo_solve_handle_t* handle, const clingo_model_t** model);
bool clingo_solve_handle_resume(clingo_solve_handle_t* handle);
bool clingo_solve_handle_close(clingo_solve_handle_t* handle);
bool clingo_model_is_true(const clingo_model_t* model, clingo_literal_t literal, bool* result);

bool clingo_symbolic_atoms_find(const clingo_symbolic_atoms_t* atoms, clingo_symbol_t symbol,
                                clingo_symbolic_atom_iterator_t* found);
bool clingo_symbolic_atoms_is_valid(const clingo_symbolic_atoms_t* atoms, clingo_symbolic_atom_iterator_t place,
                                    bool* valid);
bool clingo_symbolic_atoms_literal(const clingo_symbolic_atoms_t* atoms, clingo_symbolic_atom_iterator_t place,
                                   clingo_literal_t* literal);

bool clingo_configuration_root(const clingo_configuration_t* configuration, clingo_id_t* key);
bool clingo_configuration_map_at(const clingo_configuration_t* configuration, clingo_id_t key, const char* name,
                                 clingo_id_t* subkey);
bool clingo_configuration_array_at(const clingo_configuration_t* configuration, clingo_id_t key, std::size_t offset,
                                   clingo_id_t* subkey);
bool clingo_configuration_value_set(clingo_configuration_t* configuration, clingo_id_t key, const char* value);

void clingo_symbol_create_number(int number, clingo_symbol_t* symbol);
bool clingo_symbol_create_function(const char* name, const clingo_symbol_t* arguments, std::size_t size, bool positive,
                                   clingo_symbol_t* symbol);
bool clingo_symbol_number(clingo_symbol_t symbol, int* number);
bool clingo_symbol_name(clingo_symbol_t symbol, const char** name);
bool clingo_symbol_arguments(clingo_symbol_t symbol, const clingo_symbol_t** arguments, std::size_t* size);
int clingo_symbol_type(clingo_symbol_t symbol);
}

#endif
