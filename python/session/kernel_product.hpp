// A kernel's problem as the one product D = A B^T that it is, on operands of one's own: what `lockstep order`
// asks of a kernel, of one of its builds, or of a code object with a launch recipe, on the emulator or a GPU.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "devices/device.hpp"
#include "properties/cases/case.hpp"
#include "properties/laws/experiment.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::session {

class KernelProduct {
 public:
  /// Of KERNEL[@ARCH][:BUILD][,KEY=VALUE]..., which says no more than it wants to, or of a case's line. Fails
  /// where the device can't run the case, and where D is no product of two matrices alone.
  static tl::expected<std::unique_ptr<KernelProduct>, std::string> open(const std::string& text);

  /// A matrix in rows along k, whose elements are whole bytes unless its format has 4 bits.
  struct Matrix {
    const formats::Format* format = nullptr;
    std::int64_t rows = 0, columns = 0;

    std::size_t bytes() const;  ///< an element of 4 bits has one of its own
  };
  /// "a", "a_scale", "b" and "b_scale": A [m][k], B [n][k], and scales, of which each covers as many rows and
  /// k as there are more of these. "weights", a factor of each row of D, where the operator has some.
  const std::map<std::string, Matrix, std::less<>>& operands() const { return operands_; }
  const formats::Format& result() const { return *experiment_->instance().outputs()[0].format; }

  const cases::Case& the_case() const { return experiment_->the_case(); }
  const matrix::Model& model() const { return experiment_->model(); }
  /// What the GPU calls itself; empty: the emulator runs it.
  std::string gpu() const { return gpu_ ? gpu_->identity().name : std::string(); }
  /// Whether the model says how the device adds: of a GPU's matrix unit one that was measured, or of a build
  /// without.
  bool adds_as_modelled() const;
  /// The order that its results are compared with; empty: nobody declares one, or the GPU adds as it likes.
  std::string_view declared() const;

  struct Answer {
    std::string stopped;           ///< why there are no results; empty: there are
    std::vector<std::uint32_t> d;  ///< [m][n], rows as A has them
    std::size_t others = 0;        ///< of them that are not the declared order's
  };
  /// Bytes of each of operands().
  Answer run(const std::map<std::string, std::span<const std::uint8_t>, std::less<>>& bytes);

 private:
  KernelProduct() = default;

  laws::CodeCache cache_;
  std::unique_ptr<devices::Device> gpu_;
  std::unique_ptr<laws::Experiment> experiment_;
  std::map<std::string, Matrix, std::less<>> operands_;
};

}  // namespace lockstep::session
