// Which width of waves a code object asks for, and what is refused.
#include "emulator/machine/dispatch/refusal.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;
using isa::WaveWidth;

constexpr isa::WaveWidths kEither{.lanes32 = true, .lanes64 = true};

code_object::Kernel kernel_of(bool narrow, std::uint32_t metadata, const std::string& name = "live") {
  code_object::Kernel kernel = *program("start")->object().find(name);
  kernel.descriptor.wavefront_size32 = narrow;
  kernel.wavefront_size = metadata;
  return kernel;
}

code_object::CodeObject object_of(const std::string& arch, std::vector<code_object::Kernel> kernels) {
  code_object::CodeObject object = program("start")->object();
  object.arch = arch;
  object.kernels = std::move(kernels);
  return object;
}

TEST_CASE("a width has its lanes, its EXEC and its registers of a mask") {
  static_assert(isa::lane_count(WaveWidth::lanes32) == 32 && isa::lane_count(WaveWidth::lanes64) == 64);
  static_assert(isa::every_lane(WaveWidth::lanes32) == 0xFFFF'FFFF);
  static_assert(isa::every_lane(WaveWidth::lanes64) == ~std::uint64_t{0});
  static_assert(isa::mask_registers(WaveWidth::lanes32) == 1 && isa::mask_registers(WaveWidth::lanes64) == 2);
  for (const char* arch : {"gfx942", "gfx950"}) {
    CHECK(isa::wave_widths(*arch::find(arch)).has(WaveWidth::lanes64));
    CHECK_FALSE(isa::wave_widths(*arch::find(arch)).has(WaveWidth::lanes32));
  }
  CHECK(isa::wave_widths(*arch::find("gfx1250")).has(WaveWidth::lanes32));
  CHECK_FALSE(isa::wave_widths(*arch::find("gfx1250")).has(WaveWidth::lanes64));
  CHECK(arch::find("gfx1") == nullptr);
}

TEST_CASE("the width is the descriptor's, or the only one that the arch has") {
  CHECK(machine::wave_width(kernel_of(true, 32)) == WaveWidth::lanes32);
  CHECK(machine::wave_width(kernel_of(false, 64)) == WaveWidth::lanes64);
  CHECK(machine::wave_width(object_of("gfx950", {kernel_of(true, 32)})) == WaveWidth::lanes64);
  CHECK(machine::wave_width(object_of("gfx1250", {})) == WaveWidth::lanes32);
  CHECK(program("start")->program().width == WaveWidth::lanes64);
}

TEST_CASE("a kernel in waves that its arch lacks is refused, with where it says so") {
  const auto code = program("start");
  machine::Memory memory;
  const auto outcome = machine::dispatch(*code, kernel_of(true, 32), {}, memory, {});
  REQUIRE(outcome.stop);
  CHECK(outcome.stop->kind == FindingKind::unsupported);
  CHECK(outcome.instructions == 0);
  CHECK(outcome.stop->text ==
        "the descriptor of live asks for waves of 32 lanes (ENABLE_WAVEFRONT_SIZE32 is 1), and gfx950 has "
        "waves "
        "of 64: build the kernel for that width, or name the arch that it was built for");
  const auto wide = kernel_of(false, 64);
  const auto refused = machine::width_refusal(object_of("gfx1250", {wide}), wide, {.lanes32 = true});
  CHECK_THAT(refused, Catch::Matchers::Contains("ENABLE_WAVEFRONT_SIZE32 is 0"));
}

TEST_CASE("a descriptor and metadata that disagree about the width are refused") {
  const auto wide = kernel_of(false, 32), narrow = kernel_of(true, 64), silent = kernel_of(true, 0);
  const auto refusal = [](const code_object::Kernel& k) {
    return machine::width_refusal(object_of("gfx950", {k}), k, kEither);
  };
  CHECK(
      refusal(wide) ==
      "the descriptor of live asks for waves of 64 lanes, and its metadata says .wavefront_size 32: build it "
      "again, or correct the one that is wrong");
  CHECK_THAT(refusal(narrow), Catch::Matchers::Contains(".wavefront_size 64"));
  CHECK(refusal(silent).empty());
  machine::Memory memory;
  CHECK(machine::dispatch(*program("start"), wide, {}, memory, {}).stop);
}

TEST_CASE("where an arch has either width, the kernels of a code object have the same") {
  const auto narrow = kernel_of(true, 32), wide = kernel_of(false, 64, "ids");
  const auto mixed = object_of("gfx950", {narrow, wide});
  CHECK(machine::width_refusal(mixed, narrow, kEither).empty());
  CHECK(
      machine::width_refusal(mixed, wide, kEither) ==
      "ids has waves of 64 lanes, and the code object's first kernel, live, waves of 32: build them into two "
      "code objects");
  CHECK(machine::width_refusal(object_of("gfx950", {wide}), wide, kEither).empty());
}

}  // namespace
}  // namespace lockstep::tests
