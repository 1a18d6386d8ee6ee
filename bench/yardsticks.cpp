#include <random>
#include <vector>

#include "bench/bench.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/block_gemm.hpp"
#include "reference/operators/grouped_gemm.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::bench {

namespace {

// The compiler may leave none of them out: each time memory might have changed.
LOCKSTEP_CLONES void add(int times, const isa::Lanes& a, const isa::Lanes& b, isa::Lanes& sum) {
  for (int i = 0; i < times; ++i) {
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l) sum[l] = a[l] + b[l];
    asm volatile("" ::: "memory");
  }
}

constexpr std::uint32_t kLength = 4096;

isa::Program stream_of(const std::string& line) {
  isa::Program program;
  const auto append = [&](const std::string& text) {
    isa::Instruction i = isa::read_line(text, program.instructions.size() * 4, 4);
    isa::bind_semantics(i, isa::kGfx950);
    program.index_of_dword.push_back(std::int32_t(program.instructions.size()));
    program.instructions.push_back(std::move(i));
  };
  for (int r = 0; r < 16; ++r) append("v_mov_b32_e32 v" + std::to_string(r) + ", 1.0");
  for (std::uint32_t i = 0; i < kLength; ++i) append(line);
  append("s_endpgm");
  return program;
}

constexpr scaling::Extent kMatrix{256, 1024};

struct Tensor {
  scaling::Quantiser quantiser{scaling::find_scale_rule("rceil"), &formats::float8_e4m3fn,
                               formats::find_conversion("ocp_saturate"), *scaling::find_block_shape("1x32")};
  std::vector<float> x = std::vector<float>(std::size_t(kMatrix.count()));
  std::vector<std::uint8_t> codes = std::vector<std::uint8_t>(x.size());
  std::vector<std::uint32_t> scales = std::vector<std::uint32_t>(x.size() / 32);

  Tensor() {
    std::mt19937 bits(1);
    std::normal_distribution<float> normal;
    for (float& v : x) v = normal(bits);
    quantise();
  }
  void quantise() { scaling::quantise(quantiser, kMatrix, x, codes, scales); }
  void dequantise() { scaling::dequantise(quantiser, kMatrix, codes, scales, x); }
  double bytes() const { return double(x.size() * sizeof(float)); }
};

}  // namespace

double eigen_sgemm(double seconds) {
  constexpr std::int64_t kRows = 512;
  std::mt19937 random(1);
  std::vector<float> a(kRows * operators::kScaleBlock), b(a.size()), product(kRows * kRows);
  for (std::vector<float>* operand : {&a, &b})
    for (float& x : *operand) x = float(random() % 2048) / 1024 - 1;
  volatile float sink = 0;
  return best_rate(seconds, [&] {
    operators::block_gemm(a.data(), kRows, b.data(), kRows, product.data());
    sink = product[0];
    return double(kRows) * double(kRows) * double(operators::kScaleBlock);
  });
}

double lane_add(double seconds) {
  constexpr int kTimes = 4096;
  alignas(64) isa::Lanes a, b, sum{};
  a.fill(3);
  b.fill(5);
  return best_rate(seconds, [&] {
    add(kTimes, a, b, sum);
    return double(kTimes);
  });
}

double vector_stream(const std::string& line, double seconds) {
  const isa::Program program = stream_of(line);
  const machine::PreparedProgram code = machine::prepare_program(program, 0);
  machine::Memory memory;
  machine::Environment environment;
  environment.program = &code;
  environment.memory = &memory;
  environment.accum_offset = 32;
  code_object::Kernel kernel;
  kernel.descriptor.vgpr_count = 32;
  kernel.descriptor.denorm_mode = 0xF;
  const machine::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, 0};
  machine::WorkgroupRunner runner(environment, kernel, launch, ~std::uint64_t{0});
  return best_rate(seconds, [&] {
    runner.begin({0, 0, 0}, 1);
    runner.run(machine::WorkgroupRunner::kToTheEnd);
    return double(kLength);
  });
}

double quantise_1x32_e4m3(double seconds) {
  Tensor tensor;
  return best_rate(seconds, [&] {
    tensor.quantise();
    return tensor.bytes();
  });
}

double dequantise_1x32_e4m3(double seconds) {
  Tensor tensor;
  return best_rate(seconds, [&] {
    tensor.dequantise();
    return tensor.bytes();
  });
}

}  // namespace lockstep::bench
