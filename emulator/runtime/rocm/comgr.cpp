// AMD's code object manager (libamd_comgr, interface 3) as far as programs compile kernels with it, over
// clang 22: from HIP, LLVM IR and assembly to code objects. Numbers are those of amd_comgr.h.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/rocm/kernel_compiler.hpp"

namespace {

using lockstep::runtime::rocm::KernelCompiler;

enum Status : int { kSuccess = 0, kError = 1, kInvalidArgument = 2 };
enum DataKind : int { kSource = 1, kInclude = 2, kLog = 5, kBitcode = 6, kRelocatable = 7, kExecutable = 8 };

/// amd_comgr_data_t and the others: a pointer to one of these.
struct Handle {
  std::uint64_t number;
};
struct Data {
  int kind = 0;
  std::string name, bytes;
};
using Held = std::shared_ptr<Data>;
struct DataSet {
  std::vector<Held> all;
};
struct ActionInfo {
  int language = 0;
  std::string isa;
  std::vector<std::string> options;
  bool logs = false, libraries = false;
};

template <typename T>
T* object(Handle handle) {
  return static_cast<T*>(lockstep::runtime::hip::pointer(handle.number));
}
template <typename T>
int make(Handle* handle, T value = {}) {
  if (handle == nullptr) return kInvalidArgument;
  *handle = {lockstep::runtime::hip::number(new T(std::move(value)))};
  return kSuccess;
}
template <typename T>
int drop(Handle handle) {
  if (object<T>(handle) == nullptr) return kInvalidArgument;
  delete object<T>(handle);
  return kSuccess;
}

/// A text, by the caller's room for it: first its size is asked.
int tell(const std::string& text, std::size_t* bytes, char* to) {
  if (bytes == nullptr) return kInvalidArgument;
  if (to == nullptr) return *bytes = text.size(), kSuccess;
  std::copy_n(text.begin(), std::min(*bytes, text.size()), to);
  return kSuccess;
}

/// "gfx950:sramecc+:xnack-" of "amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-".
std::string processor(const ActionInfo& info) {
  const std::size_t at = info.isa.rfind("--");
  return at == std::string::npos ? "" : info.isa.substr(at + 2);
}

/// What turns one kind of data into another.
struct Action {
  int number;
  int from, to;
  const char* out;  ///< name of the file
  bool (*run)(KernelCompiler&, const ActionInfo&, const std::vector<std::string>& in, const std::string& out);
};

bool compile(KernelCompiler& compiler, const ActionInfo& info, const std::string& in, const std::string& out,
             bool libraries) {
  std::vector<std::string> options{"--offload-arch=" + processor(info), "-I" + compiler.path("")};
  options.insert(options.end(), info.options.begin(), info.options.end());
  return compiler.hip_to_ir(in, out, false, libraries || info.libraries, std::move(options));
}
bool of_target(KernelCompiler& compiler, const ActionInfo& info, const char* language, const std::string& in,
               const std::string& out, const char* what) {
  std::vector<std::string> words{"-target", "amdgcn-amd-amdhsa", "-mcpu=" + processor(info), "-nogpulib"};
  words.insert(words.end(), info.options.begin(), info.options.end());
  words.insert(words.end(), {"-x", language, compiler.path(in), what, "-o", compiler.path(out)});
  return compiler.clang(std::move(words));
}

using Files = const std::vector<std::string>&;
constexpr std::array<Action, 7> kActions{{
    {2, kSource, kBitcode, "a.bc",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return compile(c, i, in[0], out, false);
     }},
    {12, kSource, kBitcode, "a.bc",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return compile(c, i, in[0], out, true);
     }},
    {4, kBitcode, kRelocatable, "a.o",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return of_target(c, i, "ir", in[0], out, "-c");
     }},
    {5, kBitcode, kSource, "a.s",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return of_target(c, i, "ir", in[0], out, "-S");
     }},
    {7, kRelocatable, kExecutable, "a.so",
     [](KernelCompiler& c, const ActionInfo&, Files in, const std::string& out) { return c.link(in, out); }},
    {8, kSource, kRelocatable, "a.o",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return of_target(c, i, "assembler", in[0], out, "-c");
     }},
    {13, kSource, kRelocatable, "a.o",
     [](KernelCompiler& c, const ActionInfo& i, Files in, const std::string& out) {
       return compile(c, i, in[0], "a.bc", true) && of_target(c, i, "ir", "a.bc", out, "-c");
     }},
}};

Held data_of(int kind, const std::string& name, std::string bytes) {
  return std::make_shared<Data>(Data{kind, name, std::move(bytes)});
}

int run(const Action& action, const ActionInfo& info, const DataSet& given, DataSet& result) {
  auto compiler = KernelCompiler::find();
  std::string log = compiler ? "" : compiler.error() + "\n";
  bool good = bool(compiler);
  std::vector<std::string> files;
  for (const Held& data : given.all) {
    if (!good) break;
    if (data->kind == kInclude) compiler->write(data->name, data->bytes);
    if (data->kind != action.from) continue;
    files.push_back(fmt::format("in{}", files.size()));
    compiler->write(files.back(), data->bytes);
  }
  // Linking takes all files; every other step takes one.
  good = good && !files.empty() && (files.size() == 1 || action.to == kExecutable) &&
         action.run(*compiler, info, files, action.out);
  if (compiler) log += compiler->log();
  if (good) result.all.push_back(data_of(action.to, action.out, compiler->read(action.out)));
  if (info.logs) result.all.push_back(data_of(kLog, "comgr.log", log));
  return good ? kSuccess : kError;
}

}  // namespace

