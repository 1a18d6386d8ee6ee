// Asks a GPU what kernels give: record_kernel_answers DEVICE DATE < CASES, a case line each, none of which
// may fail.
#include <cstdio>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include "tests/hardware/kernel_answers.hpp"

using namespace lockstep;

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto device =
      devices::open_cuda(std::stoi(std::string(words[1]).substr(std::string("cuda:").size())));
  if (!device) {
    fmt::print(stderr, "{}\n", device.error().text);
    return 77;
  }
  const devices::Identity& id = (*device)->identity();
  fmt::print("{} ({}), {}, {}\n", id.name, id.arch, id.driver, words[2]);
  for (std::string line; std::getline(std::cin, line);) {
    const auto c = cases::parse(line);
    const auto answer = c ? hardware::ask(*c, **device) : tl::unexpected(c.error());
    if (!answer) {
      fmt::print(stderr, "{}: {}\n", line, answer.error());
      return 1;
    }
    fmt::print("{}\n", hardware::text_of(*answer));
  }
  return 0;
}
