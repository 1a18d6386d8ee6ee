"""One launch: vector_add.py CODE_OBJECT [short]. With `short` the kernel writes past its memory."""
import sys

from adding import hip, is_right, must

device = must(hip.hipGetDeviceProperties(0))
print(device.name, device.gcnArchName, device.multiProcessorCount, "units, HIP", must(hip.hipRuntimeGetVersion()) // 10_000_000)
right = is_right(sys.argv[1], 1, room=256 if "short" in sys.argv else 300)
print("right" if right else "wrong")
sys.exit(0 if right else 5)
