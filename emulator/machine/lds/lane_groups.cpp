#include "emulator/machine/lds/lane_groups.hpp"

#include <utility>

#include "emulator/arithmetic/matrix/fast/transpose.hpp"

namespace lockstep::machine {

namespace {

using matrix::Words;

/// Transposes elements of whole bytes, eight bytes a lane. An element's index in its group begins with the
/// row's number and shall end with it: the index is rotated by as many bits as that number has.
template <typename Vector>
void transpose_eight_bytes(std::array<Lanes, 4>& data) {
  constexpr int kVectors = 8;
  for (std::size_t group = 0; group < kMaxLanes; group += 16) {
    Words rows[kVectors];
    for (std::size_t i = 0; i < 4; ++i)
      matrix::interleave(matrix::load<Words>(&data[0][group + 4 * i]),
                         matrix::load<Words>(&data[1][group + 4 * i]), rows + 2 * i);
    Vector elements[kVectors];
    for (int i = 0; i < kVectors; ++i) elements[i] = Vector(rows[i]);
    constexpr int kElement = sizeof(elements[0][0]);
    for (int turned = kElement; turned < 8; turned *= 2) matrix::turn(elements);
    for (std::size_t i = 0; i < 4; ++i) {
      const Words x = Words(elements[2 * i]), y = Words(elements[2 * i + 1]);
      matrix::store(&data[0][group + 4 * i], __builtin_shufflevector(x, y, 0, 2, 4, 6));
      matrix::store(&data[1][group + 4 * i], __builtin_shufflevector(x, y, 1, 3, 5, 7));
    }
  }
}

// An element of a lane's data, taken as one little-endian number; it may straddle two dwords.
std::uint32_t element_at(const std::array<Lanes, 4>& from, int lane, int first_bit, int bits) {
  const auto dword = std::size_t(first_bit / 32);
  const std::uint64_t high = dword + 1 < from.size() ? from[dword + 1][lane] : 0;
  return std::uint32_t((from[dword][lane] | high << 32) >> (first_bit % 32)) & ((1u << bits) - 1u);
}

void transpose_any(int bits, int per_lane, std::array<Lanes, 4>& data) {
  const std::array<Lanes, 4> from = data;
  for (int d = 0; d < bits * per_lane / 32; ++d) data[d].fill(0);
  for (int l = 0; l < kMaxLanes; ++l)
    for (int n = 0; n < per_lane; ++n) {
      const int place = 16 * n + l % 16, to = bits * n;
      const int source = l / 16 * 16 + place / per_lane;
      const std::uint64_t x = std::uint64_t{element_at(from, source, bits * (place % per_lane), bits)}
                              << (to % 32);
      data[to / 32][l] |= std::uint32_t(x);
      if ((x >> 32) != 0) data[to / 32 + 1][l] |= std::uint32_t(x >> 32);
    }
}

}  // namespace

void transpose_groups(int bits, int per_lane, std::array<Lanes, 4>& data) {
  if (bits == 8 && per_lane == 8) return transpose_eight_bytes<matrix::Bytes>(data);
  if (bits == 16 && per_lane == 4) return transpose_eight_bytes<matrix::Halves>(data);
  transpose_any(bits, per_lane, data);
}

namespace {

// The lane from which an exchange takes an element. Of 16 bits 8 lanes exchange a square of 8 by 8, of 8 bits
// as the inferred map has it (ROCm/rocm-systems, rocjitsu; Triton's fp8 kernels address LDS for it).
int fetching_lane(int bits, int lane, int element) {
  if (bits == 16) return (lane & ~7) | element;
  const int half = element / 4, within = element % 4;
  return (lane & ~15) | half << 3 | (lane >> 3 & 1) << 2 | within;
}

// Exchanges the elements that the lanes fetched. Of 4 and 6 bits 16 lanes exchange a square of 16 by 16, as
// on gfx950 (inferred; AMD's translator from gfx1250 to older archs has it so, too).
void exchange(int bits, int dwords, std::array<Lanes, 4>& data) {
  constexpr int kColumns = 16;
  if (bits < 8) return transpose_groups(bits, kColumns, data);
  std::array<Lanes, 4> from;
  for (int d = 0; d < dwords; ++d) from[std::size_t(d)] = std::exchange(data[std::size_t(d)], {});
  const int in_dword = 32 / bits;
  const std::uint32_t field = (1u << bits) - 1;
  for (int l = 0; l < kMaxLanes; ++l)
    for (int e = 0; e < dwords * in_dword; ++e) {
      const int taken = l & 7;  // index within what that lane fetched
      const std::uint32_t x = from[std::size_t(taken / in_dword)][std::size_t(fetching_lane(bits, l, e))];
      data[std::size_t(e / in_dword)][std::size_t(l)] |= (x >> bits * (taken % in_dword) & field)
                                                         << bits * (e % in_dword);
    }
}

}  // namespace

void exchange_elements(Pending& p) {
  exchange(p.memory->exchange, p.dwords, p.data);
  if (!p.all_defined) exchange(p.memory->exchange, p.dwords, p.undefined);
}

}  // namespace lockstep::machine
