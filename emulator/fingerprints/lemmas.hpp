// Lemmas: programs of one word that compute a function which orders name, shown by all 2^32 words.
//
// `lockstep check lemmas` tries them all again; a test tries those around every step of the function.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/fingerprints/word_functions.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::fingerprint {

struct Lemma {
  Function function;              ///< of one word
  const formats::Format* result;  ///< of 16 bits; nullptr: words as word_of() gives them
  std::string program;            ///< as WordFunctions prints it
};

std::span<const Lemma> lemmas();

/// The function of one word that the program computes, if a lemma says so. NaNs count as one value.
std::optional<Function> function_of(std::string_view program);

/// What a function of a block's largest magnitude makes of it: divisor_e2m1 and those below it.
std::uint32_t word_of(Function function, std::uint32_t largest);

/// The value of the bytes; of a function that a lemma names, that function's, and the bytes become its.
Fingerprint named_value(const Hasher& hasher, const WordFunctions& functions, std::span<Byte> bytes);

struct Counterexample {
  std::uint32_t word, found, expected;
};
/// The first of the words first, first + step, ... of which the program makes something else than the
/// function does; none if all agree. Fails where the program can't be read.
tl::expected<std::optional<Counterexample>, std::string> counterexample(const Lemma& lemma,
                                                                        std::uint64_t first,
                                                                        std::uint64_t count,
                                                                        std::uint32_t step = 1);

}  // namespace lockstep::fingerprint
