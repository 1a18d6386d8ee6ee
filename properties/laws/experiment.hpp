// One case made ready to run, and the runs it has had: laws ask for runs and references, and share them.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "emulator/machine/dispatch.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/data.hpp"
#include "properties/cases/tensors.hpp"

namespace lockstep::laws {

/// Decoded code objects, shared by all cases and threads.
class CodeCache {
 public:
  using Loaded = tl::expected<std::shared_ptr<const machine::LoadedCode>, std::string>;

  /// A build of a kernel: the name of an embedded image, or, when it has a slash or a dot in it, a code
  /// object's file.
  Loaded get(const kernels::Kernel& kernel, const std::string& build);

 private:
  Loaded load(const std::string& key, std::span<const std::byte> bytes);
  Loaded load_file(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const machine::LoadedCode>> loaded_;
};

/// One execution: when and with which poison it ran, and what came of it.
struct Run {
  machine::Outcome outcome;
  std::vector<std::uint16_t> output;  ///< [active rows][n]
  std::uint64_t undefined_output_bytes = 0;
  std::optional<cases::Tensors::Stray> stray;
  std::uint64_t touched_bytes = 0;  ///< of device memory
};

/// The two poison seeds that law `unread` compares.
enum class Poison : std::uint8_t { first, second };

class Experiment {
 public:
  struct Options {
    bool checks = true;
    int threads = 1;
    const std::atomic<bool>* cancel = nullptr;
  };

  /// What is wrong with a case that can't be run: words or numbers (exit 2).
  static tl::expected<std::unique_ptr<Experiment>, std::string> prepare(const cases::Case& c,
                                                                        CodeCache& cache, Options options);

  const cases::Case& the_case() const { return case_; }
  const operators::GroupedGemm& problem() const { return problem_; }
  const cases::CaseData& data() const { return data_; }
  const matrix::Model& model() const { return *model_; }
  const kernels::Kernel& kernel() const { return *kernel_; }
  const machine::LoadedCode& code() const { return *code_; }

  /// Run under a schedule and a poison; kept, so that asking twice runs once.
  const Run& run(const machine::Schedule& schedule, Poison poison);
  void forget_runs() { runs_.clear(); }
  const Run& first_run() { return run(case_.schedule, Poison::first); }
  /// A schedule as different from the case's as can be.
  machine::Schedule other_schedule() const;

  /// The accumulation's expected bits under the case's model, and the exact reference.
  const std::vector<std::uint16_t>& expected();
  const operators::GroupedGemmExact& exact();

  /// Repeats the first run and says which wave and lane wrote the byte of D last.
  machine::Writer writer_of(std::uint64_t byte);

  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }
  std::uint64_t runs() const { return runs_.size(); }
  std::uint64_t instructions() const { return instructions_; }
  /// Multiply-accumulates of one run.
  std::uint64_t macs() const;

 private:
  Experiment() = default;
  tl::expected<void, std::string> choose_entry();
  Run execute(const machine::Schedule& schedule, Poison poison, std::uint64_t watch_byte,
              machine::Writer* writer);

  cases::Case case_;
  Options options_;
  operators::GroupedGemm problem_;
  cases::CaseData data_;
  const kernels::Kernel* kernel_ = nullptr;
  const code_object::Kernel* entry_ = nullptr;
  const matrix::Model* model_ = nullptr;
  std::shared_ptr<const machine::LoadedCode> code_;
  std::map<std::string, std::unique_ptr<Run>> runs_;
  std::optional<std::vector<std::uint16_t>> expected_;
  std::optional<operators::GroupedGemmExact> exact_;
  std::uint64_t instructions_ = 0;
};

}  // namespace lockstep::laws
