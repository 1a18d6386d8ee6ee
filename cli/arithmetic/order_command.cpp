#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/judge/python_process.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::cli {

namespace {

/// What Python runs. A package that is missing is no order that is missing.
constexpr const char* kProgram = R"(import json, sys
try:
    from lockstep.order_command import main
except ImportError as error:
    print(f"lockstep order: {sys.executable} has no package lockstep: {error}. LOCKSTEP_PYTHON names another",
          file=sys.stderr)
    sys.exit(2)
sys.exit(main(json.loads(sys.argv[1]))))";

/// Whether the words begin with a kernel's name, as those of a case and of `compare` do.
bool names_kernel(const std::string& words) {
  const std::string name = words.substr(0, words.find_first_of("@:, "));
  const auto is_of = [&](const kernels::Kernel& kernel) { return kernel.name == name; };
  return std::ranges::any_of(kernels::kernels(), is_of) || std::ranges::any_of(kernels::gpu_kernels(), is_of);
}

}  // namespace

int order(const OrderOptions& o) {
  // A module may be called as a kernel is: a function has --k, and a name of two parts.
  const bool is_function = o.k != 0 && o.callable.find(':') != std::string::npos &&
                           o.callable.find_first_of("@, ") == std::string::npos;
  const bool is_kernel = !is_function && names_kernel(o.callable);
  if (!is_kernel && o.callable.find(':') == std::string::npos)
    return complain("order", fmt::format("'{}': expected FILE.py:FUNCTION, MODULE:FUNCTION or a kernel of "
                                         "`lockstep list kernels`",
                                         o.callable));
  if (is_kernel == (o.k != 0))
    return complain(
        "order", is_kernel
                     ? fmt::format("--k is a function's; a kernel's case says it: '{},k={}'", o.callable, o.k)
                     : "--k is missing: columns of A and B, from 2 on");
  if (!o.json.empty())
    if (const std::string problem = remove_stale({o.json}, {o.callable}); !problem.empty())
      return complain("order", problem);
  std::string words = nlohmann::json{
      {"callable", o.callable},
      {"is_kernel", is_kernel},
      {"k", o.k},
      {"a", o.a},
      {"b", o.b},
      {"rows", o.rows},
      {"arrays", o.arrays},
      {"scales", o.scales},
      {"scale_block", o.scale_block},
      {"scale_rows", o.scale_rows},
      {"seed", o.seed},
      {"json", o.json}}.dump();
  std::string interpreter = python(), option = "-c", program = kProgram;
  char* const arguments[] = {interpreter.data(), option.data(), program.data(), words.data(), nullptr};
  fmt::print("seed {}\n", o.seed);
  std::fflush(stdout);
  execvp(interpreter.c_str(), arguments);
  return complain("order", fmt::format("{}: {}", interpreter, std::strerror(errno)));
}

}  // namespace lockstep::cli
