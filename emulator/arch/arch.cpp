// The rows of the archs, with the source of each fact. Where a line names none:
// - Registers, LDS, MODE, counters and barriers of gfx942 and gfx950 are from AMD's CDNA3 and CDNA4 manuals.
// - No manual of gfx1250 is public; its facts are LLVM 22's (AMDGPUUsage, FeatureISAVersion12_50 and
//   SIInsertWaitcnts).
// - Compute units are LLVM 22's (AMDGPUBaseInfo, AMDGPUSubtarget); tests compare with its `; Occupancy:`.
// - Devices of gfx942 and gfx950 are from AMD's data sheets of MI300X and MI355X. There is none of gfx1250's:
//   its memory is what AMD announced; name, compute units and clock are inferred from the configuration of
//   AMD's emulator rocjitsu (gfx1250_mi455x.json).
// - sm_90's device is NVIDIA's H200, as its driver describes it.
#include "emulator/arch/arch.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace lockstep::arch {

namespace {

using enum Feature;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

constexpr Arch kGfx908Row{.name = "gfx908", .instructions = kGfx908, .features = {wave64}};
constexpr Arch kGfx90aRow{.name = "gfx90a", .instructions = kGfx90a, .features = {wave64}};
constexpr Arch kGfx1201Row{.name = "gfx1201", .instructions = kGfx1201, .features = {wave32, wmma}};

constexpr Arch kGfx942Row{
    .name = "gfx942",
    .instructions = kGfx942,
    .features = {wave64, accumulation_registers, clamp_and_ieee_modes, wait_states, gfx9_encodings,
                 preload_prologue,  // AMDGPUUsage, "Preloaded Kernel Arguments"
                 fnuz},             // CDNA3 ISA, "FP8 and BF8"
    .default_model = "cdna3",       // measured
    .mach = 0x4C,                   // AMDGPUUsage, "EF_AMDGPU_MACH Values"
    .processor = "gfx942",
    .most_lds_operations = 15,
    .unit = {.lds_bytes = 64 * 1024,
             .simds = 4,
             .waves = 8,
             .vgprs = 512,
             .granule = 8,
             .workgroups_waiting = 16},
    .device = {"AMD Instinct MI300X", ":sramecc+:xnack-", 192 * kGiB, 304, 2'100'000, 9, 4},
};

constexpr Arch kGfx950Row{
    .name = "gfx950",
    .instructions = kGfx950,
    .features = {wave64, accumulation_registers, clamp_and_ieee_modes, wait_states, gfx9_encodings,
                 preload_prologue,        // AMDGPUUsage, "Preloaded Kernel Arguments"
                 later_results,           // LLVM GCNHazardRecognizer, gfx950's own numbers of wait states
                 slow_f64_products,       // LLVM SISchedule.td, SIDPGFX950FullSpeedModel
                 atomic_range_violation,  // triton-lang/triton#9855
                 block_scales},           // CDNA4 ISA, V_MFMA_SCALE_F32_*
    .default_model = "fma_post",          // a hypothesis: AMD's emulator rocjitsu computes so
    .mach = 0x4F,                         // AMDGPUUsage, "EF_AMDGPU_MACH Values"
    .processor = "gfx950",
    .most_lds_operations = 15,
    .unit = {.lds_bytes = 160 * 1024,
             .simds = 4,
             .waves = 8,
             .vgprs = 512,
             .granule = 8,
             .workgroups_waiting = 16},
    .device = {"AMD Instinct MI355X", ":sramecc+:xnack-", 288 * kGiB, 256, 2'400'000, 9, 5},
};

constexpr Arch kGfx1250Row{
    .name = "gfx1250",
    .instructions = kGfx1250,
    .features = {wave32,
                 all_scalar_registers,
                 null_register,
                 split_counters,
                 split_barriers,
                 dynamic_vgprs,
                 clusters,                  // AMDGPUUsage, "amdgpu-cluster-dims"
                 vgpr_banks,                // LLVM AMDGPULowerVGPREncoding
                 register_halves,           // LLVM FeatureRealTrue16Insts
                 cmpx_writes_exec_alone,    // since GFX10: RDNA 1 to 4 ISA, V_CMPX
                 expert_mode,               // LLVM SIInsertWaitcnts, expert scheduling mode
                 ids_in_trap_registers,     // AMDGPUUsage, "Initial Kernel Execution State"; SIISelLowering
                 vector_spacers,            // LLVM GCNHazardRecognizer
                 wide_buffer_descriptors,   // LLVM Feature45BitNumRecordsBufferResource
                 scratch_address_has_lane,  // LLVM, the aperture of scratch that addresses of lanes lie in
                 lds_address_skips_lane,    // Triton 3.9, of copies and of stores
                 block_scales,
                 scale_formats,
                 wmma,
                 scales_in_turn},        // rocjitsu, inferred
    .default_model = "wmma_functional",  // a hypothesis: AMD's emulator rocjitsu computes so
    .mach = 0x49,                        // AMDGPUUsage, "EF_AMDGPU_MACH Values"
    .processor = "gfx1250",
    // Without this feature LLVM 22 prints some halves of registers as op_sel and decodes others not at all.
    .llvm_features = "+real-true16",
    .most_lds_operations = 63,
    .unit = {.lds_bytes = 320 * 1024,
             .simds = 4,
             .waves = 16,
             .vgprs = 1024,
             .granule = 16,
             .workgroups_waiting = 16},
    .device = {"AMD Instinct MI455X", "", 432 * kGiB, 256, 2'700'000, 12, 5},
};

constexpr Set kSm90 = 64;  // no table of instructions has rows of sm_90
// Runs on a GPU alone. Measured: docs/silicon.md.
constexpr Arch kSm90Row{.name = "sm_90",
                        .instructions = kSm90,
                        .features = {wave32, warpgroups},
                        .default_model = "hopper",
                        .device = {"NVIDIA H200", "", 141 * kGiB, 132, 1'980'000, 9, 0}};

std::vector<const Arch*>& known() {
  static std::vector<const Arch*> all{&kGfx908Row,  &kGfx90aRow,  &kGfx942Row, &kGfx950Row,
                                      &kGfx1201Row, &kGfx1250Row, &kSm90Row};
  return all;
}

template <typename Wanted>
const Arch* first(Wanted wanted) {
  const auto found = std::ranges::find_if(known(), [&](const Arch* a) { return wanted(*a); });
  return found == known().end() ? nullptr : *found;
}

}  // namespace

