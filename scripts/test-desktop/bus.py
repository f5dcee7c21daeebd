#!/usr/bin/env python3
"""bus.py PATH CASE - a socket in place of a session bus that does not do what buses do, for tests.

Prints "ready" when it can be connected to, and ends with its input. Each CASE is one way not to answer:
  full      as many wait to be let in as may, and nobody is
  mute      lets in, and says nothing
  rejects   lets in, and does not believe who it is
  drips     says what it should, one byte a second
  hello-never   welcomes nobody after the handshake
  hello-text, hello-error, hello-garbage, hello-huge, hello-endless   welcomes with nonsense
  hangs-up, hangs-up-later   ends the connection before, or after, the handshake
"""
import os
import signal
import socket
import struct
import sys
import threading
import time

path, case = sys.argv[1:3]
kept = []
# Who starts this on a thread that takes no signals hands that on, and this would not end when it is told to.
signal.pthread_sigmask(signal.SIG_SETMASK, [])


def padded(data, multiple=8):
    return data + b"\0" * (-len(data) % multiple)


def field(code, kind, value):
    text = value.encode()
    size = b"" if kind == "u" else struct.pack("<B" if kind == "g" else "<I", len(text))
    body = struct.pack("<I", int(value)) if kind == "u" else size + text + b"\0"
    return padded(bytes([code, 1]) + kind.encode() + b"\0" + body)


def message(kind, body, signature, error=None, length=None):
    fields = field(5, "u", "1") + field(7, "s", "org.freedesktop.DBus") + field(6, "s", ":1.1")
    fields += field(4, "s", error) if error else b""
    fields += field(8, "g", signature)
    head = struct.pack("<BBBBIII", ord("l"), kind, 0, 1, len(body) if length is None else length, 1, len(fields.rstrip(b"\0")) + 1)
    return padded(head + fields) + body


def name(text):
    return struct.pack("<I", len(text)) + text.encode() + b"\0"


def send(client, data):
    if case != "drips":
        return client.sendall(data)
    for byte in data:
        client.sendall(bytes([byte]))
        time.sleep(1)
    return None


def shake_hands(client):
    heard = b""
    # A client that says who it is only when it is asked gets the word a line later.
    welcome = b"OK 0123456789abcdef0123456789abcdef\r\n"
    answers = {b"AUTH": welcome, b"DATA": welcome, b"NEGO": b"AGREE_UNIX_FD\r\n"}
    while True:
        taken = client.recv(4096)
        if not taken:
            return False
        heard += taken.lstrip(b"\0") if not heard else taken
        while b"\r\n" in heard:
            line, heard = heard.split(b"\r\n", 1)
            if line == b"BEGIN":
                return True
            if case == "rejects" and line[:4] == b"AUTH":
                send(client, b"REJECTED NONE\r\n")
                continue
            send(client, b"DATA\r\n" if line == b"AUTH EXTERNAL" else answers.get(line[:4], b"ERROR\r\n"))


def greet(client):
    if case == "hello-text":
        client.sendall(message(2, struct.pack("<I", 7), "u"))
    elif case == "hello-error":
        client.sendall(message(3, name("go away"), "s", "org.freedesktop.DBus.Error.LimitsExceeded"))
    elif case == "hello-garbage":
        client.sendall(os.urandom(65536))
    elif case == "hello-huge":
        client.sendall(message(2, b"", "s", length=127 << 20))
    elif case == "hello-endless":
        while True:
            client.sendall(message(2, b"", "s", length=100 << 20) + b"\0" * 65536)
    elif case == "drips":
        send(client, message(2, name(":1.1"), "s"))


def serve(client):
    kept.append(client)
    try:
        if case == "hangs-up":
            client.close()
        elif case != "mute" and shake_hands(client):
            if case == "hangs-up-later":
                client.close()
            greet(client)
    except OSError:
        pass


def accept(server):
    while True:
        client, _ = server.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
server.bind(path)
server.listen(0 if case == "full" else 16)
if case == "full":
    for _ in range(8):
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        kept.append(client)
        if client.connect_ex(path):
            break
else:
    threading.Thread(target=accept, args=(server,), daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
