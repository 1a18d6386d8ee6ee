// The state of a wave before its first instruction, and what a launch is refused for.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

TEST_CASE("workgroup and thread ids of a three-dimensional launch") {
  Setup setup;
  setup.launch = {{3, 2, 2}, {4, 3, 2}, 0, kArguments};
  setup.output_dwords = 12 * 24 * 4;
  const Ran ran = run("start", "ids", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.outcome.workgroups == 12);
  for (std::uint32_t z = 0; z < 2; ++z)
    for (std::uint32_t y = 0; y < 2; ++y)
      for (std::uint32_t x = 0; x < 3; ++x)
        for (std::uint32_t t = 0; t < 24; ++t) {
          const std::uint32_t* thread = &ran.output[(((z * 2 + y) * 3 + x) * 24 + t) * 4];
          CHECK(thread[0] == x);
          CHECK(thread[1] == y);
          CHECK(thread[2] == z);
          CHECK(thread[3] == (t % 4 | (t / 4 % 3) << 10 | (t / 12) << 20));
        }
}

TEST_CASE("v0 holds the dimensions that the kernel asks for") {
  Setup setup;
  setup.launch.block = {4, 3, 2};
  const Ran one = run("start", "x_only", setup), two = run("start", "x_and_y", setup);
  for (std::uint32_t t = 0; t < 24; ++t) {
    CHECK(one.at(0, int(t)) == t % 4);
    CHECK(two.at(0, int(t)) == (t % 4 | (t / 4 % 3) << 10));
  }
  CHECK(one.at(0, 24) == kUntouched);
}

TEST_CASE("the last wave of a workgroup has as many lanes as threads are left") {
  for (const std::uint32_t threads : {1u, 63u, 64u, 65u, 100u, 128u, 1024u}) {
    Setup setup;
    setup.launch.block[0] = threads;
    const Ran ran = run("start", "live", setup);
    REQUIRE(ran.clean());
    for (std::uint32_t w = 0; w < 17; ++w) {
      std::uint64_t lanes = 0;
      for (std::uint32_t l = 0; l < 64; ++l)
        if (64 * w + l < threads) lanes |= std::uint64_t{1} << l;
      if (lanes == 0) lanes = std::uint64_t{kUntouched} << 32 | kUntouched;
      CHECK(ran.output[2 * w] == std::uint32_t(lanes));
      CHECK(ran.output[2 * w + 1] == std::uint32_t(lanes >> 32));
    }
  }
}

TEST_CASE("the dispatch packet holds the launch's sizes, in threads") {
  Setup setup;
  setup.launch = {{3, 2, 5}, {4, 3, 2}, 32, kArguments};
  const Ran ran = run("start", "packet", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  const std::uint32_t words[] = {2 | 3u << 16, 4 | 3u << 16, 2,        12,         6,
                                 10,           16,           128 + 32, kArguments, kArguments >> 32};
  for (int row = 0; row < int(std::size(words)); ++row) CHECK(ran.at(row, 3) == words[row]);
}

TEST_CASE("the argument pointer and preloaded arguments") {
  const Ran pointer = run("start", "argument_pointer");
  CHECK(pointer.at(0, 0) == std::uint32_t(kArguments));
  CHECK(pointer.at(1, 0) == std::uint32_t(kArguments >> 32));
  CHECK(pointer.undefined_at(0, 0) == 0);

  Setup setup;
  setup.arguments = {0xAAAA, 0xBBBB, 0xCCCC, 0xDDDD};
  setup.launch.grid[0] = 2;
  const Ran preloaded = run("start", "preloaded", setup);
  INFO(preloaded.complaints());
  CHECK(preloaded.clean());
  CHECK(preloaded.at(0, 0) == 0xAAAA);
  CHECK(preloaded.at(1, 0) == 0xBBBB);
  CHECK(preloaded.at(2, 0) == 0xCCCC);
  CHECK(preloaded.at(3, 0) == 1);  // the second workgroup ran last
}

// MODE: rounding 3:0, denormals of f32 5:4 and of f16 and f64 7:6, DX10_CLAMP 8, IEEE 9.
TEST_CASE("MODE begins as the descriptor says and can be changed") {
  const Ran usual = run("start", "mode_default"), flushing = run("start", "mode_flushing");
  CHECK(usual.at(0, 0) == 0x3F0);
  CHECK(usual.at(1, 0) == 0xF);
  CHECK(usual.at(2, 0) == 0x3C0);
  CHECK(flushing.at(0, 0) == 0x0C0);
  CHECK(flushing.at(1, 0) == 0xC);
}

TEST_CASE("scratch belongs to the lane, and ends") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    Setup setup;
    setup.schedule = schedule;
    const Ran ran = run("start", "scratch", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < 64; ++l) {
      CHECK(ran.at(0, int(l)) == 1000 + l);
      CHECK(ran.at(1, int(l)) == (1000 + l) / 256);
      CHECK(ran.undefined_at(2, int(l)) == 0xF);
    }
  }
  for (const char* kernel : {"scratch_past", "scratch_before"}) {
    const Ran ran = run("start", kernel);
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == FindingKind::bounds);
  }
}

TEST_CASE("a stack whose size the kernel does not say has what the host gives") {
  const auto code = program("start");
  code_object::Kernel kernel = *code->object().find("scratch_past");  // which needs 68 bytes and says 64
  machine::Memory memory;
  CHECK(machine::dispatch(*code, kernel, {}, memory, {}).stop);
  kernel.descriptor.uses_dynamic_stack = true;
  CHECK_FALSE(machine::dispatch(*code, kernel, {}, memory, {}).stop);
  machine::Launch less;
  less.stack = 64;
  CHECK(machine::dispatch(*code, kernel, less, memory, {}).stop);
}

TEST_CASE("dynamic LDS adds to the kernel's own") {
  Setup setup;
  setup.launch.dynamic_lds = 192;
  CHECK(run("start", "lds_end", setup).clean());
  setup.launch.dynamic_lds = 188;
  const findings::Finding found = run("start", "lds_end", setup).only();
  CHECK(found.kind == FindingKind::lds_bounds);
  CHECK(found.lane == 63);
  CHECK_THAT(found.text, Catch::Matchers::Contains("4 bytes at LDS 0xfc, past the 252 bytes"));
}

TEST_CASE("more than the architecture has is refused before anything is allocated") {
  Setup setup;
  setup.launch.dynamic_lds = 160 * 1024 - 64;
  CHECK_FALSE(run("start", "lds_end", setup).outcome.stop);
  for (const std::uint32_t more : {160u * 1024 - 63, 0xFFFF'FFFFu}) {
    setup.launch.dynamic_lds = more;
    const Ran ran = run("start", "lds_end", setup);
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == FindingKind::unsupported);
    CHECK(ran.outcome.instructions == 0);
  }
  setup.launch.dynamic_lds = 0;
  setup.launch.block = {1024, 2, 1};
  CHECK(run("start", "lds_end", setup).outcome.stop);

  const auto code = program("start");
  code_object::Kernel kernel = *code->object().find("scratch");
  kernel.private_bytes = 0xFFFF'FFFF;
  machine::Memory memory;
  CHECK(machine::dispatch(*code, kernel, {}, memory, {}).stop);
  kernel = *code->object().find("scratch");
  kernel.entry += 2;
  const auto outcome = machine::dispatch(*code, kernel, {}, memory, {});
  REQUIRE(outcome.stop);
  CHECK(outcome.stop->kind == FindingKind::illegal_instruction);
}

}  // namespace
}  // namespace lockstep::tests
