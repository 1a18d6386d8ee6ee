// A line that `judge --serve` reads and one that it writes: plain JSON, or JSON-RPC 2.0 as the Model Context
// Protocol has it over standard input and output. Nothing here touches a file.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/judge/commands.hpp"

namespace lockstep::cli {

enum class Form : std::uint8_t { plain, protocol };

struct ServedLine {
  enum class Kind : std::uint8_t {
    judge,     ///< by `options`; the answer carries `id`
    cancel,    ///< the request of `id`
    answered,  ///< by `answer`, at once
    silent,    ///< nothing is to be done
  };
  Kind kind = Kind::silent;
  Form form = Form::plain;
  nlohmann::json id{};
  JudgeOptions options{};
  nlohmann::json answer{};
};

/// `form`: that of the lines before, for one that is no JSON.
ServedLine read_line(const std::string& text, Form form);

/// The answer to a request that was not carried out.
nlohmann::json refused(Form form, const nlohmann::json& id, const std::string& why);
/// The answer to a request to judge: `result` has `verdict` and its `text`, or `error`.
nlohmann::json answer(const ServedLine& request, const nlohmann::json& result);

}  // namespace lockstep::cli
