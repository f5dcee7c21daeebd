"""A sound server and a display of the benchmark's own, which are recorded, and programs that run before them."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
SINK = "benchmark"


class Rig:
    """Stands while it is entered: PulseAudio with a sink that nobody hears, and Xvfb. Both are stopped by their ids.

    `delay`: players have a server of their own, whose sink is a tunnel to the other one of so many milliseconds: what they
    play is heard so much later, and the tunnel says so.
    """

    def __init__(self, folder, width=1920, height=1080, delay=None):
        self.folder, self.delay = pathlib.Path(folder), delay
        self.size = f"{width}x{height}"
        self.processes = []
        self.environment = self.ears = {}

    def __enter__(self):
        run = self.folder / "run"
        for path in (run / "pulse", self.folder / "state", self.folder / "home"):
            path.mkdir(parents=True)
        run.chmod(0o700)
        private = {
            "HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(run), "PULSE_RUNTIME_PATH": str(run / "pulse"),
            "PULSE_STATE_PATH": str(self.folder / "state")}
        heard, socket = run / "pulse" / "native", run / "pulse" / "delayed"
        form = f"sink_name={SINK} rate=48000 channels=2 format=float32le"
        self.serve(heard, f"module-null-sink {form} norewinds=1", private)
        if self.delay:
            waited_for(heard.exists)
            self.serve(socket, f"module-tunnel-sink server=unix:{heard} sink={SINK} latency_msec={self.delay} {form}", private)
        reading, writing = os.pipe()
        self.start(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.size}x24", "-nolisten", "tcp", "-ac", "-noreset"],
            dict(os.environ), pass_fds=[writing])
        os.close(writing)
        with open(reading, encoding="ascii") as answer:
            number = answer.readline().strip()
        waited_for(heard.exists)
        self.ears = os.environ | private | {
            "PULSE_SERVER": f"unix:{heard}", "PULSE_SINK": SINK, "PULSE_SOURCE": f"{SINK}.monitor", "DISPLAY": f":{number}",
            "SDL_AUDIODRIVER": "pulseaudio", "SDL_FRAMEBUFFER_ACCELERATION": "0", "SDL_RENDER_DRIVER": "software"}
        self.environment = self.ears
        if self.delay:
            waited_for(socket.exists)
            self.environment = self.ears | {"PULSE_SERVER": f"unix:{socket}"}
        return self

    def serve(self, socket, sink, environment):
        """A sound server at a socket, with one sink."""
        self.start(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=no", "--use-pid-file=no",
             "-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1", "-L", sink],
            os.environ | environment)

    def latency(self):
        """What the players' sink says of its latency just now, in milliseconds; the longest of what stands there."""
        told = subprocess.run(
            ["pactl", "list", "sinks"], env=self.environment | {"LC_ALL": "C"}, stdout=subprocess.PIPE, text=True, check=True)
        return max([int(found) / 1000 for found in re.findall(r"Latency: (\d+) usec", told.stdout)], default=0)

    def start(self, command, environment, **more):
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
        self.processes.append(process)
        promote(process.pid, 20)

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @contextlib.contextmanager
    def recorded(self, probe, seconds, prefix):
        """Records what is heard and seen for so long; waits for the end of it."""
        command = [probe, str(seconds), f"{SINK}.monitor", "0", "0", "16", "16", str(prefix)]
        process = subprocess.Popen(command, env=self.ears, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        promote(process.pid, 15)
        waited_for(lambda: os.path.exists(f"{prefix}.ats") and os.path.getsize(f"{prefix}.ats") > 0, 5)
        try:
            yield
        finally:
            process.wait()


def promote(pid, priority):
    """Real-time priority for what measures, where the account may: without it a busy machine measures itself."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(pid, os.SCHED_FIFO, os.sched_param(priority))


def waited_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the rig does not come up")
        time.sleep(0.01)


class Run:
    """One program from its start to its end: what it took."""

    def __init__(self, command, environment, priority=None, limit=120, stdin=subprocess.DEVNULL, output=None):
        self.began = time.clock_gettime(time.CLOCK_MONOTONIC)

        def before():
            # Threads that come later inherit it.
            if priority:
                promote(0, priority)
        with open(output or os.devnull, "wb") as out:
            process = subprocess.Popen(
                list(map(str, command)), env=environment, stdin=stdin, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=before)
        end = time.monotonic() + limit
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end:
                os.kill(process.pid, signal.SIGKILL)
            time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.code = process.returncode
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        self.mebibytes = usage.ru_maxrss / 1024
