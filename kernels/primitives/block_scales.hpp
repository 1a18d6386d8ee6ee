// What the scales of a k block are and where they act: in the matrix instruction, or in software behind it.
// Both headers offer Scale, LoadedRowScales, RowScales, load_row_scales, spread, load_scale and multiply_add.
#pragma once

#if defined(__gfx950__)
#include "kernels/primitives/row_scales.hpp"
#else
#include "kernels/primitives/software_scales.hpp"
#endif
