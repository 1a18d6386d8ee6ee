#include "emulator/code_object/machine_names.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace lockstep::code_object {
namespace {

struct Named {
  std::uint32_t number;
  std::string_view name;
};

// ELF's registry of e_machine. A program of HIP has its kernels in a section of its own.
constexpr Named kMachines[] = {
    {62, "x86-64, a program of the host: `lockstep exec -- PROGRAM` runs its kernels"},
    {183, "AArch64, a program of the host: `lockstep exec -- PROGRAM` runs its kernels"},
    {190, "NVIDIA CUDA"},
};

// AMDGPUUsage, "AMDGPU ELF Header e_flags": EF_AMDGPU_MACH_AMDGCN_*, from GFX9 on.
constexpr Named kProcessors[] = {
    {0x2c, "gfx900"},          {0x2d, "gfx902"},        {0x2e, "gfx904"},         {0x2f, "gfx906"},
    {0x30, "gfx908"},          {0x31, "gfx909"},        {0x32, "gfx90c"},         {0x33, "gfx1010"},
    {0x34, "gfx1011"},         {0x35, "gfx1012"},       {0x36, "gfx1030"},        {0x37, "gfx1031"},
    {0x38, "gfx1032"},         {0x39, "gfx1033"},       {0x3d, "gfx1035"},        {0x3e, "gfx1034"},
    {0x3f, "gfx90a"},          {0x41, "gfx1100"},       {0x42, "gfx1013"},        {0x43, "gfx1150"},
    {0x44, "gfx1103"},         {0x45, "gfx1036"},       {0x46, "gfx1101"},        {0x47, "gfx1102"},
    {0x48, "gfx1200"},         {0x49, "gfx1250"},       {0x4a, "gfx1151"},        {0x4c, "gfx942"},
    {0x4e, "gfx1201"},         {0x4f, "gfx950"},        {0x51, "gfx9-generic"},   {0x52, "gfx10-1-generic"},
    {0x53, "gfx10-3-generic"}, {0x54, "gfx11-generic"}, {0x55, "gfx1152"},        {0x58, "gfx1153"},
    {0x59, "gfx12-generic"},   {0x5a, "gfx1251"},       {0x5f, "gfx9-4-generic"},
};

/// Empty without a row.
template <std::size_t kCount>
std::string_view find(const Named (&rows)[kCount], std::uint32_t number) {
  const auto* const found = std::ranges::find(rows, number, &Named::number);
  return found == std::end(rows) ? std::string_view() : found->name;
}

}  // namespace

std::string machine_name(std::uint32_t machine) {
  const std::string_view name = find(kMachines, machine);
  return name.empty() ? fmt::format("{:#x}", machine) : std::string(name);
}

std::string processor_name(std::uint32_t mach) {
  const std::string_view name = find(kProcessors, mach);
  return name.empty() ? fmt::format("{:#x}", mach) : fmt::format("{} ({:#x})", name, mach);
}

}  // namespace lockstep::code_object
