// Sets of roles and of classes that rows name.
#pragma once

#include <cstdint>
#include <string_view>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_rule.hpp"

namespace lockstep::isa::wait_rule_rows {

constexpr std::uint32_t role(Role r) {
  return 1u << std::uint32_t(r);
}
inline constexpr std::uint32_t kWrites = role(Role::destination), kSources = role(Role::source),
                               kAb = role(Role::matrix_ab), kC = role(Role::accumulated),
                               kMask = role(Role::mask), kSelect = role(Role::lane_select),
                               kAddress = role(Role::address), kData = role(Role::data);
inline constexpr std::uint32_t kReads = kSources | kAb | kC | kAddress | kData;
inline constexpr std::uint32_t kAccess = kVmem | kLds;

// Behind 16 passes on gfx950, LLVM's scan ends at 19 instructions.
inline constexpr std::string_view kLlvm22Gap = "LLVM 22 leaves 19 of 20 (LLVM #222040)";

using Kind = WaitRule::Kind;
using Chain = WaitRule::Chain;
using Extra = WaitRule::Extra;
using Part = WaitRule::Part;
using Lanes = WaitRule::Lanes;

inline constexpr Distance kFromTheLastPass{.fixed = -1, .per_pass = true};
inline constexpr std::string_view kReadAsEarly =
    "vector code of 2,909 shipping objects comes from passes - 1 on, with right values on silicon";

}  // namespace lockstep::isa::wait_rule_rows
