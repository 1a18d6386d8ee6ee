// Data to measure quantisers with: element i of a distribution is a pure function of a seed and of i.
//
// They are drawn by comparing, adding, multiplying, dividing and taking square roots, all of which IEEE 754
// rounds correctly, so that every machine draws the same bits: no logarithm, exponential or cosine of a
// library.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "host/random.hpp"

namespace lockstep::scaling {

enum class Distribution : std::uint8_t {
  gaussian,    ///< mean 0, variance 1
  student_t3,  ///< heavy tails: Student's t with three degrees of freedom
  outliers,    ///< gaussian, one of each 128 consecutive elements times 100
};

inline constexpr std::array kDistributions{Distribution::gaussian, Distribution::student_t3,
                                           Distribution::outliers};

std::string_view name(Distribution distribution);

/// A draw of the normal distribution, rounded to double. By von Neumann's comparisons of uniform numbers, as
/// in C. F. F. Karney, Sampling exactly from the normal distribution, ACM TOMS 42 (2016), algorithm N.
double normal(host::Random& random);

std::vector<float> samples(Distribution distribution, std::uint64_t seed, std::size_t count);

}  // namespace lockstep::scaling
