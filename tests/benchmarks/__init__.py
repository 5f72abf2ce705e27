"""Benchmarks: ratios between runs on the same machine in the same minute (``python -m tests.benchmarks``)."""
