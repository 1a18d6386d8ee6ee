// A plain order of a dense GEMM under a matrix model, with which kernels of unknown order are compared.
//
//   k is cut where a scale of A or of B ends; sum = +0; for each piece, ascending:
//     acc = +0; for each step of the arch's deepest 16x16 matrix instruction of the two formats, the last one
// filled
//     up with zeros, ascending: acc = the instruction, C = acc
//     sum = fma(acc * A's scale, B's scale, sum), in binary32; without scales sum = acc
//   D = sum rounded to the output format, nearest even
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/operators/scaled_gemm.hpp"

namespace lockstep::accumulation {

/// The bits of D in format `out`, [m][n]. Fails where the arch has no matrix instruction of the two formats.
tl::expected<std::vector<std::uint32_t>, std::string> plain_order(const matrix::Model& model,
                                                                  const operators::ScaledGemm& problem,
                                                                  const formats::Format& out);

}  // namespace lockstep::accumulation
