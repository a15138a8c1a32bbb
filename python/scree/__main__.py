"""python -m scree COMMAND ...: the program, which the package carries."""

import os
import signal
import sys

from ._program import program


def main() -> None:
    """Becomes the program, with the same arguments."""
    path = program()
    # Python ignores the signal of a pipe that nobody reads on, and what it becomes would: `python -m scree list probes | head` is to end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
