"""hostile.py SCREE - a client that means harm: odd requests and frames, connections that say nothing, values that are none, a folder that is
torn to pieces while it is looked at. What it must not do is hold up a run or another page, stay when it has gone, or print on the terminal."""
import base64
import glob
import json
import os
import shutil
import signal
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from viewing import Closed, Page, Served, address_parts, request

SCREE = sys.argv[1]
count = 0


def check(holds, words):
    global count
    count += 1
    if not holds:
        raise AssertionError(words)


def open_files(served):
    return len(os.listdir(f"/proc/{served.process.pid}/fd"))


def answer_to(port, data, seconds=3):
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(seconds)
        answer = b""
        try:
            line.sendall(data)
            while part := line.recv(65536):
                answer += part
        except (TimeoutError, ConnectionError):
            pass
    return answer


def frame(bits, length, data):
    """With a mask of zeros; a length beyond 125 in eight bytes."""
    size = bytes([0x80 | length]) if length < 126 else bytes([0xFF]) + struct.pack(">Q", length)
    return bytes([bits]) + size + b"\0\0\0\0" + data


def is_closed_after(served, data, seconds=5):
    page = Page(served.address, timeout=seconds)
    try:
        page.line.sendall(data)
        page.receive()
    except (Closed, ConnectionError):
        return True
    except TimeoutError:
        return False
    finally:
        page.close()
    return False


# ---- requests


def page_let_in(served):
    """A page; where there is no room, as those that went before have not been missed yet, after a while."""
    deadline = time.monotonic() + 20
    while True:
        try:
            return Page(served.address)
        except Closed:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def requests():
    served = Served(SCREE, "view", "small")
    port, token = address_parts(served.address)
    host = f"Host: 127.0.0.1:{port}\r\n"
    files = open_files(served)
    for path in ("/", f"/{token}/"):
        asked = ["Access-Control-Request-Method: GET", "Access-Control-Request-Headers: x"]
        status, head, _ = request(port, path, method="OPTIONS", origin="http://example.org", more=asked)
        check(status == 403 and "Access-Control" not in head, f"another origin is not told that it may come: {head}")
    for path in [f"/{token}/" + "../" * 20 + "etc/passwd", f"/{token}/..%2f..%2fetc/passwd", f"/{token}/%0d%0aX-Other:%201", "/" + "a" * 20000, f"http://example.org/{token}/", "*"]:
        answer = answer_to(port, f"GET {path} HTTP/1.1\r\n{host}\r\n".encode())
        check(b" 200 " not in answer and b"root:" not in answer and b"X-Other" not in answer, f"{path[:60]} leads nowhere: {answer[:80]}")
    for data in [os.urandom(5000), b"\0" * 5000, b"GET / HTTP/1.1\r\nX: " + b"a" * 1000000, b"POST / HTTP/1.1\r\n" + host.encode() + b"Content-Length: -5\r\n\r\n"]:
        check(b" 200 " not in answer_to(port, data), f"no answer to {data[:20]}")
    upgrade = f"GET /{token}/socket HTTP/1.1\r\n{host}Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    for more in ["", "Sec-WebSocket-Key1: a\r\n"] + [f"Sec-WebSocket-Key: {'k' * 300}\r\n"] * 10:
        check(b" 101 " not in answer_to(port, (upgrade + more + "\r\n").encode(), 1), f"no socket by {more[:30]}")
    key = base64.b64encode(os.urandom(16)).decode()
    offer = f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    check(b"Extensions" not in answer_to(port, (upgrade + offer).encode(), 1), "nothing comes packed")
    for _ in range(40):
        page_let_in(served).close()
    time.sleep(0.5)
    page = Page(served.address)
    check(page.ask(do="status")["mode"] == "run", "after all that a page is let in")
    page.close()
    time.sleep(0.5)
    check(open_files(served) <= files + 1, f"and no connection stays: {files}, {open_files(served)}")
    check(served.end()[0] == 0, "the view ends")


# ---- frames


def frames():
    served = Served(SCREE, "view", "small")
    ask = b'{"do": "status"}'
    for bits in (0xC1, 0xA1, 0x91, 0x87, 0x8B):
        check(is_closed_after(served, frame(bits, len(ask), ask)), f"closed after a frame that begins with {bits:x}")
    for length in ((1 << 64) - 1, (1 << 64) - 5, 1 << 63, 1 << 40, 1 << 32):
        check(is_closed_after(served, frame(0x81, length, ask)), f"closed after a frame of {length} bytes")
    page = Page(served.address)
    page.line.sendall(frame(0x89, 4, b"ping") * 1000 + frame(0x8A, 4, b"pong") * 1000)
    check(page.ask(do="status")["mode"] == "run", "pings are no harm")
    check(is_closed_after(served, frame(0x81, len(ask), ask).replace(b"status", b"tables") * 2000, 10) or page.ask(do="status"), "nor is a flood")
    check(page.ask(do="status")["mode"] == "run", "to another page")
    page.close()
    check(served.end()[0] == 0, "the view ends")


# ---- connections that say nothing, and a page that does not read


