// convert_floats FORMAT CONVERSION: reads binary32 numbers from standard input and writes their codes, 32
// bits each. convert_floats FORMAT decode:     reads codes, 32 bits each, and writes their values as
// binary64.
//
// e8m0 has a single conversion here, to the nearest power of two with ties up: the recipe pytorch_cast,
// undivided.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace {

using namespace lockstep;

template <typename From, typename Function>
int transform(const Function& function) {
  From in{};
  while (std::fread(&in, sizeof in, 1, stdin) == 1) {
    const auto out = function(in);
    if (std::fwrite(&out, sizeof out, 1, stdout) != 1) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const formats::Format* f = argc == 3 ? formats::find(argv[1]) : nullptr;
  if (f == nullptr) return 2;
  if (std::string_view(argv[2]) == "decode")
    return transform<std::uint32_t>([f](std::uint32_t code) { return formats::to_double(*f, code); });
  if (f->specials == formats::Specials::exponent_only) {
    // The rule divides by the largest element; a format whose largest number is 1 leaves its argument alone.
    constexpr formats::Format kOne{"one", 2, 1, 0, 1, true, formats::Specials::finite};
    static_assert(formats::to_double(kOne, formats::largest_finite(kOne)) == 1);
    const scaling::ScaleRule* cast = scaling::find_scale_rule("pytorch_cast");
    return transform<float>([cast, kOne](float x) { return cast->code(x, kOne); });
  }
  const formats::Conversion* c = formats::find_conversion(argv[2]);
  if (c == nullptr) return 2;
  return transform<float>([c, f](float x) { return formats::convert(*c, *f, x); });
}
