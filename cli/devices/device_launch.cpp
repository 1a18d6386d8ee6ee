#include "cli/devices/device_launch.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/code_object/ptx.hpp"

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kWhole = std::uint64_t{1}
                                 << 28;  // a buffer from which on bytes that are alike are not listed
constexpr std::uint8_t kFlip = 0xA5;     // no byte is itself after an exclusive or with this

tl::expected<code_object::CodeObject, std::string> parse_image(const std::string& file,
                                                               const std::vector<std::uint8_t>& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (code_object::is_ptx(text)) return code_object::parse_ptx(file, text);
  auto object = code_object::parse(file, std::as_bytes(std::span(bytes)));
  if (!object) return tl::unexpected(object.error().text());
  return std::move(*object);
}

// The byte that all contents are, where they are.
std::optional<std::uint8_t> one_byte(const launch::Buffer& b, std::uint64_t bytes, Undefined undefined) {
  if (bytes < kWhole || !b.undefined.empty()) return std::nullopt;
  if (std::holds_alternative<launch::Undefined>(b.contents))
    return undefined == Undefined::first ? 0x5A : 0x5A ^ kFlip;
  const auto* const pattern = std::get_if<launch::Pattern>(&b.contents);
  if (pattern == nullptr || pattern->bytes.size() != 1) return std::nullopt;
  return pattern->bytes[0];
}

devices::Region region_of(const launch::Buffer& b, const machine::Allocation& a, Undefined undefined) {
  devices::Region region{b.name, a.size(), b.writable, 0, {}};
  if (const auto byte = one_byte(b, a.size(), undefined)) {
    region.filler = *byte;
    return region;
  }
  devices::Piece all{0, std::vector<std::uint8_t>(a.size())};
  std::vector<std::uint8_t> shadow(machine::kPageBytes);
  for (std::uint64_t at = 0; at < a.size(); at += shadow.size()) {
    const std::uint64_t count = std::min<std::uint64_t>(shadow.size(), a.size() - at);
    a.peek(at, &all.bytes[at], shadow.data(), count);
    for (std::uint64_t i = 0; undefined == Undefined::second && i < count; ++i)
      if (shadow[i] != 0) all.bytes[at + i] ^= kFlip;
  }
  region.pieces.push_back(std::move(all));
  return region;
}

// The explicit arguments alone: a runtime fills in the hidden ones, which stand last.
std::size_t explicit_bytes(const DeviceLaunch& l) {
  std::size_t end = l.placement->arguments.size();
  for (const code_object::Argument& a : l.placement->kernel->arguments)
    if (a.is_hidden()) end = std::min<std::size_t>(end, a.offset);
  return end;
}

}  // namespace

tl::expected<std::unique_ptr<DeviceLaunch>, std::string> read_device_launch(const LaunchFlags& flags) {
  auto l = std::make_unique<DeviceLaunch>();
  auto file = read_launch(flags);
  if (!file) return tl::unexpected(file.error());
  l->file = std::move(*file);
  if (l->file.description.geometry.cluster[0] != 0)
    return tl::unexpected(
        std::string("a GPU gets no clusters from here: leave out `cluster`, or run on the emulator"));
  auto image = read_object(*l->file.object);
  if (!image) return tl::unexpected(image.error());
  l->image = std::move(*image);
  auto object = parse_image(l->file.object->path(), l->image);
  if (!object) return tl::unexpected(object.error());
  l->object = std::move(*object);
  auto placement = launch::place(l->file.description, l->object);
  if (!placement) return tl::unexpected(placement.error());
  l->placement = std::move(*placement);
  return l;
}

devices::Program program_of(const DeviceLaunch& l, Undefined undefined) {
  const launch::Description& d = l.file.description;
  const launch::Placement& p = *l.placement;
  devices::Program program;
  program.image = l.image;
  for (std::size_t i = 0; i < d.buffers.size(); ++i)
    program.regions.push_back(region_of(d.buffers[i], *p.buffers[i], undefined));
  devices::Step step{p.kernel->name, d.geometry.grid, d.geometry.block, d.geometry.dynamic_lds, {}, {}};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(p.arguments.data());
  step.arguments.assign(bytes, bytes + explicit_bytes(l));
  for (const std::size_t at : p.pointers) {
    std::uint64_t address = 0;
    std::memcpy(&address, bytes + at, sizeof address);
    const auto in = std::ranges::find_if(p.buffers, [&](const machine::Allocation* a) {
      return address >= a->base() && address - a->base() <= a->size();
    });
    if (in == p.buffers.end() || at + sizeof address > step.arguments.size()) continue;
    step.pointers.push_back(
        {std::uint32_t(at), std::uint32_t(in - p.buffers.begin()), address - (*in)->base()});
  }
  program.steps.push_back(std::move(step));
  return program;
}

}  // namespace lockstep::cli
