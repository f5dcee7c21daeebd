#!/usr/bin/env python3
"""Serves one folder on a free port of this machine, with ranges; prints the port, ends with its standard input.

usage: range_server.py FOLDER [CERTIFICATE]    with a certificate and its key in one file: over https
"""
import http.server
import os
import re
import ssl
import sys
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder = "."

    def log_message(self, *arguments):
        pass

    def do_HEAD(self):
        self.answer(with_body=False)

    def do_GET(self):
        self.answer(with_body=True)

    def refuse(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, with_body):
        # An address with the query "to=URL" is answered with that one.
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        if "to" in query:
            self.send_response(302)
            self.send_header("Location", query["to"][0])
            self.send_header("Content-Length", "0")
            return self.end_headers()
        path = os.path.join(self.folder, os.path.basename(urllib.parse.unquote(self.path.split("?")[0])))
        if not os.path.isfile(path):
            return self.refuse(404)
        with open(path, "rb") as file:
            data = file.read()
        # An address with the query "plain" is answered as a server without ranges does, one with "endless" as one that
        # does not know the length either: only the end of the connection tells the end.
        is_endless = self.path.endswith("?endless")
        is_plain = is_endless or self.path.endswith("?plain")
        asked = None if is_plain else re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first, last = 0, len(data) - 1
        if asked:
            first = int(asked.group(1))
            last = min(int(asked.group(2) or last), last)
            if first > last:
                return self.refuse(416)
        self.send_response(206 if asked else 200)
        if not is_plain:
            self.send_header("Accept-Ranges", "bytes")
        if is_endless:
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(last - first + 1))
        if asked:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (first, last, len(data)))
        self.end_headers()
        if with_body:
            try:
                self.wfile.write(data[first:last + 1])
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True


def main():
    Handler.folder = sys.argv[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        # Hands are shaken by the thread of each connection: one that a client gives up holds nobody else up.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


main()
