// A mutant changes the instruction it names, to what it says, and nothing else.
#include <map>

#include "emulator/isa/counters.hpp"
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

Original original(const char* arch) {
  laws::CodeCache cache;
  const kernels::Kernel& kernel = *kernels::find_kernel("grouped_gemm_masked", arch);
  return {*laws::CodeCache::bytes(kernel, "O3"), *cache.get(kernel, "O3")};
}

int state(const isa::Instruction& nop) {
  return int(nop.operands[0].integer);
}

/// How many operations of each counter a wait lets go on; as many as there may be where it does not wait.
std::map<std::string, int> allowed(const isa::Instruction& wait, bool gfx1250) {
  const auto of = [&](isa::Counter c) {
    const int most = isa::most_outstanding(c, *arch::find(gfx1250 ? "gfx1250" : "gfx950"));
    return isa::allowed(wait, c).value_or(most);
  };
  std::map<std::string, int> all;
  for (const isa::Counter c : isa::kCounters) all[isa::name(c)] = of(c);
  if (!gfx1250) return all;
  all["loadcnt"] = all["vmcnt"];
  all["dscnt"] = all["lgkmcnt"];
  all.erase("vmcnt");
  all.erase("lgkmcnt");
  return all;
}

void check_weaker(const isa::Instruction& was, const isa::Instruction& is, const wait_mutation::CodeMutant& m,
                  bool gfx1250) {
  auto expected = allowed(was, gfx1250);
  ++expected.at(std::string(m.counter));
  CHECK(allowed(is, gfx1250) == expected);
  CHECK(wait_mutation::name(m) == std::string(m.counter) + " + 1");
}

void check(const isa::Program& before, const isa::Program& after, const wait_mutation::CodeMutant& m,
           std::uint32_t last) {
  const isa::Instruction &was = before.instructions[m.instruction], &is = after.instructions[m.instruction];
  const bool gfx1250 = before.arch->name == "gfx1250";
  CAPTURE(was.text, is.text, wait_mutation::name(m));
  switch (m.kind) {
    case Kind::drop_barrier:
      CHECK(after.instructions[last].text == "s_nop 0");
      CHECK(before.instructions[last].mnemonic == (gfx1250 ? "s_barrier_wait" : "s_barrier"));
      [[fallthrough]];
    case Kind::drop_wait:
    case Kind::drop_signal:
    case Kind::drop_meeting:
    case Kind::drop_spacer:
      CHECK(is.text == "s_nop 0");
      break;
    case Kind::weaken_wait:
      check_weaker(was, is, m, gfx1250);
      break;
    case Kind::weaken_nop:
      CHECK(state(is) == state(was) - 1);
      break;
    case Kind::drop_nop:
      CHECK(is.text == before.instructions[m.instruction + 1].text);
      CHECK(after.instructions[m.instruction + 1].text == was.text);
  }
}

/// The last instruction that is another: of a barrier in two its wait, which all between leave alone.
std::uint32_t last_changed(const isa::Program& before, const wait_mutation::CodeMutant& m) {
  if (m.kind == Kind::drop_nop) return m.instruction + 1;
  if (m.kind != Kind::drop_barrier || before.arch->name != "gfx1250") return m.instruction;
  std::uint32_t i = m.instruction;
  while (before.instructions[i].mnemonic != "s_barrier_wait") ++i;
  return i;
}

std::map<Kind, int> check_mutants(const char* arch) {
  const Original o = original(arch);
  const isa::Program& before = o.code->program();
  std::map<Kind, int> seen;
  for (const wait_mutation::CodeMutant& m : wait_mutation::code_mutants(before, o.code->object())) {
    ++seen[m.kind];
    const auto file = wait_mutation::patched(o.file, o.code->object(), m);
    REQUIRE(file.size() == o.file.size());
    const auto object = code_object::parse("mutant", file);
    REQUIRE(object.has_value());
    const auto after = isa::disassemble(object->arch, object->text_address, object->text);
    REQUIRE(after.has_value());
    REQUIRE(after->instructions.size() == before.instructions.size());
    const std::uint32_t last = last_changed(before, m);
    check(before, *after, m, last);
    const bool both = m.kind == Kind::drop_barrier || m.kind == Kind::drop_nop;
    std::size_t others = 0;
    for (std::uint32_t i = 0; i < before.instructions.size(); ++i)
      if (i != m.instruction && (i != last || !both))
        others += before.instructions[i].text != after->instructions[i].text;
    REQUIRE(others == 0);
  }
  return seen;
}

TEST_CASE("every mutant changes what it names and nothing else") {
  auto gfx950 = check_mutants("gfx950");
  for (const Kind k :
       {Kind::drop_wait, Kind::weaken_wait, Kind::drop_barrier, Kind::drop_nop, Kind::weaken_nop})
    CHECK(gfx950[k] >= 3);
  auto gfx1250 = check_mutants("gfx1250");
  for (const Kind k : {Kind::drop_wait, Kind::weaken_wait, Kind::drop_barrier, Kind::drop_signal,
                       Kind::drop_meeting, Kind::drop_spacer})
    CHECK(gfx1250[k] >= 3);
}

// Words as LLVM's assembler has them.
TEST_CASE("the waits of both archs are weakened where their counters are") {
  const auto weakened = [](const char* mnemonic, const char* counter, std::uint32_t word) {
    const auto fields = wait_mutation::wait_fields(mnemonic);
    REQUIRE(fields.has_value());
    for (const wait_mutation::WaitField& f : *fields)
      if (f.counter == counter) return f.with(word, f.of(word) + 1);
    FAIL("no such counter");
    return 0u;
  };
  CHECK(weakened("s_waitcnt", "vmcnt", 0xBF8C0F7F) == 0xBF8C4F70);  // 15, then 16
  CHECK(weakened("s_waitcnt", "lgkmcnt", 0xBF8CC07F) == 0xBF8CC17F);
  CHECK(weakened("s_wait_loadcnt", "loadcnt", 0xBFC00001) == 0xBFC00002);
  CHECK(weakened("s_wait_kmcnt", "kmcnt", 0xBFC70004) == 0xBFC70005);
  CHECK(weakened("s_wait_loadcnt_dscnt", "loadcnt", 0xBFC80304) == 0xBFC80404);
  CHECK(weakened("s_wait_storecnt_dscnt", "dscnt", 0xBFC90304) == 0xBFC90305);
  CHECK(weakened("s_wait_alu", "va_vdst", 0xBF880F9F) == 0xBF881F9F);
  CHECK(weakened("s_wait_alu", "vm_vsrc", 0xBF88FF83) == 0xBF88FF87);
  CHECK(!wait_mutation::wait_fields("s_barrier_wait"));
}

TEST_CASE("a file that is not the mutant's is not patched") {
  const Original o = original("gfx950");
  const auto mutants = wait_mutation::code_mutants(o.code->program(), o.code->object());
  const std::vector<std::byte> other(o.file.size());
  CHECK(wait_mutation::patched(other, o.code->object(), mutants[0]).empty());
}

}  // namespace
}  // namespace lockstep::tests
