// Code that nobody would write is read in little time and ends in a verdict.
#include <random>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

class Writer {
 public:
  void append(const std::string& text) {
    isa::Instruction i = isa::read_line(text, program_.instructions.size() * 4, 4);
    isa::bind_semantics(i, arch::kGfx950);
    program_.index_of_dword.push_back(std::int32_t(program_.instructions.size()));
    program_.instructions.push_back(std::move(i));
  }
  lint::KernelReport report() const {
    code_object::CodeObject object;
    object.arch = program_.arch->name;
    object.kernels.emplace_back();
    object.kernels[0].name = "written";
    object.kernels[0].descriptor.accum_offset = 32;
    return lint::lint(object, program_)[0];
  }

 private:
  isa::Program program_{arch::find("gfx950"), isa::WaveWidth::lanes64, 0, {}, {}};
};

TEST_CASE("many loads that many branches carry everywhere") {
  Writer w;
  for (int n = 0; n < 1500; ++n) {
    w.append("global_load_dword v" + std::to_string(n % 200) + ", v255, s[2:3]");
    w.append("s_cbranch_scc0 " + std::to_string((n * 37) % 500));
    w.append("s_cbranch_scc1 " + std::to_string(65536 - (n % 100)));
  }
  for (int n = 0; n < 600; ++n) w.append("s_nop 0");
  w.append("s_endpgm");
  const lint::KernelReport report = w.report();
  CHECK(report.instructions() > 4500);
  CHECK(report.verdict() != lint::Verdict::holds);
  CHECK(lines(report).find("more paths lead through this kernel") != std::string::npos);
}

TEST_CASE("jumps to registers, one behind the other") {
  Writer w;
  for (int n = 0; n < 5000; ++n)
    w.append(n % 2 == 0 ? "s_swappc_b64 s[30:31], s[4:5]" : "s_setpc_b64 s[30:31]");
  CHECK(w.report().verdict() == lint::Verdict::inconclusive);
}

TEST_CASE("a kernel without instructions, and one that never ends") {
  CHECK(Writer{}.report().verdict() == lint::Verdict::inconclusive);
  Writer w;
  w.append("s_branch 65535");
  CHECK(w.report().verdict() == lint::Verdict::holds);
  Writer past;
  past.append("s_nop 0");
  CHECK(past.report().verdict() == lint::Verdict::inconclusive);
}

}  // namespace
}  // namespace lockstep::tests
