// Encodings on which LLVM 22's disassembler crashes. The architecture reserves them, but for one: a
// multiplication of halves by the constant 0x00FF. They are kept from it, so that hostile or stray bytes end
// as `.long`, not as a fault of the host.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep::isa {

/// GFX9 (gfx942, gfx950): whether the instruction that begins with these dwords is one of them. Dwords past
/// the end of the code are 0.
bool is_reserved_gfx9(std::span<const std::uint32_t, 4> words);

}  // namespace lockstep::isa
