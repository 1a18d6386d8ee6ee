// The keys that every case has, one row each: how a line writes and reads it, and what a line without it
// means.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/cases/case.hpp"

namespace lockstep::cases {

/// A case line on its way to a case: what it says, where a case has no place for it or where leaving it out
/// means what other keys decide.
struct Reading {
  Case c;
  std::optional<std::int64_t> groups;
  std::optional<Scales> scales;
  std::optional<std::string> model;
};

struct CommonKey {
  std::string_view name;
  std::string_view expected;  ///< "a number"
  std::string_view meaning;
  bool (*read)(std::string_view text, Reading& into);  ///< false when the text is not what is expected
  std::string (*write)(const Case& c);
  std::string_view computed = {};                  ///< the default as text, where other keys decide it
  std::span<const std::string_view> choices = {};  ///< instead of `expected`
  bool always = false;                             ///< lines have it even where it has its default
};

/// Sorted as lines have them. The operator's own keys stand behind those that every line has.
std::span<const CommonKey> common_keys();

/// "a number", "one of full, codes, …".
std::string expected(const CommonKey& key);
/// What a line without the key means.
std::string default_text(const CommonKey& key);

}  // namespace lockstep::cases
