// SPDX-License-Identifier: MIT
//
// Reading JSON from anywhere: a view of a value that knows where in the file it stands. Asking for what is not there
// gives something empty and puts down the first thing that was wrong, with its place, so that a reader asks for
// everything it needs and looks once at the end whether all was fine.
//
//   auto file = JsonFile::parse(text, "match.json");
//   JsonView root = file->root();
//   record.id = root.required("id").text();
//   …
//   if (auto wrong = file->wrong()) return tl::unexpected(*wrong);   // match.json: rounds[3].moves[1] is not a text
//
// Only .cpp files include this: the library behind it is slow to compile.
//
// Internal to record/.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace percept::record {

class JsonFile;

class JsonView {
 public:
  JsonView(const nlohmann::json* value, std::string path, JsonFile* file)
      : value_(value), path_(std::move(path)), file_(file) {}

  bool is_null() const { return value_ == nullptr || value_->is_null(); }
  bool is_list() const { return value_ != nullptr && value_->is_array(); }
  bool is_text() const { return value_ != nullptr && value_->is_string(); }
  bool is_object() const { return value_ != nullptr && value_->is_object(); }
  bool has(const char* key) const { return !(*this)[key].is_null(); }
  const std::string& path() const { return path_; }

  JsonView operator[](const char* key) const;  // null when there is none
  JsonView required(const char* key) const;
  std::vector<JsonView> list() const;  // of null: empty
  std::string text() const;            // of null: empty
  std::vector<std::string> texts() const;
  std::int64_t whole(std::int64_t least, std::int64_t most) const;  // of null: 0, as number()
  double number() const;
  bool flag() const;

  void complain(const std::string& what) const;

 private:
  const nlohmann::json* value_;
  std::string path_;
  JsonFile* file_;
};

class JsonFile {
 public:
  // Refuses what is no JSON, and what is nested so deeply that it cannot be a record.
  static Result<std::unique_ptr<JsonFile>> parse(const std::string& text, const std::string& name);
  JsonFile(nlohmann::json value, std::string name) : value_(std::move(value)), name_(std::move(name)) {}

  JsonView root() { return {&value_, "", this}; }
  const std::string& name() const { return name_; }
  const std::optional<Error>& wrong() const { return wrong_; }
  void complain(const std::string& path, const std::string& what);

 private:
  nlohmann::json value_;
  std::string name_;
  std::optional<Error> wrong_;
};

}  // namespace percept::record
