#!/bin/bash
# no_contraction.sh BUILD - no fused multiply-add in the library: it rounds once where other processors round twice. Compilers may form one
# in spite of -ffp-contract=off (gcc 12 does, fmaddsub, when it makes vectors of straight-line code), so the machine code is looked at.
set -eu
library="$1/libscree_core.a"
command -v objdump >/dev/null || { echo "objdump is not installed"; exit 77; }
case $(uname -m) in x86_64 | amd64) ;; *) echo "not an x86-64 machine"; exit 77 ;; esac
fused=$(objdump -d --no-show-raw-insn "$library" | grep -E '\bvfn?m(add|sub)' || true)
if [ -n "$fused" ]; then
    echo "fused operations in $library:"
    echo "$fused" | head -20
    exit 1
fi
echo "no fused operations in $library"
