// SPDX-License-Identifier: MIT
#include "gdl/rules_hash.h"

#include "base/digest.h"
#include "gdl/writer.h"

namespace percept::gdl {

std::string rules_hash(const Description& description) {
  std::string text;
  for (const Statement& statement : description.statements()) text += to_kif(statement, description.symbols()) + '\n';
  return sha256_hex(text);
}

}  // namespace percept::gdl
