// Fragments of A and B as a wave's matrix instructions read them, kept until one of their registers is
// written: a kernel multiplies each fragment with a whole row of others.
#pragma once

#include <memory>
#include <vector>

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::machine {

/// How the registers of an operand are read.
struct FragmentKind {
  matrix::Shape shape;
  const formats::Format* format;
  matrix::Side side;
  matrix::Decoding decoding;
  bool codes;           ///< whether Fragment::codes is needed besides the decoded values
  bool wave32 = false;  ///< gfx1250: the operand lies in 32 lanes and twice the registers
  bool operator==(const FragmentKind&) const = default;
};

struct Fragment {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes;  ///< filled if FragmentKind::codes
  matrix::DecodedOperand decoded;    ///< decoded as FragmentKind::decoding says
  std::uint32_t undefined_rows = 0;  ///< rows of A or columns of B with an undefined bit
};

class Fragments {
 public:
  /// Reads the fragment in the registers from `first` on, which exist. The result is valid until they are
  /// read as another kind.
  const Fragment& read(VectorRegisters& registers, const FragmentKind& kind, int first);

 private:
  struct Kept {
    FragmentKind kind{};
    std::uint64_t version = 0;  // version of the register file when the fragment was read
    std::unique_ptr<Fragment> fragment;
  };
  // [side][first register]: a kernel reads the same registers as one operand only.
  std::array<std::vector<Kept>, 2> kept_;
};

/// The number of registers that hold an operand of the kind.
int registers_of(const FragmentKind& kind);

/// Sets the bits in `rows` of a register's lanes that have a bit of `relevant` undefined; lane l is of row l
/// mod `dim`. `undefined` may be nullptr.
void note_undefined(const std::uint32_t* undefined, std::uint32_t relevant, int dim, std::uint32_t& rows,
                    int lanes = kMaxLanes);

}  // namespace lockstep::machine
