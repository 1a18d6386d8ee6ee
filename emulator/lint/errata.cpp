// Instructions with known errata in the code that a kernel reaches.
#include "emulator/isa/errata.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "emulator/code_object/occupancy.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/analyses.hpp"

namespace lockstep::lint {

namespace {

using isa::Operand;
using isa::RegisterAccess;

/// A and B of the matrix instruction before, as far as nobody has written them since.
class OperandCache {
 public:
  /// Whether a matrix instruction reads what is there; afterwards its own operands are.
  bool exchange(std::span<const RegisterAccess> operands) {
    const bool hits = std::ranges::any_of(
        operands, [&](const RegisterAccess& a) { return std::ranges::find(kept_, a) != kept_.end(); });
    kept_.assign(operands.begin(), operands.end());
    return hits;
  }
  void forget(const RegisterAccess& written) {
    std::erase_if(kept_, [&](const RegisterAccess& a) { return a.overlaps(written); });
  }

 private:
  std::vector<RegisterAccess> kept_;
};

std::vector<RegisterAccess> matrix_operands(const isa::Instruction& i, int accum_offset) {
  std::vector<RegisterAccess> all;
  for (const std::size_t s : {0, 1}) {
    const Operand& o = *i.source(s);
    const auto file = o.kind == Operand::Kind::vector ? isa::File::vector : isa::File::accumulator;
    all.push_back(unified({file, isa::Role::matrix_ab, o.index, o.count}, accum_offset));
  }
  return all;
}

/// The first matrix instruction of a straight line whose A or B the next one reads again.
std::optional<std::uint32_t> with_reused_operands(const isa::Program& program, const ControlFlow& flow,
                                                  int accum_offset) {
  for (const Block& block : flow.blocks) {
    OperandCache cache;
    std::uint32_t last = 0;
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const isa::Instruction& line = program.instructions[i];
      if (line.semantics != nullptr && std::holds_alternative<isa::Matrix>(line.semantics->operation)) {
        if (cache.exchange(matrix_operands(line, accum_offset))) return last;
        last = i;
      }
      for (const RegisterAccess& a : isa::dataflow(line, program.width))
        if (a.writes()) cache.forget(unified(a, accum_offset));
    }
  }
  return std::nullopt;
}

bool shares_a_simd(const isa::Program& program, const code_object::Kernel& kernel) {
  const code_object::Resources resources{kernel.descriptor.vgpr_count, kernel.sgpr_count, kernel.group_bytes,
                                         kernel.max_workgroup, kernel.wavefront_size};
  return code_object::occupancy(*program.arch, resources).waves() > 1;
}

Finding found(const isa::Erratum& erratum, std::uint32_t instruction) {
  Finding f = found_at(FindingKind::erratum, instruction);
  f.severity = findings::Severity::risk;
  f.rule = erratum.name;
  f.text = fmt::format("{}: {} ({})", erratum.name, erratum.effect, erratum.source);
  f.needed = erratum.help;
  return f;
}

}  // namespace

std::vector<Finding> check_errata(const isa::Program& program, const ControlFlow& flow,
                                  const code_object::Kernel& kernel) {
  std::vector<Finding> all;
  for (const isa::Erratum& erratum : isa::errata()) {
    if ((erratum.archs & program.arch->instructions) == 0) continue;
    std::vector<Finding> some;
    for_each_reached(flow, [&](std::uint32_t i) {
      if (erratum.concerns(program.instructions[i])) some.push_back(found(erratum, i));
    });
    if (erratum.beside_reused_operands && !some.empty()) {
      const auto matrix = shares_a_simd(program, kernel)
                              ? with_reused_operands(program, flow, int(kernel.descriptor.accum_offset))
                              : std::nullopt;
      some.resize(matrix ? 1 : 0);
      if (matrix) some.front().other_address = program.instructions[*matrix].address;
    }
    std::ranges::move(some, std::back_inserter(all));
  }
  return all;
}

}  // namespace lockstep::lint
