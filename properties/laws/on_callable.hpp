// A case's problem handed to an implementation that is no code object: a function of the host's, in any
// language.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "properties/problems/instance.hpp"

namespace lockstep::laws {

/// A tensor in host memory, as the operator's contract lays it out; what the contract does not define holds
/// poison.
struct HostTensor {
  std::string_view name;
  std::span<std::uint8_t> bytes;
  bool written = false;           ///< by the call; else it must be afterwards as it was
  std::shared_ptr<void> owner{};  ///< for who keeps the bytes longer than the call
};

/// What came of a call.
struct Reply {
  enum class Kind : std::uint8_t {
    ran,
    raised,    ///< it failed: the case falsifies law `clean`
    rejected,  ///< it takes no such problem
  };
  Kind kind = Kind::ran;
  std::string text{};  ///< what it says of that
};

using Callable = std::function<Reply(const cases::Case& c, const problems::Instance& instance,
                                     std::span<HostTensor> tensors)>;

/// Tensors of more bytes together are not handed over.
inline constexpr std::uint64_t kMostCallableBytes = std::uint64_t{1} << 31;

/// Calls it on copies of the tensors, between red zones, and leaves in those that are written what it made of
/// them, all of it defined. The outcome stops where it raises (a trap) or takes no such problem
/// (unsupported); bytes of a red zone or of an input that were overwritten are a finding.
machine::Outcome run_on(const Callable& callable, const cases::Case& c, const problems::Instance& instance,
                        const problems::Placed& placed);

}  // namespace lockstep::laws
