// D = act(A B^T + bias), of plain formats and of blocks that share a scale.
#include "emulator/arithmetic/accumulation/dense_gemm.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/arch/arch.hpp"
#include "properties/problems/arrays/array_problem.hpp"
#include "properties/problems/warpgroup_orders.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;
using operators::Activation;

constexpr cases::ChoiceKey<std::string_view> kElement{
    "element", {{"bf16", "bf16"}, {"f16", "f16"}, {"e4m3", "e4m3"}, {"e5m2", "e5m2"}}, "of A and B"};
constexpr cases::ChoiceKey<std::string_view> kA{
    "a", {{"e4m3", "e4m3"}, {"e5m2", "e5m2"}, {"e2m1", "e2m1"}}, "elements of A"};
constexpr cases::ChoiceKey<std::string_view> kB{
    "b", {{"e4m3", "e4m3"}, {"e5m2", "e5m2"}, {"e2m1", "e2m1"}}, "elements of B"};
constexpr cases::FlagKey kATransposed{"a_columns", "1: A lies as [k, m] in memory, else [m, k]"};
constexpr cases::FlagKey kBTransposed{"b_columns", "1: B lies as [k, n] in memory, else [n, k]"};
constexpr cases::FlagKey kBias{"bias", "1: a bias of each column, in f32, is added"};
constexpr cases::ChoiceKey<Activation> kActivation{"activation",
                                                   {{"none", Activation::none},
                                                    {"relu", Activation::relu},
                                                    {"silu", Activation::silu},
                                                    {"gelu", Activation::gelu}},
                                                   "what is applied to the sums"};
constexpr const cases::Key* kDenseKeys[] = {&kElement, &kATransposed, &kBTransposed,
                                            &kBias,    &kActivation,  &kChain};
constexpr const cases::Key* kMxKeys[] = {&kA, &kB, &kBias, &kActivation};

constexpr std::int64_t kBlock = 32;  // elements of k that share a scale

/// Whether an order is declared, which is of the product alone.
bool is_ordered(const Case& c) {
  return arch::has(c.arch, arch::Feature::warpgroups);
}

void sizes(Draw& draw, Case& c, std::int64_t step) {
  c.m = {std::int32_t(drawn_size(draw, 150))};
  c.n = drawn_size(draw, 150);
  c.k = step * std::max<std::int64_t>(1, drawn_size(draw, 400) / step);
  c.options.set(kBias, draw.chance(40));
  static const std::vector<Activation> kAll{Activation::none, Activation::none, Activation::relu,
                                            Activation::silu, Activation::gelu};
  c.options.set(kActivation, draw.of(kAll));
  if (!is_ordered(c)) return;
  c.options.set(kBias, false);
  c.options.set(kActivation, Activation::none);
}

void dense_shape(Draw& draw, Case& c) {
  sizes(draw, c, 1);
  static const std::vector<std::string_view> kElements{"bf16", "f16", "e4m3", "e5m2"};
  c.options.set(kElement, draw.of(kElements));
  c.options.set(kATransposed, draw.chance(50));
  c.options.set(kBTransposed, draw.chance(50));
}

void mx_shape(Draw& draw, Case& c) {
  sizes(draw, c, kBlock);
  static const std::vector<std::string_view> kElements{"e4m3", "e5m2", "e2m1"};
  c.options.set(kA, draw.of(kElements));
  c.options.set(kB, draw.of(kElements));
}

/// [rows][columns] as it lies in memory, and as rows.
DrawnInput matrix(const Case& c, std::uint64_t stream, const std::string& name, const formats::Format& f,
                  std::int64_t rows, std::int64_t columns, bool transposed) {
  DrawnInput plain = drawn(c, stream, name, f, {rows, columns}, columns);
  if (!transposed) return plain;
  std::vector<double> turned(plain.values.size());
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t k = 0; k < columns; ++k)
      turned[std::size_t(k * rows + r)] = plain.values[std::size_t(r * columns + k)];
  return {stored(name, f, {columns, rows}, turned).input, std::move(plain.values)};
}

