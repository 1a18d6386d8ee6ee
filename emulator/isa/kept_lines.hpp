// What LLVM said of encodings, from one process to the next: loading it and asking it takes most of the time
// of a short command. A file is of one arch, one build of Lockstep, and the LLVM that was asked, as long as
// that library is as it was. Where a file is damaged, or can't be written, that costs time and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/isa/encodings.hpp"

namespace lockstep::isa {

/// From now on lines are read from this folder, and at the end of the process written there, if it learned
/// any. An empty name: neither.
void keep_lines_in(std::string folder);

/// Lines of encodings, as a file has them.
class LineFile {
 public:
  using Lines = std::map<EncodedDwords, std::string>;

  /// The file's bytes. `about` says what the lines depend on.
  static std::string write(std::string_view about, const Lines& lines);
  /// Holds no lines where the bytes are not what write() gave of the same `about`.
  static LineFile read(std::string bytes, std::string_view about);

  /// The line, terminated by 0, and the instruction's size; nullptr where it is not known.
  const char* find(std::span<const std::uint32_t> dwords, std::size_t& size) const;
  Lines all() const;

 private:
  struct Row {
    EncodedDwords encoding;
    std::uint32_t at;  ///< where its line begins in bytes_
  };
  static_assert(sizeof(Row) == 24);

  std::string bytes_;
  std::vector<Row> rows_;  // ascending
};

/// The lines of an arch that this process read, and those that it learned. Threads may use one at once.
class KeptLines {
 public:
  static KeptLines& of(const arch::Arch& arch);

  /// Like LineFile::find().
  const char* find(std::span<const std::uint32_t> dwords, std::size_t& size) const {
    return read_.find(dwords, size);
  }
  void learn(const EncodedDwords& encoding, std::string_view line);
  /// Writes what was learned to the file, beside what others have written there since.
  void save();

 private:
  explicit KeptLines(const arch::Arch& arch);

  const arch::Arch& arch_;
  std::string path_;  // empty: no file
  LineFile read_;
  std::mutex learning_;
  LineFile::Lines learned_;
};

}  // namespace lockstep::isa
