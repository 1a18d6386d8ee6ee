// Rows of each group as a line has them: 17,0,256*3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cases {

std::string print_rows(const std::vector<std::int32_t>& m);

/// False, and `m` as it was, where the text is no such list or lists more groups than a test may have.
bool read_rows(std::string_view text, std::vector<std::int32_t>& m);

}  // namespace lockstep::cases
