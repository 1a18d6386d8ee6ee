// Numbers and names one behind the other, from bytes nobody vouches for: past the end everything is 0 and
// ok() is false for good.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::code_object {

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t rest() const { return rest_.size(); }

  std::span<const std::byte> take(std::uint64_t bytes) {
    ok_ &= bytes <= rest_.size();
    const auto part = rest_.first(ok_ ? std::size_t(bytes) : 0);
    rest_ = ok_ ? rest_.subspan(part.size()) : std::span<const std::byte>();
    return part;
  }
  /// Little-endian, of 1 to 8 bytes.
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::byte b : take(bytes)) {
      value |= std::to_integer<std::uint64_t>(b) << shift;
      shift += 8;
    }
    return value;
  }
  /// LEB128. Bits beyond the 64th are dropped.
  std::uint64_t unsigned_leb() { return leb().first; }
  std::int64_t signed_leb() {
    const auto [value, bits] = leb();
    const bool negative = bits > 0 && bits < 64 && (value >> (bits - 1) & 1) != 0;
    return std::int64_t(negative ? value | ~std::uint64_t{0} << bits : value);
  }
  /// Up to the NUL, which is passed over.
  std::string_view name() {
    const auto end = std::ranges::find(rest_, std::byte{0});
    ok_ &= end != rest_.end();
    const auto text = take(std::uint64_t(end - rest_.begin()));
    take(1);
    return {reinterpret_cast<const char*>(text.data()), ok_ ? text.size() : 0};
  }

 private:
  std::pair<std::uint64_t, unsigned> leb() {
    std::uint64_t value = 0;
    for (unsigned bits = 0;;) {
      const std::uint64_t byte = number(1);
      if (bits < 64) value |= (byte & 0x7F) << bits;
      bits += 7;
      if ((byte & 0x80) == 0) return {value, bits};
    }
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace lockstep::code_object
