// SPDX-License-Identifier: MIT
//
// The fields of a JSON object that somebody sent. Each is taken by its name and kind; the first thing that is wrong is
// kept, and finish() says it, or which fields nobody knows:
//
//   auto fields = Fields::of(request.body);
//   auto url = fields->text("url", 200);
//   if (auto fine = fields->finish(); !fine) …
//
// Internal to service/.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace percept::record {
class JsonFile;
class JsonView;
}  // namespace percept::record

namespace percept::service {

class Fields {
 public:
  // Of the object that the body is; an error says where it is none. An empty body has no fields.
  static Result<Fields> of(const std::string& body);
  Fields(Fields&&) noexcept;
  ~Fields();

  // Nothing when the field is not there or null.
  std::optional<std::string> text(const std::string& name, std::size_t most);
  std::optional<double> number(const std::string& name, double least, double most);
  std::optional<std::uint64_t> whole(const std::string& name);
  std::optional<bool> flag(const std::string& name);
  std::map<std::string, std::string> texts(const std::string& name, std::size_t most);  // an object of texts

  void wrong(std::string message, std::string hint = {});
  Result<void> finish();

 private:
  explicit Fields(std::unique_ptr<record::JsonFile> file);
  record::JsonView field(const std::string& name);

  std::unique_ptr<record::JsonFile> file_;
  std::vector<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace percept::service
