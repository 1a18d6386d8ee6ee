#include "python/session/references.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "properties/problems/tensors.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::session {

namespace {

template <typename Row>
std::vector<std::string> names_of(const Row& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

template <typename Found>
tl::expected<Found, std::string> found(Found row, const char* what, const std::string& name,
                                       const std::vector<std::string>& all) {
  if (row != nullptr) return row;
  return tl::unexpected(fmt::format("no {} '{}'; there are {}", what, name, fmt::join(all, ", ")));
}

std::string wrong_size(const char* what, std::size_t given, std::int64_t wanted) {
  return std::int64_t(given) == wanted ? std::string()
                                       : fmt::format("{} elements of {}, expected {}", given, what, wanted);
}

// Empty, or what does not fit.
std::string misfit(const Product& p, const matrix::Unit& unit) {
  const int step = matrix::least_k(unit);
  if (p.k <= 0 || p.k % step != 0 || p.k > INT32_MAX)
    return fmt::format("k = {}: {} takes multiples of {}", p.k, unit.name, step);
  const std::vector<int> whole = matrix::instruction_k(unit);
  if (!whole.empty() && std::ranges::find(whole, int(p.k)) == whole.end())
    return fmt::format("k = {}: {} sums a whole instruction at once, and there are some of k {}", p.k,
                       unit.name, fmt::join(whole, ", "));
  if (matrix::is_wide(unit)) return fmt::format("{}: codes of 64 bits are not taken here", unit.name);
  const std::int64_t blocks = unit.scale_block == 0 ? 0 : p.k / unit.scale_block;
  for (const std::string& wrong :
       {wrong_size("a", p.a.size(), p.m * p.k), wrong_size("b", p.b.size(), p.n * p.k),
        wrong_size("c", p.c.size(), p.m * p.n), wrong_size("the scales of a", p.scale_a.size(), p.m * blocks),
        wrong_size("the scales of b", p.scale_b.size(), p.n * blocks)})
    if (!wrong.empty()) return wrong;
  return {};
}

tl::expected<const formats::Format*, std::string> operand_format(const std::string& name,
                                                                 const formats::Format* own,
                                                                 const matrix::Unit& unit, const char* what) {
  if (!name.empty()) return format_named(name);
  if (own != nullptr) return own;
  return tl::unexpected(fmt::format("{} takes several formats of {}: say which", unit.name, what));
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const formats::Format* f : formats::kFormats) names.emplace_back(f->name);
  return names;
}
std::vector<std::string> recipe_names() {
  return names_of(scaling::scale_rules());
}
std::vector<std::string> block_names() {
  return names_of(scaling::kBlockShapes);
}
std::vector<std::string> conversion_names() {
  return names_of(formats::kConversions);
}

std::vector<const matrix::Unit*> all_units() {
  std::vector<const matrix::Unit*> all;
  for (const matrix::Unit& unit : matrix::units()) all.push_back(&unit);
  return all;
}

tl::expected<const formats::Format*, std::string> format_named(const std::string& name) {
  return found(formats::find_short(name), "format", name, format_names());
}

tl::expected<std::vector<std::uint32_t>, std::string> encode(std::span<const double> x,
                                                             const std::string& format,
                                                             const std::string& conversion) {
  const auto f = format_named(format);
  if (!f) return tl::unexpected(f.error());
  const auto c = found(formats::find_conversion(conversion), "conversion", conversion, conversion_names());
  if (!c) return tl::unexpected(c.error());
  if ((*f)->specials == formats::Specials::exponent_only)
    return tl::unexpected(fmt::format("{} holds scales: quantise makes them, by its recipe", (*f)->name));
  if ((*c)->noise != formats::Noise::none)
    return tl::unexpected(fmt::format("{} draws random bits", (*c)->name));
  std::vector<std::uint32_t> codes(x.size());
  std::ranges::transform(x, codes.begin(), [&](double v) { return formats::convert(**c, **f, v); });
  return codes;
}

tl::expected<std::vector<double>, std::string> decode(std::span<const std::uint32_t> codes,
                                                      const std::string& format) {
  const auto f = format_named(format);
  if (!f) return tl::unexpected(f.error());
  std::vector<double> values(codes.size());
  std::ranges::transform(codes, values.begin(),
                         [&](std::uint32_t code) { return formats::to_double(**f, code); });
  return values;
}

tl::expected<Quantised, std::string> quantise(std::span<const float> x, const scaling::Extent& matrix,
                                              const std::string& recipe, const std::string& element,
                                              const std::string& block, const std::string& conversion) {
  const auto rule = found(scaling::find_scale_rule(recipe), "recipe", recipe, recipe_names());
  if (!rule) return tl::unexpected(rule.error());
  const auto format = format_named(element);
  if (!format) return tl::unexpected(format.error());
  const auto shape = found(scaling::find_block_shape(block), "block", block, block_names());
  if (!shape) return tl::unexpected(shape.error());
  const auto rules =
      found(formats::find_conversion(conversion), "conversion", conversion, conversion_names());
  if (!rules) return tl::unexpected(rules.error());
  if ((*format)->bits > 8 || (*format)->specials == formats::Specials::exponent_only)
    return tl::unexpected(fmt::format("{}: elements have up to eight bits and a mantissa", (*format)->name));
  if ((*rules)->noise != formats::Noise::none)
    return tl::unexpected(fmt::format("{} draws random bits", (*rules)->name));
  const scaling::Quantiser q{*rule, *format, *rules, **shape};
  Quantised result;
  result.scale_extent = scaling::scale_extent(matrix, **shape);
  result.scale_format = (*rule)->scale;
  result.codes.resize(x.size());
  result.scales.resize(std::size_t(result.scale_extent.count()));
  result.back.resize(x.size());
  scaling::quantise(q, matrix, x, result.codes, result.scales);
  scaling::dequantise(q, matrix, result.codes, result.scales, result.back);
  return result;
}

tl::expected<matrix::Unit, std::string> unit_named(std::string_view name) {
  if (const matrix::Unit* unit = matrix::find_unit(name)) return *unit;
  const auto slash = name.find('/');
  const matrix::MatrixInstruction* instruction = matrix::find_matrix_instruction(name.substr(0, slash));
  if (instruction == nullptr || slash == name.npos)
    return tl::unexpected(fmt::format("no matrix unit '{}'; there are {}, and INSTRUCTION/MODEL", name,
                                      fmt::join(names_of(matrix::units()), ", ")));
  const auto model = found(matrix::find_model(name.substr(slash + 1)), "matrix model",
                           std::string(name.substr(slash + 1)), names_of(matrix::all_models()));
  if (!model) return tl::unexpected(model.error());
  std::optional<matrix::Unit> unit = matrix::unit_of(**model, *instruction);
  if (!unit)
    return tl::unexpected(fmt::format("{}, a model of {}, says nothing of {}, an instruction of {}",
                                      (*model)->name, (*model)->arch, instruction->name,
                                      arch::names(instruction->archs)));
  unit->name = name;
  return *unit;
}

tl::expected<std::vector<std::uint32_t>, std::string> multiply(const Product& p) {
  const auto found_unit = unit_named(p.unit);
  if (!found_unit) return tl::unexpected(found_unit.error());
  const matrix::Unit& unit = *found_unit;
  const auto a = operand_format(p.a_format, unit.a, unit, "a"),
             b = operand_format(p.b_format, unit.b, unit, "b");
  if (!a) return tl::unexpected(a.error());
  if (!b) return tl::unexpected(b.error());
  if (!matrix::accepts(unit, **a, **b))
    return tl::unexpected(fmt::format("{} does not take {} and {}", unit.name, (*a)->name, (*b)->name));
  if (const std::string wrong = misfit(p, unit); !wrong.empty()) return tl::unexpected(wrong);
  const auto n = std::size_t(p.n), k = std::size_t(p.k),
             blocks = unit.scale_block == 0 ? 0 : k / std::size_t(unit.scale_block);
  std::vector<std::uint32_t> d(p.c.begin(), p.c.end()), row(n * k), row_scales(n * blocks);
  for (std::size_t i = 0; i < std::size_t(p.m); ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      std::ranges::copy(p.a.subspan(i * k, k), row.begin() + std::ptrdiff_t(j * k));
      std::ranges::copy(p.scale_a.subspan(i * blocks, blocks),
                        row_scales.begin() + std::ptrdiff_t(j * blocks));
    }
    matrix::dot_products(unit, matrix::DotBatch{n, int(k), *a, *b, row.data(), p.b.data(), &d[i * n],
                                                row_scales.data(), p.scale_b.data(), &d[i * n]});
  }
  return d;
}

