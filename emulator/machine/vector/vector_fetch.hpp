// Turns an operand of a vector instruction into lanes: registers, broadcast scalars, constants; DPP and
// SDWA routing; neg and abs.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// One source of an operation. `value` points to register storage where nothing had to be changed, otherwise
/// to `storage`. `undefined` is nullptr when every bit is defined.
struct Source {
  std::array<const std::uint32_t*, 2> value{};
  std::array<const std::uint32_t*, 2> undefined{};
  std::array<Lanes, 2> storage, undefined_storage;

  bool any_undefined() const { return undefined[0] != nullptr || undefined[1] != nullptr; }
};

/// The lane whose src0 `lane` reads under DPP; -1: none. Any lane, where the wave does not have `lane`.
int dpp_source(const isa::Dpp& dpp, int lane, isa::WaveWidth width);

/// The lanes that DPP leaves enabled: it disables those without a source (unless bound_ctrl) and those masked
/// off by row_mask and bank_mask. To be combined with EXEC.
std::uint64_t dpp_lanes(const isa::Dpp& dpp, std::uint64_t exec, isa::WaveWidth width);

/// Whether MODE flushes denormal sources of this type.
bool flushes_denormals(std::uint32_t mode, isa::Type type);
void flush_lanes(std::uint32_t mode, isa::Type type, std::array<Lanes, 2>& lanes);

/// What part of a source an operation takes, and how.
struct SourceView {
  bool flushes = true;                    ///< flushes denormals where MODE says so for the type
  int shift = 0;                          ///< position of the bits that op_sel selects
  std::uint32_t field = ~0u;              ///< mask of those bits, shifted to the low end
  isa::Type constants = isa::Type::none;  ///< the type that a constant is encoded as; none: the source's type
  bool selects() const { return shift != 0 || field != ~0u; }
};

/// Fetches a source. False when the operand cannot be read (register out of range, unknown kind).
bool fetch(Wave& wave, const isa::Instruction& instruction, int source_index, const isa::Operand& operand,
           isa::Type type, Source& out, const SourceView& view = {});

/// The sign bit, which |x| and -x change.
struct SignBit {
  int dword;
  std::uint32_t bit;
};
SignBit sign_of(isa::Type type);

/// Copies a source into its own storage, so that it can be changed.
void own(Source& source, int dwords);

}  // namespace lockstep::machine
