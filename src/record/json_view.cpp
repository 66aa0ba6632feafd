// SPDX-License-Identifier: MIT
#include "record/json_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace percept::record {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxJsonNesting = 100;

}  // namespace

Result<std::unique_ptr<JsonFile>> JsonFile::parse(const std::string& text, const std::string& name) {
  if (json_nesting(text) > kMaxJsonNesting) return failure(fmt::format("{} is nested too deeply for a record", name));
  try {
    return std::make_unique<JsonFile>(json::parse(text), name);
  } catch (const json::exception& exception) {
    std::size_t byte = text.size();
    if (const auto* wrong = dynamic_cast<const json::parse_error*>(&exception))
      byte = std::min(byte, wrong->byte == 0 ? 0 : wrong->byte - 1);
    auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    return failure(fmt::format("{}:{}: this is not JSON", name, line), "a record is a JSON object");
  }
}

void JsonFile::complain(const std::string& path, const std::string& what) {
  if (!wrong_) wrong_ = Error{fmt::format("{}: {} {}", name_, path.empty() ? "it" : path, what), ""};
}

void JsonView::complain(const std::string& what) const { file_->complain(path_, what); }

JsonView JsonView::operator[](const char* key) const {
  std::string path = path_.empty() ? key : path_ + "." + key;
  if (value_ == nullptr || value_->is_null()) return {nullptr, std::move(path), file_};
  if (!value_->is_object()) {
    complain("is not an object");
    return {nullptr, std::move(path), file_};
  }
  auto found = value_->find(key);
  return {found == value_->end() ? nullptr : &*found, std::move(path), file_};
}

JsonView JsonView::required(const char* key) const {
  JsonView out = (*this)[key];
  if (out.is_null()) out.complain("is missing");
  return out;
}

std::vector<JsonView> JsonView::list() const {
  std::vector<JsonView> out;
  if (is_null()) return out;
  if (!value_->is_array()) {
    complain("is not a list");
    return out;
  }
  out.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i)
    out.emplace_back(&(*value_)[i], fmt::format("{}[{}]", path_, i), file_);
  return out;
}

std::string JsonView::text() const {
  if (is_null()) return {};
  if (const auto* text = value_->get_ptr<const std::string*>()) return *text;
  complain("is not a text");
  return {};
}

std::vector<std::string> JsonView::texts() const {
  std::vector<std::string> out;
  for (const JsonView& each : list()) {
    if (each.is_null()) each.complain("is not a text");
    out.push_back(each.text());
  }
  return out;
}

std::int64_t JsonView::whole(std::int64_t least, std::int64_t most) const {
  if (is_null()) return 0;
  double value = value_->is_number() ? value_->get<double>() : std::nan("");
  bool fits = value >= static_cast<double>(least) && value <= static_cast<double>(most) && value == std::floor(value);
  if (!fits) {
    complain(fmt::format("is not a whole number from {} to {}", least, most));
    return 0;
  }
  return value_->is_number_float() ? static_cast<std::int64_t>(value) : value_->get<std::int64_t>();
}

double JsonView::number() const {
  if (is_null()) return 0;
  if (value_->is_number()) return value_->get<double>();
  complain("is not a number");
  return 0;
}

bool JsonView::flag() const {
  if (is_null()) return false;
  if (value_->is_boolean()) return value_->get<bool>();
  complain("is neither true nor false");
  return false;
}

}  // namespace percept::record
