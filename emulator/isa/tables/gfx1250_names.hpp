// gfx1250's mnemonics that mean what one of gfx950's means.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::isa {

/// none: gfx950's writes a carry that gfx1250's does not.
enum class CarryOut : std::uint8_t { same, none };

struct Renamed {
  std::string_view name, as;  ///< gfx1250's; gfx950's
  CarryOut carry = CarryOut::same;
};

std::string_view gfx1250_same_names();  ///< with blanks between them
std::span<const Renamed> gfx1250_renamed();
std::span<const Renamed> gfx1250_moves();    ///< behind the prefixes of the vector address spaces
std::span<const Renamed> gfx1250_atomics();  ///< ... but scratch's

}  // namespace lockstep::isa
