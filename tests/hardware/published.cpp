#include "tests/hardware/published.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "emulator/arithmetic/matrix/units/units.hpp"

namespace lockstep::hardware {
namespace {

bool parse_codes(const std::string& text, const formats::Format& f, std::vector<std::uint32_t>& codes) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::uint32_t code = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, code, 16);
    if (error != std::errc() || stop != end || (code & ~f.code_mask<std::uint32_t>()) != 0) return false;
    codes.push_back(code);
  }
  return true;
}

/// "a... / b... / c = d", appended to what its GPU gave before.
bool parse_dot(std::string line, Published& p) {
  std::replace(line.begin(), line.end(), '=', '/');
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '/');) fields.push_back(field);
  const matrix::Unit& unit = *p.unit;
  std::vector<std::uint32_t> a, b;
  const std::size_t count = p.d.size();
  if (fields.size() != 4 || !parse_codes(fields[0], *unit.a, a) || !parse_codes(fields[1], *unit.b, b) ||
      !parse_codes(fields[2], *unit.c, p.c) || !parse_codes(fields[3], *unit.d, p.d))
    return false;
  if (count == 0) p.k = int(a.size());
  p.a.insert(p.a.end(), a.begin(), a.end());
  p.b.insert(p.b.end(), b.begin(), b.end());
  return a.size() == std::size_t(p.k) && b.size() == a.size() && p.k % matrix::least_k(unit) == 0 &&
         p.c.size() == count + 1 && p.d.size() == count + 1;
}

}  // namespace

matrix::DotBatch Published::batch(std::uint32_t* results) const {
  return {d.size(), k, unit->a, unit->b, a.data(), b.data(), c.data(), nullptr, nullptr, results};
}

bool parse_published(const std::string& unit, const std::string& text, std::vector<Published>& all,
                     std::string& error) {
  const matrix::Unit* found = matrix::find_unit(unit);
  if (found == nullptr || found->a == nullptr || found->scale_block != 0) {
    error = unit + ": no unscaled matrix unit of one operand format";
    return false;
  }
  std::string source;
  const std::size_t first = all.size();
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto rest_of = [&](const char* word) { return line.substr(std::string(word).size()); };
    if (line.starts_with("source ")) {
      source = rest_of("source ");
    } else if (line.starts_with("gpu ")) {
      all.push_back({found, rest_of("gpu "), source, 0, {}, {}, {}, {}});
    } else if (all.size() == first || source.empty() || !parse_dot(line, all.back())) {
      error =
          unit + ", line " + std::to_string(number) + ": not 'a... / b... / c = d' below a source and a gpu";
      return false;
    }
  }
  return true;
}

std::vector<Published> read_published(std::string& error) {
  std::vector<Published> all;
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_PUBLISHED)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!parse_published(entry.path().stem().string(), text.str(), all, error)) return {};
  }
  return all;
}

}  // namespace lockstep::hardware
