#include "cli/output_file.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace lockstep::cli {

void complain_of_file(const std::string& failure) {
  fmt::print(stderr, "lockstep: can't write {}; the results above stand, the file was not written\n",
             failure);
}

bool write_or_complain(const std::string& path, std::string_view contents) {
  return write_or_complain(path, [contents](const Piece& piece) { return piece(contents); });
}

bool write_or_complain(const std::string& path, const Contents& contents) {
  const std::string failure = write_whole(path, contents);
  if (failure.empty()) return true;
  complain_of_file(failure);
  return false;
}

}  // namespace lockstep::cli
