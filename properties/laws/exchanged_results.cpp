#include "properties/laws/exchanged_results.hpp"

#include <algorithm>

namespace lockstep::laws {

using fingerprint::Fingerprint;

namespace {

// The one index at which a term stands; nothing: there is none, or are several.
std::optional<std::size_t> only_index(std::span<const Fingerprint> all, Fingerprint term) {
  const auto found = std::ranges::find(all, term);
  if (term.none() || found == all.end() || std::find(found + 1, all.end(), term) != all.end())
    return std::nullopt;
  return std::size_t(found - all.begin());
}

}  // namespace

// A result that belongs in several elements may be right in the other one.
Exchanged find_exchanged(std::span<const Fingerprint> is, std::span<const Fingerprint> should_be,
                         std::size_t element) {
  Exchanged found;
  if (is[element] == should_be[element]) return found;
  found.holds_that_of = only_index(should_be, is[element]);
  if (only_index(should_be, should_be[element])) found.stands_in = only_index(is, should_be[element]);
  return found;
}

}  // namespace lockstep::laws
