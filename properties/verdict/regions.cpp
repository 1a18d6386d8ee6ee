#include "properties/verdict/regions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

constexpr double kSlack = 1 + 0x1p-40;  // equal noises may have been added in another order
constexpr std::size_t kMapRows = 32, kMapColumns = 96;

}  // namespace

void RegionNoise::add(double exact, double got_value, double want_value) {
  const bool numbers = std::isfinite(got_value) && std::isfinite(want_value);
  if (!numbers) {
    other_class += !(got_value == want_value || (std::isnan(got_value) && std::isnan(want_value)));
    return;
  }
  if (!std::isfinite(exact)) return;  // beyond the format in the exact answer alone
  got.add(exact, got_value);
  want.add(exact, want_value);
}

void RegionNoise::add(const RegionNoise& other) {
  got.add(other.got);
  want.add(other.want);
  more.add(other.more);
  other_class += other.other_class;
}

bool RegionNoise::reaches() const {
  const double allowed = more.most();
  return std::isinf(allowed) || (other_class == 0 && got.noise() <= (want.noise() + allowed) * kSlack);
}

double RegionNoise::expected_db() const {
  return want.db(more.most());
}

double RegionNoise::deficit() const {
  if (reaches()) return 0;
  // The signal is the same in both.
  return other_class != 0 ? std::numeric_limits<double>::infinity()
                          : 10 * std::log10(got.noise() / (want.noise() + more.most()));
}

std::string decibels(double db) {
  if (std::isinf(db)) return db > 0 ? "no noise" : "no signal";
  return fmt::format("{:.1f} dB", db);
}

std::string name(const Region& r) {
  switch (r.kind) {
    case Region::Kind::whole:
      return "";
    case Region::Kind::group:
      return fmt::format("group {}", r.group);
    case Region::Kind::tile:
      return fmt::format("tile ({},{}) of group {}", r.row, r.column, r.group);
    case Region::Kind::rows:
      return fmt::format("rows {}..{}", r.row, r.row + Regions::kBand - 1);
    case Region::Kind::columns:
      return fmt::format("columns {}..{}", r.column, r.column + Regions::kBand - 1);
  }
  return "";
}

namespace {

// add(part, at) puts element `at` into a part that all regions with that element consist of.
template <typename Add>
std::vector<Region> regions_of(const operators::Output& output, std::int64_t tile_rows,
                               std::int64_t tile_columns, Add add) {
  // Bands of columns of one row of tiles are the least parts that every other region consists of, but bands
  // of rows.
  using Kind = Region::Kind;
  RegionNoise whole;
  std::map<std::int32_t, RegionNoise> groups;
  std::map<std::tuple<std::int32_t, std::int64_t, std::int64_t>, RegionNoise> tiles;
  std::map<std::int64_t, RegionNoise> rows, columns;
  for (std::size_t r = 0, at = 0; r < output.rows.size(); ++r) {
    const operators::OutputRow& row = output.rows[r];
    for (std::int64_t first = 0; first < output.columns;) {
      const std::int64_t end = std::min({output.columns, (first / Regions::kBand + 1) * Regions::kBand,
                                         (first / tile_columns + 1) * tile_columns});
      RegionNoise part;
      for (std::int64_t c = first; c < end; ++c, ++at) add(part, at);
      whole.add(part);
      groups[row.group].add(part);
      tiles[{row.group, row.in_group / tile_rows, first / tile_columns}].add(part);
      rows[row.row / Regions::kBand].add(part);
      columns[first / Regions::kBand].add(part);
      first = end;
    }
  }
  std::vector<Region> all{{Kind::whole, 0, 0, 0, whole}};
  for (const auto& [group, noise] : groups) all.push_back({Kind::group, group, 0, 0, noise});
  for (const auto& [place, noise] : tiles)
    all.push_back({Kind::tile, std::get<0>(place), std::get<1>(place), std::get<2>(place), noise});
  for (const auto& [band, noise] : rows) all.push_back({Kind::rows, 0, band * Regions::kBand, 0, noise});
  for (const auto& [band, noise] : columns)
    all.push_back({Kind::columns, 0, 0, band * Regions::kBand, noise});
  return all;
}

// [element]: how many have its exact answer, of either sign. Compares bits: no two NaNs are equal.
std::vector<std::uint64_t> count_alike(const std::vector<double>& exact) {
  const auto key = [](double x) { return std::bit_cast<std::uint64_t>(std::abs(x)); };
  std::unordered_map<std::uint64_t, std::uint64_t> counts;
  for (const double x : exact) ++counts[key(x)];
  std::vector<std::uint64_t> alike;
  for (const double x : exact) alike.push_back(counts[key(x)]);
  return alike;
}

}  // namespace

