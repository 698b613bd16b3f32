#!/usr/bin/env python3
"""serve.py FOLDER [--port N]: serves a built page on this machine only and prints its address.

Sends the .br or .gz copy of a file where there is one and the browser takes it. Without --port, or with 0, it takes a
free port.
"""

import argparse
import functools
import http.server
import os
import signal

ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".otf": "font/otf",
    ".svg": "image/svg+xml",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def do_GET(self):
        found = self.compressed()
        if not found:
            return super().do_GET()
        encoding, kind, path = found
        with open(path, "rb") as file:
            body = file.read()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", encoding)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def compressed(self):
        """The encoding, type and path of the smallest copy that the browser takes, or None."""
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        taken = self.headers.get("Accept-Encoding", "")
        for encoding, suffix in ENCODINGS:
            if encoding in taken and os.path.exists(path + suffix):
                return encoding, self.guess_type(path), path + suffix
        return None

    def end_headers(self):
        # A rebuilt page must be seen at the next reload.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    if not os.path.exists(os.path.join(options.folder, "index.html")):
        parser.error(f"{options.folder} holds no page; build it with scripts/run --build-only")
    try:
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", options.port), functools.partial(Handler, directory=options.folder)
        )
    except OSError as error:
        parser.error(f"port {options.port}: {error.strerror}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
