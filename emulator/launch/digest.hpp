// SHA-256 (FIPS 180-4), fed in pieces.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace lockstep::launch {

class Sha256 {
 public:
  void add(std::span<const std::uint8_t> data);
  /// The digest of everything added, in hexadecimal; nothing may be added afterwards.
  std::string finish();

 private:
  void block(const std::uint8_t* bytes);

  std::array<std::uint32_t, 8> state_{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                      0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  std::array<std::uint8_t, 64> held_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace lockstep::launch