std::span<const Arch* const> all() {
  return known();
}

const Arch* find(std::string_view name) {
  return first([&](const Arch& a) { return a.name == name; });
}

const Arch* find_emulated(std::string_view name) {
  const Arch* const arch = find(name);
  return arch != nullptr && arch->is_emulated() ? arch : nullptr;
}

const Arch* find_mach(std::uint32_t mach) {
  return first([&](const Arch& a) { return a.is_emulated() && a.mach == mach; });
}

bool has(std::string_view name, Feature feature) {
  const Arch* const arch = find(name);
  return arch != nullptr && arch->has(feature);
}

Features features_of(Set instructions) {
  const Arch* const arch = first([&](const Arch& a) { return a.instructions == instructions; });
  return arch != nullptr ? arch->features : Features{};
}

Set instructions_of(std::string_view name) {
  const Arch* const arch = find(name);
  return arch != nullptr ? arch->instructions : 0;
}

std::string_view default_model(std::string_view name) {
  const Arch* const arch = find(name);
  return (arch != nullptr ? arch : find(kDefault))->default_model;
}

std::string names(Set archs) {
  std::string text;
  for (const Arch* const a : known())
    if ((archs & a->instructions) != 0) text += (text.empty() ? "" : " ") + std::string(a->name);
  return text;
}

std::string emulated_names(std::string_view before, std::string_view last) {
  std::vector<std::string> each;
  for (const Arch* const a : known())
    if (a->is_emulated()) each.push_back(fmt::format("{}{}", before, a->name));
  const std::string end = each.back();
  each.pop_back();
  const char* const space = last == "," ? "" : " ";
  return each.empty() ? end : fmt::format("{}{}{} {}", fmt::join(each, ", "), space, last, end);
}

void add(const Arch& row) {
  known().push_back(&row);
}

}  // namespace lockstep::arch
