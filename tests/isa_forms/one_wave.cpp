#include "tests/isa_forms/one_wave.hpp"

#include <algorithm>
#include <utility>

#include "emulator/isa/disassembler.hpp"
#include "host/files.hpp"

namespace lockstep::tests {
namespace {

constexpr int kVectorRegisters = 512, kAccumOffset = 256;  // gfx1250 has no accumulation registers
constexpr std::uint32_t kLdsBytes = 160 * 1024, kScratchBytes = 4096;
constexpr std::uint64_t kMemoryBytes = 1 << 20;

void zeros(std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
  std::ranges::fill(data, std::uint8_t{0});
  std::ranges::fill(undefined, std::uint8_t{0});
}

}  // namespace

OneWave::OneWave(const std::string& arch, std::span<const std::byte> text) {
  auto program = isa::disassemble(arch, 0, text);
  if (program) program_ = std::move(*program);
  code_ = machine::prepare_program(program_, 0);
  memory_.add("memory", 0, kMemoryBytes, true, zeros);
  environment_.program = &code_;
  environment_.memory = &memory_;
  environment_.model = matrix::models(arch).empty() ? nullptr : &matrix::models(arch).front();
  environment_.accum_offset = arch == "gfx1250" ? kVectorRegisters : kAccumOffset;
}

void OneWave::load(isa::Program program) {
  program_ = std::move(program);
  code_ = machine::prepare_program(program_, 0);
}

void OneWave::reset() {
  group_ = {};
  group_.environment = &environment_;
  group_.lds.reset(kLdsBytes, 1);
  {  // but for what is large: fresh pages take longer than an instruction does
    machine::Wave former = std::move(wave_);
    wave_ = {};
    wave_.vector = std::move(former.vector);
    wave_.scratch = std::move(former.scratch);
    wave_.scratch_undefined = std::move(former.scratch_undefined);
  }
  wave_.group = &group_;
  wave_.set_width(program_.width);
  wave_.set_arch(*program_.arch);
  wave_.vector.reset(machine::RegisterFiles::of(kVectorRegisters, environment_.accum_offset), 1,
                     wave_.every_lane());
  wave_.scalar.reset(1);
  for (int r = 0; r < machine::ScalarRegisters::kCount; ++r) wave_.scalar.write32(r, {0, 0});
  wave_.write_lane_mask(isa::scalar::kExec, {wave_.every_lane(), 0});
  wave_.scc_undefined = false;
  wave_.mode = 0xF0;  // denormals kept, nearest even
  wave_.scratch_bytes = kScratchBytes;
  wave_.scratch.assign(std::size_t{kScratchBytes} * machine::kMaxLanes, 0);
  wave_.scratch_undefined.assign(wave_.scratch.size(), 0);
  const machine::Lanes zero{};
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int r = 0; r < kVectorRegisters; ++r)
    wave_.vector.write(r, ~std::uint64_t{0}, all, zero.data(), nullptr);
}

std::optional<findings::Finding> OneWave::go(std::size_t index) {
  wave_.pc = std::uint32_t(index);
  const machine::PreparedInstruction& prepared = code_.instructions[index];
  prepared.execute(wave_, prepared);
  machine::wait_for_all(wave_);
  return group_.stop;
}

std::vector<std::byte> bytes_of(const std::string& path) {
  return host::read_file(path).value();
}

}  // namespace lockstep::tests
