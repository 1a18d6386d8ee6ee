#include "emulator/runtime/rocm/kernel_compiler.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "host/files.hpp"

namespace lockstep::runtime::rocm {

namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string first_in_path(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string found = host::in_path(name); !found.empty()) return found;
  return {};
}

/// The folders of Python's packages beside the interpreter that this process is.
std::vector<fs::path> python_packages() {
  std::ifstream file("/proc/self/cmdline");
  std::string interpreter;
  std::getline(file, interpreter, '\0');
  if (interpreter.find('/') == std::string::npos) interpreter = host::in_path(interpreter.c_str());
  std::vector<fs::path> all;
  std::error_code error;
  for (const fs::path& prefix :
       {fs::path(interpreter).parent_path().parent_path(), fs::path(variable("VIRTUAL_ENV"))})
    for (const auto& entry : fs::directory_iterator(prefix / "lib", error))
      if (entry.path().filename().string().starts_with("python"))
        all.push_back(entry.path() / "site-packages");
  return all;
}

/// Where HIP's headers may lie.
std::vector<fs::path> header_folders() {
  std::vector<fs::path> all;
  for (const char* name : {"HIP_PATH", "ROCM_PATH"})
    if (const std::string root = variable(name); !root.empty()) all.push_back(fs::path(root) / "include");
  all.insert(all.end(), {"/opt/rocm/include", "/usr/include"});
  for (const fs::path& packages : python_packages()) all.push_back(packages / "triton/backends/amd/include");
  return all;
}

/// Options that link the functions of the device libraries into what is compiled. Those that lie beside a
/// Triton's headers are AMD's own, and come first.
std::vector<std::string> libraries() {
  std::vector<std::string> options;
  const fs::path ours = fs::path(variable("ROCM_PATH")) / "amdgcn/bitcode";
  std::error_code error;
  for (const char* name : {"ockl.bc", "ocml.bc"})
    if (fs::exists(ours / name, error))
      options.insert(options.end(), {"-Xclang", "-mlink-builtin-bitcode", "-Xclang", (ours / name).string()});
  return options;
}

}  // namespace

std::vector<std::string> hip_headers() {
  std::error_code error;
  for (const fs::path& folder : header_folders())
    if (fs::exists(folder / "hip/hip_runtime.h", error)) return {"-isystem", folder.string()};
  return {};
}

tl::expected<KernelCompiler, std::string> KernelCompiler::find() {
  std::string clang = first_in_path({"clang-22", "clang-23"}),
              linker = first_in_path({"ld.lld-22", "ld.lld-23", "ld.lld"});
  if (clang.empty() || linker.empty())
    return tl::unexpected(
        fmt::format("{0} is not in PATH: kernels that a program compiles while it runs need LLVM 22 "
                    "(Debian: clang-22, lld-22)",
                    clang.empty() ? "clang-22" : "ld.lld-22"));
  KernelCompiler made(std::move(clang), std::move(linker));
  if (made.folder_.path().empty()) return tl::unexpected(std::string("no temporary folder could be made"));
  return made;
}

bool KernelCompiler::write(std::string_view name, std::string_view contents) const {
  std::error_code error;
  fs::create_directories(fs::path(path(name)).parent_path(),
                         error);  // headers may have folders in their names
  return host::write_whole(path(name), contents).empty();
}

std::string KernelCompiler::read(std::string_view name) const {
  return host::read_text(path(name)).value_or("");
}

bool KernelCompiler::hip_to_ir(const std::string& in, const std::string& out, bool as_text,
                               bool with_libraries, std::vector<std::string> options) {
  options.insert(options.begin(), {"-x", "hip", "--offload-device-only", "--no-gpu-bundle-output",
                                   "-nogpulib", "-nogpuinc", "-emit-llvm", as_text ? "-S" : "-c"});
  if (with_libraries)
    for (std::string& option : libraries()) options.push_back(std::move(option));
  options.insert(options.end(), {path(in), "-o", path(out)});
  return clang(std::move(options));
}

bool KernelCompiler::clang(std::vector<std::string> words) {
  words.insert(words.begin(), clang_);
  return run(std::move(words));
}

bool KernelCompiler::link(const std::vector<std::string>& objects, const std::string& out) {
  std::vector<std::string> words{linker_, "-shared", "-o", path(out)};
  for (const std::string& object : objects) words.push_back(path(object));
  return run(std::move(words));
}

bool KernelCompiler::run(std::vector<std::string> words) {
  const std::string said = path("said");
  const auto status = host::run_process(std::move(words), said);
  log_ += status ? read("said") : status.error() + "\n";
  return status && *status == 0;
}

}  // namespace lockstep::runtime::rocm
