// SPDX-License-Identifier: MIT
#include "service/fields.h"

#include <fmt/format.h>

#include "base/text.h"
#include "record/json_view.h"

namespace percept::service {
namespace {

constexpr std::size_t kMostNesting = 16;

std::optional<std::string> limited(const record::JsonView& view, std::size_t most) {
  if (view.is_null()) return std::nullopt;
  std::string text = view.text();
  if (text.size() > most) view.complain(fmt::format("must be a text of at most {} bytes", most));
  return text;
}

}  // namespace

Result<Fields> Fields::of(const std::string& body) {
  record::JsonFile::Options options;
  options.nesting = kMostNesting;
  options.hint = "jq . shows whether a text is JSON";
  auto file = record::JsonFile::parse(trimmed(body).empty() ? "{}" : body, "the body", options);
  if (!file) return tl::unexpected(file.error());
  if (!(*file)->root().is_object()) return failure("the body: must be a JSON object", "{\"field\": value, …}");
  return Fields(std::move(*file));
}

Fields::Fields(std::unique_ptr<record::JsonFile> file) : file_(std::move(file)) {}
Fields::Fields(Fields&&) noexcept = default;
Fields::~Fields() = default;

record::JsonView Fields::field(const std::string& name) {
  known_.push_back(name);
  return file_->root()[name];
}

void Fields::wrong(std::string message, std::string hint) {
  if (!error_) error_ = Error{std::move(message), std::move(hint)};
}

std::optional<std::string> Fields::text(const std::string& name, std::size_t most) {
  return limited(field(name), most);
}

std::optional<double> Fields::number(const std::string& name, double least, double most) {
  record::JsonView view = field(name);
  if (view.is_null()) return std::nullopt;
  return view.number(least, most, fmt::format("from {} to {}", least, most));
}

std::optional<std::uint64_t> Fields::whole(const std::string& name) {
  record::JsonView view = field(name);
  if (view.is_null()) return std::nullopt;
  return view.natural(0, UINT64_MAX);
}

std::optional<bool> Fields::flag(const std::string& name) {
  record::JsonView view = field(name);
  if (view.is_null()) return std::nullopt;
  return view.flag();
}

std::map<std::string, std::string> Fields::texts(const std::string& name, std::size_t most) {
  std::map<std::string, std::string> out;
  for (const auto& [key, value] : field(name).entries())
    if (auto text = limited(value, most)) out.emplace(key, std::move(*text));
  return out;
}

Result<void> Fields::finish() {
  file_->root().only(known_);
  if (file_->wrong()) return tl::unexpected(*file_->wrong());
  if (error_) return tl::unexpected(*error_);
  return {};
}

}  // namespace percept::service
