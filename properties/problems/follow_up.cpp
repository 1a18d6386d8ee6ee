#include "properties/problems/follow_up.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

constexpr int kFurthest = 32;  // exponent of a scale

bool is_near_one(float scale) {
  const float magnitude = std::abs(scale);
  return std::isnan(scale) || scale == 0 ||
         (magnitude >= std::ldexp(1.0f, -kFurthest) && magnitude <= std::ldexp(1.0f, kFurthest));
}

tl::unexpected<std::string> far_scale() {
  return tl::unexpected<std::string>("a scale is so far from 1 that results may under- or overflow");
}

tl::expected<void, std::string> multiply_e8m0(cases::Scales scales, int exponent,
                                              std::span<std::uint8_t> codes) {
  const auto& f = formats::float8_e8m0fnu;
  for (std::uint8_t& code : codes) {
    if (formats::is_nan(f, code)) continue;
    const int was = int(code) - f.bias, is = was + exponent;
    if (was < -kFurthest && scales == cases::Scales::quantised) continue;
    if (std::abs(was) > kFurthest || std::abs(is) > kFurthest) return far_scale();
    code = std::uint8_t(is + f.bias);
  }
  return {};
}

tl::expected<void, std::string> multiply_float32(cases::Scales scales, int exponent,
                                                 std::span<std::uint8_t> bytes) {
  for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
    float scale = 0;
    std::memcpy(&scale, &bytes[at], sizeof scale);
    if (std::isnan(scale)) continue;  // keeps its bits
    if (scale < std::ldexp(1.0f, -kFurthest) && scales == cases::Scales::quantised) continue;
    const float multiplied = std::ldexp(scale, exponent);
    if (!is_near_one(scale) || !is_near_one(multiplied)) return far_scale();
    std::memcpy(&bytes[at], &multiplied, sizeof multiplied);
  }
  return {};
}

}  // namespace

tl::expected<std::vector<std::size_t>, std::string> source_rows(std::span<const std::int32_t> source,
                                                                std::span<const std::int32_t> follow_up,
                                                                const Relation& relation) {
  std::vector<std::vector<std::size_t>> of_group;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto group = std::size_t(source[i]);
    if (group >= of_group.size()) of_group.resize(group + 1);
    of_group[group].push_back(i);
  }
  std::vector<std::size_t> taken(relation.groups.size(), 0), rows;
  for (const std::int32_t g : follow_up) {
    const auto group = std::size_t(g);
    if (group >= relation.groups.size() || taken[group] == relation.groups[group].rows.size())
      return tl::unexpected<std::string>("the follow-up has other rows");
    const Relation::Group& from = relation.groups[group];
    rows.push_back(of_group[std::size_t(from.source)][std::size_t(from.rows[taken[group]++])]);
  }
  for (std::size_t g = 0; g < taken.size(); ++g)
    if (taken[g] != relation.groups[g].rows.size())
      return tl::unexpected<std::string>("the follow-up has other rows");
  return rows;
}

std::vector<std::uint8_t> picked_rows(std::span<const std::uint8_t> source, std::int64_t row_bytes,
                                      std::span<const std::size_t> rows, std::int64_t new_row_bytes,
                                      std::span<const std::uint8_t> filler) {
  const auto bytes = std::size_t(row_bytes), all = std::size_t(new_row_bytes);
  std::vector<std::uint8_t> picked(rows.size() * all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(source.begin() + std::ptrdiff_t(rows[i] * bytes), bytes,
                picked.begin() + std::ptrdiff_t(i * all));
    for (std::size_t at = bytes; at < all; ++at) picked[i * all + at] = filler[(at - bytes) % filler.size()];
  }
  return picked;
}

std::vector<std::size_t> rows_of_planes(std::span<const std::size_t> source_planes, std::int64_t width,
                                        std::span<const std::int64_t> columns, std::int64_t block) {
  std::vector<std::size_t> rows;
  for (const std::size_t plane : source_planes)
    for (std::int64_t i = 0; i < width; ++i)
      rows.push_back(plane * std::size_t(width) +
                     std::size_t(columns.empty() ? i : columns[std::size_t(i * block)] / block));
  return rows;
}

void negate(const formats::Format& format, std::span<std::uint8_t> codes) {
  const auto sign = std::uint8_t(format.sign_mask());
  const bool one_zero = format.specials == formats::Specials::fnuz;
  for (std::uint8_t& code : codes)
    if (!one_zero || (code & ~sign) != 0) code ^= sign;
}

void change_k(const Relation& relation, std::int64_t k, std::span<std::uint8_t> codes) {
  constexpr std::int64_t kSlice = 128;
  if (k == 0 || (!relation.slice && relation.exchanged == 0)) return;
  const std::int64_t kept = relation.slice.value_or(0) % ((k + kSlice - 1) / kSlice);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::int64_t at = std::int64_t(i) % k, partner = at ^ relation.exchanged;
    if (relation.slice && at / kSlice != kept) codes[i] = 0;
    if (partner > at && partner < k) std::swap(codes[i], codes[i + std::size_t(partner - at)]);
  }
}

tl::expected<void, std::string> multiply_scales(const Relation& relation, const formats::Format& scale,
                                                std::span<std::uint8_t> a, std::span<std::uint8_t> b,
                                                std::span<const float> weights) {
  if (!relation.scales()) return {};
  const auto multiply = scale.bits == 8 ? multiply_e8m0 : multiply_float32;
  for (const auto& [exponent, bytes] : {std::pair(relation.a_exponent, a), {relation.b_exponent, b}})
    if (auto ok = multiply(relation.the_case.scales, exponent, bytes); !ok) return ok;
  if (std::all_of(weights.begin(), weights.end(), is_near_one)) return {};
  return tl::unexpected<std::string>("a weight is so far from 1 that results may under- or overflow");
}

std::vector<std::size_t> take_planes(std::span<const std::int32_t> groups, std::span<const int> from,
                                     const Relation& relation, std::vector<int>& plane_of_group) {
  plane_of_group.assign(relation.groups.size(), -1);
  std::vector<std::size_t> source;
  for (const std::int32_t group : groups) {
    if (plane_of_group[std::size_t(group)] >= 0) continue;
    plane_of_group[std::size_t(group)] = int(source.size());
    source.push_back(std::size_t(from[std::size_t(relation.groups[std::size_t(group)].source)]));
  }
  return source;
}

std::vector<std::uint8_t> unit_scale(const formats::Format& scale) {
  if (scale.bits == 8) return {std::uint8_t(scale.bias)};
  const auto one = std::bit_cast<std::array<std::uint8_t, sizeof(float)>>(1.0f);
  return {one.begin(), one.end()};
}

std::vector<std::int64_t> source_elements(std::span<const std::int64_t> rows, const Relation& relation,
                                          std::int64_t columns) {
  std::vector<std::int64_t> elements;
  elements.reserve(rows.size() * std::size_t(columns));
  for (const std::int64_t row : rows)
    for (std::int64_t c = 0; c < columns; ++c)
      elements.push_back(row == FollowUp::kNone
                             ? FollowUp::kNone
                             : row * columns +
                                   (relation.columns.empty() ? c : relation.columns[std::size_t(c)]));
  return elements;
}

}  // namespace lockstep::problems
