// Whether what was said of results holds of their values.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "tests/isa_forms/followed_wave.hpp"

namespace lockstep::tests {

/// The values that fingerprints were seen with.
class Values {
 public:
  /// What is wrong with a result; empty: nothing.
  std::string add(const Result& r) {
    for (std::size_t b = 0; b < 4; ++b) {
      if (r.from[b].none()) continue;
      const auto byte = std::uint8_t(r.value >> 8 * b);
      const auto [at, is_new] = seen_.try_emplace(r.from[b], byte);
      if (!is_new && at->second != byte)
        return fmt::format("byte {} of {} is {:#04x}, and another of this fingerprint was {:#04x}", b,
                           name_of(r), byte, at->second);
    }
    return {};
  }

 private:
  std::unordered_map<Fingerprint, std::uint8_t> seen_;
};

/// What is wrong with what was said of results of the same known values and other data.
inline std::string changed(const Result& a, const Result& b) {
  for (std::size_t i = 0; i < 4; ++i)
    if (a.from[i].none() != b.from[i].none() ||
        (a.from[i].none() && std::uint8_t(a.value >> 8 * i) != std::uint8_t(b.value >> 8 * i)))
      return fmt::format("byte {} of {} depends on data: {:#x}, {:#x}", i, name_of(a), a.value, b.value);
  return {};
}

/// Whether an instruction is tried: those of memory and control are not.
inline bool is_tried(const isa::Instruction& i) {
  const auto& operation = i.semantics->operation;
  return !std::holds_alternative<isa::Memory>(operation) &&
         !std::holds_alternative<isa::TensorCopy>(operation) &&
         !std::holds_alternative<isa::CacheControl>(operation) &&
         !std::holds_alternative<isa::Control>(operation);
}

/// Every form of every mnemonic that kernels use, of an arch.
inline std::unique_ptr<OneWave> followed_forms(const std::string& arch) {
  return std::make_unique<OneWave>(arch, bytes_of(fmt::format("{}/forms.{}", LOCKSTEP_FORMS, arch)));
}

}  // namespace lockstep::tests
