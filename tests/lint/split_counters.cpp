// Copies into LDS on gfx1250: each kind counts on its own counter, and a barrier is a signal and a wait.
#include <fmt/format.h>

#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

/// What lint finds in lines, as "KIND: OTHER before INSTRUCTION: NEEDED", by the numbers of the lines; notes
/// say that they are.
std::vector<std::string> early(std::vector<std::string> lines) {
  lines.emplace_back("s_endpgm");
  std::vector<std::string> all;
  for (const findings::Finding& f : lint_lines("gfx1250", lines).findings)
    all.push_back(fmt::format("{}: {} before {}: {}{}", findings::name(f.kind), f.other_address / 4, f.index,
                              f.needed, f.severity == findings::Severity::note ? ", a note" : ""));
  return all;
}

using Found = std::vector<std::string>;

constexpr const char *kTensor = "tensor_load_to_lds s[0:3], s[4:11]",
                     *kCopy = "global_load_async_to_lds_b32 v1, v1, s[4:5]",
                     *kNext = "global_load_async_to_lds_b32 v3, v1, s[4:5]",
                     *kWaitTensor = "s_wait_tensorcnt 0x0", *kWaitAsync = "s_wait_asynccnt 0x0",
                     *kOneLeft = "s_wait_asynccnt 0x1", *kWaitLds = "s_wait_dscnt 0x0",
                     *kSignal = "s_barrier_signal -1", *kWait = "s_barrier_wait 0xffff",
                     *kSignalCluster = "s_barrier_signal -3", *kWaitCluster = "s_barrier_wait 0xfffd",
                     *kByThread = "v_lshlrev_b32_e32 v1, 2, v0", *kOtherWave = "v_xor_b32_e32 v2, 0x80, v1",
                     *kNextRow = "v_add_nc_u32_e32 v3, 0x100, v1", *kReadsUnknown = "ds_load_b32 v5, v4",
                     *kReadsOwn = "ds_load_b32 v5, v1", *kReadsNext = "ds_load_b32 v5, v3",
                     *kReadsOther = "ds_load_b32 v5, v2";

TEST_CASE("gfx1250: LDS read before any copy into it is done") {
  CHECK(early({kTensor, kSignal, kWait, kReadsUnknown}) ==
        Found{"lds-copy: 0 before 3: s_wait_tensorcnt 0x0, and a barrier where other waves copied"});
  CHECK(early({kTensor, kWaitTensor, kSignal, kWait, kReadsUnknown}).empty());
  CHECK(early({kTensor, kWaitLds, kReadsUnknown}).size() == 1);
  CHECK(early({kByThread, kCopy, kOneLeft, kReadsUnknown}) ==
        Found{"lds-copy: 1 before 3: s_wait_asynccnt 0x0, and a barrier where other waves copied"});
  CHECK(early({kByThread, kCopy, kWaitAsync, kReadsUnknown}).empty());
}

TEST_CASE("gfx1250: what another workgroup of a cluster, or another kind of copy, has done is not known") {
  CHECK(early({kTensor, kSignalCluster, kWaitCluster, kReadsUnknown}).empty());
  CHECK(early({kTensor, kByThread, kCopy, kWaitAsync, kReadsUnknown}).empty());
}

TEST_CASE("gfx1250: bytes that a thread uses while its lane of a copy fills them") {
  CHECK(early({kByThread, kNextRow, kCopy, kNext, kOneLeft, kReadsNext}) ==
        Found{"lds-copy: 3 before 5: s_wait_asynccnt 0x0"});
  CHECK(early({kByThread, kNextRow, kCopy, kNext, kOneLeft, kReadsOwn}).empty());
  CHECK(early({kByThread, kReadsOwn, kCopy}) == Found{"lds-copy: 1 before 2: s_wait_dscnt 0x0"});
  CHECK(early({kByThread, kReadsOwn, kWaitLds, kCopy}).empty());
}

TEST_CASE("gfx1250: which lanes execute is known behind a comparison of the thread's number") {
  const auto behind = [](const char* comparison) {
    return early({kByThread, kNextRow, comparison, "s_and_saveexec_b32 s10, vcc_lo", kCopy, kNext, kOneLeft,
                  kReadsNext});
  };
  CHECK(behind("v_cmp_gt_u32_e32 vcc_lo, 8, v0").size() == 1);
  CHECK(behind("v_cmp_eq_u32_e32 vcc_lo, 9, v0").empty());  // none of the threads that are followed
}

TEST_CASE("gfx1250: no register is followed once others are meant") {
  CHECK(early({kByThread, kNextRow, "s_set_vgpr_msb 0x1", kCopy, kNext, kOneLeft, kReadsNext}).empty());
}

