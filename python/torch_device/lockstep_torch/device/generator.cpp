#include "generator.hpp"

#include <utility>

#include <ATen/CPUGeneratorImpl.h>

#include "hip.hpp"

namespace lockstep_torch {

namespace {

class DeviceGenerator final : public c10::GeneratorImpl {
 public:
  explicit DeviceGenerator(at::Generator inner)
      : c10::GeneratorImpl(kDevice, c10::DispatchKeySet(c10::DispatchKey::CUDA)), inner_(std::move(inner)) {}

  void set_current_seed(std::uint64_t seed) override { inner_.set_current_seed(seed), offset_ = 0; }
  void set_offset(std::uint64_t offset) override { offset_ = offset; }
  std::uint64_t get_offset() const override { return offset_; }
  std::uint64_t current_seed() const override { return inner_.current_seed(); }
  std::uint64_t seed() override { return inner_.seed(); }
  void set_state(const c10::TensorImpl& state) override { inner_.unsafeGetGeneratorImpl()->set_state(state); }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    return inner_.unsafeGetGeneratorImpl()->get_state();
  }
  const at::Generator& inner() const { return inner_; }

 private:
  GeneratorImpl* clone_impl() const override { return new DeviceGenerator(inner_.clone()); }

  at::Generator inner_;
  std::uint64_t offset_ = 0;
};

at::Generator make() {
  return at::make_generator<DeviceGenerator>(at::detail::createCPUGenerator());
}

}  // namespace

const at::Generator& default_generator() {
  static const auto* const generator = new at::Generator(make());
  return *generator;
}

at::Generator new_generator() {
  static bool is_first = true;
  return std::exchange(is_first, false) ? default_generator() : make();
}

at::Generator on_cpu_of(const at::Generator& generator) {
  const auto* const ours = dynamic_cast<const DeviceGenerator*>(generator.unsafeGetGeneratorImpl());
  return ours != nullptr ? ours->inner() : generator;
}

}  // namespace lockstep_torch
