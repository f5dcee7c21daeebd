"""A sound server and a display of the benchmark's own, what is heard and seen there, and programs that record it."""
import contextlib
import os
import pathlib
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
SINK = "benchmark"


class Rig:
    """Stands while it is entered: PulseAudio with a sink that nobody hears, and Xvfb. Both are stopped by their ids."""

    def __init__(self, folder, width=1920, height=1080):
        self.folder = pathlib.Path(folder)
        self.flashes = self.folder / "flashes"
        self.width, self.height = width, height
        self.processes = []
        self.environment = {}

    def __enter__(self):
        run = self.folder / "run"
        for path in (run / "pulse", self.folder / "state", self.folder / "home"):
            path.mkdir(parents=True)
        run.chmod(0o700)
        private = {
            "HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(run), "PULSE_RUNTIME_PATH": str(run / "pulse"),
            "PULSE_STATE_PATH": str(self.folder / "state")}
        socket = run / "pulse" / "native"
        self.sound = self.start(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=no", "--use-pid-file=no",
             "-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1",
             "-L", f"module-null-sink sink_name={SINK} rate=48000 channels=2 format=float32le norewinds=1"],
            os.environ | private)
        reading, writing = os.pipe()
        self.display = self.start(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten", "tcp", "-ac",
             "-noreset"],
            dict(os.environ), pass_fds=[writing])
        os.close(writing)
        with open(reading, encoding="ascii") as answer:
            number = answer.readline().strip()
        waited_for(socket.exists)
        self.environment = os.environ | private | {
            "PULSE_SERVER": f"unix:{socket}", "PULSE_SINK": SINK, "PULSE_SOURCE": f"{SINK}.monitor", "DISPLAY": f":{number}"}
        return self

    def start(self, command, environment, priority=20, **more):
        process = subprocess.Popen(
            list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            **{"stdout": subprocess.DEVNULL} | more)
        self.processes.append(process)
        promote(process.pid, priority)
        return process

    def __exit__(self, *_):
        for process in reversed(self.processes):
            end(process)

    @contextlib.contextmanager
    def emitting(self, emitter, sweep, seconds=600):
        """Flashes and sweeps while it is entered, from some seconds before. Their moments are in the file `flashes`."""
        with open(self.flashes, "wb") as out:
            process = self.start([emitter, sweep, seconds, self.width, self.height], self.environment, priority=15, stdout=out)
        time.sleep(2.5)
        try:
            yield
        finally:
            end(process)
            self.processes.remove(process)

    def measured(self, probe, seconds, prefix):
        """What is heard and whether the square is white, as the probe of the benchmark `play` writes it."""
        command = [probe, seconds, f"{SINK}.monitor", 64, 64, 1, 16, prefix]
        process = subprocess.Popen(
            list(map(str, command)), env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        promote(process.pid, 18)
        process.wait()

    def unload_sink(self):
        """Takes the sink away, and what listens to it with it; when."""
        listing = subprocess.run(
            ["pactl", "list", "short", "modules"], env=self.environment, stdout=subprocess.PIPE, text=True, check=True).stdout
        number = next(line.split()[0] for line in listing.splitlines() if "module-null-sink" in line)
        began = time.monotonic()
        subprocess.run(["pactl", "unload-module", number], env=self.environment, check=True)
        return began

    def kill_display(self):
        """Ends the display without a word; when."""
        began = time.monotonic()
        self.display.kill()
        return began


def end(process):
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def promote(pid, priority):
    """Real-time priority for what measures, where the account may: without it a busy machine measures itself."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(pid, os.SCHED_FIFO, os.sched_param(priority))


def waited_for(condition, seconds=10):
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            raise TimeoutError("the rig does not come up")
        time.sleep(0.01)


class Recorder:
    """One recorder from its start to its end: what it took and what it said. Ended by whoever started it."""

    def __init__(self, command, environment, words, priority=None):
        self.words = pathlib.Path(words)
        with open(self.words, "wb") as out:
            self.began = time.monotonic()
            # Threads that come later inherit it.
            self.process = subprocess.Popen(
                list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=out,
                preexec_fn=(lambda: promote(0, priority)) if priority else None)
        self.code = self.ended = None

    def signal(self, number):
        """Sends a signal; when."""
        moment = time.monotonic()
        self.process.send_signal(number)
        return moment

    def wait(self, seconds=30):
        """Whether it came to its end by itself within so many seconds."""
        limit = time.monotonic() + seconds
        in_time = True
        while True:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > limit:
                in_time = False
                os.kill(self.process.pid, signal.SIGKILL)
            time.sleep(0.002)
        self.ended = time.monotonic()
        self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        self.mebibytes = usage.ru_maxrss / 1024
        return in_time

    def said(self):
        return self.words.read_text(errors="replace").strip()
