// What kernels of sm_90 gave on a GPU: lines of
//
//   CASE | the codes of its outputs, four hexadecimal digits each
//
// under a first line that says of what GPU, with what driver, and when. The inputs are the case's, by its
// seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "devices/device.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::hardware {

struct KernelAnswer {
  cases::Case the_case;
  std::vector<std::uint32_t> codes;  ///< of its only output
};

struct KernelAnswers {
  std::string origin;
  std::vector<KernelAnswer> all;
};

tl::expected<KernelAnswers, std::string> read_answers(const std::string& file);
std::string text_of(const KernelAnswer& answer);

/// Runs a case on a device.
tl::expected<KernelAnswer, std::string> ask(const cases::Case& c, devices::Device& device);

}  // namespace lockstep::hardware
