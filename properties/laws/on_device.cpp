#include "properties/laws/on_device.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "properties/laws/device_regions.hpp"

namespace lockstep::laws {

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
  for (const code_object::Argument& a : entry.arguments) {
    if (a.is_hidden()) continue;
    end = std::max<std::size_t>(end, a.offset + a.size);
    if (a.value_kind != "global_buffer") continue;
    const auto value = std::ranges::find(plan.arguments, a.name, &code_object::NamedValue::name);
    if (value == plan.arguments.end()) continue;
    const auto tensor = std::ranges::find(tensors, value->bits, &Tensors::Named::address);
    if (tensor != tensors.end())
      step.pointers.push_back({std::uint32_t(a.offset), std::uint32_t(tensor - tensors.begin()), 0});
  }
  const auto packed = *plan.pack(entry);
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
