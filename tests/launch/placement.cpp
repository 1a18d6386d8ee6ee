#include "emulator/launch/placement.hpp"

#include "tests/launch/example.hpp"

using namespace lockstep;
using namespace lockstep::launch;
using namespace lockstep::tests;

namespace {

template <typename Change>
std::string why_not(const Change& change) {
  Description d = scale_launch();
  change(d);
  const auto code = scale_code();
  const auto placed = place(d, *code);
  REQUIRE_FALSE(placed);
  return placed.error();
}

}  // namespace

TEST_CASE("buffers are aligned, apart, and hold their contents") {
  Description d = scale_launch();
  d.buffers[0].alignment = 1 << 21;
  d.buffers[1].address = 0x1234'5600;
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  CHECK((*p)->buffers[0]->base() % (1 << 21) == 0);
  CHECK((*p)->buffers[1]->base() == 0x1234'5600);
  CHECK((*p)->memory.owner((*p)->buffers[0]->base() + 512, 1) == nullptr);
  CHECK((*p)->memory.owner((*p)->buffers[0]->base() - 1, 1) == nullptr);
  const machine::Outcome outcome = dispatched(**p, *code);
  CHECK_FALSE(outcome.stop);
  CHECK(outcome.findings.empty());
}

TEST_CASE("a buffer of many gigabytes costs what is touched") {
  Description d = scale_launch();
  d.buffers[0].bytes = d.buffers[1].bytes = std::uint64_t{6} << 30;
  const std::uint64_t far = (std::uint64_t{5} << 30) + 256;
  d.arguments[0].value = Pointer{"out", far};
  d.arguments[1].value = Pointer{"in", far};
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  CHECK_FALSE(dispatched(**p, *code).stop);
  float value = 0;
  std::uint8_t undefined[4];
  (*p)->buffers[1]->peek(far + 508, reinterpret_cast<std::uint8_t*>(&value), undefined, 4);
  CHECK(value == 6.0f);
  CHECK((*p)->memory.touched_bytes() < 10 * machine::kPageBytes);
}

TEST_CASE("a write to a buffer that is only read is a trap") {
  Description d = scale_launch();
  d.buffers[1].writable = false;
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  const machine::Outcome outcome = dispatched(**p, *code);
  REQUIRE(outcome.stop);
  CHECK(outcome.stop->kind == findings::FindingKind::bounds);
}

TEST_CASE("padding of a hand-packed structure is undefined") {
  Description d = scale_launch();
  d.arguments.pop_back();  // the factor
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  CHECK_FALSE(dispatched(**p, *code).stop);
  std::uint8_t data[4], undefined[4];
  (*p)->buffers[1]->peek(0, data, undefined, 4);
  CHECK(undefined[0] == 1);
}

TEST_CASE("buffers side by side, without a red zone, are noted") {
  Description d = scale_launch();
  const auto code = scale_code();
  CHECK((*place(d, *code))->notes.empty());
  d.buffers[0].address = 0x10'0000;
  d.buffers[1].address = 0x10'0200;
  const auto p = place(d, *code);
  REQUIRE(p);
  REQUIRE((*p)->notes.size() == 1);
  CHECK((*p)->notes[0].starts_with("buffer 'out' begins where 'in' ends: no red zone lies between them"));
  d.buffers[1].address = 0x10'0300;
  CHECK((*place(d, *code))->notes.empty());
}

TEST_CASE("what can't be launched is said before anything runs") {
  CHECK(why_not([](Description& d) { d.buffers[1].untouched = {{500, 513}}; }) ==
        "buffer 'out': untouched bytes 0x1f4 to 0x201 are no bytes of its 512");
  CHECK(why_not([](Description& d) { d.kernel = "other"; }) == "scale.co: has no kernel other; it has scale");
  CHECK(why_not([](Description& d) { d.geometry.block = {65, 1, 1}; }) ==
        "a block of 65 threads, of 64 that scale was compiled for");
  CHECK(why_not([](Description& d) { d.geometry.grid = {1, 0, 1}; }) ==
        "grid and block need at least one in each dimension");
  CHECK(why_not([](Description& d) { d.geometry.cluster = {2, 0, 1}; }) ==
        "a cluster needs at least one workgroup in each dimension");
  CHECK(why_not([](Description& d) { d.geometry.grid = {~0u, ~0u, ~0u}; }) ==
        "a grid of more workgroups than can be counted");
  CHECK(why_not([](Description& d) { d.geometry.dynamic_lds = 200'000; }).find("200000 bytes of LDS") == 0);
  CHECK(why_not([](Description& d) { d.buffers[1].bytes = 0; }) == "buffer 'out': no bytes");
  CHECK(why_not([](Description& d) { d.buffers[1].alignment = 24; }).find("alignment 24") !=
        std::string::npos);
  CHECK(why_not([](Description& d) { d.buffers[1].name = "in"; }) == "two buffers 'in'");
  CHECK(why_not([](Description& d) { d.buffers[1].bytes = std::uint64_t{1} << 40; }) ==
        "buffer 'out': more than 288 GiB of buffers");
  CHECK(why_not([](Description& d) {
          d.buffers[0].address = 0x10'0000;
          d.buffers[1].address = 0x10'0100;
        }) == "buffer 'in' [0x100000, 0x100200) overlaps buffer 'out' [0x100100, 0x100300)");
  CHECK(why_not([](Description& d) { d.buffers[0].address = 0x4000'0000'1000; }).find("overlaps") !=
        std::string::npos);
  CHECK(why_not([](Description& d) { d.buffers[0].address = 0; }).find("is not between") !=
        std::string::npos);
  CHECK(why_not([](Description& d) { d.buffers[0].address = 0x7F00'0000'0000; }).find("is not between") !=
        std::string::npos);
  CHECK(why_not([](Description& d) { d.outputs[0].buffer = "c"; }) == "output: no buffer 'c'");
  CHECK(why_not([](Description& d) { d.outputs[0].offset = 513; }).find("lie outside buffer 'out'") !=
        std::string::npos);
  CHECK(why_not([](Description& d) { d.outputs[0].bytes = 513; }).find("lie outside buffer 'out'") !=
        std::string::npos);
  CHECK(why_not([](Description& d) {
          d.buffers[0].contents = Random{*find_element("e4m3fn"), 1, Random::Range{0, 500}};
        }).find("no range 0 to 500") != std::string::npos);
}

namespace {

/// Why a buffer of 512 bytes can't lie there; empty where it can.
std::string why_not_at(std::uint64_t address, bool has_packet) {
  const auto code = scale_code();
  code_object::CodeObject object = code->object();
  object.kernels.front().descriptor.enable_dispatch_ptr = has_packet;
  const auto loaded = machine::LoadedCode::load(std::move(object));
  REQUIRE(loaded);
  Description d = scale_launch();
  d.buffers[0].address = address;
  const auto placed = place(d, **loaded);
  return placed ? "" : placed.error();
}

}  // namespace

TEST_CASE("a buffer meets neither the arguments, nor the dispatch packet, nor the code") {
  constexpr std::uint64_t kArguments = 0x4000'0000'1000, kMegabyte = 1 << 20;
  CHECK(why_not_at(kArguments - 512, true) == "");
  CHECK(why_not_at(kArguments - 256, true) ==
        "buffer 'in' [0x400000000f00, 0x400000001100) overlaps the kernel's arguments [0x400000001000, "
        "0x400000101000)");
  CHECK(why_not_at(kArguments + kMegabyte - 256, true).find("overlaps") != std::string::npos);
  CHECK(why_not_at(kArguments + kMegabyte, true) == "");
  CHECK(why_not_at(0x7DFF'FFFF'FE00, true) == "");
  CHECK(why_not_at(0x7DFF'FFFF'FF00, true) ==
        "buffer 'in' [0x7dffffffff00, 0x7e0000000100) overlaps the dispatch packet [0x7e0000000000, "
        "0x7e0000000040)");
  CHECK(why_not_at(0x7E00'0000'0000, true).find("overlaps") != std::string::npos);
  CHECK(why_not_at(0x7E00'0000'0100, true) == "");
  CHECK(why_not_at(0x7E00'0000'0000, false) == "");  // a kernel that doesn't ask for it has none
  CHECK(why_not_at(0x7EFF'FFFF'FE00, true) == "");
  CHECK(why_not_at(0x7EFF'FFFF'FF00, true) ==
        "buffer 'in': address 0x7effffffff00 is not between 0x10000 and 0x7f0000000000");
}
