"""The baseline judge: it measures threads and is no language model; see ``docs/baseline-judge.md``."""

from .judge import BASELINE_KINDS, judge_comparison

__all__ = ["BASELINE_KINDS", "judge_comparison"]
