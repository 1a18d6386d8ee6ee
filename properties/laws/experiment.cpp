#include "properties/laws/experiment.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/launch/runs.hpp"
#include "emulator/observe/undefined_origin.hpp"
#include "host/random.hpp"
#include "properties/laws/on_device.hpp"
#include "properties/laws/unwritten.hpp"
#include "properties/problems/orders.hpp"
#include "properties/problems/recipe_placement.hpp"
#include "properties/verdict/report.hpp"

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
  return host::hash(c.seed, 0xB0150000u + std::uint64_t(poison));
}

}  // namespace

tl::expected<std::unique_ptr<Experiment>, std::string> Experiment::prepare(const cases::Case& c,
                                                                           CodeCache& cache,
                                                                           const Options& options) {
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
                    listed(matrix::all_models(), [](const matrix::Model& m) { return m.name; })));
  if (e->model_->arch != c.arch)
    return tl::unexpected(
        fmt::format("model={} says how {} adds, not {}; of {} there are {}", c.model, e->model_->arch, c.arch,
                    c.arch, listed(matrix::models(c.arch), [](const matrix::Model& m) { return m.name; })));
  if (!e->kernel_->has_code && options.callable == nullptr)
    return tl::unexpected(fmt::format(
        "{} is an operator that no kernel here implements: give it something to call, as docs/python.md says",
        c.kernel));
  if (e->kernel_->has_code) {
    const bool runs_elsewhere = options.device != nullptr || options.callable != nullptr;
    auto code = cache.get(*e->kernel_, c.build,
                          runs_elsewhere ? CodeCache::Decoding::none : CodeCache::Decoding::whole);
    if (!code) return tl::unexpected(code.error());
    e->code_ = *code;
  }
  if (options.device != nullptr) {
    auto image = CodeCache::bytes_for(options.device->identity().arch, *e->kernel_, c.build);
    if (!image) return tl::unexpected(image.error());
    e->image_ = std::make_shared<const std::vector<std::byte>>(std::move(*image));
  }
  if (CodeCache::names_recipe(c.build)) {
    auto recipe = cache.recipe(*e->kernel_, c.build);
    if (!recipe) return tl::unexpected(recipe.error());
    e->recipe_ = std::move(*recipe);
    e->case_.any_order |= e->recipe_->leaves_order_open();
    if (e->recipe_->names_order())
      for (const auto& [key, value] : (*problems::find_order(e->recipe_->order, *e->kernel_))->keys)
        e->case_.options.set_text(key, value);
  }
  auto instance = problems::instantiate(e->case_, *e->kernel_);
  if (!instance) return tl::unexpected(fmt::format("{} refuses the case: {}", c.kernel, instance.error()));
  e->instance_ = std::move(*instance);
  if (auto ok = e->check_launches(); !ok) return tl::unexpected(ok.error());
  return e;
}

std::unique_ptr<Experiment> Experiment::without_runs() const {
  std::unique_ptr<Experiment> e(new Experiment);
  e->case_ = case_;
  e->options_ = options_;
  e->instance_ = instance_;
  e->kernel_ = kernel_;
  e->model_ = model_;
  e->code_ = code_;
  e->image_ = image_;
  e->recipe_ = recipe_;
  e->ascending_ = ascending_;
  e->one_thread_ = one_thread_;
  return e;
}

tl::expected<std::unique_ptr<Experiment>, std::string> Experiment::on(
    std::shared_ptr<const machine::LoadedCode> code, const Options& options) const {
  std::unique_ptr<Experiment> e = without_runs();
  e->options_ = options;
  e->code_ = std::move(code);
  e->image_ = nullptr;  // is of the other code
  if (auto ok = e->check_launches(); !ok) return tl::unexpected(ok.error());
  return e;
}

tl::expected<std::unique_ptr<Experiment>, std::string> Experiment::with(
    const cases::Case& c, std::unique_ptr<const problems::Instance> instance) const {
  std::unique_ptr<Experiment> e = without_runs();
  e->case_ = c;
  e->options_.checks = false;
  e->options_.observer = nullptr;
  e->options_.unquantised = false;  // nobody can draw the source of contents that were moved
  e->instance_ = std::move(instance);
  if (auto ok = e->check_launches(); !ok) return tl::unexpected(ok.error());
  return e;
}

