// Copies into LDS on gfx1250: each kind counts on its own counter, and a barrier is a signal and a wait.
#include <fmt/format.h>

#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

/// What lint finds in lines, as "KIND: OTHER before INSTRUCTION: NEEDED", by the numbers of the lines.
std::vector<std::string> early(std::vector<std::string> lines) {
  lines.emplace_back("s_endpgm");
  std::vector<std::string> all;
  for (const findings::Finding& f : lint_lines("gfx1250", lines).findings)
    all.push_back(
        fmt::format("{}: {} before {}: {}", findings::name(f.kind), f.other_address / 4, f.index, f.needed));
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

TEST_CASE("gfx1250: no register is followed once others are meant") {
  CHECK(early({kByThread, kNextRow, "s_set_vgpr_msb 0x1", kCopy, kNext, kOneLeft, kReadsNext}).empty());
}

TEST_CASE("gfx1250: a wait for a copy comes before the wave signals the barrier") {
  const Found race{"lds-race: 2 before 6: s_wait_asynccnt 0x0 before it"};
  CHECK(early({kByThread, kOtherWave, kCopy, kSignal, kWait, kWaitAsync, kReadsOther}) == race);
  CHECK(early({kByThread, kOtherWave, kCopy, kSignal, kWaitAsync, kWait, kReadsOther}) == race);
  CHECK(early({kByThread, kOtherWave, kCopy, kWaitAsync, kSignal, kWait, kReadsOther}).empty());
  CHECK(early({kByThread, kOtherWave, kReadsOther, kSignal, kWait, kCopy}) ==
        Found{"lds-race: 2 before 5: s_wait_dscnt 0x0 before it"});
  CHECK(early({kByThread, kOtherWave, kReadsOther, kWaitLds, kSignal, kWait, kCopy}).empty());
}

}  // namespace
}  // namespace lockstep::tests
