// The HIP program of a dump: what differs between cases stands in tables before main().
#include <fmt/format.h>

#include "cli/case_dump.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"
#include "reference/formats/float32.hpp"

namespace lockstep::cli {

namespace {

constexpr const char* kHead = R"(#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using Bytes = std::vector<char>;
struct Tensor { const char* name; const char* format; int written, output; };  // format: of elements with bounds
struct Pointer { size_t at, tensor, offset; };
)";

constexpr const char* kBody = R"(
static void must(hipError_t e) { if (e != hipSuccess) { std::printf("%s\n", hipGetErrorName(e)); std::exit(1); } }
static Bytes file(const std::string& name) {
  std::ifstream f(name, std::ios::binary);
  if (!f) { std::printf("%s: can't be read\n", name.c_str()); std::exit(1); }
  return {std::istreambuf_iterator<char>(f), {}};
}
static double value(const std::string& format, const char* at) {
  uint32_t bits = 0;
  std::memcpy(&bits, at, format == "f32" ? 4 : 2);
  if (format == "f16") {
    const double m = bits & 1023, e = bits >> 10 & 31, sign = bits >> 15 ? -1 : 1;
    return e == 31 ? (m != 0 ? NAN : sign * INFINITY) : sign * (e == 0 ? std::ldexp(m, -24) : std::ldexp(m + 1024, int(e) - 25));
  }
  if (format == "bf16") bits <<= 16;
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}
int main() {
  Bytes code = file("code.co"), arguments = file("arguments");
  std::vector<char*> device;
  for (const Tensor& t : kTensors) {
    const Bytes in = file(std::string(t.name) + ".in");
    device.push_back(nullptr);
    must(hipMalloc((void**)&device.back(), in.size() + 1));
    must(hipMemcpy(device.back(), in.data(), in.size(), hipMemcpyHostToDevice));
  }
  for (const Pointer& p : kPointers) { char* a = device[p.tensor] + p.offset; std::memcpy(&arguments[p.at], &a, 8); }
  hipModule_t module;
  hipFunction_t kernel;
  must(hipModuleLoadData(&module, code.data()));
  must(hipModuleGetFunction(&kernel, module, kKernel));
  size_t size = arguments.size();
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments.data(), HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  must(hipModuleLaunchKernel(kernel, kGrid[0], kGrid[1], kGrid[2], kBlock[0], kBlock[1], kBlock[2], kLds, 0, nullptr, extra));
  must(hipDeviceSynchronize());
  int result = 0;
  for (size_t i = 0; i < device.size(); ++i) {
    const Tensor& t = kTensors[i];
    if (t.written && !t.output) continue;  // a workspace
    Bytes want = file(std::string(t.name) + (t.output ? ".expected" : ".in")), got(want.size());
    must(hipMemcpy(got.data(), device[i], got.size(), hipMemcpyDeviceToHost));
    const size_t width = std::string(t.format) == "f32" ? 4 : *t.format ? 2 : 1;
    const Bytes bounds = t.output ? file(std::string(t.name) + ".bounds") : Bytes();
    size_t other = 0, wrong = 0, first = 0;
    for (size_t at = 0; at + width <= got.size(); at += width) {
      if (std::memcmp(&got[at], &want[at], width) == 0) continue;
      double claim[2] = {NAN, NAN};
      if (*t.format) std::memcpy(claim, &bounds[16 * (at / width)], 16);
      const double found = *t.format ? value(t.format, &got[at]) : 0;
      const bool both_nan = *t.format && std::isnan(found) && std::isnan(value(t.format, &want[at])) && std::isnan(claim[0]);
      const bool within = both_nan || std::fabs(found - claim[0]) <= claim[1];
      if (!within && wrong == 0) first = at;
      other += both_nan ? 0 : 1;
      wrong += within ? 0 : 1;
    }
    if (wrong) std::printf("%s: %zu elements are wrong, the first at byte %zu\n", t.name, wrong, first);
    else if (other) std::printf("%s: %zu elements have other bits, all within their bounds\n", t.name, other);
    result = wrong ? 1 : other && result == 0 ? 2 : result;
  }
  if (result == 0) std::printf("the same bits\n");
  return result;
}
)";

// Empty: no bounds are kept in a form that the program reads.
std::string_view word(const formats::Format& format) {
  if (format == formats::bfloat16) return "bf16";
  if (format == formats::float16) return "f16";
  return format == formats::float32 ? "f32" : "";
}

}  // namespace

std::string hip_program(const CaseDump& dump, const std::vector<operators::Output>& outputs) {
  std::string text = kHead;
  const auto& g = dump.geometry;
  text += fmt::format("static const char* const kKernel = \"{}\";\n", dump.kernel);
  text += fmt::format("static const unsigned kGrid[] = {{{}}}, kBlock[] = {{{}}}, kLds = {};\n",
                      fmt::join(g.grid, ", "), fmt::join(g.block, ", "), g.dynamic_lds);
  text += "static const Tensor kTensors[] = {\n";
  for (const DumpedTensor& t : dump.tensors)
    text += fmt::format("    {{\"{}\", \"{}\", {}, {}}},\n", t.name,
                        t.output < 0 ? "" : word(*outputs[std::size_t(t.output)].format), int(t.written),
                        int(t.output >= 0));
  text += "};\nstatic const Pointer kPointers[] = {\n";
  for (const DumpedPointer& p : dump.pointers)
    text += fmt::format("    {{{}, {}, {}}},\n", p.at, p.tensor, p.offset);
  return text + "};\n" + kBody;
}

}  // namespace lockstep::cli
