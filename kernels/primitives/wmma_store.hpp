// A wave's sums to D: rounded once, and stored by a tensor copy or by its lanes.
#pragma once

#include <type_traits>

#include "kernels/primitives/wmma_loop.hpp"

namespace lockstep::device::wmma {

enum class Out : int { bf16 = 0, f16 = 1, f32 = 2 };

/// A wave's part of D, or of a split's partial sums.
struct Destination {
  std::uint8_t* d;
  int m, n;
  int row, column;  ///< first
};

/// Eight neighbours of a row in the output's format, nearest even.
template <Out kOut>
struct Octet {
  static constexpr int kBytes = kOut == Out::f32 ? 4 : 2;
  using Element = std::conditional_t<kOut == Out::bf16, __bf16, std::conditional_t<kOut == Out::f16, _Float16, float>>;
  using Elements = Element __attribute__((ext_vector_type(8)));
  Elements x;

  __device__ explicit Octet(Float8 sums) : x(__builtin_convertvector(sums, Elements)) {}
};

/// Bytes from one row of a wave's part of D in LDS to the next: each row is followed by 16, against bank conflicts.
template <class S, Out kOut>
inline constexpr int kStoredPitch = S::kWaveColumns * Octet<kOut>::kBytes + 16;
/// LDS of a kernel that stores by copies.
template <class S, Out kOut, int kStages>
inline constexpr int kLdsOf = kStages * S::kStageBytes > 4 * S::kWaveRows * kStoredPitch<S, kOut>
                                  ? kStages * S::kStageBytes
                                  : 4 * S::kWaveRows * kStoredPitch<S, kOut>;

/// take(sums, row, column) for every tile of 16 by 16, by the first row and column that the lane has of it. Nothing is
/// indexed by a variable: sums stay in registers.
template <class S, class Take, int... kTile>
LOCKSTEP_IN_REGISTERS __device__ void for_each_tile(const Sums<S>& sums, int lane, std::integer_sequence<int, kTile...>, Take take) {
  (take(sums.template at<kTile % S::kB16, kTile / S::kB16>(), kTile / S::kB16 * 16 + lane % 16,
        kTile % S::kB16 * 16 + lane / 16 * 8),
   ...);
}
template <class S>
using Tiles = std::make_integer_sequence<int, S::kA16 * S::kB16>;

/// Through LDS, which nobody else uses any more. Stores know no padding, so to the copy what follows a row is columns of the
/// tile, past the last of the tensor.
template <class S, Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store_by_copy(const Sums<S>& sums, const Destination& to, wave32::LdsBytes lds, const Thread& thread) {
  using Eight = Octet<kOut>;
  constexpr int kPitch = kStoredPitch<S, kOut>;
  const wave32::LdsBytes own = lds + thread.wave * S::kWaveRows * kPitch;
  wave32::hand_over_lds();
  for_each_tile(sums, thread.lane, Tiles<S>{}, [&](Float8 x, int row, int column) {
    using Lds = __attribute__((address_space(3))) typename Eight::Elements*;
    *reinterpret_cast<Lds>(own + row * kPitch + column * Eight::kBytes) = Eight(x).x;
  });
  wave32::wait_for_lds();
  const std::uint32_t columns = rest(to.n, to.column), width = S::kWaveColumns;
  const auto first = static_cast<std::uint64_t>(to.row) * static_cast<std::uint32_t>(to.n) + static_cast<std::uint32_t>(to.column);
  tensor_copy::store({reinterpret_cast<std::uint64_t>(to.d) + first * Eight::kBytes, wave32::address_of(own),
                      columns < width ? columns : width, rest(to.m, to.row), static_cast<std::uint32_t>(to.n),
                      kPitch / Eight::kBytes, S::kWaveRows, Eight::kBytes == 4 ? 2 : 1, 0});
  tensor_copy::wait(0);
}

/// Straight from registers. Rows of D are aligned for sixteen bytes at a time, or stored by elements.
template <class S, Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store_by_lanes(const Sums<S>& sums, const Destination& to, const Thread& thread) {
  using Eight = Octet<kOut>;
  const bool aligned = to.n % 8 == 0;
  for_each_tile(sums, thread.lane, Tiles<S>{}, [&](Float8 x, int in_row, int in_column) {
    const int row = to.row + in_row, column = to.column + in_column;
    const Eight eight(x);
    if (row >= to.m) return;
    auto* const d = reinterpret_cast<typename Eight::Element*>(to.d) + std::int64_t{row} * to.n + column;
    if (aligned) {
      if (column < to.n) *reinterpret_cast<typename Eight::Elements*>(d) = eight.x;
    } else {
#pragma unroll
      for (int i = 0; i < 8; ++i)
        if (column + i < to.n) d[i] = eight.x[i];
    }
  });
}

template <class S>
LOCKSTEP_IN_REGISTERS __device__ void store(const Sums<S>& sums, const Destination& to, int out, bool by_copy, wave32::LdsBytes lds,
                      const Thread& thread) {
  const auto as = [&]<Out kOut>() LOCKSTEP_IN_REGISTERS {
    if (by_copy) {
      store_by_copy<S, kOut>(sums, to, lds, thread);
    } else {
      store_by_lanes<S, kOut>(sums, to, thread);
    }
  };
  if (out == static_cast<int>(Out::bf16)) {
    as.template operator()<Out::bf16>();
  } else if (out == static_cast<int>(Out::f16)) {
    as.template operator()<Out::f16>();
  } else {
    as.template operator()<Out::f32>();
  }
}

}  // namespace lockstep::device::wmma
