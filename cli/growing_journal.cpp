#include "cli/growing_journal.hpp"

#include <algorithm>
#include <fstream>

namespace lockstep::cli {

std::uint64_t GrowingJournal::cases() {
  std::ifstream file(path_, std::ios::binary);
  file.seekg(std::streamoff(read_));
  char buffer[1 << 16];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    read_ += std::uint64_t(file.gcount());
    lines_ += std::uint64_t(std::count(buffer, buffer + file.gcount(), '\n'));
  }
  return lines_ > 0 ? lines_ - 1 : 0;  // the first says what is run
}

}  // namespace lockstep::cli