tl::expected<std::vector<std::uint8_t>, std::string> relay(std::span<const std::uint8_t> bytes,
                                                           std::int64_t planes, std::int64_t rows,
                                                           std::int64_t columns, std::int64_t element_bytes,
                                                           const std::string& from, const std::string& to) {
  problems::TensorShape shape{
      .name = "x", .planes = planes, .rows = rows, .columns = columns, .element_bytes = element_bytes};
  shape.row_stride = rows;
  for (const std::string& name : {from, to}) {
    const auto layout = problems::find_stored_as(name);
    if (!layout)
      return tl::unexpected(fmt::format("no layout '{}'; there are {}", name, problems::stored_as_names()));
    if (!problems::takes(shape, *layout))
      return tl::unexpected(fmt::format("{} does not take {} rows by {} columns of {} bytes", name, rows,
                                        columns, element_bytes));
  }
  shape.stored = *problems::find_stored_as(from);
  if (const std::uint64_t wanted = problems::bytes_of(shape, shape.stored); bytes.size() != wanted)
    return tl::unexpected(fmt::format("{} bytes, of {} that {} has", bytes.size(), wanted, from));
  const auto layout = *problems::find_stored_as(to);
  std::vector<std::uint8_t> moved(problems::bytes_of(shape, layout)), undefined(moved.size(), 1);
  problems::relaid(shape, layout, problems::fill_all(bytes))(0, moved, undefined);
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (undefined[i] != 0) moved[i] = 0;  // padding
  return moved;
}

}  // namespace lockstep::session
