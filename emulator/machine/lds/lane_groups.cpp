#include "emulator/machine/lds/lane_groups.hpp"

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

}  // namespace lockstep::machine
