#include "experiment.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "emulator/accumulation/grouped_gemm.hpp"
#include "emulator/machine/random.hpp"
#include "properties/cases/problem.hpp"

namespace lockstep::laws {

namespace {

template <typename Range, typename Name>
std::string listed(const Range& range, Name name) {
  std::string text;
  for (const auto& entry : range) text += (text.empty() ? "" : ", ") + std::string(name(entry));
  return text;
}

std::string known_kernels() {
  return listed(kernels::kernels(),
                [](const kernels::Kernel& k) { return fmt::format("{}@{}", k.name, k.arch); });
}

std::uint64_t poison_seed(const cases::Case& c, Poison poison) {
  return machine::scatter(c.seed, 0xB0150000u + std::uint64_t(poison));
}

}  // namespace

CodeCache::Loaded CodeCache::load(const std::string& key, std::span<const std::byte> bytes) {
  auto object = code_object::parse(key, bytes);
  if (!object) return tl::unexpected(object.error().text());
  auto loaded = machine::LoadedCode::load(std::move(*object));
  if (!loaded) return tl::unexpected(loaded.error());
  return loaded_[key] = *loaded;
}

CodeCache::Loaded CodeCache::load_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(fmt::format("{}: can't be opened", path));
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return tl::unexpected(fmt::format("{}: can't be read", path));
  return load(path, std::as_bytes(std::span(bytes)));
}

CodeCache::Loaded CodeCache::get(const kernels::Kernel& kernel, const std::string& build) {
  const bool is_file = build.find_first_of("/.") != std::string::npos;
  const std::string key = is_file ? build : fmt::format("{}@{} {}", kernel.name, kernel.arch, build);
  const std::lock_guard lock(mutex_);
  if (const auto found = loaded_.find(key); found != loaded_.end()) return found->second;
  if (is_file) return load_file(build);
  const kernels::Image* image = kernels::find_image(kernel, build);
  if (image == nullptr)
    return tl::unexpected(fmt::format(
        "{} has no build '{}'; `lockstep list kernels` and `lockstep list mutants` name them, and a "
        "code object's file is given by its path",
        kernel.name, build));
  return load(key, image->bytes);
}

tl::expected<std::unique_ptr<Experiment>, std::string> Experiment::prepare(const cases::Case& c,
                                                                           CodeCache& cache,
                                                                           Options options) {
  std::unique_ptr<Experiment> e(new Experiment);
  e->case_ = c;
  e->options_ = options;
  e->kernel_ = kernels::find_kernel(c.kernel, c.arch);
  if (e->kernel_ == nullptr)
    return tl::unexpected(fmt::format("no kernel {}@{}; there are {}", c.kernel, c.arch, known_kernels()));
  e->model_ = matrix::find_model(c.model);
  if (e->model_ == nullptr)
    return tl::unexpected(
        fmt::format("no matrix model '{}'; there are {}", c.model,
                    listed(matrix::models(), [](const matrix::Model& m) { return m.name; })));
  auto code = cache.get(*e->kernel_, c.build);
  if (!code) return tl::unexpected(code.error());
  e->code_ = *code;
  auto problem = cases::problem_of(c);
  if (!problem)
    return tl::unexpected(fmt::format("{} refuses the case: {}", c.kernel, problem.error().text()));
  e->problem_ = std::move(*problem);
  if (const auto plan = kernels::plan(*e->kernel_, e->problem_, {}); !plan)
    return tl::unexpected(fmt::format("{} refuses the case: {}", c.kernel, plan.error().text()));
  auto data = cases::make_data(c, e->problem_);
  if (!data) return tl::unexpected(data.error());
  e->data_ = std::move(*data);
  if (auto chosen = e->choose_entry(); !chosen) return tl::unexpected(chosen.error());
  return e;
}

