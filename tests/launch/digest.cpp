#include "emulator/launch/digest.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"

using lockstep::launch::Sha256;

namespace {

std::string digest(std::string_view text) {
  Sha256 sha;
  sha.add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  return sha.finish();
}

}  // namespace

// NIST, "SHA-256" example computations, and the empty message of its short-message test vectors.
TEST_CASE("published digests") {
  CHECK(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(digest(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("pieces make no difference") {
  for (std::size_t length = 0; length < 200; ++length) {
    const std::vector<std::uint8_t> bytes(length, std::uint8_t(length));
    Sha256 whole, pieces;
    whole.add(bytes);
    for (std::size_t at = 0; at < length; at += 7)
      pieces.add(std::span(bytes).subspan(at, std::min<std::size_t>(7, length - at)));
    REQUIRE(whole.finish() == pieces.finish());
  }
}
