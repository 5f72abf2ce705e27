"""The environment of a test run, made before Django's settings are read (``-p tests.environment``).

Each xdist process has its own var directory and its own Redis: the installed ``redis-server`` where
there is one, else the embedded one.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from llars.parent_death import end_with_parent


def _set_up() -> None:
    var_dir = Path(tempfile.mkdtemp(prefix="llars-test-"))
    atexit.register(shutil.rmtree, var_dir, ignore_errors=True)
    (var_dir / "static").mkdir()
    os.environ["LLARS_VAR_DIR"] = str(var_dir)
    for name in (
        "OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "LLARS_JUDGE_MODEL",
        "LLARS_LOCAL_MODEL",
        "LLARS_ROOT_PATH",
    ):
        os.environ.pop(name, None)
    os.environ["SECRET_KEY"] = "only-for-tests"
    # As evaluations.statistics sets it, which comes too late where a test has loaded numpy before.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ["LLARS_LEASE_S"] = "4"
    os.environ["LLARS_RETRY_PAUSE_MS"] = "10"
    os.environ["REDIS_URL"] = _redis_url(var_dir)


def _redis_url(var_dir: Path) -> str:
    from llars import embedded_redis

    command = embedded_redis.command(var_dir)
    command[0] = shutil.which("redis-server") or command[0]
    server = subprocess.Popen(command, preexec_fn=partial(end_with_parent, os.getpid()))
    atexit.register(server.wait)
    atexit.register(server.terminate)
    while not embedded_redis.socket_path(var_dir).exists() and server.poll() is None:
        time.sleep(0.01)
    return embedded_redis.url(var_dir)


_set_up()
