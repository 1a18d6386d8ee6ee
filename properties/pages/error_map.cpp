#include "properties/pages/error_map.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "emulator/machine/waves/pending.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::pages {

void StoreLog::performs(const machine::Wave& wave, const machine::Pending& p) {
  using Space = isa::Memory::Space;
  if (p.memory == nullptr || p.memory->access == isa::Access::load) return;
  if (p.space != Space::buffer && p.space != Space::global && p.space != Space::flat) return;
  for (std::size_t lane = 0; lane < machine::kMaxLanes; ++lane) {
    if ((p.lanes >> lane & 1) == 0 || p.in_range(lane) == 0 || stores_.size() >= most_) continue;
    stores_.insert_or_assign(
        p.address[lane],
        Store{p.memory->bytes, {wave.group->id, wave.id, int(lane), p.prepared->instruction->text}});
  }
}

const machine::Writer* StoreLog::find(std::uint64_t address) const {
  auto next = stores_.upper_bound(address);
  if (next == stores_.begin()) return nullptr;
  --next;
  return address - next->first < next->second.bytes ? &next->second.by : nullptr;
}

namespace {

// Codes of one sign ascend with what they stand for.
std::int64_t ordinal(const formats::Format& format, std::uint32_t code) {
  const std::uint32_t sign = format.sign_mask();
  const auto magnitude = std::int64_t(code & format.magnitude_mask());
  return sign != 0 && (code & sign) != 0 ? -magnitude : magnitude;
}

// 0: right; n: fewer than 2^n steps.
int level_of(const formats::Format& format, std::uint32_t want, std::uint32_t got) {
  if (verdict::same(format, want, got)) return 0;
  const auto steps = steps_between(format, want, got);
  return steps ? std::max(1, int(std::bit_width(*steps))) : ErrorMap::kOtherClass;
}

std::string value_text(const formats::Format& format, std::uint32_t code) {
  return fmt::format("{:#0{}x} {:g}", code, 2 + format.bits / 4, formats::to_double(format, code));
}

std::string place_text(const Compared& c, std::size_t row, std::int64_t column) {
  const operators::OutputRow& of = c.output.rows[row];
  std::string text = fmt::format("{}[{}, {}] group {}", c.output.name, of.row, column, of.group);
  const operators::Tiling& t = c.tiling;
  if (t.rows != 0 && t.columns != 0)
    text += fmt::format(" tile ({}, {})", of.in_group / t.rows, column / t.columns);
  if (t.rows != 0 && t.columns != 0 && t.wave_rows != 0 && t.wave_columns != 0)
    text += fmt::format(", rows {} to {} and columns {} to {} of it are one wave's",
                        of.in_group % t.rows / t.wave_rows * t.wave_rows,
                        of.in_group % t.rows / t.wave_rows * t.wave_rows + t.wave_rows - 1,
                        column % t.columns / t.wave_columns * t.wave_columns,
                        column % t.columns / t.wave_columns * t.wave_columns + t.wave_columns - 1);
  return text;
}

struct Worst {
  int level = 0;
  std::size_t element = 0;
  std::uint64_t wrong = 0;
};

std::vector<Worst> worst_of_cells(const Compared& c, const ErrorMap& map) {
  std::vector<Worst> all(std::size_t(map.rows * map.columns));
  for (std::size_t e = 0; e < c.want.size() && e < c.got.size(); ++e) {
    const std::int64_t row = std::int64_t(e) / c.output.columns, column = std::int64_t(e) % c.output.columns;
    const int level = level_of(*c.output.format, c.want[e], c.got[e]);
    if (level == 0) continue;
    Worst& w = all[std::size_t(row / map.cell_rows * map.columns + column / map.cell_columns)];
    ++w.wrong;
    if (level > w.level) w.level = level, w.element = e;
  }
  return all;
}

// Adds who stored the bytes of each cell, if one wave and lane did.
void add_writers(const Compared& c, const StoreLog& log, std::uint64_t base, ErrorMap& map) {
  std::map<std::string, int> known;
  for (std::int64_t cell = 0; cell < map.rows * map.columns; ++cell) {
    const std::int64_t first_row = cell / map.columns * map.cell_rows,
                       first_column = cell % map.columns * map.cell_columns;
    int writer = ErrorMap::kNobody;
    for (std::int64_t r = first_row;
         r < std::min<std::int64_t>(first_row + map.cell_rows, std::ssize(c.output.rows)); ++r)
      for (std::int64_t k = first_column; k < std::min(first_column + map.cell_columns, c.output.columns);
           ++k) {
        const std::int64_t offset =
            c.output.rows[std::size_t(r)].row * c.output.row_bytes() + c.output.byte_of(k);
        const machine::Writer* const by = log.find(base + std::uint64_t(offset));
        if (by == nullptr) continue;
        const auto [found, is_new] = known.try_emplace(
            fmt::format("workgroup {} wave {} lane {}", fmt::join(by->workgroup, ","), by->wave, by->lane),
            int(known.size()));
        if (is_new) map.writer_names.push_back(found->first);
        writer = writer == ErrorMap::kNobody || writer == found->second ? found->second : ErrorMap::kSeveral;
      }
    map.writers.push_back(writer);
  }
}

}  // namespace

