// Turns an operand of a vector instruction into lanes: registers, broadcast scalars, constants; DPP and
// SDWA routing; neg and abs.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// One source as the operation sees it. `value` points at register storage where nothing had to be changed,
/// else at `storage`. `undefined` is nullptr when everything is defined.
struct Source {
  std::array<const std::uint32_t*, 2> value{};
  std::array<const std::uint32_t*, 2> undefined{};
  std::array<Lanes, 2> storage, undefined_storage;

  bool any_undefined() const { return undefined[0] != nullptr || undefined[1] != nullptr; }
};

/// The lane whose src0 feeds `lane` under DPP; -1: none. Of a lane that the wave does not have it may be any.
int dpp_source(const isa::Dpp& dpp, int lane, isa::WaveWidth width);

/// Lanes that DPP disables: those without a source (unless bound_ctrl) and those masked off by row_mask and
/// bank_mask. To be taken with EXEC.
std::uint64_t dpp_lanes(const isa::Dpp& dpp, std::uint64_t exec, isa::WaveWidth width);

/// Whether MODE wants denormal sources of this type flushed, and the flushing.
bool flushes_denormals(std::uint32_t mode, isa::Type type);
void flush_lanes(std::uint32_t mode, isa::Type type, std::array<Lanes, 2>& lanes);

/// What of a source an operation takes, and how.
struct SourceView {
  bool flushes = true;                    ///< denormals, as MODE says for the type
  int shift = 0;                          ///< where the bits begin that op_sel chooses
  std::uint32_t field = ~0u;              ///< those bits, at the low end
  isa::Type constants = isa::Type::none;  ///< as what they are encoded; none: as the type
  bool selects() const { return shift != 0 || field != ~0u; }
};

/// False when the operand can't be read (register out of range, unknown kind).
bool fetch(Wave& wave, const isa::Instruction& instruction, int source_index, const isa::Operand& operand,
           isa::Type type, Source& out, const SourceView& view = {});

/// The bit that |x| and -x change.
struct SignBit {
  int dword;
  std::uint32_t bit;
};
SignBit sign_of(isa::Type type);

/// Copies a source into its own storage, so that it can be changed.
void own(Source& source, int dwords);

}  // namespace lockstep::machine
