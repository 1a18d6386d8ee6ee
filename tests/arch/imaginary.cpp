// One row is all that an arch needs: an imaginary one, with instructions of gfx950, runs a program.
#include <algorithm>
#include <cstring>

#include "devices/device.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/code_object/occupancy.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/lint.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "host/files.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

constexpr std::uint32_t kMach = 0xFE, kLds = 4096, kThreads = 24;

/// gfx950 with less LDS, a third of the registers, FNUZ names and no dispatch of preloaded arguments.
const arch::Arch& imaginary() {
  static const arch::Arch row = [] {
    arch::Arch a = *arch::find("gfx950");
    a.name = "gfx9990";
    a.mach = kMach;
    a.unit.lds_bytes = kLds;
    a.unit.vgprs = 160;
    a.features = {arch::Feature::wave64,         arch::Feature::accumulation_registers,
                  arch::Feature::gfx9_encodings, arch::Feature::clamp_and_ieee_modes,
                  arch::Feature::wait_states,    arch::Feature::fnuz};
    return a;
  }();
  static const bool added = (arch::add(row), true);
  static_cast<void>(added);
  return row;
}

/// A program of gfx950, whose ELF header says that it is built for the imaginary arch.
code_object::CodeObject built_for_it(const std::string& name) {
  imaginary();
  auto bytes = host::read_file(std::string(LOCKSTEP_PROGRAMS) + "/" + name + ".co").value();
  constexpr std::size_t kFlags = 48;
  bytes[kFlags] = std::byte{kMach};
  return code_object::parse(name, bytes).value();
}

constexpr std::uint64_t kOutput = 0x1'0000'0000, kArguments = 0x7000'0000;

machine::Fill fill_with(std::span<const std::byte> bytes) {
  return [bytes](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    std::ranges::fill(data, std::uint8_t{0});
    if (offset < bytes.size())
      std::memcpy(data.data(), &bytes[offset], std::min(data.size(), bytes.size() - offset));
  };
}

struct Ran {
  machine::Outcome outcome;
  std::array<std::uint32_t, 256> output{};
};

Ran run(const machine::LoadedCode& code, const std::string& kernel, std::uint32_t dynamic_lds) {
  Ran ran;
  machine::Memory memory;
  auto& output = memory.add("output", kOutput, sizeof ran.output, true, fill_with({}));
  const std::array<std::uint64_t, 8> arguments{kOutput};
  memory.add("arguments", kArguments, 64, false, fill_with(std::as_bytes(std::span(arguments))));
  ran.outcome = machine::dispatch(code, *code.object().find(kernel),
                                  {{1, 1, 1}, {kThreads, 1, 1}, dynamic_lds, kArguments}, memory, {});
  std::array<std::uint8_t, sizeof ran.output> undefined{};
  output.read(0, reinterpret_cast<std::uint8_t*>(ran.output.data()), undefined.data(), sizeof ran.output);
  return ran;
}

}  // namespace

TEST_CASE("an arch of one row runs a program of its instructions") {
  auto object = built_for_it("start");
  CHECK(object.arch == "gfx9990");
  const auto code = machine::LoadedCode::load(std::move(object));
  REQUIRE(code);
  CHECK((*code)->program().arch == &imaginary());
  const Ran ran = run(**code, "ids", 0);
  REQUIRE_FALSE(ran.outcome.stop);
  for (std::uint32_t lane = 0; lane < kThreads; ++lane) CHECK(ran.output[4 * lane + 3] == lane);
  for (const lint::KernelReport& report : lint::lint((*code)->object(), (*code)->program()))
    for (const lint::Finding& f : report.findings) CHECK(f.text.find("not modelled") == f.text.npos);
}

TEST_CASE("what its row says holds: LDS, registers, the names of formats, the default model") {
  const auto code = machine::LoadedCode::load(built_for_it("start"));
  REQUIRE(code);
  const Ran refused = run(**code, "ids", kLds + 1);
  REQUIRE(refused.outcome.stop);
  CHECK(refused.outcome.stop->text == "4097 bytes of LDS, of 4096 that gfx9990 has");
  CHECK(code_object::occupancy(imaginary(), {64, 100, 0, 64, 64}).waves() == 2);
  const matrix::ElementType fp8{"fp8", 8};
  CHECK(*matrix::element_format(fp8, imaginary()) == formats::float8_e4m3fnuz);
  CHECK(arch::default_model("gfx9990") == "fma_post");
  CHECK(arch::has("gfx9990", arch::Feature::fnuz));
  CHECK_FALSE(arch::has("gfx9990", arch::Feature::block_scales));
}

TEST_CASE("it stands in every list of archs") {
  imaginary();
  CHECK(arch::emulated_names() == "gfx942, gfx950, gfx1250 and gfx9990");
  CHECK(arch::names(arch::kGfx950) == "gfx950 gfx9990");
  const matrix::Model& of_another = matrix::models(arch::kDefault).front();
  CHECK(devices::open("emulated:gfx9990", of_another).error().text.find("the device of gfx9990") !=
        std::string::npos);
  CHECK(devices::open("nothing", of_another).error().text.find("emulated:gfx9990") != std::string::npos);
  CHECK(isa::find("v_mfma_scale_f32_16x16x128_f8f6f4", imaginary().instructions) != nullptr);
}
