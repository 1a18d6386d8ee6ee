// A problem's tensors in device memory: active parts hold the case's data, everything else is poison.
//
// Poison is what the contract does not read (rows of -1, rows past masked_m, planes of empty groups, their
// scales) and what D holds before the kernel runs. It is a pure function of the poison seed and the offset,
// so that a second seed gives a second, equally legal image (law `unread`), and so that untouched bytes of D
// can be told (law `untouched`).
#pragma once

#include <memory>

#include "case.hpp"
#include "data.hpp"
#include "emulator/machine/memory.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::cases {

class Tensors {
 public:
  /// All references must outlive the object. `poison` is the seed.
  Tensors(const Case& c, const operators::GroupedGemm& problem, const operators::GroupedGemmData& data,
          std::uint64_t poison);

  machine::Memory& memory() { return *memory_; }
  const kernels::GroupedGemmAddresses& addresses() const { return addresses_; }

  /// Adds the kernel's argument segment and returns its device address.
  std::uint64_t add_arguments(std::vector<std::byte> bytes);

  /// Codes of the active rows of D, [active rows][n], and how many bytes of them were never defined.
  std::vector<std::uint16_t> output();
  std::uint64_t undefined_output_bytes() const { return undefined_output_bytes_; }

  /// The first byte outside the active rows of D that does not hold its canary.
  struct Stray {
    std::int64_t row = 0, column = 0;  ///< element of D
    std::uint64_t offset = 0;          ///< byte of D
  };
  std::optional<Stray> first_stray_write() const;

 private:
  void add_operands();
  const operators::GroupedGemm& p_;
  const operators::GroupedGemmData& d_;
  std::uint64_t poison_;
  std::unique_ptr<machine::Memory> memory_;
  kernels::GroupedGemmAddresses addresses_;
  machine::Allocation* output_ = nullptr;
  std::uint64_t undefined_output_bytes_ = 0;
};

}  // namespace lockstep::cases
