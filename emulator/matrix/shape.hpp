// The two shapes of the CDNA4 f8f6f4 family: v_mfma[_scale]_f32_16x16x128_f8f6f4 and ..._32x32x64_f8f6f4.
#pragma once

namespace lockstep::matrix {

/// D[m][n] = C[m][n] + sum over k of A[m][k] * B[k][n]. Only the two shapes below exist, both with m == n.
struct Shape {
  int m, n, k;
  constexpr int blocks() const { return k / 32; }  ///< scales per row of A and per column of B
  constexpr bool operator==(const Shape&) const = default;
};

inline constexpr Shape k16x16x128{16, 16, 128};
inline constexpr Shape k32x32x64{32, 32, 64};

inline constexpr int kScaleBlock = 32;         ///< consecutive k that share one scale of A and one of B
inline constexpr int kLanes = 64;              ///< lanes of a wave
inline constexpr int kOperandElements = 2048;  ///< m * k == n * k, in both shapes
inline constexpr int kOperandScales = 64;      ///< m * k / 32, in both shapes

}  // namespace lockstep::matrix
