// The objects assembled for these tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

inline std::vector<std::byte> read_object(const std::string& name) {
  auto bytes = host::read_file(std::string(LOCKSTEP_OBJECTS) + "/" + name);
  REQUIRE(bytes);
  return *std::move(bytes);
}

inline code_object::CodeObject parse_object(const std::string& name) {
  auto object = code_object::parse(name, read_object(name));
  if (!object) FAIL(object.error().text());
  return *std::move(object);
}

template <class T>
T field(const std::vector<std::byte>& bytes, std::size_t at) {
  T value;
  REQUIRE(at + sizeof(T) <= bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
void set_field(std::vector<std::byte>& bytes, std::size_t at, T value) {
  REQUIRE(at + sizeof(T) <= bytes.size());
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

}  // namespace lockstep::tests
