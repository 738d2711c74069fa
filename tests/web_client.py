# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""A page of Tandem's that is no browser: it speaks docs/protocol.md, and can misbehave."""
import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import time

PATIENCE = 60  # seconds; a machine that builds at the same time is slow
JOIN, WATCH, ASK_TIME, COMMAND, CREDIT = 192, 193, 194, 195, 128
FRAME, PAINT, IMAGE, POINTS = 1, 2, 3, 4
CLOSE, PING, PONG = 8, 9, 10  # opcodes of RFC 6455
HELLO, WORLD, ENTITIES, STATUS, EVENTS, BOARD, SOURCES, WATCHING, DRAWING, ANSWER, TIME = range(64, 75)


class Closed(Exception):
    """The server closed the connection; with the code and the reason that it gave."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Run:
    """tandem run, and where its page is."""

    def __init__(self, tandem, *arguments, port=0, **environment):
        self.process = subprocess.Popen(
            [tandem, "run", "--headless", "--port", str(port), *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
        self.lines = []
        self.has_line = threading.Condition()
        self.has_link = threading.Event()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        deadline = time.monotonic() + PATIENCE
        while not self.has_link.wait(0.1) and self.process.poll() is None and time.monotonic() < deadline:
            pass
        if not self.has_link.is_set():
            self.reader.join(PATIENCE)
            raise AssertionError("no link was printed: " + "".join(self.lines))

    def read(self):
        for line in self.process.stderr:
            with self.has_line:
                self.lines.append(line)
                self.has_line.notify_all()
            if link := re.search(r"page: http://(\S+):(\d+)/#token=(\w+)", line):
                self.host, self.port, self.token = link[1], int(link[2]), link[3]
            if link := re.search(r"page for headsets: https://[^:]+:(\d+)/", line):
                self.tls_port = int(link[1])
            if "who has this link" in line:
                self.has_link.set()

    def said(self, text):
        """Waits for it: lines may come after what they are about."""
        with self.has_line:
            return self.has_line.wait_for(lambda: any(text in line for line in self.lines), PATIENCE)

    def close(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def get(port, path="/", host="127.0.0.1", method="GET"):
    """Status, headers and body of one request."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as sock:
        sock.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := sock.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return int(status.split()[1]), headers, body


class Page:
    """A WebSocket to a run. Frames are acknowledged unless it is told not to."""

    def __init__(self, port, token=None, host="127.0.0.1", origin=None, acknowledges=True, wrap=None):
        self.sock = socket.create_connection(("127.0.0.1", port), PATIENCE)
        if wrap:
            self.sock = wrap(self.sock)
        self.acknowledges = acknowledges
        self.buffer = b""
        self.last_id = 0
        self.received = 0  # bytes
        key = base64.b64encode(os.urandom(16)).decode()
        request = [f"GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
                   f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin:
            request.append(f"Origin: {origin}")
        self.sock.sendall(("\r\n".join(request) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])
        if self.status == 101 and token is not None:
            self.send(JOIN, {"protocol": 1, "token": token, "name": "test"})

    def fill(self):
        part = self.sock.recv(1 << 20)
        if not part:
            raise Closed()
        self.received += len(part)
        self.buffer += part

    def take(self, size):
        while len(self.buffer) < size:
            self.fill()
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def send_raw(self, payload, opcode=2):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.sock.sendall(head + mask + masked)

    def send(self, kind, message):
        self.send_raw(bytes([kind]) + json.dumps(message).encode())

    def next_frame(self):
        """Opcode and payload of the next frame of the WebSocket."""
        opcode, size = self.take(2)
        if size == 126:
            size = struct.unpack(">H", self.take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.take(8))[0]
        return opcode & 15, self.take(size)

    def next(self):
        """Kind and content of the next message: JSON, or bytes."""
        opcode, payload = self.next_frame()
        while opcode in (PING, PONG):
            if opcode == PING:
                self.send_raw(payload, PONG)
            opcode, payload = self.next_frame()
        if opcode == CLOSE:
            code = struct.unpack(">H", payload[:2])[0] if payload else None
            raise Closed(code, payload[2:].decode())
        kind = payload[0]
        if kind >= 64:
            return kind, json.loads(payload[1:])
        if kind == FRAME and self.acknowledges:
            self.send_raw(struct.pack("<BxxxII", CREDIT, struct.unpack_from("<I", payload, 8)[0], 0xFFFFFFFF))
        return kind, payload

    def wait_for(self, kind, condition=lambda message: True):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found, message = self.next()
            if found == kind and condition(message):
                return message
        raise AssertionError(f"no such message of kind {kind}")

    def do(self, what, **fields):
        """Sends a command and returns its answer."""
        self.last_id += 1
        self.send(COMMAND, {"id": self.last_id, "do": what, **fields})
        return self.wait_for(ANSWER, lambda answer, id=self.last_id: answer["id"] == id)

    def reason_of_close(self):
        """Reads until the server closes."""
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline:
                self.next()
        except Closed as closed:
            return closed
        except ConnectionError:
            return Closed()
        raise AssertionError("the connection stays open")

    def close(self):
        self.sock.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def bodies(frame):
    """The positions in metres by body of a frame message."""
    epoch, sequence, count = struct.unpack_from("<III", frame, 4)
    at, body, found = 40, 0, {}
    for _ in range(count):
        shift = gap = 0
        while True:
            byte = frame[at]
            at += 1
            gap |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        body += gap
        found[body] = tuple(v * 1e-4 for v in struct.unpack_from("<iii", frame, at))
        at += 16
    assert at == len(frame), (at, len(frame))
    return found
