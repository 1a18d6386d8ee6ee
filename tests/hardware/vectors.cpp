#include "tests/hardware/vectors.hpp"

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace lockstep::hardware {
namespace {

constexpr int kRows = 16;

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = {};
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

void put(std::ofstream& out, const Encoding& f, const std::vector<std::uint64_t>& codes) {
  for (const std::uint64_t code : codes)
    for (int byte = 0; byte < f.storage_bits / 8; ++byte) out.put(char(code >> (8 * byte)));
}

bool get(std::ifstream& in, const Encoding& f, std::size_t count, std::vector<std::uint64_t>& codes) {
  codes.assign(count, 0);
  for (std::uint64_t& code : codes)
    for (int byte = 0; byte < f.storage_bits / 8; ++byte) {
      const int c = in.get();
      if (c < 0) return false;
      code |= std::uint64_t(c) << (8 * byte);
    }
  return true;
}

/// The text or number after "key": in a line that write_vectors() wrote.
std::string field(const std::string& json, const std::string& key) {
  std::size_t at = json.find("\"" + key + "\":");
  if (at == std::string::npos) return {};
  at += key.size() + 3;
  if (json[at] != '"') return json.substr(at, json.find_first_of(",}", at) - at);
  return json.substr(at + 1, json.find('"', at + 1) - at - 1);
}

}  // namespace

bool record(Silicon& silicon, Id id, std::uint64_t seed, Vectors& vectors) {
  const Instruction& in = kInstructions[id];
  const int m = in.m < kRows ? in.m : kRows;
  vectors = {&in, m, silicon.device(), silicon.driver(), today(), seed, {}};
  const Range range{seed, kRegimeCount, 3 * kRegimeCount, false};  // chains of 1, 2 and 4
  std::vector<std::uint64_t> d;
  if (!silicon.results(id, range, d)) return false;
  for (std::uint64_t i = 0; i < range.count; ++i) {
    const Tile t = tile(in, seed, range.first + i);
    RecordedTile r{t.regime, t.steps, t.accumulate, {}, {}, {}, {}};
    for (int row = 0; row < m; ++row)
      for (int k = 0; k < in.k * t.steps; ++k) r.a.push_back(element(in, t, 0, row, k));
    for (int column = 0; column < in.n; ++column)
      for (int k = 0; k < in.k * t.steps; ++k) r.b.push_back(element(in, t, 1, column, k));
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < in.n; ++column) {
        r.c.push_back(accumulator(in, t, row, column));
        r.d.push_back(d[std::size_t((int(i) * in.m + row) * in.n + column)]);
      }
    vectors.tiles.push_back(std::move(r));
  }
  return true;
}

bool write_vectors(const std::filesystem::path& file, const Vectors& vectors) {
  const Instruction& in = *vectors.instruction;
  std::ofstream out(file, std::ios::binary);
  out << "{\"instruction\":\"" << in.name << "\",\"ptx\":\"" << in.ptx << "\",\"device\":\"" << vectors.device
      << "\",\"driver\":\"" << vectors.driver << "\",\"date\":\"" << vectors.date
      << "\",\"seed\":" << vectors.seed << ",\"m\":" << vectors.m << ",\"n\":" << in.n << ",\"k\":" << in.k
      << ",\"tiles\":" << vectors.tiles.size() << "}\n";
  for (const RecordedTile& t : vectors.tiles) {
    for (const int byte : {t.regime, t.steps, int(t.accumulate), 0}) out.put(char(byte));
    put(out, in.a, t.a);
    put(out, in.b, t.b);
    put(out, in.d, t.c);
    put(out, in.d, t.d);
  }
  return bool(out.flush());
}

bool read_vectors(const std::filesystem::path& file, Vectors& vectors, std::string& error) {
  std::ifstream in(file, std::ios::binary);
  std::string header;
  if (!std::getline(in, header)) return error = file.string() + ": no header", false;
  vectors = {nullptr,
             std::atoi(field(header, "m").c_str()),
             field(header, "device"),
             field(header, "driver"),
             field(header, "date"),
             std::strtoull(field(header, "seed").c_str(), nullptr, 10),
             {}};
  for (const Instruction& i : kInstructions)
    if (field(header, "instruction") == i.name) vectors.instruction = &i;
  if (vectors.instruction == nullptr) return error = file.string() + ": unknown instruction", false;
  const Instruction& i = *vectors.instruction;
  if (vectors.m < 1 || vectors.m > i.m || field(header, "n") != std::to_string(i.n) ||
      field(header, "k") != std::to_string(i.k))
    return error = file.string() + ": another shape than the instruction's", false;
  const std::size_t tiles = std::strtoull(field(header, "tiles").c_str(), nullptr, 10);
  const std::size_t m = std::size_t(vectors.m), n = std::size_t(i.n);
  for (std::size_t t = 0; t < tiles; ++t) {
    RecordedTile r{in.get(), in.get(), in.get() != 0, {}, {}, {}, {}};
    in.get();
    if (!in || r.regime < 0 || r.regime >= kRegimeCount || r.steps < 1 || r.steps > kMaxSteps)
      return error = file.string() + ": bad tile " + std::to_string(t), false;
    const std::size_t k = std::size_t(i.k * r.steps);
    if (!get(in, i.a, m * k, r.a) || !get(in, i.b, n * k, r.b) || !get(in, i.d, m * n, r.c) ||
        !get(in, i.d, m * n, r.d))
      return error = file.string() + ": ends inside tile " + std::to_string(t), false;
    vectors.tiles.push_back(std::move(r));
  }
  if (in.get() >= 0) return error = file.string() + ": bytes after the last tile", false;
  return true;
}

}  // namespace lockstep::hardware
