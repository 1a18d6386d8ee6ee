// Reading objects of JSON that somebody wrote by hand: every key is asked for, and those nobody asked for are
// mistakes. The first mistake is kept, with the place where it is.
#pragma once

#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "properties/cases/number.hpp"

namespace lockstep::cli {

class JsonWords {
 public:
  /// `where` names the object in messages: "buffers[2]"; `problem` outlives this and is empty at first.
  JsonWords(const nlohmann::json& object, std::string where, std::string& problem)
      : object_(object), where_(std::move(where)), problem_(problem) {
    if (!object_.is_object()) complain("expected an object");
  }

  void complain(const std::string& what) const {
    if (problem_.empty()) problem_ = where_.empty() ? what : fmt::format("{}: {}", where_, what);
  }
  bool ok() const { return problem_.empty(); }
  const std::string& where() const { return where_; }

  const nlohmann::json* find(const char* key) {
    asked_.insert(key);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  std::optional<std::string> text(const char* key) {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) return value->get<std::string>();
    complain(fmt::format("{} must be a string", key));
    return std::nullopt;
  }

  /// A whole number that is not negative: a JSON number, or a string of digits or 0x….
  std::optional<std::uint64_t> number(const char* key) {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return std::nullopt;
    std::optional<std::uint64_t> result;
    if (value->is_number_unsigned()) result = value->get<std::uint64_t>();
    if (value->is_string()) result = cases::parse_number<std::uint64_t>(value->get<std::string>());
    if (!result) complain(fmt::format("{} must be a whole number, not negative", key));
    return result;
  }
  std::optional<std::uint32_t> number32(const char* key) {
    const auto wide = number(key);
    if (wide && *wide > 0xFFFF'FFFFu) complain(fmt::format("{} must be below 2^32", key));
    return wide && *wide <= 0xFFFF'FFFFu ? std::optional(std::uint32_t(*wide)) : std::nullopt;
  }

  std::optional<double> real(const char* key) {
    const nlohmann::json* value = find(key);
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

  std::optional<bool> truth(const char* key) {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    if (value->is_string() && (*value == "true" || *value == "false")) return *value == "true";
    complain(fmt::format("{} must be true or false", key));
    return std::nullopt;
  }

  /// Call last: complains about keys that were never asked for.
  void finish() const {
    if (!object_.is_object()) return;
    for (const auto& [key, value] : object_.items())
      if (!asked_.contains(key))
        complain(fmt::format("unknown key '{}'; there are {}", key, fmt::join(asked_, ", ")));
  }

 private:
  const nlohmann::json& object_;
  std::string where_;
  std::string& problem_;
  std::set<std::string> asked_;
};

}  // namespace lockstep::cli
