#include "bench/programs.hpp"

#include <array>
#include <cstring>
#include <map>

#include "bench/program_images.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/checks/checked_dispatch.hpp"
#include "host/random.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::bench {

namespace {

constexpr std::uint64_t kOut = 0x1'0000'0000, kIn = 0x2'0000'0000, kArguments = 0x7000'0000;
constexpr int kMostSteps = 96;
constexpr std::uint64_t kOutBytes = 1 << 20, kStepBytes = 1 << 15, kInBytes = kMostSteps * kStepBytes;

/// Four waves of so many products of fragments of 1 KiB, which hold 1024 / (m * bytes) k.
constexpr std::uint64_t macs(int m, int bytes, int tiles = 16) {
  return std::uint64_t(4 * tiles * m * 1024 / bytes);
}

constexpr std::string_view kOnGfx950 = "multiply_gfx950", kOnGfx942 = "multiply_gfx942";

constexpr std::array kPrograms{
    Program{kOnGfx950, "bf16_16x16x32", Values::bfloat16, macs(16, 2), "v_mfma_f32_16x16x32_bf16"},
    Program{kOnGfx950, "bf16_32x32x16", Values::bfloat16, macs(32, 2, 8), "v_mfma_f32_32x32x16_bf16"},
    Program{kOnGfx950, "bf16_32x32x16_in_agprs", Values::bfloat16, macs(32, 2, 8),
            "v_mfma_f32_32x32x16_bf16"},
    Program{kOnGfx950, "f16_16x16x32", Values::float16, macs(16, 2), "v_mfma_f32_16x16x32_f16"},
    Program{kOnGfx950, "f16_32x32x16_blgp", Values::float16, macs(32, 2, 8), "v_mfma_f32_32x32x16_f16"},
    Program{kOnGfx950, "f16_16x16x4_4b_cbsz_blgp", Values::float16, macs(16, 2, 8),
            "v_mfma_f32_16x16x4_4b_f16"},
    Program{kOnGfx950, "i8_16x16x64", Values::bytes, macs(16, 1), "v_mfma_i32_16x16x64_i8"},
    Program{kOnGfx950, "i8_32x32x32_in_agprs", Values::bytes, macs(32, 1, 8), "v_mfma_i32_32x32x32_i8"},
    Program{kOnGfx950, "f64_16x16x4", Values::float64, macs(16, 8), "v_mfma_f64_16x16x4_f64"},
    Program{kOnGfx950, "fp8_16x16x32", Values::float8, macs(16, 1), "v_mfma_f32_16x16x32_fp8_fp8"},
    Program{kOnGfx950, "fp8_32x32x16_in_agprs", Values::float8, macs(32, 1, 8),
            "v_mfma_f32_32x32x16_fp8_fp8"},
    Program{kOnGfx950, "bf16_16x16x32_256x256", Values::bfloat16, macs(16, 2, 64),
            "v_mfma_f32_16x16x32_bf16"},
    Program{kOnGfx950, "bf16_32x32x16_256x256", Values::bfloat16, macs(32, 2, 16),
            "v_mfma_f32_32x32x16_bf16"},
    Program{kOnGfx950, "f16_16x16x32_256x256", Values::float16, macs(16, 2, 64), "v_mfma_f32_16x16x32_f16"},
    Program{kOnGfx950, "f16_32x32x16_256x256", Values::float16, macs(32, 2, 16), "v_mfma_f32_32x32x16_f16"},
    Program{kOnGfx950, "fp8_16x16x32_256x256", Values::float8, macs(16, 1, 64),
            "v_mfma_f32_16x16x32_fp8_fp8"},
    Program{kOnGfx950, "fp8_block_scaled", Values::float8, macs(16, 1, 8), "v_mfma_f32_16x16x32_fp8_fp8"},
    Program{kOnGfx942, "bf16_16x16x16", Values::bfloat16, macs(16, 2), "v_mfma_f32_16x16x16_bf16"},
    Program{kOnGfx942, "bf16_32x32x8_in_agprs", Values::bfloat16, macs(32, 2, 8), "v_mfma_f32_32x32x8_bf16"},
    Program{kOnGfx942, "f16_16x16x16", Values::float16, macs(16, 2), "v_mfma_f32_16x16x16_f16"},
    Program{kOnGfx942, "f16_32x32x8", Values::float16, macs(32, 2, 8), "v_mfma_f32_32x32x8_f16"},
    Program{kOnGfx942, "i8_16x16x32", Values::bytes, macs(16, 1), "v_mfma_i32_16x16x32_i8"},
    Program{kOnGfx942, "i8_32x32x16", Values::bytes, macs(32, 1, 8), "v_mfma_i32_32x32x16_i8"},
    Program{kOnGfx942, "xf32_16x16x8", Values::float32, macs(16, 4), "v_mfma_f32_16x16x8_xf32"},
    Program{kOnGfx942, "xf32_32x32x4", Values::float32, macs(32, 4, 8), "v_mfma_f32_32x32x4_xf32"},
    Program{kOnGfx942, "fp8_16x16x32", Values::float8, macs(16, 1), "v_mfma_f32_16x16x32_fp8_fp8"},
    Program{kOnGfx942, "fp8_32x32x16", Values::float8, macs(32, 1, 8), "v_mfma_f32_32x32x16_fp8_fp8"},
    Program{"lanes", "softmax", Values::float32},
    Program{"lanes", "quantise", Values::bfloat16},
    Program{"lanes", "activation", Values::float32},
};

template <typename Word>
machine::Fill fill_with(Word word) {
  return [word](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
    std::fill(undefined.begin(), undefined.end(), std::uint8_t{0});
    for (std::size_t i = 0; i + 8 <= data.size(); i += 8) {
      const std::uint64_t of = word((offset + i) / 8);
      std::memcpy(&data[i], &of, sizeof of);
    }
  };
}

/// What kernels only read is drawn once.
machine::SharedPages& pages_of(Values values) {
  static std::map<Values, machine::SharedPages> kept;
  return kept.try_emplace(values, kInBytes).first->second;
}

void add_memory(const Program& program, int steps, machine::Memory& memory) {
  memory.add("out", kOut, kOutBytes, true, fill_with([](std::uint64_t) { return 0x3F80'0000'3F80'0000; }));
  memory.add("in", kIn, kInBytes, false,
             fill_with([values = program.values](std::uint64_t i) { return value_of(values, i); }),
             &pages_of(program.values));
  const std::array arguments{kOut, kIn, std::uint64_t(steps)};
  memory.add("arguments", kArguments, 64, false,
             fill_with([=](std::uint64_t i) { return i < arguments.size() ? arguments[i] : 0; }));
}

}  // namespace

std::uint64_t value_of(Values values, std::uint64_t index) {
  const std::uint64_t random = host::hash(1, index);
  switch (values) {
    case Values::float8:
      return (random & 0x8F8F'8F8F'8F8F'8F8F) | 0x3030'3030'3030'3030;
    case Values::bfloat16:
      return (random & 0x81FF'81FF'81FF'81FF) | 0x3E00'3E00'3E00'3E00;
    case Values::float16:
      return (random & 0x87FF'87FF'87FF'87FF) | 0x3800'3800'3800'3800;
    case Values::float32:
      return (random & 0x81FF'FFFF'81FF'FFFF) | 0x3E00'0000'3E00'0000;
    case Values::float64:
      return (random & 0x801F'FFFF'FFFF'FFFF) | 0x3FC0'0000'0000'0000;
    case Values::bytes:
      break;
  }
  return random;
}

std::span<const Program> programs() {
  return kPrograms;
}

std::string_view arch_of(const Program& program) {
  return program.object == kOnGfx942 ? "gfx942" : "gfx950";
}

std::string name_of(const Program& program) {
  return "program/" + std::string(program.kernel) + (program.object == kOnGfx942 ? "@gfx942" : "");
}

std::shared_ptr<const machine::LoadedCode> code_of(const Program& program) {
  static std::map<std::string_view, std::shared_ptr<const machine::LoadedCode>> loaded;
  auto& kept = loaded[program.object];
  if (kept == nullptr)
    for (const ProgramImage& image : program_images())
      if (image.name == program.object) {
        auto parsed =
            code_object::parse(std::string(program.object), {image.bytes.begin(), image.bytes.end()});
        if (!parsed) continue;
        if (auto code = machine::LoadedCode::load(std::move(*parsed))) kept = *code;
      }
  return kept;
}

machine::Outcome run_program(const Program& program, int steps, bool checks) {
  const auto code = code_of(program);
  const code_object::Kernel* kernel =
      code != nullptr ? code->object().find(std::string(program.kernel)) : nullptr;
  if (kernel == nullptr) return {};
  machine::Memory memory;
  add_memory(program, steps, memory);
  machine::Settings settings;
  settings.model = matrix::find_model(arch::default_model(arch_of(program)));
  settings.schedule = {machine::Schedule::Kind::latest, 0};
  settings.checks = checks;
  const machine::Launch launch{{1, 1, 1}, {256, 1, 1}, 0, kArguments};
  return checks ? checks::checked_dispatch(*code, *kernel, launch, memory, settings)
                : machine::dispatch(*code, *kernel, launch, memory, settings);
}

double program_rate(const Program& program, double seconds) {
  return best_rate(seconds, [&] {
    const machine::Outcome outcome = run_program(program, kMostSteps, true);
    if (outcome.stop || !outcome.findings.empty()) return 0.0;
    return program.step_macs != 0 ? double(kMostSteps * program.step_macs) : double(outcome.instructions);
  });
}

}  // namespace lockstep::bench
