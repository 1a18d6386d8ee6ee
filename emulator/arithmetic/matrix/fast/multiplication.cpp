#include "emulator/arithmetic/matrix/fast/multiplication.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

bool is_plain(const Facts& facts) {
  const Facts plain;
  return facts.halves == plain.halves && facts.middle_swapped == plain.middle_swapped &&
         facts.flush == plain.flush && facts.through_half == plain.through_half &&
         facts.ignored_bits == plain.ignored_bits && facts.signed_zero == plain.signed_zero &&
         facts.nan == plain.nan;
}

bool rounds_to_nearest(const Facts& facts) {
  return facts.rounding == Rounding::nearest_even && facts.result_bits == 0 && facts.negative_underflow;
}

bool cuts_fit(const Facts& facts) {
  const auto floors = [](const Cut& cut, int least, int most) {
    return cut.toward == Toward::minus_infinity && cut.fraction_bits >= least && cut.fraction_bits <= most;
  };
  return facts.product.toward == Toward::zero && facts.product.fraction_bits <= 24 &&
         (!facts.parity_split || facts.merge == Cut{facts.product.fraction_bits, Toward::minus_infinity}) &&
         floors(facts.accumulator, 23, 28) && floors(facts.dot, facts.accumulator.fraction_bits, 40) &&
         facts.dot.fraction_bits >= facts.product.fraction_bits &&
         floors(facts.normalised, facts.accumulator.fraction_bits, 52);
}

bool sums_blocks_as_bytes(const Facts& facts) {
  return facts.step == kScaleBlock && facts.scale_at == ScaleAt::sum;
}

namespace {

using Kernels = host::PerLevel<Kernel>;

// The kernels of each summation, by level.
constexpr std::array kKernels{
    Kernels{multiply_exact_baseline, multiply_exact_v3, multiply_exact_v4,
            LOCKSTEP_IF_X86_64(multiply_exact_vnni)},
    Kernels{multiply_fma_chain_baseline, LOCKSTEP_IF_X86_64(multiply_byte_chain_v3),
            LOCKSTEP_IF_X86_64(multiply_byte_chain_v4), LOCKSTEP_IF_X86_64(multiply_byte_chain_vnni)},
    Kernels{multiply_aligned_baseline, multiply_aligned_v3, multiply_aligned_v4},
    Kernels{multiply_fused_baseline, multiply_fused_v3, multiply_fused_v4},
    Kernels{},  // pairwise
    Kernels{multiply_grid_baseline, multiply_grid_v3, multiply_grid_v4},
};
/// Kernels of Summation::fma_chain on operands in registers.
constexpr Kernels kRegisterKernels{nullptr, LOCKSTEP_IF_X86_64(multiply_byte_chain_v3_registers),
                                   LOCKSTEP_IF_X86_64(multiply_byte_chain_v4_registers),
                                   LOCKSTEP_IF_X86_64(multiply_byte_chain_vnni_registers)};
static_assert(int(Summation::exact) == 0 && int(Summation::fma_chain) == 1 && int(Summation::aligned) == 2 &&
              int(Summation::fused) == 3 && int(Summation::pairwise) == 4 && int(Summation::grid) == 5);

/// Whether the facts mean acc = fma(a, b, acc): a chain without scales.
bool is_unscaled_chain(const Facts& facts, Shape shape) {
  return is_narrow(shape) && facts == fused_multiply_add();
}

/// Whether a kernel above covers these facts. The kernels take whole steps inside one block or all k, chains
/// by fours, aligned sums by eights, and scale products, chains or sums; exact sums have no room for FNUZ
/// formats.
bool has_kernel(const Facts& facts, Shape shape, const formats::Format& a, const formats::Format& b) {
  if (is_unscaled_chain(facts, shape)) return true;
  if (facts.summation == Summation::grid) return facts == carried(pairs_of(2, 4));
  if (!is_plain(facts)) return false;
  switch (facts.summation) {
    case Summation::exact:
      return facts.step == 0 && facts.scale_at == ScaleAt::product && rounds_to_nearest(facts) &&
             operand_selector(a) >= 0 && operand_selector(b) >= 0;
    case Summation::fma_chain:
      return facts.step > 0 && facts.step % 4 == 0 &&
             (facts.scale_at == ScaleAt::sum || facts.scale_at == ScaleAt::sum_twice) &&
             rounds_to_nearest(facts);
    case Summation::aligned:
      return rounds_to_nearest(facts) && cuts_fit(facts) && facts.step <= kScaleBlock &&
             facts.step % (facts.parity_split ? 16 : 8) == 0 &&
             (facts.scale_at == ScaleAt::product || (facts.scale_at == ScaleAt::sum && facts.step != 0));
    case Summation::fused:
      return facts.step == shape.block_k() && facts.product.toward == Toward::zero &&
             facts.product.fraction_bits <= 25 && facts.scale_at == ScaleAt::product;
    default:
      return false;
  }
}

/// A unit for dot_products(): with scales, or without in an unscaled shape.
Unit any_unit(const Facts& facts, Shape shape) {
  Unit unit{};
  unit.c = unit.d = &formats::float32;
  unit.facts = facts;
  unit.step = 1;
  if (is_narrow(shape)) return unit;
  unit.step = unit.scale_block = kScaleBlock;
  unit.scale = &formats::float8_e8m0fnu;
  return unit;
}

/// Multiplies under any other model: every output element is a dot product of its own, a row at a time.
void multiply_by_dots(SimdLevel level, const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                      const float* c, float* d) {
  const Unit unit = any_unit(facts, shape);
  const int elements = shape.n * shape.k, blocks = is_narrow(shape) ? 0 : shape.blocks();
  std::uint32_t a_codes[kOperandElements], b_codes[kOperandElements], scale_a[kOperandScales],
      scale_b[kOperandScales];
  std::uint32_t acc[32];
  std::copy(b.codes, b.codes + elements, b_codes);
  std::copy(b.scales, b.scales + shape.n * blocks, scale_b);
  for (int row = 0; row < shape.m; ++row) {
    for (int column = 0; column < shape.n; ++column) {
      std::copy(a.codes + row * shape.k, a.codes + (row + 1) * shape.k, a_codes + column * shape.k);
      std::copy(a.scales + row * blocks, a.scales + (row + 1) * blocks, scale_a + column * blocks);
      acc[column] = std::bit_cast<std::uint32_t>(c[row * shape.n + column]);
    }
    const DotBatch batch{
        std::size_t(shape.n), shape.k, a.format, b.format, a_codes, b_codes, acc, scale_a, scale_b, acc};
    dot_products_with(level, unit, batch);
    for (int column = 0; column < shape.n; ++column)
      d[row * shape.n + column] = std::bit_cast<float>(acc[column]);
  }
}

/// The form in which the kernels of summation `row` read operands.
Decoding decoding_of(Summation row, Kernel* kernel, Kernel* register_kernel, const Facts& facts, Shape shape,
                     const formats::Format& a, const formats::Format& b) {
  const bool sums_bytes = kernel == LOCKSTEP_IF_X86_64(multiply_exact_vnni) ||
                          (register_kernel != nullptr && sums_blocks_as_bytes(facts));
  if (sums_bytes && !is_narrow(shape) && are_integers(a, b)) return Decoding::integers;
  return row == Summation::fma_chain ? Decoding::values : Decoding::none;
}

/// Transposes scales from [k/32][row or column] to [row or column][k/32].
void turn_scales(Shape shape, const std::uint8_t* by_block, std::uint8_t* by_index) {
  for (int index = 0; index < shape.m; ++index)
    for (int block = 0; block < shape.blocks(); ++block)
      by_index[index * shape.blocks() + block] = by_block[block * shape.m + index];
}

}  // namespace

