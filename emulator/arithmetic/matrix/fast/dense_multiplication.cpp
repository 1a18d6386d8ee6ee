#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"

#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/instruction_unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

using Kernels = host::PerLevel<DenseKernel>;

constexpr Kernels kChain{nullptr, LOCKSTEP_IF_X86_64(dense_chain_v3), LOCKSTEP_IF_X86_64(dense_chain_v4)};
constexpr Kernels kAligned{dense_aligned_baseline, dense_aligned_v3, dense_aligned_v4};
constexpr Kernels kIntegers{nullptr, LOCKSTEP_IF_X86_64(dense_integers_v3),
                            LOCKSTEP_IF_X86_64(dense_integers_v4)};
constexpr Kernels kDoubles{nullptr, LOCKSTEP_IF_X86_64(dense_doubles_v3),
                           LOCKSTEP_IF_X86_64(dense_doubles_v4)};

/// The facts for decoded operands: decoding clears the ignored bits of f32.
Facts without_ignored_bits(Facts facts) {
  facts.ignored_bits = 0;
  return facts;
}

bool is_aligned(const Facts& facts, int k) {
  const int of_one_sum = facts.parity_split ? 2 : 1;
  return facts.summation == Summation::aligned && is_plain(without_ignored_bits(facts)) &&
         rounds_to_nearest(facts) && cuts_fit(facts) && facts.scale_at == ScaleAt::product &&
         facts.step > 0 && facts.step <= kScaleBlock && facts.step % (4 * of_one_sum) == 0 &&
         k % facts.step == 0;
}

DenseKernel* kernel_of(host::SimdLevel level, const Facts& facts, int k) {
  if (facts == fused_multiply_add()) return kChain.at(level);
  return is_aligned(facts, k) ? kAligned.at(level) : nullptr;
}

}  // namespace

std::optional<DenseMultiplication> DenseMultiplication::of(host::SimdLevel level, const Model& model,
                                                           const MatrixInstruction& instruction,
                                                           std::shared_ptr<const DensePlaces> places) {
  if (places == nullptr) return std::nullopt;
  DensePlan plan{&instruction, std::move(places), {}};
  DenseKernel* kernel = nullptr;
  if (instruction.a.name == "i8") {
    kernel = kIntegers.at(level);
  } else if (instruction.a.name == "f64") {
    kernel = instruction.m == 16 && instruction.blocks == 1 ? kDoubles.at(level) : nullptr;
  } else if (const auto unit = unit_of(model, instruction)) {
    plan.facts = with_nearest_cuts(unit->facts);
    plan.a = unit->a;
    plan.b = unit->b;
    kernel = kernel_of(level, plan.facts, instruction.k);
  }
  if (kernel == nullptr) return std::nullopt;
  return DenseMultiplication(std::move(plan), kernel);
}

}  // namespace lockstep::matrix
