import ctypes

HIP = ctypes.CDLL("libamdhip64.so.7")  # the one that FlyDSL's launcher links
HIP.hipGetErrorName.restype = ctypes.c_char_p


def must(error):
    if error != 0:
        raise RuntimeError(HIP.hipGetErrorName(error).decode())


class Stream:
    def __init__(self):
        stream = ctypes.c_void_p()
        must(HIP.hipStreamCreate(ctypes.byref(stream)))
        self.cuda_stream = stream.value


def synchronize():
    must(HIP.hipDeviceSynchronize())