std::string Experiment::Options::flags() const {
  std::string flags = checks::flags_of(policy);
  if (step_limit != machine::Settings{}.step_limit) flags += fmt::format(" --step-limit {}", step_limit);
  return flags;
}

void Experiment::add_instructions(const Experiment& other) {
  instructions_ += other.instructions_;
  other_runs_ += other.runs();
}

tl::expected<problems::Placed, std::string> Experiment::placed(const problems::Instance& instance,
                                                               std::uint64_t poison) const {
  if (recipe_ == nullptr) return instance.place(poison);
  return problems::place(instance, *recipe_, code_->object(), case_, poison,
                         options_.device != nullptr ? problems::Computes::whole : problems::Computes::part);
}

problems::Placed Experiment::place(const problems::Instance& instance) const {
  return *placed(instance, poison_seed(case_, Poison::first));
}

devices::Program Experiment::device_program() const {
  return program_of(code_->object(), *image_, image(), instance_->whole_outputs());
}

// The code object may be any file: that it has the kernels, with the arguments that the plan names, is
// found out before any run.
tl::expected<void, std::string> Experiment::check_launches() const {
  if (code_ == nullptr) return {};
  const code_object::CodeObject& object = code_->object();
  if (object.arch != kernel_->arch)
    return tl::unexpected(
        fmt::format("{}: is built for {}, expected {}", object.file, object.arch, kernel_->arch));
  const auto tried = placed(*instance_, 0);
  if (!tried) return tl::unexpected(tried.error());
  if (options_.device != nullptr)
    if (auto fits = fit(*options_.device, *tried->tensors); !fits) return fits;
  for (const kernels::LaunchPlan& plan : tried->launches) {
    if (!plan.segment.empty()) continue;  // packed, and so checked
    const code_object::Kernel* entry = object.find(plan.symbol);
    if (entry == nullptr)
      return tl::unexpected(
          fmt::format("{}: has no kernel {}; it has {}", object.file, plan.symbol,
                      listed(object.kernels, [](const code_object::Kernel& k) { return k.name; })));
    const auto packed = code_object::pack_arguments(*entry, arguments_of(plan, *entry), plan);
    if (!packed)
      return tl::unexpected(fmt::format(
          "{}: {}: {}; arguments are passed by name: clang keeps the names with -fhip-kernel-arg-name",
          object.file, plan.symbol, packed.error()));
  }
  return {};
}

verdict::Known Experiment::known() {
  const bool scales_differ = case_.scales != cases::Scales::unit && case_.scales != cases::Scales::equal;
  return {.block_scales = problems::operator_of(*kernel_).block_scales && scales_differ,
          .undefined = first_run().undefined_output_bytes > 0};
}

std::vector<operators::Tiling> Experiment::tilings() const {
  const std::vector<kernels::LaunchPlan> launches = placed(*instance_, 0)->launches;
  std::vector<operators::Tiling> tilings;
  for (const operators::Output& output : instance_->outputs()) {
    tilings.emplace_back();
    for (const kernels::LaunchPlan& launch : launches)
      for (const kernels::TiledOutput& tiled : launch.tiled)
        if (tiled.output == output.name && options_.callable == nullptr)
          tilings.back() = tiled.tiling;  // the last launch stores what is left
  }
  return tilings;
}

namespace {

// What a later launch adds to the outcome of those before it. A launch after one that stopped does not
// happen.
void append(machine::Outcome& all, machine::Outcome&& next) {
  all.stop = std::move(next.stop);
  std::move(next.findings.begin(), next.findings.end(), std::back_inserter(all.findings));
  all.instructions += next.instructions;
  all.workgroups += next.workgroups;
  machine::add_counts(next.executed, all.executed);
  machine::add_counts(next.jumped, all.jumped);
  all.cancelled |= next.cancelled;
  all.was_at = std::move(next.was_at);
  all.ran_on_one_thread |= next.ran_on_one_thread;
}

}  // namespace

