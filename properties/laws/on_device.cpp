#include "properties/laws/on_device.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace lockstep::laws {

namespace {

using devices::Piece;
using devices::Region;
using machine::Allocation;
using problems::Tensors;

constexpr std::uint64_t kWindow = 1 << 20;

void peek(const Allocation& allocation, std::uint64_t offset, std::span<std::uint8_t> to) {
  std::vector<std::uint8_t> undefined(to.size());
  allocation.peek(offset, to.data(), undefined.data(), to.size());
}

/// Collects pages, ascending, into pieces.
class Pages {
 public:
  explicit Pages(std::uint64_t bytes) : bytes_(bytes) {}

  void add(std::uint64_t begin, std::uint64_t end) {
    begin = begin / machine::kPageBytes * machine::kPageBytes;
    end = std::min((end + machine::kPageBytes - 1) / machine::kPageBytes * machine::kPageBytes, bytes_);
    if (!ranges_.empty() && begin <= ranges_.back().end)
      ranges_.back().end = std::max(ranges_.back().end, end);
    else
      ranges_.push_back({begin, end});
  }

  std::vector<Piece> pieces(const Allocation& allocation) const {
    std::vector<Piece> all;
    for (const Allocation::Range& r : ranges_) {
      all.push_back({r.begin, std::vector<std::uint8_t>(r.end - r.begin)});
      peek(allocation, r.begin, all.back().bytes);
    }
    return all;
  }

 private:
  std::uint64_t bytes_;
  std::vector<Allocation::Range> ranges_;
};

// Pages of which the fill defines a byte. The first byte that it does not define.
std::uint64_t add_defined(const Tensors::Named& tensor, Pages& pages) {
  std::uint64_t first = tensor.bytes;
  std::vector<std::uint8_t> data(std::min(kWindow, tensor.bytes)), undefined(data.size());
  for (std::uint64_t at = 0; at < tensor.bytes; at += data.size()) {
    const std::uint64_t bytes = std::min<std::uint64_t>(data.size(), tensor.bytes - at);
    std::memset(undefined.data(), 1, bytes);
    tensor.defined(at, std::span(data).first(bytes), std::span(undefined).first(bytes));
    if (const void* const found = std::memchr(undefined.data(), 1, bytes);
        found != nullptr && first == tensor.bytes)
      first = at + std::uint64_t(static_cast<const std::uint8_t*>(found) - undefined.data());
    for (std::uint64_t page = 0; page < bytes; page += machine::kPageBytes) {
      const std::uint64_t count = std::min(machine::kPageBytes, bytes - page);
      if (std::memchr(&undefined[page], 0, count) != nullptr) pages.add(at + page, at + page + count);
    }
  }
  return first;
}

// Pages of rows that are to be written.
void add_rows(const operators::Output& output, Pages& pages) {
  const auto row_bytes = std::uint64_t(output.row_bytes());
  for (const operators::OutputRow& row : output.rows)
    pages.add(std::uint64_t(row.row) * row_bytes, (std::uint64_t(row.row) + 1) * row_bytes);
}

// Rows that stand side by side, as one.
std::vector<devices::Range> bytes_of(const operators::Output& output) {
  const auto row_bytes = std::uint64_t(output.row_bytes());
  std::vector<devices::Range> all;
  for (const operators::OutputRow& row : output.rows) {
    const std::uint64_t begin = std::uint64_t(row.row) * row_bytes;
    if (!all.empty() && all.back().end == begin)
      all.back().end += row_bytes;
    else
      all.push_back({begin, begin + row_bytes});
  }
  return all;
}

// What of ranges is left without others that lie inside them.
std::vector<devices::Range> rest_of(const std::vector<devices::Range>& whole,
                                    const std::vector<devices::Range>& part) {
  std::vector<devices::Range> all;
  auto next = part.begin();
  for (const devices::Range& r : whole) {
    std::uint64_t begin = r.begin;
    for (; next != part.end() && next->begin < r.end; ++next) {
      if (begin < next->begin) all.push_back({begin, next->begin});
      begin = next->end;
    }
    if (begin < r.end) all.push_back({begin, r.end});
  }
  return all;
}

std::vector<devices::Range> ignored(const Tensors::Named& tensor, bool writable,
                                    const operators::Output* whole) {
  if (writable && tensor.output == nullptr) return {{0, tensor.bytes}};
  if (whole == nullptr) return {};
  return rest_of(bytes_of(*whole), bytes_of(*tensor.output));
}

}  // namespace

