// Hands a target to libFuzzer: built with the preset `fuzzers` only.
#include <algorithm>

#include "tests/fuzz/target.hpp"

// Names and types are libFuzzer's.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t largest);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lockstep::fuzz::run_one({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t largest,
                                               unsigned seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, largest);
  std::vector<std::uint8_t> input(data, data + size);
  lockstep::fuzz::mutate(input, seed, largest);
  const std::size_t kept = std::min(input.size(), largest);
  std::copy_n(input.begin(), kept, data);
  return kept;
}
