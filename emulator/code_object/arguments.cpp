#include "emulator/code_object/arguments.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

namespace lockstep::code_object {
namespace {

/// The hidden arguments that mean the same in every launch here. AMDGPUUsage, "value_kind".
constexpr std::string_view kNull[] = {
    "hidden_none",          "hidden_global_offset_x",   "hidden_global_offset_y",    "hidden_global_offset_z",
    "hidden_remainder_x",   "hidden_remainder_y",       "hidden_remainder_z",        "hidden_printf_buffer",
    "hidden_default_queue", "hidden_completion_action", "hidden_multigrid_sync_arg", "hidden_heap_v1",
    "hidden_queue_ptr",
};

/// Whether `bits` is the zero- or sign-extension of a value of `size` bytes.
bool fits(std::uint64_t bits, std::uint32_t size) {
  if (size >= 8) return true;
  if (size == 0) return false;
  const std::uint32_t width = 8 * size;
  const auto extended = std::uint64_t(std::int64_t(bits << (64 - width)) >> (64 - width));
  return bits >> width == 0 || bits == extended;
}

tl::expected<void, std::string> put_bits(std::vector<std::byte>& segment, const Argument& argument,
                                         std::uint64_t bits) {
  if (argument.size > sizeof bits) {
    return tl::unexpected(
        fmt::format("argument {} has {} bytes: give it as bytes", argument.name, argument.size));
  }
  if (!fits(bits, argument.size)) {
    return tl::unexpected(
        fmt::format("argument {} has {} bytes, too few for {:#x}", argument.name, argument.size, bits));
  }
  std::memcpy(segment.data() + argument.offset, &bits, argument.size);
  return {};
}

tl::expected<void, std::string> put_value(std::vector<std::byte>& segment, const Argument& argument,
                                          const NamedValue& value) {
  if (value.bytes.empty()) return put_bits(segment, argument, value.bits);
  if (value.bytes.size() != argument.size) {
    return tl::unexpected(
        fmt::format("argument {} has {} bytes, not {}", argument.name, argument.size, value.bytes.size()));
  }
  std::ranges::copy(value.bytes, segment.begin() + argument.offset);
  return {};
}

}  // namespace

std::optional<std::uint64_t> hidden_value(std::string_view kind, const Geometry& geometry) {
  constexpr std::string_view kCount = "hidden_block_count_", kSize = "hidden_group_size_";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const char letter = "xyz"[axis];
    if (kind.starts_with(kCount) && kind.substr(kCount.size()) == std::string_view(&letter, 1)) {
      return geometry.grid[axis];
    }
    if (kind.starts_with(kSize) && kind.substr(kSize.size()) == std::string_view(&letter, 1)) {
      return geometry.block[axis];
    }
  }
  if (kind == "hidden_grid_dims") return 3;
  if (kind == "hidden_hostcall_buffer") return kHostCallBuffer;
  if (kind == "hidden_dynamic_lds_size") return geometry.dynamic_lds;
  if (std::ranges::find(kNull, kind) != std::end(kNull)) return 0;
  return std::nullopt;
}

tl::expected<std::vector<std::byte>, std::string> pack_arguments(const Kernel& kernel,
                                                                 std::span<const NamedValue> values,
                                                                 const Geometry& geometry) {
  const auto fail = [&](std::string why) {
    return tl::unexpected(fmt::format("kernel {}: {}", kernel.name, why));
  };
  std::vector<std::byte> segment(kernel.kernarg_bytes);
  std::vector<bool> used(values.size());
  for (const Argument& argument : kernel.arguments) {
    if (std::uint64_t{argument.offset} + argument.size > segment.size()) {
      return fail(fmt::format("argument {} lies outside the kernarg segment", argument.name));
    }
    tl::expected<void, std::string> done;
    if (argument.is_hidden()) {
      const auto bits = hidden_value(argument.value_kind, geometry);
      if (!bits) return fail(fmt::format("no value for {}", argument.value_kind));
      done = put_bits(segment, argument, *bits);
    } else {
      const auto value = std::ranges::find(values, argument.name, &NamedValue::name);
      if (value == values.end()) return fail(fmt::format("no value for argument {}", argument.name));
      const auto index = std::size_t(value - values.begin());
      used[index] = true;
      done = put_value(segment, argument, *value);
    }
    if (!done) return fail(done.error());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!used[i]) return fail(fmt::format("no argument takes the value {}", values[i].name));
  }
  return segment;
}

}  // namespace lockstep::code_object
