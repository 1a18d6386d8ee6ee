// The HIP program of a dump, what it compares with, and the table that tells it what differs between cases.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/cases/case_dump.hpp"

namespace lockstep::cli {

std::string hip_program() {
  return R"(#include <hip/hip_runtime.h>
#include "compare.hpp"
#define HIP(CALL) must((CALL) == hipSuccess, #CALL)
int main() {
  std::ifstream table("launch.txt");
  std::string kernel;
  unsigned g[7];  // grid, block, bytes of dynamic LDS
  size_t count, at, tensor, offset;
  table >> kernel >> g[0] >> g[1] >> g[2] >> g[3] >> g[4] >> g[5] >> g[6] >> count;
  std::vector<Tensor> tensors(count);
  for (Tensor& t : tensors) {
    table >> t.name >> t.width >> t.want;
    t.bytes = file(t.name + ".in");
    HIP(hipMalloc((void**)&t.device, t.bytes.size() + 1));
    HIP(hipMemcpy(t.device, t.bytes.data(), t.bytes.size(), hipMemcpyHostToDevice));
  }
  std::vector<char> code = file("code.co"), arguments = file("arguments");
  while (table >> at >> tensor >> offset) point(&arguments[at], tensors[tensor].device + offset);
  hipModule_t module;
  hipFunction_t f;
  HIP(hipModuleLoadData(&module, code.data()));
  HIP(hipModuleGetFunction(&f, module, kernel.c_str()));
  size_t size = arguments.size();
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments.data(), HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  HIP(hipModuleLaunchKernel(f, g[0], g[1], g[2], g[3], g[4], g[5], g[6], 0, nullptr, extra));
  HIP(hipDeviceSynchronize());
  for (Tensor& t : tensors) HIP(hipMemcpy(t.bytes.data(), t.device, t.bytes.size(), hipMemcpyDeviceToHost));
  return compare(tensors);
}
)";
}

std::string comparing_header() {
  return R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
// width: bytes of an element that has a range, else 0; want: the file that it must equal afterwards, or -
struct Tensor { std::string name, want; size_t width; std::vector<char> bytes; char* device; };
inline void must(bool done, const std::string& what) { if (!done) { std::puts(what.c_str()); std::exit(1); } }
inline std::vector<char> file(const std::string& name) {
  std::ifstream f(name, std::ios::binary);
  must(bool(f), name + ": can't be read");
  return {std::istreambuf_iterator<char>(f), {}};
}
inline void point(char* argument, const char* to) { std::memcpy(argument, &to, sizeof to); }
inline bool within(const char* range, size_t width, const char* got) {
  int code = 0, r[2], sign = 1u << (8 * width - 1);
  std::memcpy(&code, got, width), std::memcpy(r, range, 8);
  const int rank = code & sign ? -(code ^ sign) : code;
  return r[0] <= r[1] ? r[0] <= rank && rank <= r[1] : rank >= r[0] || rank <= r[1];
}
inline int compare(const std::vector<Tensor>& tensors) {
  size_t other = 0, wrong = 0;
  for (const Tensor& t : tensors) {
    if (t.want == "-") continue;
    const std::vector<char> want = file(t.want), ranges = t.width ? file(t.name + ".ranges") : want;
    for (size_t i = 0, step = t.width ? t.width : 1; i < want.size(); i += step)
      if (std::memcmp(&t.bytes[i], &want[i], step) == 0) continue;
      else if (t.width && within(&ranges[8 * (i / step)], step, &t.bytes[i])) ++other;
      else if (wrong++ == 0) std::printf("%s is wrong at byte %zu\n", t.name.c_str(), i);
  }
  std::printf("%zu elements are wrong, %zu have other bits within their ranges\n", wrong, other);
  return wrong ? 1 : other ? 2 : 0;
}
)";
}

std::string launch_table(const CaseDump& dump) {
  const auto& g = dump.geometry;
  std::string text = fmt::format("{} {} {} {}\n{}\n", dump.kernel, fmt::join(g.grid, " "),
                                 fmt::join(g.block, " "), g.dynamic_lds, dump.tensors.size());
  for (const DumpedTensor& t : dump.tensors)
    text += fmt::format("{} {} {}\n", t.name, t.element_bytes,
                        t.output >= 0 ? t.name + ".expected" : (t.written ? "-" : t.name + ".in"));
  for (const DumpedPointer& p : dump.pointers) text += fmt::format("{} {} {}\n", p.at, p.tensor, p.offset);
  return text;
}

// A case's launch as a dump has it: tensors by their names, arguments without addresses.

using problems::Tensors;

CaseDump describe(const laws::Experiment& e, const problems::Placed& placed) {
  const kernels::LaunchPlan& plan = placed.launches.front();
  const code_object::Kernel& entry = *e.code().object().find(plan.symbol);
  CaseDump dump{plan.symbol, plan, {}, {}, {}};
  const std::vector<Tensors::Named>& tensors = placed.tensors->named();
  for (const Tensors::Named& t : tensors) dump.tensors.push_back({t.name, t.bytes});
  std::vector<std::size_t> pointers = plan.pointers;
  std::size_t end = plan.segment.empty() ? 0 : plan.segment.size();
  for (const code_object::Argument& a : entry.arguments) {
    if (a.is_hidden() || !plan.segment.empty()) continue;
    end = std::max<std::size_t>(end, a.offset + a.size);
    if (a.value_kind == "global_buffer") pointers.push_back(a.offset);
  }
  const auto packed = *plan.pack(entry);
  dump.arguments.resize(std::min(end, packed.size()));
  std::memcpy(dump.arguments.data(), packed.data(), dump.arguments.size());
  for (const std::size_t at : pointers) {
    std::uint64_t address = 0;
    std::memcpy(&address, &dump.arguments[at], sizeof address);
    const auto in = std::ranges::find_if(tensors, [&](const Tensors::Named& t) {
      return address != 0 && address >= t.address && address - t.address <= t.bytes;
    });
    if (in == tensors.end()) continue;
    if (in->bytes > 0)
      dump.pointers.push_back({at, std::size_t(in - tensors.begin()), address - in->address});
    std::memset(&dump.arguments[at], 0, sizeof address);
  }
  std::ranges::sort(dump.pointers, {}, &DumpedPointer::at);
  return dump;
}

}  // namespace lockstep::cli
