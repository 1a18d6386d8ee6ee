#include "host/json_reader.hpp"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "host/number.hpp"

namespace lockstep::host {

using nlohmann::json;

namespace {

std::optional<std::string> spelling(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  return std::nullopt;
}

std::optional<std::uint64_t> whole(const json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_string()) return parse_number<std::uint64_t>(value.get<std::string>());
  return std::nullopt;
}

}  // namespace

std::string json_complaint(std::string_view what) {
  const std::size_t end = what.find("] ");
  if (what.starts_with("[json.exception") && end != std::string_view::npos) what.remove_prefix(end + 2);
  return std::string(what);
}

tl::expected<json, std::string> parse_json(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return tl::unexpected(std::string("is empty, where JSON is expected"));
  try {
    return json::parse(text, nullptr, true, true);
  } catch (const json::exception& e) {
    return tl::unexpected(json_complaint(e.what()));
  }
}

JsonReader::JsonReader(const json& object, std::string where, std::string& problem)
    : object_(object), where_(std::move(where)), problem_(problem) {
  if (!object_.is_object()) complain("expected an object");
}

void JsonReader::complain(const std::string& what) const {
  if (problem_.empty()) problem_ = where_.empty() ? what : fmt::format("{}: {}", where_, what);
}

void JsonReader::missing(const char* key) const {
  complain(fmt::format("'{}' is missing or of another type", key));
}

const json* JsonReader::find(const char* key) {
  read_.insert(key);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

std::optional<std::string> JsonReader::text(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  complain(fmt::format("{} must be a string", key));
  return std::nullopt;
}

std::optional<std::uint64_t> JsonReader::number(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  const auto result = whole(*value);
  if (!result) complain(fmt::format("{} must be a whole number, not negative", key));
  return result;
}

std::optional<std::uint32_t> JsonReader::number32(const char* key) {
  const auto wide = number(key);
  if (wide && *wide > 0xFFFF'FFFFu) complain(fmt::format("{} must be below 2^32", key));
  return wide && *wide <= 0xFFFF'FFFFu ? std::optional(std::uint32_t(*wide)) : std::nullopt;
}

std::optional<double> JsonReader::real(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  if (value->is_string()) {
    const auto text = value->get<std::string>();
    char* end = nullptr;
    const double parsed = std::strtod(text.c_str(), &end);
    if (!text.empty() && end == text.c_str() + text.size()) return parsed;
  }
  complain(fmt::format("{} must be a number", key));
  return std::nullopt;
}

std::optional<bool> JsonReader::truth(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_string() && (*value == "true" || *value == "false")) return *value == "true";
  complain(fmt::format("{} must be true or false", key));
  return std::nullopt;
}

std::optional<std::string> JsonReader::spelt(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  auto text = spelling(*value);
  if (!text) complain(fmt::format("{} must be a number", key));
  return text;
}

std::optional<std::vector<std::string>> JsonReader::list(const char* key) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> all;
  if (value->is_string()) {
    std::istringstream stream(value->get<std::string>());
    for (std::string item; stream >> item;) all.push_back(item);
    return all;
  }
  if (value->is_array()) {
    for (const json& item : *value) {
      auto text = spelling(item);
      if (!text) break;
      all.push_back(std::move(*text));
    }
    if (all.size() == value->size()) return all;
  }
  complain(fmt::format("{} must be an array of numbers", key));
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>> JsonReader::numbers(const char* key, const char* rule) {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  std::vector<std::uint64_t> all;
  for (const json& item : value->is_array() ? *value : json::array({*value})) {
    if (!item.is_number_unsigned()) {
      complain(fmt::format("{} must be {}", key, rule));
      return std::nullopt;
    }
    all.push_back(item.get<std::uint64_t>());
  }
  return all;
}

std::string JsonReader::required_text(const char* key) {
  const json* value = find(key);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  missing(key);
  return {};
}

std::uint64_t JsonReader::required_number(const char* key) {
  const json* value = find(key);
  if (value != nullptr && value->is_number_unsigned()) return value->get<std::uint64_t>();
  missing(key);
  return 0;
}

std::vector<std::uint64_t> JsonReader::required_numbers(const char* key) {
  if (!has(key)) missing(key);
  return numbers(key).value_or(std::vector<std::uint64_t>{});
}

void JsonReader::each(const char* key, const std::function<void(JsonReader&)>& read) {
  const json* array = find(key);
  if (array == nullptr) return;
  if (!array->is_array()) return complain(fmt::format("{} must be an array", key));
  for (std::size_t i = 0; i < array->size() && ok(); ++i) {
    const std::string place = fmt::format("{}[{}]", key, i);
    JsonReader item((*array)[i], where_.empty() ? place : fmt::format("{} {}", where_, place), problem_);
    if (!ok()) return;
    read(item);
  }
}

void JsonReader::inside(const char* key, const std::function<void(JsonReader&)>& read) {
  const json* object = find(key);
  if (object == nullptr || !object->is_object()) return missing(key);
  JsonReader inner(*object, where_, problem_);
  read(inner);
}

void JsonReader::each_text(
    const std::function<void(const std::string& key, const std::string& value)>& read) {
  if (!object_.is_object()) return;
  for (const auto& [key, value] : object_.items()) {
    if (!value.is_string()) return complain(fmt::format("{} must be a string", key));
    read(key, value.get<std::string>());
    if (!ok()) return;
  }
}

void JsonReader::finish() const {
  if (!object_.is_object()) return;
  for (const auto& [key, value] : object_.items())
    if (!read_.contains(key))
      complain(fmt::format("unknown key '{}'; there are {}", key, fmt::join(read_, ", ")));
}

}  // namespace lockstep::host
