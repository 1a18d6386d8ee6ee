#include "tests/machine/dense_forms.hpp"

#include <bit>

#include "host/random.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests::dense {

namespace {

constexpr std::array<std::uint64_t, 5> kFloat{0, 0x3F800000, 0x40000000, 0xBF800000, 0xC0000000},
    kHalf{0, 0x3C00, 0x4000, 0xBC00, 0xC000}, kBfloat{0, 0x3F80, 0x4000, 0xBF80, 0xC000},
    kByte{0, 1, 2, 0xFF, 0xFE},
    kDouble{0, 0x3FF0000000000000, 0x4000000000000000, 0xBFF0000000000000, 0xC000000000000000};
constexpr Type kTypes[] = {
    {"f32", 32, kFloat, kFloat},
    {"xf32", 32, kFloat, kFloat},
    {"f16", 16, kHalf, kHalf},
    {"bf16", 16, kBfloat, kBfloat},
    {"i8", 8, kByte, kByte},
    {"f64", 64, kDouble, kDouble},
    {"fp8", 8, {0, 0x40, 0x48, 0xC0, 0xC8}, {0, 0x38, 0x40, 0xB8, 0xC0}},
    {"bf8", 8, {0, 0x40, 0x44, 0xC0, 0xC4}, {0, 0x3C, 0x40, 0xBC, 0xC0}},
};
constexpr int kNumbers[] = {0, 1, 2, -1, -2};

const Type& type_of(std::string_view name) {
  for (const Type& t : kTypes)
    if (t.name == name) return t;
  FAIL("no type " << name);
  return kTypes[0];
}

int number(int operand, int block, int index, int k) {
  return int(host::hash(std::uint64_t(operand * 64 + block), std::uint64_t(index * 256 + k)) >> 30) & 7;
}
int drawn(int operand, int block, int index, int k) {
  return std::min(number(operand, block, index, k), 4);
}

}  // namespace

Form form(const std::string& kernel) {
  Form f{kernel, 0, 0, 1, {}, {}, kernel.substr(0, 3)};
  int n = 0, length = 0;
  REQUIRE(std::sscanf(kernel.c_str() + 4, "%dx%dx%d%n", &f.m, &n, &f.k, &length) == 3);
  std::string rest = kernel.substr(std::size_t(4 + length + 1));
  if (std::isdigit(rest[0]) != 0) {
    f.blocks = std::stoi(rest);
    rest = rest.substr(rest.find('_') + 1);
  }
  const auto bar = rest.find('_');
  f.a = type_of(rest.substr(0, bar));
  f.b = bar == std::string::npos ? f.a : type_of(rest.substr(bar + 1));
  return f;
}

const std::vector<std::string>& kernels_of(const std::string& name) {
  static std::map<std::string, std::vector<std::string>> all;
  std::vector<std::string>& found = all[name];
  if (found.empty())
    for (const code_object::Kernel& k : program(name)->object().kernels)
      if (k.name.find("32_") == 1 || k.name.find("64_") == 1) found.push_back(k.name);
  return found;
}

std::pair<int, int> place(const Form& f, const Type& t, int block, int index, int k) {
  const int lanes = f.m * f.blocks, per_lane = f.k * lanes / 64;
  return {lanes * (k / per_lane) + f.m * block + index, t.bits * (k % per_lane)};
}

std::pair<int, int> accumulator_place(const Form& f, int block, int row, int col) {
  if (f.d == "f64" && f.m == 16) return {16 * (row % 4) + col, 64 * (row / 4)};
  if (f.d == "f64") return {16 * row + 4 * block + col, 0};
  if (f.m == 4) return {4 * block + col, 32 * row};
  if (f.m == 16) return {16 * (row / 4) + col, 32 * (4 * block + row % 4)};
  return {32 * (row / 4 % 2) + col, 32 * (16 * block + 4 * (row / 8) + row % 4)};
}

int c_number(int block, int row, int col) {
  return 1000 * block + 32 * row + col - 500;
}
std::uint64_t code_of(const std::string& type, int x) {
  if (type == "f32") return std::bit_cast<std::uint32_t>(float(x));
  if (type == "f64") return std::bit_cast<std::uint64_t>(double(x));
  return std::uint32_t(x);
}

Registers inputs(const Form& f, bool gfx942) {
  Registers r;
  for (int block = 0; block < f.blocks; ++block)
    for (int i = 0; i < f.m; ++i) {
      for (int k = 0; k < f.k; ++k) {
        const auto& a = gfx942 ? f.a.gfx942 : f.a.gfx950;
        const auto& b = gfx942 ? f.b.gfx942 : f.b.gfx950;
        r.put(0, place(f, f.a, block, i, k), f.a.bits, a[std::size_t(drawn(0, block, i, k))]);
        r.put(8, place(f, f.b, block, i, k), f.b.bits, b[std::size_t(drawn(1, block, i, k))]);
      }
      for (int col = 0; col < f.m; ++col)
        r.put(16, accumulator_place(f, block, i, col), f.d == "f64" ? 64 : 32,
              code_of(f.d, c_number(block, i, col)));
    }
  return r;
}

int product(const Form& f, int block_a, int block_b, int row, int col) {
  int sum = 0;
  for (int k = 0; k < f.k; ++k)
    sum += kNumbers[drawn(0, block_a, row, k)] * kNumbers[drawn(1, block_b, col, k)];
  return sum;
}

std::uint64_t result(const Ran& ran, const Form& f, int block, int row, int col) {
  const auto [lane, bit] = accumulator_place(f, block, row, col);
  const std::uint64_t low = ran.at(bit / 32, lane);
  return f.d == "f64" ? low | std::uint64_t{ran.at(bit / 32 + 1, lane)} << 32 : low;
}

Ran run_dense(const std::string& program_name, const Form& f, const char* model) {
  Setup setup;
  setup.model = model;
  setup.output_dwords = 32 * kRow;
  setup.input = inputs(f, program_name.ends_with("gfx942")).words;
  return run(program_name, f.kernel, setup);
}

}  // namespace lockstep::tests::dense
