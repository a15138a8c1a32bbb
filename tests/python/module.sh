#!/bin/bash
# label: quick
# module.sh BUILD - the quick tests of the Python module, as it stands in the build folder.
set -u
. "$(dirname "$0")/lib.bash"
cd "$root" || exit 1
PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -q -p no:cacheprovider -m 'not slow' -rs python/tests
