// Matrix units: how the hardware of one arch adds up one output element of D = C + A * B.
//
// A unit is one row of facts. Two implementations read it: dot_products() in fast/, and dot_products_slow()
// in slow/, which follows the facts in exact arithmetic. They share the formats and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

struct Unit {
  std::string_view name;          ///< "cdna3_f16", "hopper_wgmma_e4m3_f32", "cdna4_f8f6f4/gtr32_inexp"
  std::string_view arch;          ///< "gfx942", "sm_90"
  std::string_view instructions;  ///< the mnemonics or PTX shapes it covers
  /// Formats of the operands, the accumulator and the result. a and b are nullptr when any of several is
  /// legal (see accepts()): the batch names them.
  const formats::Format *a, *b, *c, *d;
  int step;                      ///< k must be a multiple of this
  int scale_block;               ///< consecutive k that one scale covers; 0: unscaled
  const formats::Format* scale;  ///< float8_e8m0fnu and the like, or nullptr
  Label label;
  std::string_view source;
  Facts facts;
};

/// A unit of one format of operands and one of accumulator and result. `step`: 0 for that of the facts.
constexpr Unit unit_row(std::string_view name, std::string_view arch, std::string_view instructions,
                        const formats::Format& operands, const formats::Format& result,
                        std::string_view source, const Facts& facts, Label label = Label::measured,
                        int step = 0) {
  return {name, arch,    instructions, &operands, &operands, &result, &result, step != 0 ? step : facts.step,
          0,    nullptr, label,        source,    facts};
}

/// Whether the unit takes this pair of operand formats.
bool accepts(const Unit& unit, const formats::Format& a, const formats::Format& b);

/// Every k is a multiple of this: whole steps, and whole blocks.
int least_k(const Unit& unit);

/// Where a step is a whole instruction (Facts::step 0), the k of the existing instructions, ascending: a
/// longer one is no chain of them. Empty for other units, which take every multiple of least_k().
std::vector<int> instruction_k(const Unit& unit);

/// A batch of dot products. Codes are raw bits, right-aligned. k is one instruction's (or the length of a
/// chain of them, where the unit's step says that the two are the same function).
template <typename Code>
struct BasicDotBatch {
  std::size_t count;
  int k;
  const formats::Format *a_format, *b_format;
  const Code *a, *b;              ///< [count][k]
  const Code* c;                  ///< [count]
  const Code *scale_a, *scale_b;  ///< [count][k / scale_block], or nullptr when unscaled
  Code* d;                        ///< [count]; may be c
};
using DotBatch = BasicDotBatch<std::uint32_t>;
using WideDotBatch = BasicDotBatch<std::uint64_t>;

/// Whether the unit's codes need 64 bits: it then takes WideDotBatch only, as others take DotBatch only.
constexpr bool is_wide(const Unit& unit) {
  return unit.d->bits == 64;
}

/// Whether `pattern`, with {one,of}, [optional] and * for any text, matches `name`. ", " separates the
/// patterns of a list.
bool claims(std::string_view pattern, std::string_view name);

}  // namespace lockstep::matrix
