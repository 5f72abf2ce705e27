"""``python -m llars.local_model PATH PORT``: serve a GGUF file with llama.cpp on loopback, OpenAI-compatible.

llama.cpp turns the JSON schema of a request into a grammar, so that an answer can only take the
asked form; what a grammar cannot say (number limits) is checked by LLARS, as everywhere.
"""

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xllamacpp import CommonParams

HOST = "127.0.0.1"
SLOTS = 2
"""Calls answered at once; more would only share the same cores."""
CONTEXT_TOKENS = 16_384
"""The window of one call: two threads of about 15,000 characters each, the prompt and the answer."""
REPEAT_PENALTY = 1.15
REPEAT_WINDOW_TOKENS = 256
"""Without a penalty a small model that must follow a grammar repeats itself up to the token limit."""
MAX_OUTPUT_TOKENS = 4_000
"""Ample for a comparison; a model that does not come to an end is stopped here."""
TIMEOUT_S = 1_800
"""Without a GPU a call takes minutes; a call that is broken off has been computed in vain."""


def parameters(path: Path, port: int) -> "CommonParams":
    """How llama.cpp is to serve the file; a request may set its own sampling instead."""
    from xllamacpp import CommonParams

    wanted = CommonParams()
    wanted.model.path = str(path)
    wanted.model_alias = {path.stem}
    wanted.hostnames = [HOST]
    wanted.port = port
    wanted.n_parallel = SLOTS
    wanted.n_ctx = CONTEXT_TOKENS * SLOTS
    wanted.ui = False
    wanted.verbosity = 2
    wanted.cors_origins = f"http://{HOST}:{port}"
    for cpu in (wanted.cpuparams, wanted.cpuparams_batch):
        # Threads that wait for each other by polling lose much when the site and the workers want a core too.
        cpu.n_threads = max(1, (os.cpu_count() or 2) - 1)
        cpu.poll = 0
    wanted.sampling.penalty_repeat = REPEAT_PENALTY
    wanted.sampling.penalty_last_n = REPEAT_WINDOW_TOKENS
    return wanted


def main(arguments: list[str]) -> int:
    """Serve until SIGINT or SIGTERM."""
    from xllamacpp import Server

    path, port = Path(arguments[0]), int(arguments[1])
    ends = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    server = Server(parameters(path, port))
    signal.sigwait(ends)
    del server
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
