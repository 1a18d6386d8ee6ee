#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "emulator/runtime/kernel_launch.hpp"

namespace lockstep::runtime {

namespace {

constexpr std::size_t kArgumentsPiece =
    16;  // the runtime hands out whole pieces, and compilers widen scalar loads within them

void put(ArgumentSegment& s, std::size_t at, const void* from, std::size_t bytes) {
  std::memcpy(&s.bytes[at], from, bytes);
  std::fill_n(s.undefined.begin() + std::ptrdiff_t(at), bytes, std::uint8_t{0});
}

}  // namespace

tl::expected<ArgumentSegment, std::string> segment_of(const code_object::Kernel& kernel,
                                                      const GivenArguments& given,
                                                      const code_object::Geometry& geometry) {
  std::size_t size = std::max<std::size_t>(kernel.kernarg_bytes, given.packed.size());
  for (const code_object::Argument& a : kernel.arguments)
    size = std::max<std::size_t>(size, a.offset + a.size);
  size = std::max(kArgumentsPiece, (size + kArgumentsPiece - 1) / kArgumentsPiece * kArgumentsPiece);
  ArgumentSegment s{std::vector<std::uint8_t>(size), std::vector<std::uint8_t>(size, 1), given.packed.size()};
  if (!given.packed.empty()) put(s, 0, given.packed.data(), given.packed.size());
  std::size_t number = 0;
  for (const code_object::Argument& a : kernel.arguments) {
    if (!a.is_hidden()) {
      if (given.pointers == nullptr) continue;
      const void* const from = given.pointers[number++];
      if (from == nullptr)
        return tl::unexpected(fmt::format("{}: argument {} '{}': a null pointer to its value", kernel.name,
                                          number - 1, a.name));
      put(s, a.offset, from, a.size);
    } else if (a.offset >= given.packed.size()) {
      const auto value = code_object::hidden_value(a.value_kind, geometry);
      if (!value)
        return tl::unexpected(fmt::format("{}: no value is known for {}", kernel.name, a.value_kind));
      std::uint64_t bits[4] = {*value};  // the widest hidden argument has 8 bytes; padding is zero
      put(s, a.offset, bits, std::min<std::size_t>(a.size, sizeof bits));
    }
  }
  return s;
}

}  // namespace lockstep::runtime
