#include "operations.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <set>

#include <ATen/EmptyTensor.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/List.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/zeros.h>

#include "copies.hpp"
#include "generator.hpp"
#include "memory.hpp"

namespace lockstep_torch {

namespace {

using torch::jit::Stack;

// Bytes from the first element to the end of the last.
std::int64_t extent_of(const at::Tensor& t) {
  if (t.numel() == 0) return 0;
  std::int64_t last = 0;
  for (std::int64_t d = 0; d < t.dim(); ++d) last += (t.size(d) - 1) * t.stride(d);
  return (last + 1) * std::int64_t(t.itemsize());
}

/// Calls visit(tensor) for each tensor in a value; what it answers takes the tensor's place.
template <typename Visit>
c10::IValue with_tensors(const c10::IValue& value, const Visit& visit) {
  if (value.isTensor()) return visit(value.toTensor());
  if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& t : value.toTensorVector()) list.push_back(visit(t));
    return list;
  }
  if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> list;
    for (const auto& t : value.toOptionalTensorVector())
      list.push_back(t ? std::optional(visit(*t)) : std::optional<at::Tensor>());
    return list;
  }
  return value;
}

bool is_on_device(const at::Tensor& t) {
  return t.defined() && t.is_cuda();
}

/// A tensor of the device, and its elements on the host.
struct Pair {
  at::Tensor device, host;
  bool is_read = true, is_written = false;
};

/// Memory of the host for what an operation uses of a storage: tensors that share memory share it there, too.
struct Window {
  const void* storage;
  char *begin, *end;
  at::Tensor bytes{};
};

class Operation {
 public:
  Operation(const c10::OperatorHandle& op, Stack arguments) : op_(op), given_(std::move(arguments)) {
    for (const c10::IValue& v : given_)
      with_tensors(v, [&](const at::Tensor& t) { return add_window(t), t; });
    for (Window& w : windows_) {
      w.begin -= reinterpret_cast<std::uintptr_t>(w.begin) % 64;
      const std::int64_t bytes = w.end - w.begin;
      const auto options = at::TensorOptions(at::kByte);
      w.bytes = is_capturing() ? at::zeros({bytes}, options) : at::empty({bytes}, options);
    }
    for (std::size_t i = 0; i < given_.size(); ++i) arguments_.push_back(translated(i));
  }

  Stack run() {
    for (const Pair& p : pairs_)
      if (p.is_read) move(p, device_to_host);
    Stack results = compute();
    Stack of_device;
    for (const c10::IValue& r : results)
      of_device.push_back(with_tensors(r, [&](const at::Tensor& t) { return result_of(t); }));
    return of_device;
  }

  /// Behind run(): what was written goes to the device.
  void store() {
    for (Pair& p : pairs_) {
      if (!p.is_written) continue;
      if (p.device.sizes() != p.host.sizes()) {
        resize_(p.device, p.host.sizes(), std::nullopt);
        p.device.unsafeGetTensorImpl()->set_sizes_and_strides(p.host.sizes(), p.host.strides());
      }
      move(p, host_to_device);
    }
  }

  /// What a graph does of it, between copies from the device and to it that the graph has captured.
  void again() {
    const at::AutoDispatchBelowADInplaceOrView below;
    const Stack results = compute();
    std::size_t i = 0;
    for (const c10::IValue& r : results)
      with_tensors(r, [&](const at::Tensor& t) {
        if (t.defined() && find_pair(t) == nullptr && !is_view(t) && i < results_.size())
          results_[i++].copy_(t);
        return t;
      });
  }
  std::string name() const { return op_.schema().name(); }

 private:
  void add_window(const at::Tensor& t) {
    if (!is_on_device(t)) return;
    char* const begin = first_of(t);
    char* const end = begin + extent_of(t);
    const void* const storage = t.storage().unsafeGetStorageImpl();
    const auto found = std::ranges::find(windows_, storage, &Window::storage);
    if (found == windows_.end()) {
      windows_.push_back({storage, begin, end});
    } else {
      found->begin = std::min(found->begin, begin), found->end = std::max(found->end, end);
      shares_ = true;
    }
  }

  const Window& window_of(const at::Tensor& t) const {
    return *std::ranges::find(windows_, static_cast<const void*>(t.storage().unsafeGetStorageImpl()),
                              &Window::storage);
  }

  c10::IValue translated(std::size_t i) {
    const c10::IValue& v = given_[i];
    if (v.isDevice()) return v.toDevice().is_cuda() ? c10::Device(c10::kCPU) : v.toDevice();
    const c10::Argument& argument = op_.schema().arguments()[i];
    if (v.isGenerator()) return on_cpu_of(v.toGenerator());
    if (v.isNone() && argument.name() == "generator") return on_cpu_of(default_generator());
    const bool is_written = argument.alias_info() != nullptr && argument.alias_info()->isWrite();
    return with_tensors(v, [&](const at::Tensor& t) {
      return is_on_device(t) ? add_pair(t, is_written, argument.is_out()) : t;
    });
  }

