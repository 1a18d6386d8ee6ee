// Device memory: what owns an address, what an access outside says, and what touching costs.
#include <random>

#include "emulator/machine/memory/poison.hpp"
#include "emulator/machine/transfers/bfloat_pairs.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;
using machine::Memory;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

Setup at(std::uint64_t address, std::uint32_t extent = 0, std::uint32_t value = 0) {
  Setup setup;
  setup.arguments = {std::uint32_t(address), std::uint32_t(address >> 32), extent, value};
  return setup;
}

TEST_CASE("poison is the same bytes from wherever it is filled") {
  std::vector<std::uint8_t> bytes(300);
  for (std::uint64_t offset = 0; offset < 20; ++offset)
    for (std::size_t size = 0; size < 150; ++size) {
      std::fill(bytes.begin(), bytes.end(), std::uint8_t{0x5A});
      machine::fill_poison(99, offset, std::span(bytes).first(size));
      for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != (i < size ? machine::poison_byte(99, offset + i) : 0x5A))
          FAIL("byte " << i << " of " << size << " from " << offset << " on");
    }
}

TEST_CASE("an allocation of 8 GiB costs the pages that are touched") {
  Setup setup = at(kData + 5 * kGiB + machine::kPageBytes - 128, 0, 1000);
  setup.prepare = [](Memory& memory) { memory.add("huge", kData, 8 * kGiB, true, fill_constant(3)); };
  const Ran ran = run("memory", "store", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  machine::Allocation& huge = *ran.memory->owner(kData, 8 * kGiB);
  CHECK(huge.touched_pages() == 2);  // the 256 bytes straddle a page boundary
  std::vector<std::uint64_t> offsets;
  huge.visit_touched([&](std::uint64_t offset, const machine::Page&) { offsets.push_back(offset); });
  CHECK(offsets == std::vector<std::uint64_t>{5 * kGiB, 5 * kGiB + machine::kPageBytes});
  std::array<std::uint32_t, 66> words{};
  std::array<std::uint8_t, 264> shadow{};
  huge.read(5 * kGiB + machine::kPageBytes - 132, reinterpret_cast<std::uint8_t*>(words.data()),
            shadow.data(), 264);
  CHECK(words[0] == 0x0303'0303);
  for (std::uint32_t l = 0; l < 64; ++l) CHECK(words[l + 1] == 1000 + l);
  CHECK(words[65] == 0x0303'0303);
}

TEST_CASE("contents are made when a page is first touched, from the offset alone") {
  std::vector<std::uint64_t> asked;
  Setup setup = at(kData + 3 * machine::kPageBytes);
  setup.prepare = [&](Memory& memory) {
    memory.add("lazy", kData, 5 * machine::kPageBytes + 100, false,
               [&](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 asked.push_back(offset);
                 for (std::size_t i = 0; i < data.size(); ++i)
                   data[i] = std::uint8_t(offset / machine::kPageBytes);
               });
  };
  const Ran ran = run("memory", "load", setup);
  CHECK(asked == std::vector<std::uint64_t>{3 * machine::kPageBytes});
  for (int l = 0; l < 64; ++l) CHECK(ran.at(0, l) == 0x0303'0303);
}

TEST_CASE("an allocation holds bytes that are there and defined, across pages too") {
  constexpr std::uint64_t kEnd = machine::kPageBytes;
  machine::Allocation buffer("buffer", kData, 2 * kEnd, true, fill_constant(7), nullptr);
  std::array<std::uint8_t, 24> sevens, shadow{};
  sevens.fill(7);
  for (const std::uint64_t at : {std::uint64_t{0}, kEnd - 12, kEnd})
    CHECK(buffer.holds(at, sevens.data(), sevens.size()));
  for (const std::size_t other : {std::size_t{0}, std::size_t{11}, std::size_t{12}, sevens.size() - 1}) {
    CAPTURE(other);
    std::array<std::uint8_t, 24> changed = sevens;
    changed[other] = 8;
    CHECK(!buffer.holds(kEnd - 12, changed.data(), changed.size()));
    shadow[other] = 1;
    buffer.write(kEnd - 12, sevens.data(), shadow.data(), sevens.size());
    CHECK(!buffer.holds(kEnd - 12, sevens.data(), sevens.size()));
    CHECK(buffer.holds(kEnd - 12 + other + 1, sevens.data(), sevens.size() - other - 1));
    shadow.fill(0);
    buffer.write(kEnd - 12, sevens.data(), shadow.data(), sevens.size());
  }
}

// Page 1 ends undefined, and says which memory filled it.
machine::Fill fill_noted(std::vector<std::uint64_t>& asked, std::uint8_t memory) {
  return [&asked, memory](std::uint64_t offset, std::span<std::uint8_t> data,
                          std::span<std::uint8_t> undefined) {
    const std::uint64_t page = offset / machine::kPageBytes;
    asked.push_back(page);
    for (std::uint8_t& byte : data) byte = std::uint8_t(page == 1 ? memory : 40 + page);
    undefined.back() = page == 1;
  };
}

TEST_CASE("memories share what kernels only read and is defined, page by page") {
  machine::SharedPages shared(3 * machine::kPageBytes);
  for (const bool writable : {false, true})
    for (const std::uint8_t memory : {std::uint8_t{1}, std::uint8_t{2}}) {
      CAPTURE(writable, int(memory));
      std::vector<std::uint64_t> asked;
      machine::Allocation input("input", kData, 3 * machine::kPageBytes, writable, fill_noted(asked, memory),
                                &shared);
      CHECK(input.touched_pages() == 0);
      for (const std::uint64_t page : {0, 1, 2, 1}) {
        std::uint8_t data = 0, undefined = 0;
        input.read((page + 1) * machine::kPageBytes - 1, &data, &undefined, 1);
        CHECK((data == (page == 1 ? memory : 40 + page) && undefined == (page == 1)));
      }
      CHECK(input.touched_pages() == 3);
      CHECK(asked ==
            (writable || memory == 1 ? std::vector<std::uint64_t>{0, 1, 2} : std::vector<std::uint64_t>{1}));
      if (!writable) continue;
      const std::uint8_t other = 9, defined = 0;
      input.write(0, &other, &defined, 1);
      CHECK(shared.find(0)->data[0] == 40);
    }
}

TEST_CASE("packed atomics round sums of bfloat16 once, to nearest even") {
  std::mt19937 bits(11);
  const auto sum = [](std::uint32_t a, std::uint32_t b) {
    const double exact = formats::to_double(formats::bfloat16, a) + formats::to_double(formats::bfloat16, b);
    return formats::encode_nearest_even(formats::bfloat16, exact, formats::Overflow::to_special);
  };
  const auto is_nan = [](std::uint32_t code) { return (code & 0x7FFF) > 0x7F80; };
  const auto check = [&](std::uint32_t old, std::uint32_t operand) {
    // Catch's words take longer than a sum does.
    const auto complain = [&](std::size_t place, std::uint32_t found, std::uint32_t expected) {
      CAPTURE(old, operand, place);
      CHECK(found == expected);
    };
    std::uint32_t now = old;
    machine::apply_atomic(isa::Atomic::pk_add_bf16, 4, &operand, reinterpret_cast<std::uint8_t*>(&now));
    bool number = true;
    for (const int half : {0, 16}) {
      const std::uint32_t expected = sum(old >> half & 0xFFFF, operand >> half & 0xFFFF);
      const std::uint32_t found = now >> half & 0xFFFF;
      const bool nan = is_nan(expected) && is_nan(found);  // of either sign
      if (!nan && found != expected) complain(std::size_t(half), found, expected);
      number = number && !is_nan(expected);
    }
    // Several at once, of which one is looked at: its place says which.
    const std::size_t place = (old >> 7 ^ operand) % machine::kPairsAtOnce;
    machine::BfloatPairs left{}, right{}, sums{};
    left[place] = old;
    right[place] = operand;
    const bool numbers = machine::add_pairs(left, right, sums);
    if (numbers != number) complain(place, numbers, number);
    if (number && sums[place] != now) complain(place, sums[place], now);
  };
  for (int i = 0; i < 200'000; ++i) {
    const std::uint32_t old = bits(), near = bits() & 0x807F'807F, exponents = old & 0x7F80'7F80;
    check(old, bits());
    check(old, near | exponents);  // neighbours: ties, cancellation, overflow
    check(old, near | ((exponents - 0x0400'0400) & 0x7F80'7F80));
    check(old & 0x80FF'80FF, bits() & 0x80FF'80FF);  // subnormal sums
  }
  for (const std::uint32_t special : {0x7F80'FF80u, 0x7FC0'7F81u, 0x7F7F'FF7Fu, 0x8000'0000u})
    for (const std::uint32_t other : {0x7F80'7F80u, 0xFF80'7FFFu, 0x7F7F'FF7Fu, 0x0000'8000u, 0x3F80'3F80u})
      check(special, other);
}

TEST_CASE("an update keeps what it leaves, across pages too") {
  constexpr std::uint64_t kEnd = machine::kPageBytes;
  for (const std::uint64_t at : {kEnd - 16, kEnd - 5, kEnd}) {
    CAPTURE(at);
    machine::Allocation buffer("buffer", kData, 2 * kEnd, true, fill_constant(7), nullptr);
    buffer.update(at, 16, [](std::uint8_t* data, std::uint8_t* undefined) {
      for (int i = 0; i < 16; ++i) data[i] = std::uint8_t(data[i] + i), undefined[i] = i == 9;
    });
    std::array<std::uint8_t, 18> data, shadow;
    buffer.read(at - 1, data.data(), shadow.data(), data.size());
    for (int i = 0; i < 16; ++i)
      CHECK((data[std::size_t(i + 1)] == 7 + i && shadow[std::size_t(i + 1)] == (i == 9)));
    CHECK((data.front() == 7 && data.back() == 7));
  }
}

struct Fault {
  const char* kernel;
  std::uint64_t address;
  int lane;
  const char* words;
};

void two_buffers(Memory& memory) {
  memory.add("first", kData, 400, false, fill_constant(1));
  memory.add("second", kData + 4096, 400, true, fill_constant(2));
}

TEST_CASE("an access that nobody owns stops the kernel and names its neighbour") {
  // Dword per lane: 400 bytes are lanes 0 to 99 of one buffer, so 64 lanes from byte 200 leave it at lane 50.
  const Fault faults[] = {
      {"load", kData + 200, 50,
       "reads 4 bytes at 0x300000190: 0 bytes past the end of first [0x300000000, 0x300000190)"},
      {"load", kData + 398, 0, "4 bytes reach past the end of first"},
      {"load", kData - 16, 0, "16 bytes before first [0x300000000"},
      {"load", kData + 4096 - 32, 0, "32 bytes before second [0x300001000"},
      {"load", kData + 500, 0, "100 bytes past the end of first"},
      {"load", 0, 0, "bytes before arguments"},
      {"load", ~std::uint64_t{0} - 64, 0, "past the end of code object segment"},
      {"load4", kData, 25, "reads 16 bytes at 0x300000190"},
      {"store", kData, 0, "inside first, which kernels only read"},
      {"store", kData + 4096 + 396, 1, "writes 4 bytes at 0x300001190: 0 bytes past the end of second"},
      {"store", kData + 4096 + 398, 0, "4 bytes reach past the end of second"},
      {"store", 0x7F00'0000'0000, 0, "which kernels only read"},
      {"scalar", kData + 400, -1, "reads 4 bytes at 0x300000190: 0 bytes past the end of first"},
  };
  for (const Fault& fault : faults) {
    Setup setup = at(fault.address);
    setup.prepare = two_buffers;
    const Ran ran = run("memory", fault.kernel, setup);
    INFO(fault.kernel << " at " << std::hex << fault.address << ": " << ran.complaints());
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == FindingKind::bounds);
    CHECK(ran.outcome.stop->lane == fault.lane);
    CHECK_THAT(ran.outcome.stop->text, Catch::Matchers::Contains(fault.words));
    CHECK(ran.at(0, 0) == kUntouched);
  }
}

TEST_CASE("the last byte of an allocation is its own") {
  for (const auto& [kernel, address] :
       {std::pair{"load", kData + 400 - 256}, std::pair{"scalar", kData + 396}}) {
    Setup setup = at(address);
    setup.prepare = two_buffers;
    const Ran ran = run("memory", kernel, setup);
    INFO(kernel << ": " << ran.complaints());
    CHECK(ran.clean());
    CHECK(ran.at(0, 63) == 0x0101'0101);
  }
}

TEST_CASE("a buffer must stay in the allocation that its descriptor names") {
  Setup setup = at(kData + 4096 - 128, 256);  // the gap before "second", and its first 128 bytes
  setup.prepare = [](Memory& memory) {
    memory.add("first", kData, 4096, false, fill_constant(1));
    memory.add("second", kData + 4096, 400, true, fill_constant(2));
  };
  const Ran vector = run("memory", "buffer", setup);
  REQUIRE(vector.outcome.stop);
  CHECK(vector.outcome.stop->lane == 32);
  CHECK_THAT(vector.outcome.stop->text,
             Catch::Matchers::Contains("inside second, but the descriptor's base lies in first"));

  setup.arguments[3] = 0;
  setup.arguments.push_back(120);  // two dwords, both in "first"
  CHECK(run("memory", "scalar_buffer", setup).clean());
  setup.arguments[4] = 128;
  const Ran scalar = run("memory", "scalar_buffer", setup);
  REQUIRE(scalar.outcome.stop);
  CHECK_THAT(scalar.outcome.stop->text,
             Catch::Matchers::Contains("inside second, but the descriptor's base lies in first"));
}

TEST_CASE("a scalar buffer reads 0 past its records") {
  Setup setup = at(kData, 100);
  setup.arguments.push_back(96);
  setup.prepare = two_buffers;
  const Ran ran = run("memory", "scalar_buffer", setup);
  INFO(ran.complaints());
  CHECK(ran.clean());
  CHECK(ran.at(0, 0) == 0x0101'0101);
  CHECK(ran.at(1, 0) == 0);
}

TEST_CASE("each lane has its own address") {
  Setup setup;
  setup.input.resize(128);
  for (std::uint32_t l = 0; l < 64; ++l) {
    const std::uint64_t address = kData + std::uint64_t{l} * 130 * 1000 * 1000;
    setup.input[l] = std::uint32_t(address);
    setup.input[64 + l] = std::uint32_t(address >> 32);
  }
  setup.prepare = [](Memory& memory) {
    memory.add("wide", kData, 9 * kGiB, false,
               [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 for (std::size_t i = 0; i < data.size(); ++i) data[i] = std::uint8_t((offset + i) % 251);
               });
  };
  const Ran ran = run("memory", "scatter", setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) CHECK(ran.at(0, l) == std::uint64_t(l) * 130 * 1000 * 1000 % 251);
}

TEST_CASE("global atomics return what was there, lane after lane") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    Setup setup;
    setup.schedule = schedule;
    const Ran ran = run("memory", "atomics", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < 64; ++l) {
      CHECK(ran.at(0, int(l)) == kUntouched + l);
      // The first lane finds the canary and swaps; the others find what it left.
      CHECK(ran.at(1, int(l)) == (l == 0 ? kUntouched : 77));
      CHECK(ran.undefined_at(1, int(l)) == 0);
      // The canary is -3.7e28, to which 1.0 adds nothing.
      CHECK(ran.at(10, int(l)) == kUntouched);
    }
    CHECK(ran.at(8, 0) == kUntouched + 64);
    CHECK(ran.at(9, 0) == 77);
  }
}

TEST_CASE("scalar stores and atomics") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    Setup setup;
    setup.schedule = schedule;
    const Ran ran = run("memory", "scalar_atomics", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    CHECK(ran.at(1, 0) == 5);    // inc: 5 >= 1, so it wraps to 0
    CHECK(ran.at(2, 0) == 0);    // dec: 0 becomes the operand 5
    CHECK(ran.at(3, 0) == 100);  // without glc nothing comes back
    CHECK(ran.at(0, 0) == 105);
    CHECK(ran.at(4, 0) == 0x11);
    CHECK(ran.at(5, 0) == 0);
    CHECK(ran.at(0, 2) == 0x77);
    CHECK(ran.at(0, 3) == 0);
  }
}

TEST_CASE("what lies past a scalar buffer's end is neither written nor read") {
  const Ran ran = run("memory", "scalar_buffer_end");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 0) == kUntouched);
  CHECK(ran.at(0, 1) == 0x55 + 0x66);
  CHECK(ran.at(0, 2) == kUntouched);
  CHECK(ran.at(1, 0) == 0);
  CHECK(ran.at(2, 0) == 0x55);
}

}  // namespace
}  // namespace lockstep::tests
