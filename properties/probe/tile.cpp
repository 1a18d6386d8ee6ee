#include "properties/probe/tile.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/operand_format.hpp"

namespace lockstep::probe {

namespace {

using matrix::Layout;
using matrix::Role;

constexpr std::size_t kRegisterBytes = 4;

// The format of an operand when the instruction leaves a choice.
const formats::Format* choice(const Instruction& i, const formats::Format& format) {
  return i.row->a.bits == 0 ? &format : nullptr;
}

Layout layout_of(const Instruction& i, Role role, const formats::Format* format = nullptr) {
  return *layout(*i.row, role, {.format = format});
}

// What a lane has in memory: as many registers as the widest format takes.
std::size_t lane_bytes(const Instruction& i, Role role) {
  return std::size_t(layout_of(i, role).registers()) * kRegisterBytes;
}

std::size_t tile_bytes(const Instruction& i, Role role) {
  return std::size_t(i.row->lanes()) * lane_bytes(i, role);
}

// Elements may straddle bytes, but no element has bits in more than its own width and a byte.
void place(std::byte* lane, int bit, int bits, std::uint32_t code) {
  for (std::uint64_t rest = std::uint64_t{code} << (bit % 8); bits > -8; bits -= 8, rest >>= 8, bit += 8)
    if ((rest & 0xFF) != 0) lane[bit / 8] |= std::byte(rest & 0xFF);
}

// Writes one register image: code(k) along k, the same in every row of A or column of B.
template <typename Code>
void fill(const Instruction& i, Role role, const Layout& places, int length, std::byte* tile,
          const Code& code) {
  const bool by_row = role == Role::a || role == Role::scale_a;
  const std::size_t lane = lane_bytes(i, role);
  for (int index = 0; index < (by_row ? i.row->m : i.row->n); ++index)
    for (int along = 0; along < length; ++along) {
      const matrix::MatrixElement element =
          by_row ? matrix::MatrixElement{0, index, along} : matrix::MatrixElement{0, along, index};
      const matrix::RegisterBit at = places.place(element);
      place(tile + std::size_t(at.lane) * lane, at.bit, places.dealing.bits, code(along));
    }
}

void fill_operand(const Instruction& i, const Probe& p, Role role, std::byte* tile) {
  std::array<std::uint32_t, kLargestK> codes{};
  for (const Term& t : p.terms) codes[std::size_t(t.k)] = role == Role::a ? t.a : t.b;
  fill(i, role, layout_of(i, role, choice(i, *p.format)), i.row->k, tile,
       [&](int k) { return codes[std::size_t(k)]; });
}

void fill_scales(const Instruction& i, const Probe& p, Role role, std::byte* tile) {
  const Scales& scales = role == Role::scale_a ? p.scale_a : p.scale_b;
  const std::uint32_t one = formats::encode_nearest_even(*i.scale, 1.0, formats::Overflow::saturate);
  fill(i, role, layout_of(i, role), i.row->k / i.row->scale_block, tile,
       [&](int block) { return p.unscaled() ? one : std::uint32_t{scales.at(block * i.row->scale_block)}; });
}

void fill_accumulator(const Instruction& i, const Probe& p, std::byte* tile) {
  for (std::size_t at = 0; at < tile_bytes(i, Role::c); at += sizeof p.c)
    std::memcpy(tile + at, &p.c, sizeof p.c);
}

}  // namespace

std::vector<devices::Buffer> buffers(const Instruction& i, std::span<const Probe* const> probes) {
  std::vector<devices::Buffer> all;
  const auto add = [&](std::string_view name, Role role, auto&& fill_tile) {
    const std::size_t bytes = tile_bytes(i, role);
    all.push_back({name, std::vector<std::byte>(bytes * probes.size())});
    for (std::size_t p = 0; p < probes.size(); ++p) fill_tile(*probes[p], &all.back().bytes[p * bytes]);
  };
  add("d", Role::d, [](const Probe&, std::byte*) {});
  all[0].written = true;
  add("a", Role::a, [&](const Probe& p, std::byte* tile) { fill_operand(i, p, Role::a, tile); });
  add("b", Role::b, [&](const Probe& p, std::byte* tile) { fill_operand(i, p, Role::b, tile); });
  add("c", Role::c, [&](const Probe& p, std::byte* tile) { fill_accumulator(i, p, tile); });
  if (!i.scaled()) return all;
  add("scale_a", Role::scale_a,
      [&](const Probe& p, std::byte* tile) { fill_scales(i, p, Role::scale_a, tile); });
  add("scale_b", Role::scale_b,
      [&](const Probe& p, std::byte* tile) { fill_scales(i, p, Role::scale_b, tile); });
  return all;
}

std::vector<std::optional<std::uint32_t>> results(const Instruction& i, const devices::Buffer& d) {
  const std::size_t bytes = tile_bytes(i, Role::d);
  std::vector<std::optional<std::uint32_t>> all;
  for (std::size_t first = 0; first < d.bytes.size(); first += bytes) {
    std::vector<std::uint32_t> bits(bytes / 4);
    std::memcpy(bits.data(), &d.bytes[first], bytes);
    const bool same = std::ranges::all_of(bits, [&](std::uint32_t x) { return x == bits[0]; });
    all.push_back(same ? std::optional(bits[0]) : std::nullopt);
  }
  return all;
}

}  // namespace lockstep::probe
