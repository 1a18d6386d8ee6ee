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
  using Element =
      std::conditional_t<kOut == Out::bf16, __bf16, std::conditional_t<kOut == Out::f16, _Float16, float>>;
  using Elements = Element __attribute__((ext_vector_type(8)));
  Elements x;

  __device__ explicit Octet(Float8 sums) : x(__builtin_convertvector(sums, Elements)) {}
};

/// Bytes from one row of a wave's part of D in LDS to the next: each row is followed by 16, against bank
/// conflicts.
template <class S, Out kOut>
inline constexpr int kStoredPitch = S::kWaveColumns * Octet<kOut>::kBytes + 16;
/// LDS of a kernel that stores by copies.
template <class S, Out kOut, int kStages>
inline constexpr int kLdsOf = kStages * S::kStageBytes > 4 * S::kWaveRows* kStoredPitch<S, kOut>
                                  ? kStages* S::kStageBytes
                                  : 4 * S::kWaveRows* kStoredPitch<S, kOut>;

/// take(sums, row, column) for every tile of 16 by 16, by the first row and column that the lane has of it.
/// Nothing is indexed by a variable: sums stay in registers.
template <class S, class Take, int... kTile>
LOCKSTEP_IN_REGISTERS __device__ void for_each_tile(const Sums<S>& sums, int lane,
                                                    std::integer_sequence<int, kTile...>, Take take) {
  (take(sums.template at<kTile % S::kB16, kTile / S::kB16>(), kTile / S::kB16 * 16 + lane % 16,
        kTile % S::kB16 * 16 + lane / 16 * 8),
   ...);
}
template <class S>
using Tiles = std::make_integer_sequence<int, S::kA16 * S::kB16>;

/// Lays a wave's part of D out in LDS, which nobody else uses any more, and returns where: of its rows those
/// that hold(row) as they are, the others as zeros.
template <class S, Out kOut, class Hold>
LOCKSTEP_IN_REGISTERS __device__ wave32::LdsBytes lay_out(const Sums<S>& sums, wave32::LdsBytes lds,
                                                          const Thread& thread, Hold hold) {
  using Eight = Octet<kOut>;
  constexpr int kPitch = kStoredPitch<S, kOut>;
  const wave32::LdsBytes own = lds + thread.wave * S::kWaveRows * kPitch;
  wave32::hand_over_lds();
  for_each_tile(sums, thread.lane, Tiles<S>{}, [&](Float8 x, int row, int column) {
    using Lds = __attribute__((address_space(3))) typename Eight::Elements*;
    *reinterpret_cast<Lds>(own + row * kPitch + column * Eight::kBytes) =
        hold(row) ? Eight(x).x : typename Eight::Elements{};
  });
  wave32::wait_for_lds();
  return own;
}

/// The rows of D from to.row to to.m, which `from` has in LDS. Stores know no padding, so to the copy what
/// follows a row is columns of the tile, past the last of the tensor.
template <class S, Out kOut>
__device__ void copy_rows(wave32::LdsBytes from, const Destination& to) {
  using Eight = Octet<kOut>;
  constexpr int kPitch = kStoredPitch<S, kOut>;
  const std::uint32_t columns = rest(to.n, to.column), width = S::kWaveColumns;
  const auto first = static_cast<std::uint64_t>(to.row) * static_cast<std::uint32_t>(to.n) +
                     static_cast<std::uint32_t>(to.column);
  tensor_copy::store({reinterpret_cast<std::uint64_t>(to.d) + first * Eight::kBytes, wave32::address_of(from),
                      columns < width ? columns : width, rest(to.m, to.row), static_cast<std::uint32_t>(to.n),
                      kPitch / Eight::kBytes, S::kWaveRows, Eight::kBytes == 4 ? 2 : 1, 0});
}

/// Stores through LDS, which nobody else uses any more.
template <class S, Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store_by_copy(const Sums<S>& sums, const Destination& to,
                                                    wave32::LdsBytes lds, const Thread& thread) {
  copy_rows<S, kOut>(lay_out<S, kOut>(sums, lds, thread, [](int) { return true; }), to);
  tensor_copy::wait(0);
}

/// Stores chosen rows through LDS: bit r of `stored` is row to.row + r, `held` those that hold a result and
/// are not zeros. Neighbours are copied together.
template <class S, Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store_rows_by_copy(const Sums<S>& sums, const Destination& to,
                                                         std::uint64_t stored, std::uint64_t held,
                                                         wave32::LdsBytes lds, const Thread& thread) {
  static_assert(S::kWaveRows == 64);
  const wave32::LdsBytes own =
      lay_out<S, kOut>(sums, lds, thread, [&](int row) { return (held >> row & 1) != 0; });
  while (stored != 0) {
    const int first = __builtin_ctzll(stored);
    const std::uint64_t below =
        stored + (stored & -stored);  // the lowest run of ones carried into the zero behind it
    const int end = below == 0 ? 64 : __builtin_ctzll(below);
    copy_rows<S, kOut>(own + first * kStoredPitch<S, kOut>,
                       {to.d, to.row + end, to.n, to.row + first, to.column});
    stored &= below;
  }
  tensor_copy::wait(0);
}

/// Stores straight from registers. Rows of D are aligned for sixteen bytes at a time, or stored by elements.
template <class S, Out kOut>
LOCKSTEP_IN_REGISTERS __device__ void store_by_lanes(const Sums<S>& sums, const Destination& to,
                                                     const Thread& thread) {
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
LOCKSTEP_IN_REGISTERS __device__ void store(const Sums<S>& sums, const Destination& to, int out, bool by_copy,
                                            wave32::LdsBytes lds, const Thread& thread) {
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
