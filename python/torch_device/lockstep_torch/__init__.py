"""PyTorch from PyPI with one HIP device, whose memory is that of the runtime that `lockstep exec` puts in AMD's place.

`starting` waits for the import of torch; `stand_ins` makes the libraries of CUDA that a build for CUDA wants and nobody has;
`building` compiles device/, the C++ side; `primitives` puts what torch.cuda is made of into torch._C."""
