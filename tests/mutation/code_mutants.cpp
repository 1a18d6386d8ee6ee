// A mutant changes the instruction it names, to what it says, and nothing else.
#include "emulator/isa/disassembler.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = wait_mutation::CodeMutant::Kind;

struct Original {
  std::vector<std::byte> file;
  std::shared_ptr<const machine::LoadedCode> code;
};

Original original() {
  laws::CodeCache cache;
  const kernels::Kernel& kernel = *kernels::find_kernel("grouped_gemm_masked", "gfx950");
  return {*laws::CodeCache::bytes(kernel, "O3"), *cache.get(kernel, "O3")};
}

int state(const isa::Instruction& nop) {
  return int(nop.operands[0].integer);
}

void check(const isa::Program& before, const isa::Program& after, const wait_mutation::CodeMutant& m) {
  const isa::Instruction &was = before.instructions[m.instruction], &is = after.instructions[m.instruction];
  CAPTURE(was.text, is.text, wait_mutation::name(m.kind));
  switch (m.kind) {
    case Kind::drop_wait:
    case Kind::drop_barrier:
      CHECK(is.text == "s_nop 0");
      break;
    case Kind::weaken_vmcnt:
      CHECK(is.modifiers.vmcnt.value_or(63) == was.modifiers.vmcnt.value_or(63) + 1);
      CHECK(is.modifiers.lgkmcnt == was.modifiers.lgkmcnt);
      break;
    case Kind::weaken_lgkmcnt:
      CHECK(is.modifiers.lgkmcnt.value_or(15) == was.modifiers.lgkmcnt.value_or(15) + 1);
      CHECK(is.modifiers.vmcnt == was.modifiers.vmcnt);
      break;
    case Kind::weaken_nop:
      CHECK(state(is) == state(was) - 1);
      break;
    case Kind::drop_nop:
      CHECK(is.text == before.instructions[m.instruction + 1].text);
      CHECK(after.instructions[m.instruction + 1].text == was.text);
  }
}

TEST_CASE("every mutant changes what it names and nothing else") {
  const Original o = original();
  const isa::Program& before = o.code->program();
  const auto mutants = wait_mutation::code_mutants(before, o.code->object());
  std::array<int, 6> seen{};
  for (const wait_mutation::CodeMutant& m : mutants) {
    ++seen[std::size_t(m.kind)];
    const auto file = wait_mutation::patched(o.file, o.code->object(), m);
    REQUIRE(file.size() == o.file.size());
    const auto object = code_object::parse("mutant", file);
    REQUIRE(object.has_value());
    const auto after = isa::disassemble(object->arch, object->text_address, object->text);
    REQUIRE(after.has_value());
    REQUIRE(after->instructions.size() == before.instructions.size());
    check(before, *after, m);
    const std::uint32_t last = m.instruction + (m.kind == Kind::drop_nop ? 1 : 0);
    for (std::uint32_t i = 0; i < before.instructions.size(); ++i)
      if (i < m.instruction || i > last) REQUIRE(before.instructions[i].text == after->instructions[i].text);
  }
  for (const int n : seen) CHECK(n >= 3);
}

TEST_CASE("a file that is not the mutant's is not patched") {
  const Original o = original();
  const auto mutants = wait_mutation::code_mutants(o.code->program(), o.code->object());
  const std::vector<std::byte> other(o.file.size());
  CHECK(wait_mutation::patched(other, o.code->object(), mutants[0]).empty());
}

}  // namespace
}  // namespace lockstep::tests
