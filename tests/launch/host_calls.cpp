// What kernels ask of the host, as ockl's hostcall spells it.
#include "emulator/launch/host_calls.hpp"

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/code_object/arguments.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Words = std::vector<std::uint64_t>;

/// Text with its zero, in whole words.
Words in_words(const std::string& text) {
  Words words(text.size() / 8 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

Words behind(const std::string& format, const std::vector<Words>& arguments) {
  Words all = in_words(format);
  for (const Words& a : arguments) all.insert(all.end(), a.begin(), a.end());
  return all;
}

struct Line {
  const char* format;
  std::vector<Words> arguments;
  const char* text;
};

TEST_CASE("printf of words") {
  const auto number = [](double x) { return Words{std::bit_cast<std::uint64_t>(x)}; };
  constexpr std::uint64_t kMinusTwo = 0xFFFF'FFFE, kHigh = std::uint64_t{5} << 32;
  const Line lines[] = {
      {"plain", {}, "plain"},
      {"100%% of 8 char", {}, "100% of 8 char"},
      {"%d|%i|%u", {{kMinusTwo}, {kHigh | 7}, {kMinusTwo}}, "-2|7|4294967294"},  // 32 bits count
      {"%ld %lld %zu", {{~0ull}, {kHigh}, {~0ull}}, "-1 21474836480 18446744073709551615"},
      {"%hd %hhu %#x %05X", {{0x1FFFF}, {0x1FF}, {255}, {255}}, "-1 255 0xff 000FF"},
      {"%-4d|%+d|% d", {{3}, {4}, {5}}, "3   |+4| 5"},
      {"%*d|%-*d|%.*f", {{4}, {1}, {4}, {2}, {2}, number(1.25)}, "   1|2   |1.25"},
      {"%f %.3e %g", {number(0.5), number(12345), number(1e9)}, "0.500000 1.234e+04 1e+09"},
      {"[%s][%8s][%.2s]",
       {in_words("seven c"), in_words("eight ch"), in_words("cut")},
       "[seven c][eight ch][cu]"},
      {"%s%d", {in_words(""), {1}}, "1"},
      {"%c%c", {{'o'}, {'k'}}, "ok"},
      {"%p", {{0x1000}}, "0x1000"},
      {"%*s|%d", {{4}}, "    |"},  // the width is the last word
      {"%d and no more: %d", {{1}}, "1 and no more: "},
      {"ends in %", {{1}}, "ends in "},
  };
  for (const Line& line : lines) CHECK(launch::formatted(behind(line.format, line.arguments)) == line.text);
  CHECK(launch::formatted({}).empty());
  CHECK(launch::formatted(Words(3, ~0ull)).size() == 24);  // without a zero
}

/// The device's side of calls of one wave.
class Wave {
 public:
  explicit Wave(machine::Memory& memory) : memory_(memory) {}

  /// One word at an address that is the device's.
  std::uint64_t load(std::uint64_t address) const {
    machine::Allocation* const owner = memory_.owner(address, 8);
    REQUIRE(owner != nullptr);
    std::uint64_t value = 0;
    std::uint8_t undefined[8];
    owner->read(address - owner->base(), reinterpret_cast<std::uint8_t*>(&value), undefined, 8);
    return value;
  }
  void store(std::uint64_t address, std::uint64_t value) const {
    machine::Allocation* const owner = memory_.owner(address, 8);
    REQUIRE(owner != nullptr);
    const std::uint8_t defined[8] = {};
    owner->write(address - owner->base(), reinterpret_cast<const std::uint8_t*>(&value), defined, 8);
  }

  /// Takes a packet, fills it, and pushes it; the packet.
  std::uint64_t ask(std::uint32_t service, std::uint64_t lanes, const std::vector<Words>& words) const {
    const std::uint64_t packet = load(kBuffer + 24);
    REQUIRE(packet != 0);
    store(kBuffer + 24, load(header(packet)));
    store(header(packet) + 8, lanes);
    store(header(packet) + 16, service | std::uint64_t{1} << 32);  // and the bit "ready"
    std::size_t next = 0;
    for (std::uint64_t lane = 0; lane < 64; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      for (std::uint64_t w = 0; w < words[next].size(); ++w)
        store(payload(packet, lane) + 8 * w, words[next][w]);
      ++next;
    }
    store(header(packet), load(kBuffer + 32));
    store(kBuffer + 32, packet);
    return packet;
  }
  bool is_ready(std::uint64_t packet) const { return (load(header(packet) + 16) >> 32 & 1) != 0; }
  std::uint64_t answer(std::uint64_t packet, std::uint64_t lane) const { return load(payload(packet, lane)); }

 private:
  static constexpr std::uint64_t kBuffer = code_object::kHostCallBuffer;
  std::uint64_t index(std::uint64_t packet) const { return packet & load(kBuffer + 40); }
  std::uint64_t header(std::uint64_t packet) const { return load(kBuffer) + 24 * index(packet); }
  std::uint64_t payload(std::uint64_t packet, std::uint64_t lane) const {
    return load(kBuffer + 8) + 4096 * index(packet) + 64 * lane;
  }
  machine::Memory& memory_;
};

constexpr std::uint32_t kPrint = 2;
constexpr std::uint64_t kBegins = 1, kEnds = 2;
constexpr std::uint64_t count(std::uint64_t words) {
  return words << 5;
}

TEST_CASE("messages of several packets and lanes are put together, and come out in the order of their ends") {
  machine::Memory memory;
  launch::add_host_call_buffer(memory);
  const Wave wave(memory);
  launch::HostCalls host;
  const Words format = in_words("lane %d\n");
  // Two lanes begin a message each, with the word that says where it goes and nothing else.
  const std::uint64_t first = wave.ask(kPrint, 0b1010, {{kBegins | count(1), 0}, {kBegins | count(1), 1}});
  CHECK(wave.is_ready(first));
  host.answer(memory);
  CHECK_FALSE(wave.is_ready(first));
  const std::uint64_t one = wave.answer(first, 1), three = wave.answer(first, 3);
  CHECK(one != three);
  CHECK((one & 1) == 0);
  Words text{0};
  text.insert(text.end(), format.begin(), format.end());
  const auto with = [&](std::uint64_t message, std::uint64_t flags, Words words) {
    words[0] = (message & ~std::uint64_t{0xFF}) | flags | count(words.size() - 1);
    return words;
  };
  wave.ask(kPrint, 0b1010, {with(one, 0, text), with(three, 0, text)});
  host.answer(memory);
  CHECK(host.printed().empty());
  // The last packets of both are ready at the same time: the one that was pushed first comes first.
  const std::uint64_t last = wave.ask(kPrint, 0b1000, {with(three, kEnds, {0, 3})});
  wave.ask(kPrint, 0b0010, {with(one, kEnds, {0, 1})});
  host.answer(memory);
  REQUIRE(host.printed().size() == 2);
  CHECK(host.printed()[0].text == "lane 3\n");
  CHECK(host.printed()[0].to_error);
  CHECK(host.printed()[1].text == "lane 1\n");
  CHECK_FALSE(host.printed()[1].to_error);
  CHECK(wave.answer(last, 3) == 7);  // what printf returns
  CHECK(host.missing().empty());
}

TEST_CASE("a run that is repeated on the memory that it began with prints nothing again") {
  machine::Memory memory, again;
  launch::HostCalls host;
  for (machine::Memory* m : {&memory, &again}) {
    launch::add_host_call_buffer(*m);
    const Wave wave(*m);
    for (const char* text : {"one", "two"}) {
      Words words{kBegins | kEnds | count(2), 0};
      words.push_back(in_words(text).front());
      const std::uint64_t packet = wave.ask(kPrint, 1, {words});
      host.answer(*m);
      CHECK(wave.answer(packet, 0) == 3);
    }
  }
  REQUIRE(host.printed().size() == 2);
  CHECK(host.printed()[1].text == "two");
}

TEST_CASE("a service that nobody has is named, and answers null") {
  machine::Memory memory;
  launch::add_host_call_buffer(memory);
  const Wave wave(memory);
  launch::HostCalls host;
  constexpr std::uint32_t kAllocates = 3;
  const std::uint64_t packet = wave.ask(kAllocates, 1, {{0, 2 << 20}});
  host.answer(memory);
  CHECK_FALSE(wave.is_ready(packet));
  CHECK(wave.answer(packet, 0) == 0);
  REQUIRE(host.missing().size() == 1);
  CHECK_THAT(*host.missing().begin(), Catch::Matchers::Contains("malloc"));
}

TEST_CASE("services that a kernel takes and nobody has are named") {
  code_object::Kernel kernel;
  CHECK(launch::missing_services(kernel).empty());
  CHECK_FALSE(launch::calls_host(kernel));
  for (const char* kind : {"hidden_none", "hidden_hostcall_buffer", "hidden_heap_v1"})
    kernel.arguments.push_back({"", 0, 8, kind});
  CHECK(launch::calls_host(kernel));
  const auto missing = launch::missing_services(kernel);
  REQUIRE(missing.size() == 1);
  CHECK_THAT(missing.front(), Catch::Matchers::Contains("hidden_heap_v1 is null: memory for malloc"));
}

TEST_CASE("a buffer that a kernel has overwritten does no harm") {
  for (const std::uint64_t wrong : {std::uint64_t{1}, ~std::uint64_t{0}}) {
    machine::Memory memory;
    launch::add_host_call_buffer(memory);
    const Wave wave(memory);
    const std::uint64_t header = wave.load(code_object::kHostCallBuffer) + 24;
    wave.store(code_object::kHostCallBuffer + 32, wrong);
    wave.store(header, 1);  // the second packet leads to itself
    launch::HostCalls host;
    host.answer(memory);
    CHECK(host.printed().empty());
  }
}

}  // namespace
}  // namespace lockstep::tests
