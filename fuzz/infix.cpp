// SPDX-License-Identifier: MIT
#include "properties.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  percept::fuzz::all_properties(std::string(reinterpret_cast<const char*>(data), size), percept::gdl::Notation::kInfix);
  return 0;
}
