// An object of variables only: no executable segment, no kernel.
  .data
  .globl answer
  .type answer, @object
  .size answer, 4
  .p2align 2
answer:
  .long 42

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels: []
...
  .end_amdgpu_metadata
