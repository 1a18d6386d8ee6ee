#include "properties/laws/on_device.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::laws {

namespace {

using machine::Allocation;
using problems::Tensors;

devices::Region region_of(const Tensors::Named& tensor, Allocation* allocation) {
  devices::Region region{tensor.name, allocation == nullptr ? 0 : tensor.bytes, {}};
  region.contents = [allocation](std::uint64_t offset, std::span<std::uint8_t> to) {
    std::vector<std::uint8_t> undefined(to.size());
    allocation->peek(offset, to.data(), undefined.data(), to.size());
  };
  if (allocation != nullptr && allocation->writable())
    region.keep = [allocation](std::uint64_t offset, std::span<const std::uint8_t> from) {
      const std::vector<std::uint8_t> defined(from.size(), 0);
      allocation->write(offset, from.data(), defined.data(), from.size());
    };
  return region;
}

// Where pointers of the plan lead on the device: each is the start of a tensor.
std::uint64_t moved(std::uint64_t address, const std::vector<Tensors::Named>& tensors,
                    std::span<const std::uint64_t> base) {
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].address == address) return base[i];
  return address;
}

// The explicit arguments alone: the runtime fills in the hidden ones.
std::vector<std::byte> arguments_of(const code_object::Kernel& entry, const kernels::LaunchPlan& plan,
                                    const std::vector<Tensors::Named>& tensors,
                                    std::span<const std::uint64_t> base) {
  std::vector<code_object::NamedValue> values = plan.arguments;
  std::size_t end = 0;
  for (const code_object::Argument& a : entry.arguments) {
    if (a.is_hidden()) continue;
    end = std::max<std::size_t>(end, a.offset + a.size);
    if (a.value_kind != "global_buffer") continue;
    const auto value = std::ranges::find(values, a.name, &code_object::NamedValue::name);
    if (value != values.end()) value->bits = moved(value->bits, tensors, base);
  }
  auto packed = *code_object::pack_arguments(entry, values, {plan.grid, plan.block, 0});
  packed.resize(std::min(packed.size(), end));
  return packed;
}

machine::Finding finding(machine::FindingKind kind, const std::string& device, const std::string& text) {
  machine::Finding f;
  f.kind = kind;
  f.text = fmt::format("on {}: {}", device, text);
  f.wave = -1;
  return f;
}

}  // namespace

machine::Outcome run_on(devices::Device& device, const code_object::CodeObject& object,
                        std::span<const std::byte> image, const problems::Placed& placed) {
  using machine::FindingKind;
  machine::Outcome outcome;
  const std::string& name = device.identity().device;
  devices::Program program{image, {}, {}};
  const std::vector<Tensors::Named>& tensors = placed.tensors->named();
  for (const Tensors::Named& t : tensors)
    program.regions.push_back(region_of(t, placed.tensors->memory().owner(t.address, 1)));
  for (const kernels::LaunchPlan& plan : placed.launches) {
    if (!plan.only.empty() || !plan.segment.empty()) {
      outcome.stop = finding(FindingKind::unsupported, name,
                             plan.segment.empty() ? "a problem that is computed in part does not run there"
                                                  : "launch recipes do not run there yet");
      return outcome;
    }
    const code_object::Kernel& entry = *object.find(plan.symbol);
    program.steps.push_back({plan.symbol, plan.grid, plan.block, plan.dynamic_lds,
                             [&entry, &plan, &tensors](std::span<const std::uint64_t> base) {
                               return arguments_of(entry, plan, tensors, base);
                             }});
  }
  const auto overwritten = device.run(program);
  if (!overwritten) {
    const bool trapped = overwritten.error().kind == devices::Failure::Kind::trapped;
    outcome.stop =
        finding(trapped ? FindingKind::trap : FindingKind::unsupported, name, overwritten.error().text);
  } else if (*overwritten) {
    outcome.findings.push_back(
        finding(FindingKind::bounds, name,
                fmt::format("byte {} of {} was overwritten, which is nobody's to write",
                            (*overwritten)->offset, (*overwritten)->region)));
  }
  return outcome;
}

}  // namespace lockstep::laws
