import AssetKit
import Testing

@testable import assettool

/// Keys, the line that says how it stands, and the window.
@Suite("assettool record while somebody is at it", .waitsForPrograms)
struct RecordControlProcessTests {
    /// Beside other devices, if there are any: screens have to be there.
    private static let devices =
        "{\"cameras\": [\(SyntheticFile.camera)], \"microphones\": [\(SyntheticFile.microphone)]}"

    private let desk: CaptureDesk

    init() throws { desk = try CaptureDesk(Self.devices) }

    /// A terminal that the tool is started in. Of pairs of a pattern and a key, each key is pressed once its pattern has been read
    /// behind the one before. What was written is printed.
    private static let terminal = """
        import os, pty, re, sys
        process, side = pty.fork()
        if not process:
            os.execv(sys.argv[1], sys.argv[1:])
        status = rb"recording \\d+:\\d\\d\\.\\d  [\\d.]+ [kM]B  (?:none|\\d+) dropped  \\[[= ]{10}\\] -\\d+ dB"
        steps = [(status, b" "), (rb"paused \\d", b" "), (status, b"q")]
        sent, place = b"", 0
        while True:
            try:
                piece = os.read(side, 65536)
            except OSError:
                break
            if not piece:
                break
            sent += piece
            while steps and (found := re.compile(steps[0][0]).search(sent, place)):
                place = found.end()
                os.write(side, steps.pop(0)[1])
        sys.stdout.buffer.write(sent)
        sys.exit(4 if steps else os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    @Test("keys of a terminal pause it, go on and end it, and a line says how it stands")
    func keys() async throws {
        try desk.folder.write(Self.terminal, to: "terminal.py")
        let outcome = try desk.run(
            #"python3 terminal.py "$tool" record --camera front --microphone desk -o a.mov --pause-key"#
        )
        #expect(outcome.code == 0, "\(outcome.errors) \(outcome.output)")
        // A terminal is told where lines end, and the line of the status is left behind.
        #expect(outcome.output.contains("\r\na.mov: "), "\(outcome.output)")
        #expect(try desk.isOrdinary("a.mov"))
        #expect(try await AVURLAsset(url: desk.url("a.mov")).load(.duration) > .zero)
    }

    /// Asks a window to close, as the button in its title bar does.
    private static let closing = """
        import ctypes, sys
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        class ClientMessage(ctypes.Structure):
            _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("is_sent", ctypes.c_int),
                        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message", ctypes.c_ulong),
                        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 12)]
        display, window = ctypes.c_void_p(x11.XOpenDisplay(None)), int(sys.argv[1])
        protocols, wish = (x11.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
        message = ClientMessage(33, 0, 1, display, window, protocols, 32, (wish,))
        x11.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(message))
        x11.XCloseDisplay(display)
        """

    @Test(
        "a window shows the pictures, and its button and its key end the recording",
        arguments: ["python3 close.py $window", "xdotool mousemove 50 50 windowfocus $window key q"]
    )
    func preview(end: String) async throws {
        guard PrivateXServer.has("xdotool"), let screen = try PrivateXServer() else { return }
        defer { screen.kill() }
        try desk.folder.write(Self.closing, to: "close.py")
        // A picture of a screen without a window is black, and takes a thousand bytes. Keys may be lost on a window that has not come
        // yet, and one more does no harm to a recording that ends, so they are sent until it has ended.
        let outcome = try desk.run(
            """
            export DISPLAY=\(screen.name)
            "$tool" record --camera front --microphone desk --preview -o a.mov & pid=$!
            shows() { "$tool" snapshot --screen -y -o screen.png > said 2>&1 && [ $(stat -c %s screen.png) -gt 2000 ]; }
            until [ -s a.mov ] && window=$(xdotool search --name '^a.mov$') && shows; do kill -0 $pid || exit 3; done
            while kill -0 $pid 2> /dev/null; do { \(end); } > /dev/null 2>&1; sleep 0.2; done; wait $pid
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("a.mov: ") && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try desk.isOrdinary("a.mov"))
        #expect(try await AVURLAsset(url: desk.url("a.mov")).load(.duration) > .zero)
    }
}
