// Names close to one that does not exist.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lockstep::cases {

/// Up to `count` of `names`, fewest edits (insert, delete, replace one character) away first.
std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> names,
                                      std::size_t count = 3);

}  // namespace lockstep::cases
