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
        let missing = ["pulseaudio", "pactl", "pacat"].filter { Program.path($0) == nil }
        guard !missing.isEmpty else { return true }
        let text = "LEFT OUT: no sound server was recorded from, since these are not installed:"
        FileHandle.standardError.write(Data("\(text) \(missing.joined(separator: ", "))\n".utf8))
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
        let path = try #require(Program.path("pulseaudio"))
        let identifier = try Program.spawn(path, arguments, environment)
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
        let output = Program.run("pactl", arguments, environment)
        return try #require(output, "pactl fails").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Plays frames of two channels at 48 kHz to a sink, to their end.
    func play(_ samples: [Float], to sink: String) throws {
        let file = folder.appending(path: "tone-\(UUID().uuidString)")
        try samples.withUnsafeBytes { Data($0) }.write(to: file)
        let arguments = [
            "-p", "-d", sink, "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=200", "--raw",
            file.path,
        ]
        let output = Program.run("pacat", arguments, environment)
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

/// Programs of the machine.
private enum Program {
    static func path(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end and answers what it wrote; nil where it failed.
    static func run(_ name: String, _ arguments: [String], _ environment: [String: String]) -> String? {
        guard let path = path(name) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    /// Starts a program without output. Foundation's process takes one that closes all descriptors, as PulseAudio does, for one
    /// that has ended.
    static func spawn(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in CInt(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        actions.closeInherited()
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, path, &actions, nil, words, variables)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        return identifier
    }
}
