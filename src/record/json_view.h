// SPDX-License-Identifier: MIT
//
// Reading JSON from anywhere, records, configurations and requests alike: a view of a value that knows where in the
// file it stands. Asking for what is not there gives something empty and puts down the first thing that was wrong, with
// its place and what to do, so that a reader asks for everything it needs and looks once at the end whether all was
// fine. Null is as good as nothing.
//
//   auto file = JsonFile::parse(text, "match.json");
//   JsonView root = (*file)->root();
//   record.id = root.required("id").text();
//   …
//   // match.json: rounds[3].moves[1]: must be a text
//   if (auto wrong = (*file)->wrong()) return tl::unexpected(*wrong);
//
// Only .cpp files include this: the library behind it is slow to compile.
//
// A file and its views belong to one thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace percept::record {

class JsonFile;

class JsonView {
 public:
  JsonView(const nlohmann::ordered_json* value, std::string path, JsonFile* file)
      : value_(value), path_(std::move(path)), file_(file) {}

  bool is_null() const { return value_ == nullptr || value_->is_null(); }
  bool is_list() const { return value_ != nullptr && value_->is_array(); }
  bool is_text() const { return value_ != nullptr && value_->is_string(); }
  bool is_object() const { return value_ != nullptr && value_->is_object(); }
  bool has(std::string_view key) const { return is_object() && !(*this)[key].is_null(); }
  bool names(std::string_view key) const { return is_object() && value_->contains(std::string(key)); }  // perhaps null
  bool has_list(std::string_view key) const { return is_object() && (*this)[key].is_list(); }
  std::string shown() const;  // the value, printable

  JsonView operator[](std::string_view key) const;  // null when there is none
  JsonView required(std::string_view key, std::string_view hint = {}) const;
  void only(const std::vector<std::string>& keys) const;                                    // complains of others
  std::vector<JsonView> list(std::string_view hint = {}) const;                             // of null: empty
  std::vector<std::pair<std::string, JsonView>> entries(std::string_view hint = {}) const;  // of null: none
  std::string text(std::string_view hint = {}) const;                                       // of null: empty
  std::vector<std::string> texts() const;
  std::int64_t whole(std::int64_t least, std::int64_t most) const;  // of null: 0, as those that follow
  std::uint64_t natural(std::uint64_t least, std::uint64_t most) const;
  double number(double least = -HUGE_VAL, double most = HUGE_VAL, std::string_view hint = {}) const;
  bool flag() const;

  void complain(std::string_view what, std::string_view hint = {}) const;

 private:
  const nlohmann::ordered_json* value_;
  std::string path_;
  JsonFile* file_;
};

class JsonFile {
 public:
  struct Options {
    bool comments = false;                                              // are fine
    std::size_t nesting = 100;                                          // at most
    std::size_t line = 0;                                               // of the file, of which the text is one line
    std::string_view hint = "a record is a JSON value, or JSON lines";  // where the text is no JSON
  };
  // Refuses what is no JSON, or nested so deeply or with so many keys in an object that it cannot be meant, and a key
  // that comes twice, which other readers take for one of the two without a word.
  static Result<std::unique_ptr<JsonFile>> parse(const std::string& text, const std::string& name,
                                                 const Options& options);
  static Result<std::unique_ptr<JsonFile>> parse(const std::string& text, const std::string& name) {
    return parse(text, name, Options());
  }
  JsonFile(nlohmann::ordered_json value, std::string name) : value_(std::move(value)), name_(std::move(name)) {}

  JsonView root() { return {&value_, "", this}; }
  const std::string& name() const { return name_; }  // with the line
  const std::optional<Error>& wrong() const { return wrong_; }
  void complain(const std::string& path, std::string_view what, std::string_view hint);

 private:
  nlohmann::ordered_json value_;
  std::string name_;
  std::optional<Error> wrong_;
};

}  // namespace percept::record
