"""protocol.py PART SCREE - the view as a client sees it that is no browser; see protocol.sh."""
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from viewing import Closed, Page, Served, address_parts, places, request

SCREE = sys.argv[2]
count = 0


def check(holds, words):
    global count
    count += 1
    if not holds:
        raise AssertionError(words)


def refused(call, words):
    try:
        call()
    except (Closed, ConnectionError, TimeoutError):
        check(True, words)
        return
    check(False, words)


def state_hash(folder):
    return json.load(open(f"{folder}/summary.json"))["state_hash"]


# ---- who is let in


def admission():
    shutil.copytree("alone", "old")
    served = Served(SCREE, "view", "small")
    port, token = address_parts(served.address)
    own = f"/{token}/"
    status, head, body = request(port, own)
    check(status == 200 and b"<canvas" in body, f"the page comes: {status} {head}")
    check("default-src 'none'" in head and "no-referrer" in head and "nosniff" in head, f"nothing else may be fetched: {head}")
    check(b"http" not in body.replace(b'http-equiv="', b""), "the page names no other place")
    check(request(port, own + "view.js")[0] == 200 and request(port, own + "view.css")[0] == 200, "and its files")
    check(request(port, own, host=f"localhost:{port}")[0] == 200, "under the name localhost, too")
    for path in ["/", "/view.js", f"/{token}", f"/{token[:-1]}/", f"/{'0' * 32}/", f"/{token}x/", "/../etc/passwd", f"/{token[:31]}{'0' if token[31] != '0' else '1'}/"]:
        status, _, body = request(port, path)
        check(status == 403 and b"canvas" not in body, f"{path} is refused: {status}")
    for path in [own + "nothing", own + "../view.js", own + "%2e%2e/%2e%2e/etc/passwd"]:
        status, _, body = request(port, path)
        check(status in (403, 404) and b"root:" not in body, f"{path} is not there: {status}")
    for host in ["example.org", f"example.org:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", ""]:
        check(request(port, own, host=host)[0] in (400, 403), f"the host {host} is refused")
    check(request(port, own, origin="http://example.org")[0] == 403, "another origin is refused")
    check(request(port, own, method="POST")[0] in (405, 411), "nothing is taken by POST")
    for origin in ["http://example.org", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}.example.org", f"http://127.0.0.1:{port + 1}", ""]:
        refused(lambda: Page(served.address, origin=origin), f"a socket from the origin '{origin}' is refused")
    refused(lambda: Page(served.address, host="example.org"), "a socket under another host is refused")
    refused(lambda: Page(served.address.replace(token, "0" * 32)), "a socket with another token is refused")
    check(Page(served.address).ask(do="status")["mode"] == "run", "its own page is let in")
    listening = subprocess.run(["cat", "/proc/net/tcp", "/proc/net/tcp6"], capture_output=True, text=True).stdout
    ours = [line.split()[1] for line in listening.splitlines() if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"]
    check(ours == [f"0100007F:{port:04X}"], f"it listens on 127.0.0.1 alone: {ours}")
    # Where nobody can listen, the results of an older run stay.
    there = sorted(os.listdir("alone"))
    for words in (["run", "still.yaml"], ["resume", "alone/snapshot.h5"]):
        done = subprocess.run([SCREE, *words, "--out", "old", "--force", "--view", "--port", str(port)], capture_output=True, text=True)
        check(done.returncode == 2 and "cannot listen" in done.stderr, f"a port in use is refused: {done.stderr}")
        check(sorted(os.listdir("old")) == there, f"and nothing is removed: {os.listdir('old')}")
    other = Served(SCREE, "view", "small")
    check(address_parts(other.address)[1] != token, "another view has another token")
    check(other.end()[0] == 0 and served.end(signal.SIGINT)[0] == 0, "both end when asked to")


# ---- what is answered


def near(a, b, within):
    return all(abs(p - q) <= within for p, q in zip(a, b))


def answers():
    served = Served(SCREE, "view", "small")
    page = Page(served.address)
    scene = page.ask(do="scene")
    check(scene["mode"] == "run" and scene["title"] == "Beads under a lid" and len(scene["times"]) == 13, "the scene of the run")
    check([wall["name"] for wall in scene["walls"]][-2:] == ["floor", "lid"], "its walls")
    check(max(scene["wall_triangles"]) < len(scene["wall_points"]) / 3, "triangles have their points")
    first = page.ask(do="frame", at=0)
    check(first["grains"] == 250 and len(first["data"]["id"]) == 250, "the first look has ids")
    last = page.ask(do="frame", at=12, colour="speed")
    check("id" not in last["data"] and last["time"] > 0.05, "what has not changed does not come again")
    again = page.ask(do="frame", at=12, anew=True)
    check("id" in again["data"], "but where it is asked for")
    check(page.ask(do="frame", at=999)["number"] == 12 and page.ask(do="frame", at=-5)["number"] == 12, "beyond the end is the end")
    ids = again["data"]["id"]
    seen = places(again)
    span = max(again["high"][k] - again["low"][k] for k in range(3))
    for row in (0, 100, 249):
        grain = page.ask(do="grain", id=ids[row], at=12)
        check(near(seen[row], grain["position"], span / 65000), f"the place of grain {ids[row]}: {seen[row]}, {grain['position']}")
        code = last["data"]["colour"][row]
        speed = last["colour"]["low"] + (last["colour"]["high"] - last["colour"]["low"]) * code / 65534
        check(abs(speed - grain["speed"]) <= last["colour"]["high"] / 60000, "its speed as a colour")
        size = again["radius_low"] + (again["radius_high"] - again["radius_low"]) * again["data"]["radius"][row] / 65534
        check(abs(size - grain["radius"]) < 1e-7, "its radius")
        check(grain["contacts"] == len(grain["touches"]), "as many contacts as are listed")
        total = [sum(touch["force"][k] for touch in grain["touches"]) for k in range(3)]
        check(near(total, grain["force"], 1e-9), f"its contacts add up to its force: {total}, {grain['force']}")
    chains = page.ask(do="frame", at=12, chains=True)
    check(len(chains["data"]["chain_force"]) == chains["contacts"] > 0 and chains["strongest"] > 0, "force chains")
    few = page.ask(do="frame", at=12, chains=True, rods=7)
    strongest = sorted(chains["data"]["chain_force"], reverse=True)
    check(few["contacts"] == chains["contacts"] and few["forces_time"] == few["time"], "fewer rods are of the same contacts")
    check(sorted(few["data"]["chain_force"], reverse=True) == strongest[:7], f"the strongest: {few['data']['chain_force']}, {strongest[:9]}")
    check(len(page.ask(do="frame", at=12, chains=True, rods=0)["data"]["chain_force"]) == 0, "or none")
    for colour in [one["name"] for one in scene["colours"]]:
        look = page.ask(do="frame", at=12, colour=colour)
        check(look["kind"] == "frame" and look["colour"]["name"] == colour, f"colour by {colour}: {look}")
    check(page.ask(do="frame", colour="beauty")["what"].startswith("there is nothing to colour by"), "other colours are refused by name")
    check(page.ask(do="grain", id=123456, at=0)["there"] is False, "grains that are not there are told")
    tables = page.ask(do="tables")["tables"]
    check({"lid", "books", "profile"} <= {table["name"] for table in tables}, "tables of the probes")
    check(all(len(v) == len(t["values"][0]) for t in tables for v in t["values"]), "columns of one length")
    check("in progress only" in page.ask(do="pause")["what"], "a run that is over cannot be paused")
    served.end()
    os.makedirs("apart", exist_ok=True)
    shutil.copy("small/snapshot.h5", "apart/lone.h5")
    for what in ("clumps", "clumps.yaml", "clumps/snapshot.h5"):
        served = Served(SCREE, "view", what)
        look = Page(served.address).ask(do="frame")
        check(look["grains"] == 20 and look["balls"] == len(look["data"]["position"]) == 40, f"grains of two balls in {what}: {look['grains']}")
        served.end()
    for what, mode in (("small.yaml", "case"), ("small/snapshot.h5", "snapshot"), ("apart/lone.h5", "snapshot")):
        served = Served(SCREE, "view", what)
        page = Page(served.address)
        look = page.ask(do="frame")
        check(page.ask(do="scene")["mode"] == mode and look["grains"] == 250, f"a {mode}")
        if mode != "run":
            check(page.ask(do="tables") == {"kind": "tables", "tables": [], "faults": ""}, f"a {mode} has no tables")
            check(page.ask(do="parameters") == {"kind": "parameters", "parameters": []}, f"and no branches")
        if mode == "case":
            end = time.monotonic() + 30
            while "grains     250" not in page.ask(do="status")["about"] and time.monotonic() < end:
                time.sleep(0.1)
            check("grains     250" in page.ask(do="status")["about"], "what scree check says")
        check(served.end()[0] == 0, f"a view of a {mode} ends")


# ---- a cell that deforms, and grains that grow


def radii(look):
    low, high = look["radius_low"], look["radius_high"]
    return [low + (high - low) * code / 65534 for code in look["data"]["radius"]]


def in_the_cell(look):
    """The edges are what the rates of the case make of them, and they go as fast as that."""
    lean, low = 20 * look["time"], math.exp(-10 * look["time"])
    cell = look["cell"]
    edges = [(0.012, 0, 0), (0.012 * lean, 0.012, 0), (0, 0, 0.012 * low)]
    motion = [(0, 0, 0), (0.24, 0, 0), (0, 0, -0.12 * low)]
    check(near(cell["corner"], (0, 0, 0), 1e-12), f"its corner: {cell}")
    check(all(near(is_, want, 1e-6 * 0.012) for is_, want in zip(cell["edges"], edges)), f"its edges at {look['time']}: {cell}, {edges}")
    if look["time"] > 0:
        check(all(near(is_, want, 1e-6) for is_, want in zip(cell["motion"], motion)), f"their motion: {cell}, {motion}")
    check(all(0 <= place[k] < cell["edges"][k][k] + 1e-6 for place in places(look) for k in range(3)), "all grains stand in its brick")


def deforming():
    served = Served(SCREE, "view", "deformed")
    page = Page(served.address)
    page.ask(do="scene")
    first = page.ask(do="frame", at=0)
    last = page.ask(do="frame", at=4)
    check("id" in first["data"] and "id" not in last["data"] and "shape" not in last["data"], "ids and shapes stay")
    grown = [b / a for a, b in zip(radii(first), radii(last))]
    check(max(abs(ratio / math.exp(0.1) - 1) for ratio in grown) < 1e-5, f"radii come as they are: {min(grown)}, {max(grown)}")
    check("radius" not in page.ask(do="frame", at=4)["data"], "and not where they have not changed")
    for look in (first, last):
        in_the_cell(look)
    served.end()
    served = Served(SCREE, "view", "small")
    check("cell" not in Page(served.address).ask(do="frame"), "a domain that stands still is no cell")
    served.end()
    # Of a run that goes on, in looks with forces and without.
    shutil.rmtree("growing", ignore_errors=True)
    served = Served(SCREE, "run", "cell.yaml", "--out", "growing", "--view", "--threads", "1", "--set", "run.duration=4 s")
    page = Page(served.address)
    page.ask(do="pause")
    until(page, lambda status: status["paused"] and status["end_step"] > 0, "paused")
    before = None
    for steps in (40, 60):
        step = page.ask(do="status")["step"] + steps
        page.ask(do="step", count=steps)
        until(page, lambda now: now["paused"] and now["step"] == step, "steps")
        for chains in (False, True):
            look = page.ask(do="frame", anew=True, chains=chains, whole=chains)
            while look["step"] < step or look["whole"] != chains:
                look = page.ask(do="frame", after=look["number"], anew=True, chains=chains, whole=chains)
            in_the_cell(look)
            check(before is None or steps == 40 or look["radius_high"] > before["radius_high"] * 1.0005, "grains grow from look to look")
        before = look
    page.close()
    check(served.end(signal.SIGTERM)[0] == 143, "it stops")


# ---- a run that goes on


def run_viewed(folder, *more):
    shutil.rmtree(folder, ignore_errors=True)
    return Served(SCREE, "run", "still.yaml", "--out", folder, "--view", "--threads", "1", *more)


def until(page, holds, words, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status = page.ask(do="status")
        if holds(status):
            return status
        time.sleep(0.02)
    raise AssertionError(f"{words}: {status}")


def finish(served, folder):
    code, out, err = served.end(signal=0, timeout=60)
    check(code == 0, f"the run ends well: {code} {out} {err}")
    check(state_hash(folder) == state_hash("alone"), f"{folder}: the same state as without a view")
    for name in ("probes/books.csv", "bodies_000008.vtp"):
        check(open(f"{folder}/{name}", "rb").read() == open(f"alone/{name}", "rb").read(), f"{folder}: the same {name}")


def wait_for(path, seconds=60):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        if time.monotonic() > end:
            raise AssertionError(f"{path} does not come: {os.listdir()}")
        time.sleep(0.05)


def branched(page):
    """Another friction; the run that is looked at goes on as if nothing was."""
    key = "pairs.glass-glass.tangential.friction"
    parameters = {one["key"]: one for one in page.ask(do="parameters")["parameters"]}
    check(parameters[key]["value"] == 0.4 and parameters["materials.glass.young"]["unit"] == "Pa", "numbers that a branch may change")
    check(not any(name.startswith(("grains", "shapes", "probes", "materials.glass.density", "run.duration")) for name in parameters), "and no others")
    for words in ({}, {"key": key, "value": 0.8}, {"key": key}, {"key": key, "value": ""}, {"key": "grains.0.packing.count", "value": "1"}, {"key": "title", "value": "x"}, {"key": "--out", "value": "x"}):
        answer = page.ask(do="branch", **words)
        check(answer["kind"] == "fault" and answer["where"] == "branch" and answer["what"] and answer["hint"], f"{words} is refused: {answer}")
    time.sleep(0.1)
    check(page.ask(do="status")["branches"] == [] and not os.path.exists("viewed-branch-1"), "what is no such number makes no branch")
    page.ask(do="branch", key=key, value="0.8")
    branch = until(page, lambda now: now["branches"] and (now["branches"][0]["address"] or not now["branches"][0]["going"]), "a branch")["branches"][0]
    check(branch["address"], f"it has a view: {branch}")
    check(branch["address"] in open("viewed-branch-1.txt").read() and os.stat("viewed-branch-1.txt").st_mode & 0o777 == 0o600, "nobody else reads its address")
    other = Page(branch["address"])
    check(other.ask(do="scene")["what"] == branch["out"] and branch["out"].endswith("viewed-branch-1"), "of its own")
    other.close()
    open("branch.txt", "w").write(branch["command"])
    page.ask(do="branch", key=key, value="much")
    worse = until(page, lambda now: len(now["branches"]) == 2 and not now["branches"][1]["going"], "a value that is none")["branches"][1]
    check("friction" in worse["words"] and not os.path.exists(worse["out"]), f"is refused by name: {worse}")


def running():
    served = run_viewed("viewed")
    page = Page(served.address)
    now = page.ask(do="status")
    check(now["grains"] in (700, None) and (now["grains"] is None) == (now["kinetic"] is None) == (now["contacts"] is None), f"what was not counted yet is not told: {now}")
    check(page.ask(do="pause")["words"] == "paused", "it pauses")
    status = until(page, lambda status: status["paused"] and status["end_step"] > 0, "it is paused")
    scene = page.ask(do="scene")
    check(scene["mode"] == "live" and scene["can_act"], "a run in progress")
    time.sleep(0.15)
    check(page.ask(do="status")["step"] == status["step"], "a run that pauses stands still")
    check(open("viewed/log.txt").read().count(f"paused by a page, at step {status['step']}\n") == 1, "and says so in its log")
    page.ask(do="step", count=7)
    until(page, lambda now: now["paused"] and now["step"] == status["step"] + 7, "seven steps")
    page.ask(do="step")
    until(page, lambda now: now["paused"] and now["step"] == status["step"] + 8, "and one")
    for wrong in (-3, 0, 1.5, 1e300, "3", True):
        answer = page.ask(do="step", count=wrong)
        check(answer["kind"] == "fault" and answer["where"] == "step" and "at least 1" in answer["what"], f"{wrong} is no number of steps: {answer}")
    check(page.ask(do="status")["step"] == status["step"] + 8, "and none is taken")
    page.ask(do="save")
    kept = until(page, lambda now: now["kept"], "it is saved")["kept"]
    check(kept == f"saved as kept-{status['step'] + 8:09d}.h5", kept)
    name = kept.split()[-1]
    look = page.ask(do="frame")
    later = page.ask(do="frame", after=look["number"])
    check(later["step"] == status["step"] + 8 and later["number"] > look["number"], "looks while it pauses")
    turned = [wall for wall, facts in zip(later["walls"], scene["walls"]) if facts["name"] == "paddle"][0]["turn"]
    branched(page)
    page.ask(do="go")
    looks = [later]
    while len(looks) < 8 or (not looks[-1]["contacts"] and len(looks) < 200):
        looks.append(page.ask(do="frame", after=looks[-1]["number"], whole=len(looks) % 2 == 1, colour="speed"))
    check(all(b["step"] >= a["step"] for a, b in zip(looks, looks[1:])) and looks[-1]["step"] > looks[0]["step"], "looks go on with the run")
    check(any(one["whole"] and one["contacts"] > 0 for one in looks) and any(not one["whole"] for one in looks), "with forces and without")
    # Force chains do not stop at the last look at forces: they go with the grains that are seen in between.
    going = [page.ask(do="frame", chains=True)]
    while len(going) < 200 and not (going[-1]["forces_time"] < going[-1]["time"] and going[-1]["data"]["chain_force"]):
        going.append(page.ask(do="frame", after=going[-1]["number"], chains=True))
    check(not going[-1]["whole"] and going[-1]["data"]["chain_force"] and going[-1]["contacts"] > 0, "force chains between two looks at forces")
    check(all(one["forces_time"] <= one["time"] for one in going), "whose time is told")
    check(looks[-1]["walls"][scene["walls"].index(next(w for w in scene["walls"] if w["name"] == "paddle"))]["turn"] != turned, "walls turn")
    rate = until(page, lambda now: now["rate"] > 0 and now["left"], "speed and time that is left")
    check(rate["residual"] is not None and rate["residual_share"] < 0.01, f"the energy residual: {rate}")
    grain = page.ask(do="grain", id=looks[-1]["data"].get("id", [10])[0] or 10, whole=True)
    check(grain["there"] and "force" in grain, "a grain with its forces")
    later = grain
    for _ in range(200):
        later = page.ask(do="grain", id=grain["id"], whole=True) if later["time"] == grain["time"] else later
    check(later["time"] > grain["time"], "and with newer ones when it is asked about again")
    check(page.ask(do="tables")["tables"][0]["name"] == "books", "tables of a run in progress")
    page.close()
    finish(served, "viewed")
    words = open("viewed/log.txt").read()
    check(words.count("paused by a page") == 1 and words.count(f"a page lets it go on, at step {status['step'] + 8}\n") == 1, f"a pause is told once: {words}")
    done = subprocess.run([SCREE, "resume", f"viewed/{name}", "--out", "branch", "--quiet"], capture_output=True, text=True)
    check(done.returncode == 0 and "note" not in done.stderr, f"a branch from what was saved: {done.stderr}")
    check(state_hash("branch") == state_hash("alone"), "goes on to the bit")
    # The branch is what its command says.
    command = shlex.split(open("branch.txt").read())
    command[-1] = "repeated"
    done = subprocess.run([SCREE, *command[1:], "--quiet"], capture_output=True, text=True)
    wait_for("viewed-branch-1/summary.json")
    check(done.returncode == 0 and state_hash("viewed-branch-1") == state_hash("repeated") != state_hash("alone"), f"the command repeats the branch: {done.stderr}")
    # One that is asked to stop while it stands still.
    served = run_viewed("stopped")
    page = Page(served.address)
    page.ask(do="pause")
    until(page, lambda now: now["paused"] and now["end_step"] > 0, "paused")
    code, out, err = served.end(signal.SIGTERM)
    check(code == 143 and "go on with" in err, f"a run that pauses can be stopped: {code} {err}")
    done = subprocess.run([SCREE, "resume", "stopped", "--quiet"], capture_output=True, text=True)
    check(done.returncode == 0 and state_hash("stopped") == state_hash("alone"), f"and goes on: {done.stderr}")


# ---- bad messages, pages that go away, many, and one that does not read

NONSENSE = [
    b"", b"x", b"{", b"[]", b"null", b'{"do"}', b'{"do": }', b'{"do": "frame", }', b'{"do": "frame"} x', b'{"do": ["frame"]}', b'{"do": {"a": 1}}', b'{"at": 1}',
    b'{"do": 1}', b'{"do": "frame', b'{"do": "a\\x"}', b'{"do": "\\u12"}', b'{"do": "\\u0000"}', b'{"do": "a\nb"}', b'{"do": "frame", "at": 1e999}', b'{"do": "frame", "at": nan}',
    b'{"do": "' + b"a" * 300 + b'"}', b'{"' + b"b" * 60 + b'": 1}', b"{" + b", ".join(b'"a%d": 1' % i for i in range(30)) + b"}", b'{"do": "status"' + b" " * 5000 + b"}", b"\xff\xfe\x00",
]


def crowd():
    served = run_viewed("crowd")
    first = Page(served.address)
    for data in NONSENSE:
        page = Page(served.address)
        page.send_bytes(data)
        refused(lambda: page.receive(), f"closed after {data[:60]}")
        page.close()
    for kind, last in ((2, True), (0, True), (1, False), (3, True)):
        page = Page(served.address)
        page.send_bytes(b'{"do": "status"}', kind=kind, last=last)
        refused(lambda: page.receive(), f"closed after a message of kind {kind}, last {last}")
        page.close()
    for words in ({"do": "fly"}, {"do": "frame", "colour": "x"}):
        check(first.ask(**words)["kind"] == "fault", f"{words} is answered with a fault")
    for at in (1e300, -1e300, 0.5):
        check(first.ask(do="frame", at=at, colour="id")["kind"] == "frame", "no moment of a run in progress")
    check(first.ask(do="grain", id=1e300, whole=True)["there"] is False, "nor a grain")
    # Gone in the middle of everything.
    for _ in range(5):
        page = Page(served.address)
        page.send(do="frame")
        page.close()
    half = Page(served.address)
    half.line.sendall(b"\x81\xfe\x10")
    half.close()
    # Two at a time see the same run, each at its own pace.
    second = Page(served.address)
    a = first.ask(do="frame")
    b = second.ask(do="frame", colour="height")
    check(a["grains"] == b["grains"] == 700 and b["colour"]["name"] == "height", "two pages")
    # One that asks and never reads: the run goes on, and so do the others.
    second.ask(do="pause")
    until(second, lambda now: now["paused"], "paused")
    deaf = Page(served.address, receive_buffer=4096)
    deaf.line.settimeout(0.5)
    try:
        for _ in range(500):
            deaf.send(do="frame", anew=True)
            time.sleep(0.001)
    except OSError:
        pass
    begin = time.monotonic()
    before = second.ask(do="status")["step"]
    look = second.ask(do="frame")
    second.ask(do="go")
    until(second, lambda now: now["step"] > before, "the run goes on")
    check(second.ask(do="frame", after=look["number"])["kind"] == "frame", "and so do looks")
    # The server gives up on a line that stays full for ten seconds.
    check(time.monotonic() - begin < 8, f"neither the run nor another page waits: {time.monotonic() - begin} s")
    # As many as there may be, and no more. Those that answer nothing, as all of these, lose their places.
    second.ask(do="pause")
    crowd_of = []
    try:
        for _ in range(20):
            crowd_of.append(Page(served.address))
    except (Closed, ConnectionError):
        pass
    check(2 <= len(crowd_of) + 2 <= 8, f"{len(crowd_of)} more are let in")
    begin = time.monotonic()
    while crowd_of and time.monotonic() - begin < 40:
        second.ask(do="status")
        time.sleep(0.5)
        try:
            Page(served.address).close()
            break
        except (Closed, ConnectionError):
            pass
    check(2 < time.monotonic() - begin < 30, f"the place of a page that has gone is free after {time.monotonic() - begin} s")
    second.ask(do="go")
    for page in crowd_of:
        page.close()
    finish(served, "crowd")
    deaf.close()


{"admission": admission, "answers": answers, "deforming": deforming, "running": running, "crowd": crowd}[sys.argv[1]]()
print(f"{sys.argv[1]}: {count} checks hold")
