// Tensors in device memory: what the contract reads holds the case's data, everything else is poison.
//
// Poison is a pure function of the poison seed and the offset, so that a second seed gives a second, equally
// legal image (law `unread`), and so that bytes of an output that were not to be written can be told (law
// `untouched`).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "emulator/machine/memory/memory.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

using Bytes = std::span<std::uint8_t>;

/// Copies the part of `source`, which stands at byte `start` of the tensor, that falls into the window
/// [offset, offset + data.size()), and marks it defined.
void overlay(std::uint64_t offset, Bytes data, Bytes undefined, std::uint64_t start,
             std::span<const std::uint8_t> source);

/// What values, an array or a list of them, are in memory.
template <typename Values>
std::span<const std::uint8_t> bytes_of(const Values& values) {
  return {reinterpret_cast<const std::uint8_t*>(std::data(values)),
          std::size(values) * sizeof(*std::data(values))};
}

/// A fill of rows: row `row_of(i)`, for i ascending, begins at byte row_of(i) * row_bytes and holds bytes [i
/// * row_bytes, (i + 1) * row_bytes) of `source`; `rows` is ascending. Both must outlive the fill.
machine::Fill fill_rows(const std::vector<operators::OutputRow>& rows, std::uint64_t row_bytes,
                        std::span<const std::uint8_t> source);

/// A fill that is read whole.
machine::Fill fill_all(std::span<const std::uint8_t> source);

/// Pages of inputs that all images of a problem have in common, whatever their poison. Safe from any thread.
class InputPages {
 public:
  /// The pages of the input in a slot, which has so many bytes in every image.
  machine::SharedPages& of(int slot, std::uint64_t bytes);

 private:
  std::mutex held_;
  std::map<int, machine::SharedPages> by_slot_;
};

/// What the undefined bytes of a tensor hold in place of poison; outlives the tensors.
using Beneath = std::span<const std::uint8_t>;

class Tensors {
 public:
  /// `pages` outlive the tensors.
  Tensors(cases::BasePlacement place, std::uint64_t poison, InputPages& pages);

  machine::Memory& memory() { return memory_; }

  /// An operand that may only be read: `defined` writes what the contract reads and marks it defined; every
  /// other byte is undefined and holds `beneath`, of the tensor's size, or where that is empty poison.
  /// Returns its device address. A tensor of zero bytes has an address that nobody owns.
  std::uint64_t add_input(const char* name, std::uint64_t bytes, std::uint64_t alignment,
                          machine::Fill defined, Beneath beneath = {});
  /// An output of the contract; `initial` (optional) gives what its written rows hold before, for operators
  /// that read them. Outputs are numbered in the order in which they are added, which must be that of
  /// Instance::outputs().
  std::uint64_t add_output(const operators::Output& output, std::uint64_t alignment,
                           machine::Fill initial = {});
  /// Memory between launches: writable, undefined, of no interest afterwards. `initial` as above.
  std::uint64_t add_workspace(const char* name, std::uint64_t bytes, std::uint64_t alignment,
                              machine::Fill initial = {});
  /// Another name for the tensor at an address; of nothing where that is 0. Launch recipes point to it.
  void add_alias(const char* name, std::uint64_t address);
  /// A kernel's argument segment.
  std::uint64_t add_arguments(std::vector<std::byte> bytes);

  /// Every tensor and workspace by its name.
  struct Named {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
    machine::Fill defined{};  ///< what an input holds, or a workspace that is not all poison
    const operators::Output* output = nullptr;
  };
  const std::vector<Named>& named() const { return named_; }
  /// Second names for tensors, and names for none, at address 0.
  const std::vector<Named>& aliases() const { return aliases_; }
  /// Puts a second tensor of that name in an input's place, of `bytes` bytes, whose fill is made of the first
  /// one's.
  void relay_input(std::string_view name, std::uint64_t bytes,
                   const std::function<machine::Fill(machine::Fill)>& of);

  std::uint64_t address_of_output(std::size_t output) const { return outputs_[output].allocation->base(); }

  /// Codes of the written rows of every output, how many of their bytes are undefined, and how many of these
  /// hold their canary still: nothing wrote them.
  struct Contents {
    operators::Codes codes;
    std::uint64_t undefined_bytes = 0, unwritten_bytes = 0;
    struct Byte {
      std::size_t output = 0;
      std::uint64_t offset = 0;
    };
    std::optional<Byte> first_undefined{};
  };
  Contents contents();

  /// The first byte outside the written rows of an output that does not hold its canary.
  struct Stray {
    std::size_t output = 0;
    std::int64_t row = 0, column = 0;   ///< element of the tensor
    std::uint64_t offset = 0;           ///< byte of the tensor
    std::uint64_t bytes = 0, rows = 0;  ///< all that changed, of all outputs
  };
  std::optional<Stray> first_stray_write() const;

 private:
  struct Held {
    const operators::Output* output;
    machine::Allocation* allocation;
    std::uint64_t poison;
  };

  machine::Allocation* add(const char* name, std::uint64_t bytes, std::uint64_t alignment, bool writable,
                           machine::Fill defined, Beneath beneath, std::uint64_t* poison,
                           std::uint64_t* base);

  cases::BasePlacement place_;
  std::uint64_t poison_;
  InputPages& pages_;
  int slot_ = 0;
  machine::Memory memory_;
  std::vector<Held> outputs_;
  std::vector<Named> named_, aliases_;
};

}  // namespace lockstep::problems
