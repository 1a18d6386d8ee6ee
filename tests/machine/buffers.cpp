// Buffer descriptors: which bytes of an access the hardware lets through. The expectations restate the rule
// dword by dword, in bytes of a pattern, and share nothing with the machine.
#include "emulator/machine/transfers/buffer_descriptor.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using machine::Memory;

constexpr std::uint64_t kDataBytes = 1 << 16;
constexpr std::uint8_t pattern(std::uint64_t offset) {
  return std::uint8_t(offset * 37 + 11);
}

void add_data(Memory& memory) {
  memory.add("data", kData, kDataBytes, true,
             [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
               for (std::size_t i = 0; i < data.size(); ++i) data[i] = pattern(offset + i);
             });
}

std::uint32_t pattern_word(std::uint64_t offset) {
  std::uint32_t word = 0;
  for (std::uint64_t b = 0; b < 4; ++b) word |= std::uint32_t{pattern(offset + b)} << (8 * b);
  return word;
}

struct Buffer {
  std::uint32_t records = 0, stride = 0, scalar = 0;
};

Setup over(const Buffer& b, std::vector<std::uint32_t> offsets) {
  Setup setup;
  setup.input = std::move(offsets);
  setup.input.resize(128);
  setup.arguments = {std::uint32_t(kData), std::uint32_t(kData >> 32) | b.stride << 16, b.records, 0x20000,
                     b.scalar};
  setup.prepare = add_data;
  return setup;
}

