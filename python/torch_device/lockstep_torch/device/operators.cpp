// Which kernels torch's operators get on the device.
#include <optional>
#include <set>
#include <string>

#include <ATen/EmptyTensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/native/transformers/attention.h>
#include <ATen/ops/_local_scalar_dense.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include "copies.hpp"
#include "memory.hpp"
#include "operations.hpp"

namespace lockstep_torch {

namespace {

using at::IntArrayRef, at::Tensor, std::optional;

constexpr c10::DispatchKeySet kKeys(c10::DispatchKey::CUDA);

Tensor empty(IntArrayRef size, optional<at::ScalarType> dtype, optional<at::Layout>, optional<at::Device>,
             optional<bool>, optional<at::MemoryFormat> format) {
  return at::detail::empty_generic(size, &device_memory(), kKeys, c10::dtype_or_default(dtype), format);
}
Tensor empty_strided(IntArrayRef size, IntArrayRef strides, optional<at::ScalarType> dtype,
                     optional<at::Layout>, optional<at::Device>, optional<bool>) {
  return at::detail::empty_strided_generic(size, strides, &device_memory(), kKeys,
                                           c10::dtype_or_default(dtype));
}

Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef strides, optional<std::int64_t> offset) {
  return at::native::as_strided_tensorimpl(self, size, strides, offset);
}

Tensor copy_from(const Tensor& self, const Tensor& target, bool non_blocking) {
  Tensor to = target;
  return copy_(to, self, non_blocking);
}
Tensor copy_from_and_resize(const Tensor& self, const Tensor& target) {
  if (target.sizes() != self.sizes()) resize_(target, self.sizes(), std::nullopt);
  return copy_from(self, target, false);
}

at::Scalar item(const Tensor& self) {
  const Tensor host = on_host(self);
  wait_for_stream("a tensor's item()");
  return at::_local_scalar_dense(host);
}

void record_stream(Tensor& self, at::Stream stream) {
  record_use(self.storage().data(), reinterpret_cast<Handle>(stream.id()));
}

Tensor& zero_(Tensor& self) {
  if (self.numel() == 0) return self;
  if (self.is_non_overlapping_and_dense())
    must(hip().MemsetAsync(self.data_ptr(), 0, self.nbytes(), current_stream()), "hipMemsetAsync");
  else
    on_cpu("aten::fill_", "Scalar", {self, at::Scalar(0)});
  return self;
}

Tensor& set_storage(Tensor& self, at::Storage storage, std::int64_t offset, IntArrayRef size,
                    IntArrayRef strides) {
  auto* const impl = self.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(std::move(storage));
  impl->set_storage_offset(offset);
  if (strides.empty() && !size.empty())
    impl->set_sizes_contiguous(size);
  else
    impl->set_sizes_and_strides(size, strides);
  return self;
}
Tensor& set_whole_storage(Tensor& self, at::Storage storage) {
  const std::int64_t count = std::int64_t(storage.nbytes() / self.itemsize());
  return set_storage(self, std::move(storage), 0, {count}, {1});
}
Tensor& set_tensor(Tensor& self, const Tensor& source) {
  return set_storage(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
}
Tensor& set_to_nothing(Tensor& self) {
  return set_storage(self, Tensor(empty({0}, self.scalar_type(), {}, {}, {}, {})).storage(), 0, {0}, {1});
}
bool is_set_to(const Tensor& self, const Tensor& other) {
  return self.storage().unsafeGetStorageImpl() == other.storage().unsafeGetStorageImpl() &&
         self.storage_offset() == other.storage_offset() && self.sizes() == other.sizes() &&
         self.strides() == other.strides();
}

// scaled_dot_product_attention: in terms of other operations. The fused kernels are a GPU's.
void choose_math(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  torch::jit::drop(*stack, op.schema().arguments().size());
  stack->emplace_back(std::int64_t(0));
}

// The same choice, where it is asked for past the dispatcher.
template <typename Function>
struct Math;
template <typename... Arguments>
struct Math<std::int64_t (*)(Arguments...)> {
  static std::int64_t choose(Arguments...) { return 0; }
};

// A softmax in float of half numbers, in one operation, which the CPU has not.
void softmax(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& widens = torch::jit::peek(*stack, 2, 3);
  if (widens.toBool()) {
    widens = false;
    c10::IValue& input = torch::jit::peek(*stack, 0, 3);
    input = input.toTensor().to(at::kFloat);
  }
  on_cpu(op, stack);
}

void add_own(torch::Library& to) {
  to.impl("empty.memory_format", TORCH_FN(empty));
  to.impl("empty_strided", TORCH_FN(empty_strided));
  to.impl("as_strided", TORCH_FN(as_strided));
  to.impl("view", TORCH_FN(at::native::view));
  to.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
  to.impl("unfold", TORCH_FN(at::native::unfold));
  to.impl("view_as_real", TORCH_FN(at::native::view_as_real));
  to.impl("view_as_complex", TORCH_FN(at::native::view_as_complex));
  to.impl("copy_", TORCH_FN(copy_));
  to.impl("_copy_from", TORCH_FN(copy_from));
  to.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
  to.impl("_local_scalar_dense", TORCH_FN(item));
  to.impl("record_stream", TORCH_FN(record_stream));
  to.impl("resize_", TORCH_FN(resize_));
  to.impl("zero_", TORCH_FN(zero_));
  to.impl("set_.source_Storage_storage_offset", TORCH_FN(set_storage));
  to.impl("set_.source_Storage", TORCH_FN(set_whole_storage));
  to.impl("set_.source_Tensor", TORCH_FN(set_tensor));
  to.impl("set_", TORCH_FN(set_to_nothing));
  to.impl("is_set_to", TORCH_FN(is_set_to));
  to.impl("_fused_sdp_choice", torch::CppFunction::makeFromBoxedFunction<&choose_math>());
  to.impl("_softmax", torch::CppFunction::makeFromBoxedFunction<&softmax>());
  to.impl("_log_softmax", torch::CppFunction::makeFromBoxedFunction<&softmax>());
}

const std::set<std::string> kOwn{"empty.memory_format",
                                 "empty_strided",
                                 "as_strided",
                                 "view",
                                 "_reshape_alias",
                                 "unfold",
                                 "view_as_real",
                                 "view_as_complex",
                                 "copy_",
                                 "_copy_from",
                                 "_copy_from_and_resize",
                                 "_local_scalar_dense",
                                 "record_stream",
                                 "resize_",
                                 "zero_",
                                 "set_.source_Storage_storage_offset",
                                 "set_.source_Storage",
                                 "set_.source_Tensor",
                                 "set_",
                                 "is_set_to",
                                 "_fused_sdp_choice",
                                 "_softmax",
                                 "_log_softmax"};

// torch warns of each kernel that another takes the place of.
struct Silence final : c10::WarningHandler {
  void process(const c10::Warning&) override {}
};

// Composed of others, which would choose a GPU's libraries for tensors of a GPU.
const std::set<std::string> kWhole{"convolution", "convolution_backward"};

}  // namespace

const Tensor& resize_(const Tensor& self, IntArrayRef size, optional<at::MemoryFormat> format) {
  auto* const impl = self.unsafeGetTensorImpl();
  if (self.sizes() == size && !format) return self;
  impl->set_sizes_contiguous(size);
  const std::size_t bytes = std::size_t(impl->numel() + impl->storage_offset()) * impl->itemsize();
  auto* const storage = impl->unsafe_storage().unsafeGetStorageImpl();
  if (bytes > storage->nbytes()) {
    auto memory = device_memory().allocate(bytes);
    if (storage->nbytes() != 0) device_memory().copy_data(memory.get(), storage->data(), storage->nbytes());
    storage->set_data_ptr_noswap(std::move(memory));
    storage->set_nbytes(bytes);
  }
  if (format && *format != at::MemoryFormat::Preserve) impl->empty_tensor_restride(*format);
  return self;
}

// A build for CUDA has kernels of its own for many operators, each of which is replaced; what has none gets
// the fallback.
void take_operators() {
  Silence silence;
  const c10::WarningUtils::WarningHandlerGuard without_warnings(&silence);
  const auto kernel = [] { return torch::CppFunction::makeFromBoxedFunction<&on_cpu>(); };
  static auto* const aten =
      new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::CUDA, __FILE__, __LINE__);
  static auto* const rest =
      new torch::Library(torch::Library::IMPL, "_", c10::DispatchKey::CUDA, __FILE__, __LINE__);
  auto& dispatcher = c10::Dispatcher::singleton();
  for (const auto& name : dispatcher.getAllOpNames()) {
    if (name.name.rfind("aten::", 0) != 0) continue;
    const std::string full =
        name.name.substr(6) + (name.overload_name.empty() ? "" : "." + name.overload_name);
    const auto op = dispatcher.findSchema(name);
    if (kOwn.contains(full) || !op) continue;
    if (op->hasKernelForDispatchKey(c10::DispatchKey::CUDA) || kWhole.contains(full))
      aten->impl(full.c_str(), kernel());
  }
  add_own(*aten);
  rest->fallback(kernel());
  at::native::_fused_sdp_choice_stub.set_cuda_dispatch_ptr(&Math<at::native::fused_sdp_choice_fn>::choose);
}

}  // namespace lockstep_torch
