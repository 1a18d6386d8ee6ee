// A device runs kernels: the emulator under a matrix model, or a GPU through the HIP runtime. Whoever
// launches on one does not see which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "devices/program.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::devices {

/// A pointer argument of the kernel: bytes that are copied to the device before the launch, and back after
/// it.
struct Buffer {
  std::string_view argument;  ///< its name as the kernel's source spells it
  std::vector<std::byte> bytes;
  bool written = false;  ///< by the kernel: copied back
};

struct Launch {
  std::span<const std::byte> image;  ///< a code object for the device's arch
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::vector<Buffer> buffers;                  ///< all of the kernel's arguments, in their order
};

struct Failure {
  enum class Kind {
    unknown,  ///< no such device can be meant
    absent,   ///< there is no driver, or no such GPU
    refused,  ///< the device can't run this kernel, or the runtime said no
    trapped,  ///< the kernel could not go on
  };
  Kind kind;
  std::string text;
};

struct Identity {
  std::string device;        ///< "hip:0", "cuda:0", "emulated:gfx950"
  std::string name;          ///< what the GPU calls itself; for an emulated device, its model
  std::string arch;          ///< "gfx950", "sm_90"
  std::string driver;        ///< versions of the driver and the runtime
  std::uint64_t memory = 0;  ///< bytes; 0: as much as one likes
};

/// Is told what a device sets about: a kernel by its name, copies by nothing.
using Note = std::function<void(const std::string& kernel)>;

class Device {
 public:
  virtual ~Device() = default;
  virtual const Identity& identity() const = 0;
  virtual tl::expected<Ran, Failure> run(const Program& program, const Note& note) = 0;
  /// A program of one launch, on copies of its buffers.
  tl::expected<void, Failure> run(Launch& launch);
};

using Opened = tl::expected<std::unique_ptr<Device>, Failure>;

/// The model must outlive the device, and be one of the arch.
Opened open_emulated(std::string_view arch, const matrix::Model& model);

/// `library`: a file to load instead of the HIP runtime where the system keeps it.
Opened open_hip(int index, const std::string& library = {});

/// Opens a GPU through NVIDIA's driver.
Opened open_cuda(int index);

/// "emulated:gfx950", "emulated:gfx942", "hip:0" or "cuda:0". The model is that of an emulated device.
Opened open(std::string_view specification, const matrix::Model& model);

}  // namespace lockstep::devices
