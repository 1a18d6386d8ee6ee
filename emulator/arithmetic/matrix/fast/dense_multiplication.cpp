#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"

#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

namespace {

/// Element `at` of vector `index` of a block.
MatrixElement element_of(Role role, int block, int index, int at) {
  return role == Role::b || role == Role::c ? MatrixElement{block, index, at}
                                            : MatrixElement{block, at, index};
}

/// Appends a vector's place; false where its elements are not in consecutive lanes.
bool place(const Layout& layout, Role role, int block, int index, int size, std::vector<VectorPlace>& out) {
  const RegisterBit first = layout.place(element_of(role, block, index, 0));
  for (int i = 1; i < size; ++i) {
    const RegisterBit at = layout.place(element_of(role, block, index, i));
    if (at.lane != first.lane + i || at.bit != first.bit) return false;
  }
  constexpr int kDword = 32;
  out.push_back({std::uint16_t(first.bit / kDword * kLanes + first.lane), std::uint8_t(first.bit % kDword)});
  return true;
}

}  // namespace

std::shared_ptr<const DensePlaces> dense_places(const MatrixInstruction& i, int cbsz, int abid) {
  if (i.m != i.n || (i.m != 16 && i.m != 32) || i.lanes() != kLanes || i.scale_block != 0 || i.a.bits == 0)
    return nullptr;
  const auto a = layout(i, Role::a), b = layout(i, Role::b), c = layout(i, Role::c);
  if (!a || !b || !c) return nullptr;
  DensePlaces places;
  bool ok = true;
  for (int block = 0; block < i.blocks; ++block) {
    const int of_a = cbsz == 0 ? block : broadcast_block(block, i.blocks, cbsz, abid);
    for (int k = 0; k < i.k; ++k) {
      ok = ok && place(*a, Role::a, of_a, k, i.m, places.a);
      ok = ok && place(*b, Role::b, block, k, i.n, places.b);
    }
    for (int row = 0; row < i.m; ++row) ok = ok && place(*c, Role::c, block, row, i.n, places.c);
  }
  return ok ? std::make_shared<const DensePlaces>(std::move(places)) : nullptr;
}

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
