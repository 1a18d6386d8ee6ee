#include "properties/fuzzing/exchanged_k.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::fuzzing {

namespace {

// Whether the case can be exchanged along k, and is soon computed anew for each exchange.
bool is_fit(const laws::Experiment& e) {
  constexpr std::uint64_t kMostMacs = std::uint64_t{1} << 24;
  return e.macs() <= kMostMacs && !e.instance().symmetries().group_rows.empty();
}

// Whether this problem gives what was got.
bool explains(const problems::FollowUp& exchanged, const laws::Experiment& e,
              const verdict::LawResult& result) {
  const operators::Codes codes = exchanged.instance->expected(e.model());
  return std::ranges::all_of(result.mismatches, [&](const verdict::Mismatch& m) {
    const operators::Output& output = e.instance().outputs()[m.output];
    const std::size_t element = m.row * std::size_t(output.columns) + std::size_t(m.column);
    return exchanged.source[m.output][element] == std::int64_t(element) &&
           verdict::same(*output.format, m.got, codes[m.output][element]);
  });
}

std::optional<std::string> find_in(const laws::Experiment& e, const verdict::LawResult& result) {
  constexpr std::size_t kFewest = 4, kFewestValues = 3;  // what is alike anyway shows no exchange
  constexpr std::int64_t kFarthest = 256;
  std::set<std::uint32_t> values;
  for (const verdict::Mismatch& m : result.mismatches) values.insert(m.got);
  if (result.mismatches.size() < kFewest || values.size() < kFewestValues) return std::nullopt;
  problems::Relation relation = laws::unchanged(e);
  for (relation.exchanged = 1; relation.exchanged < kFarthest; relation.exchanged *= 2) {
    const auto exchanged = e.instance().follow(relation);
    if (!exchanged) return std::nullopt;
    if (explains(*exchanged, e, result))
      return fmt::format("as if A[i, k] were A[i, k^{}]: A and B are read in different orders of k",
                         relation.exchanged);
  }
  return std::nullopt;
}

cases::Case plainer(const cases::Case& wrong) {
  cases::Case c = wrong;
  c.data = cases::Data::codes;
  c.scales = cases::Scales::unit;
  return c;
}

// A shrunk case often has one element, of zeros and a single product.
cases::Case wider(const cases::Case& wrong) {
  constexpr std::int32_t kRows = 16;
  constexpr std::int64_t kColumns = 64;
  cases::Case c = plainer(wrong);
  for (std::int32_t& rows : c.m)
    if (rows > 0) rows = std::max(rows, kRows);
  c.n = std::max(c.n, kColumns);
  return c;
}

}  // namespace

std::optional<std::string> find_exchanged_k(const cases::Case& wrong, laws::CodeCache& cache,
                                            const laws::Experiment::Options& options) {
  for (const cases::Case& c : {wider(wrong), plainer(wrong)}) {
    const auto e = laws::Experiment::prepare(c, cache, options);
    if (e && is_fit(**e)) return find_in(**e, laws::find_law("bits")->check(**e));
  }
  return std::nullopt;
}

}  // namespace lockstep::fuzzing