TEST_CASE("gfx1250: a wait for a copy comes before the wave signals the barrier") {
  const Found race{
      "lds-race: 2 before 6: s_wait_asynccnt 0x0 before it, a note"};  // nothing uses what is read
  CHECK(early({kByThread, kOtherWave, kCopy, kSignal, kWait, kWaitAsync, kReadsOther}) == race);
  CHECK(early({kByThread, kOtherWave, kCopy, kSignal, kWaitAsync, kWait, kReadsOther}) == race);
  CHECK(early({kByThread, kOtherWave, kCopy, kWaitAsync, kSignal, kWait, kReadsOther}).empty());
  CHECK(early({kByThread, kOtherWave, kReadsOther, kSignal, kWait, kCopy}) ==
        Found{"lds-race: 2 before 5: s_wait_dscnt 0x0 before it, a note"});
  CHECK(early({kByThread, kOtherWave, kReadsOther, kWaitLds, kSignal, kWait, kCopy}).empty());
}

/// The first wave copies a tile of 64 dwords to the beginning of LDS. Where memory has it is not said.
std::vector<std::string> tile(std::vector<std::string> behind_copy, const std::string& word4 = "0x20000") {
  std::vector<std::string> lines{kByThread,
                                 "ds_store_b32 v1, v0 offset:1024",  // LDS holds something
                                 "s_mov_b32 s0, 1", "s_mov_b32 s1, 0", "s_or_b32 s3, s3, 0x80000000",
                                 "s_mov_b32 s4, " + word4, "s_mov_b32 s7, 0x400000", "s_mov_b32 s8, 1",
                                 // LLVM AMDGPUUsage: ttmp8[29:25] is the wave's number.
                                 "s_bfe_u32 s20, ttmp8, 0x50019", "s_cmp_lg_u32 s20, 0", "s_cbranch_scc1 1",
                                 kTensor};
  lines.insert(lines.end(), behind_copy.begin(), behind_copy.end());
  return lines;
}

TEST_CASE("gfx1250: bytes of a tensor's copy that another wave uses behind a barrier that came too early") {
  const Found race{"lds-race: 11 before 15: s_wait_tensorcnt 0x0 before it, a note"};
  CHECK(early(tile({kSignal, kWait, kWaitTensor, kReadsOwn})) == race);
  CHECK(early(tile({kWaitTensor, kSignal, kWait, kReadsOwn})).empty());
  CHECK(early(tile({kSignal, kWait, kWaitTensor, "ds_load_b32 v5, v1 offset:256"})).empty());
}

TEST_CASE("gfx1250: bytes of a tensor's copy that its own wave uses, past its padding") {
  const std::string padded = "0x120000";  // a dword behind each two of them: the tile ends at 0x17c
  const Found race{"lds-copy: 11 before 12: s_wait_tensorcnt 0x0"};
  CHECK(early(tile({kReadsOwn, kWaitTensor})) == race);
  CHECK(early(tile({"ds_load_b32 v5, v1 offset:380", kWaitTensor}, padded)).empty());
  CHECK(early(tile({"ds_load_b32 v5, v1 offset:372", kWaitTensor}, padded)) == race);
  CHECK(early(tile({"ds_load_b32 v5, v1 offset:368", kWaitTensor}, padded)).empty());
  CHECK(early(tile({kReadsOwn, kWaitTensor}, "0x60000")).empty());  // a barrier in LDS says when it is done
}

TEST_CASE("gfx1250: two waves use the same bytes, and no barrier lies between") {
  const Found race{"lds-race: 3 before 4: a barrier between, a note"};
  const char *const writes = "ds_store_b32 v1, v0", *const nothing = "s_nop 0";
  CHECK(early({kByThread, kOtherWave, nothing, writes, kReadsOther}) == Found{});  // nor has the kernel one
  CHECK(early({kByThread, kOtherWave, nothing, writes, kReadsOther, kSignal, kWait}) == race);
  CHECK(early({kByThread, kOtherWave, nothing, writes, kReadsOwn, kSignal, kWait}).empty());
  CHECK(early({kByThread, kOtherWave, writes, kWaitLds, kSignal, kWait, kReadsOther}).empty());
}

TEST_CASE("gfx1250: a race whose read leaves LDS by a copy to memory is no note") {
  const auto found = [](std::vector<std::string> behind_read) {
    std::vector<std::string> lines{kByThread,   kOtherWave, "s_nop 0", "ds_store_b32 v1, v0",
                                   kReadsOther, kWaitLds};
    lines.insert(lines.end(), behind_read.begin(), behind_read.end());
    lines.insert(lines.end(), {kSignal, kWait});
    return early(lines);
  };
  const Found race{"lds-race: 3 before 4: a barrier between"};
  const char *const keeps = "ds_store_b32 v1, v5 offset:512",
                    *const tensor = "tensor_store_from_lds s[0:3], s[4:11]",
                    *const lanes = "global_store_async_from_lds_b32 v1, v1, s[4:5]";
  CHECK(found({keeps}) == Found{race[0] + ", a note"});
  CHECK(found({keeps, kWaitLds, tensor}) == race);
  CHECK(found({keeps, kWaitLds, lanes}) == race);
  CHECK(found({keeps, kWaitLds, kTensor}) == Found{race[0] + ", a note"});
}

}  // namespace
}  // namespace lockstep::tests
