// A GPU behind the HIP runtime, with the emulator in the GPU's place: the whole way there and back, and every
// way in which it can end early.
#include <algorithm>

#include "properties/probe/judge.hpp"
#include "tests/catch.hpp"
#include "tests/probe/gpu.hpp"

using namespace lockstep;
using devices::Failure;
using tests::Setting;

namespace {

std::vector<probe::Probe> few() {
  auto all = probe::probes(arch::kDefault);
  all.resize(20);
  return all;
}

}  // namespace

TEST_CASE("a GPU answers what its matrix unit computes") {
  const Setting model("FAKE_HIP_MODEL", "gtr16_inexp");
  const auto gpu = devices::open_hip(0, FAKE_HIP);
  REQUIRE(gpu);
  CHECK((*gpu)->identity().device == "hip:0");
  CHECK((*gpu)->identity().name == "Imagined MI355X");
  CHECK((*gpu)->identity().arch == "gfx950");
  CHECK((*gpu)->identity().driver == "driver 70000000, runtime 70000001");
  const auto emulated = devices::open_emulated("gfx950", *matrix::find_model("gtr16_inexp"));
  const auto here = probe::observe(**emulated, probe::probes(arch::kDefault)),
             there = probe::observe(**gpu, probe::probes(arch::kDefault));
  REQUIRE(here);
  REQUIRE(there);
  CHECK(here->answers == there->answers);

  const Setting other("FAKE_HIP_MODEL", "exact");
  const auto exact = probe::observe(**gpu, probe::probes(arch::kDefault));
  REQUIRE(exact);
  CHECK(here->answers != exact->answers);
}

TEST_CASE("an MI300X answers as CDNA3 does") {
  const Setting arch("FAKE_HIP_ARCH", "gfx942:sramecc+:xnack-"), model("FAKE_HIP_MODEL", "cdna3_v1"),
      name("FAKE_HIP_NAME", "Imagined MI300X");
  const auto gpu = devices::open_hip(0, FAKE_HIP);
  REQUIRE(gpu);
  CHECK((*gpu)->identity().arch == "gfx942");
  CHECK((*gpu)->identity().name == "Imagined MI300X");
  const auto record = probe::observe(**gpu, probe::probes("gfx942"));
  REQUIRE(record);
  const auto j = probe::judge(*record, matrix::models("gfx942"));
  REQUIRE(j.classes.size() == 1);
  CHECK(j.classes[0][0]->name == "cdna3_v1");
  // Its file is judged elsewhere as it was here.
  const auto read = probe::from_json(probe::to_json(*record));
  if (!read) FAIL(read.error());
  CHECK(read->answers == record->answers);
  CHECK(read->probes == record->probes);
}

TEST_CASE("gfx1250's kernels issue each instruction once, and its file comes back") {
  const Setting arch("FAKE_HIP_ARCH", "gfx1250"), model("FAKE_HIP_MODEL", "wmma_functional");
  const auto gpu = devices::open_hip(0, FAKE_HIP);
  REQUIRE(gpu);
  const auto record = probe::observe(**gpu, probe::probes("gfx1250"));
  REQUIRE(record);
  for (const probe::Instruction& instruction : probe::instructions("gfx1250")) {
    CAPTURE(instruction.name);
    CHECK(std::ranges::any_of(record->answers,
                              [&](const probe::Answer& a) { return a.instruction == &instruction; }));
  }
  const std::string text = probe::to_json(*record);
  const auto read = probe::from_json(text);
  if (!read) FAIL(read.error());
  CHECK(read->answers == record->answers);
  CHECK(read->probes == record->probes);
  CHECK(probe::to_json(*read) == text);
  const auto j = probe::judge(*read, matrix::models("gfx1250"));
  REQUIRE(j.classes.size() == 1);
  CHECK(j.classes[0][0]->name == "wmma_functional");
}

