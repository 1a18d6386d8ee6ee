#include "emulator/machine/dispatch/wave_widths.hpp"

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"

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

}  // namespace lockstep::machine
