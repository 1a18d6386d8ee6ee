// Which elements of which operand each byte of device memory holds: found by placing the problem with
// operands whose elements are their own numbers, so that layouts and shuffles are those that the kernel gets.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "properties/problems/instance.hpp"

namespace lockstep::laws {

class OperandLeaves {
 public:
  /// `place`: places a problem as the launches get it.
  using Place = std::function<problems::Placed(const problems::Instance&)>;
  OperandLeaves(const fingerprint::Hasher& hasher, const problems::Provable& problem, const Place& place);

  /// The leaf that a byte of memory holds before the launches; none where it belongs to no operand. A byte of
  /// an operand that the contract does not read is a leaf of its own, unlike all others.
  fingerprint::Fingerprint at(std::uint64_t address) const;

  const std::vector<std::string>& operands() const { return names_; }
  std::uint64_t bytes() const { return bytes_; }  ///< how large all operands are that the contract reads

 private:
  /// An element's number is written into the problem digit by digit, each as wide as the element.
  struct Digit {
    std::unique_ptr<problems::Instance> counted;
    problems::Placed placed;
  };
  struct Region {
    std::uint64_t begin = 0, end = 0;
    std::uint32_t operand = 0;
    int bits = 8;  ///< the width of an element
  };
  static constexpr std::uint64_t kPage = 4096;
  using Page = std::array<fingerprint::Fingerprint, kPage>;

  const Region* region_of(std::uint64_t address) const;
  std::uint64_t number(std::uint64_t address, int bits, int shift) const;
  bool is_undefined(std::uint64_t address) const;
  fingerprint::Fingerprint find(const Region& region, std::uint64_t address) const;

  const fingerprint::Hasher& hasher_;
  std::vector<std::string> names_;
  std::uint64_t bytes_ = 0;
  std::vector<Digit> digits_;
  std::vector<Region> regions_;
  mutable std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lockstep::laws
