"""python -m scree COMMAND ...: the program, which the package carries."""

import os
import sys

from ._program import program


def main() -> None:
    """Becomes the program, with the same arguments."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
