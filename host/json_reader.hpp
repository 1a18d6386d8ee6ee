// Reading an object of JSON that people write, or other programs: each key is read as the type that it must
// have, and the first mistake is kept with the place where it is. Keys that nobody read are mistakes as well,
// if finish() is called.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

namespace lockstep::host {

/// Errors say where the text is no JSON.
tl::expected<nlohmann::json, std::string> parse_json(std::string_view text);
/// What an exception of the library says, without the name that it has there.
std::string json_complaint(std::string_view what);

class JsonReader {
 public:
  /// `where` names the object in messages: "buffers[2]"; `problem` outlives this and is empty at first.
  JsonReader(const nlohmann::json& object, std::string where, std::string& problem);

  void complain(const std::string& what) const;
  bool ok() const { return problem_.empty(); }
  const std::string& where() const { return where_; }

  bool has(const char* key) { return find(key) != nullptr; }
  /// The key's value, whatever it is; nullptr without it.
  const nlohmann::json* find(const char* key);

  // A value, or nothing: without the key, and, with a complaint, where the value is of another type.
  std::optional<std::string> text(const char* key);
  /// A whole number that is not negative: a JSON number, or a string of digits or 0x….
  std::optional<std::uint64_t> number(const char* key);
  std::optional<std::uint32_t> number32(const char* key);
  std::optional<double> real(const char* key);
  std::optional<bool> truth(const char* key);
  /// A number as it is written, or a string with one.
  std::optional<std::string> spelt(const char* key);
  /// An array of numbers and strings as they are written, or a string of them with spaces between.
  std::optional<std::vector<std::string>> list(const char* key);
  /// One whole number that is not negative, or an array of them; `rule` is what the complaint asks for.
  std::optional<std::vector<std::uint64_t>> numbers(const char* key,
                                                    const char* rule = "whole numbers, not negative");

  // Reads a key that must be there.
  std::string required_text(const char* key);
  std::uint64_t required_number(const char* key);
  std::vector<std::uint64_t> required_numbers(const char* key);

  /// Each object of an array, called KEY[0], KEY[1] and so on in messages, up to the first mistake.
  void each(const char* key, const std::function<void(JsonReader&)>& read);
  /// The object behind a key that must be there.
  void inside(const char* key, const std::function<void(JsonReader&)>& read);
  /// Every key and string of an object whose keys are not known beforehand.
  void each_text(const std::function<void(const std::string& key, const std::string& value)>& read);

  /// Call last, where other keys are mistakes: complains about those that were never read.
  void finish() const;

 private:
  void missing(const char* key) const;

  const nlohmann::json& object_;
  std::string where_;
  std::string& problem_;
  std::set<std::string> read_;
};

}  // namespace lockstep::host
