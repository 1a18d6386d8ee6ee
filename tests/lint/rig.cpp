#include "tests/lint/rig.hpp"

#include <algorithm>

#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "host/files.hpp"

namespace lockstep::tests {

std::vector<lint::KernelReport> lint_bytes(const std::string& name, std::span<const std::byte> bytes) {
  const auto object = code_object::parse(name, bytes);
  REQUIRE(object.has_value());
  const auto program = isa::disassemble(object->arch, object->text_address, object->text);
  REQUIRE(program.has_value());
  return lint::lint(*object, *program);
}

std::vector<lint::KernelReport> lint_file(const std::string& path) {
  INFO(path);
  const auto bytes = host::read_file(path);
  REQUIRE(bytes.has_value());
  return lint_bytes(path, *bytes);
}

lint::KernelReport lint_kernel(const std::string& program, const std::string& kernel) {
  const auto all = lint_file(std::string(LOCKSTEP_PROGRAMS) + "/lint_" + program + ".co");
  const auto report = std::ranges::find(all, kernel, &lint::KernelReport::kernel);
  INFO(kernel);
  REQUIRE(report != all.end());
  return *report;
}

lint::KernelReport lint_lines(const std::string& arch, const std::vector<std::string>& lines) {
  isa::Program program;
  program.arch = arch::find(arch);
  REQUIRE(program.arch != nullptr);
  program.width = isa::wave_widths(*program.arch).widest();
  for (const std::string& line : lines) {
    isa::Instruction i = isa::read_line(line, program.instructions.size() * 4, 4);
    isa::bind_semantics(i, program.arch->instructions);
    INFO(line);
    REQUIRE(i.semantics != nullptr);
    program.index_of_dword.push_back(std::int32_t(program.instructions.size()));
    program.instructions.push_back(std::move(i));
  }
  code_object::CodeObject object;
  object.arch = arch;
  object.kernels.emplace_back();
  object.kernels[0].name = "lines";
  object.kernels[0].descriptor.accum_offset = 256;
  return lint::lint(object, program)[0];
}

std::string lines(const lint::KernelReport& report) {
  std::string all;
  for (const findings::Finding& f : report.findings) all += lint::line(f) + "\n";
  return all;
}

void check(const std::string& program, const Expected& expected) {
  const lint::KernelReport report = lint_kernel(program, expected.kernel);
  INFO(expected.kernel << "\n" << lines(report));
  REQUIRE(report.findings.size() == 1);
  const findings::Finding& f = report.findings[0];
  CHECK(f.kind == expected.kind);
  CHECK(f.kernel == expected.kernel);
  CHECK(f.instruction.starts_with(expected.at));
  CHECK(f.text.find(expected.other) != std::string::npos);
  CHECK(f.registers == expected.registers);
  CHECK(f.needed == expected.needed);
}

void check_clean(const std::string& program, const std::string& kernel) {
  const lint::KernelReport report = lint_kernel(program, kernel);
  INFO(kernel << "\n" << lines(report));
  CHECK(report.findings.empty());
  CHECK(report.verdict() == lint::Verdict::holds);
}

}  // namespace lockstep::tests
