#!/bin/bash
# words.sh BUILD JOBS - the compiler of that build reads each file that it has not compiled there, for its warnings; those that are made by a
# build, and are not there yet, it leaves out.
set -eu
python3 - "$1" "$2" <<'PYTHON'
import json, os, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

build, jobs = sys.argv[1], int(sys.argv[2])

def words_of(entry):
    return shlex.split(entry["command"])

def compiled(entry):
    words = words_of(entry)
    return os.path.exists(os.path.join(entry["directory"], words[words.index("-o") + 1]))

def check(entry):
    words = words_of(entry)
    at = words.index("-o")
    return subprocess.run(words[:at] + words[at + 2:] + ["-fsyntax-only"], cwd=entry["directory"]).returncode

with open(os.path.join(build, "compile_commands.json")) as file:
    entries = [entry for entry in json.load(file) if os.path.exists(entry["file"])]
left = [entry for entry in entries if not compiled(entry)]
with ThreadPoolExecutor(jobs) as pool:
    bad = sum(status != 0 for status in pool.map(check, left))
print(f"{len(entries)} files, {len(left)} of them only read, {bad} with faults")
sys.exit(bad > 0 or not entries)
PYTHON