tl::expected<ArrayProblem, std::string> finish(const Case& c, std::vector<DrawnInput> inputs,
                                               const std::vector<double>& a, const std::vector<double>& b) {
  // Operands that scales were multiplied into are bf16.
  const bool short_sums = is_ordered(c) && inputs.size() == 2 && inputs[0].input.format->bits == 8;
  const operators::DenseGemm gemm{c.m[0], c.n, c.k, c.options[kActivation], short_sums};
  if (is_ordered(c) && (c.options[kBias] || gemm.activation != Activation::none))
    return tl::unexpected<std::string>(
        "bias, activation: on sm_90 an order is declared of the product alone, expected bias=0 "
        "activation=none");
  std::vector<double> bias;
  if (c.options[kBias]) {
    inputs.push_back(drawn(c, 9, "bias", formats::float32, {c.n}, c.n));
    bias = inputs.back().values;
  }
  ArrayProblem p;
  for (DrawnInput& input : inputs) p.inputs.push_back(std::move(input.input));
  p.outputs.push_back({"d", &format_of(c.out), {gemm.m, gemm.n}, operators::dense_gemm(gemm, a, b, bias)});
  // On the grid; elsewhere parts of k may be added in order of arrival.
  if (c.data == cases::Data::grid && gemm.activation == Activation::none && bias.empty())
    p.outputs.front().moves = p.inputs.front().moves = {.negated = true, .doubled = true};
  p.sizes = {{"m", gemm.m},
             {"n", gemm.n},
             {"k", gemm.k},
             {"activation", std::int64_t(gemm.activation)},
             {"bias", !bias.empty()}};
  p.work = std::uint64_t(gemm.m * gemm.n * gemm.k);
  // Sums of whole numbers, or of quarters, below 2^24: the same in any order.
  p.one_answer = c.data == cases::Data::grid && gemm.k <= (short_sums ? 1 << 9 : 1 << 16) &&
                 (gemm.activation == Activation::none || gemm.activation == Activation::relu);
  return p;
}

tl::expected<ArrayProblem, std::string> dense(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of rows, is expected");
  const formats::Format& f = format_of(c.options[kElement]);
  DrawnInput a = matrix(c, 0, "a", f, c.m[0], c.k, c.options[kATransposed]),
             b = matrix(c, 1, "b", f, c.n, c.k, c.options[kBTransposed]);
  const std::vector<double> a_values = a.values, b_values = b.values;
  auto p = finish(c, {std::move(a), std::move(b)}, a_values, b_values);
  if (!p) return p;
  p->sizes["a_columns"] = c.options[kATransposed];
  p->sizes["b_columns"] = c.options[kBTransposed];
  return p;
}

/// Elements, their scales and what both stand for.
struct Scaled {
  DrawnInput elements, scales;
  std::vector<double> values;
};

Scaled scaled(const Case& c, std::uint64_t stream, const std::string& name, const formats::Format& f,
              std::int64_t rows) {
  Scaled s{drawn(c, stream, name, f, {rows, c.k}, c.k), {}, {}};
  std::vector<double> scales;
  DrawnInput exponents = drawn(c, stream + 2, "", formats::float32, {rows, c.k / kBlock}, c.k / kBlock);
  for (const double e : exponents.values) {
    const bool plain = c.data == cases::Data::grid || c.data == cases::Data::subnormal || std::isnan(e);
    scales.push_back(plain ? 1 : std::ldexp(1.0, int(std::lround(std::clamp(e, -3.0, 3.0)))));
  }
  s.scales = {{name + "_scale", &formats::float8_e8m0fnu, {rows, c.k / kBlock}, {}}, {}};
  for (const double scale : scales) s.scales.input.bytes.push_back(std::uint8_t(127 + std::ilogb(scale)));
  for (std::size_t i = 0; i < s.elements.values.size(); ++i)
    s.values.push_back(s.elements.values[i] * scales[i / std::size_t(kBlock)]);
  if (f.bits == 4) s.elements.input.shape.back() /= 2;
  return s;
}

