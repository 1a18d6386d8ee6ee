#include "emulator/launch/placement.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "emulator/launch/arguments.hpp"
#include "emulator/machine/dispatch/refusal.hpp"
#include "emulator/machine/memory/poison.hpp"
#include "host/random.hpp"

namespace lockstep::launch {
namespace {

using Done = tl::expected<void, std::string>;

// Buffers stand 1 TiB apart where the description does not say: every byte between them is a red zone.
constexpr std::uint64_t kSlot = std::uint64_t{1} << 40;
constexpr std::uint64_t kRedZone = 1 << 20;
constexpr std::size_t kMostBuffers = 60;
constexpr std::uint64_t kArguments = 64 * kSlot + 4096;
// All buffers together fit the memory of an MI355X, 288 GB.
constexpr std::uint64_t kMostBytes = std::uint64_t{288} << 30;
constexpr std::uint64_t kEnd = machine::kCodeBias;  // code lies above
constexpr std::uint64_t kLowest = 64 * 1024;        // null pointers with small offsets stay nobody's

struct Extent {
  std::string name;
  std::uint64_t begin = 0, end = 0;
};

tl::expected<const code_object::Kernel*, std::string> choose_kernel(const Description& d,
                                                                    const code_object::CodeObject& object) {
  std::string names;
  for (const code_object::Kernel& k : object.kernels) names += (names.empty() ? "" : ", ") + k.name;
  if (object.kernels.empty()) return tl::unexpected(fmt::format("{}: has no kernel", object.file));
  if (d.kernel.empty() && object.kernels.size() > 1)
    return tl::unexpected(fmt::format("{}: has several kernels, say which: {}", object.file, names));
  const code_object::Kernel* kernel = d.kernel.empty() ? &object.kernels.front() : object.find(d.kernel);
  if (kernel == nullptr)
    return tl::unexpected(fmt::format("{}: has no kernel {}; it has {}", object.file, d.kernel, names));
  return kernel;
}

Done check_geometry(const code_object::Geometry& g, const code_object::Kernel& kernel) {
  std::uint64_t groups = 1, threads = 1;
  const bool clusters = g.cluster != decltype(g.cluster){};
  for (std::size_t i = 0; i < 3; ++i) {
    if (g.grid[i] == 0 || g.block[i] == 0)
      return tl::unexpected(std::string("grid and block need at least one in each dimension"));
    if (clusters && g.cluster[i] == 0)
      return tl::unexpected(std::string("a cluster needs at least one workgroup in each dimension"));
    groups = groups > UINT64_MAX / g.grid[i] ? UINT64_MAX : groups * g.grid[i];
    threads = threads > UINT64_MAX / g.block[i] ? UINT64_MAX : threads * g.block[i];
  }
  if (groups == UINT64_MAX)
    return tl::unexpected(std::string("a grid of more workgroups than can be counted"));
  if (kernel.max_workgroup != 0 && threads > kernel.max_workgroup)
    return tl::unexpected(fmt::format("a block of {} threads, of {} that {} was compiled for", threads,
                                      kernel.max_workgroup, kernel.name));
  return {};
}

Done check_buffer(const Buffer& b) {
  const auto fail = [&](std::string why) {
    return tl::unexpected(fmt::format("buffer '{}': {}", b.name, why));
  };
  if (b.name.empty()) return tl::unexpected(std::string("a buffer without a name"));
  if (b.bytes == 0) return fail("no bytes");
  if (!std::has_single_bit(b.alignment) || b.alignment > kSlot / 2)
    return fail(fmt::format("alignment {} is not a power of two, or too large", b.alignment));
  if (b.address && *b.address % b.alignment != 0)
    return fail(fmt::format("address {:#x} is not a multiple of {}", *b.address, b.alignment));
  for (const Range& r : b.untouched)
    if (r.begin >= r.end || r.end > b.bytes)
      return fail(
          fmt::format("untouched bytes {:#x} to {:#x} are no bytes of its {}", r.begin, r.end, b.bytes));
  for (std::size_t i = 0; i < b.undefined.size(); ++i)
    if (b.undefined[i].begin >= b.undefined[i].end || b.undefined[i].end > b.bytes ||
        (i > 0 && b.undefined[i].begin < b.undefined[i - 1].end))
      return fail("undefined bytes must be ranges inside it, in ascending order");
  if (const auto* p = std::get_if<Pattern>(&b.contents); p != nullptr && p->bytes.empty())
    return fail("an empty pattern");
  if (const auto* r = std::get_if<Random>(&b.contents); r != nullptr && r->range) {
    const auto [low, high] = *r->range;
    if (!(low <= high) || low < smallest(r->element) || high > largest(r->element))
      return fail(fmt::format("no range {} to {} of that type, whose numbers go from {} to {}", low, high,
                              smallest(r->element), largest(r->element)));
  }
  return {};
}

Done check_overlap(std::vector<Extent> ranges) {
  std::ranges::sort(ranges, {}, &Extent::begin);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    const Extent &a = ranges[i - 1], &b = ranges[i];
    if (b.begin < a.end)
      return tl::unexpected(fmt::format("{} [{:#x}, {:#x}) overlaps {} [{:#x}, {:#x})", a.name, a.begin,
                                        a.end, b.name, b.begin, b.end));
  }
  return {};
}

// Where each buffer lies.
tl::expected<std::vector<std::uint64_t>, std::string> choose_addresses(const Description& d,
                                                                       const code_object::Kernel& kernel) {
  const auto unplaced =
      std::size_t(std::ranges::count_if(d.buffers, [](const Buffer& b) { return !b.address.has_value(); }));
  if (unplaced > kMostBuffers)
    return tl::unexpected(
        fmt::format("{} buffers without an address, of {} at most", unplaced, kMostBuffers));
  std::vector<std::uint64_t> bases;
  std::vector<Extent> ranges{{"the kernel's arguments", kArguments, kArguments + (std::uint64_t{1} << 20)}};
  if (kernel.descriptor.enable_dispatch_ptr)
    ranges.push_back(
        {"the dispatch packet", machine::kPacketAddress, machine::kPacketAddress + machine::kPacketBytes});
  std::uint64_t total = 0, slot = 0;
  for (const Buffer& b : d.buffers) {
    if (auto ok = check_buffer(b); !ok) return tl::unexpected(ok.error());
    if (&b != find_buffer(d, b.name)) return tl::unexpected(fmt::format("two buffers '{}'", b.name));
    if (b.bytes > kMostBytes - total)
      return tl::unexpected(
          fmt::format("buffer '{}': more than {} GiB of buffers", b.name, kMostBytes >> 30));
    total += b.bytes;
    const std::uint64_t start = kSlot * (slot + 1) + kRedZone;
    slot += b.address ? 0 : 1;
    const std::uint64_t base = b.address.value_or((start + b.alignment - 1) / b.alignment * b.alignment);
    if (base < kLowest || base > kEnd || b.bytes > kEnd - base)
      return tl::unexpected(fmt::format("buffer '{}': address {:#x} is not between {:#x} and {:#x}", b.name,
                                        base, kLowest, kEnd));
    bases.push_back(base);
    ranges.push_back({fmt::format("buffer '{}'", b.name), base, base + allocated_bytes(d, b)});
  }
  if (auto ok = check_overlap(std::move(ranges)); !ok) return tl::unexpected(ok.error());
  return bases;
}

Done check_outputs(const Description& d) {
  for (const Output& o : d.outputs) {
    const Buffer* b = find_buffer(d, o.buffer);
    if (b == nullptr) return tl::unexpected(fmt::format("output: no buffer '{}'", o.buffer));
    if (o.offset > b->bytes || o.bytes.value_or(0) > b->bytes - o.offset)
      return tl::unexpected(fmt::format("output: bytes {} to {} lie outside buffer '{}' of {}", o.offset,
                                        o.offset + o.bytes.value_or(0), b->name, b->bytes));
    const std::uint64_t bytes = bytes_of(o, *b);
    if (o.element && !is_whole(*o.element, bytes))
      return tl::unexpected(
          fmt::format("output: {} bytes of buffer '{}' are no whole number of elements of {}", bytes,
                      o.buffer, o.element->format->name));
  }
  return {};
}

// Buffers side by side have no red zone between them: running over the end of one is an access to the other.
std::vector<std::string> touching(const Description& d, const std::vector<std::uint64_t>& bases) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (std::size_t j = 0; j < bases.size(); ++j)
      if (bases[i] + d.buffers[i].bytes == bases[j])
        notes.push_back(
            fmt::format("buffer '{}' begins where '{}' ends: no red zone lies between them, and an access "
                        "past the end of '{}' "
                        "is none that is noticed; move one of them",
                        d.buffers[j].name, d.buffers[i].name, d.buffers[i].name));
  return notes;
}

