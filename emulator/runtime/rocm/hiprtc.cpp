// HIP's run-time compiler, over clang 22.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/rocm/kernel_compiler.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hiprtcResult.
enum Result : int {
  kSuccess = 0,
  kInvalidInput = 3,
  kInvalidProgram = 4,
  kCompilation = 6,
  kNamesAfterCompilation = 8,
  kNoNamesBeforeCompilation = 9,
  kNameNotValid = 10,
  kInternal = 11
};
struct ResultName {
  int result;
  const char* name;
};
constexpr std::array<ResultName, 14> kNames{{{0, "HIPRTC_SUCCESS"},
                                             {1, "HIPRTC_ERROR_OUT_OF_MEMORY"},
                                             {2, "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE"},
                                             {3, "HIPRTC_ERROR_INVALID_INPUT"},
                                             {4, "HIPRTC_ERROR_INVALID_PROGRAM"},
                                             {5, "HIPRTC_ERROR_INVALID_OPTION"},
                                             {6, "HIPRTC_ERROR_COMPILATION"},
                                             {7, "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE"},
                                             {8, "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION"},
                                             {9, "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION"},
                                             {10, "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID"},
                                             {11, "HIPRTC_ERROR_INTERNAL_ERROR"},
                                             {100, "HIPRTC_ERROR_LINKING"},
                                             {-1, "Invalid HIPRTC error code"}}};

struct Program {
  std::string source, log, code, bitcode;
  std::map<std::string, std::string> headers;  ///< by the names that the source includes
  std::map<std::string, std::string>
      lowered;  ///< names of kernels and variables in the code object, by expression
  bool is_compiled = false;
};

std::string variable_of(std::size_t index) {
  return fmt::format("lockstep_rtc_{}", index);
}

// A variable that points to what an expression names says, in LLVM IR, what that is called.
std::string with_names(const Program& p) {
  std::string text = p.source;
  std::size_t index = 0;
  for (const auto& [expression, lowered] : p.lowered)
    text += fmt::format("\nextern \"C\" __attribute__((device, used)) const void* {} = (const void*)({});",
                        variable_of(index++), expression.starts_with('&') ? expression : "&" + expression);
  return text + "\n";
}

void read_names(Program& p, const std::string& ir) {
  std::size_t index = 0;
  for (auto& [expression, lowered] : p.lowered) {
    std::smatch found;
    const std::regex line(fmt::format(R"re(@{} =[^\n]*[ (]@"?([A-Za-z0-9_.$]+))re", variable_of(index++)));
    if (std::regex_search(ir, found, line)) lowered = found[1];
  }
}

/// clang's options for those of hiprtc, with the arch in `arch`.
std::vector<std::string> options_of(int count, const char** given, std::string& arch) {
  std::vector<std::string> options;
  for (int i = 0; i < count; ++i) {
    const std::string word = given[i] != nullptr ? given[i] : "";
    const auto is = [&](const char* name) { return word.starts_with(name); };
    if (is("--gpu-architecture=") || is("--offload-arch=") || is("-arch=") || is("--gpu-arch="))
      arch = word.substr(word.find('=') + 1);
    else if (is("--std="))
      options.push_back(word.substr(1));
    else if (!word.empty())
      options.push_back(word);
  }
  return options;
}

int compile(Program& p, int count, const char** given, const std::string& device) {
  auto compiler = rocm::KernelCompiler::find();
  if (!compiler) return p.log = compiler.error() + "\n", kCompilation;
  const std::vector<std::string> headers = rocm::hip_headers();
  if (headers.empty()) {
    p.log =
        "HIP's headers were not found: set ROCM_PATH or HIP_PATH, or install libamdhip64-dev (Debian) or "
        "triton (PyPI)\n";
    return kCompilation;
  }
  for (const auto& [name, text] : p.headers) compiler->write(name, text);
  compiler->write("program.hip", with_names(p));
  std::string arch = device;
  std::vector<std::string> options = options_of(count, given, arch);
  std::vector<std::string> all{"-O3",
                               "-std=c++17",
                               "-D__HIP_PLATFORM_AMD__",
                               "-Wno-everything",
                               "-include",
                               "__clang_hip_runtime_wrapper.h",
                               "-include",
                               "hip/hip_runtime.h",
                               "-I" + compiler->path(""),
                               "--offload-arch=" + arch};
  all.insert(all.end(), headers.begin(), headers.end());
  all.insert(all.end(), options.begin(), options.end());
  const bool good =
      compiler->hip_to_ir("program.hip", "program.ll", true, true, all) &&
      compiler->clang({"-target", "amdgcn-amd-amdhsa", "-mcpu=" + arch, "-nogpulib", "-O3", "-Xclang",
                       "-disable-llvm-passes", "-x", "ir", compiler->path("program.ll"), "-c", "-o",
                       compiler->path("program.o")}) &&
      compiler->link({"program.o"}, "program.co");
  p.log = compiler->log();
  if (!good) return kCompilation;
  p.code = compiler->read("program.co");
  p.bitcode = compiler->read("program.ll");
  read_names(p, p.bitcode);
  p.is_compiled = true;
  return kSuccess;
}

Program* program_of(void* handle) {
  return static_cast<Program*>(handle);
}

/// Tells of a text of the program's: how many bytes it has, or the bytes.
int tell_size(void* program, std::size_t* bytes, std::string Program::* text, std::size_t more = 0) {
  if (program == nullptr) return kInvalidProgram;
  if (bytes == nullptr) return kInvalidInput;
  *bytes = (program_of(program)->*text).size() + more;
  return kSuccess;
}
int tell(void* program, char* to, std::string Program::* text, std::size_t more = 0) {
  if (program == nullptr) return kInvalidProgram;
  if (to == nullptr) return kInvalidInput;
  const std::string& from = program_of(program)->*text;
  std::copy_n(from.c_str(), from.size() + more, to);
  return kSuccess;
}

}  // namespace

