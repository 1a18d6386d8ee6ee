#include "tests/matrix/twin.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "tests/matrix/twin_models.hpp"

namespace lockstep::tests {
namespace {

template <twin::Tail* kTail>
constexpr Twin of_gfx942(std::string_view model) {
  return {model, twin::cdna3_8<kTail>, twin::cdna3_16<kTail>, twin::cdna3_xf32<kTail>};
}

constexpr std::array kTwins{
    Twin{"exact", twin::exact, twin::exact},
    Twin{"fma_post", twin::fma_post, twin::fma_each_k},
    Twin{"tr8_inexp", twin::tr8, twin::tr8},
    Twin{"tr16_inexp", twin::tr16, twin::tr16},
    Twin{"tr32_inexp", twin::tr32, twin::tr32},
    // CDNA3 splits by parity 8 bits only, 16 a step, where a step of 16 bits takes 8: half of each below.
    Twin{"gtr16_inexp", twin::gtr16, twin::tr8},
    Twin{"gtr32_inexp", twin::gtr32, twin::tr16},
    Twin{"gtr128_inexp", twin::gtr_whole, twin::tr32},
    Twin{"gtr16_post", twin::gtr16_post, twin::tr8},
    Twin{"gtr32_post", twin::gtr32_post, twin::tr16},
    Twin{"nv_st", twin::nv_st_8, twin::nv_st_16},
    Twin{"gfx12_dot4", twin::gfx12_dot4, twin::gfx12_dot4},
    of_gfx942<twin::newest>("cdna3"),
    of_gfx942<twin::v1>("cdna3_v1"),
    of_gfx942<twin::v2a>("cdna3_v2a"),
    of_gfx942<twin::khattak>("cdna3_khattak"),
};

}  // namespace

std::span<const Twin> twins() {
  return kTwins;
}

const Twin* find_twin(std::string_view model) {
  const auto found = std::ranges::find(kTwins, model, &Twin::model);
  return found == kTwins.end() ? nullptr : found;
}

float twin_f32(const TwinVector& a, const TwinVector& b, float c) {
  return twin::fma_each_k(a, b, c);
}

float twin_dot(std::string_view model, const TwinVector& a, const TwinVector& b, float c) {
  const Twin* twin = find_twin(model);
  if (twin == nullptr) throw std::invalid_argument("no twin of " + std::string(model));
  return (a.format->bits == 16 ? twin->sixteen : twin->eight)(a, b, c);
}

}  // namespace lockstep::tests
