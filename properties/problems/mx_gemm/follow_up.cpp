// The follow-up problems of a dense block-scaled product.
#include "properties/problems/mx_gemm/data.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

// A format of 4 bits has no NaN, and its zeros may have either sign.
void negate_codes(const formats::Format& f, std::vector<std::uint8_t>& codes) {
  if (f.bits == 8) return negate(f, codes);
  for (std::uint8_t& code : codes) code = std::uint8_t(code ^ f.sign_mask());
}

}  // namespace

tl::expected<MxGemmFollowUp, std::string> follow_up(const operators::MxGemm& p,
                                                    const operators::MxGemmData& from,
                                                    const operators::MxGemm& problem,
                                                    const Relation& relation) {
  if (relation.groups.size() != 1 || relation.groups[0].source == Relation::kNone)
    return tl::unexpected<std::string>("the product has one group");
  MxGemmFollowUp next{{}, relation.groups[0].rows};
  if (std::int64_t(next.rows.size()) != problem.m)
    return tl::unexpected<std::string>("the follow-up has other rows");
  const std::vector<std::size_t> rows(next.rows.begin(), next.rows.end());
  std::vector<std::size_t> columns(relation.columns.begin(), relation.columns.end());
  for (std::size_t c = columns.size(); c < std::size_t(p.n); ++c) columns.push_back(c);
  const std::vector<std::uint8_t> zero{0}, unit = unit_scale(formats::float8_e8m0fnu);
  operators::MxGemmData& d = next.data;
  d.a = picked_rows(from.a, p.k, rows, problem.k, zero);
  d.a_scale = picked_rows(from.a_scale, p.k_blocks(), rows, problem.k_blocks(), unit);
  d.b = picked_rows(from.b, p.k, columns, problem.k, zero);
  d.b_scale = picked_rows(from.b_scale, p.k_blocks(), columns, problem.k_blocks(), unit);
  if (relation.negated) negate_codes(*p.a, d.a);
  change_k(relation, problem.k, d.a);
  if (auto ok = multiply_scales(relation, formats::float8_e8m0fnu, d.a_scale, d.b_scale); !ok)
    return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
