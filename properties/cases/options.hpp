// What a case line says of its operator's own keys.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/keys.hpp"

namespace lockstep::cases {

/// The texts as the line has them, since only the operator knows their types; they are read and written by
/// its keys.
class Options {
 public:
  using Entry = std::pair<std::string, std::string>;  ///< name, text

  /// What the line says, or what leaving the key out means.
  template <typename K>
  typename K::Value operator[](const K& key) const {
    return key.value(given(key));
  }
  template <typename K>
  void set(const K& key, typename K::Value value) {
    set_text(key, key.text(value));
  }
  void erase(const Key& key);

  /// Null where the line does not say.
  const std::string* given(const Key& key) const;
  std::string text(const Key& key) const;
  void set_text(const Key& key, std::string_view text) { set_text(key.name, text); }
  void set_text(std::string_view name, std::string_view text) { put(name, text); }

  /// By name.
  const std::vector<Entry>& all() const { return entries_; }
  bool operator==(const Options&) const = default;

 private:
  friend tl::expected<Case, std::string> parse(std::string_view line);
  void put(std::string_view name, std::string_view text);

  std::vector<Entry> entries_;
};

/// Fails with the first option of the case that is not in the table, whose value the key does not take, or
/// that belongs to other cases.
tl::expected<void, std::string> check(const Case& c, Keys keys);

/// Whether the key means anything in such a case.
bool applies(const Key& key, const Case& c);

/// Drops the keys whose value is what leaving them out means.
Options plainest(const Options& options, Keys keys);

}  // namespace lockstep::cases
