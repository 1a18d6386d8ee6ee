#include "emulator/machine/matrix/matrix_registers.hpp"

#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"

namespace lockstep::machine {

namespace {

constexpr std::size_t kSquare = 4;  // lanes, and the most registers, that are transposed together

/// Whether each lane's dwords of registers r ... r + count - 1 are contiguous in Elements.
bool side_by_side(const std::vector<MatrixRoute::Register>& registers, std::size_t r, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t l = 0; l < kMaxLanes; ++l)
      if (registers[r + i][l].dword != registers[r][l].dword + i) return false;
  return true;
}

bool all_side_by_side(const std::vector<MatrixRoute::Register>& registers, std::size_t count) {
  if (registers.size() % count != 0) return false;
  for (std::size_t r = 0; r < registers.size(); r += count)
    if (!side_by_side(registers, r, count)) return false;
  return true;
}

/// Copies the dwords of kTogether registers, from `r` on. Every pattern of BLGP keeps four lanes together.
template <std::size_t kTogether>
void gather_together(const MatrixRoute& route, std::size_t r, const MatrixRegisters& from, int pattern,
                     Elements& out) {
  const MatrixRoute::Register& to = route[int(r)];
  for (std::size_t l = 0; l < kMaxLanes; l += kSquare) {
    matrix::Words square[kSquare]{};
    for (std::size_t i = 0; i < kTogether; ++i)
      square[i] =
          matrix::load<matrix::Words>(from.value[r + i] + matrix::lane_group_pattern(int(l), pattern));
    matrix::transpose(square);
    for (std::size_t i = 0; i < kSquare; ++i)
      std::memcpy(&out.bytes[4 * to[l + i].dword], &square[i], 4 * kTogether);
  }
}

template <std::size_t kTogether>
void scatter_together(const MatrixRoute& route, std::size_t r, const Elements& d,
                      std::array<Lanes, kSquare>& out) {
  const MatrixRoute::Register& from = route[int(r)];
  for (std::size_t l = 0; l < kMaxLanes; l += kSquare) {
    matrix::Words square[kSquare]{};
    for (std::size_t i = 0; i < kSquare; ++i)
      std::memcpy(&square[i], &d.bytes[4 * from[l + i].dword], 4 * kTogether);
    matrix::transpose(square);
    for (std::size_t i = 0; i < kTogether; ++i) matrix::store(out[i].data() + l, square[i]);
  }
}

/// The rows of A or columns, one bit each, with an undefined element in register `r`.
std::uint64_t undefined_in(const MatrixRoute::Register& to, const std::uint32_t* shadow, int pattern) {
  std::uint64_t undefined = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    undefined |= std::uint64_t{shadow[matrix::lane_group_pattern(int(l), pattern)] != 0} << to[l].across;
  return undefined;
}

}  // namespace

// Consecutive elements of a lane fill whole dwords in every layout, and are contiguous in Elements, too.
MatrixRoute::MatrixRoute(const matrix::Layout& layout) : registers_(std::size_t(layout.registers())) {
  constexpr int kDword = 32;
  const matrix::Dealing& d = layout.dealing;
  const int dim = layout.along_rows ? layout.cols : layout.rows;
  const int lanes = d.lanes;  // the upper lanes of a wave32 repeat the lower ones
  for (std::size_t r = 0; r < registers_.size(); ++r)
    for (int lane = 0; lane < kMaxLanes; ++lane) {
      const int bit = int(r) * kDword;
      const matrix::DealtIndex at = d.index({lane % lanes, bit});
      const int element = at.across * d.length + at.along;
      registers_[r][std::size_t(lane)] = {std::uint16_t((element * d.bits + bit % d.bits) / kDword),
                                          std::uint8_t(at.across),
                                          std::uint8_t(at.across / dim * d.length + at.along)};
    }
  while (!all_side_by_side(registers_, together_)) together_ /= 2;
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
  const std::size_t together = route.together();
  const auto read = together == 4   ? gather_together<4>
                    : together == 2 ? gather_together<2>
                                    : gather_together<1>;
  const auto count = std::size_t(route.registers());
  for (std::size_t r = 0; r < count; r += together) read(route, r, registers, pattern, out);
  return undefined_in(route, registers, pattern);
}

std::uint64_t undefined_in(const MatrixRoute& route, const MatrixRegisters& registers, int pattern) {
  std::uint64_t undefined = 0;
  for (int r = 0; r < route.registers(); ++r)
    if (const std::uint32_t* shadow = registers.undefined[std::size_t(r)])
      undefined |= undefined_in(route[r], shadow, pattern);
  return undefined;
}

std::uint64_t broadcast_rows(const matrix::MatrixInstruction& i, int cbsz, int abid, std::uint64_t rows) {
  if (cbsz == 0) return rows;
  const std::uint64_t of_block = (std::uint64_t{1} << i.m) - 1;
  std::uint64_t all = 0;
  for (int to = 0; to < i.blocks; ++to) {
    const int from = matrix::broadcast_block(to, i.blocks, cbsz, abid);
    all |= (rows >> (from * i.m) & of_block) << (to * i.m);
  }
  return all;
}

void write_back(Wave& wave, const MatrixRoute& route, int first, const Elements& d,
                const MatrixShadow* undefined) {
  const Lanes& all = wave.lanes_of(~std::uint64_t{0});
  const std::size_t together = route.together();
  const auto scatter = together == 4   ? scatter_together<4>
                       : together == 2 ? scatter_together<2>
                                       : scatter_together<1>;
  std::array<Lanes, kSquare> value;
  for (std::size_t r = 0; r < std::size_t(route.registers()); ++r) {
    if (r % together == 0) scatter(route, r, d, value);
    wave.vector.write(first + int(r), ~std::uint64_t{0}, all, value[r % together].data(),
                      undefined != nullptr ? (*undefined)[r].data() : nullptr);
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
    for (std::size_t l = 0; l < kMaxLanes; ++l) {
      const MatrixRoute::Location at = route[r][l];
      const bool undefined = ((rows >> at.along | columns >> at.across) & 1) != 0;
      to[l] = undefined || (of_c != nullptr && of_c[l] != 0) ? ~0u : 0u;
    }
  }
  return true;
}

}  // namespace lockstep::machine
