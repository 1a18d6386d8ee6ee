// Bits of gfx1250's encodings that no instruction means anything by, and that LLVM 22 nevertheless wants to see as its
// own assembler sets them. Other assemblers set them otherwise.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep::isa {

/// Sets them as LLVM 22 does in a copy of the code that an instruction begins. False: it is none of these, and nothing
/// was changed. To be asked only of code that does not decode.
bool set_unused_bits(std::span<std::uint32_t, 2> dwords);

}  // namespace lockstep::isa
