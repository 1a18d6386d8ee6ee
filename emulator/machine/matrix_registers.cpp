#include "matrix_registers.hpp"

#include "emulator/matrix/layout_broadcast.hpp"

namespace lockstep::machine {

// Consecutive elements of a lane fill whole dwords in every layout, and lie together in Elements as they do
// in the lane.
MatrixRoute::MatrixRoute(const matrix::Layout& layout) : registers_(std::size_t(layout.registers())) {
  constexpr int kDword = 32;
  const matrix::Dealing& d = layout.dealing;
  const int dim = layout.along_rows ? layout.cols : layout.rows;
  for (std::size_t r = 0; r < registers_.size(); ++r)
    for (int lane = 0; lane < kLanes; ++lane) {
      const int bit = int(r) * kDword;
      const matrix::DealtIndex at = d.index({lane, bit});
      const int element = at.across * d.length + at.along;
      registers_[r][std::size_t(lane)] = {std::uint16_t((element * d.bits + bit % d.bits) / kDword),
                                          std::uint8_t(at.across),
                                          std::uint8_t(at.across / dim * d.length + at.along)};
    }
}

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

std::uint64_t gather(const MatrixRoute& route, const MatrixRegisters& registers, int pattern, Elements& out) {
  std::array<std::uint8_t, kLanes> source;
  for (int l = 0; l < kLanes; ++l)
    source[std::size_t(l)] = std::uint8_t(matrix::lane_group_pattern(l, pattern));
  std::uint64_t undefined = 0;
  for (int r = 0; r < route.registers(); ++r) {
    const MatrixRoute::Register& to = route[r];
    const std::uint32_t *value = registers.value[std::size_t(r)],
                        *shadow = registers.undefined[std::size_t(r)];
    for (std::size_t l = 0; l < kLanes; ++l) out.set(to[l].dword, value[source[l]]);
    for (std::size_t l = 0; shadow != nullptr && l < kLanes; ++l)
      undefined |= std::uint64_t{shadow[source[l]] != 0} << to[l].across;
  }
  return undefined;
}

void write_back(Wave& wave, const MatrixRoute& route, int first, const Elements& d,
                const MatrixShadow* undefined) {
  const Lanes& all = wave.lanes_of(~std::uint64_t{0});
  for (int r = 0; r < route.registers(); ++r) {
    Lanes value;
    for (std::size_t l = 0; l < kLanes; ++l) value[l] = d.at<std::uint32_t>(route[r][l].dword);
    wave.vector.write(first + r, ~std::uint64_t{0}, all, value.data(),
                      undefined != nullptr ? (*undefined)[std::size_t(r)].data() : nullptr);
  }
}

bool carry_definedness(const MatrixRoute& route, std::uint64_t rows, std::uint64_t columns,
                       const MatrixRegisters* c, MatrixShadow& out) {
  bool any = rows != 0 || columns != 0;
  for (int r = 0; c != nullptr && r < route.registers(); ++r) any |= c->undefined[std::size_t(r)] != nullptr;
  if (!any) return false;
  for (int r = 0; r < route.registers(); ++r) {
    Lanes& to = out[std::size_t(r)];
    const std::uint32_t* of_c = c != nullptr ? c->undefined[std::size_t(r)] : nullptr;
    for (std::size_t l = 0; l < kLanes; ++l) {
      const MatrixRoute::Place at = route[r][l];
      const bool undefined = ((rows >> at.along | columns >> at.across) & 1) != 0;
      to[l] = undefined || (of_c != nullptr && of_c[l] != 0) ? ~0u : 0u;
    }
  }
  return true;
}

}  // namespace lockstep::machine
