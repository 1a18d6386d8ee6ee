// Copies into LDS: what must be said, and what can't be without knowing the bytes.
#include "rig.hpp"

namespace lockstep::tests {
namespace {

using lint::Kind;

TEST_CASE("LDS read before any copy into it is done") {
  const char* const read = "ds_read_b32 v2, v1";
  const char* const copy = "buffer_load_dword v1";
  const char* const needed = "s_waitcnt vmcnt(0), and s_barrier where other waves copied";
  const auto expected = std::to_array<Expected>({
      {"weak", Kind::lds_copy, read, copy, "",
       "s_waitcnt vmcnt(1) or lower, and s_barrier where other waves copied"},
      {"not_waited_for", Kind::lds_copy, read, copy, "", needed},
      {"barrier_without_wait", Kind::lds_copy, read, copy, "", needed},
      {"barriers_without_wait", Kind::lds_copy, read, copy, "", needed},
      {"first_turn", Kind::lds_copy, read, copy, "", needed},
  });
  for (const Expected& e : expected) check("copies", e);
}

TEST_CASE("M0 without a value") {
  check("copies", {"no_base", Kind::undefined_m0, "buffer_load_dword v1", "M0", "m0", ""});
  check("copies", {"base_on_one_arm", Kind::undefined_m0, "buffer_load_dword v1", "M0", "m0", ""});
}

TEST_CASE("M0 written a wait state too late") {
  check("copies", {"base_too_late", Kind::wait_state, "buffer_load_dword v1", "s_mov_b32 m0, 0", "m0",
                   "s_nop 0 between"});
}

TEST_CASE("copies that are covered, or that nothing can be said of") {
  for (const char* kernel :
       {"covered", "partly", "no_barrier_but_wait", "written_too", "by_others", "first_turn_covered"})
    check_clean("copies", kernel);
}

}  // namespace
}  // namespace lockstep::tests
