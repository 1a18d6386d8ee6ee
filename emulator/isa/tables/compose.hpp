// Rows and their names put together while compiling, where one fact gives several mnemonics.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

struct Name {
  std::array<char, 40> text{};
  std::size_t length = 0;

  constexpr void append(std::string_view part) {
    for (const char c : part) text[length++] = c;
  }
  constexpr std::string_view view() const { return {text.data(), length}; }
};

/// Several arrays of rows as one.
template <std::size_t... kSizes>
constexpr auto joined(const std::array<Semantics, kSizes>&... parts) {
  std::array<Semantics, (kSizes + ...)> all{};
  std::size_t at = 0;
  const auto append = [&](const auto& part) {
    for (const Semantics& row : part) all[at++] = row;
  };
  (append(parts), ...);
  return all;
}

}  // namespace lockstep::isa
