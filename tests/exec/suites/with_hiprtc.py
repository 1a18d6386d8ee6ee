"""HIP's run-time compiler by its C interface: headers of the program's own, names of templates, errors.

with_hiprtc.py [broken|missing]"""
import ctypes
import math
import sys

SOURCE = r"""
#include "factor.h"
template <typename T> __global__ void scale(T* x, T by) { x[threadIdx.x] *= by * FACTOR; }
extern "C" __global__ void sines(float* x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }
extern "C" __global__ void later(float* x) {
  long long began = wall_clock64();
  for (int i = 0; i < 64; ++i) __builtin_amdgcn_s_sleep(1);
  x[threadIdx.x] += wall_clock64() > began;
}
__device__ int counter[4];
"""
BUGS = {"broken": "__global__ void wrong() { undeclared(); }", "missing": 'extern "C" __global__ void no(float* x) { x[0] = tgammaf(x[0]); }'}
bug = BUGS.get(sys.argv[1], "") if len(sys.argv) > 1 else ""
hip, hiprtc = ctypes.CDLL("libamdhip64.so.7"), ctypes.CDLL("libhiprtc.so.7")


def must(status):
    if status != 0:
        sys.exit(f"status {status}")


def texts(*all_texts):
    return (ctypes.c_char_p * len(all_texts))(*(text.encode() for text in all_texts))


def asked(size, get):
    count = ctypes.c_size_t()
    must(size(program, ctypes.byref(count)))
    text = ctypes.create_string_buffer(count.value)
    must(get(program, text))
    return text


program, module, buffer = (ctypes.c_void_p() for _ in range(3))
must(hiprtc.hiprtcCreateProgram(ctypes.byref(program), (SOURCE + bug).encode(), b"program.hip", 1, texts("#define FACTOR 2\n"), texts("factor.h")))
EXPRESSIONS = ("scale<float>", "scale<double>", "&counter", "sines", "later")
for expression in EXPRESSIONS:
    must(hiprtc.hiprtcAddNameExpression(program, expression.encode()))
status = hiprtc.hiprtcCompileProgram(program, 2, texts("--gpu-architecture=gfx950:sramecc+:xnack-", "-O2"))
if status != 0:
    hiprtc.hiprtcGetErrorString.restype = ctypes.c_char_p
    sys.exit(hiprtc.hiprtcGetErrorString(status).decode() + "\n" + asked(hiprtc.hiprtcGetProgramLogSize, hiprtc.hiprtcGetProgramLog).value.decode())
names = {}
for expression in EXPRESSIONS:
    name = ctypes.c_char_p()
    must(hiprtc.hiprtcGetLoweredName(program, expression.encode(), ctypes.byref(name)))
    names[expression] = name.value
print(names)
must(hip.hipModuleLoadData(ctypes.byref(module), asked(hiprtc.hiprtcGetCodeSize, hiprtc.hiprtcGetCode)))
values = [float(i) for i in range(-32, 32)]
array = (ctypes.c_float * 64)(*values)
must(hip.hipMalloc(ctypes.byref(buffer), ctypes.sizeof(array)))
must(hip.hipMemcpy(buffer, array, ctypes.c_size_t(ctypes.sizeof(array)), 1))
for name, *arguments in ((names["scale<float>"], buffer, ctypes.c_float(1.5)), (names["sines"], buffer), (names["later"], buffer)):
    function = ctypes.c_void_p()
    must(hip.hipModuleGetFunction(ctypes.byref(function), module, name))
    pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
    must(hip.hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, None, pointers, None))
must(hip.hipMemcpy(array, buffer, ctypes.c_size_t(ctypes.sizeof(array)), 2))
right = all(abs(got - math.sin(3 * x) - 1) < 1e-6 for got, x in zip(array, values))
print("right" if right else "wrong")
sys.exit(0 if right else 5)
