#include "properties/subjects/subject.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/subjects/grouped_gemm/subject.hpp"
#include "properties/subjects/grouped_gemm_k/subject.hpp"
#include "properties/subjects/moe_down/subject.hpp"
#include "properties/subjects/small_m/subject.hpp"
#include "properties/subjects/tensorwise_gemm/subject.hpp"

namespace lockstep::subjects {

bool Instance::admits(const matrix::Model&, std::size_t output, std::size_t, std::uint32_t expected,
                      std::uint32_t code) const {
  const formats::Format& format = *outputs()[output].format;
  return code == expected || (formats::is_nan(format, code) && formats::is_nan(format, expected));
}

std::span<const Subject> subjects() {
  static const std::vector<Subject> kSubjects{
      grouped_gemm_subject(), small_m_subject(),       tensorwise_gemm_subject(),
      moe_down_subject(),     moe_two_stage_subject(), grouped_gemm_k_subject(),
  };
  return kSubjects;
}

const Subject& subject_of(const kernels::Kernel& kernel) {
  const auto all = subjects();
  return *std::find_if(all.begin(), all.end(), [&](const Subject& s) { return s.op == kernel.op; });
}

const cases::Grammar& grammar_of(const cases::Case& c) {
  static const cases::Grammar kNone;
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  return kernel == nullptr ? kNone : subject_of(*kernel).grammar;
}

tl::expected<std::unique_ptr<Instance>, std::string> instantiate(const cases::Case& c,
                                                                 const kernels::Kernel& kernel) {
  const Subject& subject = subject_of(kernel);
  if (auto ok = cases::check(c.options, subject.grammar.keys); !ok) return tl::unexpected(ok.error());
  if (std::find(subject.outs.begin(), subject.outs.end(), c.out) == subject.outs.end())
    return tl::unexpected(
        fmt::format("out={}: {} gives {}", c.out, kernel.name, fmt::join(subject.outs, " or ")));
  return subject.make(c, kernel);
}

}  // namespace lockstep::subjects