// Which of several threads sees first that the launches are past their page limit is a matter of time. One
// thread runs them again then, in new memory: pages that were touched count no more.
machine::Outcome Experiment::emulate(problems::Placed& in_memory, machine::Settings settings, bool watched) {
  in_memory = *placed(*instance_, settings.poison);  // check_launches() saw that it can be
  machine::Outcome all;
  machine::Memory& memory = in_memory.tensors->memory();
  for (const kernels::LaunchPlan& plan : in_memory.launches) {
    const code_object::Kernel& entry = *code_->object().find(plan.symbol);
    const machine::Launch launch{plan.grid, plan.block, plan.dynamic_lds,
                                 in_memory.tensors->add_arguments(*plan.pack(entry)), plan.only};
    append(all, watched ? checks::checked_dispatch(*code_, entry, launch, memory, settings, options_.policy)
                        : machine::dispatch(*code_, entry, launch, memory, settings));
    if (all.stop || all.cancelled) break;
  }
  if (settings.threads <= 1 || all.cancelled || memory.page_touches() <= settings.page_limit) return all;
  one_thread_ = true;
  settings.threads = 1;
  return emulate(in_memory, settings, watched);
}

namespace {

// A right kernel reads no operand that it does not multiply, so that what its launches touch beyond products
// and outputs is little: pages of far rows and of scales, 1.1 GiB at most in a drawn case. A page has a
// shadow of its size, and two images share what they only read: a broken kernel is ended before it holds 4
// GB.
std::uint64_t page_limit_of(const problems::Instance& instance) {
  constexpr std::uint64_t kAlways = std::uint64_t{3} << 29;
  std::uint64_t bytes = kAlways + instance.macs();
  for (const operators::Output& output : instance.outputs())
    bytes += output.rows.size() * std::uint64_t(output.row_bytes());
  return bytes / machine::kPageBytes;
}

}  // namespace

Run Experiment::execute(const machine::Schedule& schedule, Poison poison) {
  Run run;
  const std::uint64_t seed = poison_seed(case_, poison);
  problems::Placed in_memory;
  const auto emulated = [&](machine::Settings::Order order) {
    machine::Settings settings;
    settings.order = order;
    settings.model = model_;
    settings.schedule = schedule;
    settings.poison = seed;
    settings.checks = options_.checks;
    checks::apply(options_.policy, settings);
    settings.threads = one_thread_ ? 1 : options_.threads;
    settings.step_limit = options_.step_limit;
    settings.page_limit = options_.page_limit.value_or(page_limit_of(*instance_));
    settings.cancel = options_.cancel;
    settings.observer = options_.observer;
    // `clean` looks at the first run alone; the second, with other poison, does what the first did.
    return std::vector{emulate(in_memory, settings, options_.checks && poison == Poison::first)};
  };
  if (options_.callable != nullptr) {
    in_memory = *placed(*instance_, seed);
    run.outcome = run_on(*options_.callable, case_, *instance_, in_memory);
  } else if (options_.device != nullptr) {
    in_memory = *placed(*instance_, seed);
    devices::Program program = program_of(code_->object(), *image_, in_memory, instance_->whole_outputs());
    program.copies = copies_beside_;
    run.outcome = run_on(*options_.device, program, in_memory);
  } else {
    // Workgroups that waited for one another under one schedule would again.
    launch::Run ran = ascending_ ? launch::Run{schedule, emulated(machine::Settings::Order::ascending), true}
                                 : launch::run_under(schedule, emulated);
    ascending_ = ran.ascending;
    run.note = ran.note();
    run.outcome = std::move(ran.outcomes.front());
    one_thread_ |= run.outcome.ran_on_one_thread;
  }
  if (options_.suppressions != nullptr) run.suppressed = options_.suppressions->take(run.outcome.findings);
  run.outcome.findings = findings::by_cause(run.outcome.findings);
  instructions_ += run.outcome.instructions;
  problems::Tensors& tensors = *in_memory.tensors;
  problems::Tensors::Contents contents = tensors.contents();
  run.output = std::move(contents.codes);
  run.undefined_output_bytes = contents.undefined_bytes;
  run.unwritten_output_bytes = contents.unwritten_bytes;
  if (const auto& first = contents.first_undefined) run.first_undefined = {first->output, first->offset};
  run.stray = tensors.first_stray_write();
  run.touched_bytes = tensors.memory().touched_bytes();
  run.largest_tensor = tensors.memory().largest_allocation();
  return run;
}

