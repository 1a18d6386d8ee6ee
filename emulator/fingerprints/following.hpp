// One instruction of one wave, which is about to be executed: what each family of instructions needs to
// follow it. A family's function says in `obstacle` why it can't.
#pragma once

#include <map>
#include <span>
#include <string>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/fingerprints/registers.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::fingerprint {

class ByteMoves;
class Unordered;
class WordFunctions;

/// Bytes that are all ones where a bit is set, else 0: the bit of each.
using BitMasks = std::map<Fingerprint, Fingerprint>;

struct Following {
  const Hasher& hasher;
  ByteMoves& moves;
  WordFunctions& functions;
  Unordered& unordered;
  machine::Wave& wave;
  const machine::PreparedInstruction& prepared;
  WaveShadow& shadow;
  BitMasks& masks;
  std::string obstacle{};    ///< empty: none
  Fingerprint depends_on{};  ///< what of data stands in the way, if that does

  const isa::Instruction& instruction() const { return *prepared.instruction; }
  std::uint64_t every_lane() const { return wave.every_lane(); }
  int lanes() const { return isa::lane_count(wave.width()); }
  void stop(std::string why, Fingerprint on = {}) {
    if (!obstacle.empty()) return;
    obstacle = std::move(why);
    depends_on = on;
  }
};

/// MODE as operations on floats see it: rounding, denormals, DX10_CLAMP, IEEE, FP16_OVFL.
inline constexpr std::uint32_t kFloatMode = 0x8003FF, kUsualFloatMode = 0xF0, kAboutClamp = 0x300;
/// Whether floats are as functions and rows have them, but for what clamp makes of a NaN.
inline bool has_usual_floats(std::uint32_t mode) {
  return (mode & kFloatMode & ~kAboutClamp) == kUsualFloatMode;
}

/// Whether a byte of an operand depends on data: of a vector register, in a lane that exists.
bool depends(const Following& f, const isa::Operand& operand);
/// The first byte or bit of it that does.
Fingerprint first_of_data(const Following& f, const isa::Operand& operand);
inline Fingerprint first_of_data(std::span<const Fingerprint> all) {
  for (const Fingerprint& from : all)
    if (!from.none()) return from;
  return {};
}
/// What dword `d` of an operand is made of in a lane.
Dword operand_from(const Following& f, const isa::Operand& operand, int d, int lane);
/// What a scalar operand's bit of a lane is made of: of a mask, VCC or EXEC among them.
Fingerprint mask_from(const Following& f, const isa::Operand& mask, int lane);

void follow_vector(Following& f);
void follow_block_convert(Following& f);
void follow_cross_lane(Following& f);
void follow_scalar(Following& f);
void follow_control(Following& f);
void follow_matrix(Following& f);

/// The registers that a lane permutation through LDS delivers, by lane.
VectorShadow::Register permuted(Following& f);

}  // namespace lockstep::fingerprint
