// A register used before the wait that covers the operation that fills it is found; with the wait it is not.
// What is expected follows from the counters' rules: how much was issued behind the operation.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using Kind = findings::FindingKind;

TEST_CASE("registers used before their wait") {
  const auto expected = std::to_array<Expected>({
      {"vm_missing", Kind::wait, "v_mov_b32_e32 v3, v2", "reads v2, a register that global_load_dword v2",
       "v2", "s_waitcnt vmcnt(0)"},
      {"vm_weak", Kind::wait, "v_add_u32_e32 v3, 1, v2", "(s_waitcnt vmcnt(3) @", "v2",
       "s_waitcnt vmcnt(2) or lower"},
      {"invalidation_weak", Kind::wait, "v_add_u32_e32 v3, 1, v2", "(s_waitcnt vmcnt(2) @", "v2",
       "s_waitcnt vmcnt(1) or lower"},
      {"lds_weak", Kind::wait, "v_mov_b32_e32 v3, v2", "ds_read_b32 v2", "v2",
       "s_waitcnt lgkmcnt(1) or lower"},
      {"scalar_weak", Kind::wait, "s_add_u32 s22, s20, 1", "s_load_dword s20", "s20", "s_waitcnt lgkmcnt(0)"},
      {"mixed_weak", Kind::wait, "v_mov_b32_e32 v3, v2", "ds_read_b32 v2", "v2", "s_waitcnt lgkmcnt(0)"},
      {"flat_wrong_counter", Kind::wait, "v_mov_b32_e32 v3, v2", "flat_load_dword v2", "v2",
       "s_waitcnt vmcnt(0)"},
      {"flat_beside_lds", Kind::wait, "v_mov_b32_e32 v3, v6", "ds_read_b32 v6", "v6", "s_waitcnt lgkmcnt(0)"},
      {"overwritten", Kind::wait, "v_mov_b32_e32 v2, 0", "overwrites v2, a register that global_load_dword",
       "v2", "s_waitcnt vmcnt(0)"},
      {"loaded_across", Kind::wait, "ds_read_b32 v2", "overwrites v2, a register that global_load_dword",
       "v2", "s_waitcnt vmcnt(0)"},
      {"scalar_twice", Kind::wait, "s_load_dword s20, s[10:11], 0x4", "overwrites s20", "s20",
       "s_waitcnt lgkmcnt(0)"},
      {"accumulator", Kind::wait, "v_accvgpr_read_b32 v3, a3", "global_load_dwordx2 a[2:3]", "a3",
       "s_waitcnt vmcnt(0)"},
      {"vcc_branch", Kind::wait, "s_cbranch_vccnz", "s_load_dwordx2 vcc", "vcc", "s_waitcnt lgkmcnt(0)"},
      {"descriptor", Kind::wait, "buffer_load_dword v2", "s_load_dwordx4 s[12:15]", "s[12:15]",
       "s_waitcnt lgkmcnt(0)"},
      {"stored", Kind::wait, "global_store_dwordx2 v1, v[6:7]", "global_load_dwordx4 v[4:7]", "v[6:7]",
       "s_waitcnt vmcnt(0)"},
      {"address", Kind::wait, "global_load_dword v3, v2", "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"atomic", Kind::wait, "v_mov_b32_e32 v3, v2", "global_atomic_add v2", "v2", "s_waitcnt vmcnt(0)"},
      {"permuted", Kind::wait, "v_mov_b32_e32 v3, v2", "ds_bpermute_b32 v2", "v2", "s_waitcnt lgkmcnt(0)"},
      {"not_full", Kind::wait, "v_mov_b32_e32 v3, v32", "global_load_dword v32", "v32",
       "s_waitcnt vmcnt(62) or lower"},
      {"half_used", Kind::wait, "v_add_u32_e32 v3, 1, v2", "global_load_short_d16 v2", "v2",
       "s_waitcnt vmcnt(0)"},
  });
  for (const Expected& e : expected) check("waits", e);
}

TEST_CASE("registers used after their wait, or that need none") {
  for (const char* kernel :
       {"vm_covered", "vm_enough", "invalidation_enough", "lds_enough", "scalar_enough", "mixed_enough",
        "flat_covered", "loaded_twice", "stored_then_overwritten", "full", "other_half_used"})
    check_clean("waits", kernel);
}

}  // namespace
}  // namespace lockstep::tests