  at::Tensor add_pair(const at::Tensor& t, bool is_written, bool is_out) {
    for (Pair& p : pairs_)
      if (p.device.is_same(t)) return p.is_written |= is_written, p.is_read |= !is_out, p.host;
    const Window& w = window_of(t);
    at::Tensor host = at::empty({0}, at::TensorOptions(t.scalar_type()));
    const auto offset = t.numel() == 0 ? 0 : (first_of(t) - w.begin) / std::int64_t(t.itemsize());
    auto* const impl = host.unsafeGetTensorImpl();
    impl->set_storage_keep_dtype(w.bytes.storage());
    impl->set_storage_offset(offset);
    impl->set_sizes_and_strides(t.sizes(), t.strides());
    if (t.is_conj()) host._set_conj(true);
    if (t.is_neg()) host._set_neg(true);
    pairs_.push_back({t, host, !is_out || shares_, is_written});
    return host;
  }

  static void move(const Pair& p, CopyKind kind) {
    const Elements device{first_of(p.device), p.device.strides()}, host{first_of(p.host), p.host.strides()};
    const bool back = kind == device_to_host;
    copy_elements(back ? host : device, back ? device : host, p.host.sizes(), p.host.itemsize(), kind);
  }

  Stack compute() {
    Stack stack = arguments_;
    op_.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
    return stack;
  }

  const Pair* find_pair(const at::Tensor& host) const {
    const auto found = std::ranges::find_if(pairs_, [&](const Pair& p) { return p.host.is_same(host); });
    return found == pairs_.end() ? nullptr : &*found;
  }
  // Whether an argument of the operation is a view.
  bool is_view(const at::Tensor& t) const {
    return std::ranges::any_of(windows_,
                               [&](const Window& w) { return t.storage().is_alias_of(w.bytes.storage()); });
  }

  at::Tensor view_of(const at::Tensor& t) const {
    for (const Pair& p : pairs_) {
      if (!t.storage().is_alias_of(p.host.storage())) continue;
      const auto from_window = (first_of(t) - first_of(p.host)) / std::int64_t(t.itemsize());
      at::Tensor view = at::empty({0}, p.device.options().dtype(t.scalar_type()));
      auto* const impl = view.unsafeGetTensorImpl();
      impl->set_storage_keep_dtype(p.device.storage());
      const auto start =
          p.device.storage_offset() * std::int64_t(p.device.itemsize()) / std::int64_t(t.itemsize());
      impl->set_storage_offset(start + from_window);
      impl->set_sizes_and_strides(t.sizes(), t.strides());
      return view;
    }
    return t;
  }

  at::Tensor result_of(const at::Tensor& t) {
    if (!t.defined()) return t;
    if (const Pair* p = find_pair(t)) return p->device;
    if (is_view(t)) return view_of(t);
    TORCH_CHECK(t.layout() == at::kStrided, "lockstep: a result of ", name(),
                " is not strided: the device has no such tensors");
    const at::Tensor host =
        repeats(t) || t.is_conj() || t.is_neg() ? t.clone(at::MemoryFormat::Contiguous) : t;
    const at::Tensor device = at::empty_strided(host.sizes(), host.strides(), host.options().device(kDevice));
    results_.push_back(host);
    pairs_.push_back({device, host, false, true});
    return device;
  }

  c10::OperatorHandle op_;
  Stack given_, arguments_;
  bool shares_ = false;  ///< several arguments lie in one storage
  std::vector<Window> windows_;
  std::vector<Pair> pairs_;
  std::vector<at::Tensor> results_;
};

void run_again(void* data) {
  auto& operation = *static_cast<Operation*>(data);
  try {
    operation.again();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "lockstep: %s in a graph: %s\n", operation.name().c_str(), e.what());
  }
}

// A graph gets copies from the device, the operation as a function of the host, and copies to the device.
void capture(const std::shared_ptr<Operation>& operation) {
  TORCH_CHECK(capture_pool() != nullptr,
              "lockstep: a capture that torch.cuda.graph did not begin has no place for ", operation->name());
  capture_pool()->keep(std::static_pointer_cast<void>(operation));
  must(hip().LaunchHostFunc(current_stream(), &run_again, operation.get()), "hipLaunchHostFunc");
}

// Said once each: a reference that can't be computed explains the test that fails by it.
void name_missing(const c10::OperatorHandle& op) {
  static std::mutex mutex;
  static auto* const named = new std::set<std::string>;
  const std::string name = c10::toString(op.operator_name());
  const std::lock_guard lock(mutex);
  if (named->insert(name).second)
    std::fprintf(stderr, "lockstep: torch has no %s for the CPU: it can't be done on the emulated device\n",
                 name.c_str());
}

}  // namespace

at::Tensor on_host(const at::Tensor& tensor) {
  at::Tensor host = at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(c10::kCPU));
  copy_elements({first_of(host), host.strides()}, {first_of(tensor), tensor.strides()}, tensor.sizes(),
                tensor.itemsize(), device_to_host);
  if (tensor.is_conj()) host._set_conj(true);
  if (tensor.is_neg()) host._set_neg(true);
  return host;
}

void on_cpu(const c10::OperatorHandle& op, Stack* stack) {
  if (!op.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU)) name_missing(op);
  const std::size_t count = op.schema().arguments().size();
  const auto operation =
      std::make_shared<Operation>(op, Stack(stack->end() - std::ptrdiff_t(count), stack->end()));
  Stack results = operation->run();
  if (is_capturing()) capture(operation);
  operation->store();
  torch::jit::drop(*stack, count);
  for (c10::IValue& r : results) stack->push_back(std::move(r));
}

void on_cpu(const char* name, const char* overload, Stack arguments) {
  on_cpu(c10::Dispatcher::singleton().findSchemaOrThrow(name, overload), &arguments);
}

}  // namespace lockstep_torch