const Run& Experiment::run(const machine::Schedule& schedule, Poison poison) {
  const RunKey key{schedule, poison};
  if (const auto kept = runs_.find(key); kept != runs_.end()) return kept->second;
  return runs_.emplace(key, execute(schedule, poison)).first->second;
}

Run Experiment::observed(const machine::Schedule& schedule, Poison poison, machine::Observer& observer) {
  const Options kept = options_;
  options_.threads = 1;
  options_.observer = &observer;
  Run run = execute(schedule, poison);
  options_ = kept;
  return run;
}

const Run& Experiment::watch(machine::Observer& observer, Poison poison) {
  return runs_.insert_or_assign(RunKey{{}, poison}, observed({}, poison, observer)).first->second;
}

std::vector<std::string> Experiment::notes() const {
  std::vector<std::string> all;
  for (const auto& [key, run] : runs_)  // by schedule
    if (!run.note.empty() && (all.empty() || all.back() != run.note)) all.push_back(run.note);
  return all;
}

machine::Schedule Experiment::other_schedule() const {
  using Kind = machine::Schedule::Kind;
  switch (case_.schedule.kind) {
    case Kind::earliest:
      return {Kind::latest, 0};
    case Kind::latest:
      return {Kind::random, case_.seed % 1'000'000};
    case Kind::vmem_late:
      return {Kind::lds_late, 0};
    case Kind::lds_late:
      return {Kind::vmem_late, 0};
    case Kind::random:
      break;
  }
  return {case_.schedule.seed % 2 == 0 ? Kind::earliest : Kind::latest, 0};
}

std::vector<machine::Schedule> Experiment::other_schedules() const {
  if (!case_.hunts) return {other_schedule()};
  constexpr std::uint64_t kSeeds = 8;
  std::vector<machine::Schedule> all = machine::several_schedules(1, kSeeds);
  std::erase(all, case_.schedule);
  return all;
}

const operators::Codes& Experiment::expected() {
  if (!expected_) expected_ = instance_->expected(*model_);
  return *expected_;
}

const std::vector<operators::ExactOutput>& Experiment::exact() {
  if (!exact_) exact_ = instance_->exact();
  return *exact_;
}

const std::optional<std::vector<std::vector<double>>>& Experiment::unquantised() {
  if (!unquantised_) unquantised_.emplace(instance_->unquantised());
  return *unquantised_;
}

std::vector<judges::Opinion> Experiment::opinions(const operators::Codes& output) {
  if (options_.judges.empty()) return {};
  const judges::References references{problems::operator_of(*kernel_).operands(case_, *kernel_),
                                      instance_->outputs(), exact(), unquantised()};
  return judges::opinions(options_.judges, references, output);
}

std::string Experiment::name_of(const verdict::LawResult::Byte& byte) const {
  const operators::Output& output = instance_->outputs()[byte.output];
  const auto offset = std::int64_t(byte.offset);
  return verdict::element_name(output, offset / output.row_bytes(),
                               output.column_of(offset % output.row_bytes()));
}

// Both runs do the same; the one with the second poison is not checked.
observe::Writer Experiment::writer_of(const verdict::LawResult::Byte& byte) {
  return observe::writer_of(unwritten(*this, byte), code_->object().lines,
                            [this](machine::Observer& o) { observed(case_.schedule, Poison::second, o); });
}

observe::Writer Experiment::origin_of_undefined(const verdict::LawResult::Byte& byte) {
  return observe::origin_of_undefined(
      unwritten(*this, byte), code_->object().lines,
      [this](machine::Observer& o) { observed(case_.schedule, Poison::second, o); });
}

}  // namespace lockstep::laws
