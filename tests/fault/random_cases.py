"""random_cases.py BUILD FIRST COUNT KEEP - runs the cases of the seeds FIRST to FIRST + COUNT - 1. Each is run by one thread
of the widest vectors, and must then give the same files, but for the log and the speed,

- with every vector width and two threads, and dealt to several parts;
- when it is killed before a system call that changes files, resumed, and perhaps killed again;
- in two halves, the second one in place and as a branch;
- and the same files of a branch with another gravity in one part and in several.

Two probes that look at one plane often and seldom must have counted the same. Every crash, hang and difference is told with
its seed, and its folder, with the case, is moved to KEEP. Exit status 1 where there is any."""
import json
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from random_case import DURATION_MS, PLANES_OF_FLOW, write_case

SECONDS_MOST = 300  # of one run
ENDED = 0, 2, 3  # done, refused, diverged
KILLED, SKIPPED = 137, 77


class Fault(Exception):
    pass


def files_of(folder):
    """What must not change, by name: all but the log, the speed and the generation before."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            place = os.path.relpath(path, folder)
            if place in ("log.txt", "scree.lock") or place.endswith(".previous"):
                continue
            with open(path, "rb") as file:
                found[place] = file.read()
    if "summary.json" in found:
        summary = json.loads(found["summary.json"])
        summary.pop("speed", None)
        found["summary.json"] = json.dumps(summary)
    return found


class Trial:
    """One case in a folder of its own."""

    def __init__(self, build, seed, folder, counts):
        self.scree = os.path.join(build, "scree")
        self.injector = os.path.join(build, "tests", "syscall_fault")
        self.random = random.Random(seed)
        self.folder = folder
        self.counts = counts
        self.case = write_case(seed, folder)
        self.in_parts = self.case["solver"] == "smooth" and "maser" not in self.case

    def path(self, name):
        return os.path.join(self.folder, name)

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def call(self, *words, allowed=ENDED):
        """The exit status and what was said on the standard error."""
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_MOST, check=False
            )
        except subprocess.TimeoutExpired:
            raise Fault(f"hangs: {' '.join(words)}") from None
        said = done.stderr.decode("utf-8", "replace")
        if done.returncode not in allowed or "Sanitizer" in said or "runtime error" in said:
            raise Fault(f"ends with {done.returncode}: {' '.join(words)}: {said[-600:]}")
        return done.returncode, said

    def run(self, name, *options, case="case.yaml"):
        return self.call(self.scree, "run", self.path(case), "--out", self.path(name), "--quiet", *options)

    def resume(self, name, *options, allowed=(0,)):
        return self.call(self.scree, "resume", self.path(name), "--quiet", *options, allowed=allowed)

    def some_parts(self):
        return ["--parts", str(self.random.choice((1, 2, 3, 5)))] if self.in_parts else []

    def compare(self, name, other, what):
        one, two = files_of(self.path(name)), files_of(self.path(other))
        differ = [place for place in sorted(one.keys() | two.keys()) if one.get(place) != two.get(place)]
        if differ:
            raise Fault(f"{what}: other files than {name}: {' '.join(differ[:8])}")
        shutil.rmtree(self.path(other))
        self.count(what)

    # ---- what must not change anything

    def machines(self, status):
        ways = [("width and threads", ["--width", width, "--threads", "2"]) for width in "1248"]
        if self.in_parts:
            ways += [("parts", ["--threads", "2", "--parts", str(self.random.choice((2, 3, 5, 8)))])]
        for what, options in ways:
            got, said = self.run("other", *options)
            if got == 2 and "vector" in said:
                continue  # this processor has no such vectors
            if got != status:
                raise Fault(f"{what} {options}: ends with {got} and not {status}: {said[-300:]}")
            self.compare("whole", "other", what)

    def kills(self):
        words = ["--threads", "1", "--quiet"]
        asked = subprocess.run(
            [self.injector, "count", self.scree, "run", self.path("case.yaml"), "--out", self.path("counted"), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        shutil.rmtree(self.path("counted"), ignore_errors=True)
        if asked.returncode == SKIPPED:
            return
        calls = int(asked.stderr.split()[-1])
        kill = [self.injector, "kill", str(self.random.randint(1, calls)), self.scree]
        self.call(*kill, "run", self.path("case.yaml"), "--out", self.path("torn"), *words, allowed=(KILLED,))
        if not os.path.exists(self.path("torn/case.yaml")):
            shutil.rmtree(self.path("torn"), ignore_errors=True)
            return
        again = [self.injector, "kill", str(self.random.randint(1, calls)), self.scree]
        self.call(*again, "resume", self.path("torn"), *words, allowed=(0, KILLED))
        self.resume("torn", "--threads", "2", *self.some_parts())
        self.compare("whole", "torn", "kills")

    def state_of(self, name):
        done = subprocess.run([self.scree, "info", self.path(name), "--hash"], capture_output=True, check=False)
        return done.stdout

    def halves(self):
        with open(self.path("whole/summary.json"), encoding="utf-8") as file:
            steps = json.load(file)["steps"]
        half = self.random.randint(1, steps)
        self.run("half", "--threads", "1", "--set", f"run.steps={half}", *self.some_parts(), case="whole/case.yaml")
        rest = ["--set", f"run.steps={steps}"]
        self.resume("half", "--out", self.path("branch"), "--threads", "1", *rest)
        gravity = json.dumps(["1 m/s^2", "-3 m/s^2", "0 m/s^2"][: self.case["dimensions"]])
        pulled = ["--set", f"run.steps={steps + 100}", "--set", f"gravity={gravity}"]
        results = []
        for name, options in (("pulled", []), ("dealt", ["--parts", "3"])):
            if name == "pulled" or self.in_parts:
                results += [self.resume("half", "--out", self.path(name), *pulled, *options, allowed=ENDED)[0]]
        if len(set(results)) > 1:
            raise Fault(f"a branch of {half} steps ends with {results} in one part and in three")
        if len(results) > 1 and results[0] != 2:
            self.compare("pulled", "dealt", "branches in parts")
        self.resume("half", "--threads", "2", *rest, *self.some_parts())
        for name in ("half", "branch"):
            if self.state_of(name) != self.state_of("whole"):
                raise Fault(f"{name}: another state than the whole run, in halves at step {half} of {steps}")
            self.count("halves")

    def crossings(self):
        totals = []
        if not {name for name, _ in PLANES_OF_FLOW} <= self.case.get("probes", {}).keys():
            return
        for name, _ in PLANES_OF_FLOW:
            with open(self.path(f"whole/probes/{name}.csv"), encoding="ascii") as file:
                totals.append(file.read().split()[-1].split(","))
        often, seldom = totals
        if often[0] != seldom[0]:
            return
        masses = float(often[5]), float(seldom[5])
        if often[4] != seldom[4] or abs(masses[0] - masses[1]) > 1e-9 * abs(masses[0]):
            raise Fault(f"crossings: {often[4]} grains of {masses[0]} kg often, {seldom[4]} of {masses[1]} seldom")
        self.count("crossings")

    def go(self):
        status, _ = self.run("whole", "--threads", "1")
        self.count({0: "done", 2: "refused", 3: "diverged"}[status])
        if status == 2 or not os.path.exists(self.path("whole/snapshot.h5")):
            return
        self.machines(status)
        if status == 0:
            self.crossings()
            self.kills()
            self.halves()


def main():
    build, keep = sys.argv[1], sys.argv[4]
    first, count = int(sys.argv[2]), int(sys.argv[3])
    counts, faults = {}, 0
    for seed in range(first, first + count):
        folder = os.path.abspath(f"seed{seed}")
        try:
            Trial(build, seed, folder, counts).go()
        except Fault as fault:
            faults += 1
            place = os.path.join(keep, f"seed{seed}")
            shutil.rmtree(place, ignore_errors=True)
            shutil.move(folder, place)
            print(f"FAULT: seed {seed}: {fault}; kept in {place}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{count} cases of {DURATION_MS} ms: " + ", ".join(f"{what} {n}" for what, n in sorted(counts.items())))
    print(f"{faults} failed")
    sys.exit(faults > 0)


main()