// The runtime hands out whole 16-byte pieces, and compilers widen scalar loads within them.
void add_arguments(Segment segment, std::uint64_t poison, machine::Memory& memory) {
  constexpr std::size_t kPiece = 16;
  const std::size_t bytes = std::max(kPiece, (segment.bytes.size() + kPiece - 1) / kPiece * kPiece);
  segment.bytes.resize(bytes);
  segment.undefined.resize(bytes, 1);
  memory.add("kernel arguments", kArguments, bytes, false,
             [held = std::move(segment), poison](std::uint64_t offset, std::span<std::uint8_t> data,
                                                 std::span<std::uint8_t> undefined) {
               machine::fill_poison(poison, offset, data);
               for (std::size_t i = 0; i < data.size(); ++i) {
                 undefined[i] = held.undefined[offset + i];
                 if (undefined[i] == 0) data[i] = std::to_integer<std::uint8_t>(held.bytes[offset + i]);
               }
             });
}

/// Some of the contents are nobody's to use, whatever they are.
machine::Fill without(const std::vector<Range>& undefined_ranges, machine::Fill contents) {
  if (undefined_ranges.empty()) return contents;
  return [ranges = undefined_ranges, contents = std::move(contents)](
             std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
    contents(offset, data, undefined);
    const std::uint64_t end = offset + data.size();
    for (auto r = std::ranges::upper_bound(ranges, offset, {}, &Range::end);
         r != ranges.end() && r->begin < end; ++r)
      std::fill(undefined.begin() + std::ptrdiff_t(std::max(r->begin, offset) - offset),
                undefined.begin() + std::ptrdiff_t(std::min(r->end, end) - offset), std::uint8_t{1});
  };
}

