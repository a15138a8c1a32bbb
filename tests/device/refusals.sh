#!/bin/bash
# refusals.sh BUILD - scripts/check-device finds what would change bits on another machine, and names the place: with two laws of a copy
# of the sources in which something is wrong.
set -eu
build=$1
check=$SCREE_SOURCE_DIR/scripts/check-device
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bad=0

mkdir -p "$folder/build/generated" "$folder/tests"
cp -r "$SCREE_SOURCE_DIR/src" "$SCREE_SOURCE_DIR/include" "$folder"
cp -r "$SCREE_SOURCE_DIR/tests/device" "$folder/tests"
ls "$folder"/src/law/{normal,cohesion,tangential,rolling,twisting}_*.h | grep -v 'normal_hertz\|_own\.h\|tangential_mindlin\.h' | xargs rm
# The list that the build makes of file names, for those two; the passes know the laws of a program besides.
sed -E -e '/^#include/{/normal_hertz|_own\.h|tangential_mindlin\.h/!d}' -e '/^#define/s/ X\((with, )?(hertz|mindlin|own)\)/ KEPT(\1\2)/g' \
    -e '/^#define/s/ X\([^)]*\)//g' -e 's/ KEPT\(/ X(/g' "$build/generated/law_list.h" >"$folder/build/generated/law_list.h"

# The function `$2` of the law file `$1`, a SCREE_FN, begins with the statement `$3`.
begin_with() {
    sed -i "/^SCREE_FN .* $2(/,/^{/s/^{/{\n    $3/" "$folder/src/law/$1"
    grep -qF -- "$3" "$folder/src/law/$1"
}

# refused TEXT... - the check fails, and says each.
refused() {
    local said status=0
    said=$(bash "$check" build "$folder" 2>&1) || status=$?
    if [ $status = 0 ]; then
        echo "not refused: $*"
        bad=1
    fi
    for text in "$@"; do
        grep -qF -- "$text" <<<"$said" || { echo "not said: $text; but:"; echo "$said"; bad=1; }
    done
}

said=$(bash "$check" build "$folder")
case $said in *skipped*) echo "$said"; exit 77 ;; esac

touch "$folder/src/law/rolling_forgotten.h"
begin_with normal_hertz.h normal_hertz_push 'in.overlap = __builtin_fma(in.overlap, in.dt, in.closing);'
begin_with normal_hertz.h normal_hertz_push 'extern vd exp(vd); in.closing = exp(in.closing);'
begin_with tangential_mindlin.h tangential_mindlin_drag 'in.load = (double)((float)in.load + 1.0f);'
begin_with tangential_mindlin.h tangential_mindlin_drag 'in.slip.x = 0 > in.slip.x ? in.slip.x : 0;'
refused 'device_normal_hertz: fma.rn.f64' 'device_normal_hertz: a call' 'exp: called, but not there' \
    'device_tangential_mindlin: add.rn.f32' 'device_tangential_mindlin: min.f64' 'src/law/rolling_forgotten.h: not in'

sed -i '1i #include <math.h>' "$folder/src/law/normal_hertz.h"
refused math.h 'does not compile for a machine without a C library'

[ "$bad" = 0 ]
