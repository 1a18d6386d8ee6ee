#include "properties/cases/options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::cases {

namespace {

const Key* find(std::span<const Key> keys, std::string_view name) {
  const auto at = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name; });
  return at == keys.end() ? nullptr : &*at;
}

std::string names(std::span<const Key> keys) {
  std::string text;
  for (const Key& k : keys) text += (text.empty() ? "" : ", ") + std::string(k.name);
  return text.empty() ? "none of its own" : text;
}

}  // namespace

std::string_view Options::word(std::string_view key, std::string_view otherwise) const {
  const auto at = values_.find(key);
  return at == values_.end() ? otherwise : std::string_view(at->second);
}

std::int64_t Options::number(std::string_view key, std::int64_t otherwise) const {
  const auto at = values_.find(key);
  return at == values_.end() ? otherwise : host::parse_number<std::int64_t>(at->second).value_or(otherwise);
}

void Options::erase(std::string_view key) {
  if (const auto at = values_.find(key); at != values_.end()) values_.erase(at);
}

tl::expected<void, std::string> check(const Options& options, std::span<const Key> keys) {
  for (const auto& [name, value] : options.all()) {
    const Key* key = find(keys, name);
    if (key == nullptr)
      return tl::unexpected(
          fmt::format("unknown key '{}'; besides the keys of every case there are {}", name, names(keys)));
    if (!key->words.empty()) {
      if (std::find(key->words.begin(), key->words.end(), value) == key->words.end())
        return tl::unexpected(
            fmt::format("{}={}: expected one of {}", name, value, fmt::join(key->words, ", ")));
      continue;
    }
    const auto number = host::parse_number<std::int64_t>(value);
    if (!number || *number < key->low || *number > key->high)
      return tl::unexpected(
          fmt::format("{}={}: expected a number from {} to {}", name, value, key->low, key->high));
  }
  return {};
}

Options plainest(const Options& options, std::span<const Key> keys) {
  Options kept = options;
  for (const Key& key : keys)
    if (options.word(key.name, key.otherwise) == key.otherwise) kept.erase(key.name);
  return kept;
}

}  // namespace lockstep::cases
