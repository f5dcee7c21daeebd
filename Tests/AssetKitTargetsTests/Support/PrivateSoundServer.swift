import AssetKitBase
import Foundation
import Glibc
import TestSupport
import Testing

/// A PulseAudio server of a test's own that plays to nothing. It ends with the object.
final class PrivateSoundServer: @unchecked Sendable {
    let address: String
    private let folder: TemporaryFolder
    private let process: SpawnedProcess

    /// Nil where there is no PulseAudio.
    init?() throws {
        folder = TemporaryFolder()
        let socket = folder.file("native").path
        address = "unix:\(socket)"
        guard let path = Tool.path("pulseaudio"), Tool.path("parec") != nil else {
            Tool.leaveOut("PulseAudio is not installed, so nothing was played to it")
            return nil
        }
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
            environment[name] = folder.url.path
        }
        // Without norewinds the sink renders seconds ahead while nobody plays, and takes them back too late.
        let arguments = [
            "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=no",
            "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
            "-L", "module-null-sink sink_name=null rate=48000 channels=2 format=float32le norewinds=1",
        ]
        process = try SpawnedProcess(path, arguments, environment)
        // It has no way to say that it is ready.
        for _ in 0..<1000 {
            if Tool.run("pactl", ["info"], clientEnvironment) != nil { return }
        }
        throw CancellationError()
    }

    func kill() { process.kill() }

    var clientEnvironment: [String: String] { ["PULSE_SERVER": address, "HOME": folder.url.path] }

    /// What `pactl list` knows.
    func list(_ kind: String) -> String {
        Tool.run("pactl", ["list", kind], clientEnvironment).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Records what a server plays.
final class SoundRecorder: @unchecked Sendable {
    private let process = Process()
    private struct State {
        var data = Data()
        /// How many bytes were there when, in nanoseconds of the host clock.
        var times: [(byteCount: Int, hostTime: Int64)] = []
        var isOver = false
    }
    private let state = Monitor(State())
    private static let patience = 600.0

    init(_ server: PrivateSoundServer) throws {
        process.executableURL = try URL(filePath: #require(Tool.path("parec")))
        process.arguments = [
            "-d", "null.monitor", "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=5", "--raw",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(server.clientEnvironment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let handle = output.fileHandleForReading
        let state = state
        WorkerThread.start("test.recorder") {
            while true {
                let data = handle.availableData
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
                state.withLock { state in
                    state.data.append(data)
                    state.times.append((state.data.count, now))
                    state.isOver = data.isEmpty
                }
                state.announce()
                guard !data.isEmpty else { return }
            }
        }
        let hasBegun = state.wait(until: .now + Self.patience) { $0.data.isEmpty && !$0.isOver ? nil : true }
        try #require(hasBegun != nil, "nothing is recorded")
    }

    deinit { stop() }

    func stop() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Waits until so much was recorded after now.
    func wait(seconds: Double) {
        let wanted = state.withLock { $0.data.count } + Int(seconds * 48_000) * 8
        let isThere = state.wait(until: .now + Self.patience) { $0.data.count >= wanted || $0.isOver ? true : nil }
        #expect(isThere != nil, "nothing more is recorded")
    }

    /// The numbers of the left channel: sample n of a counter is n, silence is 0.
    var numbers: [Int] {
        let data = state.withLock { $0.data }
        return data.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            return stride(from: 0, to: samples.count - 1, by: 2).map { Int(samples[$0] * 1_048_576) }
        }
    }

    /// Whether both channels are exactly the same.
    var hasEqualChannels: Bool {
        state.withLock { $0.data }.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: UInt32.self)
            return stride(from: 0, to: samples.count - 1, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] }
        }
    }

    /// When frame 0 of the recording was recorded: no frame arrives before it is played, so the earliest arrivals tell.
    var begin: Int64 {
        state.withLock { state in
            state.times.dropFirst().map { $0.hostTime - Int64($0.byteCount / 8) * 1_000_000_000 / 48_000 }.min() ?? 0
        }
    }
}

/// Breaks in a recording of a counter.
struct CounterRecord {
    /// The first and the last number, and where they are.
    var first = 0
    var last = 0
    var firstPlace = 0
    /// Numbers that do not follow the one before, silence after the first one included.
    var breaks = 0

    init(_ numbers: [Int]) {
        guard let start = numbers.firstIndex(where: { $0 != 0 }), let end = numbers.lastIndex(where: { $0 != 0 }) else {
            return
        }
        (first, last, firstPlace) = (numbers[start], numbers[end], start)
        breaks = zip(numbers[start..<end], numbers[(start + 1)...end]).count { $1 != $0 + 1 }
    }
}
