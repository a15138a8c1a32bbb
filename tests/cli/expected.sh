#!/bin/bash
# expected.sh BUILD - cases with expected values: a number that is missed ends `scree verify` with 1, a file that is wrong with
# the place, the value and a remedy. Those of verify/cases are cases that every other command takes.
. "$SCREE_SOURCE_DIR/tests/cli/lib.bash"
scree=$1/scree

cp "$SCREE_SOURCE_DIR/verify/cases/sliding-steel.yaml" fall.yaml
cat >fall.expect.yaml <<'END'
scree_expect: 1
suite: spheres
case: fall.yaml
source: Dosta et al. 2024
readings:
  speed: {quantity: 'speed, m/s', take: grains.ball.velocity.x, relative: 5e-3}
  push: {quantity: 'push over weight', take: contacts.normal_force, over: 0.150796447372 mN, relative: 1e-6}
  wall: {quantity: 'mean load', take: walls.floor.force.z, watch: mean, limit: none}
  time: {quantity: 'time to 1 cm/s', take: grains.ball.velocity.x, reaches: 1 cm/s, absolute: 10 us}
runs:
  - {id: slides, expect: {speed: 20 mm/s, push: 1, wall: 0, time: 2.5 ms}}
  - {id: slides longer, set: {run.duration: 10 ms}, expect: {speed: {is: 0.04, relative: 3e-3}}}
END

# --- what holds, what misses
says 0 '5 rows, 0 missed' "$scree" verify fall.expect.yaml
says 0 '^slides .* 0.02 .* 0.005 rel. *Dosta et al. 2024 .* ok$' "$scree" verify fall.expect.yaml
says 0 '"case": "slides longer".*"expected": 0.04,.*"tolerance": 0.003,.*"missed": 0' bash -c "tr -d '\n' < <('$scree' verify fall.expect.yaml --json)"
says 0 '1 rows, 0 missed' "$scree" verify fall.expect.yaml --only longer
says 2 "no row has 'shorter'" "$scree" verify fall.expect.yaml --only shorter
sed 's/speed: 20 mm.s/speed: 21 mm\/s/' fall.expect.yaml >miss.expect.yaml
says 1 '^slides .*speed, m/s .* 0.021 .* MISS$' "$scree" verify miss.expect.yaml
says 1 '5 rows, 1 missed' "$scree" verify miss.expect.yaml

