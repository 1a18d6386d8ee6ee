#include "emulator/arithmetic/matrix/fast/dense_plan.hpp"

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"

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

}  // namespace lockstep::matrix
