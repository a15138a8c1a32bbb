#!/bin/bash
# pictures.sh BUILD - pictures and films of what a run has left: walls in the colours of their maps, a snapshot alone, frames that are damaged, two films into one
# file at a time.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'END'
scree: 1
title: Walls with maps
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [6 cm, 4 cm, 6 cm], boundary: {x: wall, y: periodic, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {b: {ball: {radius: 3 mm}}}
walls:
  plate: {material: m, box: {low: [2 cm, 0.5 cm, 1 cm], high: [4 cm, 3.5 cm, 1.4 cm], side: outside}}
grains:
  - {name: balls, shape: b, material: m, packing: {law: lattice, spacing: [8 mm, 8 mm, 8 mm], low: [0, 0, 2 cm], high: [6 cm, 4 cm, 4 cm]}}
run: {duration: 60 ms, step: 20 us}
output: {every: 10 ms, contacts: true, walls: true}
probes:
  plate: {law: wall-wear, wall: plate, cell: 5 mm}
  floor: {law: wall-map, wall: domain-z-low, cell: 5 mm, every: 1 ms}
END
"$scree" run case.yaml --out run --threads 1 --quiet >/dev/null 2>out || complain "the case does not run: $(cat out)"
small='--size 320x240'

# Walls in the colours of a map: of walls and of borders of the domain; another number, another picture.
says 0 '^glass.png' "$scree" picture run --out glass.png $small
says 0 '^pressure.png' "$scree" picture run --out pressure.png $small --walls wall_wear_pressure
says 0 '^impact.png' "$scree" picture run --out impact.png $small --walls wall_wear_work_impact
says 0 '^floor.png' "$scree" picture run --out floor.png $small --walls wall_map_pressure
says 0 '^cut.png' "$scree" picture run --out cut.png $small --walls wall_wear_pressure --cut 'y=2 cm'
says 0 '^range.png' "$scree" picture run --out range.png $small --walls wall_wear_pressure --walls-range '0 Pa:20 kPa'
same 'six pictures' "$(cksum glass.png pressure.png impact.png floor.png cut.png range.png | cut -d' ' -f1 | sort -u | wc -l)" 6
says 2 "^--walls: there is no wall map 'wall_wear_presure' .did you mean 'wall_wear_pressure'. there are: wall_wear_impacts, .*wall_wear_pressure, .*wall_map_" \
    "$scree" picture run --out no.png --walls wall_wear_presure
says 2 "^--walls: there is no wall map 'pressure' .there are: wall_wear_impacts" "$scree" film run --out no.png --walls pressure
says 2 '^--walls-range: walls have no colours .say of which map they are' "$scree" picture run --out no.png --walls-range '0 Pa:1 Pa'
says 2 "^--walls-range: '2 Pa:1 Pa' does not go upwards" "$scree" picture run --out no.png --walls wall_wear_pressure --walls-range '2 Pa:1 Pa'
says 2 '^--walls-range: ' "$scree" picture run --out no.png --walls wall_wear_pressure --walls-range '0 m:1 m'
"$scree" run case.yaml --out bare --set run.duration='1 ms' --set output.every='1 ms' --set output.walls=false --quiet >/dev/null 2>&1
says 2 '^--walls: the run has written no walls .run the case with output: .walls: true' "$scree" picture bare --out no.png --walls wall_wear_pressure
sed '/^probes:/,$d' case.yaml >plain.yaml
"$scree" run plain.yaml --out plain --set run.duration='1 ms' --set output.every='1 ms' --quiet >/dev/null 2>out || complain "no probes: $(cat out)"
says 2 '^--walls: no wall has a map at t = 0.001 s .give the case a probe wall-map or wall-wear' "$scree" picture plain --out no.png --walls wall_wear_pressure
holds 'nothing was drawn' test ! -e no.png -a ! -e no.png.part

# A wall with a map that a stage takes away is no longer in the film, which is whole; a map that no frame has is told as before.
"$scree" run case.yaml --out gone --threads 1 --quiet --set 'stages=[{name: with, until: 30 ms}, {name: without, until: 30 ms, set: {walls.plate: none, probes.plate: none, probes.floor: none}}]' >/dev/null 2>out || complain "the case in stages does not run: $(cat out)"
says 0 '^gone.png: 7 frames' "$scree" film gone --out gone.png $small --walls wall_wear_pressure
says 2 "^--walls: there is no wall map 'pressure' .there are: wall_wear_impacts" "$scree" film gone --out no.png --walls pressure
says 2 '^--walls: no wall has a map at t = ' "$scree" picture gone --out no.png --walls wall_wear_pressure

# In a film the colours are the same in all frames, whoever draws them.
says 0 '^film.png: 7 frames' "$scree" film run --out film.png $small --walls wall_wear_work_impact --fps 10
says 0 '^alone.png: 7 frames' "$scree" film run --out alone.png $small --walls wall_wear_work_impact --fps 10 --threads 1
holds 'the same film by one thread' cmp film.png alone.png

# A snapshot is drawn as the frame of its moment is, without any frame; options that need more are refused by name.
"$scree" run plain.yaml --out plain --force --set run.duration='40 ms' --quiet >/dev/null 2>out || complain "again: $(cat out)"
says 0 '^plain/view-snapshot.png: t = 0.04 s' "$scree" picture plain/snapshot.h5 --force-chains
says 0 '^frame.png: t = 0.04 s' "$scree" picture plain --out frame.png --force-chains
holds 'the picture of the last frame' cmp plain/view-snapshot.png frame.png
"$scree" run case.yaml --out still --set output.every=0 --set run.duration='5 ms' --quiet >/dev/null 2>&1
says 0 '^one.png: t = 0.005 s' "$scree" picture still/snapshot.h5 --out one.png $small --colour force --cut 'y=2 cm' --dark
holds 'a snapshot in this folder' sh -c "cd still && '$scree' picture snapshot.h5 && [ -s view-snapshot.png ]"
says 2 '^--at: a snapshot is of one time' "$scree" picture still/snapshot.h5 --at '1 ms'
says 2 '^--walls: wall maps are in frames, and a snapshot has none' "$scree" picture still/snapshot.h5 --walls wall_wear_pressure
says 2 '^still/snapshot.h5: a film needs frames, and this is a single file' "$scree" film still/snapshot.h5
says 2 'this file is the result of a run, and would be replaced' "$scree" picture still/snapshot.h5 --out still/picture.png
says 2 '^still/case.yaml: ' "$scree" picture still/case.yaml --out no.png
mkdir far && cp still/snapshot.h5 far
says 0 '^alone.png: t = ' "$scree" picture far/snapshot.h5 --out alone.png

# Frames in the middle of a series that are cut off, or that lack a file: each is told, and the film has the others.
cp -r run broken
head -c 900 run/bodies_000002.vtp >broken/bodies_000002.vtp
rm broken/bodies_000003.vtp broken/walls_000005.vtp
says 0 '^broken.png: 4 frames' "$scree" film broken --out broken.png $small
for name in bodies_000002 bodies_000003 walls_000005; do
    says 0 "^note: the frame of t = 0.0[235]+ s is left out: broken/$name.vtp: " "$scree" film broken --out broken.png $small
done
says 2 '^broken/bodies_000002.vtp: ' "$scree" film broken --out no.png --from '15 ms' --to '35 ms'
says 2 '^broken/bodies_000003.vtp: cannot be read' "$scree" picture broken --out no.png --at '30 ms'

# Two films into one file: the one that comes second is told, and the other one is whole.
"$scree" film run --out twice.png >first 2>&1 &
comes test -e twice.png.part
says 2 '^twice.png: another program is writing this file .wait until it has ended, or give another name' "$scree" film run --out twice.png --size 64x64
wait
holds 'the first one is done' grep -q '^twice.png: 7 frames' first
"$scree" film run --out once.png >/dev/null
holds 'and whole' cmp twice.png once.png
# The same through ffmpeg, for which something else stands here that takes what it gets, slowly.
mkdir bin && cat >bin/ffmpeg <<'END'
#!/bin/sh
for last; do :; done
cat >"${last#file:}"
sleep 1
END
chmod +x bin/ffmpeg
PATH=$PWD/bin:$PATH "$scree" film run --out twice.mp4 --size 64x64 >first 2>&1 &
comes test -s twice.mp4.part
PATH=$PWD/bin:$PATH says 2 '^twice.mp4: another program is writing this file' "$scree" film run --out twice.mp4 --size 64x64
wait
holds 'the film of the first' grep -q '^twice.mp4: 7 frames' first
mkdir empty
says 2 '^lone.mp4: ffmpeg, which makes such films, cannot be started' env PATH="$PWD/empty" "$scree" film run --out lone.mp4
holds 'no part is left' test ! -e lone.mp4.part -a ! -e twice.mp4.part

verdict
