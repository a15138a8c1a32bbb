# lib.bash - for the scripts beside it: finds a Python that can run the tests of the module, or says what is missing.
# Sourced; the build folder is $1 of the script. Sets `python`; ends with 77 (skipped) where there is none.

export OMP_WAIT_POLICY=passive
build=$1
root=$SCREE_SOURCE_DIR

if [ ! -f "$build/python/scree/_core.abi3.so" ]; then
    echo "skipped: the module was not built, since there is no python3-dev (packages.txt, [python])"
    exit 77
fi
# The one that has NumPy, too: another than Debian's may stand in front of it on the PATH.
python=
for needs in 'pytest, numpy' pytest; do
    for candidate in python3 /usr/bin/python3; do
        if [ -z "$python" ] && "$candidate" -c "import sys, $needs; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
            python=$candidate
        fi
    done
done
if [ -z "$python" ]; then
    echo "skipped: there is no Python of 3.11 or later with pytest: python3-pytest is missing (packages.txt, [python])"
    exit 77
fi
