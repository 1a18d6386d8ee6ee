// Which scales, blocks and elements go together in libraries and instructions.
#pragma once

#include <algorithm>
#include <array>

#include "reference/formats/formats.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::scaling {

struct Use {
  const formats::Format* scale;
  std::string_view block;
  std::array<const formats::Format*, 5> elements;  ///< the rest is nullptr
  std::string_view source;
};

inline constexpr std::array kUses{
    Use{&formats::float8_e8m0fnu,
        "1x32",
        {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float6_e2m3fn, &formats::float6_e3m2fn,
         &formats::float4_e2m1fn},
        "OCP MX v1.0: the concrete formats but MXINT8"},
    Use{&formats::float8_e8m0fnu,
        "1x128",
        {&formats::float8_e4m3fn},
        "DeepGEMM with UE8M0 scales: activations"},
    Use{&formats::float8_e8m0fnu,
        "128x128",
        {&formats::float8_e4m3fn},
        "DeepGEMM with UE8M0 scales: weights"},
    Use{&formats::float32,
        "tensor",
        {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float8_e4m3fnuz,
         &formats::float8_e5m2fnuz},
        "PyTorch tensor-wise scaling; FNUZ on gfx942"},
    Use{&formats::float32,
        "row",
        {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float8_e4m3fnuz,
         &formats::float8_e5m2fnuz},
        "PyTorch row-wise scaling; FNUZ on gfx942"},
    Use{&formats::float32,
        "1x128",
        {&formats::float8_e4m3fn, &formats::float8_e4m3fnuz},
        "DeepGEMM: activations; FNUZ on gfx942"},
    Use{&formats::float32,
        "128x128",
        {&formats::float8_e4m3fn, &formats::float8_e4m3fnuz},
        "DeepGEMM: weights; FNUZ on gfx942"},
    Use{&formats::float8_ue4m3, "1x16", {&formats::float4_e2m1fn}, "NVFP4"},
    Use{&formats::float8_ue5m3,
        "1x16",
        {&formats::float4_e2m1fn},
        "gfx1250's scale16 with scale format E5M3"},
};

constexpr bool is_in_use(const formats::Format& scale, const BlockShape& block,
                         const formats::Format& element) {
  return std::ranges::any_of(kUses, [&](const Use& use) {
    return *use.scale == scale && use.block == block.name &&
           std::ranges::find(use.elements, &element) != use.elements.end();
  });
}

}  // namespace lockstep::scaling
