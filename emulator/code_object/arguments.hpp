// The kernarg segment: explicit arguments by name, hidden ones from the launch geometry.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"

namespace lockstep::code_object {

/// The value of one explicit argument.
struct NamedValue {
  std::string_view name;
  std::uint64_t bits = 0;  ///< zero- or sign-extended from the argument's size
  /// Instead of `bits`, for structures passed by value: exactly the argument's size.
  std::span<const std::byte> bytes{};
};

struct Geometry {
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< work-groups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< work-items of one
  std::uint32_t dynamic_lds = 0;                ///< bytes beyond the static ones
  std::array<std::uint32_t, 3> cluster{};       ///< work-groups of a cluster; zeros: as the kernel has it
};

/// Where the buffer is by which kernels call the host (launch/host_calls.hpp): hidden_hostcall_buffer.
inline constexpr std::uint64_t kHostCallBuffer = 0x0000'7C00'0000'0000ull;
/// Whether an address is in that buffer, behind which nothing else is for 1 TiB.
constexpr bool is_of_host_calls(std::uint64_t address) {
  return address >> 40 == kHostCallBuffer >> 40;
}

/// A hidden argument's value ("hidden_block_count_x"), as below; nothing when the kind is unknown.
std::optional<std::uint64_t> hidden_value(std::string_view kind, const Geometry& geometry);

/// The segment's bytes, as HIP launches kernels: whole work-groups, three dimensions, null pointers for
/// services that a launch here does not offer (printf, host calls, a device heap). Every explicit argument
/// needs exactly one value; what is missing, unknown or too wide is the error, in words.
tl::expected<std::vector<std::byte>, std::string> pack_arguments(const Kernel& kernel,
                                                                 std::span<const NamedValue> values,
                                                                 const Geometry& geometry);

}  // namespace lockstep::code_object
