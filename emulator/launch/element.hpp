// What the elements of a buffer are: a number format of the project, or integers. Elements lie as a
// little-endian stream of bits, the first in the lowest ones (reference/formats/packing.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "reference/formats/format.hpp"

namespace lockstep::launch {

struct Element {
  enum class Kind : std::uint8_t { format, float64, signed_integer, unsigned_integer };
  Kind kind = Kind::format;
  int bits = 8;                             ///< bits that one takes in memory
  const formats::Format* format = nullptr;  ///< Kind::format
};

/// "float8_e4m3fn", "e4m3fn", "f32", "i32", "u8", …
std::optional<Element> find_element(std::string_view name);
/// All names, for messages.
std::string element_names();

/// The element's bits for a number as text: decimal, 0x… for integers, inf and nan for floats. Floats round
/// to nearest even; what a format or an integer can't hold is an error, in words.
tl::expected<std::uint64_t, std::string> encode(const Element& element, std::string_view number);

/// The bits nearest to `value`, which must lie in the element's range.
std::uint64_t encode_nearest(const Element& element, double value);

/// Whether so many bytes end with an element; those of less than a byte may leave bits over.
constexpr bool is_whole(const Element& element, std::uint64_t bytes) {
  const auto width = std::uint64_t(element.bits);
  return bytes * 8 % width < 8;
}

/// The code that an element of a number format has in these bits of memory.
std::uint32_t code(const Element& element, std::uint64_t bits);

/// A draw among all finite codes alike; `draw` is uniform in 64 bits.
std::uint64_t any_finite(const Element& element, std::uint64_t draw);

/// The largest and smallest finite values.
double largest(const Element& element);
double smallest(const Element& element);

}  // namespace lockstep::launch
