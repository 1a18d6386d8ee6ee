#include "matrix_registers.hpp"

#include "emulator/matrix/layout_broadcast.hpp"

namespace lockstep::machine {

namespace {

using matrix::Layout;

/// Visits the runs that lie together in a lane's registers as they do in Elements:
/// visit(lane, byte of the lane, byte of Elements, bytes, row or column of all blocks).
template <typename Visit>
void each_run(const Layout& layout, const Visit& visit) {
  const matrix::Dealing& d = layout.dealing;
  const int size = d.bits / 8, per_lane = layout.registers() * 32 / d.bits;
  for (int lane = 0; lane < d.lanes; ++lane)
    for (int e = 0; e < per_lane; e += d.chunk) {
      const matrix::DealtIndex at = d.index({lane, e * d.bits});
      visit(lane, e * size, (at.across * d.length + at.along) * size, d.chunk * size, at.across);
    }
}

}  // namespace

bool MatrixRegisters::open(Wave& wave, const isa::Operand& operand, int registers) {
  first = unified_register(wave, operand);
  count = registers;
  if (first < 0 || operand.count < registers) return false;
  for (int r = 0; r < registers; ++r) {
    value[std::size_t(r)] = wave.vector.read(first + r);
    undefined[std::size_t(r)] = wave.vector.undefined(first + r);
  }
  return true;
}

MatrixLane MatrixRegisters::lane(int l) const {
  MatrixLane bytes;
  for (int r = 0; r < count; ++r) std::memcpy(&bytes[std::size_t(4 * r)], value[std::size_t(r)] + l, 4);
  return bytes;
}

bool MatrixRegisters::any_undefined(int l, int from_byte, int bytes) const {
  for (int r = from_byte / 4; r <= (from_byte + bytes - 1) / 4; ++r)
    if (undefined[std::size_t(r)] != nullptr && undefined[std::size_t(r)][l] != 0) return true;
  return false;
}

std::uint64_t gather(const Layout& layout, const MatrixRegisters& registers, int pattern, Elements& out) {
  std::uint64_t undefined = 0;
  int held = -1;
  MatrixLane bytes{};
  each_run(layout, [&](int lane, int from, int to, int size, int across) {
    const int source = matrix::lane_group_pattern(lane, pattern);
    if (source != held) bytes = registers.lane(held = source);
    std::memcpy(&out.bytes[std::size_t(to)], &bytes[std::size_t(from)], std::size_t(size));
    if (registers.any_undefined(source, from, size)) undefined |= std::uint64_t{1} << across;
  });
  return undefined;
}

void write_back(Wave& wave, const Layout& layout, int first, const Elements& d,
                const MatrixShadow* undefined) {
  MatrixShadow result;
  each_run(layout, [&](int lane, int to, int from, int size, int) {
    for (int byte = 0; byte < size; byte += 4)
      std::memcpy(&result[std::size_t((to + byte) / 4)][std::size_t(lane)],
                  &d.bytes[std::size_t(from + byte)], 4);
  });
  static const Lanes kAll = spread(~std::uint64_t{0});
  for (int r = 0; r < layout.registers(); ++r)
    wave.vector.write(first + r, ~std::uint64_t{0}, kAll, result[std::size_t(r)].data(),
                      undefined != nullptr ? (*undefined)[std::size_t(r)].data() : nullptr);
}

bool carry_definedness(const matrix::MatrixInstruction& i, const Layout& layout, std::uint64_t rows,
                       std::uint64_t columns, const MatrixRegisters* c, MatrixShadow& out) {
  bool any = rows != 0 || columns != 0;
  for (int r = 0; c != nullptr && r < layout.registers(); ++r) any |= c->undefined[std::size_t(r)] != nullptr;
  if (!any) return false;
  for (int r = 0; r < layout.registers(); ++r)
    for (int lane = 0; lane < kLanes; ++lane) {
      const matrix::MatrixElement e = *layout.element({lane, 32 * r});
      const bool undefined = (rows >> (e.block * i.m + e.row) & 1) != 0 ||
                             (columns >> (e.block * i.n + e.col) & 1) != 0 ||
                             (c != nullptr && c->any_undefined(lane, 4 * r, 4));
      out[std::size_t(r)][std::size_t(lane)] = undefined ? ~0u : 0u;
    }
  return true;
}

}  // namespace lockstep::machine