Region region_of(const Tensors::Named& tensor, const Allocation* allocation, const operators::Output* whole) {
  if (allocation == nullptr) return {tensor.name, 0, false, 0, {}};
  const bool writable = allocation->writable();
  Region region{tensor.name, tensor.bytes, writable, 0, {}, ignored(tensor, writable, whole)};
  Pages pages(tensor.bytes);
  if (tensor.bytes < kSparseFrom) {
    pages.add(0, tensor.bytes);
  } else {
    // A byte of the tensor's own poison, which two images of a case have different.
    std::uint64_t poisoned = 0;
    if (tensor.defined) poisoned = add_defined(tensor, pages);
    if (tensor.output != nullptr) add_rows(*tensor.output, pages);
    if (poisoned < tensor.bytes) peek(*allocation, poisoned, {&region.filler, 1});
  }
  region.pieces = pages.pieces(*allocation);
  return region;
}

void keep(const Region& region, const std::vector<Piece>& changed, Allocation& allocation) {
  std::vector<std::uint8_t> defined;
  const auto write = [&](std::uint64_t offset, const std::uint8_t* bytes, std::uint64_t count) {
    defined.resize(std::max<std::size_t>(defined.size(), count));
    allocation.write(offset, bytes, defined.data(), count);
  };
  for (const Piece& piece : region.pieces) write(piece.offset, piece.bytes.data(), piece.bytes.size());
  for (const Piece& piece : changed) devices::for_each_change(region, piece, write);
}

std::vector<code_object::NamedValue> arguments_of(const kernels::LaunchPlan& plan,
                                                  const code_object::Kernel& entry) {
  std::vector<code_object::NamedValue> named = plan.arguments;
  if (entry.arguments.empty() || entry.arguments[0].name != "0") return named;
  for (std::size_t i = 0; i < std::min(named.size(), entry.arguments.size()); ++i)
    named[i].name = entry.arguments[i].name;
  return named;
}

