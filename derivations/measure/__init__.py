"""The reader's own machine, measured: rates, bandwidths and times of growing batches, with repeats, spread and method.

NumPy, PyTorch and CuPy are imported where a machine is looked for, and nowhere else.
"""