# --- what is wrong with a file: SED-EXPRESSION PATTERN
wrong() {
    sed "$1" fall.expect.yaml >wrong.expect.yaml
    says 2 "$2" "$scree" verify wrong.expect.yaml
}
wrong 's/velocity.x, rel/speed.x, rel/' "^wrong.expect.yaml:6:41: take = grains.ball.speed.x: there is no number or vector 'speed' there \(docs/columns.md"
wrong 's/velocity.x, rel/velocity.w, rel/' "^wrong.expect.yaml:6:41: .*'w' is no part of a vector \(end with .x, .y, .z"
wrong 's/take: contacts/take: touches/' '^wrong.expect.yaml:7:46: take = touches.normal_force: begin with grains, walls, contacts or ledger \(such as'
wrong 's/, relative: 1e-6//' "^wrong.expect.yaml:11:5: how far 'push' may be off is not said \(give relative"
wrong 's/push: 1,/pull: 1,/' "^wrong.expect.yaml:11:[0-9]*: there is no reading 'pull' \(name one of"
wrong 's/relative: 5e-3/relativ: 5e-3/' "^wrong.expect.yaml:6:[0-9]*: unknown key 'relativ' in readings.speed \(did you mean 'relative'"
wrong 's/20 mm.s/20 mm\/\/s/' '^wrong.expect.yaml:11:[0-9]*: .* = 20 mm//s'
wrong 's/at most//; s/watch: mean/watch: first/' '^wrong.expect.yaml:8:[0-9]*: .* = first is not known \(known are: largest'
wrong 's/^scree_expect: 1/scree_expect: 2/' 'version that is not known \(this program reads'
wrong 's/^case: fall/case: fell/' 'fell.yaml'
# Only grains are seen from others; what divides is a number or a reading before; a tolerance is no less than 0.
wrong 's/take: contacts.normal_force/take: contacts.normal_force, relative_to: ball/' "^wrong.expect.yaml:7:9: push: .relative_to. is a set of grains, and contacts.normal_force is not of grains"
wrong 's/over: 0.150796447372 mN/over: speeds/' "^wrong.expect.yaml:7:9: push.over = speeds is no number and no reading before it"
wrong 's/over: 0.150796447372 mN/over: 0 N/' "^wrong.expect.yaml:7:75: push.over = 0 N divides by 0"
wrong 's/push: 1,/push: {is: 1, over: time},/' "^wrong.expect.yaml:11:49: push.over = time is no number and no reading before it"
wrong 's/absolute: 10 us/absolute: -10 us/' "^wrong.expect.yaml:9:95: time.absolute = -10 us is below 0"
sed '/^runs:/,$d' fall.expect.yaml >none.expect.yaml
echo 'runs: []' >>none.expect.yaml
says 2 "no run of 'none.expect.yaml' expects anything \\(give runs" "$scree" verify none.expect.yaml
# A reading may have any name, also one with digits; a number is taken off what counts of a vector, not off its x.
sed 's/  speed:/  v2:/; s/speed: /v2: /g; s/over: 0.150796447372 mN/over: v2/; s/push: 1,/push: {is: 7.54e-3, relative: 1e-3},/' fall.expect.yaml >named.expect.yaml
says 0 '5 rows, 0 missed' "$scree" verify named.expect.yaml
sed 's/velocity.x, relative: 5e-3/velocity.norm, less: 1 mm\/s, relative: 5e-3/; s/speed: 20 mm/speed: 19 mm/; s/is: 0.04/is: 0.039/' fall.expect.yaml >less.expect.yaml
says 0 '5 rows, 0 missed' "$scree" verify less.expect.yaml
sed 's/velocity.x, relative: 5e-3/velocity.angle, less: 10 deg, absolute: 1e-3/; s/speed: 20 mm.s/speed: -10/; s/is: 0.04, relative: 3e-3/is: -10/' fall.expect.yaml >angle.expect.yaml
says 0 '5 rows, 0 missed' "$scree" verify angle.expect.yaml

says 2 'nothing.expect.yaml' "$scree" verify nothing.expect.yaml
says 2 "there is no suite 'cubes' \(known are: spheres" "$scree" verify cubes

# What only the case can tell is a row that could not be run.
sed 's/grains.ball.velocity.x, rel/grains.bell.velocity.x, rel/' fall.expect.yaml >wrong.expect.yaml
says 1 "slides: wrong.expect.yaml:6:41: grains.bell.velocity.x: the case has no set of grains 'bell' \(" "$scree" verify wrong.expect.yaml
sed 's/run.duration/run.durration/' fall.expect.yaml >wrong.expect.yaml
says 1 "slides longer: wrong.expect.yaml:12:5: --set run.durration: unknown key 'durration'" "$scree" verify wrong.expect.yaml
sed 's/velocity.x, relative/velocity.x, since: 1 s, relative/' fall.expect.yaml >wrong.expect.yaml
says 1 "slides: wrong.expect.yaml:6:41: grains.ball.velocity.x: it is read before .since. or .from. \\(give it a later" "$scree" verify wrong.expect.yaml

sed 's/velocity.x, relative/velocity.x, at: 1 s, relative/' fall.expect.yaml >wrong.expect.yaml
says 1 "slides: wrong.expect.yaml:6:41: grains.ball.velocity.x: it is read after the end of the run \\(give it an earlier" "$scree" verify wrong.expect.yaml
sed 's/velocity.x, relative/velocity.x, relative_to: two, relative/; s/id: slides,/id: slides, set: {grains: "[{name: ball, shape: ball, material: m, packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1]}}]"},/' fall.expect.yaml >wrong.expect.yaml
says 1 "the case has no set of grains 'two' \\(" "$scree" verify wrong.expect.yaml

# --- the cases of the suites are plain cases
for file in "$SCREE_SOURCE_DIR"/verify/cases/*.yaml; do
    [[ $file == *.expect.yaml ]] || says 0 . "$scree" check "$file"
done
says 0 . "$scree" run fall.yaml --quiet
verdict
