// A launch is repeated from memory only where nothing differs that decides what it comes to.
#include "emulator/runtime/kept_launches.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::runtime {
namespace {

using machine::Memory;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kIn = 1 << 20, kOut = 2 << 20, kSpare = 3 << 20, kSize = 40'000;

std::unique_ptr<Module> module_at(std::uint64_t address) {
  const auto bytes = host::read_file(LOCKSTEP_EXAMPLES "/vector_add.co");
  REQUIRE(bytes);
  auto module = Module::load("vector_add.co", *bytes, address);
  REQUIRE(module);
  return std::move(*module);
}

void add(Memory& memory, std::uint64_t base, std::uint64_t bytes = kSize, const char* name = "buffer",
         bool writable = true) {
  memory.take(base);
  memory.add(name, base, bytes, writable, {});
}

void write(Memory& memory, std::uint64_t at, std::uint8_t value, bool undefined = false) {
  const std::uint8_t shadow = undefined ? 1 : 0;
  machine::Allocation& owner = *memory.owner(at, 1);
  owner.write(at - owner.base(), &value, &shadow, 1);
}

std::pair<int, bool> read(const Memory& memory, std::uint64_t at) {
  std::uint8_t value = 0, undefined = 0;
  const machine::Allocation& owner = *memory.owner(at, 1);
  owner.peek(at - owner.base(), &value, &undefined, 1);
  return {value, undefined != 0};
}

/// A launch that reads bytes at kIn and writes some at kOut, which was kept.
struct Rig {
  std::unique_ptr<Module> module = module_at(machine::kCodeBias), same = module_at(std::uint64_t{96} << 40);
  code_object::Kernel other_kernel;
  KernelLaunch launch{{module.get(), &module->code().object().kernels.front()}, {}, {Bytes(32), Bytes(32)}};
  bool checked = true;
  Memory memory, after;
  KeptLaunches kept;

