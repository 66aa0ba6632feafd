// SPDX-License-Identifier: MIT
//
// The fields of a JSON object that somebody sent. Each is taken by its name and kind; the first thing that is wrong is
// kept, and finish() says it, or which fields nobody knows:
//
//   Fields fields(json, "");
//   auto url = fields.text("url", 200);
//   if (auto fine = fields.finish(); !fine) …
//
// Internal to service/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "service/exchange.h"

namespace percept::service {

// The object that the body is; an error says where it is none. Nesting is limited.
Result<Json> object_of(const std::string& body);

class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  // Nothing when the field is not there, null, or wrong.
  std::optional<std::string> text(const std::string& name, std::size_t most);
  std::optional<double> number(const std::string& name, double least, double most);
  std::optional<std::uint64_t> whole(const std::string& name);
  std::optional<bool> flag(const std::string& name);
  std::map<std::string, std::string> texts(const std::string& name, std::size_t most);  // an object of texts

  void wrong(std::string message, std::string hint = {});
  Result<void> finish();

 private:
  const Json* field(const std::string& name);

  const Json& object_;
  std::vector<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace percept::service
