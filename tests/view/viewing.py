"""viewing.py - a client of the view without a browser, for the tests beside it: HTTP requests and a WebSocket (RFC 6455), by the
standard library alone."""
import atexit
import base64
import json
import os
import re
import socket
import struct
import subprocess
import time


class Closed(Exception):
    """The server has closed the connection."""


def request(port, path, method="GET", host=None, origin=None, more=()):
    """The status, the head and the body of an answer."""
    host = host if host is not None else f"127.0.0.1:{port}"
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *([f"Origin: {origin}"] if origin else []), *more]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        line.settimeout(5)
        answer = b""
        try:
            while part := line.recv(65536):
                answer += part
                length = re.search(rb"Content-Length: (\d+)", answer)
                head, _, body = answer.partition(b"\r\n\r\n")
                if length and len(body) >= int(length[1]):
                    break
        except TimeoutError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.\d (\d+)", head)
    return int(status[1]) if status else 0, head.decode("latin1"), body


class Page:
    """A WebSocket to the view, as the page of a browser opens one."""

    def __init__(self, address, origin=None, host=None, timeout=20, receive_buffer=None):
        self.port, self.token = address_parts(address)
        self.line = socket.socket()
        if receive_buffer:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.line.connect(("127.0.0.1", self.port))
        self.line.settimeout(timeout)
        self.rest = b""
        origin = f"http://127.0.0.1:{self.port}" if origin is None else origin
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /{self.token}/socket HTTP/1.1",
            f"Host: {host or f'127.0.0.1:{self.port}'}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if origin:
            lines.append(f"Origin: {origin}")
        self.line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            part = self.line.recv(4096)
            if not part:
                break
            self.rest += part
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head.decode("latin1"))

    def send_bytes(self, data, kind=1, last=True):
        mask = os.urandom(4)
        length = len(data)
        head = bytes([(0x80 if last else 0) | kind])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        self.line.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **members):
        self.send_bytes(json.dumps({name.rstrip("_"): value for name, value in members.items()}).encode())

    def take(self, count):
        parts = [self.rest]
        have = len(self.rest)
        while have < count:
            part = self.line.recv(1 << 20)
            if not part:
                raise Closed("the connection ended")
            parts.append(part)
            have += len(part)
        data = b"".join(parts)
        self.rest = data[count:]
        return data[:count]

    def receive(self):
        """The next message: a dictionary; of a look with its columns under "data"."""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            data = self.take(length)
            kind = first & 15
            if kind == 8:
                raise Closed("closed by the server")
            if kind == 9:
                self.send_bytes(data, kind=10)
            if kind == 1:
                return json.loads(data)
            if kind == 2:
                return unpack(data)

    def ask(self, **members):
        self.send(**members)
        return self.receive()

    def close(self):
        self.line.close()


def unpack(data):
    """The message of view/pack.h."""
    assert data[:4] == b"SCRV", data[:4]
    length = struct.unpack("<I", data[4:8])[0]
    look = json.loads(data[8 : 8 + length])
    look["data"] = {}
    look["bytes"] = len(data)
    for column in look["columns"]:
        sign = {"u16": "H", "i16": "h", "u32": "I"}[column["type"]]
        begin = 8 + length + column["offset"]
        assert begin % 8 == 0, column
        count = column["rows"] * column["width"]
        values = struct.unpack_from(f"<{count}{sign}", data, begin)
        width = column["width"]
        rows = [values[i : i + width] for i in range(0, count, width)] if width > 1 else list(values)
        look["data"][column["name"]] = rows
    return look


def places(look):
    """The centres of a look, in metres."""
    low, high = look["low"], look["high"]
    return [tuple(low[k] + (high[k] - low[k]) * row[k] / 65534 for k in range(3)) for row in look["data"]["position"]]


def address_parts(address):
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", address)
    assert found, address
    return int(found[1]), found[2]


class Served:
    """A program that serves a view: `scree view ...`, or `scree run ... --view`."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)  # of one that has ended nothing
        self.said = ""
        self.address = None
        end = time.monotonic() + 60
        while time.monotonic() < end:
            line = self.process.stdout.readline()
            if not line:
                break
            self.said += line
            found = re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", line)
            if found:
                self.address = found[0]
                break
        if not self.address:
            raise AssertionError(f"no address: {self.said} {self.process.stderr.read()}")

    def end(self, signal=15, timeout=30):
        """The exit code, and what was said."""
        if self.process.poll() is None and signal:
            self.process.send_signal(signal)
        out, err = self.process.communicate(timeout=timeout)
        return self.process.returncode, self.said + out, err