  Rig() {
    launch.segment.bytes[10] = std::uint8_t(kSpare >> 16);  // its second word is the address of a buffer
    for (Memory* const m : {&memory, &after})
      for (const std::uint64_t base : {kIn, kOut, kSpare}) add(*m, base);
    write(memory, kIn + 3, 7);
    write(after, kOut, 9);
    write(after, kOut + 20'000, 5, true);
    kept.keep({launch, checked}, {{{kIn, kIn + 20'000}}, {{kOut, kOut + 30'000}}, {}, {}},
              {{kIn, kIn + 20'000}}, memory, after);
  }
  bool repeats() { return kept.repeat({launch, checked}, memory) != nullptr; }
};

}  // namespace

TEST_CASE("the same launch leaves what it left before, undefined where it was") {
  Rig rig;
  write(rig.memory, kOut, 1);
  write(rig.memory, kOut + 30'000, 2);
  REQUIRE(rig.repeats());
  CHECK(read(rig.memory, kOut) == std::pair(9, false));
  CHECK(read(rig.memory, kOut + 20'000) == std::pair(5, true));
  CHECK(read(rig.memory, kOut + 30'000) == std::pair(2, false));
}

TEST_CASE("a launch that differs in one thing is none of those that were kept") {
  const struct {
    const char* what;
    std::function<void(Rig&)> change;
  } differences[] = {
      {"code", [](Rig& r) { r.launch.function.module = r.same.get(); }},
      {"kernel", [](Rig& r) { r.launch.function.kernel = &r.other_kernel; }},
      {"grid", [](Rig& r) { r.launch.geometry.grid[1] = 2; }},
      {"block", [](Rig& r) { r.launch.geometry.block[0] = 64; }},
      {"dynamic LDS", [](Rig& r) { r.launch.geometry.dynamic_lds = 4; }},
      {"cluster", [](Rig& r) { r.launch.geometry.cluster[2] = 1; }},
      {"cooperative", [](Rig& r) { r.launch.cooperative = true; }},
      {"stack", [](Rig& r) { r.launch.stack *= 2; }},
      {"checks", [](Rig& r) { r.checked = false; }},
      {"an argument", [](Rig& r) { r.launch.segment.bytes[31] = 1; }},
      {"an argument's definedness", [](Rig& r) { r.launch.segment.undefined[31] = 1; }},
      {"a byte read", [](Rig& r) { write(r.memory, kIn + 19'999, 1); }},
      {"a byte's definedness", [](Rig& r) { write(r.memory, kIn + 3, 7, true); }},
      {"a size", [](Rig& r) { add(r.memory, kOut, kSize + 1); }},
      {"a name", [](Rig& r) { add(r.memory, kOut, kSize, "another"); }},
      {"what may be written", [](Rig& r) { add(r.memory, kOut, kSize, "buffer", false); }},
      {"what was freed of what is read", [](Rig& r) { r.memory.take(kIn); }},
      {"what was freed of what is written", [](Rig& r) { r.memory.take(kOut); }},
      {"what was freed of what an argument points into", [](Rig& r) { r.memory.take(kSpare); }},
      {"everything was forgotten", [](Rig& r) { r.kept.forget_all(); }},
  };
  for (const auto& [what, change] : differences) {
    INFO(what);
    Rig rig;
    change(rig);
    CHECK_FALSE(rig.repeats());
  }
  Rig rig;
  write(rig.memory, kIn + 20'000, 1);  // nobody reads it
  write(rig.memory, kSpare, 1);
  CHECK(rig.repeats());
}

TEST_CASE("launches are kept as far as there is room") {
  Rig rig;
  KeptLaunches few(2500);
  const auto keep = [&](std::uint32_t number, std::uint64_t bytes) {
    rig.launch.geometry.grid[0] = number;
    few.keep({rig.launch, true}, {{}, {{kOut, kOut + bytes}}, {}, {}}, {}, rig.memory, rig.after);
  };
  const auto repeats = [&](std::uint32_t number) {
    rig.launch.geometry.grid[0] = number;
    return few.repeat({rig.launch, true}, rig.memory) != nullptr;
  };
  keep(1, 100), keep(2, 100);
  CHECK((repeats(1) && repeats(2)));
  for (int again = 0; again < 10; ++again) keep(2, 100);  // in its own place
  CHECK((repeats(1) && repeats(2)));
  keep(3, 2400);  // itself, with what it needs besides
  CHECK((repeats(1) && repeats(2) && !repeats(3)));
  keep(4, 1500);
  CHECK((!repeats(1) && !repeats(2) && repeats(4)));
}

TEST_CASE("a footprint tells what a launch found from what it wrote itself") {
  using Use = observe::Footprint::Use;
  observe::Footprint footprint;
  footprint.add(Use::write, 4090, 4100);
  footprint.add(Use::read, 4080, 4110);
  footprint.add(Use::atomic, 4200, 4204);
  footprint.add(Use::atomic, 4200, 4208);
  footprint.add(Use::write, 4080, 4110);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (const auto& [first, end] : footprint.ranges(Use::found)) found.emplace_back(first, end);
  CHECK(found == decltype(found){{4080, 4090}, {4100, 4110}, {4200, 4208}});
  footprint.clear();
  CHECK(footprint.ranges(Use::write).empty());
}

TEST_CASE("of an access that leaves its buffer the dwords inside count") {
  Memory memory;
  add(memory, kIn);
  constexpr isa::Memory kWide{isa::Memory::Space::buffer, isa::Access::store, 16};
  machine::Pending p;
  p.memory = &kWide;
  p.lanes = 3;
  p.address[0] = kIn, p.address[1] = kIn + 16;
  p.owners.split();
  for (const std::size_t lane : {std::size_t{0}, std::size_t{1}}) p.owners.set(lane, memory.owner(kIn, 1));
  p.owners.set_in_range(0, 0xF);
  p.owners.set_in_range(1, 0b1010);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
  observe::for_each_run(p, [&](std::uint64_t first, std::uint64_t end) { runs.emplace_back(first, end); });
  CHECK(runs == decltype(runs){{kIn, kIn + 16}, {kIn + 20, kIn + 24}, {kIn + 28, kIn + 32}});
}

}  // namespace lockstep::runtime
