// SPDX-License-Identifier: MIT
#include "record/json_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/text.h"

namespace percept::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostKeys = 1000;  // of an object: each is looked for among all

// What the library says of a text that is no JSON, without its own names; and where, in lines and columns from 1 on.
Error not_json(const Json::exception& exception, const std::string& text, const std::string& name,
               const JsonFile::Options& options) {
  std::size_t byte = text.size();
  if (const auto* wrong = dynamic_cast<const Json::parse_error*>(&exception))
    byte = std::min(byte, wrong->byte == 0 ? 0 : wrong->byte - 1);
  std::string_view before = std::string_view(text).substr(0, byte);
  auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + std::max<std::size_t>(options.line, 1);
  std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::string what = exception.what();
  for (std::string_view end : {" - ", "] "})
    if (std::size_t at = what.find(end); at != std::string::npos) what = what.substr(at + end.size());
  bool comma = what.starts_with("unexpected '}'") || what.starts_with("unexpected ']'");
  return {fmt::format("{}:{}:{}: this is not JSON: {}", name, line, character_count(before.substr(start)) + 1,
                      printable(what)),
          comma ? "is the comma before it one too many?" : std::string(options.hint)};
}

}  // namespace

Result<std::unique_ptr<JsonFile>> JsonFile::parse(const std::string& text, const std::string& name,
                                                  const Options& options) {
  std::string place = options.line > 0 ? fmt::format("{}:{}", name, options.line) : name;
  if (json_nesting(text) > options.nesting)
    return failure(fmt::format("{} is nested too deeply", place), fmt::format("at most {} levels", options.nesting));
  std::vector<std::set<std::string>> keys;  // of the objects around
  auto watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event != Json::parse_event_t::key) return true;
    const auto& key = value.get_ref<const std::string&>();
    if (!keys.back().insert(key).second)
      throw Error{fmt::format("{}: the key \"{}\" is there twice", place, printable(key)), "leave one of them out"};
    if (keys.back().size() > kMostKeys)
      throw Error{fmt::format("{}: an object has more than {} keys", place, kMostKeys), "nothing here has so many"};
    return true;
  };
  try {
    return std::make_unique<JsonFile>(Json::parse(text, watch, true, options.comments), place);
  } catch (const Error& error) {
    return tl::unexpected(error);
  } catch (const Json::exception& exception) {
    return tl::unexpected(not_json(exception, text, name, options));
  }
}

void JsonFile::complain(const std::string& path, std::string_view what, std::string_view hint) {
  if (!wrong_)
    wrong_ =
        Error{fmt::format("{}: {}{}{}", name_, printable(path), path.empty() ? "" : ": ", what), std::string(hint)};
}

void JsonView::complain(std::string_view what, std::string_view hint) const { file_->complain(path_, what, hint); }

std::string JsonView::shown() const {
  return is_null() ? "null" : printable(value_->dump(-1, ' ', false, Json::error_handler_t::replace));
}

JsonView JsonView::operator[](std::string_view key) const {
  std::string path = path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  if (is_null()) return {nullptr, std::move(path), file_};
  if (!value_->is_object()) {
    complain("must be an object");
    return {nullptr, std::move(path), file_};
  }
  auto found = value_->find(std::string(key));
  return {found == value_->end() ? nullptr : &*found, std::move(path), file_};
}

JsonView JsonView::required(std::string_view key, std::string_view hint) const {
  JsonView out = (*this)[key];
  if (out.is_null()) complain(fmt::format("\"{}\" is missing", key), hint);
  return out;
}

void JsonView::only(const std::vector<std::string>& keys) const {
  for (const auto& [key, value] : entries())
    if (std::ranges::find(keys, key) == keys.end()) value.complain("there is no such key", suggestion(key, keys));
}

std::vector<JsonView> JsonView::list(std::string_view hint) const {
  std::vector<JsonView> out;
  if (is_null()) return out;
  if (!value_->is_array()) {
    complain("must be a list", hint);
    return out;
  }
  out.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i)
    out.emplace_back(&(*value_)[i], fmt::format("{}[{}]", path_, i), file_);
  return out;
}

std::vector<std::pair<std::string, JsonView>> JsonView::entries(std::string_view hint) const {
  std::vector<std::pair<std::string, JsonView>> out;
  if (is_null()) return out;
  if (!value_->is_object()) {
    complain("must be an object", hint);
    return out;
  }
  for (const auto& [key, value] : value_->items()) out.emplace_back(key, (*this)[key]);
  return out;
}

std::string JsonView::text(std::string_view hint) const {
  if (is_null()) return {};
  if (const auto* text = value_->get_ptr<const std::string*>()) return *text;
  complain("must be a text", hint);
  return {};
}

std::vector<std::string> JsonView::texts() const {
  std::vector<std::string> out;
  for (const JsonView& each : list()) {
    if (each.is_null()) each.complain("must be a text");
    out.push_back(each.text());
  }
  return out;
}

std::int64_t JsonView::whole(std::int64_t least, std::int64_t most) const {
  if (is_null()) return 0;
  double value = value_->is_number() ? value_->get<double>() : std::nan("");
  bool fits = value >= static_cast<double>(least) && value <= static_cast<double>(most) && value == std::floor(value);
  if (!fits) {
    complain("must be a whole number", fmt::format("from {} to {}", least, most));
    return 0;
  }
  return value_->is_number_float() ? static_cast<std::int64_t>(value) : value_->get<std::int64_t>();
}

std::uint64_t JsonView::natural(std::uint64_t least, std::uint64_t most) const {
  if (is_null()) return 0;
  if (value_->is_number_unsigned())
    if (auto value = value_->get<std::uint64_t>(); value >= least && value <= most) return value;
  complain("must be a whole number", fmt::format("from {} to {}", least, most));
  return 0;
}

double JsonView::number(double least, double most, std::string_view hint) const {
  if (is_null()) return 0;
  if (value_->is_number())
    if (auto value = value_->get<double>(); value >= least && value <= most) return value;
  complain("must be a number", hint);
  return 0;
}

bool JsonView::flag() const {
  if (is_null()) return false;
  if (value_->is_boolean()) return value_->get<bool>();
  complain("must be true or false", "without quotes");
  return false;
}

}  // namespace percept::record
