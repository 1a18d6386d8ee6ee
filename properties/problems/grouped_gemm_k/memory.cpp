// How a grouped GEMM with groups along k lies in memory, and what others may name of it.
#include "properties/problems/grouped_gemm_k/data.hpp"
#include "properties/problems/tensor_layout.hpp"

namespace lockstep::problems {

using operators::GroupedGemmK;
using operators::kScaleBlock;

GroupedGemmKMemory::GroupedGemmKMemory(const GroupedGemmK& p, const operators::GroupedGemmKData& d) {
  const auto groups = [&](std::int64_t width, std::int64_t per_k, std::int64_t bytes) {
    GroupsAlongK all{operators::k_starts(p), width, bytes};
    for (std::int64_t& start : all.starts) start /= per_k;
    return all;
  };
  a = turned(groups(p.m, 1, 1), d.a);
  a_scale = turned(groups(p.m, kScaleBlock, p.scale_bytes()), d.a_scale);
  b = turned(groups(p.n, 1, 1), d.b);
  b_scale = turned(groups(p.n, kScaleBlock, p.scale_bytes()), d.b_scale);
}

Description describe(const GroupedGemmK& p) {
  const std::int64_t k = operators::k_starts(p).back(), blocks = k / kScaleBlock;  // all groups' together
  const auto along_k = [](const char* name, std::int64_t rows, std::int64_t columns, std::int64_t bytes) {
    return TensorShape{.name = name,
                       .rows = rows,
                       .columns = columns,
                       .element_bytes = bytes,
                       .stored = StoredAs::columns,
                       .row_stride = rows,
                       .columns_are_grouped = true};
  };
  const std::string element = dtype_of(*p.element), scale = dtype_of(*p.scale);
  Description all;
  all.names.sizes = {{"m", p.m}, {"n", p.n}, {"k", k}, {"groups", p.groups()}, {"k_blocks", blocks}};
  all.shapes = {along_k("a", p.m, k, 1), along_k("a_scale", p.m, blocks, p.scale_bytes()),
                along_k("b", p.n, k, 1), along_k("b_scale", p.n, blocks, p.scale_bytes())};
  all.views = {{"a", element, {k, p.m}},      {"a_scale", scale, {blocks, p.m}},
               {"b", element, {k, p.n}},      {"b_scale", scale, {blocks, p.n}},
               {"ks", "int32", {p.groups()}}, {"c", "float32", {p.groups(), p.m, p.n}}};
  return all;
}

}  // namespace lockstep::problems