// The code object is anybody's file: that it has the kernel, with the arguments that the plan names, is found
// out before any run.
tl::expected<void, std::string> Experiment::choose_entry() {
  const code_object::CodeObject& object = code_->object();
  if (object.arch != kernel_->arch)
    return tl::unexpected(
        fmt::format("{}: is built for {}, expected {}", object.file, object.arch, kernel_->arch));
  const auto plan = kernels::plan(*kernel_, problem_, {});
  entry_ = object.find(plan->symbol);
  if (entry_ == nullptr)
    return tl::unexpected(
        fmt::format("{}: has no kernel {}; it has {}", object.file, plan->symbol,
                    listed(object.kernels, [](const code_object::Kernel& k) { return k.name; })));
  const auto packed = code_object::pack_arguments(*entry_, plan->arguments, {plan->grid, plan->block, 0});
  if (!packed)
    return tl::unexpected(
        fmt::format("{}: {}: {}; arguments are passed by name: clang keeps the names with "
                    "-fhip-kernel-arg-name",
                    object.file, plan->symbol, packed.error()));
  return {};
}

Run Experiment::execute(const machine::Schedule& schedule, Poison poison, std::uint64_t watch_byte,
                        machine::Writer* writer) {
  Run run;
  const std::uint64_t seed = poison_seed(case_, poison);
  cases::Tensors tensors(case_, problem_, data_.operands, seed);
  const auto plan = kernels::plan(*kernel_, problem_, tensors.addresses());
  if (!plan) {
    run.outcome.stop.emplace();
    run.outcome.stop->kind = machine::FindingKind::unsupported;
    run.outcome.stop->text = plan.error().text();
    return run;
  }
  const auto arguments = code_object::pack_arguments(*entry_, plan->arguments, {plan->grid, plan->block, 0});
  machine::Launch launch{plan->grid, plan->block, 0, tensors.add_arguments(*arguments)};
  machine::Settings settings;
  settings.model = model_;
  settings.schedule = schedule;
  settings.poison = seed;
  settings.checks = options_.checks;
  settings.threads = options_.threads;
  settings.cancel = options_.cancel;
  if (writer != nullptr) settings.watch = tensors.addresses().d + watch_byte;
  run.outcome = machine::dispatch(*code_, *entry_, launch, tensors.memory(), settings);
  if (writer != nullptr) *writer = run.outcome.writer;
  instructions_ += run.outcome.instructions;
  run.output = tensors.output();
  run.undefined_output_bytes = tensors.undefined_output_bytes();
  run.stray = tensors.first_stray_write();
  run.touched_bytes = tensors.memory().touched_bytes();
  return run;
}

const Run& Experiment::run(const machine::Schedule& schedule, Poison poison) {
  const std::string key = machine::to_string(schedule) + (poison == Poison::first ? " 1" : " 2");
  std::unique_ptr<Run>& kept = runs_[key];
  if (kept == nullptr) kept = std::make_unique<Run>(execute(schedule, poison, 0, nullptr));
  return *kept;
}

machine::Schedule Experiment::other_schedule() const {
  using Kind = machine::Schedule::Kind;
  switch (case_.schedule.kind) {
    case Kind::earliest:
      return {Kind::latest, 0};
    case Kind::latest:
      return {Kind::random, case_.seed % 1'000'000};
    case Kind::random:
      break;
  }
  return {case_.schedule.seed % 2 == 0 ? Kind::earliest : Kind::latest, 0};
}

const std::vector<std::uint16_t>& Experiment::expected() {
  if (!expected_) expected_ = accumulation::expected_bits(*model_, problem_, data_.operands);
  return *expected_;
}

const operators::GroupedGemmExact& Experiment::exact() {
  if (!exact_) exact_ = operators::exact(problem_, data_.operands);
  return *exact_;
}

machine::Writer Experiment::writer_of(std::uint64_t byte) {
  machine::Writer writer;
  execute(case_.schedule, Poison::first, byte, &writer);
  return writer;
}

std::uint64_t Experiment::macs() const {
  return std::uint64_t(data_.operands.rows.size()) * std::uint64_t(problem_.n) * std::uint64_t(problem_.k);
}

}  // namespace lockstep::laws