TEST_CASE("without a driver or a GPU the device is absent") {
  const auto kind = [](const devices::Opened& opened) { return opened.error().kind; };
  const auto no_library = devices::open_hip(0, "/nowhere/libamdhip64.so");
  REQUIRE_FALSE(no_library);
  CHECK(kind(no_library) == Failure::Kind::absent);
  const auto no_runtime = devices::open_hip(0, EMPTY_LIBRARY);
  REQUIRE_FALSE(no_runtime);
  CHECK(kind(no_runtime) == Failure::Kind::absent);
  CHECK_THAT(no_runtime.error().text, Catch::Contains("hipInit"));
  const auto second = devices::open_hip(1, FAKE_HIP);
  REQUIRE_FALSE(second);
  CHECK(kind(second) == Failure::Kind::absent);
  CHECK_THAT(second.error().text, Catch::Contains("1 GPU"));
  const Setting none("FAKE_HIP_FAIL", "hipGetDeviceCount:100");
  const auto empty = devices::open_hip(0, FAKE_HIP);
  REQUIRE_FALSE(empty);
  CHECK(kind(empty) == Failure::Kind::absent);
  CHECK_THAT(empty.error().text, Catch::Contains("hipErrorNoDevice"));
}

TEST_CASE("a call that fails is named") {
  struct Row {
    const char *fail, *call;
    Failure::Kind kind;
  };
  const Row row = GENERATE(
      Row{"hipInit:1", "hipInit", Failure::Kind::refused}, Row{"hipInit:3", "hipInit", Failure::Kind::absent},
      Row{"hipSetDevice:1", "hipSetDevice", Failure::Kind::refused},
      Row{"hipGetDevicePropertiesR0600:1", "hipGetDeviceProperties", Failure::Kind::refused},
      Row{"hipMalloc:2", "hipMalloc", Failure::Kind::refused},
      Row{"hipMemcpy:1", "hipMemcpy", Failure::Kind::refused},
      Row{"hipModuleLoadData:209", "hipErrorNoBinaryForGpu", Failure::Kind::refused},
      Row{"hipModuleGetFunction:500", "hipModuleGetFunction", Failure::Kind::refused},
      Row{"hipModuleLaunchKernel:1", "hipModuleLaunchKernel", Failure::Kind::refused},
      Row{"hipDeviceSynchronize:719", "hipDeviceSynchronize", Failure::Kind::trapped});
  const Setting fail("FAKE_HIP_FAIL", row.fail);
  const auto gpu = devices::open_hip(0, FAKE_HIP);
  if (!gpu) {
    CHECK(gpu.error().kind == row.kind);
    CHECK_THAT(gpu.error().text, Catch::Contains(row.call));
    return;
  }
  const auto record = probe::observe(**gpu, few());
  REQUIRE_FALSE(record);
  CHECK(record.error().kind == row.kind);
  CHECK_THAT(record.error().text, Catch::Contains(row.call));
}

TEST_CASE("a GPU of another arch is told so") {
  const Setting arch("FAKE_HIP_ARCH", "gfx1100");
  const auto gpu = devices::open_hip(0, FAKE_HIP);
  REQUIRE(gpu);
  const auto record = probe::observe(**gpu, few());
  REQUIRE_FALSE(record);
  CHECK(record.error().kind == Failure::Kind::refused);
  CHECK_THAT(record.error().text, Catch::Contains("gfx1100"));
}

TEST_CASE("only known devices are opened") {
  const matrix::Model& model = matrix::models(arch::kDefault)[0];
  const char* name = GENERATE("", "hip", "hip:", "hip:x", "hip:-1", "hip:0x", "emulated",
                              "emulated:", "emulated:gfx942", "emulated:gfx90a", "metal:0");
  const auto device = devices::open(name, model);
  REQUIRE_FALSE(device);
  CHECK(device.error().kind == Failure::Kind::unknown);
  CHECK(devices::open("emulated:gfx950", model));
}
