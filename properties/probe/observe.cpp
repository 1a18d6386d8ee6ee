#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "kernels/images.hpp"
#include "properties/probe/record.hpp"

namespace lockstep::probe {

namespace {

using devices::Failure;
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

// The kernel's arguments: one workgroup per probe, all of one format. Every row of A and every column of B is
// the same dot product, so all elements of D must agree.
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

// The element that D consists of, per probe; nothing where the elements differ.
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

const kernels::Image* image_for(std::string_view arch) {
  for (const kernels::Image& image : kernels::images())
    if (image.name == "matrix_probe" && image.arch == arch && image.build == "O3") return &image;
  return nullptr;
}

// The indices of the probes that the instruction takes, by format: a kernel has one.
std::map<std::string_view, std::vector<std::size_t>> by_format(const Instruction& instruction,
                                                               const std::vector<Probe>& probes) {
  std::map<std::string_view, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < probes.size(); ++i)
    if (takes(instruction, probes[i])) groups[probes[i].format->name].push_back(i);
  return groups;
}

tl::expected<void, Failure> observe_group(devices::Device& device, const kernels::Image& image,
                                          const Instruction& instruction,
                                          const std::vector<std::size_t>& group, Record& record) {
  std::vector<const Probe*> probes;
  for (const std::size_t i : group) probes.push_back(&record.probes[i]);
  devices::Launch launch{image.bytes,
                         symbol(instruction, *probes[0]->format),
                         {std::uint32_t(group.size()), 1, 1},
                         {std::uint32_t(instruction.row->lanes()), 1, 1},
                         buffers(instruction, probes)};
  if (auto ran = device.run(launch); !ran) return ran;
  const auto bits = results(instruction, launch.buffers[0]);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto& answer = bits[i];
    if (!answer)
      return tl::unexpected(Failure{
          Failure::Kind::refused,
          fmt::format("{}, probe {}: elements of the result differ, though all are the same dot product",
                      instruction.name, probes[i]->name)});
    record.answers.push_back({group[i], &instruction, *answer});
  }
  return {};
}

}  // namespace

tl::expected<Record, Failure> observe(devices::Device& device, std::vector<Probe> probes) {
  const kernels::Image* image = image_for(device.identity().arch);
  if (image == nullptr)
    return tl::unexpected(
        Failure{Failure::Kind::refused,
                fmt::format("{} ({}) is a {}; there are probes for {}", device.identity().device,
                            device.identity().name, device.identity().arch, probed_archs())});
  Record record{device.identity(), "", std::move(probes), {}};
  for (const Instruction& instruction : instructions(record.identity.arch))
    for (const auto& [format, group] : by_format(instruction, record.probes))
      if (auto ok = observe_group(device, *image, instruction, group, record); !ok)
        return tl::unexpected(ok.error());
  record.sort();
  return record;
}

void Record::sort() {
  const auto key = [](const Answer& a) { return std::pair(a.instruction - instructions().data(), a.probe); };
  std::ranges::sort(answers, {}, key);
}

const Answer* Record::find(const Instruction& instruction, const std::string& probe) const {
  for (const Answer& a : answers)
    if (a.instruction == &instruction && probes[a.probe].name == probe) return &a;
  return nullptr;
}

std::optional<std::uint32_t> Record::bits(const Instruction& instruction, const std::string& probe) const {
  const Answer* answer = find(instruction, probe);
  return answer != nullptr ? std::optional(answer->bits) : std::nullopt;
}

}  // namespace lockstep::probe
