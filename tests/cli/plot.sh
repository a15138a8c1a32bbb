#!/bin/bash
# label: quick
# plot.sh BUILD - scree plot: columns of tables as PNG, SVG and PDF; the same files again; what is wrong is told, and nothing of
# others is written over.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"
printf 'time [s],a [N],b [N],c [m],c_error [m]\n0,1,2,3,0.5\n1,2,nan,4,0.5\n2,inf,1,5,1\n' >t.csv
printf 'time [s],a [N]\n0,5\n3,7\n' >u.csv
printf 'time [ms],a [N]\n0,5\n3,7\n' >v.csv

says 0 '^t.png$' "$scree" plot t.csv
{ printf '\357\273\277' && cat t.csv; } >marked.csv
says 0 '^marked.svg$' "$scree" plot marked.csv --out marked.svg
holds 'a mark of the order of bytes is no name' sh -c "'$scree' plot t.csv --out plain.svg && cmp plain.svg marked.svg"
says 0 '^a.png$' "$scree" plot t.csv u.csv --y a --out a.png --title 'Two <&> \\ µ' --size 640x480
says 0 '^a.svg$' "$scree" plot t.csv --y a,b --out a.svg
says 0 '^a.pdf$' "$scree" plot t.csv --y c --out a.pdf
says 0 '^b.pdf$' "$scree" plot t.csv --y c --out b.pdf
says 0 '^c.pdf$' "$scree" plot t.csv --y c --no-errors --out c.pdf
says 0 '^d.png$' "$scree" plot t.csv --x a --y c --points --out d.png
holds 'the same file again, another one without the band' sh -c 'cmp a.pdf b.pdf && ! cmp -s a.pdf c.pdf'
holds 'a picture of that size' python3 -c "
import struct
data = open('a.png', 'rb').read()
assert data[:8] == bytes([137]) + b'PNG\r\n\x1a\n' and struct.unpack('>II', data[16:24]) == (640, 480)"
holds 'a drawing' python3 -c "
import xml.etree.ElementTree as tree
assert tree.parse('a.svg').getroot().tag == '{http://www.w3.org/2000/svg}svg'"
says 0 '^a.png$' "$scree" plot u.csv --out a.png # over one of its kind

# What is drawn where nobody says what: what changes, over the place of a profile.
printf 'time [s],count,still,share,share_error\n0,5,3,0.1,0.01\n1,5,3,0.2,0.01\n2,6,3,0.3,0.01\n' >w.csv
"$scree" plot w.csv --out w.svg >/dev/null
"$scree" plot w.csv --y count,share --out named.svg >/dev/null
holds 'curves that change, without errors' cmp w.svg named.svg
printf 'time [s],z [m],speed [m/s]\n0,0,1\n0,1,2\n1,0,3\n1,1,5\n' >p.csv
"$scree" plot p.csv --out p.svg >/dev/null
printf 'z [m],speed [m/s]\n0,3\n1,5\n' >q.csv
"$scree" plot q.csv --out q.svg >/dev/null
holds 'the last moment over the place' cmp p.svg q.svg
for k in $(seq 1 12); do cp t.csv "t$k.csv"; done
says 0 '^many.png' "$scree" plot t?.csv t??.csv --y a --out many.png
says 2 "there is one argument too many: .*usage: .*scree plot TABLE ..., at most 64" "$scree" plot $(yes t.csv | head -65)
says 2 "^--y: t.csv has no column .aa. .did you mean 'a'" "$scree" plot t.csv --y aa --out x.png
says 2 "^--x: t.csv has no column 'place'" "$scree" plot t.csv --x place --out x.png
says 2 "^--y: 'c' has another unit than 'a', m and N" "$scree" plot t.csv --y a,c --out x.png
says 2 "^v.csv: 'time' is in another unit" "$scree" plot t.csv v.csv --y a --out x.png
says 2 '^x.gif: what kind of picture' "$scree" plot t.csv --out x.gif
says 2 "^--size: '10x10' cannot be read" "$scree" plot t.csv --out x.png --size 10x10
printf 'mine' >mine.pdf
says 2 '^mine.pdf: a file is here that is no picture or film of Scree' "$scree" plot t.csv --out mine.pdf
same 'it is as it was' "$(cat mine.pdf)" mine
says 2 'none.csv: ' "$scree" plot none.csv --out x.png
printf 'a,b\n1,x\n' >bad.csv
says 2 '^bad.csv: line 2, column 2 is no number' "$scree" plot bad.csv --out x.png
printf 'a\n1\n' >thin.csv
says 2 '^thin.csv: there is nothing to draw over' "$scree" plot thin.csv --out x.png
printf 'a,b\n' >empty.csv
says 0 'e.png' "$scree" plot empty.csv --out e.png
holds 'nothing is left over' sh -c '! ls x.* *.part 2>/dev/null'

verdict
