// SPDX-License-Identifier: MIT
//
// The part of clingo's C API that Percept uses. Debian ships libclingo without its header, so the functions are
// declared here as versions 5.4 to 5.8 have them; where a system has clingo.h, that is used.
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
struct clingo_control;
using clingo_control_t = clingo_control;

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

bool clingo_symbol_number(clingo_symbol_t symbol, int* number);
bool clingo_symbol_name(clingo_symbol_t symbol, const char** name);
bool clingo_symbol_arguments(clingo_symbol_t symbol, const clingo_symbol_t** arguments, std::size_t* size);
int clingo_symbol_type(clingo_symbol_t symbol);
}

#endif