// Offsets around the edges that matter; the rest of the lanes near the end of the records.
std::vector<std::uint32_t> offsets_around(std::uint32_t end) {
  std::vector<std::uint32_t> offsets{0,           4,           1,           0x7FFF'FFFF, 0x8000'0000,
                                     0xFFFF'FFFF, 0xFFFF'FFFC, 0xFFFF'FFF0, 0xFFFF'F004, 0xFFFF'F000};
  for (std::uint32_t back = 0; offsets.size() < 64; ++back) offsets.push_back(end - 40 + back);
  return offsets;
}

constexpr Buffer kBuffers[] = {{4096, 0, 0}, {4094, 0, 0}, {4096, 0, 64}, {4096, 0, 0xFFFF'F000},
                               {16, 0, 8},   {0, 0, 0},    {4096, 16, 0}, {kDataBytes, 0, 0}};

struct Load {
  const char* kernel;
  int dwords;
  std::uint32_t immediate;
};

TEST_CASE("multi-dword buffer loads are judged dword by dword") {
  for (const Load& load :
       {Load{"load4", 4, 0}, Load{"load4_imm", 4, 4092}, Load{"load3", 3, 0}, Load{"to_lds", 4, 0}})
    for (const Buffer& buffer : kBuffers) {
      const auto offsets = offsets_around(buffer.records);
      const Ran ran = run("buffers", load.kernel, over(buffer, offsets));
      INFO(load.kernel << " records " << buffer.records << " scalar " << buffer.scalar << " "
                       << ran.complaints());
      REQUIRE(ran.clean());
      int inside = 0;
      for (std::size_t l = 0; l < 64; ++l)
        for (std::uint32_t d = 0; d < 4; ++d) {
          // Vector and instruction offset wrap together; the scalar offset then adds without wrapping.
          const std::uint64_t at =
              std::uint64_t{std::uint32_t(offsets[l] + load.immediate)} + buffer.scalar + 4 * d;
          const bool in = at + 4 <= buffer.records;
          inside += in;
          const std::uint32_t expected = int(d) >= load.dwords ? 0x5555'5555 : in ? pattern_word(at) : 0;
          INFO("lane " << l << " dword " << d);
          REQUIRE(ran.at(int(d), int(l)) == expected);
        }
      if (buffer.records >= 4094 && buffer.scalar < 4096) CHECK(inside > 3);
    }
}

TEST_CASE("sub-dword buffer loads must end within the records") {
  for (const std::uint32_t records : {100u, 101u, 0x7FFFu, 4096u}) {
    auto offsets = offsets_around(records);
    // Once all of them do, which goes another way.
    for (std::uint32_t l = 0; records == 4096 && l < 64; ++l) offsets[l] = 63 * l;
    const Ran halves = run("buffers", "load_short", over({records}, offsets));
    const Ran bytes = run("buffers", "load_byte", over({records}, offsets));
    REQUIRE(halves.clean());
    REQUIRE(bytes.clean());
    for (std::size_t l = 0; l < 64; ++l) {
      const std::uint64_t at = offsets[l];
      CHECK(halves.at(0, int(l)) == (at + 2 <= records ? pattern_word(at) & 0xFFFF : 0));
      const auto byte = std::uint32_t(std::int32_t(std::int8_t(pattern(at))));
      CHECK(bytes.at(0, int(l)) == (at + 1 <= records ? byte : 0));
    }
  }
}

TEST_CASE("buffer stores are dropped dword by dword") {
  const auto holds = [](const Buffer& buffer, bool all_checks) {
    // Far enough apart not to overlap, but for those at the end, of which later lanes win.
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t l = 0; l < 60; ++l) offsets.push_back(l * 16);
    offsets.insert(offsets.end(), {buffer.records - 12, 0xFFFF'FFFC, 0x7FFF'FFFF, buffer.records + 4});
    Setup setup = over(buffer, offsets);
    setup.all_checks = all_checks;
    const Ran ran = run("buffers", "store4", setup);
    INFO("records " << buffer.records << " scalar " << buffer.scalar << " " << ran.complaints());
    REQUIRE(ran.clean());
    std::vector<std::uint8_t> expected(kDataBytes);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = pattern(i);
    for (std::uint32_t l = 0; l < 64; ++l)
      for (std::uint32_t d = 0; d < 4; ++d) {
        const std::uint64_t at = std::uint64_t{offsets[l]} + buffer.scalar + 4 * d;
        const std::uint32_t word = (l << 24 | 0x00a0b0c0) + d;
        if (at + 4 <= buffer.records)
          for (std::uint64_t b = 0; b < 4; ++b) expected[at + b] = std::uint8_t(word >> (8 * b));
      }
    std::vector<std::uint8_t> data(kDataBytes), shadow(kDataBytes);
    ran.memory->owner(kData, 1)->read(0, data.data(), shadow.data(), kDataBytes);
    CHECK(data == expected);
  };
  for (const Buffer& buffer : kBuffers) {
    holds(buffer, false);
    holds(buffer, true);
  }
}

TEST_CASE("an offset of 0x7FFFFFFF into 0x7FFFFFFF records is dropped") {
  const Ran load = run("buffers", "load4", over({0x7FFF'FFFF}, std::vector<std::uint32_t>(64, 0x7FFF'FFFF)));
  INFO(load.complaints());
  CHECK(load.clean());
  CHECK(load.at(0, 0) == 0);
  CHECK(run("buffers", "store4", over({0x7FFF'FFFF}, std::vector<std::uint32_t>(64, 0x7FFF'FFFF))).clean());
  // One dword before the end the access is the buffer's, and no allocation's.
  CHECK(run("buffers", "load4", over({0x7FFF'FFFF}, std::vector<std::uint32_t>(64, 0x7FFF'FFFF - 4)))
            .outcome.stop);
}

TEST_CASE("buffer atomics are all or nothing, and return 0 past the end") {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t l = 0; l < 64; ++l) offsets.push_back(l * 8);
  const Ran ran =
      run("buffers", "add", over({100}, offsets));  // lane 12 would begin at byte 96 and end at 104
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    const auto at = std::uint64_t(l) * 8;
    CHECK(ran.at(0, l) == (l < 12 ? pattern_word(at) : 0));
    CHECK(ran.at(1, l) == (l < 12 ? pattern_word(at + 4) : 0));
  }
  std::array<std::uint8_t, 8> data{}, shadow{};
  ran.memory->owner(kData, 1)->read(96, data.data(), shadow.data(), 8);
  for (std::uint64_t b = 0; b < 8; ++b) CHECK(data[b] == pattern(96 + b));
}

