"""Let a child process end when its parent is gone, even where the parent was killed (Linux)."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with_parent(parent: int) -> None:
    """Ask the kernel to kill this process when its parent dies; elsewhere than on Linux nothing happens.

    Args:
        parent: the parent's id, to notice that it died before the kernel was asked.
    """
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
