// Assembled programs, and what lint says of their kernels.
#pragma once

#include <string>
#include <vector>

#include "emulator/lint/lint.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

/// Of every kernel of a code object.
std::vector<lint::KernelReport> lint_bytes(const std::string& name, std::span<const std::byte> bytes);
std::vector<lint::KernelReport> lint_file(const std::string& path);

/// Of one kernel of tests/lint/programs/NAME.s.
lint::KernelReport lint_kernel(const std::string& program, const std::string& kernel);

/// Of a kernel of these lines, each of four bytes.
lint::KernelReport lint_lines(const std::string& arch, const std::vector<std::string>& lines);

/// Its findings, line by line.
std::string lines(const lint::KernelReport& report);

/// One finding that a kernel must have, and no other.
struct Expected {
  const char* kernel;
  findings::FindingKind kind;
  const char* at;         ///< the instruction, as it begins
  const char* other;      ///< the other party, as it begins; "" for none
  const char* registers;  ///< "" for none
  const char* needed;
};
void check(const std::string& program, const Expected& expected);
void check_clean(const std::string& program, const std::string& kernel);

}  // namespace lockstep::tests
