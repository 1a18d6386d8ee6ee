// Programs that nobody wrote: random words, and real programs with random bits flipped. Each must end, by
// itself or by a stop, within its step limit; under the sanitizers, none may touch what is not the machine's.
#include <map>

#include "emulator/checks/checked_dispatch.hpp"
#include "host/random.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

struct Tally {
  std::map<FindingKind, int> stops;
  int ended = 0;
  std::uint64_t instructions = 0;
};

void run_hostile(const code_object::CodeObject& object, const code_object::Kernel& kernel, std::uint64_t seed,
                 Tally& tally) {
  auto code = machine::LoadedCode::load(object);
  if (!code) return;  // refused: as good an end
  machine::Memory memory;
  memory.add("output", kOutput, 64 * 1024, true, fill_constant(0));
  memory.add("input", kInput, 64 * 1024, true, fill_constant(0x11));
  memory.add("arguments", kArguments, 64, false,
             fill_with({0, std::uint32_t(kOutput >> 32), 0, std::uint32_t(kInput >> 32), 0,
                        std::uint32_t(kInput >> 32), 0x8000, 0x20000}));
  machine::Settings settings;
  settings.model = matrix::find_model("exact");
  settings.schedule = seed % 3 == 0 ? kEarliest : seed % 3 == 1 ? kLatest : random_schedule(seed);
  settings.poison = seed;
  settings.step_limit = 300;
  const machine::Launch launch{{1, 1, 1}, {std::uint32_t(64 + seed % 2 * 40), 1, 1}, 0, kArguments};
  const machine::Outcome outcome =
      seed % 4 < 2 ? checks::checked_dispatch(**code, kernel, launch, memory, settings, {})
                   : machine::dispatch(**code, kernel, launch, memory, settings);
  tally.instructions += outcome.instructions;
  if (outcome.stop) {
    ++tally.stops[outcome.stop->kind];
    CHECK_FALSE(outcome.stop->text.empty());
  } else {
    ++tally.ended;
  }
}

TEST_CASE("random words as a program") {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    host::Random random(host::hash(77, seed));
    code_object::CodeObject object = program("control")->object();
    object.text.resize(64);
    for (std::byte& b : object.text) b = std::byte(random.next());
    // Plausible encodings: one word in two gets the high bits of a common family.
    constexpr std::uint8_t kFamilies[] = {0x7E, 0xBF, 0xBE, 0x80, 0xD1, 0xD8, 0xDC, 0xE0, 0xC0, 0xD3};
    for (std::size_t at = 3; at < 64; at += 4)
      if (random.below(2) == 0) object.text[at] = std::byte(kFamilies[random.below(std::size(kFamilies))]);
    code_object::Kernel kernel = object.kernels.front();
    kernel.entry = object.text_address;
    run_hostile(object, kernel, seed, tally);
  }
  CHECK(tally.stops[FindingKind::unsupported] > 0);
  CHECK(tally.stops[FindingKind::illegal_instruction] > 0);
  CHECK(tally.instructions > 3000);
}

TEST_CASE("real programs with flipped bits") {
  Tally tally;
  std::uint64_t seed = 0;
  for (const char* name :
       {"asynchrony", "buffers", "control", "definedness", "lanes", "lds", "memory", "start", "matrix"}) {
    const code_object::CodeObject& whole = program(name)->object();
    for (const code_object::Kernel& kernel : whole.kernels) {
      const std::uint64_t first = kernel.entry - whole.text_address;
      const std::uint64_t size = std::min<std::uint64_t>(whole.text.size() - first, 384);
      constexpr std::uint64_t kHead = 12;  // bytes that load the arguments
      if (size <= kHead) continue;
      for (int variant = 0; variant < 30; ++variant, ++seed) {
        host::Random random(host::hash(99, seed));
        code_object::CodeObject object = whole;
        object.text.assign(whole.text.begin() + std::ptrdiff_t(first),
                           whole.text.begin() + std::ptrdiff_t(first + size));
        code_object::Kernel mutant = kernel;
        mutant.entry = object.text_address;
        if (mutant.descriptor.kernarg_preload_length != 0) mutant.descriptor.kernarg_preload_length = 0;
        const auto flips = 1 + random.below(4);
        for (std::uint64_t f = 0; f < flips; ++f) {
          const std::uint64_t bit =
              8 * (kHead + random.below(std::min<std::uint64_t>(size, 160) - kHead)) + random.below(8);
          object.text[bit / 8] ^= std::byte(1u << (bit % 8));
        }
        run_hostile(object, mutant, seed, tally);
      }
    }
  }
  INFO("ended " << tally.ended << " bounds " << tally.stops[FindingKind::bounds] << " registers "
                << tally.stops[FindingKind::register_bounds]);
  CHECK(seed > 3000);
  CHECK(tally.ended > 100);
  CHECK(tally.stops[FindingKind::bounds] > 50);
  CHECK(tally.stops[FindingKind::lds_bounds] > 10);
  CHECK(tally.stops[FindingKind::register_bounds] > 10);
}

}  // namespace
}  // namespace lockstep::tests
