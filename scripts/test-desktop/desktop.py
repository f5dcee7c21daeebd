#!/usr/bin/env python3
"""desktop.py FOLDER [--size WxH] [--rate N] [--without NAME]... [--liar CASE] - a small desktop of Wayland's kind, for tests.

Starts a session bus, PipeWire, WirePlumber, a sender of pictures (pictures.c, which is compiled into FOLDER), dialogs (dialogs.py) and the
genuine xdg-desktop-portal, all of them private, in FOLDER, which must be there, be empty and have a short path. What is named with
--without is not started: pipewire, wireplumber, pictures, dialogs, portal (which the bus then starts when somebody asks for it). With
--liar there are a bus that starts nobody and a portal that lies (liar.py) instead of all that.

Prints "ready ADDRESS RUNTIME-FOLDER" when all is there, then what happens as "NAME: line"; what programs complain of is in FOLDER/NAME.log.
Without a program that is needed it says which, and ends with 3.

Reads commands, one a line:
  pictures COMMAND | dialogs COMMAND    what those understand
  kill NAME | stop NAME | continue NAME | start NAME     of bus too; says "NAME: killed" and so on
  quit                                  as the end of the input
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
PORTAL = next((path for folder in ("/usr/libexec", "/usr/lib") if os.path.exists(path := folder + "/xdg-desktop-portal")), None)
NAMES = ("bus", "pipewire", "wireplumber", "pictures", "dialogs", "portal", "liar")
LONELY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


class Desktop:
    def __init__(self, arguments):
        self.folder, self.arguments = pathlib.Path(arguments.folder).resolve(), arguments
        self.processes, self.said, self.news = {}, {name: [] for name in NAMES}, threading.Condition()
        runtime, portals = self.folder / "run", self.folder / "portals"
        runtime.mkdir(mode=0o700)
        portals.mkdir()
        (portals / "assetkit.portal").write_text("[portal]\nDBusName=org.freedesktop.impl.portal.desktop.assetkit\n"
                                                 "Interfaces=org.freedesktop.impl.portal.ScreenCast;\nUseIn=assetkit\n")
        (portals / "portals.conf").write_text("[preferred]\ndefault=assetkit\n")
        (self.folder / "lonely.conf").write_text(LONELY)
        self.address = f"unix:path={runtime}/bus"
        self.environment = {"PATH": os.environ.get("PATH", "/usr/bin"), "LANG": "C.UTF-8", "HOME": str(self.folder / "home"),
                            "XDG_RUNTIME_DIR": str(runtime), "DBUS_SESSION_BUS_ADDRESS": self.address,
                            "XDG_CURRENT_DESKTOP": "assetkit", "XDG_DESKTOP_PORTAL_DIR": str(portals)}

    def say(self, *words):
        with self.news:
            self.print_if_heard(" ".join(words))

    def print_if_heard(self, line):
        # Where nobody listens any more, what programs say is read on: they would wait.
        try:
            print(line, flush=True)
        except OSError:
            pass

    def command(self, name):
        width, height = self.arguments.size.split("x")
        kind = ["--config-file", str(self.folder / "lonely.conf")] if self.arguments.liar else ["--session"]
        return {"bus": ["dbus-daemon", *kind, "--nofork", "--nopidfile", "--nosyslog", "--address=" + self.address],
                "pipewire": ["pipewire"], "wireplumber": ["wireplumber"],
                "pictures": [str(self.folder / "pictures"), width, height, str(self.arguments.rate)],
                "dialogs": ["/usr/bin/python3", str(HERE / "dialogs.py")], "portal": [PORTAL],
                "liar": ["/usr/bin/python3", str(HERE / "liar.py"), self.arguments.liar]}[name]

    def start(self, name):
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(self.command(name), env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                                       text=True, bufsize=1, start_new_session=True)
        self.said[name] = []
        self.processes[name] = process
        threading.Thread(target=self.follow, args=(name, process), daemon=True).start()

    def follow(self, name, process):
        for line in process.stdout:
            with self.news:
                self.said[name].append(line.strip())
                if name in ("pictures", "dialogs", "liar"):
                    self.print_if_heard(f"{name}: {line.strip()}")
                self.news.notify_all()
        with self.news:
            if self.processes.get(name) is process:
                self.news.notify_all()

    def wait_for(self, name, is_done):
        # Machines that build and test at once are slow.
        end = time.monotonic() + 300
        while not is_done():
            if self.processes[name].poll() is not None:
                sys.exit(f"desktop: {name} has ended: " + (self.folder / f"{name}.log").read_text(errors="replace")[-2000:])
            if time.monotonic() > end:
                sys.exit(f"desktop: {name} does not come")
            with self.news:
                self.news.wait(0.05)

    def has_name(self, name):
        question = ["dbus-send", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
                    "string:" + name]
        answer = subprocess.run(question, env=self.environment, capture_output=True, text=True)
        return "true" in answer.stdout

    def has_client(self, name):
        answer = subprocess.run(["pw-dump"], env=self.environment, capture_output=True, text=True)
        try:
            things = json.loads(answer.stdout)
        except ValueError:
            return False
        return any((thing.get("info") or {}).get("props", {}).get("application.name") == name for thing in things)

    def is_there(self, name):
        run = pathlib.Path(self.environment["XDG_RUNTIME_DIR"])
        return {"bus": lambda: (run / "bus").exists(), "pipewire": lambda: (run / "pipewire-0").exists(),
                "wireplumber": lambda: self.has_client("WirePlumber"), "pictures": lambda: self.node() is not None,
                "dialogs": lambda: "ready" in self.said["dialogs"], "liar": lambda: "ready" in self.said["liar"],
                "portal": lambda: self.has_name("org.freedesktop.portal.Desktop")}[name]

    def node(self):
        return next((line.split()[1] for line in self.said["pictures"] if line.startswith("node ")), None)

    def begin(self, name):
        self.start(name)
        self.wait_for(name, self.is_there(name))
        if name in ("pictures", "dialogs") and self.node() and "dialogs" in self.processes:
            self.tell("dialogs", f"share {self.node()} " + self.arguments.size.replace("x", " "))

    def tell(self, name, line):
        try:
            self.processes[name].stdin.write(line + "\n")
            self.processes[name].stdin.flush()
        except (OSError, ValueError):
            self.say(f"{name}: is gone")

    def compile_pictures(self):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libpipewire-0.3"], capture_output=True, text=True)
        if flags.returncode:
            missing("libpipewire-0.3-dev")
        compiler = shutil.which("cc") or shutil.which("clang") or missing("a C compiler")
        command = [compiler, "-O1", "-o", str(self.folder / "pictures"), str(HERE / "pictures.c"), *flags.stdout.split()]
        if subprocess.run(command, stdout=sys.stderr).returncode:
            sys.exit("desktop: pictures.c cannot be compiled")

    def run(self):
        wanted = [name for name in NAMES[:-1] if name not in self.arguments.without]
        if self.arguments.liar:
            wanted = ["bus", "liar"]
        for name, program in (("bus", "dbus-daemon"), ("pipewire", "pipewire"), ("wireplumber", "wireplumber"), ("wireplumber", "pw-dump"),
                              ("portal", "dbus-send")):
            if name in wanted and not shutil.which(program):
                missing(program)
        if PORTAL is None and "portal" in wanted:
            missing("xdg-desktop-portal")
        if "pictures" in wanted:
            self.compile_pictures()
        for name in wanted:
            self.begin(name)
        self.say("ready", self.address, self.environment["XDG_RUNTIME_DIR"])
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            if len(words) > 1:
                self.obey(words[0], words[1], line.split(None, 1)[1].strip())

    def obey(self, verb, name, rest):
        if verb in ("pictures", "dialogs") and verb in self.processes:
            return self.tell(verb, rest)
        is_known = name in NAMES if verb == "start" else verb in ("kill", "stop", "continue") and name in self.processes
        if not is_known:
            return self.say(f"{name}: nobody can do '{verb}'")
        if verb == "start":
            self.begin(name)
            return self.say(f"{name}: started")
        signals = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "continue": signal.SIGCONT}
        self.processes[name].send_signal(signals[verb])
        if verb == "kill":
            self.processes[name].wait()
        self.say(f"{name}: " + {"kill": "killed", "stop": "stopped", "continue": "continued"}[verb])

    def end(self):
        for name in reversed(NAMES):
            process = self.processes.get(name)
            if not process:
                continue
            for number in (signal.SIGCONT, signal.SIGTERM):
                if process.poll() is None:
                    process.send_signal(number)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        # The portal of documents mounts a folder.
        if os.path.ismount(documents := self.folder / "run" / "doc"):
            subprocess.run(["umount", "--lazy", str(documents)], capture_output=True)


def missing(what):
    print(f"desktop: there is no {what}", file=sys.stderr)
    sys.exit(3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--size", default="320x240", metavar="WxH")
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--without", action="append", default=[], choices=NAMES[1:-1])
    parser.add_argument("--liar", metavar="CASE")
    desktop = Desktop(parser.parse_args())
    # Who starts this on a thread that takes no signals hands that on, and nothing here would end when it is told to.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    # Whoever ends it with a signal is to leave nothing running either.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        desktop.run()
    finally:
        desktop.end()


main()
