// SPDX-License-Identifier: MIT
#include "asp/symbol.h"

#include <fmt/format.h>

#include "asp/clingo_api.h"

namespace percept::asp {
namespace {

constexpr int kNumber = 1;  // clingo_symbol_type_number

}  // namespace

SymbolView view(Symbol symbol) {
  SymbolView out{};
  out.is_number = clingo_symbol_type(symbol) == kNumber;
  if (out.is_number) {
    clingo_symbol_number(symbol, &out.number);
    return out;
  }
  const clingo_symbol_t* args = nullptr;
  std::size_t size = 0;
  clingo_symbol_name(symbol, &out.name);
  clingo_symbol_arguments(symbol, &args, &size);
  out.args = {args, size};
  return out;
}

Symbol number(int value) {
  clingo_symbol_t out = 0;
  clingo_symbol_create_number(value, &out);
  return out;
}

Symbol function(const char* name, std::span<const Symbol> args) {
  clingo_symbol_t out = 0;
  clingo_symbol_create_function(name, args.data(), args.size(), true, &out);
  return out;
}

Result<void> check_library() {
  int major = 0, minor = 0, revision = 0;
  clingo_version(&major, &minor, &revision);
  if (major == 5 && minor >= 4) return {};
  return failure(fmt::format("libclingo {}.{}.{} is not one Percept knows", major, minor, revision),
                 "install version 5.4 or a later 5.x (Debian: package gringo)");
}

}  // namespace percept::asp