def held_up():
    shutil.rmtree("held", ignore_errors=True)
    served = Served(SCREE, "run", "still.yaml", "--out", "held", "--view", "--threads", "1", "--set", "run.duration=100 s")
    port = address_parts(served.address)[0]
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(28)]
    for line, begin in zip(silent, [b"", b"GET /", b"GET / HTTP/1.1\r\nHost: 127.0"] * 10):
        line.sendall(begin)
    begin = time.monotonic()
    page = Page(served.address)
    page.ask(do="pause")
    deaf = Page(served.address, receive_buffer=4096)
    deaf.line.settimeout(0.5)
    try:
        for _ in range(300):
            deaf.send(do="frame", anew=True)
    except OSError:
        pass
    page.ask(do="go")
    step = page.ask(do="status")["step"]
    while page.ask(do="status")["step"] <= step and time.monotonic() < begin + 30:
        time.sleep(0.02)
    check(time.monotonic() - begin < 8, f"a page is let in and the run goes on, whoever says nothing: {time.monotonic() - begin} s")
    begin = time.monotonic()
    code, _, err = served.end(signal.SIGTERM)
    check(code == 143 and time.monotonic() - begin < 8, f"and they do not keep it from its end: {code} after {time.monotonic() - begin} s {err}")
    for line in silent:
        line.close()


# ---- values


def values():
    for left in glob.glob("valued*"):
        shutil.rmtree(left) if os.path.isdir(left) else os.remove(left)
    served = Served(SCREE, "run", "still.yaml", "--out", "valued", "--view", "--threads", "1", "--set", "run.duration=10 s")
    page = Page(served.address)
    page.ask(do="pause")
    key = "pairs.glass-glass.tangential.friction"

    def branches(go):
        end = time.monotonic() + 40
        while time.monotonic() < end:
            now = page.ask(do="status")["branches"]
            if now and now[-1]["going"] == go and (not go or now[-1]["address"]):
                break
            time.sleep(0.05)
        return now

    for value in ["0.8\x1b]0;taken\x07", "0.8\nbranch: taken", "0.8\x7f", "0.8\u009b31m", "\ud7ff"]:
        page.send_bytes(json.dumps({"do": "branch", "key": key, "value": value}, ensure_ascii=False).encode())
        said = page.receive()
        check(said["kind"] == "fault" and said["hint"] == "a value is a number, with its unit", f"{value!r} is no value: {said}")
    for wrong in ["../../still", f"{key}\n", "", "x" * 190]:
        check(page.ask(do="branch", key=wrong, value="0.8")["kind"] == "fault" and not page.ask(do="status")["branches"], f"{wrong} is no key")
    for value in ["1e400", "nan", "-1", "0x10", "1 furlong", "${x}", "1; touch taken", "$(touch taken)", "--out", "{law: csv, file: /etc/passwd}", "'", "&a *a", "!!float 1", "@/etc/passwd"] + ["0.5e-"] * 4:
        page.ask(do="branch", key=key, value=value)
        time.sleep(0.1)
        check("root:" not in branches(False)[-1]["words"], f"{value} is refused")
    check(len(page.ask(do="status")["branches"]) == 16 and not glob.glob("valued-branch-*[0-9]"), "none of them is a branch")
    page.ask(do="branch", key=key, value="0.8")
    time.sleep(0.1)
    made = branches(True)[-1]
    check(made["going"] and os.path.isdir(made["out"]), f"after so many that were refused there is room for one that is right: {made}")
    child = next(int(p) for p in os.listdir("/proc") if p.isdigit() and made["out"].encode() in (open(f"/proc/{p}/cmdline", "rb").read() if os.path.exists(f"/proc/{p}/cmdline") else b""))
    os.kill(child, signal.SIGTERM)
    check("1e12" in page.ask(do="step", count=9e99)["what"], "steps without end")
    page.close()
    code, _, err = served.end(signal.SIGTERM)
    check(code == 143 and "taken\x07" not in err and "\nbranch: taken" not in err and not os.path.exists("taken"), f"nothing of it came to the terminal: {err!r}")


# ---- a folder that is torn while it is looked at


def torn():
    shutil.rmtree("worn", ignore_errors=True)
    shutil.copytree("small", "worn")
    served = Served(SCREE, "view", "worn")
    page = Page(served.address)
    page.ask(do="scene")
    body = sorted(glob.glob("worn/bodies_*.vtp"))
    with open(body[3], "r+b") as file:
        file.truncate(3000)
    with open(body[5], "wb") as file:
        file.write(os.urandom(100000))
    os.remove(body[7])
    os.mkfifo(body[7])
    os.remove(body[8])
    os.symlink("/dev/zero", body[8])
    os.remove("worn/probes/books.csv")
    os.mkfifo("worn/probes/books.csv")
    os.symlink("/etc/passwd", "worn/probes/other.csv")
    with open("worn/probes/odd.csv", "w") as file:
        file.write("time [s],x [m]\n" + "1e999,nan\n" * 10)
    for at in (3, 5, 7, 8):
        check(page.ask(do="frame", at=at, chains=True)["kind"] == "fault", f"frame {at} is told to be none")
    check(page.ask(do="frame", at=4)["grains"] == 250, "the others are seen")
    tables = page.ask(do="tables")
    check(any(table["name"] == "lid" for table in tables["tables"]) and "root" not in str(tables), f"and tables: {tables['faults']}")
    shutil.rmtree("worn")
    check(page.ask(do="frame", at=2)["kind"] == "fault" and page.ask(do="tables")["tables"] == [], "a folder that has gone")
    check(served.end()[0] == 0, "the view ends")


for part in (requests, frames, held_up, values, torn):
    part()
print(f"hostile: {count} checks hold")
