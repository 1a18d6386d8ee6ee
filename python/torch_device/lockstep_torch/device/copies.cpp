#include "copies.hpp"

#include <algorithm>
#include <vector>

#include <ATen/ops/_conj_physical.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include "memory.hpp"
#include "operations.hpp"

namespace lockstep_torch {

namespace {

struct Loop {
  std::int64_t count, to, from;  ///< strides in bytes
};

// Outermost first, those merged that are one in both layouts.
std::vector<Loop> loops_of(const Elements& to, const Elements& from, at::IntArrayRef sizes,
                           std::size_t item) {
  std::vector<Loop> all;
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] > 1 && (to.strides[d] != 0 || from.strides[d] != 0))
      all.push_back({sizes[d], to.strides[d] * std::int64_t(item), from.strides[d] * std::int64_t(item)});
  std::ranges::stable_sort(all, std::ranges::greater{}, &Loop::to);
  std::vector<Loop> merged;
  for (const Loop& l : all)
    if (!merged.empty() && merged.back().to == l.to * l.count && merged.back().from == l.from * l.count)
      merged.back() = {merged.back().count * l.count, l.to, l.from};
    else
      merged.push_back(l);
  return merged;
}

struct Row {
  std::int64_t bytes;
  CopyKind kind;
};

void copy_rows(char* to, char* from, const Loop& rows, Row row) {
  if (rows.count > 1 && rows.to >= row.bytes && rows.from >= row.bytes)
    return must(
        hip().Memcpy2DAsync(to, std::size_t(rows.to), from, std::size_t(rows.from), std::size_t(row.bytes),
                            std::size_t(rows.count), row.kind, current_stream()),
        "hipMemcpy2DAsync");
  for (std::int64_t i = 0; i < rows.count; ++i)
    must(hip().MemcpyAsync(to + i * rows.to, from + i * rows.from, std::size_t(row.bytes), row.kind,
                           current_stream()),
         "hipMemcpyAsync");
}

void copy_loops(char* to, char* from, at::ArrayRef<Loop> loops, const Loop& rows, Row row) {
  if (loops.empty()) return copy_rows(to, from, rows, row);
  for (std::int64_t i = 0; i < loops[0].count; ++i)
    copy_loops(to + i * loops[0].to, from + i * loops[0].from, loops.slice(1), rows, row);
}

bool has_same_bits(const at::Tensor& a, const at::Tensor& b) {
  return a.scalar_type() == b.scalar_type() && a.is_conj() == b.is_conj() && a.is_neg() == b.is_neg();
}

// The source's elements in the target's shape.
at::Tensor in_shape(const at::Tensor& source, const at::Tensor& self) {
  return source.sizes() == self.sizes() ? source : source.expand(self.sizes());
}

void from_host(const at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  at::Tensor bits = in_shape(source, self);
  if (!has_same_bits(self, bits) || repeats(bits)) {
    at::Tensor converted = at::empty(self.sizes(), bits.options().dtype(self.scalar_type()));
    if (self.is_conj()) converted = converted.conj();
    if (self.is_neg()) converted = converted._neg_view();
    bits = converted.copy_(bits);
  }
  const bool waits = !non_blocking || !is_pinned(bits.const_data_ptr());
  copy_elements({first_of(self), self.strides()}, {first_of(bits), bits.strides()}, self.sizes(),
                self.itemsize(), host_to_device);
  if (waits) wait_for_stream("a copy from the host that is not of pinned memory, or not non_blocking,");
}

void to_host(at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  if (has_same_bits(self, source) && self.sizes() == source.sizes() && !repeats(self) && !repeats(source)) {
    copy_elements({first_of(self), self.strides()}, {first_of(source), source.strides()}, self.sizes(),
                  self.itemsize(), device_to_host);
    if (!non_blocking || !is_pinned(self.const_data_ptr())) wait_for_stream("a copy to the host");
    return;
  }
  const at::Tensor bits = on_host(source);
  wait_for_stream("a copy to the host");
  self.copy_(bits);
}

}  // namespace

void copy_elements(Elements to, Elements from, at::IntArrayRef sizes, std::size_t item, CopyKind kind) {
  if (std::ranges::find(sizes, 0) != sizes.end()) return;
  std::vector<Loop> loops = loops_of(to, from, sizes, item);
  Row row{std::int64_t(item), kind};
  if (!loops.empty() && loops.back().to == row.bytes && loops.back().from == row.bytes) {
    row.bytes *= loops.back().count;
    loops.pop_back();
  }
  Loop rows{1, row.bytes, row.bytes};
  if (const auto most = std::ranges::max_element(loops, {}, &Loop::count); most != loops.end()) {
    rows = *most;
    loops.erase(most);
  }
  copy_loops(to.first, from.first, loops, rows, row);
}

bool repeats(const at::Tensor& tensor) {
  for (std::int64_t d = 0; d < tensor.dim(); ++d)
    if (tensor.size(d) > 1 && tensor.stride(d) == 0) return true;
  return false;
}

void wait_for_stream(const char* why) {
  TORCH_CHECK(!is_capturing(), "operation not permitted when stream is capturing: ", why,
              " waits for the stream");
  must(hip().StreamSynchronize(current_stream()), "hipStreamSynchronize");
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  if (self.numel() == 0 || self.is_same(source)) return self;
  if (!source.is_cuda()) {
    from_host(self, source, non_blocking);
  } else if (!self.is_cuda()) {
    to_host(self, source, non_blocking);
  } else if (const at::Tensor bits = in_shape(source, self); has_same_bits(self, bits) && !repeats(bits)) {
    copy_elements({first_of(self), self.strides()}, {first_of(bits), bits.strides()}, self.sizes(),
                  self.itemsize(), device_to_device);
  } else {
    on_cpu("aten::copy_", "", {self, source, non_blocking});
  }
  return self;
}

}  // namespace lockstep_torch
