// The programs by which the machine's wait states are tested: each comes with one wait state too few and with
// enough. Nothing but finding `nop` may be said of the first, and nothing of the second.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using lint::Kind;

TEST_CASE("a wait state too few is found on some path, enough are not") {
  for (const std::string arch : {"gfx942", "gfx950"}) {
    int few = 0, enough = 0;
    for (const lint::KernelReport& report :
         lint_file(std::string(LOCKSTEP_MACHINE_PROGRAMS) + "/wait_states." + arch + ".co")) {
      INFO(arch << " " << lines(report));
      const std::string& name = report.kernel;
      if (name.ends_with("_short")) {
        ++few;
        REQUIRE(report.findings.size() >= 1);
        for (const lint::Finding& f : report.findings) {
          CHECK(f.kind == Kind::wait_state);
          CHECK(f.other != 0);
        }
      }
      if (name.ends_with("_enough")) {
        ++enough;
        CHECK(report.findings.empty());
      }
    }
    CHECK(few >= 10);
    CHECK(enough >= 10);
  }
}

}  // namespace
}  // namespace lockstep::tests
