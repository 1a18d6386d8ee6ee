#include "emulator/launch/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lockstep::launch {
namespace {

// FIPS 180-4, 4.2.2.
constexpr std::array<std::uint32_t, 64> kConstants{
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

constexpr std::uint32_t turn(std::uint32_t x, int a, int b, int c) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

std::uint32_t load_big(const std::uint8_t* p) {
  return std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3];
}

}  // namespace

void Sha256::block(const std::uint8_t* bytes) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = load_big(bytes + 4 * i);
  for (std::size_t i = 16; i < 64; ++i)
    w[i] = w[i - 16] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3)) + w[i - 7] +
           (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10));
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 = h + turn(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + kConstants[i] + w[i];
    const std::uint32_t t2 = turn(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> sum{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += sum[i];
}

void Sha256::add(std::span<const std::uint8_t> data) {
  while (!data.empty()) {
    const std::size_t within = bytes_ % 64, part = std::min(64 - within, data.size());
    if (part == 64) {
      block(data.data());
    } else {
      std::memcpy(&held_[within], data.data(), part);
      if (within + part == 64) block(held_.data());
    }
    bytes_ += part;
    data = data.subspan(part);
  }
}

std::string Sha256::finish() {
  const std::uint64_t bits = bytes_ * 8;
  constexpr std::array<std::uint8_t, 64> kEnd{0x80};
  add(std::span(kEnd).first(1 + (119 - bytes_ % 64) % 64));
  std::array<std::uint8_t, 8> length;
  for (std::size_t i = 0; i < 8; ++i) length[i] = std::uint8_t(bits >> (56 - 8 * i));
  add(length);
  std::string text;
  for (const std::uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
  return text;
}

}  // namespace lockstep::launch
