import AssetKitBase
import AssetKitDevices
import Foundation
import Glibc
import TestSupport
import Testing

/// A PulseAudio server of a test's own, with a sink that plays to nothing. It ends with the object.
final class SoundServerProcess: Sendable {
    /// Whether there is one; where there is not, it says so loudly.
    static let isInstalled: Bool = {
        let missing = ["pulseaudio", "pactl", "pacat"].filter { Tool.path($0) == nil }
        guard !missing.isEmpty else { return true }
        let names = missing.joined(separator: ", ")
        Tool.leaveOut("no sound server was recorded from, since these are not installed: \(names)")
        return false
    }()

    /// It could not be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let folder: URL
    let address: String
    private let process = Protected(pid_t(0))

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        address = "unix:\(folder.path)/native"
        try start()
    }

    deinit {
        end()
        try? FileManager.default.removeItem(at: folder)
    }

    func makeProvider(stallMilliseconds: Int = 30_000) -> PulseProvider {
        PulseProvider(server: address, stallMilliseconds: stallMilliseconds)
    }

    /// Begins, also anew at the same address.
    func start() throws {
        // Without norewinds the sink renders seconds ahead while nobody plays, and takes them back too late.
        let arguments = [
            "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=no",
            "-L", "module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1",
            "-L", "module-null-sink sink_name=out rate=48000 channels=2 format=float32le norewinds=1",
            "-L", "module-sine-source source_name=sine rate=48000 frequency=1000",
        ]
        let path = try #require(Tool.path("pulseaudio"))
        let identifier = try Tool.spawn(path, arguments, environment)
        process.withLock { $0 = identifier }
        // It has no way to say that it is ready.
        let provider = PulseProvider(server: address)
        let deadline = Date.now + 120
        while provider.devices().count < 2 {
            if let end = outcome() { throw Failure(description: "pulseaudio ended before it was ready: \(end)") }
            guard Date.now < deadline else { throw Failure(description: "pulseaudio was not ready in 120 seconds") }
            usleep(20_000)
        }
    }

    /// How it has ended; nil while it lives. What has ended is forgotten: its number may be another one's.
    private func outcome() -> String? {
        process.withLock { identifier in
            guard identifier != 0 else { return "it was ended" }
            var status: CInt = 0
            let answer = waitpid(identifier, &status, WNOHANG)
            if answer == 0 || answer < 0 && errno == EINTR { return nil }
            identifier = 0
            guard answer > 0 else { return "somebody else has waited for it" }
            return status & 0x7f == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(status & 0x7f)"
        }
    }

    /// Kills it, as a crash would.
    func end() {
        let identifier = process.withLock { identifier in
            defer { identifier = 0 }
            return identifier
        }
        guard identifier != 0 else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// Makes it answer nothing, or go on.
    func hang(_ hangs: Bool) {
        let identifier = process.withLock { $0 }
        // 0 would be the tests themselves.
        if identifier != 0 { kill(identifier, hangs ? SIGSTOP : SIGCONT) }
    }

    /// Asks the server as people do, and answers what `pactl` says.
    @discardableResult
    func control(_ arguments: String...) throws -> String {
        let output = try #require(Tool.run("pactl", arguments, environment), "pactl fails")
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Plays frames of two channels at 48 kHz to a sink, to their end.
    func play(_ samples: [Float], to sink: String) throws {
        let file = folder.appending(path: "tone-\(UUID().uuidString)")
        try samples.withUnsafeBytes { Data($0) }.write(to: file)
        let arguments = [
            "-p", "-d", sink, "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=200", "--raw",
            file.path,
        ]
        let output = Tool.run("pacat", arguments, environment)
        _ = try #require(output, "pacat fails")
    }

    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
            environment[name] = folder.path
        }
        environment["PULSE_SERVER"] = address
        return environment
    }
}