std::optional<std::uint64_t> steps_between(const formats::Format& format, std::uint32_t want,
                                           std::uint32_t got) {
  if (!std::isfinite(formats::to_double(format, want)) || !std::isfinite(formats::to_double(format, got)))
    return std::nullopt;
  const std::int64_t apart = ordinal(format, got) - ordinal(format, want);
  return std::uint64_t(apart < 0 ? -apart : apart);
}

ErrorMap error_map(const Compared& c, const StoreLog* log, std::uint64_t base) {
  ErrorMap map;
  map.name = c.output.name;
  const auto rows = std::ssize(c.output.rows);
  map.cell_rows = std::max<std::int64_t>(1, (rows + kMostCells - 1) / kMostCells);
  map.cell_columns = std::max<std::int64_t>(1, (c.output.columns + kMostCells - 1) / kMostCells);
  map.rows = (rows + map.cell_rows - 1) / map.cell_rows;
  map.columns = (c.output.columns + map.cell_columns - 1) / map.cell_columns;
  map.tile_rows = c.tiling.rows, map.tile_columns = c.tiling.columns;
  map.elements = c.output.elements();
  const std::vector<Worst> cells = worst_of_cells(c, map);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Worst& w = cells[i];
    map.levels.push_back(w.level);
    map.wrong_elements += w.wrong;
    if (w.level == 0 || map.wrong.size() == ErrorMap::kMostWrong) continue;
    const formats::Format& format = *c.output.format;
    const std::uint32_t want = c.want[w.element], got = c.got[w.element];
    const auto steps = steps_between(format, want, got);
    map.wrong.push_back(
        {std::int64_t(i),
         fmt::format("{}: {} {}, {} {}{}{}",
                     place_text(c, w.element / std::size_t(c.output.columns),
                                std::int64_t(w.element) % c.output.columns),
                     map.want, value_text(format, want), map.got, value_text(format, got),
                     steps ? fmt::format(", {} ULP away", *steps) : "",
                     w.wrong > 1 ? fmt::format("; the worst of {} that are wrong here", w.wrong) : "")});
  }
  if (log != nullptr) add_writers(c, *log, base, map);
  return map;
}

Histogram histogram(const Compared& c) {
  std::map<int, std::uint64_t> counts;
  for (std::size_t e = 0; e < c.want.size() && e < c.got.size(); ++e)
    ++counts[level_of(*c.output.format, c.want[e], c.got[e])];
  Histogram h;
  h.title = c.output.name;
  int most = 0;
  for (const auto& [level, count] : counts)
    if (level != ErrorMap::kOtherClass) most = std::max(most, level);
  const auto count_of = [&](int level) { return counts.contains(level) ? counts.at(level) : 0; };
  for (int level = 0; level <= most; ++level) {
    const std::uint64_t least = level == 0 ? 0 : std::uint64_t{1} << (level - 1),
                        last = (std::uint64_t{1} << level) - 1;
    h.bins.push_back(
        {least == last || level == 0 ? fmt::format("{}", least) : fmt::format("{} to {}", least, last),
         count_of(level)});
  }
  if (count_of(ErrorMap::kOtherClass) != 0)
    h.bins.push_back({"infinite or NaN on one side", count_of(ErrorMap::kOtherClass)});
  return h;
}

}  // namespace lockstep::pages
