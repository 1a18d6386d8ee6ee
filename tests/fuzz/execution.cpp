// Any bytes as a program: a few that choose how it is launched, the rest its code. It runs within a budget of
// instructions over a small memory, on every schedule, and ends or is stopped with words.
//
//   byte 0   bit 0 gfx942 instead of gfx950; bits 1 and 2 the schedule; bit 3 two waves, the second half
//   empty;
//            bit 4 scratch; bit 5 LDS; bit 6 MODE: denormals flushed, DX10_CLAMP and IEEE off; bit 7 observed
//   byte 1   seed of the schedule and of undefined registers
//   bytes 2 and 3, ignored: code stays aligned
#include <cstring>

#include "emulator/checks/sanitizers.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "tests/fuzz/target.hpp"

namespace lockstep::fuzz {
namespace {

constexpr std::size_t kHead = 4, kMostCode = 512;
constexpr std::uint64_t kOutput = 0x1'0000'0000, kInput = 0x2'0000'0000, kArguments = 0x7000'0000;
constexpr std::uint64_t kBytes = 64 * 1024;

machine::Fill constant(std::uint8_t byte) {
  return [byte](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    std::fill(data.begin(), data.end(), byte);
  };
}

/// Pointers to output and input, then a buffer descriptor of the input: what the programs of tests/machine
/// expect.
machine::Fill arguments() {
  return [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    constexpr std::uint32_t kWords[16] = {0, kOutput >> 32, 0,      kInput >> 32,
                                          0, kInput >> 32,  0x8000, 0x20000};
    std::memcpy(data.data(), reinterpret_cast<const std::uint8_t*>(kWords) + offset, data.size());
  };
}

code_object::CodeObject object_of(std::span<const std::uint8_t> input) {
  code_object::CodeObject object;
  object.file = "input";
  object.arch = (input[0] & 1) != 0 ? "gfx942" : "gfx950";
  object.text_address = 0x1000;
  const auto code = std::as_bytes(input.subspan(kHead));
  object.text.assign(code.begin(), code.end() - std::ptrdiff_t(code.size() % 4));
  object.segments.push_back({object.text_address, object.text.size(), object.text, false, true});
  return object;
}

code_object::Kernel kernel_of(std::uint8_t bits, const code_object::CodeObject& object) {
  code_object::Kernel kernel;
  kernel.name = "kernel";
  kernel.entry = object.text_address;
  kernel.kernarg_bytes = 64;
  kernel.group_bytes = (bits & 32) != 0 ? 4096 : 0;
  kernel.private_bytes = (bits & 16) != 0 ? 64 : 0;
  kernel.wavefront_size = 64;
  kernel.max_workgroup = 1024;
  code_object::Descriptor& d = kernel.descriptor;
  d.vgpr_count = 256;
  d.accum_offset = 128;
  d.denorm_mode = (bits & 64) != 0 ? 0 : 15;
  d.dx10_clamp = d.ieee_mode = (bits & 64) == 0;
  d.enable_kernarg_ptr = true;
  d.user_sgpr_count = 2;
  d.enable_workgroup_id_x = d.enable_workgroup_id_y = d.enable_workgroup_id_z = true;
  return kernel;
}

machine::Schedule schedule_of(std::uint8_t bits, std::uint8_t seed) {
  using Kind = machine::Schedule::Kind;
  constexpr Kind kKinds[] = {Kind::earliest, Kind::latest, Kind::random, Kind::random};
  return {kKinds[(bits >> 1) & 3], seed};
}

}  // namespace

void run_one(std::span<const std::uint8_t> input) {
  if (input.size() < kHead + 4) return;
  input = input.first(std::min(input.size(), kHead + kMostCode));
  const std::uint8_t bits = input[0], seed = input[1];
  const auto code = machine::LoadedCode::load(object_of(input));
  demand(code.has_value(), "code in whole dwords that is not decoded");
  const code_object::Kernel kernel = kernel_of(bits, (*code)->object());

  machine::Memory memory;
  machine::Allocation& output = memory.add("output", kOutput, kBytes, true, constant(0));
  memory.add("input", kInput, kBytes, true, constant(0x11));
  memory.add("arguments", kArguments, 64, false, arguments());
  machine::Settings settings;
  settings.model = &matrix::models((*code)->object().arch)[0];
  settings.schedule = schedule_of(bits, seed);
  settings.poison = seed;
  settings.step_limit = 400;
  checks::Sanitizers sanitizers(**code, nullptr);
  if ((bits & 128) != 0) settings.observer = &sanitizers;
  const std::uint32_t threads = (bits & 8) != 0 ? 96 : 64;
  const machine::Outcome outcome =
      machine::dispatch(**code, kernel, {{1, 1, 1}, {threads, 1, 1}, 0, kArguments}, memory, settings);
  demand(outcome.instructions <= 2 * (settings.step_limit + 1), "more instructions than the budget");
  if (outcome.stop)
    demand(!outcome.stop->text.empty() && !outcome.stop->line().empty(), "a stop without words");
  for (const findings::Finding& f : outcome.findings) demand(!f.line().empty(), "a finding without words");
  output.visit_touched([](std::uint64_t, const machine::Page& page) {
    std::array<std::uint64_t, machine::kPageBytes / 8> words;
    std::memcpy(words.data(), page.undefined.data(), sizeof words);
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    demand((any & ~0x0101'0101'0101'0101ull) == 0, "a shadow that is neither 0 nor 1");
  });
}

}  // namespace lockstep::fuzz
