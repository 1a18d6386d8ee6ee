#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/random.hpp"
#include "tests/fuzz/target.hpp"

namespace lockstep::fuzz {
namespace {

using host::Random;

// Values at which arithmetic on sizes and offsets changes its mind.
constexpr std::uint64_t kEdges[] = {0,          1,          4,          0x7F,        0x80,
                                    0xFF,       0x100,      0x7FFF,     0xFFFF,      0x10000,
                                    0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, ~std::uint64_t{0}};

std::size_t place(Random& random, const std::vector<std::uint8_t>& v, std::size_t unit) {
  return random.below(v.size() / unit) * unit;
}

void set_edge(Random& random, std::vector<std::uint8_t>& v) {
  const std::size_t width = std::size_t{1} << random.below(4);
  if (v.size() < width) return;
  const std::uint64_t value =
      kEdges[random.below(std::size(kEdges))] + (random.below(4) == 0 ? random.below(5) - 2 : 0);
  std::memcpy(&v[random.below(v.size() - width + 1)], &value, width);
}

void change_once(Random& random, std::vector<std::uint8_t>& v, std::size_t largest) {
  const std::size_t unit = random.below(2) == 0 || v.size() < 4 ? 1 : 4;
  if (v.size() < unit) {
    v.push_back(std::uint8_t(random.next()));
    return;
  }
  const std::size_t at = place(random, v, unit), from = place(random, v, unit);
  switch (random.below(7)) {
    case 0:
      v[random.below(v.size())] ^= std::uint8_t(1u << random.below(8));
      break;
    case 1:
      v[random.below(v.size())] = std::uint8_t(random.next());
      break;
    case 2:
      set_edge(random, v);
      break;
    case 3:
      std::memmove(&v[at], &v[from], unit);
      break;
    case 4:
      std::swap_ranges(v.begin() + std::ptrdiff_t(at),
                       v.begin() + std::ptrdiff_t(at + (at == from ? 0 : unit)),
                       v.begin() + std::ptrdiff_t(from));
      break;
    case 5: {
      if (v.size() + unit > largest) break;
      const std::vector<std::uint8_t> piece(v.begin() + std::ptrdiff_t(from),
                                            v.begin() + std::ptrdiff_t(from + unit));
      v.insert(v.begin() + std::ptrdiff_t(at), piece.begin(), piece.end());
      break;
    }
    default:
      v.erase(v.begin() + std::ptrdiff_t(at), v.begin() + std::ptrdiff_t(at + unit));
  }
}

}  // namespace

void demand(bool condition, const char* words) {
  if (condition) return;
  std::fprintf(stderr, "finding: %s\n", words);
  std::abort();
}

void mutate(std::vector<std::uint8_t>& input, std::uint64_t seed, std::size_t largest) {
  Random random(seed);
  for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes)
    change_once(random, input, largest);
  if (random.below(64) == 0) input.resize(random.below(input.size() + 1));
}

}  // namespace lockstep::fuzz
