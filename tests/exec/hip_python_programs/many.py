"""Launches side by side: many.py CODE_OBJECT threads|spawn|fork."""
import concurrent.futures
import functools
import multiprocessing
import sys

from adding import is_right

if __name__ == "__main__":
    code_object, way = sys.argv[1:3]
    right = [is_right(code_object, 1)]  # before the children: a fork inherits a runtime that is in use
    pool = (concurrent.futures.ThreadPoolExecutor(4) if way == "threads" else
            concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(way)))
    with pool:
        right += pool.map(functools.partial(is_right, code_object), range(8))
    print("right" if all(right) else "wrong")
    sys.exit(0 if all(right) else 5)
