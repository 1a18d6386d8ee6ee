// The keys of a case line that only one operator knows: a small map from key to value, and the table that
// says what they may be.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::cases {

/// One key of an operator: a word among several, or a number in a range.
struct Key {
  std::string_view name;
  std::string_view otherwise;           ///< what it means to leave it out
  std::vector<std::string_view> words;  ///< empty: a number
  std::int64_t low = 0, high = 0;       ///< of a number
  std::string_view sentence;
};

class Options {
 public:
  /// The value of a key, or what an absent key means.
  std::string_view word(std::string_view key, std::string_view otherwise) const;
  /// As a number; `otherwise` also where the value is none, which check() refuses beforehand.
  std::int64_t number(std::string_view key, std::int64_t otherwise) const;
  bool flag(std::string_view key) const { return number(key, 0) != 0; }

  void set(std::string_view key, std::string_view value) {
    values_.insert_or_assign(std::string(key), value);
  }
  void set(std::string_view key, std::int64_t value) { set(key, std::to_string(value)); }
  void erase(std::string_view key);

  const std::map<std::string, std::string, std::less<>>& all() const { return values_; }
  bool operator==(const Options&) const = default;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

/// Fails with the first key that is not in the table, or whose value is not one that it may take.
tl::expected<void, std::string> check(const Options& options, std::span<const Key> keys);

/// Drops the keys whose value is what leaving them out means.
Options plainest(const Options& options, std::span<const Key> keys);

}  // namespace lockstep::cases
