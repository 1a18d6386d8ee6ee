#include "emulator/machine/dispatch/refusal.hpp"

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/machine/dispatch/clusters.hpp"

namespace lockstep::machine {

namespace {

using isa::WaveWidth;

WaveWidth decoded_for(const code_object::CodeObject& object, isa::WaveWidths widths) {
  const bool either = widths.lanes32 && widths.lanes64;
  return either && !object.kernels.empty() ? wave_width(object.kernels.front()) : widths.widest();
}

}  // namespace

WaveWidth wave_width(const code_object::Kernel& kernel) {
  return kernel.descriptor.wavefront_size32 ? WaveWidth::lanes32 : WaveWidth::lanes64;
}

WaveWidth wave_width(const code_object::CodeObject& object) {
  const arch::Arch* const arch = arch::find(object.arch);
  return decoded_for(object, arch != nullptr ? isa::wave_widths(*arch) : isa::WaveWidths{});
}

std::string width_refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                          isa::WaveWidths widths) {
  const WaveWidth width = wave_width(kernel);
  const auto lanes = std::uint32_t(isa::lane_count(width));
  if (!widths.has(width))
    return fmt::format(
        "the descriptor of {} asks for waves of {} lanes (ENABLE_WAVEFRONT_SIZE32 is {}), and {} has waves "
        "of {}: build the kernel for that width, or name the arch that it was built for",
        kernel.name, lanes, width == WaveWidth::lanes32 ? 1 : 0, object.arch,
        isa::lane_count(widths.widest()));
  if (kernel.wavefront_size != 0 && kernel.wavefront_size != lanes)
    return fmt::format(
        "the descriptor of {} asks for waves of {} lanes, and its metadata says .wavefront_size {}: build it "
        "again, or correct the one that is wrong",
        kernel.name, lanes, kernel.wavefront_size);
  if (const WaveWidth decoded = decoded_for(object, widths); decoded != width)
    return fmt::format(
        "{} has waves of {} lanes, and the code object's first kernel, {}, waves of {}: build them into two "
        "code objects",
        kernel.name, lanes, object.kernels.front().name, isa::lane_count(decoded));
  return {};
}

namespace {

// Limits of what a code object may ask of this machine, besides those of the arch. A code object may come
// from anywhere: these are checked before anything is allocated.
constexpr std::uint64_t kPrivateLimit = std::uint64_t{1} << 20;  // bytes of one work-item
constexpr std::uint64_t kSegmentLimit = std::uint64_t{1} << 32;  // end of the object's address space
constexpr std::uint64_t kThreadLimit = 1024;                     // threads of a workgroup

std::string cluster_refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                            const Launch& launch) {
  constexpr std::uint64_t kMostTogether = 16;
  const std::array<std::uint32_t, 3> cluster = cluster_of(kernel, launch);
  if (product(cluster) <= 1) return {};
  const std::string sizes =
      fmt::format("clusters of {}x{}x{} workgroups", cluster[0], cluster[1], cluster[2]);
  if (!arch::has(object.arch, arch::Feature::clusters))
    return fmt::format("{}, which {} does not have", sizes, object.arch);
  if (product(cluster) > kMostTogether) return fmt::format("{}, of {} at most", sizes, kMostTogether);
  for (std::size_t i = 0; i < 3; ++i)
    if (launch.grid[i] % cluster[i] != 0)
      return fmt::format("{} in a grid that is no multiple of them", sizes);
  return launch.only.empty() ? std::string() : fmt::format("{}, of which only some are to run", sizes);
}

}  // namespace

std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const Launch& launch) {
  const arch::Arch* const arch = arch::find_emulated(object.arch);
  if (arch == nullptr) return fmt::format("this machine does not run {}", object.arch);
  if (kernel.descriptor.dynamic_vgprs)
    return "waves whose number of vector registers changes: ENABLE_DYNAMIC_VGPR, bit 17 of compute_pgm_rsrc3 "
           "in the kernel descriptor, is set";
  if (std::string why = width_refusal(object, kernel, isa::wave_widths(*arch)); !why.empty()) return why;
  const std::uint64_t lds = std::uint64_t{kernel.group_bytes} + launch.dynamic_lds;
  if (lds > arch->unit.lds_bytes)
    return fmt::format("{} bytes of LDS, of {} that {} has", lds, arch->unit.lds_bytes, object.arch);
  if (kernel.private_bytes > kPrivateLimit)
    return fmt::format("{} bytes of scratch per work-item", kernel.private_bytes);
  for (const code_object::Segment& s : object.segments)
    if (s.address > kSegmentLimit || s.memory_bytes > kSegmentLimit - s.address)
      return fmt::format("a segment of {} bytes at {:#x}", s.memory_bytes, s.address);
  if (std::string why = cluster_refusal(object, kernel, launch); !why.empty()) return why;
  const std::uint64_t row = std::uint64_t{launch.block[0]} * launch.block[1];
  if (row > kThreadLimit || row * launch.block[2] > kThreadLimit)
    return fmt::format("workgroups of more than {} threads", kThreadLimit);
  return {};
}

}  // namespace lockstep::machine
