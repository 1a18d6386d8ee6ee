// The gate of an MoE's first product as its contract defines it: silu(g) * u as a fixed sequence of binary32
// operations, each rounded to nearest even, so that the answer is the same on every device.
//
//   x = max(-|g|, -200)     w = x * H, to an integer     f = fma(x, L, fma(x, H, -w))      H + L = 1 / ln 2
//   e = 2^w * (Taylor polynomial of 2^f, degree 7, by Horner, each step one fma)
//   result = (g * ((g < 0 ? e : 1) / (1 + e))) * u
#pragma once

namespace lockstep::operators {

float gated(float g, float u);

/// The function itself, and how far gated() is from it when g and u are off by at most these losses.
struct GatedExact {
  double value, loss;
};
GatedExact gated_exact(double g, double g_loss, double u, double u_loss);

}  // namespace lockstep::operators
