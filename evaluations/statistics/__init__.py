"""Pure functions over arrays: agreement, pairwise verdicts, biases.

numpy multiplies with one thread here: the matrices are small, and threads that wait for one another on a busy
machine make the same work take several times as long. The setting counts only before numpy is loaded.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
