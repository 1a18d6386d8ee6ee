#include "emulator/runtime/error.hpp"

#include <algorithm>
#include <array>

namespace lockstep::runtime {

namespace {

constexpr std::array kErrors{
    ErrorFacts{Error::success, "hipSuccess", "no error"},
    ErrorFacts{Error::invalid_value, "hipErrorInvalidValue", "invalid argument"},
    ErrorFacts{Error::out_of_memory, "hipErrorOutOfMemory", "out of memory"},
    ErrorFacts{Error::not_initialized, "hipErrorNotInitialized", "initialization error"},
    ErrorFacts{Error::invalid_configuration, "hipErrorInvalidConfiguration",
               "invalid configuration argument"},
    ErrorFacts{Error::invalid_memcpy_direction, "hipErrorInvalidMemcpyDirection",
               "invalid copy direction for memcpy"},
    ErrorFacts{Error::no_device, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    ErrorFacts{Error::invalid_device, "hipErrorInvalidDevice", "invalid device ordinal"},
    ErrorFacts{Error::invalid_image, "hipErrorInvalidImage", "device kernel image is invalid"},
    ErrorFacts{Error::no_binary_for_gpu, "hipErrorNoBinaryForGpu",
               "no kernel image is available for execution on the device"},
    ErrorFacts{Error::file_not_found, "hipErrorFileNotFound", "file not found"},
    ErrorFacts{Error::invalid_resource_handle, "hipErrorInvalidHandle", "invalid resource handle"},
    ErrorFacts{Error::not_found, "hipErrorNotFound", "named symbol not found"},
    ErrorFacts{Error::not_ready, "hipErrorNotReady", "device not ready"},
    ErrorFacts{Error::illegal_address, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    ErrorFacts{Error::host_memory_already_registered, "hipErrorHostMemoryAlreadyRegistered",
               "part or all of the requested memory range is already mapped"},
    ErrorFacts{Error::host_memory_not_registered, "hipErrorHostMemoryNotRegistered",
               "pointer does not correspond to a registered memory region"},
    ErrorFacts{Error::launch_failure, "hipErrorLaunchFailure", "unspecified launch failure"},
    ErrorFacts{Error::cooperative_launch_too_large, "hipErrorCooperativeLaunchTooLarge",
               "too many blocks in cooperative launch"},
    ErrorFacts{Error::not_supported, "hipErrorNotSupported", "operation not supported"},
    ErrorFacts{Error::stream_capture_unsupported, "hipErrorStreamCaptureUnsupported",
               "operation not permitted when stream is capturing"},
    ErrorFacts{Error::stream_capture_invalidated, "hipErrorStreamCaptureInvalidated",
               "operation failed due to a previous error during capture"},
    ErrorFacts{Error::stream_capture_unmatched, "hipErrorStreamCaptureUnmatched",
               "capture was not initiated in this stream"},
    ErrorFacts{Error::stream_capture_unjoined, "hipErrorStreamCaptureUnjoined",
               "capturing stream has unjoined work"},
    ErrorFacts{Error::invalid_symbol, "hipErrorInvalidSymbol", "invalid device symbol"},
    ErrorFacts{Error::stream_capture_implicit, "hipErrorStreamCaptureImplicit",
               "operation would make the legacy stream depend on a capturing blocking stream"},
    ErrorFacts{Error::graph_exec_update_failure, "hipErrorGraphExecUpdateFailure",
               "the graph update was not performed because it included changes which violated constraints "
               "specific to instantiated graph update"},
    ErrorFacts{Error::unknown, "hipErrorUnknown", "unknown error"},
};

}  // namespace

std::span<const ErrorFacts> errors() {
  return kErrors;
}

const ErrorFacts& facts(Error error) {
  const auto found = std::ranges::find(kErrors, error, &ErrorFacts::error);
  return found == kErrors.end() ? kErrors.back() : *found;
}

}  // namespace lockstep::runtime
