#include "reference/layouts/deepgemm_scales.hpp"

#include <algorithm>

namespace lockstep::layouts {
namespace {

template <typename Layout, typename Visit>
void for_each(const Layout& layout, Visit visit) {
  for (std::int64_t row = 0; row < layout.rows; ++row)
    for (std::int64_t block = 0; block < layout.blocks; ++block)
      visit(std::size_t(row * layout.blocks + block), layout.stored({row, block}));
}

}  // namespace

void transform(const FloatScales& layout, std::span<const float> logical, std::span<float> stored) {
  std::fill(stored.begin(), stored.end(), 0.0f);
  for_each(layout, [&](std::size_t i, std::int64_t at) {
    stored[std::size_t(at / FloatScales::kElement)] = logical[i];
  });
}

void transform_back(const FloatScales& layout, std::span<const float> stored, std::span<float> logical) {
  for_each(layout, [&](std::size_t i, std::int64_t at) {
    logical[i] = stored[std::size_t(at / FloatScales::kElement)];
  });
}

void transform(const PackedScales& layout, std::span<const std::uint8_t> logical,
               std::span<std::uint8_t> stored) {
  std::fill(stored.begin(), stored.end(), std::uint8_t{0});
  for_each(layout, [&](std::size_t i, std::int64_t at) { stored[std::size_t(at)] = logical[i]; });
}

void transform_back(const PackedScales& layout, std::span<const std::uint8_t> stored,
                    std::span<std::uint8_t> logical) {
  for_each(layout, [&](std::size_t i, std::int64_t at) { logical[i] = stored[std::size_t(at)]; });
}

}  // namespace lockstep::layouts
