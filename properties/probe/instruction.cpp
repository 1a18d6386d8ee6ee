#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using formats::float8_e8m0fnu;
using formats::float8_ue4m3;
using formats::float8_ue5m3;
using formats::Format;

struct Row {
  std::string_view name, arch, symbol;
  const Format* scale = nullptr;
};

// clang-format off
constexpr Row kRows[] = {
    {"v_mfma_scale_f32_16x16x128_f8f6f4", "gfx950", "scaled_16x16x128", &float8_e8m0fnu},
    {"v_mfma_f32_16x16x128_f8f6f4",       "gfx950", "plain_16x16x128"},
    {"v_mfma_scale_f32_32x32x64_f8f6f4",  "gfx950", "scaled_32x32x64", &float8_e8m0fnu},
    {"v_mfma_f32_32x32x64_f8f6f4",        "gfx950", "plain_32x32x64"},

    {"v_mfma_f32_16x16x32_fp8_fp8",       "gfx942", "mfma_16x16x32_fp8"},
    {"v_mfma_f32_16x16x32_bf8_bf8",       "gfx942", "mfma_16x16x32_bf8"},
    {"v_mfma_f32_32x32x16_fp8_fp8",       "gfx942", "mfma_32x32x16_fp8"},
    {"v_mfma_f32_32x32x16_bf8_bf8",       "gfx942", "mfma_32x32x16_bf8"},
    {"v_mfma_f32_16x16x16_f16",           "gfx942", "mfma_16x16x16_f16"},
    {"v_mfma_f32_32x32x8_f16",            "gfx942", "mfma_32x32x8_f16"},
    {"v_mfma_f32_16x16x16_bf16",          "gfx942", "mfma_16x16x16_bf16"},
    {"v_mfma_f32_32x32x8_bf16",           "gfx942", "mfma_32x32x8_bf16"},
    {"v_mfma_f32_16x16x8_xf32",           "gfx942", "mfma_16x16x8_xf32"},
    {"v_mfma_f32_32x32x4_xf32",           "gfx942", "mfma_32x32x4_xf32"},

    {"v_wmma_scale_f32_16x16x128_f8f6f4",        "gfx1250", "wmma_scale_16x16x128_scales0", &float8_e8m0fnu},
    {"v_wmma_scale_f32_16x16x128_f8f6f4 E5M3",   "gfx1250", "wmma_scale_16x16x128_scales1", &float8_ue5m3},
    {"v_wmma_scale_f32_16x16x128_f8f6f4 E4M3",   "gfx1250", "wmma_scale_16x16x128_scales2", &float8_ue4m3},
    {"v_wmma_scale16_f32_16x16x128_f8f6f4",      "gfx1250", "wmma_scale16_16x16x128_scales0", &float8_e8m0fnu},
    {"v_wmma_scale16_f32_16x16x128_f8f6f4 E5M3", "gfx1250", "wmma_scale16_16x16x128_scales1", &float8_ue5m3},
    {"v_wmma_scale16_f32_16x16x128_f8f6f4 E4M3", "gfx1250", "wmma_scale16_16x16x128_scales2", &float8_ue4m3},
    {"v_wmma_scale_f32_32x16x128_f4",            "gfx1250", "wmma_scale_32x16x128_scales0", &float8_e8m0fnu},
    {"v_wmma_scale_f32_32x16x128_f4 E5M3",       "gfx1250", "wmma_scale_32x16x128_scales1", &float8_ue5m3},
    {"v_wmma_scale_f32_32x16x128_f4 E4M3",       "gfx1250", "wmma_scale_32x16x128_scales2", &float8_ue4m3},
    {"v_wmma_scale16_f32_32x16x128_f4",          "gfx1250", "wmma_scale16_32x16x128_scales0", &float8_e8m0fnu},
    {"v_wmma_scale16_f32_32x16x128_f4 E5M3",     "gfx1250", "wmma_scale16_32x16x128_scales1", &float8_ue5m3},
    {"v_wmma_scale16_f32_32x16x128_f4 E4M3",     "gfx1250", "wmma_scale16_32x16x128_scales2", &float8_ue4m3},
};
// clang-format on

bool is_f8f6f4(const Instruction& i) {
  return i.row->a.bits == 0 || i.row->a.name == "f4";
}

}  // namespace

std::span<const Instruction> instructions() {
  static const auto all = [] {
    std::vector<Instruction> rows;
    for (const Row& row : kRows) {
      const std::string_view mnemonic = row.name.substr(0, row.name.find(' '));
      rows.push_back({row.name, row.arch, matrix::find_matrix_instruction(mnemonic), row.scale, row.symbol});
    }
    return rows;
  }();
  return all;
}

std::span<const Instruction> instructions(std::string_view arch) {
  const auto all = instructions();
  const auto first = std::ranges::find(all, arch, &Instruction::arch);
  const auto last = std::find_if_not(first, all.end(), [&](const Instruction& i) { return i.arch == arch; });
  return {first, last};
}

std::string probed_archs() {
  return arch::emulated_names();
}

const Instruction* find_instruction(std::string_view arch, std::string_view name) {
  for (const Instruction& i : instructions(arch))
    if (i.name == name) return &i;
  return nullptr;
}

bool has_kernel(const Instruction& i, const Format& format) {
  if (!is_f8f6f4(i)) return *matrix::element_format(i.row->a, *arch::find(i.arch)) == format;
  if (format == formats::float4_e2m1fn) return true;
  const bool narrow_only = i.row->a.bits == 4 || (i.scaled() && *i.scale != float8_e8m0fnu);
  return !narrow_only && (format == formats::float8_e4m3fn || format == formats::float8_e5m2);
}

std::string symbol(const Instruction& i, const Format& format) {
  if (!is_f8f6f4(i)) return std::string(i.symbol);
  return fmt::format("{}_format{}", i.symbol, matrix::operand_selector(format));
}

}  // namespace lockstep::probe