LOCKSTEP_HIP void amd_comgr_get_version(std::size_t* major, std::size_t* minor) {
  *major = 3, *minor = 0;
}
LOCKSTEP_HIP int amd_comgr_status_string(int status, const char** text) {
  constexpr std::array<const char*, 4> kTexts{"SUCCESS", "ERROR", "ERROR_INVALID_ARGUMENT",
                                              "ERROR_OUT_OF_RESOURCES"};
  if (text == nullptr || status < 0 || std::size_t(status) >= kTexts.size()) return kInvalidArgument;
  *text = kTexts[std::size_t(status)];
  return kSuccess;
}

// Data: what a handle holds is shared with the sets that it was added to.

LOCKSTEP_HIP int amd_comgr_create_data(int kind, Handle* data) {
  return make<Held>(data, data_of(kind, "", ""));
}
LOCKSTEP_HIP int amd_comgr_release_data(Handle data) {
  return drop<Held>(data);
}
LOCKSTEP_HIP int amd_comgr_get_data_kind(Handle data, int* kind) {
  if (object<Held>(data) == nullptr || kind == nullptr) return kInvalidArgument;
  *kind = (*object<Held>(data))->kind;
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_set_data(Handle data, std::size_t count, const char* bytes) {
  if (object<Held>(data) == nullptr || bytes == nullptr) return kInvalidArgument;
  (*object<Held>(data))->bytes.assign(bytes, count);
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_set_data_name(Handle data, const char* name) {
  if (object<Held>(data) == nullptr) return kInvalidArgument;
  (*object<Held>(data))->name = name != nullptr ? name : "";
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_get_data(Handle data, std::size_t* count, char* to) {
  return object<Held>(data) != nullptr ? tell((*object<Held>(data))->bytes, count, to) : kInvalidArgument;
}
LOCKSTEP_HIP int amd_comgr_get_data_name(Handle data, std::size_t* count, char* to) {
  if (object<Held>(data) == nullptr) return kInvalidArgument;
  const std::string& name = (*object<Held>(data))->name;
  return tell({name.c_str(), name.size() + 1}, count, to);
}

// Sets of data.

LOCKSTEP_HIP int amd_comgr_create_data_set(Handle* set) {
  return make<DataSet>(set);
}
LOCKSTEP_HIP int amd_comgr_destroy_data_set(Handle set) {
  return drop<DataSet>(set);
}
LOCKSTEP_HIP int amd_comgr_data_set_add(Handle set, Handle data) {
  if (object<DataSet>(set) == nullptr || object<Held>(data) == nullptr) return kInvalidArgument;
  object<DataSet>(set)->all.push_back(*object<Held>(data));
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_data_set_remove(Handle set, int kind) {
  if (object<DataSet>(set) == nullptr) return kInvalidArgument;
  std::erase_if(object<DataSet>(set)->all, [&](const Held& data) { return kind == 0 || data->kind == kind; });
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_action_data_count(Handle set, int kind, std::size_t* count) {
  if (object<DataSet>(set) == nullptr || count == nullptr) return kInvalidArgument;
  *count = std::size_t(
      std::ranges::count(object<DataSet>(set)->all, kind, [](const Held& data) { return data->kind; }));
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_action_data_get_data(Handle set, int kind, std::size_t index, Handle* data) {
  if (object<DataSet>(set) == nullptr) return kInvalidArgument;
  for (const Held& held : object<DataSet>(set)->all)
    if (held->kind == kind && index-- == 0) return make<Held>(data, held);
  return kInvalidArgument;
}

// Actions.

LOCKSTEP_HIP int amd_comgr_create_action_info(Handle* info) {
  return make<ActionInfo>(info);
}
LOCKSTEP_HIP int amd_comgr_destroy_action_info(Handle info) {
  return drop<ActionInfo>(info);
}
#define LOCKSTEP_SET_OF_ACTION(NAME, TYPE, ...)                                  \
  LOCKSTEP_HIP int amd_comgr_action_info_set_##NAME(Handle handle, TYPE value) { \
    auto* const info = object<ActionInfo>(handle);                               \
    if (info == nullptr) return kInvalidArgument;                                \
    __VA_ARGS__;                                                                 \
    return kSuccess;                                                             \
  }
LOCKSTEP_SET_OF_ACTION(language, int, info->language = value)
LOCKSTEP_SET_OF_ACTION(isa_name, const char*, info->isa = value != nullptr ? value : "")
LOCKSTEP_SET_OF_ACTION(logging, bool, info->logs = value)
LOCKSTEP_SET_OF_ACTION(device_lib_linking, bool, info->libraries = value)
LOCKSTEP_HIP int amd_comgr_action_info_set_option_list(Handle handle, const char** options,
                                                       std::size_t count) {
  auto* const info = object<ActionInfo>(handle);
  if (info == nullptr || (count != 0 && options == nullptr)) return kInvalidArgument;
  info->options.clear();
  for (std::size_t i = 0; i < count; ++i)
    if (options[i] != nullptr && *options[i] != 0) info->options.emplace_back(options[i]);
  return kSuccess;
}
LOCKSTEP_HIP int amd_comgr_do_action(int kind, Handle handle, Handle given, Handle result) {
  const auto* const info = object<ActionInfo>(handle);
  if (info == nullptr || object<DataSet>(given) == nullptr || object<DataSet>(result) == nullptr)
    return kInvalidArgument;
  const auto* const action = std::ranges::find(kActions, kind, &Action::number);
  if (action != kActions.end()) return run(*action, *info, *object<DataSet>(given), *object<DataSet>(result));
  auto& session = lockstep::runtime::Session::of_process();
  const std::lock_guard lock(session.mutex());
  session.report().complain(fmt::format("amd_comgr_do_action: action {} is not there", kind));
  return kError;
}
