// Who stored which bytes of device memory last: what a map of an output says of its elements.
#pragma once

#include <cstdint>
#include <map>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::pages {

class StoreLog final : public machine::Observer {
 public:
  /// Of more stores than this nothing more is remembered.
  explicit StoreLog(std::size_t most = std::size_t{1} << 20) : most_(most) {}

  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

  /// Of the byte at an address; nullptr: nobody, as far as is known.
  const machine::Writer* find(std::uint64_t address) const;

 private:
  struct Store {
    std::uint64_t bytes;
    machine::Writer by;
  };
  std::size_t most_;
  std::map<std::uint64_t, Store> stores_;  ///< by their first byte
};

}  // namespace lockstep::pages
