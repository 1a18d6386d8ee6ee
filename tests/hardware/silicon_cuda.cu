// The instructions themselves. Built for sm_90a:
//   nvcc -std=c++20 -gencode=arch=compute_90a,code=sm_90a
#include <cuda_runtime.h>

#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {
namespace {

/// One thread's share of C and D, in the registers that the instruction wants.
struct Floats {
  float r[4];
};
struct Halves {
  std::uint32_t r[2];
};
struct Doubles {
  double r[4];
};

// The asm statement of each register shape; `ptx` up to and excluding the operands.
#define ASM_A2B1F(ptx)                                                  \
  asm volatile(ptx " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"      \
               : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]))
#define ASM_A4B2F(ptx)                                                      \
  asm volatile(ptx " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])     \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define ASM_A2B1H(ptx)                                 \
  asm volatile(ptx " {%0,%1}, {%2,%3}, {%4}, {%0,%1};" \
               : "+r"(d.r[0]), "+r"(d.r[1])            \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]))
#define ASM_A4B2H(ptx)                                          \
  asm volatile(ptx " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" \
               : "+r"(d.r[0]), "+r"(d.r[1])                     \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define ASM_D1(ptx) \
  asm volatile(ptx " {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d.r[0]), "+d"(d.r[1]) : "d"(a[0]), "d"(b[0]))
#define ASM_D2(ptx)                                                     \
  asm volatile(ptx " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"      \
               : "+d"(d.r[0]), "+d"(d.r[1]), "+d"(d.r[2]), "+d"(d.r[3]) \
               : "d"(a[0]), "d"(a[1]), "d"(b[0]))
#define ASM_D4(ptx)                                                         \
  asm volatile(ptx " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : "+d"(d.r[0]), "+d"(d.r[1]), "+d"(d.r[2]), "+d"(d.r[3])     \
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]))
#define ASM_D8(ptx)                                                                                      \
  asm volatile(ptx " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"      \
               : "+d"(d.r[0]), "+d"(d.r[1]), "+d"(d.r[2]), "+d"(d.r[3])                                  \
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), \
                 "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]))
#define ASM_WGMMA_F(ptx, tail)                                                                      \
  asm volatile("{.reg .pred p; setp.ne.b32 p, %6, 0;\n" ptx " {%0,%1,%2,%3}, %4, %5, p, " tail ";}" \
               : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])                             \
               : "l"(a), "l"(b), "r"(accumulate))
#define ASM_WGMMA_H(ptx, tail)                                                                \
  asm volatile("{.reg .pred p; setp.ne.b32 p, %4, 0;\n" ptx " {%0,%1}, %2, %3, p, " tail ";}" \
               : "+r"(d.r[0]), "+r"(d.r[1])                                                   \
               : "l"(a), "l"(b), "r"(accumulate))
#define ASM_W8F(ptx) ASM_WGMMA_F(ptx, "1, 1")
#define ASM_W8H(ptx) ASM_WGMMA_H(ptx, "1, 1")
#define ASM_W16F(ptx) ASM_WGMMA_F(ptx, "1, 1, 0, 0")
#define ASM_W16H(ptx) ASM_WGMMA_H(ptx, "1, 1, 0, 0")

#define SHARE_A2B1F Floats
#define SHARE_A4B2F Floats
#define SHARE_A2B1H Halves
#define SHARE_A4B2H Halves
#define SHARE_D1 Doubles
#define SHARE_D2 Doubles
#define SHARE_D4 Doubles
#define SHARE_D8 Doubles
#define SHARE_W8F Floats
#define SHARE_W8H Halves
#define SHARE_W16F Floats
#define SHARE_W16H Halves

template <Id id>
struct Issue;

// `a` and `b` are register arrays for mma.sync, descriptors for wgmma; each body compiles for its own kind
// only.
#define LOCKSTEP_ISSUE(id, registers, ptx, unit, family, ...)                                      \
  template <>                                                                                      \
  struct Issue<id> {                                                                               \
    using Share = SHARE_##registers;                                                               \
    template <class A, class B>                                                                    \
    static __device__ __forceinline__ void run(Share& d, const A& a, const B& b, int accumulate) { \
      (void)accumulate;                                                                            \
      ASM_##registers(ptx);                                                                        \
    }                                                                                              \
  };
LOCKSTEP_INSTRUCTIONS(LOCKSTEP_ISSUE)

__device__ void load(Floats& s, int i, std::uint64_t code) {
  s.r[i] = __uint_as_float(std::uint32_t(code));
}
__device__ void load(Halves& s, int i, std::uint64_t code) {
  const std::uint32_t shift = (i & 1) * 16;
  s.r[i >> 1] = (s.r[i >> 1] & ~(0xFFFFu << shift)) | (std::uint32_t(code) << shift);
}
__device__ void load(Doubles& s, int i, std::uint64_t code) {
  s.r[i] = double_of(code);
}
__device__ std::uint64_t code(const Floats& s, int i) {
  return __float_as_uint(s.r[i]);
}
__device__ std::uint64_t code(const Halves& s, int i) {
  return (s.r[i >> 1] >> ((i & 1) * 16)) & 0xFFFF;
}
__device__ std::uint64_t code(const Doubles& s, int i) {
  return bits_of(s.r[i]);
}

template <int bytes>
struct Word;
template <>
struct Word<1> {
  using type = std::uint8_t;
};
template <>
struct Word<2> {
  using type = std::uint16_t;
};
template <>
struct Word<4> {
  using type = std::uint32_t;
};
template <>
struct Word<8> {
  using type = std::uint64_t;
};

/// Codes of one operand in shared memory: step by step, and within a step in core matrices of 8 lines of 16
/// bytes, those along k side by side: what a wgmma descriptor without swizzle calls K-major.
template <int lines, int k, int bytes>
struct Operand {
  using Element = typename Word<bytes>::type;
  static constexpr int kStep = lines * k * bytes;
  static constexpr int kAlongK = 128, kAlongLines = 128 * (k * bytes / 16);
  alignas(128) unsigned char codes[kStep * kMaxSteps];

  static __device__ int offset(int line, int at) {
    const int byte = at % k * bytes;
    return at / k * kStep + line / 8 * kAlongLines + byte / 16 * kAlongK + line % 8 * 16 + byte % 16;
  }
  __device__ void put(int line, int at, std::uint64_t value) {
    *reinterpret_cast<Element*>(codes + offset(line, at)) = Element(value);
  }
  __device__ std::uint64_t get(int line, int at) const {
    return *reinterpret_cast<const Element*>(codes + offset(line, at));
  }
  __device__ std::uint32_t word(int line, int at) const {
    return *reinterpret_cast<const std::uint32_t*>(codes + offset(line, at));
  }
  __device__ std::uint64_t descriptor(int step) const {
    const auto address = std::uint64_t(__cvta_generic_to_shared(codes + step * kStep));
    return ((address & 0x3FFFF) >> 4) | (std::uint64_t(kAlongK >> 4) << 16) |
           (std::uint64_t(kAlongLines >> 4) << 32);
  }
};

/// PTX ISA, "Matrix fragments for mma": register r of lane 4g + t holds, of A, row g + 8 (r & 1) and, of B,
/// column g, both at consecutive k from (r >> 1 or r) * 4e + t * e, where e elements fill a register.
template <Id id, class OperandA, class OperandB, class Share>
__device__ void issue_mma(const OperandA& a, const OperandB& b, int step, Share& d) {
  constexpr Instruction in = kInstructions[id];
  constexpr int bytes = in.a.storage_bits / 8;
  constexpr int each = bytes < 4 ? 4 / bytes : 1;
  constexpr int tall = in.m / 8, deep = in.k / (4 * each);
  const int lane = threadIdx.x % 32, group = lane / 4, within = lane % 4;
  if constexpr (bytes == 8) {
    double ra[tall * deep], rb[deep];
#pragma unroll
    for (int r = 0; r < tall * deep; ++r)
      ra[r] = double_of(a.get(group + 8 * (r % tall), step * in.k + r / tall * 4 + within));
#pragma unroll
    for (int r = 0; r < deep; ++r) rb[r] = double_of(b.get(group, step * in.k + r * 4 + within));
    Issue<id>::run(d, ra, rb, 1);
  } else {
    std::uint32_t ra[tall * deep], rb[deep];
#pragma unroll
    for (int r = 0; r < tall * deep; ++r)
      ra[r] = a.word(group + 8 * (r % tall), step * in.k + (r / tall * 4 + within) * each);
#pragma unroll
    for (int r = 0; r < deep; ++r) rb[r] = b.word(group, step * in.k + (r * 4 + within) * each);
    Issue<id>::run(d, ra, rb, 1);
  }
}

/// Keeps the compiler from moving uses of the registers across the wait for an asynchronous instruction.
__device__ void settle(Floats& s) {
  asm volatile("" : "+f"(s.r[0]), "+f"(s.r[1]), "+f"(s.r[2]), "+f"(s.r[3])::"memory");
}
__device__ void settle(Halves& s) {
  asm volatile("" : "+r"(s.r[0]), "+r"(s.r[1])::"memory");
}

template <Id id, class OperandA, class OperandB, class Share>
__device__ void issue_wgmma(const OperandA& a, const OperandB& b, int steps, bool accumulate, Share& d) {
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    settle(d);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    Issue<id>::run(d, a.descriptor(step), b.descriptor(step), step > 0 || accumulate);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    settle(d);
  }
}

__device__ void note_nan(Tally& tally, std::uint64_t nan) {
  for (auto& slot : tally.nan_codes) {
    const unsigned long long seen = slot;
    if (seen == nan) return;
    if (seen == 0) {
      const unsigned long long before = atomicCAS(&slot, 0ull, static_cast<unsigned long long>(nan));
      if (before == 0 || before == nan) return;
    }
  }
}

__device__ void keep(Tally& tally, int regime, const Disagreement& one) {
  const unsigned at = atomicAdd(&tally.kept[regime], 1u);
  if (at < unsigned(kKept)) tally.disagreements[regime][at] = one;
}

template <Id id>
__global__ void __launch_bounds__(kInstructions[id].warps() * 32)
    run(Range range, const Candidate* candidates, int candidate_count, Tally* tally, std::uint64_t* results) {
  constexpr Instruction in = kInstructions[id];
  constexpr int bytes = in.a.storage_bits / 8;
  constexpr int threads = in.warps() * 32;
  constexpr int outputs = in.m * in.n / threads;
  __shared__ Operand<in.m, in.k, bytes> a;
  __shared__ Operand<in.n, in.k, bytes> b;
  __shared__ unsigned wrong[kMaxCandidates][kRegimeCount + 1];
  for (int i = threadIdx.x; i < kMaxCandidates * (kRegimeCount + 1); i += threads)
    wrong[i / (kRegimeCount + 1)][i % (kRegimeCount + 1)] = 0;

  for (std::uint64_t n = blockIdx.x; n < range.count; n += gridDim.x) {
    const std::uint64_t number = range.first + n;
    const Tile t = range.one_hot ? one_hot_tile(in, number) : tile(in, range.seed, number);
    const int total = in.k * t.steps;
    for (int i = threadIdx.x; i < in.m * total; i += threads)
      a.put(i / total, i % total, element(in, t, 0, i / total, i % total));
    for (int i = threadIdx.x; i < in.n * total; i += threads)
      b.put(i / total, i % total, element(in, t, 1, i / total, i % total));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();

    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const auto row_of = [&](int i) { return 16 * warp + lane / 4 + 8 * (i >> 1); };
    const auto column_of = [&](int i) { return lane % 4 * 2 + (i & 1); };
    std::uint64_t c[outputs], observed[outputs];
    typename Issue<id>::Share share{};
#pragma unroll
    for (int i = 0; i < outputs; ++i) {
      c[i] = accumulator(in, t, row_of(i), column_of(i));
      load(share, i, t.accumulate ? c[i] : ~std::uint64_t{0});
    }
    if constexpr (in.family == Family::wgmma)
      issue_wgmma<id>(a, b, t.steps, t.accumulate, share);
    else
#pragma unroll 1
      for (int step = 0; step < t.steps; ++step) issue_mma<id>(a, b, step, share);
#pragma unroll
    for (int i = 0; i < outputs; ++i) {
      observed[i] = code(share, i);
      if (results != nullptr) results[(n * in.m + row_of(i)) * in.n + column_of(i)] = observed[i];
    }

    for (int i = 0; i < outputs && candidate_count > 0; ++i) {
      const int row = row_of(i), column = column_of(i);
      if (is_nan(in.d, observed[i])) note_nan(*tally, observed[i]);
      for (int j = 0; j < candidate_count; ++j) {
        const Candidate candidate = candidates[j];
        std::uint64_t d = c[i];
        if (range.one_hot)
          d = one_hot_result(in, t, row, column);
        else
          for (int step = 0; step < t.steps; ++step)
            d = predict(
                in, candidate, [&](int k) { return a.get(row, step * in.k + k); },
                [&](int k) { return b.get(column, step * in.k + k); }, d);
        const bool bad = !agrees(in.d, candidate, d, observed[i]);
        const unsigned all = __ballot_sync(~0u, bad);
        if (all != 0 && lane == 0) atomicAdd(&wrong[j][t.regime], unsigned(__popc(all)));
        if (bad && j == 0) keep(*tally, t.regime, {number, observed[i], d, row, column});
      }
    }
    __syncthreads();
  }
  if (candidate_count == 0) return;
  for (int i = threadIdx.x; i < kMaxCandidates * (kRegimeCount + 1); i += threads) {
    const unsigned count = wrong[i / (kRegimeCount + 1)][i % (kRegimeCount + 1)];
    if (count != 0)
      atomicAdd(reinterpret_cast<unsigned long long*>(
                    &tally->wrong[i / (kRegimeCount + 1)][i % (kRegimeCount + 1)]),
                static_cast<unsigned long long>(count));
  }
}

using Kernel = void (*)(Range, const Candidate*, int, Tally*, std::uint64_t*);
constexpr Kernel kKernels[] = {
#define LOCKSTEP_KERNEL(id, ...) run<id>,
    LOCKSTEP_INSTRUCTIONS(LOCKSTEP_KERNEL)
#undef LOCKSTEP_KERNEL
};

class Gpu final : public Silicon {
 public:
  Gpu() {
    check(cudaGetDeviceProperties(&properties_, 0));
    check(cudaDriverGetVersion(&driver_));
    check(cudaRuntimeGetVersion(&runtime_));
    check(cudaMalloc(&candidates_, sizeof(Candidate) * kMaxCandidates));
    check(cudaMalloc(&tally_, sizeof(Tally)));
  }
  ~Gpu() override {
    cudaFree(candidates_);
    cudaFree(tally_);
    cudaFree(results_);
  }

  std::string device() const override { return properties_.name; }
  std::string driver() const override {
    return "CUDA driver " + std::to_string(driver_) + ", runtime " + std::to_string(runtime_);
  }
  std::string error() const override { return error_; }

  bool judge(Id id, const Range& range, const std::vector<Candidate>& candidates, Tally& tally) override {
    const int count = int(candidates.size());
    if (count > kMaxCandidates) return check(cudaErrorInvalidValue);
    return check(cudaMemcpy(candidates_, candidates.data(), sizeof(Candidate) * candidates.size(),
                            cudaMemcpyHostToDevice)) &&
           check(cudaMemset(tally_, 0, sizeof(Tally))) && launch(id, range, count, nullptr) &&
           check(cudaMemcpy(&tally, tally_, sizeof(Tally), cudaMemcpyDeviceToHost));
  }

  bool results(Id id, const Range& range, std::vector<std::uint64_t>& codes) override {
    const Instruction& in = kInstructions[id];
    const std::size_t count = range.count * std::size_t(in.m * in.n);
    codes.resize(count);
    if (count > capacity_) {
      cudaFree(results_);
      results_ = nullptr;
      if (!check(cudaMalloc(&results_, count * sizeof(std::uint64_t)))) return false;
      capacity_ = count;
    }
    return check(cudaMemset(results_, 0xA5, count * sizeof(std::uint64_t))) &&
           launch(id, range, 0, results_) &&
           check(cudaMemcpy(codes.data(), results_, count * sizeof(std::uint64_t), cudaMemcpyDeviceToHost));
  }

  bool check(cudaError_t status) {
    if (status != cudaSuccess) error_ = cudaGetErrorString(status);
    return status == cudaSuccess;
  }

 private:
  bool launch(Id id, const Range& range, int candidates, std::uint64_t* results) {
    const std::uint64_t most = std::uint64_t(properties_.multiProcessorCount) * 16;
    const unsigned blocks = unsigned(range.count < most ? range.count : most);
    kKernels[id]<<<blocks, unsigned(kInstructions[id].warps() * 32)>>>(range, candidates_, candidates, tally_,
                                                                       results);
    return check(cudaGetLastError()) && check(cudaDeviceSynchronize());
  }

  cudaDeviceProp properties_{};
  int driver_ = 0, runtime_ = 0;
  Candidate* candidates_ = nullptr;
  Tally* tally_ = nullptr;
  std::uint64_t* results_ = nullptr;
  std::size_t capacity_ = 0;
  std::string error_;
};

}  // namespace

std::unique_ptr<Silicon> open_silicon(std::string& error) {
  auto gpu = std::make_unique<Gpu>();
  error = gpu->error();
  if (!error.empty()) return nullptr;
  return gpu;
}

}  // namespace lockstep::hardware
