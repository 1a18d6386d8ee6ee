// The log of a kernel whose every value is known: `scale` of docs/examples over in[i] = 3, factor 2.
#include "emulator/observe/trace.hpp"

#include "tests/launch/example.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using observe::Trace;
using observe::TraceSelection;
using observe::TraceStep;

namespace {

struct Log {
  std::string text;
  std::vector<std::uint64_t> indices;
  machine::Outcome outcome;
};

Log trace(const TraceSelection& selection, const machine::Schedule& schedule = {}, std::uint64_t seed = 1,
          const launch::Description& launch = scale_launch()) {
  launch::Description d = launch;
  d.seed = seed;
  const auto code = scale_code();
  const auto p = launch::place(d, *code);
  REQUIRE(p);
  Log log;
  Trace tracer(selection, [&](const TraceStep& step) {
    log.text += observe::text(step);
    log.indices.push_back(step.index);
    return true;
  });
  machine::Settings settings;
  settings.model = matrix::find_model("exact");
  settings.schedule = schedule;
  settings.poison = seed;
  settings.observer = &tracer;
  log.outcome = machine::dispatch(*code, *(*p)->kernel, (*p)->launch, (*p)->memory, settings);
  CHECK(tracer.logged() == log.indices.size());
  return log;
}

TraceSelection selected(std::uint64_t from, std::uint64_t count, std::uint32_t workgroup = 1) {
  TraceSelection s;
  s.workgroup = {workgroup, 0, 0};
  s.from_index = from;
  s.count = count;
  return s;
}

constexpr machine::Schedule kLatest{machine::Schedule::Kind::latest, 0};

/// The log without the addresses of instructions.
std::string plain(const Log& log) {
  std::string all;
  for (std::size_t at = 0; at < log.text.size();) {
    const std::size_t end = log.text.find('\n', at) + 1;
    std::string line = log.text.substr(at, end - at);
    if (line.starts_with("0x")) line = line.substr(line.find("  ") + 2);
    all += line;
    at = end;
  }
  return all;
}

}  // namespace

TEST_CASE("operands, results and addresses, by hand") {
  CHECK(plain(trace(selected(2, 8))) ==
        "s_lshl_b32 s3, s2, 8\n"
        "    arrives exec = 0xffffffffffffffff\n"
        "            s2 = 0x1\n"
        "    writes  s3 = 0x100\n"
        "    writes  scc = 1\n"
        "v_lshl_add_u32 v1, v0, 2, s3\n"
        "            v0 = 0x0 +0x1\n"
        "            s3 = 0x100\n"
        "    writes  v1 = 0x100 +0x4\n"
        "s_waitcnt lgkmcnt(0)\n"
        "global_load_dword v2, v1, s[6:7]\n"
        "            v1 = 0x100 +0x4\n"
        "            s[6:7] = 0x10000100000\n"
        "    address 0x10000100100 +0x4 in in\n"
        "    writes  v2 = 0x40400000\n"
        "s_waitcnt vmcnt(0)\n"
        "v_mul_f32_e32 v2, s8, v2\n"
        "            s8 = 0x40000000\n"
        "            v2 = 0x40400000\n"
        "    writes  v2 = 0x40c00000\n"
        "global_store_dword v1, v2, s[4:5]\n"
        "            v1 = 0x100 +0x4\n"
        "            v2 = 0x40c00000\n"
        "            s[4:5] = 0x20000100000\n"
        "    address 0x20000100100 +0x4 in out\n"
        "s_endpgm\n");
}

TEST_CASE("under `latest` the wait is where data comes") {
  CHECK(plain(trace(selected(5, 2), kLatest)) ==
        "global_load_dword v2, v1, s[6:7]\n"
        "    arrives exec = 0xffffffffffffffff\n"
        "            v1 = 0x100 +0x4\n"
        "            s[6:7] = 0x10000100000\n"
        "    address 0x10000100100 +0x4 in in\n"
        "s_waitcnt vmcnt(0)\n"
        "    writes  v2 = 0x40400000\n");
}

TEST_CASE("two seeds of poison give one text") {
  const TraceSelection all = selected(0, 100);
  const std::string first = trace(all, kLatest, 1).text;
  CHECK(first == trace(all, kLatest, 2).text);
  CHECK(first.find("s_endpgm") != std::string::npos);
}

TEST_CASE("data that arrives between instructions is logged where it comes") {
  bool seen = false;
  for (std::uint64_t seed = 0; seed < 64 && !seen; ++seed) {
    const Log log = trace(selected(0, 100, 0), {machine::Schedule::Kind::random, seed});
    seen = log.text.find("arrives v2 = 0x40400000") != std::string::npos;
  }
  CHECK(seen);
}

TEST_CASE("the log begins and ends where it was asked to, and the run with it") {
  const Log some = trace(selected(3, 2));
  CHECK(some.indices == std::vector<std::uint64_t>{3, 4});
  CHECK(some.outcome.instructions ==
        10 + 5);  // the workgroup before, and this one to the last that is logged
  TraceSelection at;
  at.from_address = scale_code()->object().kernels[0].entry + 0x2C;
  at.count = 1;
  CHECK(plain(trace(at)).starts_with("v_mul_f32_e32"));
  TraceSelection none;
  none.wave = 1;
  CHECK(trace(none).indices.empty());
}

TEST_CASE("a trap is the last thing in the log") {
  launch::Description d = scale_launch();
  d.buffers[0].bytes = 300;  // 75 floats: lane 11 of the second workgroup is the first beyond
  const Log log = trace(selected(5, 100), {}, 1, d);
  REQUIRE(log.outcome.stop);
  CHECK(log.text.find("    stops   bounds: global_load_dword") != std::string::npos);
  CHECK(log.text.find("lane 11") != std::string::npos);
  CHECK(log.indices == std::vector<std::uint64_t>{5});
}

TEST_CASE("nobody sees a difference in the result") {
  const Log log = trace(selected(0, 100));
  CHECK_FALSE(log.outcome.stop);
  CHECK(log.outcome.findings.empty());
}
