// SPDX-License-Identifier: MIT
#include "service/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace percept::service {
namespace {

constexpr std::size_t kMostNesting = 16, kMostFields = 1'000;

// Colons outside of texts: looking up a field takes as long as there are fields.
std::size_t fields_in(std::string_view json) {
  std::size_t count = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (quoted && json[i] == '\\')
      ++i;
    else if (json[i] == '"')
      quoted = !quoted;
    else if (!quoted && json[i] == ':')
      ++count;
  }
  return count;
}

}  // namespace

Result<Json> object_of(const std::string& body) {
  if (trimmed(body).empty()) return Json::object();
  if (json_nesting(body) > kMostNesting)
    return failure("the body is nested too deeply", fmt::format("at most {} levels", kMostNesting));
  if (fields_in(body) > kMostFields)
    return failure("the body has too many fields", fmt::format("at most {}", kMostFields));
  try {
    Json json = Json::parse(body);
    if (json.is_object()) return json;
    return failure(fmt::format("the body is a JSON {}, not an object", json.type_name()), "{\"field\": value, …}");
  } catch (const Json::exception& error) {  // also a number that is none of ours: 1e999
    std::string words = error.what();       // "[json.exception.parse_error.101] parse error at line 1, column 5: …"
    if (std::size_t begin = words.find("parse error"); begin != std::string::npos) words = words.substr(begin);
    return failure("the body is not JSON: " + printable(words), "jq . shows whether a text is JSON");
  }
}

const Json* Fields::field(const std::string& name) {
  known_.push_back(name);
  auto it = object_.find(name);
  return it == object_.end() || it->is_null() ? nullptr : &*it;
}

void Fields::wrong(std::string message, std::string hint) {
  if (!error_) error_ = Error{std::move(message), std::move(hint)};
}

std::optional<std::string> Fields::text(const std::string& name, std::size_t most) {
  const Json* json = field(name);
  if (!json) return std::nullopt;
  if (!json->is_string()) {
    wrong(fmt::format("{} has to be a text, not a {}", name, json->type_name()));
  } else if (json->get_ref<const std::string&>().size() > most) {
    wrong(fmt::format("{} has more than {} bytes", name, most));
  } else {
    return json->get<std::string>();
  }
  return std::nullopt;
}

std::optional<double> Fields::number(const std::string& name, double least, double most) {
  const Json* json = field(name);
  if (!json) return std::nullopt;
  if (json->is_number() && json->get<double>() >= least && json->get<double>() <= most) return json->get<double>();
  wrong(fmt::format("{} has to be a number from {} to {}", name, least, most));
  return std::nullopt;
}

std::optional<std::uint64_t> Fields::whole(const std::string& name) {
  const Json* json = field(name);
  if (!json) return std::nullopt;
  if (json->is_number_unsigned()) return json->get<std::uint64_t>();
  wrong(fmt::format("{} has to be a whole number from 0 on, below 2^64", name));
  return std::nullopt;
}

std::optional<bool> Fields::flag(const std::string& name) {
  const Json* json = field(name);
  if (!json) return std::nullopt;
  if (json->is_boolean()) return json->get<bool>();
  wrong(fmt::format("{} has to be true or false", name));
  return std::nullopt;
}

std::map<std::string, std::string> Fields::texts(const std::string& name, std::size_t most) {
  std::map<std::string, std::string> out;
  const Json* json = field(name);
  if (!json) return out;
  if (!json->is_object()) {
    wrong(fmt::format("{} has to be an object, not a {}", name, json->type_name()));
    return out;
  }
  for (const auto& [key, value] : json->items()) {
    if (!value.is_string())
      wrong(fmt::format("{}.{} has to be a text, not a {}", name, key, value.type_name()));
    else if (value.get_ref<const std::string&>().size() > most)
      wrong(fmt::format("{}.{} has more than {} bytes", name, key, most));
    else
      out.emplace(key, value.get<std::string>());
  }
  return out;
}

Result<void> Fields::finish() {
  for (const auto& [name, value] : object_.items())
    if (std::ranges::find(known_, name) == known_.end())
      return failure(fmt::format("there is no field {}", name), suggestion(name, known_));
  if (error_) return tl::unexpected(*error_);
  return {};
}

}  // namespace percept::service
