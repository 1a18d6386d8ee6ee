#include "properties/verdict/regions.hpp"

#include <algorithm>
#include <map>
#include <tuple>

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
  other_class += other.other_class;
}

bool RegionNoise::reaches() const {
  return other_class == 0 && got.noise() <= want.noise() * kSlack;
}

double RegionNoise::deficit() const {
  if (reaches()) return 0;
  // The signal is the same in both.
  return other_class != 0 ? std::numeric_limits<double>::infinity()
                          : 10 * std::log10(got.noise() / want.noise());
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

Regions::Regions(const operators::Output& output, const operators::Tiling& tiling,
                 const std::vector<double>& exact, const std::vector<std::uint32_t>& got,
                 const std::vector<std::uint32_t>& want)
    : tile_rows_(tiling.rows > 0 ? tiling.rows : kUnknownTile),
      tile_columns_(tiling.columns > 0 ? tiling.columns : kUnknownTile) {
  // Bands of columns of one row of tiles are the least parts that every other region consists of, but bands of rows.
  using Kind = Region::Kind;
  RegionNoise whole;
  std::map<std::int32_t, RegionNoise> groups;
  std::map<std::tuple<std::int32_t, std::int64_t, std::int64_t>, RegionNoise> tiles;
  std::map<std::int64_t, RegionNoise> rows, columns;
  for (std::size_t r = 0, at = 0; r < output.rows.size(); ++r) {
    const operators::OutputRow& row = output.rows[r];
    for (std::int64_t first = 0; first < output.columns;) {
      const std::int64_t end = std::min(
          {output.columns, (first / kBand + 1) * kBand, (first / tile_columns_ + 1) * tile_columns_});
      RegionNoise part;
      for (std::int64_t c = first; c < end; ++c, ++at)
        part.add(exact[at], formats::to_double(*output.format, got[at]),
                 formats::to_double(*output.format, want[at]));
      whole.add(part);
      groups[row.group].add(part);
      tiles[{row.group, row.in_group / tile_rows_, first / tile_columns_}].add(part);
      rows[row.row / kBand].add(part);
      columns[first / kBand].add(part);
      first = end;
    }
  }
  all_.push_back({Kind::whole, 0, 0, 0, whole});
  for (const auto& [group, noise] : groups) all_.push_back({Kind::group, group, 0, 0, noise});
  for (const auto& [place, noise] : tiles)
    all_.push_back({Kind::tile, std::get<0>(place), std::get<1>(place), std::get<2>(place), noise});
  for (const auto& [band, noise] : rows) all_.push_back({Kind::rows, 0, band * kBand, 0, noise});
  for (const auto& [band, noise] : columns) all_.push_back({Kind::columns, 0, 0, band * kBand, noise});
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
