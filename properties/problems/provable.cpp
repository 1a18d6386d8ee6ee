#include "properties/problems/provable.hpp"

#include <algorithm>
#include <array>

#include "properties/problems/instance.hpp"

namespace lockstep::problems {

using fingerprint::Algebra, fingerprint::Element, fingerprint::Fingerprint, fingerprint::Hasher;

namespace {

/// All elements of an operand.
std::vector<Fingerprint> leaves(const Hasher& hasher, std::uint32_t operand, std::size_t elements, int bits) {
  std::vector<Fingerprint> all(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const Fingerprint byte = bits == 8 ? Provable::leaf(hasher, operand, i, 1)
                                       : Provable::leaf(hasher, operand, i & ~std::size_t{1}, 2);
    all[i] = bits == 8 ? byte : hasher.field(std::span(&byte, 1), int(i % 2) * 4, 4);
  }
  return all;
}

}  // namespace

std::vector<std::vector<Fingerprint>> Provable::operand_leaves(const Hasher& hasher) const {
  std::vector<std::vector<Fingerprint>> all;
  with_operands([&](std::string_view, const std::vector<std::uint8_t>& elements, const formats::Format& f) {
    all.push_back(leaves(hasher, std::uint32_t(all.size()), elements.size(), bits_in_memory(f)));
  });
  return all;
}

std::vector<Fingerprint> Provable::words(const Hasher& hasher, std::span<const Fingerprint> bytes,
                                         std::size_t size) {
  std::vector<Fingerprint> all;
  std::array<fingerprint::Byte, 4> word;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    word[i % size].from = bytes[i];
    if (i % size == size - 1) all.push_back(hasher.value(std::span(word).first(size)));
  }
  return all;
}

Element Provable::element(const Algebra& algebra, std::uint32_t operand, std::size_t index,
                          const formats::Format& format) {
  if (format.bits == 4) {
    const Fingerprint byte = Provable::leaf(algebra, operand, index & ~std::size_t{1}, 2);
    return algebra.number(algebra.field(std::span(&byte, 1), int(index % 2) * 4, 4), format).element;
  }
  const std::size_t size = std::size_t(format.bits) / 8;
  std::array<fingerprint::Byte, 4> bytes;
  for (std::size_t b = 0; b < size; ++b)
    bytes[b].from = Provable::leaf(algebra, operand, index * size + b, 1);
  return algebra.number(algebra.value(std::span(bytes).first(size)), format).element;
}

Provable::Rows Provable::rows_of_planes(std::int64_t columns, std::int64_t rows, std::span<const int> plane) {
  Rows all{columns};
  for (std::size_t i = 0; i < plane.size(); ++i) {
    if (plane[i] < 0) continue;
    const auto end = std::size_t((plane[i] + 1) * rows);
    all.in_tensor.resize(std::max(all.in_tensor.size(), end));
    for (std::int64_t r = 0; r < rows; ++r)
      all.in_tensor[std::size_t(plane[i] * rows + r)] = std::int64_t(i) * rows + r;
  }
  return all;
}

std::vector<Element> Provable::scaled(const Algebra& algebra, const Scaled& o, std::size_t rows,
                                      std::size_t k) {
  std::vector<Element> all;
  Element scale;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < k; ++i) {
      if (i % o.k_per_scale == 0)
        scale = element(algebra, o.scales, row / o.rows_per_scale * (k / o.k_per_scale) + i / o.k_per_scale,
                        o.scale);
      all.push_back(element(algebra, o.operand, row * k + i, o.format) * scale);
    }
  return all;
}

}  // namespace lockstep::problems
