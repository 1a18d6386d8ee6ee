#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "kernels/images.hpp"
#include "properties/probe/record.hpp"
#include "properties/probe/tile.hpp"

namespace lockstep::probe {

namespace {

using devices::Failure;

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
