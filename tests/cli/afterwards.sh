#!/bin/bash
# afterwards.sh BUILD - a run looked at when it is over: probes on its frames and on a snapshot give the same bytes as during the run; pictures
# and films from its frames; what cannot be had is refused by name.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'END'
scree: 1
title: Looked at again
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 8 cm], boundary: {x: periodic, y: wall, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes:
  b: {ball: {radius: {distribution: uniform, from: 2 mm, to: 3 mm}}}
  d: {polyhedron: {builder: {platonic: cube, size: 5 mm}}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 2 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 2 mm}]}}
regions: {above: {box: {low: [0, 0, 3 cm], high: [4 cm, 4 cm, 8 cm]}}}
walls:
  paddle: {material: m, box: {low: [1 cm, 15 mm, 15 mm], high: [3 cm, 25 mm, 25 mm], side: outside}, drive: {law: rotation, axis: [0, 1, 0], point: [2 cm, 2 cm, 2 cm], rate: 100 rpm}}
  gate: {material: m, plane: {point: [0, 0, 1 mm], normal: [0, 0, 1]}, until: 33 ms}
grains:
  - {name: balls, shape: b, material: m, velocity: [1 m/s, 0, -1 m/s], packing: {law: random, count: 30, inside: above}}
  - {name: dice, shape: d, material: m, packing: {law: random, count: 10, inside: above}}
  - {name: twins, shape: t, material: m, packing: {law: random, count: 10, inside: above}}
run: {duration: 60 ms, ledger: true}
output: {every: 10 ms, contacts: true}
probes:
  energy: {law: energy}
  contacts: {law: contacts}
  region: {law: region, low: [0, 0, 0], high: [4 cm, 4 cm, 2 cm]}
  paddle: {law: wall-force, wall: paddle}
  gate: {law: wall-force, wall: gate}
  floor: {law: wall-force, wall: domain-z-low}
  profile: {law: velocity-profile, axis: z, bins: 8}
  histogram: {law: force-histogram, high: 1 N, bins: 10}
  stress: {law: stress}
  void: {law: void-ratio}
  die: {law: body, grain: dice/2}
  turn: {law: orientation, grain: dice/2}
  unbalanced: {law: unbalanced}
END
"$scree" run case.yaml --out seen --threads 2 --quiet >/dev/null || complain 'the case does not run'

