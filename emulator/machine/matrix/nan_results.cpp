// NaNs as results of matrix instructions, whose sign and payload nobody has measured on CDNA.
#include <array>
#include <string_view>
#include <utility>

#include "emulator/machine/matrix/execute.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::machine {

namespace {

/// The format of D, which is the first that a mnemonic names; nullptr for integers and f64.
const formats::Format* result_format(std::string_view mnemonic) {
  constexpr std::array kFormats{std::pair{"_f32_", &formats::float32}, std::pair{"_f16_", &formats::float16},
                                std::pair{"_bf16_", &formats::bfloat16},
                                std::pair{"_bf16f32_", &formats::bfloat16}};
  const formats::Format* first = nullptr;
  std::size_t at = std::string_view::npos;
  for (const auto& [name, format] : kFormats)
    if (const std::size_t found = mnemonic.find(name); found < at) at = found, first = format;
  return first;
}

std::uint32_t nan_of(const formats::Format& format, unsigned number) {
  return (number % 2 != 0 ? format.sign_mask() : 0) |
         (number % 4 < 2 ? formats::nan_code(format) : format.magnitude_mask());
}

}  // namespace

void vary_nans(Wave& wave, const PreparedInstruction& prepared) {
  constexpr int kDword = 32;
  const formats::Format* const format = result_format(prepared.instruction->mnemonic);
  if (format == nullptr) return;
  const isa::Operand& d = *prepared.instruction->destination();
  const int first = unified_register(wave, d);
  for (int r = 0; r < d.count; ++r) {
    std::uint32_t* const lanes = wave.vector.lanes_to_write(first + r);  // the instruction has marked them
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
      for (int bit = 0; bit < kDword; bit += format->bits) {
        const std::uint32_t mask = format->code_mask();
        if (!formats::is_nan(*format, lanes[lane] >> bit & mask)) continue;
        lanes[lane] = (lanes[lane] & ~(mask << bit)) | nan_of(*format, lane + unsigned(r + bit)) << bit;
      }
  }
}

}  // namespace lockstep::machine