namespace {

using problems::Tensors;

// A step of a launch whose arguments are packed, with addresses in them.
devices::Step packed_step(const code_object::Kernel& entry, const kernels::LaunchPlan& plan,
                          const std::vector<Tensors::Named>& tensors) {
  devices::Step step{plan.symbol, plan.grid, plan.block, plan.dynamic_lds, {}, {}};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(plan.segment.data());
  std::size_t end = plan.segment.size();
  for (const code_object::Argument& a : entry.arguments)
    if (a.is_hidden()) end = std::min<std::size_t>(end, a.offset);  // they stand last
  step.arguments.assign(bytes, bytes + end);
  for (const std::size_t at : plan.pointers) {
    std::uint64_t address = 0;
    std::memcpy(&address, bytes + at, sizeof address);
    const auto tensor = std::ranges::find_if(tensors, [&](const Tensors::Named& t) {
      return address >= t.address && address - t.address <= t.bytes;
    });
    if (tensor != tensors.end() && at + sizeof address <= end)
      step.pointers.push_back(
          {std::uint32_t(at), std::uint32_t(tensor - tensors.begin()), address - tensor->address});
  }
  return step;
}

// The explicit arguments alone: the runtime fills in the hidden ones. Each pointer is the start of a tensor.
devices::Step step_of(const code_object::Kernel& entry, const kernels::LaunchPlan& plan,
                      const std::vector<Tensors::Named>& tensors) {
  devices::Step step{plan.symbol, plan.grid, plan.block, plan.dynamic_lds, {}, {}};
  std::size_t end = 0;
  const std::vector<code_object::NamedValue> arguments = arguments_of(plan, entry);
  for (const code_object::Argument& a : entry.arguments) {
    if (a.is_hidden()) continue;
    end = std::max<std::size_t>(end, a.offset + a.size);
    if (a.value_kind != "global_buffer") continue;
    const auto value = std::ranges::find(arguments, a.name, &code_object::NamedValue::name);
    if (value == arguments.end()) continue;
    const auto tensor = std::ranges::find(tensors, value->bits, &Tensors::Named::address);
    if (tensor != tensors.end())
      step.pointers.push_back({std::uint32_t(a.offset), std::uint32_t(tensor - tensors.begin()), 0});
  }
  const auto packed = *code_object::pack_arguments(entry, arguments, plan);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(packed.data());
  step.arguments.assign(bytes, bytes + std::min(packed.size(), end));
  return step;
}

findings::Finding finding(findings::FindingKind kind, const std::string& device, const std::string& text) {
  findings::Finding f;
  f.kind = kind;
  f.text = fmt::format("on {}: {}", device, text);
  f.wave = -1;
  return f;
}

}  // namespace

devices::Program program_of(const code_object::CodeObject& object, std::span<const std::byte> image,
                            const problems::Placed& placed, const std::vector<operators::Output>& whole) {
  devices::Program program;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(image.data());
  program.image.assign(bytes, bytes + image.size());
  const std::vector<Tensors::Named>& tensors = placed.tensors->named();
  for (const Tensors::Named& t : tensors) {
    const auto all = std::ranges::find(whole, std::string_view(t.name), &operators::Output::name);
    program.regions.push_back(
        region_of(t, placed.tensors->memory().owner(t.address, 1), all == whole.end() ? nullptr : &*all));
  }
  for (const kernels::LaunchPlan& plan : placed.launches) {
    const code_object::Kernel& entry = *object.find(plan.symbol);
    program.steps.push_back(plan.segment.empty() ? step_of(entry, plan, tensors)
                                                 : packed_step(entry, plan, tensors));
  }
  return program;
}

machine::Outcome run_on(devices::Device& device, const devices::Program& program,
                        const problems::Placed& placed) {
  using findings::FindingKind;
  machine::Outcome outcome;
  const std::string& name = device.identity().device;
  const auto ran = device.run(program, {});
  if (!ran) {
    const bool trapped = ran.error().kind == devices::Failure::Kind::trapped;
    outcome.stop = finding(trapped ? FindingKind::trap : FindingKind::unsupported, name, ran.error().text);
    return outcome;
  }
  if (ran->overwritten)
    outcome.findings.push_back(finding(FindingKind::bounds, name, ran->overwritten->text()));
  const std::vector<Tensors::Named>& tensors = placed.tensors->named();
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (program.regions[i].written)
      keep(program.regions[i], ran->changed[i], *placed.tensors->memory().owner(tensors[i].address, 1));
  return outcome;
}

tl::expected<void, std::string> fit(const devices::Device& device, const Tensors& tensors) {
  constexpr double kGiB = double(std::uint64_t{1} << 30);
  std::uint64_t bytes = 0;
  for (const Tensors::Named& t : tensors.named()) bytes += t.bytes;
  const devices::Identity& id = device.identity();
  if (id.memory == 0 || bytes <= id.memory / 8 * 7) return {};
  return tl::unexpected(fmt::format("its tensors take {:.1f} GiB; {} has {:.1f} GiB, of which 7/8 are used",
                                    double(bytes) / kGiB, id.device, double(id.memory) / kGiB));
}

}  // namespace lockstep::laws
