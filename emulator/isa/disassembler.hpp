// Machine code into instructions. LLVM decodes; its line is read once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Decodes the text that lies at address `base`, for an emulated architecture of that name ("gfx950"). Words
/// that decode to nothing become `.long 0x…` without semantics. `width`: of the waves that the text is for;
/// none: the arch's only one, or 64. Errors: an unknown architecture, a width that it does not have, text not
/// in whole dwords.
tl::expected<Program, std::string> disassemble(std::string_view name, std::uint64_t base,
                                               std::span<const std::byte> text,
                                               std::optional<WaveWidth> width = std::nullopt);

/// disassemble() of a text that differs in few bytes from `was`, the text of the program `before` at the same
/// address: decodes what those bytes can change, and copies the rest.
tl::expected<Program, std::string> redisassemble(const Program& before, std::span<const std::byte> was,
                                                 std::span<const std::byte> text);

}  // namespace lockstep::isa
