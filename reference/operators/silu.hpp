// The gate of an MoE's first product as its contract defines it: silu(g) * u as a fixed sequence of binary32
// operations, each rounded to nearest even, so that the answer is the same on every device.
//
//   x = max(-|g|, -200)     w = x * H, to an integer     f = fma(x, L, fma(x, H, -w))      H + L = 1 / ln 2
//   e = 2^w * (Taylor polynomial of 2^f, degree 7, by Horner, each step one fma)
//   result = (g * ((g < 0 ? e : 1) / (1 + e))) * u
#pragma once

namespace lockstep::operators {

/// The sequence over numbers, or over what stands for them: `of` has the operations.
template <typename Arithmetic, typename Number>
Number gated(const Arithmetic& of, Number g, Number u) {
  constexpr float kHigh = 0x1.715476p+0f, kLow = 0x1.4ae0cp-26f, kMost = 200;
  constexpr float kTaylor[] = {0x1.ffcbfcp-17f, 0x1.430912p-13f, 0x1.5d87fep-10f, 0x1.3b2ab6p-7f,
                               0x1.c6b08ep-5f,  0x1.ebfbep-3f,   0x1.62e43p-1f,   0x1p+0f};
  const Number magnitude = of.absolute(g);
  const Number x = of.select(of.less(of.number(kMost), magnitude), of.negated(magnitude), of.number(-kMost));
  const Number whole = of.whole(of.times(x, of.number(kHigh)));
  const Number part = of.fused(x, of.number(kHigh), of.negated(whole));
  const Number fraction = of.fused(x, of.number(kLow), part);
  Number power = of.number(kTaylor[0]);
  for (int i = 1; i < 8; ++i) power = of.fused(power, fraction, of.number(kTaylor[i]));
  const Number e = of.shifted(power, whole), one = of.number(1);
  const Number sigmoid = of.divided(of.select(of.less(g, of.number(0)), one, e), of.add(one, e));
  return of.times(of.times(g, sigmoid), u);
}

float gated(float g, float u);

/// The function itself, and how far gated() is from it when g and u are off by at most these losses.
struct GatedExact {
  double value, loss;
};
GatedExact gated_exact(double g, double g_loss, double u, double u_loss);

}  // namespace lockstep::operators
