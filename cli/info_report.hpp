// What `info` prints.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/kernel_facts.hpp"

namespace lockstep::cli {

std::string info_text(const code_object::CodeObject& object, std::span<const KernelFacts> kernels);
nlohmann::json info_json(const code_object::CodeObject& object, std::span<const KernelFacts> kernels);

}  // namespace lockstep::cli
