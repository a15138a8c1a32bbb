#!/bin/bash
# label: quick
# paraview.sh BUILD - the program for ParaView beside a run asks for files and arrays that are there. ParaView itself runs it where
# it is installed; else a stand-in notes what is asked of it.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

mkdir -p standin/paraview
: >standin/paraview/__init__.py
cat >standin/paraview/simple.py <<'E2'
import os, re

class Thing:
    def __init__(self, **given):
        self.__dict__.update(given)
    def __getattr__(self, name):
        made = Thing()
        setattr(self, name, made)
        return made
    def __call__(self, *given, **named):
        return self

def arrays_of(pvd):
    text = open(pvd).read()
    first = os.path.join(os.path.dirname(pvd), re.search(r'file="([^"]*)"', text).group(1))
    head = open(first, "rb").read().split(b"<AppendedData")[0].decode()
    part = lambda tag: set(re.findall(r'Name="([^"]*)"', "".join(re.findall("<%s.*?</%s>" % (tag, tag), head, re.S))))
    return {"POINTS": part("PointData"), "CELLS": part("CellData")}

def PVDReader(registrationName, FileName):
    print("reads", os.path.basename(FileName))
    return Thing(arrays=arrays_of(FileName))

def Glyph(registrationName, Input, GlyphType):
    return Thing(arrays=Input.arrays, source=Input)

def Threshold(Input, Scalars, LowerThreshold, UpperThreshold):
    assert Scalars[1] in Input.arrays[Scalars[0]]
    print("of set", LowerThreshold)
    return Thing(arrays=Input.arrays)

def Show(source, view):
    if "ScaleArray" in source.__dict__:
        kind, name = source.ScaleArray
        assert name in source.arrays[kind], (name, source.arrays)
    return Thing(arrays=source.arrays)

def ColorBy(display, by):
    if by:
        assert by[1] in display.arrays[by[0]], (by, display.arrays)
        print("colours by", by[1])

def GetActiveViewOrCreate(kind):
    return Thing()

GetAnimationScene = Thing
class Colours(Thing):
    def __setattr__(self, name, value):
        if name == "Annotations":
            print("set", *value)
        if name == "IndexedColors":
            assert len(value) == 6 and all(0 <= part <= 1 for part in value), value
        self.__dict__[name] = value

GetColorTransferFunction = lambda name: Colours()
GetScalarBar = lambda colours, view: Thing()
AnnotateTimeFilter = lambda **given: Thing()
ResetCamera = Render = lambda view: None
E2

holds 'a run of balls' "$scree" run case.yaml --threads 1 --quiet --out balls --set run.duration='20 ms' --set output='{every: 10 ms}'
says 0 'reads bodies.pvd reads walls.pvd colours by velocity' sh -c "PYTHONPATH=standin python3 balls/in-paraview.py | tr '\n' ' '"
cat >dice.yaml <<'E2'
scree: 1
domain: {low: [0, 0, 0], high: [2 cm, 2 cm, 2 cm]}
materials: {m: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}
shapes: {die: {polyhedron: {builder: {platonic: cube, size: 3 mm}}}, bead: {ball: {radius: 1 mm}}}
grains:
  - {name: dice, shape: die, material: m, packing: {law: lattice, spacing: [6 mm, 6 mm, 6 mm], low: [0, 0, 1 cm], high: [2 cm, 2 cm, 2 cm]}}
  - {name: beads, shape: bead, material: m, packing: {law: lattice, spacing: [6 mm, 6 mm, 6 mm], low: [0, 0, 0], high: [2 cm, 2 cm, 8 mm]}}
run: {steps: 10}
output: {every: 1 us}
E2
holds 'a run of dice' "$scree" run dice.yaml --threads 1 --quiet --out dice
says 0 'reads bodies.pvd reads shapes.pvd of set 1 colours by set set 0 dice 1 beads colours by set' sh -c "PYTHONPATH=standin python3 dice/in-paraview.py | tr '\n' ' '"
holds 'no frames' "$scree" run case.yaml --threads 1 --quiet --out none --set run.duration='1 ms' --set output='{every: 0}'
checks=$((checks + 1))
[ ! -e none/in-paraview.py ] || complain "a run without frames has a program for them"
# ParaView of Debian draws with X alone.
if command -v pvpython >/dev/null && command -v xvfb-run >/dev/null; then holds 'ParaView' timeout 100 xvfb-run -a pvpython dice/in-paraview.py; fi
verdict
