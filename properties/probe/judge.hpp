// Which models survive what was observed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "properties/probe/record.hpp"

namespace lockstep::probe {

using matrix::Model;

/// The bits that the model gives; nothing where it says nothing: of an instruction, or of a format of scales.
std::optional<std::uint32_t> predict(const Model& model, const Instruction& instruction, const Probe& probe);

/// Whether two results are the same: the same bits, or two NaNs, whose bits no model claims to know.
bool same_result(std::uint32_t x, std::uint32_t y);

struct Judgement {
  std::span<const Model> models;
  std::vector<std::vector<std::optional<std::uint32_t>>> predictions;  ///< [model][answer]; see predict()
  std::vector<std::vector<std::size_t>> contradictions;  ///< [model]: the answers that it gets wrong
  /// The survivors; models of one class are proven to be one function.
  std::vector<std::vector<const Model*>> classes;
};

Judgement judge(const Record& record, std::span<const Model> models);

/// Survivors for one instruction alone.
std::vector<const Model*> survivors(const Judgement& judgement, const Record& record,
                                    const Instruction& instruction);

/// Why two models are one function; empty when that is not proven.
std::string same_function(const Model& x, const Model& y);

/// Two models on which all answers agree.
struct Unseparated {
  const Model *first, *second;
  std::string why;  ///< same_function()
};
std::vector<Unseparated> unseparated(const Judgement& judgement);

}  // namespace lockstep::probe