/// What lies behind a buffer in its allocation is undefined.
machine::Fill up_to(std::uint64_t bytes, std::uint64_t allocated, machine::Fill contents,
                    std::uint64_t poison) {
  if (bytes == allocated) return contents;
  return [bytes, contents = std::move(contents), poison](std::uint64_t offset, std::span<std::uint8_t> data,
                                                         std::span<std::uint8_t> undefined) {
    const std::uint64_t inside = std::min<std::uint64_t>(data.size(), bytes - std::min(bytes, offset));
    if (inside > 0) contents(offset, data.first(inside), undefined.first(inside));
    if (inside == data.size()) return;
    machine::fill_poison(poison, offset + inside, data.subspan(inside));
    std::ranges::fill(undefined.subspan(inside), std::uint8_t{1});
  };
}

// What can be said before memory is laid out.
tl::expected<std::unique_ptr<Placement>, std::string> begin(const Description& d,
                                                            const code_object::CodeObject& object) {
  auto placement = std::make_unique<Placement>();
  const auto kernel = choose_kernel(d, object);
  if (!kernel) return tl::unexpected(kernel.error());
  placement->kernel = *kernel;
  if (auto ok = check_geometry(d.geometry, **kernel); !ok) return tl::unexpected(ok.error());
  placement->launch = {d.geometry.grid,         d.geometry.block,  d.geometry.dynamic_lds, kArguments, {},
                       machine::kPacketAddress, d.geometry.cluster};
  placement->notes = object.notes;
  return placement;
}

Done lay_out(const Description& d, Placement& p) {
  if (d.granularity == 0 || d.granularity > kRedZone)
    return tl::unexpected(fmt::format("a granularity of {}, not 1 to {}", d.granularity, kRedZone));
  const auto bases = choose_addresses(d, *p.kernel);
  if (!bases) return tl::unexpected(bases.error());
  if (auto ok = check_outputs(d); !ok) return ok;
  auto segment = pack(d, *p.kernel, *bases);
  if (!segment) return tl::unexpected(segment.error());
  for (std::size_t i = 0; i < d.buffers.size(); ++i) {
    const Buffer& b = d.buffers[i];
    p.buffers.push_back(&p.memory.add(
        b.name, (*bases)[i], allocated_bytes(d, b), b.writable,
        up_to(b.bytes, allocated_bytes(d, b),
              without(b.undefined, fill(b.contents, host::hash(d.seed, i + 1))), host::hash(d.seed, i + 1))));
    p.buffers.back()->keep_untouched(b.untouched);
  }
  std::ranges::move(segment->notes, std::back_inserter(p.notes));
  std::ranges::move(touching(d, *bases), std::back_inserter(p.notes));
  p.arguments = segment->bytes;
  p.pointers = segment->pointers;
  add_arguments(std::move(*segment), host::hash(d.seed, 0), p.memory);
  return {};
}

}  // namespace

tl::expected<std::unique_ptr<Placement>, std::string> place(const Description& d,
                                                            const machine::LoadedCode& code) {
  auto placement = begin(d, code.object());
  if (!placement) return placement;
  if (std::string why = machine::refusal(code.object(), *(*placement)->kernel, (*placement)->launch);
      !why.empty())
    return tl::unexpected(std::move(why));
  if (auto ok = lay_out(d, **placement); !ok) return tl::unexpected(ok.error());
  return placement;
}

tl::expected<std::unique_ptr<Placement>, std::string> place(const Description& d,
                                                            const code_object::CodeObject& object) {
  auto placement = begin(d, object);
  if (!placement) return placement;
  if (auto ok = lay_out(d, **placement); !ok) return tl::unexpected(ok.error());
  return placement;
}

}  // namespace lockstep::launch
