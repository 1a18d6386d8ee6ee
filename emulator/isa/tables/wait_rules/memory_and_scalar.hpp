// Rules of software wait states (../wait_rules.cpp) for memory operations and scalar instructions.
#pragma once

#include <array>

#include "emulator/isa/tables/wait_rules/sets.hpp"

namespace lockstep::isa::wait_rule_rows {

inline constexpr std::array kMemoryAndScalar{
    // ---- memory
    WaitRule{.name = "data of a wide store overwritten",
             .producer = kWideStore,
             .consumer = kValu,
             .producer_roles = kData,
             .consumer_roles = kWrites,
             .part = Part::rest,
             .fixed = 2,
             .harm = Harm::early_write,
             .source = "LLVM checkVALUHazards; T11; silicon, #197267"},
    WaitRule{.name = "first dword of a wide store overwritten",
             .producer = kWideStore,
             .consumer = kValu,
             .producer_roles = kData,
             .consumer_roles = kWrites,
             .part = Part::first,
             .fixed = 2,
             .harm = Harm::early_write,
             .contradicted = "silicon stored the old first dword beside the new second one (LLVM #197267)",
             .source = "LLVM checkVALUHazards; T11"},
    // T11 and LLVM 22 ask for none; silicon stored the new value of the second dword, and the old one of the
    // first.
    WaitRule{.name = "data of a wide store with a scalar offset overwritten",
             .producer = kWideStoreScalarOffset,
             .consumer = kValu,
             .producer_roles = kData,
             .consumer_roles = kWrites,
             .part = Part::rest,
             .archs = kGfx950,
             .fixed = 1,
             .harm = Harm::early_write,
             .evidence = Evidence::measured,
             .source = "silicon, LLVM #197267"},
    // ---- scalar
    WaitRule{
        .name = "M0 written by SALU, load to LDS",
        .producer = kSalu,
        .consumer = kLdsDma,
        .producer_roles = kWrites,
        .registers = Kind::m0,
        .archs = kCdna34,
        .fixed = 1,
        .harm = Harm::stale_read,
        .contradicted = "of 143,244 such loads in shipping assembly, which is right on silicon, two have one",
        .source = "LLVM checkReadM0Hazards; T11"},
    WaitRule{.name = "M0 written by SALU, message",
             .producer = kSalu,
             .consumer = kMessage,
             .registers = Kind::m0,
             .fixed = 1,
             .source = "LLVM checkReadM0Hazards; T11"},
    WaitRule{.name = "hardware register written, then read",
             .producer = kSetreg,
             .consumer = kGetreg,
             .producer_roles = 0,
             .registers = Kind::hardware_register,
             .fixed = 2,
             .harm = Harm::unordered,
             .source = "LLVM checkGetRegHazards; T11"},
    WaitRule{.name = "hardware register written twice",
             .producer = kSetreg,
             .consumer = kSetreg,
             .producer_roles = 0,
             .registers = Kind::hardware_register,
             .fixed = 2,
             .harm = Harm::unordered,
             .source = "LLVM checkSetRegHazards; T11"},
};

}  // namespace lockstep::isa::wait_rule_rows