LOCKSTEP_HIP const char* hiprtcGetErrorString(int result) {
  const auto* const found = std::ranges::find(kNames, result, &ResultName::result);
  return found != kNames.end() ? found->name : kNames.back().name;
}
LOCKSTEP_HIP int hiprtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return kInvalidInput;
  *major = 9, *minor = 0;  // what AMD's answers
  return kSuccess;
}
LOCKSTEP_HIP int hiprtcCreateProgram(void** program, const char* source, const char*, int count,
                                     const char** headers, const char** names) {
  if (program == nullptr || source == nullptr || count < 0) return kInvalidInput;
  if (count > 0 && (headers == nullptr || names == nullptr)) return kInvalidInput;
  auto made = std::make_unique<Program>();
  made->source = source;
  for (int i = 0; i < count; ++i) made->headers[names[i]] = headers[i];
  *program = made.release();
  return kSuccess;
}
LOCKSTEP_HIP int hiprtcDestroyProgram(void** program) {
  if (program == nullptr || *program == nullptr) return kInvalidProgram;
  delete program_of(*program);
  *program = nullptr;
  return kSuccess;
}
LOCKSTEP_HIP int hiprtcAddNameExpression(void* program, const char* expression) {
  if (program == nullptr) return kInvalidProgram;
  if (expression == nullptr) return kInvalidInput;
  if (program_of(program)->is_compiled) return kNamesAfterCompilation;
  program_of(program)->lowered[expression];
  return kSuccess;
}
LOCKSTEP_HIP int hiprtcCompileProgram(void* program, int count, const char** options) {
  if (program == nullptr) return kInvalidProgram;
  if (count < 0 || (count > 0 && options == nullptr)) return kInvalidInput;
  std::string device;
  {
    Session& session = Session::of_process();
    const std::lock_guard lock(session.mutex());
    device = session.device().name;
  }
  return compile(*program_of(program), count, options, device);
}
LOCKSTEP_HIP int hiprtcGetLoweredName(void* program, const char* expression, const char** name) {
  if (program == nullptr) return kInvalidProgram;
  if (expression == nullptr || name == nullptr) return kInvalidInput;
  if (!program_of(program)->is_compiled) return kNoNamesBeforeCompilation;
  const auto found = program_of(program)->lowered.find(expression);
  if (found == program_of(program)->lowered.end() || found->second.empty()) return kNameNotValid;
  *name = found->second.c_str();
  return kSuccess;
}
LOCKSTEP_HIP int hiprtcGetProgramLogSize(void* program, std::size_t* bytes) {
  return tell_size(program, bytes, &Program::log, 1);
}
LOCKSTEP_HIP int hiprtcGetProgramLog(void* program, char* to) {
  return tell(program, to, &Program::log, 1);
}
LOCKSTEP_HIP int hiprtcGetCodeSize(void* program, std::size_t* bytes) {
  return tell_size(program, bytes, &Program::code);
}
LOCKSTEP_HIP int hiprtcGetCode(void* program, char* to) {
  return tell(program, to, &Program::code);
}
LOCKSTEP_HIP int hiprtcGetBitcodeSize(void* program, std::size_t* bytes) {
  return tell_size(program, bytes, &Program::bitcode);
}
LOCKSTEP_HIP int hiprtcGetBitcode(void* program, char* to) {
  return tell(program, to, &Program::bitcode);
}
