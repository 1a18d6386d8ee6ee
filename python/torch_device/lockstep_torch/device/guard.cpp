// What torch asks of a kind of device: which is current, its streams, its events.
#include "guard.hpp"

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "hip.hpp"
#include "memory.hpp"

namespace lockstep_torch {

namespace {

// A stream's number is its handle.
Handle handle_of(const c10::Stream& stream) {
  return reinterpret_cast<Handle>(stream.id());
}
c10::Stream stream_of(Handle handle) {
  return c10::Stream(c10::Stream::UNSAFE, kDevice, reinterpret_cast<c10::StreamId>(handle));
}

// Not `override` where a version of torch has no such function.
struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::kCUDA; }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  c10::Device exchangeDevice(c10::Device) const override { return kDevice; }
  c10::Device getDevice() const override { return kDevice; }
  void setDevice(c10::Device) const override {}
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  void synchronizeDevice(const c10::DeviceIndex) const override {
    must(hip().DeviceSynchronize(), "hipDeviceSynchronize");
  }

  c10::Stream getStream(c10::Device) const noexcept override { return stream_of(current_stream()); }
  c10::Stream getDefaultStream(c10::Device) const override { return stream_of(nullptr); }
  c10::Stream getStreamFromGlobalPool(c10::Device, bool is_high) const override {
    return stream_of(next_stream(is_high ? -1 : 0));
  }
  c10::Stream getNewStream(c10::Device, int priority) const override {
    return stream_of(next_stream(priority));
  }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override {
    const Handle before = current_stream();
    set_current_stream(handle_of(stream));
    return stream_of(before);
  }
  void* getStreamNativeHandle(const c10::Stream stream) const { return handle_of(stream); }
  bool queryStream(const c10::Stream& stream) const override {
    const int error = hip().StreamQuery(handle_of(stream));
    if (error != kNotReady) must(error, "hipStreamQuery");
    return error == 0;
  }
  void synchronizeStream(const c10::Stream& stream) const override {
    must(hip().StreamSynchronize(handle_of(stream)), "hipStreamSynchronize");
  }
  bool isStreamCapturing(const c10::Stream& stream) const { return is_capturing(handle_of(stream)); }
  void recordDataPtrOnStream(const c10::DataPtr& memory, const c10::Stream& stream) const override {
    record_use(memory.get(), handle_of(stream));
  }

  void record(void** event, const c10::Stream& stream, const c10::DeviceIndex,
              const c10::EventFlag) const override {
    if (*event == nullptr) must(hip().EventCreateWithFlags(event, 0), "hipEventCreateWithFlags");
    must(hip().EventRecord(*event, handle_of(stream)), "hipEventRecord");
  }
  void block(void* event, const c10::Stream& stream) const override {
    if (event != nullptr) must(hip().StreamWaitEvent(handle_of(stream), event, 0), "hipStreamWaitEvent");
  }
  bool queryEvent(void* event) const override {
    const int error = event == nullptr ? 0 : hip().EventQuery(event);
    if (error != kNotReady) must(error, "hipEventQuery");
    return error == 0;
  }
  void synchronizeEvent(void* event) const override {
    if (event != nullptr) must(hip().EventSynchronize(event), "hipEventSynchronize");
  }
  void destroyEvent(void* event, const c10::DeviceIndex) const noexcept override {
    if (event != nullptr) hip().EventDestroy(event);
  }
  double elapsedTime(void* start, void* end, const c10::DeviceIndex) const override {
    float milliseconds = 0;
    must(hip().EventElapsedTime(&milliseconds, start, end), "hipEventElapsedTime");
    return milliseconds;
  }
};

}  // namespace

void take_guard() {
  c10::impl::device_guard_impl_registry[std::size_t(c10::kCUDA)].store(
      new Guard);  // for good, as torch wants
}

}  // namespace lockstep_torch
