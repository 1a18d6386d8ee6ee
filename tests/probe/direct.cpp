#include "tests/probe/direct.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/isa/disassembler.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::tests {

namespace {

using matrix::Layout;
using matrix::Role;

struct Choice {
  const char* word;
  const formats::Format* format;
};
constexpr Choice kOperands[] = {{"MATRIX_FMT_BF8", &formats::float8_e5m2},
                                {"MATRIX_FMT_FP6", &formats::float6_e2m3fn},
                                {"MATRIX_FMT_BF6", &formats::float6_e3m2fn},
                                {"MATRIX_FMT_FP4", &formats::float4_e2m1fn}};
constexpr Choice kScales[] = {{"MATRIX_SCALE_FMT_E5M3", &formats::float8_ue5m3},
                              {"MATRIX_SCALE_FMT_E4M3", &formats::float8_ue4m3}};

template <std::size_t kCount>
const formats::Format* choice(const std::string& text, const std::string& modifier,
                              const Choice (&choices)[kCount], const formats::Format& otherwise) {
  for (const Choice& c : choices)
    if (text.find(modifier + ":" + c.word) != std::string::npos) return c.format;
  return &otherwise;
}

// The text of the kernel's matrix instruction; empty when there is not exactly one.
std::string matrix_instruction(const code_object::CodeObject& object, const code_object::Kernel& kernel) {
  const auto program = isa::disassemble(object.arch, object.text_address, object.text);
  std::string found;
  for (auto at = std::size_t(program->at(kernel.entry)); at < program->instructions.size(); ++at) {
    const isa::Instruction& i = program->instructions[at];
    if (i.mnemonic == "s_endpgm") return found;
    if (i.mnemonic.find("wmma") == std::string::npos) continue;
    if (!found.empty()) return {};
    found = i.text;
  }
  return {};
}

/// One operand of all tiles, as numbers of the element's width.
class Matrix {
 public:
  Matrix(const Layout& places, int lanes, std::size_t lane_bytes, std::vector<std::byte>& bytes)
      : places_(places), lanes_(lanes), lane_bytes_(lane_bytes), bytes_(bytes) {}

  std::uint32_t get(std::size_t tile, matrix::MatrixElement element) const {
    const matrix::RegisterBit at = places_.place(element);
    std::uint64_t window = 0;
    const std::size_t from = offset(tile, at);
    std::memcpy(&window, &bytes_[from], std::min<std::size_t>(8, bytes_.size() - from));
    return std::uint32_t(window >> at.bit % 8) &
           std::uint32_t((std::uint64_t{1} << places_.dealing.bits) - 1);
  }
  void set(std::size_t tile, matrix::MatrixElement element, std::uint32_t value) {
    std::memcpy(&bytes_[offset(tile, places_.place(element))], &value, 4);
  }

 private:
  std::size_t offset(std::size_t tile, matrix::RegisterBit at) const {
    return (tile * std::size_t(lanes_) + std::size_t(at.lane)) * lane_bytes_ + std::size_t(at.bit / 8);
  }
  Layout places_;
  int lanes_;
  std::size_t lane_bytes_;
  std::vector<std::byte>& bytes_;
};

// Only a chain says what significands of scales do; other datapaths here sum exactly then, and where all
// scales are one it does not matter which format says so.
matrix::Unit unit_for(const matrix::Unit& unit, std::vector<std::uint32_t>& scale_a,
                      std::vector<std::uint32_t>& scale_b) {
  if (*unit.scale == formats::float8_e8m0fnu || unit.facts.summation == matrix::Summation::fma_chain)
    return unit;
  matrix::Unit other = unit;
  bool ones = true;
  for (const auto* scales : {&scale_a, &scale_b})
    for (const std::uint32_t code : *scales) ones &= formats::to_double(*unit.scale, code) == 1;
  if (!ones) {
    other.facts = matrix::find_model("wmma_exact")->facts;
    return other;
  }
  other.scale = &formats::float8_e8m0fnu;
  scale_a.assign(scale_a.size(), 127);
  scale_b.assign(scale_b.size(), 127);
  return other;
}

}  // namespace

bool run_directly(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                  const matrix::Model& model, devices::Launch& launch) {
  const std::string text = matrix_instruction(object, kernel);
  const matrix::MatrixInstruction* row = matrix::find_matrix_instruction(text.substr(0, text.find(' ')));
  if (row == nullptr) return false;
  auto unit = unit_of(model, *row);
  if (!unit) {  // the model says nothing of this instruction; the silicon does something
    matrix::Model other = model;
    other.facts = matrix::find_model("wmma_exact")->facts;
    unit = unit_of(other, *row);
  }
  const formats::Format& widest = row->a.bits == 4 ? formats::float4_e2m1fn : formats::float8_e4m3fn;
  const formats::Format* a_format = choice(text, "matrix_a_fmt", kOperands, widest);
  const formats::Format* b_format = choice(text, "matrix_b_fmt", kOperands, widest);
  unit->scale = choice(text, "matrix_a_scale_fmt", kScales, formats::float8_e8m0fnu);

  const auto open = [&](std::size_t buffer, Role role, const formats::Format* format) {
    const std::size_t lane = std::size_t(layout(*row, role)->registers()) * 4;
    return Matrix(*layout(*row, role, {.format = row->a.bits == 0 ? format : nullptr}), row->lanes(), lane,
                  launch.buffers[buffer].bytes);
  };
  Matrix d = open(0, Role::d, nullptr), a = open(1, Role::a, a_format), b = open(2, Role::b, b_format),
         c = open(3, Role::c, nullptr), scale_a = open(4, Role::scale_a, nullptr),
         scale_b = open(5, Role::scale_b, nullptr);
  const auto k = std::size_t(row->k), blocks = std::size_t(row->k / row->scale_block);
  const auto results = std::size_t(row->m * row->n);
  std::vector<std::uint32_t> ra(results * k), cb(ra), sa(results * blocks), sb(sa), acc(results);
  for (std::size_t tile = 0; tile < launch.grid[0]; ++tile) {
    for (int i = 0; i < row->m; ++i)
      for (int j = 0; j < row->n; ++j) {
        const auto at = std::size_t(i * row->n + j);
        for (int e = 0; e < row->k; ++e) {
          ra[at * k + std::size_t(e)] = a.get(tile, {0, i, e});
          cb[at * k + std::size_t(e)] = b.get(tile, {0, e, j});
        }
        for (int block = 0; block < int(blocks); ++block) {
          sa[at * blocks + std::size_t(block)] = scale_a.get(tile, {0, i, block});
          sb[at * blocks + std::size_t(block)] = scale_b.get(tile, {0, block, j});
        }
        acc[at] = c.get(tile, {0, i, j});
      }
    const matrix::Unit of_tile = unit_for(*unit, sa, sb);
    dot_products(of_tile, {results, row->k, a_format, b_format, ra.data(), cb.data(), acc.data(), sa.data(),
                           sb.data(), acc.data()});
    for (int i = 0; i < row->m; ++i)
      for (int j = 0; j < row->n; ++j) d.set(tile, {0, i, j}, acc[std::size_t(i * row->n + j)]);
  }
  return true;
}

}  // namespace lockstep::tests
