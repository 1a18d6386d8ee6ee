"""IREE's compiler and its HIP driver: a matrix product and a softmax."""
import sys

import iree.compiler
import iree.runtime
import numpy as np

PROGRAM = """
func.func @product(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>) -> tensor<32x48xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%zeros : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %c : tensor<32x48xf32>
}
func.func @softmax(%x: tensor<8x40xf32>) -> tensor<8x40xf32> {
  %empty = tensor.empty() : tensor<8x40xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<8x40xf32>) outs(%empty : tensor<8x40xf32>) -> tensor<8x40xf32>
  return %y : tensor<8x40xf32>
}
"""
arch = sys.argv[1]
binary = iree.compiler.compile_str(PROGRAM, target_backends=["rocm"], extra_args=[f"--iree-rocm-target={arch}"])
config = iree.runtime.Config("hip")
context = iree.runtime.SystemContext(config=config)
context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, binary))
rng = np.random.default_rng(1)
a, b, x = (rng.integers(-8, 9, shape).astype(np.float32) for shape in ((32, 64), (64, 48), (8, 40)))
module = context.modules.module
c = module.product(a, b).to_host()
y = module.softmax(x).to_host()
exact = np.exp(x - x.max(1, keepdims=True), dtype=np.float64)
right = np.array_equal(c, a @ b) and np.allclose(y, exact / exact.sum(1, keepdims=True), rtol=1e-5)
print("right" if right else "wrong")
sys.exit(0 if right else 5)
