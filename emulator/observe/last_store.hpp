// Who wrote a byte last: one of device memory, or one of a workgroup's LDS before somebody read it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "emulator/code_object/source_lines.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::observe {

/// A byte of LDS, as the operation of this number of a wave reads it.
struct LdsRead {
  int wave = -1;
  std::uint64_t number = 0;  ///< Pending::number
  std::uint64_t address = 0;
};

/// The operation that wrote a byte.
struct Store {
  /// `of_code`: its lines, which outlive this.
  explicit Store(const code_object::SourceLines& of_code) : lines(&of_code) {}

  bool found() const { return wave >= 0; }
  /// "global_store_dword v0, v1, s[2:3] @0x40 at gemm.hip:7, workgroup 0,0,0 wave 0 lane 3"
  std::string text() const;
  /// An instruction with its place.
  std::string place(const machine::PreparedInstruction& prepared) const;
  /// Takes over the operation's place; `of_lane`: whose data it writes, and which dword of these.
  void note(const machine::Wave& by, const machine::Pending& pending, std::size_t of_lane,
            std::size_t at_dword);

  std::array<std::uint32_t, 3> workgroup{};
  int wave = -1;
  std::size_t lane = 0, dword = 0;
  bool has_lane = true;             ///< false of a copy by the whole wave
  int element = 0;                  ///< which of its operands has the data: ds_write2 has two
  std::uint64_t number = 0;         ///< Pending::number
  std::string instruction;          ///< and its place
  std::uint64_t at = 0;             ///< its address in the code object
  std::optional<LdsRead> from_lds;  ///< a copy out of LDS: where it read the byte
  const code_object::SourceLines* lines;
};

/// Sees which operation writes a byte of device memory last. For one thread.
class LastStore final : public machine::Observer, public Store {
 public:
  LastStore(std::uint64_t address, const code_object::SourceLines& of_code)
      : Store(of_code), address_(address) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  std::uint64_t address_;
};

/// Sees which operation of a reader's workgroup wrote a byte of LDS last before the reader read it. For one
/// thread.
class LastLdsStore final : public machine::Observer {
 public:
  LastLdsStore(const Store& reader, LdsRead read) : read_(read), now_(*reader.lines), found_(*reader.lines) {
    now_.workgroup = reader.workgroup;
  }
  void workgroup_begins(const machine::Workgroup& group) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

  /// "which nothing wrote", "written by …", "which … copied from byte 0x40 of b",
  /// "which … was still to fill".
  const std::string& text() const { return said_; }
  /// The store from registers that wrote it; nullptr: there is none.
  const Store* store() const { return found_.found() ? &found_ : nullptr; }

 private:
  static constexpr const char* kNobody = "which nothing wrote";
  bool is_mine(const machine::Wave& wave) const;

  LdsRead read_;
  Store now_, found_;  ///< the last so far; the last before the read
  std::string saying_ = kNobody, said_ = kNobody;
};

/// Whether it is a part of a tensor copy, whose lanes are none of the wave's.
bool is_tensor_copy(const machine::Pending& pending);

/// The address in LDS of a lane's data, from this dword on; of a copy between memory and LDS, too.
std::uint64_t lds_address(const machine::Pending& pending, std::size_t lane, std::size_t dword = 0);

}  // namespace lockstep::observe
