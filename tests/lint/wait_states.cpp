// The programs by which the machine's wait states are tested: each comes with one wait state too few and with
// enough. Nothing but finding `nop` may be said of the first, and nothing of the second.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using Kind = findings::FindingKind;

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
        for (const findings::Finding& f : report.findings) {
          CHECK(f.kind == Kind::nop);
          CHECK(f.other_address != 0);
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

TEST_CASE("what shipping kernels contradict, and errata, falsify only if asked to") {
  using findings::Severity;
  using lint::Verdict;
  const lint::KernelReport base = lint_kernel("waits", "base_at_once");
  REQUIRE(base.findings.size() == 1);
  CHECK(base.findings[0].severity == Severity::note);
  CHECK(lint::line(base.findings[0]).starts_with("nop (note): global_load_lds_dword v1, s[10:11] @0x"));
  CHECK(base.verdict() == Verdict::holds);
  CHECK(base.verdict(Severity::risk) == Verdict::holds);
  CHECK(base.verdict(Severity::note) == Verdict::falsified);

  const lint::KernelReport erratum = lint_kernel("waits", "packed_erratum");
  REQUIRE(erratum.findings.size() == 1);
  CHECK(erratum.findings[0].kind == Kind::erratum);
  CHECK(erratum.findings[0].severity == Severity::risk);
  CHECK(erratum.verdict() == Verdict::holds);
  CHECK(erratum.verdict(Severity::risk) == Verdict::falsified);
  check_clean("waits", "packed_spared");
}

// Silicon stored the old first dword and the new second one (LLVM #197267).
TEST_CASE("of a wide store only what lies behind the first dword must not be overwritten at once") {
  const auto behind = [](const char* store, std::vector<std::string> lines, const char* arch = "gfx950") {
    lines.insert(lines.begin(), store);
    lines.emplace_back("s_endpgm");
    std::vector<findings::Severity> all;
    for (const findings::Finding& f : lint_lines(arch, lines).findings) all.push_back(f.severity);
    return all;
  };
  using findings::Severity;
  using Found = decltype(behind("", {}));
  constexpr const char *kScalarOffset = "buffer_store_dwordx4 v[4:7], v2, s[12:15], s20 offen",
                       *kNarrow = "buffer_store_dwordx2 v[4:5], v2, s[12:15], s20 offen",
                       *kPlain = "global_store_dwordx3 v2, v[4:6], s[8:9]", *kFirst = "v_mov_b32_e32 v4, 9",
                       *kSecond = "v_mov_b32_e32 v5, 9", *kLast = "v_mov_b32_e32 v7, 9", *kNop = "s_nop 0";
  CHECK(behind(kScalarOffset, {kFirst}) == Found{});
  CHECK(behind(kScalarOffset, {kSecond}) == Found{Severity::manual});
  CHECK(behind(kScalarOffset, {kLast}) == Found{Severity::manual});
  CHECK(behind(kScalarOffset, {kNop, kSecond}) == Found{});
  CHECK(behind(kScalarOffset, {kSecond}, "gfx942") == Found{});
  CHECK(behind(kNarrow, {kSecond}) == Found{});
  CHECK(behind(kPlain, {kFirst}) == Found{Severity::note});
  CHECK(behind(kPlain, {kNop, kSecond}) == Found{Severity::manual});
  CHECK(behind(kPlain, {kNop, kNop, kSecond}) == Found{});
}

TEST_CASE("packed f32 beside reused matrix operands is a risk of the kernel, named once") {
  const lint::KernelReport report = lint_kernel("waits", "packed_beside_reused");
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == Kind::erratum);
  CHECK(report.findings[0].severity == findings::Severity::risk);
  CHECK(report.findings[0].instruction.starts_with("v_pk_mul_f32"));
  CHECK(report.findings[0].text.find("ROCM-27743") != std::string::npos);
  CHECK(report.findings[0].needed.find("-mattr=-packed-fp32-ops") != std::string::npos);
  CHECK(report.verdict() == lint::Verdict::holds);
  for (const char* kernel : {"packed_beside_others", "packed_beside_written", "packed_alone"})
    check_clean("waits", kernel);
}

}  // namespace
}  // namespace lockstep::tests
