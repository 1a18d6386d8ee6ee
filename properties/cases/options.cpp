
#include <algorithm>

#include <fmt/format.h>

#include "properties/cases/case.hpp"
#include "properties/cases/common_keys.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cases {

namespace {

std::string unknown(std::string_view name, Keys keys) {
  std::vector<std::string_view> own, all;
  for (const Key* key : keys) own.push_back(key->name);
  all = own;
  for (const CommonKey& key : common_keys()) all.push_back(key.name);
  return fmt::format("unknown key '{}'; besides the keys of every case there are {}; nearest: {}", name,
                     fmt::join(own, ", "), fmt::join(nearest(name, all, 1), ", "));
}

// The outermost scope of the key that the case is not in; null where it is in all of them.
const Scope* missed(const Scope* scope, const Case& c) {
  if (scope == nullptr) return nullptr;
  const Scope* outer = missed(scope->within, c);
  return outer != nullptr ? outer : scope->holds(c) ? nullptr : scope;
}

}  // namespace

const std::string* Options::given(const Key& key) const {
  const auto at = std::ranges::find(entries_, key.name, &Entry::first);
  return at == entries_.end() ? nullptr : &at->second;
}

std::string Options::text(const Key& key) const {
  const std::string* said = given(key);
  return said == nullptr ? key.default_text() : *said;
}

void Options::put(std::string_view name, std::string_view text) {
  const auto at = std::ranges::lower_bound(entries_, name, {}, &Entry::first);
  if (at != entries_.end() && at->first == name)
    at->second = text;
  else
    entries_.emplace(at, name, text);
}

void Options::erase(const Key& key) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.first == key.name; });
}

tl::expected<void, std::string> check(const Case& c, Keys keys) {
  std::vector<std::pair<const Key*, std::string_view>> options;
  for (const auto& [name, text] : c.options.all()) {
    const auto at = std::ranges::find(keys, name, &Key::name);
    if (at == keys.end()) return tl::unexpected(unknown(name, keys));
    if (!(*at)->takes(text))
      return tl::unexpected(fmt::format("{}={}: expected {}", name, text, (*at)->range()));
    options.emplace_back(*at, text);
  }
  for (const auto& [key, text] : options)  // what a scope asks for is known to be well-formed
    if (const Scope* scope = missed(key->scope, c))
      return tl::unexpected(fmt::format("{} = {}: belongs to {} only", key->name, text, scope->text));
  return {};
}

bool applies(const Key& key, const Case& c) {
  return missed(key.scope, c) == nullptr;
}

Options plainest(const Options& options, Keys keys) {
  Options kept = options;
  for (const Key* key : keys)
    if (key->is_default(options.text(*key))) kept.erase(*key);
  return kept;
}

}  // namespace lockstep::cases
