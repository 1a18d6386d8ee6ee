// The kernel `scale` of docs/examples and a launch of it.
#pragma once

#include "emulator/launch/placement.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

inline std::shared_ptr<const machine::LoadedCode> scale_code() {
  const auto bytes = host::read_file(LOCKSTEP_EXAMPLES "/scale.co");
  REQUIRE(bytes);
  auto object = code_object::parse("scale.co", *bytes);
  REQUIRE(object);
  auto code = machine::LoadedCode::load(std::move(*object));
  REQUIRE(code);
  return *code;
}

inline launch::Number f32(const char* text) {
  const launch::Element e = *launch::find_element("f32");
  return {"f32", e, *launch::encode(e, text)};
}

/// out = 2 * in, two workgroups of 64 floats; in[i] = 3.
inline launch::Description scale_launch() {
  launch::Description d;
  d.geometry.grid = {2, 1, 1};
  d.geometry.block = {64, 1, 1};
  d.buffers.resize(2);
  d.buffers[0].name = "in";
  d.buffers[0].bytes = 512;
  d.buffers[0].contents = launch::Pattern{{0, 0, 0x40, 0x40}};
  d.buffers[1].name = "out";
  d.buffers[1].bytes = 512;
  d.arguments = {{"", 0, launch::Pointer{"out", 0}}, {"", 8, launch::Pointer{"in", 0}}, {"", 24, f32("2")}};
  d.outputs.resize(1);
  d.outputs[0].buffer = "out";
  return d;
}

inline machine::Outcome dispatched(launch::Placement& p, const machine::LoadedCode& code) {
  machine::Settings settings;
  settings.model = matrix::find_model("exact");
  return machine::dispatch(code, *p.kernel, p.launch, p.memory, settings);
}

}  // namespace lockstep::tests
