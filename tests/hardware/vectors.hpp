// Recorded vectors: tiles that a GPU was given, with what it answered. One file per instruction:
//
//   one line of JSON: instruction, ptx, device, driver, date, seed, m, n, k, tiles
//   per tile: u8 regime, u8 steps, u8 accumulate, u8 0, then A [m][k * steps], B [n][k * steps], C [m][n],
//   D [m][n], each a code of its format's whole bytes, little-endian
//
// D is what the chain of `steps` instructions gave. m is 16 for wgmma too: the first rows of its 64.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {

struct RecordedTile {
  int regime, steps;
  bool accumulate;
  std::vector<std::uint64_t> a, b, c, d;
};

struct Vectors {
  const Instruction* instruction;
  int m;
  std::string device, driver, date;
  std::uint64_t seed;
  std::vector<RecordedTile> tiles;
};

/// Runs one tile of every regime and chain length.
bool record(Silicon& silicon, Id id, std::uint64_t seed, Vectors& vectors);

bool write_vectors(const std::filesystem::path& file, const Vectors& vectors);

/// On failure false, and `error` says why.
bool read_vectors(const std::filesystem::path& file, Vectors& vectors, std::string& error);

}  // namespace lockstep::hardware