Regions::Regions(const operators::Output& output, const operators::Tiling& tiling,
                 const std::vector<double>& exact, const std::vector<std::uint32_t>& got,
                 const std::vector<std::uint32_t>& want)
    : tile_rows_(tiling.rows > 0 ? tiling.rows : kUnknownTile),
      tile_columns_(tiling.columns > 0 ? tiling.columns : kUnknownTile),
      all_(regions_of(output, tile_rows_, tile_columns_, [&](RegionNoise& part, std::size_t at) {
        part.add(exact[at], formats::to_double(*output.format, got[at]),
                 formats::to_double(*output.format, want[at]));
      })) {}

void Regions::allow(const operators::Output& output, const std::vector<double>& exact,
                    const operators::Codes& wants, const std::vector<double>& deviations) {
  for (const std::vector<std::uint32_t>& want : wants) {
    const auto others = regions_of(output, tile_rows_, tile_columns_, [&](RegionNoise& part, std::size_t at) {
      const double value = formats::to_double(*output.format, want[at]);
      if (std::isfinite(value) && std::isfinite(exact[at])) part.want.add(exact[at], value);
    });
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (others[i].noise.want.noise() > all_[i].noise.want.noise())
        all_[i].noise.want = others[i].noise.want;
  }
  const std::vector<std::uint64_t> alike = count_alike(exact);
  // An order that overflows shows that others may: roundings of one sign pass what deviations tell.
  const auto overflows = [&](std::size_t at) {
    return std::ranges::any_of(wants, [&](const std::vector<std::uint32_t>& want) {
      return !std::isfinite(formats::to_double(*output.format, want[at]));
    });
  };
  const auto extra = regions_of(output, tile_rows_, tile_columns_, [&](RegionNoise& part, std::size_t at) {
    if (std::isnan(exact[at])) return;
    const double deviation = overflows(at) ? std::numeric_limits<double>::infinity() : deviations[at];
    part.more.add(*output.format, exact[at], deviation, alike[at]);
  });
  for (std::size_t i = 0; i < all_.size(); ++i) all_[i].noise.more = extra[i].noise.more;
}

const Region* Regions::worst() const {
  const auto better = [](const Region& a, const Region& b) {
    const double x = a.noise.deficit(), y = b.noise.deficit();
    return x != y ? x < y : a.noise.got.db() > b.noise.got.db();
  };
  const auto found = std::ranges::max_element(all_, better);
  return found->noise.reaches() ? nullptr : &*found;
}

namespace {

char symbol(const RegionNoise& noise) {
  if (noise.other_class != 0) return 'X';
  if (noise.reaches()) return '.';
  return char('0' + int(std::clamp(noise.deficit() / 10, 0.0, 9.0)));
}

}  // namespace

std::vector<std::string> Regions::map() const {
  std::map<std::pair<std::int32_t, std::int64_t>, std::string> lines;
  std::size_t tiles = 0;
  for (const Region& r : all_) {
    if (r.kind != Region::Kind::tile) continue;
    ++tiles;
    std::string& line = lines[{r.group, r.row}];
    if (line.size() < kMapColumns) line += symbol(r.noise);
  }
  std::vector<std::string> text;
  for (const auto& [row, line] : lines)
    if (text.size() < kMapRows) text.push_back(line);
  return tiles > 1 ? text : std::vector<std::string>{};
}

}  // namespace lockstep::verdict