tl::expected<ArrayProblem, std::string> mx(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of rows, is expected");
  if (c.k % kBlock != 0) return tl::unexpected<std::string>("k: a multiple of 32 is expected");
  Scaled a = scaled(c, 0, "a", format_of(c.options[kA]), c.m[0]),
         b = scaled(c, 1, "b", format_of(c.options[kB]), c.n);
  std::vector<DrawnInput> inputs;
  for (Scaled* s : {&a, &b}) inputs.push_back(std::move(s->elements)), inputs.push_back(std::move(s->scales));
  return finish(c, std::move(inputs), a.values, b.values);
}

/// The numbers of an operand, [row][k].
std::vector<double> numbers_of(const ArrayInput& operand, bool transposed) {
  std::vector<double> numbers = values_of(operand);
  if (!transposed) return numbers;
  const auto rows = std::size_t(operand.shape.back()), columns = std::size_t(operand.shape.front());
  std::vector<double> turned(numbers.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t k = 0; k < columns; ++k) turned[row * columns + k] = numbers[k * rows + row];
  return turned;
}

std::vector<double> times_scales(const ArrayInput& elements, const ArrayInput& scales) {
  std::vector<double> numbers = values_of(elements);
  const std::vector<double> of_block = values_of(scales);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] *= of_block[i / std::size_t(kBlock)];
  return numbers;
}

std::vector<std::uint32_t> codes_of(const formats::Format& format, const std::vector<double>& numbers) {
  const formats::Conversion& nearest = *formats::find_conversion("ocp_nonsaturate");
  std::vector<std::uint32_t> codes;
  for (const double x : numbers) codes.push_back(formats::convert(nearest, format, x));
  return codes;
}

std::vector<std::uint32_t> chained(const ArrayProblem& p, const matrix::Model& model,
                                   const formats::Format& format, const std::vector<double>& a,
                                   const std::vector<double>& b, std::int64_t length) {
  const auto size = [&](const char* name) { return p.sizes.find(name)->second; };
  const std::vector<std::uint32_t> a_codes = codes_of(format, a), b_codes = codes_of(format, b);
  const std::vector<float> sums =
      accumulation::chained_sums(model, {&format, size("m"), size("n"), size("k"), a_codes, b_codes, length});
  return codes_of(*p.outputs.front().format, {sums.begin(), sums.end()});
}

std::vector<std::uint32_t> dense_expected(const ArrayProblem& p, const Case& c, const matrix::Model& model) {
  return chained(p, model, *p.inputs[0].format, numbers_of(p.inputs[0], c.options[kATransposed]),
                 numbers_of(p.inputs[1], c.options[kBTransposed]), c.options[kChain]);
}

std::vector<std::uint32_t> mx_expected(const ArrayProblem& p, const Case&, const matrix::Model& model) {
  return chained(p, model, formats::bfloat16, times_scales(p.inputs[0], p.inputs[1]),
                 times_scales(p.inputs[2], p.inputs[3]), 0);
}

constexpr DeclaredOrder kDenseOrders[] = {{"chain", kWhole}, {"chains_of_128", kPromoted}},
                        kMxOrders[] = {{"chain"}};

}  // namespace

ArrayOperator dense_gemm_operator() {
  return {.name = "dense_gemm",
          .keys = kDenseKeys,
          .outs = {"bf16", "f16", "f32"},
          .shape = dense_shape,
          .make = dense,
          .orders = kDenseOrders,
          .expected = dense_expected};
}
ArrayOperator mx_gemm_operator() {
  return {.name = "mx_dense_gemm",
          .keys = kMxKeys,
          .outs = {"bf16", "f16", "f32"},
          .shape = mx_shape,
          .make = mx,
          .k_step = kBlock,
          .block_scales = true,
          .orders = kMxOrders,
          .expected = mx_expected};
}

}  // namespace lockstep::problems
