#include "cli/inspection/controls.hpp"

#include <algorithm>
#include <cstring>

#include "reference/formats/formats.hpp"

namespace lockstep::cli {

namespace {

std::size_t wave_of(const arch::Arch& arch) {
  return std::size_t(arch.widest_wave());
}
std::size_t threads_of(const arch::Arch& arch) {
  return 2 * wave_of(arch);
}

// Each thread's number times an odd constant: all different.
Dwords words(const arch::Arch& arch) {
  Dwords all(threads_of(arch));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = 0x9E37'79B1u * std::uint32_t(i + 1);
  return all;
}

Dwords same(const arch::Arch&, const Dwords& input) {
  return input;
}

Dwords of_other_wave(const arch::Arch& arch, const Dwords& input) {
  Dwords all(input.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = input[i ^ wave_of(arch)];
  return all;
}

Dwords one_more(const arch::Arch&, const Dwords& input) {
  Dwords all(input.size());
  std::ranges::transform(input, all.begin(), [](std::uint32_t word) { return word + 1; });
  return all;
}

Dwords one_more_than_lane_5(const arch::Arch& arch, const Dwords& input) {
  if (!arch.has(arch::Feature::wait_states)) return one_more(arch, input);
  Dwords all(input.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = input[i / wave_of(arch) * wave_of(arch) + 5] + 1;
  return all;
}

constexpr std::size_t kPadding = 8;

Dwords all_but_padding(const arch::Arch&, const Dwords& input) {
  Dwords all = input;
  std::fill(all.end() - kPadding, all.end(), 0);
  return all;
}

// A product of whole numbers from -2 to 2, which every matrix model adds without rounding.

constexpr std::size_t kTile = 16, kK = 128;

int factor(std::size_t row, std::size_t k) {
  return int((row * 7 + k * k * 3 + row * k) % 5) - 2;
}

// A, and behind it B, whose rows are columns of the product: rows 16 to 31.
Dwords factors(const arch::Arch& arch) {
  const formats::Format& f =
      arch.has(arch::Feature::fnuz) ? formats::float8_e4m3fnuz : formats::float8_e4m3fn;
  std::vector<std::uint8_t> codes;
  for (std::size_t row = 0; row < 2 * kTile; ++row)
    for (std::size_t k = 0; k < kK; ++k)
      codes.push_back(
          std::uint8_t(formats::encode_nearest_even(f, double(factor(row, k)), formats::Overflow::saturate)));
  Dwords all(codes.size() / 4);
  std::memcpy(all.data(), codes.data(), codes.size());
  return all;
}

Dwords product(const arch::Arch&, const Dwords&) {
  Dwords all;
  for (std::size_t row = 0; row < kTile; ++row)
    for (std::size_t column = 0; column < kTile; ++column) {
      int sum = 0;
      for (std::size_t k = 0; k < kK; ++k) sum += factor(row, k) * factor(kTile + column, k);
      all.push_back(__builtin_bit_cast(std::uint32_t, float(sum)));
    }
  return all;
}

// gfx1250 has no wait states; in expert mode s_wait_alu takes their place: a missing one is found as a wait.
constexpr Control kControls[] = {
    // clang-format off
    {"value",      "mismatch",         "",     factors, product,              0},
    {"layout",     "mismatch",         "",     factors, product,              0},
    {"race",       "lds-race",         "",     words,   of_other_wave,        0},
    {"wait",       "wait",             "",     words,   one_more,             0},
    {"wait state", "nop",              "wait", words,   one_more_than_lane_5, 0},
    {"bounds",     "bounds",           "",     words,   same,                 0},
    {"undefined",  "undefined-output", "",     words,   same,                 0},
    {"untouched",  "untouched",        "",     words,   all_but_padding,      kPadding},
    {"schedule",   "schedule",         "",     words,   of_other_wave,        0},
    // clang-format on
};

launch::Given given(Dwords words) {
  return {[held = std::move(words)](std::uint64_t offset, std::span<std::uint8_t> data) {
    std::memcpy(data.data(), reinterpret_cast<const std::uint8_t*>(held.data()) + offset, data.size());
  }};
}

launch::Argument pointer(const char* buffer) {
  launch::Argument argument;
  argument.value = launch::Pointer{buffer, 0};
  return argument;
}

}  // namespace

std::span<const Control> controls() {
  return kControls;
}

std::string Control::program(bool wrong) const {
  std::string name(kind);
  std::ranges::replace(name, ' ', '_');
  return name + (wrong ? "_wrong" : "_right");
}

std::string_view Control::finding_on(const arch::Arch& arch) const {
  return finding_without_wait_states.empty() || arch.has(arch::Feature::wait_states)
             ? finding
             : finding_without_wait_states;
}

launch::Description launch_of(const Control& control, const arch::Arch& arch, bool wrong) {
  launch::Description d;
  d.kernel = control.program(wrong);
  d.geometry.block = {std::uint32_t(threads_of(arch)), 1, 1};
  Dwords input = control.input(arch);
  Dwords expected = control.output(arch, input);
  launch::Buffer out, in;
  out.name = "out";
  out.bytes = expected.size() * sizeof(std::uint32_t);
  if (control.untouched != 0) {
    out.untouched = {{out.bytes - control.untouched * sizeof(std::uint32_t), out.bytes}};
    out.contents = launch::Pattern{{0}};
  }
  in.name = "in";
  in.bytes = input.size() * sizeof(std::uint32_t);
  in.contents = given(std::move(input));
  in.writable = false;
  d.buffers = {std::move(out), std::move(in)};
  d.arguments = {pointer("out"), pointer("in")};
  launch::Output output;
  output.buffer = "out";
  output.expected = given(std::move(expected));
  d.outputs = {std::move(output)};
  return d;
}

}  // namespace lockstep::cli
