// The words that ask for a check: one row each, for --help and for lines that reproduce.
#pragma once

#include <string>

#include "emulator/checks/on_request.hpp"

namespace lockstep::cli {

struct CheckOnRequest {
  const char* word;
  bool checks::OnRequest::* asked;
  const char* help;
};

inline constexpr CheckOnRequest kChecksOnRequest[] = {
    {"--regions", &checks::OnRequest::regions,
     "also report loads of bytes that the contract does not read, such as padding, even if unused"},
    {"--clamped", &checks::OnRequest::clamped,
     "also report buffer accesses past num_records, which read 0 or are dropped"},
};

/// Those that were asked for, each behind a space.
inline std::string words_of(const checks::OnRequest& asked) {
  std::string words;
  for (const CheckOnRequest& check : kChecksOnRequest)
    if (asked.*check.asked) words += std::string(" ") + check.word;
  return words;
}

}  // namespace lockstep::cli
