#include "emulator/observe/lane_text.hpp"

#include <fmt/format.h>

namespace lockstep::observe {
namespace {

// A piece of consecutive lanes of the mask.
struct Piece {
  int first, last;
  enum class Kind { equal, stepped, listed } kind;
};

bool in(std::uint64_t mask, int lane) {
  return lane < isa::kMaxLanes && ((mask >> lane) & 1) != 0;
}

bool stepped(const LaneValues& v, int lane, std::uint64_t step) {
  return v[lane].undefined == 0 && v[lane - 1].undefined == 0 && v[lane].value - v[lane - 1].value == step;
}

// The longest run from `first` whose neighbours are equal, or differ by one positive step.
Piece run_from(const LaneValues& v, std::uint64_t mask, int first) {
  int last = first;
  while (in(mask, last + 1) && v[last + 1] == v[first]) ++last;
  if (last > first) return {first, last, Piece::Kind::equal};
  if (in(mask, first + 1)) {
    const std::uint64_t step = v[first + 1].value - v[first].value;
    while (in(mask, last + 1) && stepped(v, last + 1, step)) ++last;
  }
  if (last >= first + 2) return {first, last, Piece::Kind::stepped};
  return {first, first, Piece::Kind::listed};
}

std::string text(const LaneValues& v, const Piece& p) {
  if (p.kind == Piece::Kind::equal) return text(v[p.first]);
  if (p.kind == Piece::Kind::stepped) {
    const auto step = std::int64_t(v[p.first + 1].value - v[p.first].value);
    return fmt::format("{} {}{:#x}", text(v[p.first]), step < 0 ? '-' : '+',
                       step < 0 ? 0 - std::uint64_t(step) : std::uint64_t(step));
  }
  std::string all;
  for (int l = p.first; l <= p.last; ++l) all += (all.empty() ? "" : " ") + text(v[l]);
  return all;
}

}  // namespace

std::string text(const LaneValue& v) {
  if (v.undefined == 0) return fmt::format("{:#x}", v.value);
  if ((~v.undefined & 0xFFFF'FFFF) == 0) return "?";
  return fmt::format("{:#x}?{:x}", v.value & ~v.undefined, v.undefined);
}

std::string text(const LaneValues& lanes, std::uint64_t mask, isa::WaveWidth width) {
  std::string all;
  for (int l = 0; l < isa::lane_count(width);) {
    if (!in(mask, l)) {
      ++l;
      continue;
    }
    Piece piece = run_from(lanes, mask, l);
    // Lanes with nothing in common stand in one list.
    while (piece.kind == Piece::Kind::listed && in(mask, piece.last + 1)) {
      const Piece next = run_from(lanes, mask, piece.last + 1);
      if (next.kind != Piece::Kind::listed) break;
      piece.last = next.last;
    }
    l = piece.last + 1;
    const std::string values = text(lanes, piece);
    if (piece.first == 0 && piece.last == isa::lane_count(width) - 1) return values;
    if (!all.empty()) all += ' ';
    all += piece.first == piece.last ? fmt::format("[{}] {}", piece.first, values)
                                     : fmt::format("[{}-{}] {}", piece.first, piece.last, values);
  }
  return all.empty() ? "no lane" : all;
}

}  // namespace lockstep::observe
