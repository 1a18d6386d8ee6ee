// The rules of software wait states of gfx942 and gfx950, one row per hazard.
//
// Sources. LLVM: the functions of GCNHazardRecognizer.cpp (22.1), whose output tests/isa_text/wait_states
// measures. T11: CDNA3 and CDNA4 ISA, "Required Software-inserted Wait States"; MX: the same manuals' table
// of dependencies between matrix instructions. Where a row names both, both say so; where they differ the row
// says which it follows: the one that asks for less, unless silicon was seen to need more. A row is the
// manual's unless it says otherwise. `contradicted` counts places in hand-written kernels that ship in
// ROCm/aiter and whose value tests pass on silicon.
#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_rule.hpp"

namespace lockstep::isa {

namespace {

constexpr std::uint32_t role(Role r) {
  return 1u << std::uint32_t(r);
}
constexpr std::uint32_t kExecutes = 0;  // whatever its registers
constexpr std::uint32_t kWrites = role(Role::destination), kSources = role(Role::source),
                        kAb = role(Role::matrix_ab), kC = role(Role::accumulated), kMask = role(Role::mask),
                        kSelect = role(Role::lane_select), kAddress = role(Role::address),
                        kData = role(Role::data);
constexpr std::uint32_t kReads = kSources | kAb | kC | kAddress | kData;
constexpr std::uint32_t kAccess = kVmem | kLds;

// Behind 16 passes on gfx950, LLVM's scan ends at 19 instructions.
constexpr std::string_view kLlvm22Gap = "LLVM 22 leaves 19 of 20 (LLVM #222040)";

using Kind = WaitRule::Kind;
using Chain = WaitRule::Chain;
using Extra = WaitRule::Extra;
using Part = WaitRule::Part;
using Lanes = WaitRule::Lanes;

constexpr Distance kFromTheLastPass{.fixed = -1, .per_pass = true};
constexpr std::string_view kReadAsEarly =
    "vector code of 2,909 shipping objects comes from passes - 1 on, with right values on silicon";

/// Instructions of any of these classes and none of those.
struct Classes {
  constexpr Classes(std::uint32_t of, std::uint32_t but = 0) : any(of), none(but) {}
  std::uint32_t any, none;
};
constexpr Classes kMatrix32{kMatrix, kXdl | kMatrix64}, kMatrix64Small{kMatrix64, kMatrix64Large};

/// Wait states from the producer's issue on, or behind its last pass.
struct Wait : Distance {
  constexpr Wait(int count, bool behind = false) : Distance{count, behind} {}
};
constexpr Wait behind_passes(int count) {
  return {count, true};
}

/// `use`: what the consumer does with the registers that the producer writes; `rest`: the row's other
/// columns.
constexpr WaitRule rule(std::string_view name, Classes producer, Classes consumer, std::uint32_t use,
                        Wait wait, std::string_view source, WaitRule rest = {}) {
  rest.name = name;
  rest.producer = producer.any, rest.producer_not = producer.none;
  rest.consumer = consumer.any, rest.consumer_not = consumer.none;
  rest.consumer_roles = use;
  rest.fixed = wait.fixed, rest.per_pass = wait.per_pass;
  rest.source = source;
  return rest;
}

constexpr WaitRule kRules[] = {
    // ---- vector ALU
    rule("VALU result read by DPP", {kValu, kMatrix}, kDpp, kSources, 2, "LLVM checkDPPHazards; T11",
         {.lanes = Lanes::others,
          .contradicted = "shipping assembly has one at 9,491 places, with right values on silicon",
          .contradicted_from = {1}}),
    rule("VALU result read by DPP in its own lane", {kValu, kMatrix}, kDpp, kSources | kC, 2,
         "LLVM checkDPPHazards; T11",
         {.lanes = Lanes::own,
          .contradicted = "only the first source crosses lanes; shipping assembly reads the others at once "
                          "at 144 places, with right values on silicon"}),
    rule("EXEC written by VALU, DPP", kValu, kDpp, kExecutes, 5, "LLVM checkDPPHazards; T11",
         {.registers = Kind::exec}),
    rule("VALU result read by v_permlane", {kValu, kMatrix | kPermlane}, kPermlane, kSources, 2,
         "LLVM checkPermlaneHazards, #117287; CDNA4 T11", {.archs = kGfx950}),
    rule("v_permlane result read by v_permlane", kPermlane, kPermlane, kSources, 2,
         "LLVM checkPermlaneHazards, #117287; CDNA4 T11",
         {.archs = kGfx950,
          .contradicted = "a shipping attention kernel has fewer, with right values on silicon"}),
    rule("EXEC written by v_cmpx, v_permlane", kCompareExec, kPermlane, kExecutes, 4,
         "LLVM checkPermlaneHazards",
         {.registers = Kind::exec, .archs = kGfx950, .evidence = Evidence::compiler}),
    rule("VALU result read by v_readlane", {kValu, kMatrix}, kLaneRead, kSources, 1,
         "LLVM checkVALUHazards; T11"),
    rule("EXEC written by VALU, lane access", kValu, kLaneRead | kLaneWrite, kExecutes, 4,
         "LLVM checkVALUHazards; T11", {.registers = Kind::exec}),
    rule("SGPR written by VALU as lane select", kValu, kLaneRead | kLaneWrite, kSelect, 4,
         "LLVM checkRWLaneHazards; T11", {.registers = Kind::scalar}),
    // LLVM pads reads as carry or mask too; T11 says that those need none.
    rule("SGPR written by VALU read by VALU", kValu, kValu, kSources | kC, 2, "LLVM checkVALUHazards; T11",
         {.registers = Kind::scalar,
          .contradicted = "shipping assembly reads such SGPRs at once, with right values on silicon"}),
    rule("SGPR written by VALU read by VMEM", kValu, kVmem, kAddress | kData, 5, "LLVM checkVMEMHazards; T11",
         {.registers = Kind::scalar}),
    rule("VCC written by VALU, v_div_fmas", kValu, kDivFmas, kMask, 4, "LLVM checkDivFMasHazards; T11",
         {.registers = Kind::vcc}),
    rule("transcendental result read by VALU", kTrans, {kValu, kTrans}, kReads, 1,
         "LLVM checkVALUHazards (trans forwarding); T11"),
    // Whoever writes a part of the register keeps the rest, and so reads it; LLVM asks it of all that write
    // it.
    rule("result moved within its register used by VALU", kShiftedResult, kValu, kReads | kWrites, 1,
         "LLVM checkVALUHazards (dst_sel forwarding); T11"),
    // ---- dot products
    rule("dot product read", kDot, {kValu | kAccess, kMatrix}, kSources | kAddress | kData, 3,
         "LLVM checkMAIVALUHazards; MX"),
    rule("dot product accumulated by another operation", kDot, {kValu, kMatrix}, kC, 3,
         "LLVM checkMAIVALUHazards; MX", {.chain = Chain::not_forwarded}),
    rule("dot product overwritten", kDot, {kValu | kAccess, kMatrix}, kWrites, 3,
         "LLVM checkMAIVALUHazards; MX", {.chain = Chain::not_forwarded, .harm = Harm::lost_write}),
    // ---- into matrix instructions
    rule("VALU result read by a matrix instruction", {kValu, kMatrix | kDot}, kMatrix, kAb | kC, 2,
         "LLVM checkMAIHazards90A; MX"),
    rule("EXEC written by VALU, matrix instruction", kValu, kMatrix, kExecutes, 4,
         "LLVM checkMAIHazards90A; MX", {.registers = Kind::exec, .harm = Harm::unordered}),
    // ---- from matrix instructions to A, B and scales of others
    rule("XDL result read as A or B", kXdl, kMatrix, kAb, behind_passes(3),
         "LLVM checkMAIHazards90A, #126132; MX",
         {.extra = Extra::later_but_two_passes, .compiler_gap = kLlvm22Gap}),
    rule("f32 matrix result read as A or B", kMatrix32, kMatrix, kAb, behind_passes(2),
         "LLVM checkMAIHazards90A; MX"),
    rule("f64 4x4 matrix result read as A or B", kMatrix64Small, kMatrix, kAb, 6,
         "LLVM checkMAIHazards90A; MX"),
    rule("f64 16x16 matrix result read as A or B", kMatrix64Large, kMatrix, kAb, 11,
         "LLVM checkMAIHazards90A; MX", {.archs = kGfx942}),
    rule("f64 16x16 matrix result read as A or B", kMatrix64Large, kMatrix, kAb, 19,
         "LLVM checkMAIHazards90A, #117262, #117284", {.archs = kGfx950, .evidence = Evidence::compiler}),
    // ---- to C: the same registers are forwarded to the same operation (LLVM #218363); others that overlap,
    // or to another operation, are not
    rule("two-pass matrix result as the same C", {kMatrix, kMatrix64}, kMatrix, kC, 2,
         "LLVM checkMAIHazards90A; MX", {.chain = Chain::same_registers, .passes = 2}),
    rule("f64 4x4 matrix result as the same C", kMatrix64Small, kMatrix64Small, kC, 4,
         "LLVM checkMAIHazards90A; MX", {.chain = Chain::same_registers}),
    rule("XDL result overlaps an XDL's C", kXdl, kXdl, kC, behind_passes(1),
         "LLVM checkMAIHazards90A, #117263, #218363; MX",
         {.chain = Chain::not_forwarded, .extra = Extra::later_results}),
    rule("XDL result overlaps C of an f32 or f64 matrix instruction", kXdl, {kMatrix, kXdl}, kC,
         behind_passes(1), "LLVM checkMAIHazards90A; MX",
         {.chain = Chain::not_forwarded, .extra = Extra::later_but_two_passes}),
    rule("f32 matrix result overlaps C of an f32 or f64 matrix instruction", kMatrix32, {kMatrix, kXdl}, kC,
         behind_passes(0), "LLVM checkMAIHazards90A; MX", {.chain = Chain::not_forwarded}),
    rule("f64 4x4 matrix result overlaps C", kMatrix64Small, {kMatrix, kXdl}, kC, 4,
         "LLVM checkMAIHazards90A; MX", {.chain = Chain::not_forwarded}),
    rule("f64 16x16 matrix result overlaps C", kMatrix64Large, {kMatrix, kXdl}, kC, 9,
         "LLVM checkMAIHazards90A; MX", {.chain = Chain::not_forwarded, .archs = kGfx942}),
    rule("f64 16x16 matrix result overlaps C", kMatrix64Large, {kMatrix, kXdl}, kC, 17,
         "LLVM checkMAIHazards90A, #117262",
         {.chain = Chain::not_forwarded, .archs = kGfx950, .evidence = Evidence::compiler}),
    // ---- from matrix instructions to everything else. Packed f32 that comes behind one waits for the pipe
    // (Timing::waits_for_pipe), and reads its result two wait states behind it in shipping assembly.
    rule("XDL result read", kXdl, {kValu, kMatrix | kPackedF32}, kReads, behind_passes(3),
         "LLVM checkMAIVALUHazards, #126132; MX",
         {.extra = Extra::later_but_two_passes,
          .contradicted = kReadAsEarly,
          .contradicted_from = kFromTheLastPass,
          .compiler_gap = kLlvm22Gap}),
    rule("XDL result read by a memory operation", kXdl, kAccess, kReads, behind_passes(3),
         "LLVM checkMAIVALUHazards, #126132; MX",
         {.extra = Extra::later_but_two_passes, .compiler_gap = kLlvm22Gap}),
    rule("f32 matrix result read", kMatrix32, {kValu | kAccess, kMatrix | kPackedF32}, kReads,
         behind_passes(2), "LLVM checkMAIVALUHazards; MX"),
    rule("f64 4x4 matrix result read by VALU", kMatrix64Small, {kValu, kMatrix}, kReads, 6,
         "LLVM checkMAIVALUHazards; MX"),
    rule("f64 4x4 matrix result read by a memory operation", kMatrix64Small, kAccess, kReads, 9,
         "LLVM checkMAIVALUHazards; MX"),
    rule("f64 16x16 matrix result read by VALU", kMatrix64Large, {kValu, kMatrix}, kReads, 11,
         "LLVM checkMAIVALUHazards; MX", {.archs = kGfx942}),
    rule("f64 16x16 matrix result read by VALU", kMatrix64Large, {kValu, kMatrix}, kReads, 19,
         "LLVM checkMAIVALUHazards, #117284", {.archs = kGfx950, .evidence = Evidence::compiler}),
    rule("f64 16x16 matrix result read by a memory operation", kMatrix64Large, kAccess, kReads, 18,
         "LLVM checkMAIVALUHazards; MX"),
    rule("XDL result overwritten", kXdl, {kValu, kMatrix | kPackedF32}, kWrites, behind_passes(3),
         "LLVM checkMAIVALUHazards, #126132; MX",
         {.extra = Extra::later_but_two_passes,
          .harm = Harm::lost_write,
          .contradicted = kReadAsEarly,
          .contradicted_from = kFromTheLastPass,
          .compiler_gap = kLlvm22Gap}),
    rule("XDL result overwritten by a memory operation", kXdl, kAccess, kWrites, behind_passes(3),
         "LLVM checkMAIVALUHazards, #126132; MX",
         {.extra = Extra::later_but_two_passes, .harm = Harm::lost_write, .compiler_gap = kLlvm22Gap}),
    rule("f32 matrix result overwritten", kMatrix32, {kValu | kAccess, kMatrix | kPackedF32}, kWrites,
         behind_passes(2), "LLVM checkMAIVALUHazards; MX", {.harm = Harm::lost_write}),
    rule("f64 4x4 matrix result overwritten", kMatrix64Small, {kValu | kAccess, kMatrix}, kWrites, 6,
         "LLVM checkMAIVALUHazards; MX", {.harm = Harm::lost_write}),
    rule("f64 16x16 matrix result overwritten", kMatrix64Large, {kValu | kAccess, kMatrix}, kWrites, 11,
         "LLVM checkMAIVALUHazards; MX", {.harm = Harm::lost_write}),
    rule("C of an XDL overwritten while it is read", kXdl, {kValu | kAccess, kMatrix}, kWrites,
         behind_passes(-1), "LLVM checkMAIVALUHazards; MX",
         {.producer_roles = kC, .harm = Harm::early_write}),
    rule("f64 matrix instruction, v_fma_f64", kMatrix64, kFma64, kExecutes, 2, "LLVM checkMAIVALUHazards; MX",
         {.producer_roles = kExecutes, .registers = Kind::any, .harm = Harm::unordered}),
    // ---- memory
    rule("data of a wide store overwritten", kWideStore, kValu, kWrites, 2,
         "LLVM checkVALUHazards; T11; silicon, #197267",
         {.producer_roles = kData, .part = Part::rest, .harm = Harm::early_write}),
    rule("first dword of a wide store overwritten", kWideStore, kValu, kWrites, 2,
         "LLVM checkVALUHazards; T11",
         {.producer_roles = kData,
          .part = Part::first,
          .harm = Harm::early_write,
          .contradicted = "silicon stored the old first dword beside the new second one (LLVM #197267)"}),
    // T11 and LLVM 22 ask for none; silicon stored the new value of the second dword, and the old one of the
    // first.
    rule("data of a wide store with a scalar offset overwritten", kWideStoreScalarOffset, kValu, kWrites, 1,
         "silicon, LLVM #197267",
         {.producer_roles = kData,
          .part = Part::rest,
          .archs = kGfx950,
          .harm = Harm::early_write,
          .evidence = Evidence::measured}),
    // ---- scalar
    rule("M0 written by SALU, load to LDS", kSalu, kLdsDma, kExecutes, 1, "LLVM checkReadM0Hazards; T11",
         {.producer_roles = kWrites,
          .registers = Kind::m0,
          .archs = kCdna34,
          .harm = Harm::stale_read,
          .contradicted =
              "of 143,244 such loads in shipping assembly, which is right on silicon, two have one"}),
    rule("M0 written by SALU, message", kSalu, kMessage, kExecutes, 1, "LLVM checkReadM0Hazards; T11",
         {.registers = Kind::m0}),
    rule("hardware register written, then read", kSetreg, kGetreg, kExecutes, 2,
         "LLVM checkGetRegHazards; T11",
         {.producer_roles = kExecutes, .registers = Kind::hardware_register, .harm = Harm::unordered}),
    rule("hardware register written twice", kSetreg, kSetreg, kExecutes, 2, "LLVM checkSetRegHazards; T11",
         {.producer_roles = kExecutes, .registers = Kind::hardware_register, .harm = Harm::unordered}),
};

}  // namespace

std::span<const WaitRule> wait_rules() {
  return kRules;
}

}  // namespace lockstep::isa