// triton-lang/triton#9855: seen on gfx950 where the records are more than INT_MAX; up to that they are
// dropped.
TEST_CASE("an atomic past more than 2^31 - 1 records is a risk on gfx950") {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t l = 0; l < 64; ++l) offsets.push_back(l % 2 == 0 ? l * 8 : 0xFFFF'FFF0);
  for (const std::uint32_t records : {0x7FFF'FFFEu, 0x7FFF'FFFFu, 0x8000'0000u, 0xFFFF'FFF7u}) {
    const Ran ran = run("buffers", "add", over({records}, offsets));
    INFO(records << " " << ran.complaints());
    REQUIRE_FALSE(ran.outcome.stop);
    for (int l = 0; l < 64; ++l) CHECK(ran.at(0, l) == (l % 2 == 0 ? pattern_word(std::uint64_t(l) * 8) : 0));
    if (records <= 0x7FFF'FFFF) {
      CHECK(ran.clean());
      continue;
    }
    CHECK(ran.only().kind == findings::FindingKind::clamped);
    CHECK(ran.only().severity == findings::Severity::risk);
    CHECK(ran.only().lane == 1);
  }
  // Loads are dropped at any size, and atomics in range are none the worse for it.
  CHECK(run("buffers", "load4", over({0xFFFF'FFFE}, std::vector<std::uint32_t>(64, 0xFFFF'FFFC))).clean());
  CHECK(run("buffers", "add", over({0xFFFF'FFFE}, std::vector<std::uint32_t>(64, 16))).clean());
}

// ROCm/rocm-systems#10928, as gfx950 has it: what ADD_TID adds is the lane times the stride, and is not
// checked.
TEST_CASE("ADD_TID goes past the records, the offsets do not") {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t l = 0; l < 64; ++l) offsets.push_back(4 * (l % 8));
  const Buffer buffer{92, 24, 4};
  Setup setup = over(buffer, offsets);
  setup.arguments[3] = 0;  // the data format is more of the stride
  const Ran ran = run("buffers", "add_lane", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  int past = 0;
  for (std::uint32_t l = 0; l < 64; ++l) {
    const std::uint64_t at = offsets[l] + buffer.scalar, place = at + std::uint64_t{l} * buffer.stride;
    past += at + 4 <= buffer.records && place >= buffer.records;
    CHECK(ran.at(0, int(l)) == (at + 4 <= buffer.records ? pattern_word(place) : 0));
    // The atomic 64 bytes on: lanes of offsets past 20 are out of range.
    CHECK(ran.at(1, int(l)) == (at + 64 + 4 <= buffer.records ? pattern_word(place + 64) : 0));
  }
  CHECK(past > 40);
}

TEST_CASE("a structured buffer checks the index and nothing else") {
  std::vector<std::uint32_t> input;
  for (std::uint32_t l = 0; l < 64; ++l) input.push_back(4 * (l % 3));  // offset in the structure
  for (std::uint32_t l = 0; l < 64; ++l) input.push_back(l < 32 ? l : l < 60 ? 5 : 0xFFFF'FFF0 + l);  // index
  const Buffer buffer{20, 48, 96};
  const Ran ran = run("buffers", "indexed", over(buffer, input));
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (std::size_t l = 0; l < 64; ++l) {
    const std::uint64_t index = input[64 + l];
    const bool in = index < buffer.records;
    const std::uint64_t fixed = index * 48 + 4 + buffer.scalar, own = index * 48 + input[l];
    CHECK(ran.at(0, int(l)) == (in ? pattern_word(fixed) : 0));
    CHECK(ran.at(1, int(l)) == (in ? pattern_word(fixed + 4) : 0));
    CHECK(ran.at(2, int(l)) == (in ? pattern_word(own) : 0));
    CHECK(ran.at(3, int(l)) == (in ? pattern_word(own + 4) : 0));
  }
}

TEST_CASE("a descriptor's fields") {
  const machine::BufferDescriptor d =
      machine::decode_descriptor({0x9ABC'DEF0, 0x8FFF'5678, 0xFFFF'FFFF, 1u << 23});
  CHECK(d.base == 0x5678'9ABC'DEF0);
  CHECK(d.stride == 0x0FFF);
  CHECK(d.swizzle);
  CHECK(d.num_records == 0xFFFF'FFFF);
  CHECK(d.add_thread_id);
  // Under ADD_TID the data format is the upper bits of the stride (CDNA3 ISA, "Buffer resource descriptor").
  CHECK(machine::decode_descriptor({0, 0x0123'0000, 0, 1u << 23 | 0xAu << 15}).stride ==
        (0xAu << 14 | 0x0123u));
  CHECK(machine::decode_descriptor({0, 0x0123'0000, 0, 0xAu << 15}).stride == 0x0123u);
}

TEST_CASE("a swizzled buffer puts the dwords of neighbouring indices side by side") {
  // Structures of 8 bytes: 16 indices' first dwords, then their second ones.
  std::vector<std::uint32_t> input;
  for (std::uint32_t l = 0; l < 64; ++l) input.push_back(4 * (l % 2));  // offset in the structure
  for (std::uint32_t l = 0; l < 64; ++l) input.push_back(63 - l);       // index
  Setup setup = over({4096, 8, 32}, input);
  setup.arguments[1] |= 1u << 31;  // swizzled
  setup.arguments[3] = 1u << 21;   // 16 indices together; under ADD_TID the data format is more of the stride
  const Ran ran = run("buffers", "swizzled", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  const auto place = [](std::uint32_t index, std::uint32_t offset) {
    return index / 16 * 16 * 8 + offset / 4 * 64 + index % 16 * 4 + 32;
  };
  for (std::uint32_t l = 0; l < 64; ++l) {
    CHECK(ran.at(0, int(l)) == pattern_word(place(63 - l, 4 * (l % 2))));
    CHECK(ran.at(1, int(l)) == pattern_word(place(l, 4 * (l % 2))));  // ADD_TID: the lane is the index
  }
}

}  // namespace
}  // namespace lockstep::tests
