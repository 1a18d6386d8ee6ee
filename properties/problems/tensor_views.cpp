#include "properties/problems/tensor_views.hpp"

#include "reference/formats/format.hpp"

namespace lockstep::problems {

namespace {

using Views = std::vector<TensorView>;

std::string dtype_of(const formats::Format& format) {
  return format.bits < 8 ? "uint8" : std::string(format.name);
}

}  // namespace

TensorView view_of(const operators::Output& o, std::int64_t planes) {
  TensorView view{std::string(o.name), dtype_of(*o.format), {}};
  const std::int64_t columns = o.format->bits < 8 ? o.row_bytes() : o.columns;
  if (planes == 0) view.shape = {o.tensor_rows, columns};
  if (planes != 0) view.shape = {planes, o.tensor_rows / planes, columns};
  return view;
}

Views views_of(const operators::GroupedGemm& p) {
  const bool masked = p.grouping == operators::Grouping::masked;
  const bool by_row = !masked && p.groups_as == operators::GroupsAs::ids;
  const std::string element = dtype_of(*p.element), scale = dtype_of(*p.scale);
  Views all{{"b", element, {p.groups, p.n, p.k}},
            {"b_scale", scale, {p.groups, p.n / operators::kScaleBlock, p.k_blocks()}}};
  if (masked) {
    all.push_back({"a", element, {p.groups, p.m, p.k}});
    all.push_back({"a_scale", scale, {p.groups, p.k_blocks(), p.scale_stride()}});
    all.push_back({"masked_m", "int32", {p.groups}});
  } else {
    all.push_back({"a", element, {p.rows(), p.k}});
    all.push_back({"a_scale", scale, {p.k_blocks(), p.scale_stride()}});
    all.push_back({"grouped_layout", "int32", {by_row ? p.rows() : p.groups}});
  }
  return all;
}

Views views_of(const operators::GroupedGemmK& p) {
  const std::int64_t k = operators::k_starts(p).back(), blocks = k / operators::kScaleBlock;
  const std::string element = dtype_of(*p.element), scale = dtype_of(*p.scale);
  return {{"a", element, {k, p.m}},      {"a_scale", scale, {blocks, p.m}},
          {"b", element, {k, p.n}},      {"b_scale", scale, {blocks, p.n}},
          {"ks", "int32", {p.groups()}}, {"c", "float32", {p.groups(), p.m, p.n}}};
}

Views views_of(const operators::SmallM& p) {
  Views all{{"a", "float8_e4m3fn", {p.a_rows(), p.k}},
            {"a_scale", "float8_e8m0fnu", {p.a_rows(), p.k_blocks()}}};
  if (!p.sorted) {
    all.push_back({"b", "float8_e4m3fn", {p.n, p.k}});
    all.push_back({"b_scale", "float8_e8m0fnu", {p.n, p.k_blocks()}});
    return all;
  }
  all.push_back({"b", "float8_e4m3fn", {p.experts(), p.n, p.k}});
  all.push_back({"b_scale", "float8_e8m0fnu", {p.experts(), p.n, p.k_blocks()}});
  all.push_back({"sorted_ids", "int32", {std::int64_t(p.sorted->ids.size())}});
  all.push_back({"expert_ids", "int32", {std::int64_t(p.sorted->expert_ids.size())}});
  all.push_back({"num_post", "int32", {1}});
  all.push_back({"weights", "float32", {std::int64_t(p.sorted->weights.size())}});
  return all;
}

Views views_of(const operators::TensorwiseGemm& p) {
  using operators::Layout;
  const std::string a = dtype_of(*p.a), b = dtype_of(*p.b);
  Views all{
      {"a_scale", "float32", {1}}, {"b_scale", "float32", {1}}, {"group_offs", "int64", {p.groups() + 1}}};
  if (p.layout == Layout::tn) {
    all.push_back({"a", a, {p.k, p.m}});
    all.push_back({"b", b, {p.k, p.n}});
  } else {
    all.push_back({"a", a, {p.m, p.k}});
    all.push_back(
        {"b", b, {p.groups(), p.layout == Layout::nt ? p.n : p.k, p.layout == Layout::nt ? p.k : p.n}});
  }
  return all;
}

Views views_of(const operators::MoeDown& p, const std::string& of) {
  const std::int64_t blocks = std::int64_t(p.block_experts.size());
  return {{"a", "uint8", {p.is_gated() ? p.tokens : p.capacity(), p.a_row_bytes()}},
          {of + "b", "uint8", {p.experts, p.n, p.k / 2}},
          {"sorted_ids", "int32", {p.capacity()}},
          {"block_experts", "int32", {blocks}},
          {"used_rows", "int32", {1}},
          {of + "weights", "float32", {p.capacity()}}};
}

}  // namespace lockstep::problems
