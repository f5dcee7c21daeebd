import AssetKitBase
import AssetKitDevices
import Foundation
import Testing

/// A desktop of a test's own (`scripts/test-desktop/desktop.py`): a session bus, PipeWire, a sender of pictures, the genuine portal, and
/// dialogs that are answered as the test says. It ends with the object.
final class PrivateDesktop: @unchecked Sendable {
    private let process = Process()
    private let folder: URL
    private let input = Pipe()
    private let lines = Monitor([String]())
    private static let end = "over"

    /// Where the programs of such a desktop lie.
    static let tools = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../scripts/test-desktop").standardizedFileURL

    /// Nil where something is not installed that it takes.
    init?(_ width: Int = 64, _ height: Int = 48, rate: Int = 0, options: [String] = []) throws {
        // Names of sockets are short.
        folder = URL(filePath: "/tmp/desk-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // One that hangs is ended, with its programs, so whoever reads what it says or waits for it goes on.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments =
            [
                "--kill-after=60", "1800", "python3", Self.tools.appending(path: "desktop.py").path, folder.path,
                "--size", "\(width)x\(height)", "--rate", "\(rate)",
            ] + options
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = lines
        WorkerThread.start("desktop") {
            var rest = Data()
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                    rest = rest[rest.index(after: end)...]
                    lines.withLock { $0.append(line) }
                }
                lines.announce()
            }
            lines.withLock { $0.append(Self.end) }
            lines.announce()
        }
        if hears("ready") { return }
        process.waitUntilExit()
        guard process.terminationStatus == 3 else {
            Issue.record("the desktop ended before it was ready")
            return nil
        }
        FileHandle.standardError.write(Data("LEFT OUT: no desktop was there to share a screen of\n".utf8))
        return nil
    }

    deinit {
        // Other processes may have this pipe too, so that it would not end by being closed.
        say("quit")
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Where its bus is.
    var address: String { "unix:path=\(folder.path)/run/bus" }

    /// All that has happened.
    var events: [String] { lines.withLock { $0 } }

    /// How often something has happened.
    func count(_ event: String) -> Int { events.count { $0.hasPrefix(event) } }

    /// Tells it something.
    func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Tells it something, and waits until it has happened.
    func say(_ line: String, until event: String) {
        let count = count(event)
        say(line)
        #expect(hears(event, times: count + 1), "\(line)")
    }

    /// Waits until something has happened so many times; false when the desktop is over before.
    func hears(_ event: String, times: Int = 1) -> Bool {
        lines.wait(until: .now + ScreenSink.patience) { lines -> Bool? in
            if lines.count(where: { $0.hasPrefix(event) }) >= times { return true }
            return lines.last == Self.end ? false : nil
        } ?? false
    }

    private var state: [String: String] { ["XDG_STATE_HOME": folder.appending(path: "state").path] }

    /// What a program has there that knows no other desktop.
    func provider(application: String = "test", milliseconds: Int = 600_000) -> PortalProvider {
        let state = state
        return PortalProvider(bus: address, milliseconds: milliseconds, application: application) { state }
    }

    /// What such a program keeps of what was chosen.
    func token(application: String = "test") -> PortalToken { PortalToken(of: application, state) }
}

/// What the sender of pictures paints: bars of colours, and above them the number of the picture.
struct PaintedPicture: Equatable {
    let number: Int
    /// Nothing is where it should not be.
    let isWhole: Bool

    init(_ pixels: Pixels) {
        let (width, height) = (pixels.width, pixels.height)
        let colours: [UInt32] = [7, 6, 3, 2, 5, 4, 1, 0]
        func colour(_ code: UInt32) -> UInt32 {
            0xFF00_0000 | (code & 4 != 0 ? 0xFF_0000 : 0) | (code & 2 != 0 ? 0xFF00 : 0) | (code & 1 != 0 ? 0xFF : 0)
        }
        var number = 0
        for place in 0..<16 where pixels[(2 * place + 1) * width / 32, 0] == colour(7) { number |= 1 << (15 - place) }
        let whole = Pixels(width, height) { column, row in
            guard row < height / 8 else { return colour(colours[column * 8 / width]) }
            return colour(number >> (15 - column * 16 / width) & 1 == 1 ? 7 : 0)
        }
        (self.number, isWhole) = (number, pixels == whole)
    }
}
