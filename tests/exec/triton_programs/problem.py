"""Runs problems of Triton kernels by Triton's own launcher and compares their answers: problem.py FOLDER NAME…

FOLDER has triton_kernels.py and triton_problems.py. A name may have options behind it: attention,num_warps=8."""
import sys

import numpy as np

from on_device import Array, on_device, use_triton_without_torch

sys.path.insert(0, sys.argv[1])
import triton.language as tl
import triton_kernels
import triton_problems as problems

PROBLEMS = {"softmax": problems.Softmax(), "layer_norm": problems.LayerNorm(), "quantise": problems.Quantise(),
            "attention": problems.Attention(), "matmul_bf16": problems.Matmul("bf16"),
            "matmul_ragged": problems.Matmul("f16", ragged=True), "matmul_split": problems.Matmul("bf16", split=3),
            "matmul_e4m3": problems.Matmul("e4m3"), "matmul_e4m3fnuz": problems.Matmul("e4m3fnuz"),
            "matmul_mxfp8": problems.ScaledMatmul("e4m3", "e4m3"), "matmul_mxfp4": problems.ScaledMatmul("e2m1", "e2m1")}


def is_right(output, answer, tolerance):
    if not tolerance:
        return output.tobytes() == answer.tobytes()
    if "ulp" in tolerance:  # neighbouring codes are neighbouring numbers
        return np.abs(output.view(np.int8).astype(int) - answer.view(np.int8).astype(int)).max() <= tolerance["ulp"]
    return np.allclose(output.astype(float), answer.astype(float), **{"atol": 0, **tolerance})


def run(said):
    name, *options = said.split(",")
    options = {key: int(value) for key, value in (option.split("=") for option in options)}
    launch = PROBLEMS[name].launch()
    tensors = {}
    for argument, (dtype, contents) in launch.tensors.items():
        answer = launch.answers.get(argument)
        tensors[argument] = on_device(contents) if contents is not None else Array(answer[0].shape, answer[0].dtype)
    constants = dict(launch.constants)
    if "ACC" in constants:
        constants["ACC"] = getattr(tl, constants["ACC"])
    getattr(triton_kernels, launch.kernel)[launch.grid](**tensors, **launch.numbers, **constants, **options)
    return all(is_right(tensors[argument].numpy(), *answer) for argument, answer in launch.answers.items())


use_triton_without_torch()
wrong = [name for name in sys.argv[2:] if not run(name)]
print("wrong: " + " ".join(wrong) if wrong else "right")
sys.exit(5 if wrong else 0)