Multiplication::Multiplication(SimdLevel level, const Model& model, Shape shape, const formats::Format& a,
                               const formats::Format& b)
    : level_(level),
      shape_(shape),
      facts_(is_narrow(shape) ? with_nearest_cuts(unscaled(model.facts, shape.k)) : model.facts) {
  if (facts_.scale_at == ScaleAt::sum_twice && !is_narrow(shape))
    facts_.step = kScaleBlock;  // a chain spans one block
  if (!has_kernel(facts_, shape, a, b)) return;
  const Summation row = is_unscaled_chain(facts_, shape) ? Summation::fma_chain : facts_.summation;
  kernel_ = kKernels[std::size_t(row)].at(level);
  if (row == Summation::fma_chain) register_kernel_ = kRegisterKernels.at(level);
  decoding_ = decoding_of(row, kernel_, register_kernel_, facts_, shape, a, b);
}

// Chains only read decoded operands; exact sums read codes where a result is in doubt.
bool Multiplication::needs_codes() const {
  const bool chains = kernel_ != nullptr && facts_.summation == Summation::fma_chain;
  return !chains || decoding_ == Decoding::none;
}

void Multiplication::operator()(Operand a, Operand b, const float* c, float* d) const {
  if (is_narrow(shape_)) a.scales = b.scales = kNoScales.data();
  if (kernel_ == nullptr) return multiply_by_dots(level_, facts_, shape_, a, b, c, d);
  kernel_(facts_, shape_, a, b, c, d);
}

void Multiplication::in_registers(const Operand& a, const Operand& b, const float* c, float* d) const {
  if (register_kernel_ != nullptr) return register_kernel_(facts_, shape_, a, b, c, d);
  std::uint8_t scales_a[kOperandScales], scales_b[kOperandScales];
  turn_scales(shape_, a.scales, scales_a);
  turn_scales(shape_, b.scales, scales_b);
  alignas(64) float accumulators[32 * 32];
  gather_accumulator(shape_, c, accumulators);
  (*this)({a.format, a.codes, scales_a, a.decoded}, {b.format, b.codes, scales_b, b.decoded}, accumulators,
          accumulators);
  scatter_accumulator(shape_, accumulators, d);
}

void multiply(const Model& model, Shape shape, const Operand& a, const Operand& b, const float* c, float* d) {
  multiply_with(host::best_simd_level(), model, shape, a, b, c, d);
}

void multiply_with(SimdLevel level, const Model& model, Shape shape, const Operand& a, const Operand& b,
                   const float* c, float* d) {
  Multiplication(level, model, shape, *a.format, *b.format)(a, b, c, d);
}

}  // namespace lockstep::matrix
