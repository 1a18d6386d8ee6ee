// Who computes which tile: maps from the order in which workgroups start to tiles of the output. Each is a
// bijection, and plain arithmetic, so that the host can prove it by enumeration.
#pragma once

#include <cstdint>

namespace lockstep::device {

/// Workgroups are dealt to the XCDs in turn, pid to XCD pid % xcds. Gives every XCD one consecutive run of
/// the `count` tiles instead; the first count % xcds of them get one more. 0 <= pid < count.
constexpr int xcd_run(int pid, int count, int xcds) {
  const int xcd = pid % xcds, extra = count % xcds;
  return xcd * (count / xcds) + (xcd < extra ? xcd : extra) + pid / xcds;
}

struct TilePlace {
  int row, column;
};

/// Tile t of rows x columns of them, walked in bands of `band_rows` rows: column by column inside a band, so
/// that neighbours in time share columns of B as well as rows of A. The last band may be lower.
constexpr TilePlace in_row_bands(int t, int rows, int columns, int band_rows) {
  const int band = t / (band_rows * columns);
  const int first = band * band_rows;
  const int height = rows - first < band_rows ? rows - first : band_rows;
  const int inside = t - first * columns;
  return {first + inside % height, inside / height};
}

/// Tile t in bands of group_m rows, 0 as 1; when group_n > 0, in bands of group_n columns, row by row.
constexpr TilePlace in_bands(int t, int rows, int columns, int group_m, int group_n) {
  if (group_n <= 0) return in_row_bands(t, rows, columns, group_m < 1 ? 1 : group_m);
  const TilePlace transposed = in_row_bands(t, columns, rows, group_n);
  return {transposed.column, transposed.row};
}

struct GroupTile {
  int group, tile;
};

/// Tile t of `groups` times `tiles` of them, dealt in bands: `band` tiles of the first group, of the second,
/// ... and again, so that groups with long reductions do not all run at one end. The last round may be
/// shorter.
constexpr GroupTile interleave_groups(int t, int groups, int tiles, int band) {
  const int round = t / (groups * band);
  const int first = round * band;
  const int width = tiles - first < band ? tiles - first : band;
  const int inside = t - first * groups;
  return {inside / width, first + inside % width};
}

}  // namespace lockstep::device
