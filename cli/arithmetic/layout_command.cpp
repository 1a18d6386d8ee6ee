#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/memory_layout.hpp"
#include "cli/output/exit_code.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "properties/cases/keys.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::cli {

namespace {

using matrix::Layout;
using matrix::MatrixElement;
using matrix::MatrixInstruction;
using matrix::RegisterBit;

constexpr int kRegisterBits = 32;

struct OperandName {
  std::string_view name;
  matrix::Role operand;
};
constexpr std::array kOperands{OperandName{"A", matrix::Role::a},
                               OperandName{"B", matrix::Role::b},
                               OperandName{"C", matrix::Role::c},
                               OperandName{"D", matrix::Role::d},
                               OperandName{"scaleA", matrix::Role::scale_a},
                               OperandName{"scaleB", matrix::Role::scale_b},
                               OperandName{"index", matrix::Role::index}};

/// A dense instruction or a sparse one.
struct Subject {
  std::string_view name;
  unsigned archs;
  int lanes;
  matrix::ElementType a, b, d;
  matrix::LayoutSource source;
  const MatrixInstruction* dense = nullptr;
  const matrix::SparseInstruction* sparse = nullptr;

  tl::expected<Layout, std::string> layout(matrix::Role operand, matrix::LayoutChoice choice) const {
    if (dense != nullptr) return matrix::layout(*dense, operand, choice);
    if (choice.format != nullptr) return tl::unexpected(fmt::format("{} has no choice of format", name));
    if (operand != matrix::Role::index && choice.select != 0)
      return tl::unexpected(fmt::format("of {} only the indices have a selector", name));
    return matrix::layout(*sparse, operand, choice.select);
  }
};

std::optional<Subject> subject_of(const std::string& name) {
  if (const MatrixInstruction* i = matrix::find_matrix_instruction(name))
    return Subject{i->name, i->archs, i->lanes(), i->a, i->b, i->d, i->source, i, nullptr};
  if (const matrix::SparseInstruction* i = matrix::find_sparse_instruction(name))
    return Subject{i->name, i->archs, i->lanes(), i->a, i->b, i->d, source_of(*i), nullptr, i};
  return {};
}

std::string unknown_instruction(const std::string& name) {
  std::vector<std::string_view> names;
  for (const MatrixInstruction& i : matrix::matrix_instructions()) {
    names.push_back(i.name);
    if (!i.classic.empty() && i.classic != i.name) names.push_back(i.classic);
  }
  for (const matrix::SparseInstruction& i : matrix::sparse_instructions()) names.push_back(i.name);
  return fmt::format("no matrix instruction '{}'; nearest: {}; all: lockstep list layouts", name,
                     fmt::join(cases::nearest(name, names), ", "));
}

// nullptr for no format; "e4m3fn" means float8_e4m3fn.
tl::expected<const formats::Format*, std::string> format_of(const std::string& name) {
  if (name.empty()) return nullptr;
  for (const formats::Format* f : formats::kFormats)
    if (f->name == name || f->name.ends_with("_" + name)) return f;
  std::vector<std::string_view> names;
  for (const formats::Format* f : formats::kFormats) names.push_back(f->name);
  return tl::unexpected(fmt::format("no format '{}'; there are {}", name, fmt::join(names, ", ")));
}

std::string wrong_arch(const Subject& i, const std::string& arch) {
  if (arch.empty() || (i.archs & arch::instructions_of(arch)) != 0) return {};
  return fmt::format("{} is not an instruction of {}; it is of {}", i.name, arch, arch::names(i.archs));
}

struct Question {
  Subject instruction;
  const formats::Format* format;
  Layout layout;
};

tl::expected<Question, std::string> understand(const LayoutOptions& o) {
  const std::optional<Subject> i = subject_of(o.instruction);
  if (!i) return tl::unexpected(unknown_instruction(o.instruction));
  if (std::string objection = wrong_arch(*i, o.arch); !objection.empty())
    return tl::unexpected(std::move(objection));
  const auto format = format_of(o.format);
  if (!format) return tl::unexpected(format.error());
  const auto* const operand = std::ranges::find(kOperands, o.operand, &OperandName::name);
  if (operand == kOperands.end())
    return tl::unexpected(
        fmt::format("no operand '{}'; there are A, B, C, D, scaleA, scaleB, index", o.operand));
  const auto layout = i->layout(operand->operand, {.format = *format, .select = o.select});
  if (!layout) return tl::unexpected(layout.error());
  if (o.lane && (*o.lane < 0 || *o.lane >= i->lanes))
    return tl::unexpected(fmt::format("the lanes are 0 to {}", i->lanes - 1));
  if (o.reg && (*o.reg < 0 || *o.reg >= layout->registers()))
    return tl::unexpected(
        fmt::format("operand {} takes registers 0 to {}", o.operand, layout->registers() - 1));
  return Question{*i, *format, *layout};
}

std::string element_name(const Question& q, const std::string& operand) {
  if (operand.starts_with("scale")) return "scales of 8 bits";
  if (operand == "index") return "indices of 2 bits";
  const matrix::ElementType& type = operand == "A"   ? q.instruction.a
                                    : operand == "B" ? q.instruction.b
                                                     : q.instruction.d;
  if (type.bits != 0) return std::string(type.name);
  return std::string(q.format != nullptr ? q.format->name : formats::float8_e4m3fn.name);
}

// "v4[7:0]", "v0[31:30] v1[3:0]" across two registers, "v3" and "v[1:0]" for whole ones.
std::string registers_text(RegisterBit at, int bits) {
  const int first = at.bit / kRegisterBits, low = at.bit % kRegisterBits;
  if (bits == kRegisterBits) return fmt::format("v{}", first);
  if (bits == 2 * kRegisterBits) return fmt::format("v[{}:{}]", first + 1, first);
  if (low + bits <= kRegisterBits) return fmt::format("v{}[{}:{}]", first, low + bits - 1, low);
  return fmt::format("v{}[31:{}] v{}[{}:0]", first, low, first + 1, low + bits - kRegisterBits - 1);
}

void print_title(const Question& q, const std::string& operand) {
  const Subject& i = q.instruction;
  const Layout& l = q.layout;
  fmt::print("{}, operand {}: {}{} x {} {}, {} register{} in each of {} lanes\n", i.name, operand,
             l.blocks > 1 ? fmt::format("{} blocks of ", l.blocks) : "", l.rows, l.cols,
             element_name(q, operand), l.registers(), l.registers() == 1 ? "" : "s", i.lanes);
  fmt::print("archs {}; {}: {}\n\n", arch::names(i.archs), matrix::name(i.source.label), i.source.text);
  fmt::print("{}{:>4} {:>4} {:>5}  bits\n", l.blocks > 1 ? "block " : "", "row", "col", "lane");
}

void print_line(const Layout& l, MatrixElement e, RegisterBit at, bool csv) {
  if (csv) {
    fmt::print("{},{},{},{},{},{},{}\n", e.block, e.row, e.col, at.lane, at.bit / kRegisterBits,
               at.bit % kRegisterBits, l.dealing.bits);
    return;
  }
  if (l.blocks > 1) fmt::print("{:>5} ", e.block);
  fmt::print("{:>4} {:>4} {:>5}  {}\n", e.row, e.col, at.lane, registers_text(at, l.dealing.bits));
}

void print_map(const Layout& l, bool csv) {
  for (int block = 0; block < l.blocks; ++block)
    for (int row = 0; row < l.rows; ++row)
      for (int col = 0; col < l.cols; ++col) {
        const MatrixElement e{block, row, col};
        print_line(l, e, l.place(e), csv);
      }
}

// The elements with a bit in this lane, in ascending order of bits; of one register if asked. Whether there
// are any.
bool print_inverse(const Layout& l, int lane, std::optional<int> reg, bool csv) {
  const int first = reg ? *reg * kRegisterBits : 0;
  const int end = reg ? first + kRegisterBits : l.registers() * kRegisterBits;
  std::optional<MatrixElement> last;
  bool any = false;
  for (int bit = first; bit < end; ++bit) {
    const auto e = l.element({lane, bit});
    if (e && e != last) print_line(l, *e, l.place(*e), csv);
    last = e;
    any |= e.has_value();
  }
  return any;
}

}  // namespace

int layout(const LayoutOptions& options) {
  if (const MemoryLayout* in_memory = find_memory_layout(options.instruction))
    return print_memory_layout(*in_memory, options);
  if (options.rows != 0 || options.blocks != 0 || options.byte) {
    fmt::print(stderr, "lockstep arith layout: --rows, --blocks and --byte belong to layouts in memory\n");
    return kUsage;
  }
  const auto question = understand(options);
  if (!question) {
    fmt::print(stderr, "lockstep arith layout: {}\n", question.error());
    return kUsage;
  }
  if (options.reg && !options.lane) {
    fmt::print(stderr, "lockstep arith layout: --register needs --lane\n");
    return kUsage;
  }
  if (options.csv)
    fmt::print("block,row,col,lane,register,low_bit,bits\n");
  else
    print_title(*question, options.operand);
  if (!options.lane)
    print_map(question->layout, options.csv);
  else if (!print_inverse(question->layout, *options.lane, options.reg, options.csv) && !options.csv)
    fmt::print("nothing: this selector leaves the lane or byte out\n");
  return kHolds;
}

}  // namespace lockstep::cli
