#include "devices/cuda_driver.hpp"

#include <bit>

#include <fmt/format.h>

namespace lockstep::devices {

namespace {

// CU_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
constexpr std::uintptr_t kBuffer = 1, kBufferSize = 2, kEnd = 0;

void* pointer(std::uintptr_t number) {
  return std::bit_cast<void*>(number);
}

}  // namespace

Driver::Done CudaDriver::check(const std::string& call, CudaStatus status, Failure::Kind kind) const {
  if (status == 0) return {};
  return tl::unexpected(Failure{kind, fmt::format("{}: {}", call, cuda_->explain(status))});
}

tl::expected<std::uint64_t, Failure> CudaDriver::allocate(std::uint64_t bytes) {
  CudaAddress address = 0;
  if (auto ok = check(fmt::format("cuMemAlloc of {} bytes", bytes), cuda_->allocate(&address, bytes)); !ok)
    return tl::unexpected(ok.error());
  return std::uint64_t{address};
}

void CudaDriver::release(std::uint64_t address) {
  cuda_->release(address);
}

Driver::Done CudaDriver::fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) {
  return check("cuMemsetD8", cuda_->fill(to, with, bytes));
}

Driver::Done CudaDriver::upload(std::uint64_t to, std::span<const std::uint8_t> from) {
  if (from.empty()) return {};
  return check("cuMemcpyHtoD", cuda_->upload(to, from.data(), from.size()));
}

Driver::Done CudaDriver::download(std::span<std::uint8_t> to, std::uint64_t from) {
  return check("cuMemcpyDtoH", cuda_->download(to.data(), from, to.size()));
}

Driver::Done CudaDriver::load(const std::vector<std::uint8_t>& image) {
  if (module_ != nullptr && image == image_) return {};
  unload();
  image_ = image;
  std::vector<std::uint8_t> text = image;
  text.push_back(0);  // PTX is a string
  return check("cuModuleLoadData", cuda_->module_load(&module_, text.data()));
}

Driver::Done CudaDriver::start(const Step& step, std::vector<std::uint8_t> arguments) {
  void* function = nullptr;
  if (auto ok = check("cuModuleGetFunction " + step.kernel,
                      cuda_->module_function(&function, module_, step.kernel.c_str()));
      !ok)
    return ok;
  std::size_t bytes = arguments.size();
  void* extra[] = {pointer(kBuffer), arguments.data(), pointer(kBufferSize), &bytes, pointer(kEnd)};
  const auto &g = step.grid, &b = step.block;
  return check("cuLaunchKernel", cuda_->launch(function, g[0], g[1], g[2], b[0], b[1], b[2], step.dynamic_lds,
                                               nullptr, nullptr, extra));
}

Driver::Done CudaDriver::busy(std::uint32_t copies) {
  return traffic_.start(
      *this, copies,
      [this](std::uint64_t to, std::uint64_t from, std::uint64_t bytes, void* stream) {
        return cuda_->copy_async(to, from, bytes, stream);
      },
      [this](const char* call, CudaStatus status) { return check(call, status); });
}

Driver::Done CudaDriver::wait(const std::string& kernel) {
  return check(kernel + ": cuCtxSynchronize", cuda_->synchronise(), Failure::Kind::trapped);
}

Driver::Done CudaDriver::mark(Moment moment) {
  constexpr unsigned kDefault = 0;  // CU_EVENT_DEFAULT
  return moments_.mark(
      moment, [this](void** event) { return cuda_->event_create(event, kDefault); },
      [this](const char* call, CudaStatus status) { return check(call, status); });
}

tl::expected<double, Failure> CudaDriver::seconds_between() {
  return moments_.seconds([this](const char* call, CudaStatus status) { return check(call, status); });
}

void CudaDriver::unload() {
  if (module_ != nullptr) cuda_->module_unload(module_);
  module_ = nullptr;
}

}  // namespace lockstep::devices
