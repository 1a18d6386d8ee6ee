// Matrix instructions: shape only. The arithmetic is a model's business.
#include <array>

#include "../semantics.hpp"
#include "sources.hpp"

namespace lockstep::isa {
namespace {

constexpr std::array kRows{
    Semantics{"v_mfma_f32_16x16x128_f8f6f4", Matrix{16, 16, 128, false}, kVop3p},
    Semantics{"v_mfma_f32_32x32x64_f8f6f4", Matrix{32, 32, 64, false}, kVop3p},
    Semantics{"v_mfma_scale_f32_16x16x128_f8f6f4", Matrix{16, 16, 128, true}, kVop3p},
    Semantics{"v_mfma_scale_f32_32x32x64_f8f6f4", Matrix{32, 32, 64, true}, kVop3p},
};

}  // namespace

std::span<const Semantics> matrix_table() {
  return kRows;
}

}  // namespace lockstep::isa
