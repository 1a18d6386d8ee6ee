// The shapes of the matrix instructions with operands of 8 bits and fewer: on CDNA4 those of the f8f6f4
// family, v_mfma[_scale]_f32_16x16x128_f8f6f4 and ..._32x32x64_f8f6f4, and on CDNA3 and CDNA4 those of
// v_mfma_f32_{16x16x32,32x32x16}_{fp8,bf8}_{fp8,bf8}, which have no scales.
#pragma once

namespace lockstep::matrix {

/// The shape of D[m][n] = C[m][n] + sum over k of A[m][k] * B[k][n]. Only those below exist, all with m == n.
struct Shape {
  int m, n, k;
  /// Scales per row of A and per column of B; one, of 1, in the unscaled shapes.
  constexpr int blocks() const { return k < 32 ? 1 : k / 32; }
  constexpr int block_k() const { return k / blocks(); }  ///< k per scale
  constexpr int elements() const { return m * k; }        ///< elements of A, or of B
  constexpr bool operator==(const Shape&) const = default;
};

inline constexpr Shape k16x16x128{16, 16, 128};
inline constexpr Shape k32x32x64{32, 32, 64};
inline constexpr Shape k16x16x32{16, 16, 32};
inline constexpr Shape k32x32x16{32, 32, 16};
constexpr bool is_narrow(Shape shape) {
  return shape == k16x16x32 || shape == k32x32x16;
}

inline constexpr int kScaleBlock = 32;  ///< consecutive k that share one scale of A and one of B
inline constexpr int kLanes = 64;       ///< lanes of a wave
/// Elements() of both f8f6f4 shapes, the most of any.
inline constexpr int kOperandElements = 2048;
/// M * blocks() of both f8f6f4 shapes.
inline constexpr int kOperandScales = 64;

}  // namespace lockstep::matrix
