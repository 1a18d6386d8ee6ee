// Quantisers of blocks: codes and scales, of which there is one right answer for each recipe.
#include "properties/problems/arrays/array_problem.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

constexpr cases::ChoiceKey<std::string_view> kElement{
    "element", {{"e4m3", "e4m3"}, {"e5m2", "e5m2"}, {"e2m1", "e2m1"}}, "of the codes"};
constexpr cases::ChoiceKey<std::string_view> kRule{
    "rule",
    {{"ocp_floor", "ocp_floor"},
     {"torchao_ceil", "torchao_ceil"},
     {"even", "even"},
     {"float32_amax", "float32_amax"},
     {"deepgemm_float32", "deepgemm_float32"}},
    "from the largest magnitude of a block to its scale: lockstep list recipes"};
constexpr cases::ChoiceKey<std::string_view> kBlock{
    "block",
    {{"1x32", "1x32"}, {"1x128", "1x128"}, {"128x128", "128x128"}, {"row", "row"}, {"tensor", "tensor"}},
    "elements that share a scale"};
constexpr const cases::Key* kKeys[] = {&kElement, &kRule, &kBlock};

void shape(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 200))};
  c.k = 1;
  static const std::vector<std::string_view> kElements{"e4m3", "e5m2", "e2m1"},
      kRules{"ocp_floor", "torchao_ceil", "even", "float32_amax", "deepgemm_float32"},
      kBlocks{"1x32", "1x128", "128x128", "row", "tensor"};
  c.options.set(kElement, draw.of(kElements));
  c.options.set(kRule, draw.of(kRules));
  c.options.set(kBlock, draw.of(kBlocks));
  c.n = 2 * drawn_size(draw, 300);
}

operators::Answer exactly(const formats::Format& f, const std::vector<std::uint32_t>& codes) {
  operators::Answer answer;
  for (const std::uint32_t code : codes) answer.add(formats::to_double(f, code), 0);
  return answer;
}

// Small blocks are scaled as if they were larger.
bool has_least_amax(std::string_view rule) {
  return rule == "deepgemm_float32";
}

tl::expected<ArrayProblem, std::string> make(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of rows, is expected");
  if (c.n % 2 != 0) return tl::unexpected<std::string>("n: an even number of columns is expected");
  const formats::Format& element = format_of(c.options[kElement]);
  const scaling::Quantiser q{scaling::find_scale_rule(c.options[kRule]), &element,
                             formats::find_conversion("ocp_saturate"),
                             *scaling::find_block_shape(c.options[kBlock])};
  DrawnInput x = drawn(c, 0, "x", format_of(c.out), {c.m[0], c.n}, c.n);
  const scaling::Extent extent{c.m[0], c.n}, scales = scaling::scale_extent(extent, q.block);
  const std::vector<float> numbers(x.values.begin(), x.values.end());
  std::vector<std::uint8_t> codes(numbers.size());
  std::vector<std::uint32_t> of_blocks(std::size_t(scales.count()));
  scaling::quantise(q, extent, numbers, codes, of_blocks);
  const std::int8_t rows = q.block.rows == 1 ? 0 : -1;
  const bool doubled = !has_least_amax(q.rule->name) &&
                       !is_near_an_end(c.data);  // twice x: twice the scales, and the same codes
  x.input.moves = {rows, true, doubled};
  ArrayProblem p;
  p.outputs.push_back(
      {"q", &element, {c.m[0], c.n}, exactly(element, {codes.begin(), codes.end()}), {rows, true, false}});
  p.outputs.push_back({"scales",
                       q.rule->scale,
                       {scales.rows, scales.columns},
                       exactly(*q.rule->scale, of_blocks),
                       {rows, false, doubled}});
  p.inputs = {std::move(x.input)};
  p.sizes = {
      {"rows", c.m[0]}, {"columns", c.n}, {"block_rows", q.block.rows}, {"block_columns", q.block.columns}};
  p.work = std::uint64_t(c.m[0] * c.n);
  p.one_answer = true;
  return p;
}

}  // namespace

ArrayOperator block_quantise_operator() {
  return {"block_quantise", kKeys, {"bf16", "f16", "f32"}, shape, make, 2, 1, true};
}

}  // namespace lockstep::problems