# The same bytes as during the run, of every probe.
says 0 '^seen/measured/energy.csv: 7 rows' "$scree" measure seen
for table in seen/probes/*.csv; do
    holds "measure: $(basename "$table")" cmp "$table" "seen/measured/$(basename "$table")"
done
"$scree" measure seen/snapshot.h5 --out state >/dev/null || complain 'a snapshot cannot be measured'
for name in energy contacts region paddle stress die; do
    holds "the state of the end: $name" test "$(tail -n 1 "seen/probes/$name.csv")" = "$(tail -n 1 "state/$name.csv")"
done

# The frame of an end that is no sample of the run is a row, and none of the means. A branch has the run before in its own.
holds 'an end off the grid' "$scree" run case.yaml --out odd --set run.duration='53 ms' --quiet
says 0 '^odd/measured/energy.csv: 7 rows' "$scree" measure odd
for name in profile histogram; do
    holds "an end off the grid: $name" cmp "odd/probes/$name.csv" "odd/measured/$name.csv"
done
holds 'a row for the end' test "$(wc -l <odd/probes/energy.csv)" -eq 7
holds 'a branch' "$scree" resume seen/snapshot.h5 --out branch --set run.duration='90 ms' --quiet
says 0 'note: means are of the frames from t = 0.06 s on' "$scree" measure branch

# A probe that the run did not have; of several only those that are named.
says 0 '^new/cube.csv: 7 rows$' "$scree" measure seen --set probes.cube='{law: region, inside: above}' --out new
holds 'one table' test "$(ls new)" = "cube.csv
scree-files.txt"

# What is not ours is not replaced; a state does not replace what the frames gave.
mkdir own && echo mine >own/stress.csv
says 2 'own/stress.csv: a file is here that no run of Scree has written' "$scree" measure seen --out own
same 'what is not ours' "$(cat own/stress.csv)" mine
rm own/stress.csv && holds 'into a folder of ours' "$scree" measure seen --out own
holds 'once more' "$scree" measure seen --out own
before=$(cat seen/measured/stress.csv)
says 0 '^seen/measured-snapshot/stress.csv: 1 rows' "$scree" measure seen/snapshot.h5
same 'numbers of the frames' "$(cat seen/measured/stress.csv)" "$before"
says 2 'seen: this is the folder of a run, a sweep or a fit' "$scree" measure seen --out seen
"$scree" measure seen --set probes.p='{law: wall-force, wall: padle}' --out none >/dev/null 2>&1
holds 'no folder where nothing was measured' test ! -e none
says 2 "^probes.f: 'flow-rate' counts what passes between two moments" \
    "$scree" measure seen --set probes.f='{law: flow-rate, axis: z, at: 1 cm}'
says 2 "there is no wall 'padle'|padle" "$scree" measure seen --set probes.p='{law: wall-force, wall: padle}'

# Pictures and films replace those of Scree alone.
for format in png svg pdf; do
    holds "$format" "$scree" plot seen/probes/energy.csv --out plotted.$format
    holds "$format once more" "$scree" plot seen/probes/energy.csv --out plotted.$format
done
holds 'a picture' "$scree" picture seen --out plotted.png
holds 'a film in its place' "$scree" film seen --out plotted.png --size 161x121
holds 'a film once more' "$scree" film seen --out plotted.png --size 161x121
python3 -c "
import struct, zlib
def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
open('mine.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(b'00')) + chunk(b'IEND', b''))
open('mine.pdf', 'wb').write(b'%PDF-1.5\nmy thesis\n%%EOF\n')
open('mine.svg', 'wb').write(b'<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>')
open('mine.mp4', 'wb').write(b'my holidays')"
before=$(cat mine.* | cksum)
for format in png pdf svg; do
    says 2 "mine.$format: a file is here that is no picture or film of Scree .move it away" "$scree" plot seen/probes/energy.csv --out mine.$format
done
says 2 'mine.png: a file is here that is no picture' "$scree" picture seen --out mine.png
says 2 'mine.png: a file is here that is no picture' "$scree" film seen --out mine.png
says 2 'mine.mp4: a file is here that is no picture' "$scree" film seen --out mine.mp4
same 'what is not ours' "$(cat mine.* | cksum)" "$before"

# A run in stages: each frame is of its stage, with its gravity, walls, streams and probes; a force that a stage takes away stays away.
cat >stages.yaml <<'END'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 8 cm], boundary: {x: periodic, y: periodic, z: open}}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}
shapes: {b: {ball: {radius: 2 mm}}}
forces: {well: {law: towards, point: [2 cm, 2 cm, 0], axis: [0, 0, 1], acceleration: 5 m/s^2, core: 4 mm}}
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 8 cm], boundary: {x: open, y: open, z: open}}
walls: {gate: {material: m, plane: {point: [0, 0, 1 cm], normal: [0, 0, 1]}}}
grains: [{name: balls, shape: b, material: m, packing: {law: random, count: 40, low: [0, 0, 1 cm], high: [4 cm, 4 cm, 4 cm]}}]
run: {duration: 60 ms, on_loss: remove}
output: {every: 5 ms, contacts: true}
stages:
  - {name: fill, until: 20 ms}
  - {name: free, until: 20 ms, set: {forces.well: none, run.mass_scaling: 9, gravity: [0, 0, -5 m/s^2], probes.late: {law: contacts}}}
  - {name: open, set: {walls.gate: none, probes.gate: none, streams.rain: {shape: b, material: m, rate: 1000/s, low: [1 cm, 1 cm, 6 cm], high: [3 cm, 3 cm, 8 cm]}}}
probes:
  gate: {law: wall-force, wall: gate}
  unbalanced: {law: unbalanced}
  flow: {law: flow-rate, axis: z, at: 0 mm}
  all: {law: region, low: [0, 0, 0], high: [4 cm, 4 cm, 8 cm]}
END
sed -i '/x: periodic, y: periodic/d' stages.yaml
"$scree" run stages.yaml --out staged --threads 2 --quiet >/dev/null || complain 'the stages do not run'
says 0 'staged/measured/late.csv: [0-9]+ rows' "$scree" measure staged
for name in gate unbalanced all; do
    holds "stages: $name" cmp "staged/probes/$name.csv" "staged/measured/$name.csv"
done
# The frame at a border is of the stage that ends, so a probe that comes with the next one begins a frame later.
same 'stages: late' "$(tail -n +3 staged/probes/late.csv)" "$(tail -n +2 staged/measured/late.csv)"
holds 'the one that counts is left out' test ! -e staged/measured/flow.csv
says 0 'staged/view.png: t = 0.06 s' "$scree" picture staged --colour set
"$scree" run staged/case.yaml --out twice --threads 1 --quiet >/dev/null
same 'the case in the folder of a run is that run' "$("$scree" info staged --hash)" "$("$scree" info twice --hash)"
says 2 'this file is the result of a run, and would be replaced' "$scree" measure staged --out staged/probes
says 2 'this file is the result of a run, and would be replaced' "$scree" picture staged --out staged/picture.png
says 2 '^--from: there are no frames from 9 s to' "$scree" film staged --from '9 s'

# Pictures.
says 0 '^seen/view.png: t = 0.06 s' "$scree" picture seen
says 0 '^a.png: t = 0.02 s' "$scree" picture seen --at '19 ms' --out a.png --view front --colour force --cut 'y=2 cm' --dark --size 320x200
says 0 '^b.png: t = 0.06 s' "$scree" picture seen --out b.png --view top --force-chains --title 'Chains' --size 320x200
says 0 '^c.png' "$scree" picture seen --out c.png --colour speed --range '0 m/s:1 m/s' --view '1,1,-1' --size 320x200
holds 'other options, other pictures' eval '! cmp -s a.png b.png && ! cmp -s b.png c.png'
says 2 "^--colour: 'forse' cannot be read .did you mean 'force'" "$scree" picture seen --colour forse
says 2 "^--at: has no unit" "$scree" picture seen --at 3
says 2 "^--view: 'behind' cannot be read" "$scree" picture seen --view behind
says 2 "^--cut: the view goes along this plane" "$scree" picture seen --view front --cut 'x=1 cm'
says 2 "^--range: '5 m/s:2 m/s' does not go upwards .write the lower end first" "$scree" picture seen --colour speed --range '5 m/s:2 m/s'
says 2 "^--at: there is no frame near 99 s .the frames are of 0 s to 0.06 s" "$scree" picture seen --at '99 s'
says 2 "^--from: there are no frames from 10 s to inf s .the frames are of 0 s to 0.06 s" "$scree" film seen --from '10 s'
says 2 "^--colour: grains are pale under force chains" "$scree" picture seen --force-chains --colour set
says 2 "^--range: kinds have no range" "$scree" picture seen --colour set --range '0:1'
says 2 "^--size|pixels" "$scree" picture seen --size 8x8
says 2 'there is no such folder' "$scree" picture nowhere
says 2 '^x.jpg: a PNG file would stand under this name .give a name that ends in .png' "$scree" picture seen --out x.jpg
says 2 '^x.jpg: ' "$scree" film seen --out x.jpg
[ ! -e x.jpg ] || complain 'something under a wrong name'
says 2 'case.yaml beside this file that is no older one|a file is here that is no picture or film of Scree' "$scree" picture seen --out case.yaml

# A film: as many pictures as frames, numbered through, with right sums; the first one is a picture to all programs.
says 0 '^seen/film.png: 7 frames, 0.7 s' "$scree" film seen --fps 10 --size 160x120
"$scree" film seen --fps 10 --size 160x120 --threads 1 --out alone.png >/dev/null
"$scree" film seen --fps 10 --size 160x120 --threads 3 --out together.png >/dev/null
holds 'the same film with other threads' cmp alone.png together.png
says 0 '^part.png: 3 frames' "$scree" film seen --from '20 ms' --to '40 ms' --out part.png --size 160x120
holds 'an animated PNG' python3 - seen/film.png 7 <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
want = int(sys.argv[2])
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, order, shown, pixels = 8, [], 0, {}
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
    if kind == b"acTL":
        assert struct.unpack(">II", body) == (want, 0)
    if kind == b"fcTL":
        number, width, height, x, y, part, whole = struct.unpack(">IIIIIHH", body[:24])
        assert (width, height, x, y, part, whole) == (160, 120, 0, 0, 1, 10)
        order.append(number)
        shown += 1
    if kind == b"fdAT":
        order.append(struct.unpack(">I", body[:4])[0])
        body = body[4:]
    if kind in (b"IDAT", b"fdAT"):
        pixels[shown] = pixels.get(shown, b"") + body
    at += 12 + size
assert kind == b"IEND" and shown == want and order == list(range(len(order)))
rows = [zlib.decompress(pixels[k]) for k in sorted(pixels)]
assert len(rows) == want and all(len(r) == 120 * (1 + 3 * 160) for r in rows) and len(set(rows)) == want
END
if command -v ffmpeg >/dev/null; then
    says 0 '^seen/film.mp4: 7 frames' "$scree" film seen --out seen/film.mp4 --size 161x121
else
    says 2 'seen/film.mp4: ffmpeg, which makes such films, cannot be started.*apt install ffmpeg' "$scree" film seen --out seen/film.mp4
fi
says 2 "what kind of film this is to be is not known .give a name that ends in .png" "$scree" film seen --out film.avi
says 2 "^--from: has no unit" "$scree" film seen --from 3
says 2 "^scree film: --fps 2000 is too quick" "$scree" film seen --fps 2000

# Without frames; a frame that is cut off; contacts that were not written.
"$scree" run case.yaml --out none --set output.every=0 --set run.duration='0.1 ms' --quiet >/dev/null
says 2 'there are no frames of grains in this folder .*name its last state, none/snapshot.h5, or run the case with' "$scree" picture none
says 0 '^none.png' "$scree" picture none/snapshot.h5 --out none.png
rm none/snapshot.h5*
says 2 'there are no frames of grains in this folder .bodies_..vtp. .run the case with' "$scree" picture none
"$scree" run case.yaml --out few --set output.contacts=false --set run.duration='0.1 ms' --set output.every='0.1 ms' --quiet >/dev/null
says 2 '^--force-chains: the run has written no contacts' "$scree" picture few --force-chains
says 2 'the frames of this run have no contacts' "$scree" measure few --set probes.mine='{law: contacts}'
# What looks at no contact is the same without them.
"$scree" run case.yaml --out touching --set output.contacts=true --set run.duration='2 ms' --set output.every='1 ms' --quiet >/dev/null
cp -r touching apart && rm -f apart/contacts_*
python3 - >all.txt <<'END'
probes = {"repose": "law: angle-of-repose", "books": "law: energy", "far": "law: mean-square-displacement", "near": "law: radial-distribution, bins: 5, reach: 1 cm",
          "box": "law: region, low: [0, 0, 0], high: [1 m, 1 m, 1 m]", "profile": "law: velocity-profile, bins: 4", "touch": "law: contacts", "force": "law: unbalanced"}
for name, what in probes.items():
    print(name + "\t{" + what + "}")
END
while IFS=$'\t' read -r name what; do
    "$scree" measure touching --out "whole-$name" --set probes="{$name: $what}" >said 2>&1 || { complain "$name cannot be measured: $(cat said)"; continue; }
    if [ "$name" = touch ] || [ "$name" = force ]; then
        says 2 'lacks its file of contacts' "$scree" measure apart --out "half-$name" --set probes="{$name: $what}"
    else
        holds "$name without contacts" sh -c "'$scree' measure apart --out 'half-$name' --set probes='{$name: $what}' && cmp 'whole-$name/$name.csv' 'half-$name/$name.csv'"
    fi
done <all.txt
# All of the case: those that can be, with a note on the others.
says 0 "note: probes.two is left out: 'contacts' looks at contacts, and the frames have none" "$scree" measure apart --out some --set 'probes={one: {law: energy}, two: {law: contacts}}'
cp -r seen cut && head -c 900 seen/bodies_000003.vtp >cut/bodies_000003.vtp
says 2 '^cut/bodies_000003.vtp: ' "$scree" picture cut --at '30 ms' --out cut.png
says 2 '^cut/bodies_000003.vtp: ' "$scree" film cut --from '30 ms' --to '30 ms' --out cut.png
holds 'no half film' test ! -e cut.png -a ! -e cut.png.part

# A snapshot that stands alone is looked at by the case that it carries; one whose case needs files is refused without them.
mkdir alone
cp seen/snapshot.h5 alone/kept.h5
says 0 '^alone/view-kept.png: t = 0.06 s' "$scree" picture alone/kept.h5 --size 160x120
holds 'a picture of the state' "$scree" picture seen/snapshot.h5 --size 160x120 --out beside.png
holds 'the same picture without case.yaml' cmp alone/view-kept.png beside.png
holds 'it is measured' "$scree" measure alone/kept.h5
for name in energy contacts region paddle stress die; do
    holds "the same numbers without case.yaml: $name" cmp "alone/measured-kept/$name.csv" "state/$name.csv"
done
holds 'by another probe' "$scree" measure alone/kept.h5 --out other --set probes='{two: {law: contacts}}'
says 2 'the case.yaml of the run is not beside it' "$scree" resume alone/kept.h5
printf 'solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.04 0 0\nvertex 0 0.04 0\nendloop\nendfacet\nendsolid\n' >floor.stl
holds 'a case with a mesh' "$scree" run case.yaml --out meshed --quiet --set walls.floor='{material: m, mesh: {file: floor.stl, unit: m}}' --set run.duration='1 ms' --set output.every='0 s' --set domain.boundary.x=wall
cp meshed/snapshot.h5 alone/meshed.h5
for command in picture measure; do
    says 2 '^alone/meshed.h5: there is no case.yaml beside it, and the case that it carries needs files' "$scree" "$command" alone/meshed.h5
done
"$scree" view alone/meshed.h5 >viewed.txt 2>&1
holds 'nor is it viewed' grep -Eq 'needs files|built without|assets' viewed.txt
says 0 'view-snapshot.png' "$scree" picture meshed/snapshot.h5 --size 160x120

verdict
