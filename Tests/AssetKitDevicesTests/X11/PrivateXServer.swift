import Foundation
import Glibc
import TestSupport
import Testing

/// An X server of a test's own, without a screen. It ends with the object.
final class PrivateXServer: @unchecked Sendable {
    let name: String
    private let process = Process()
    private let folder: URL
    private let framebuffer: URL

    /// Nil where there is no Xvfb.
    init?(
        _ width: Int = 640,
        _ height: Int = 480,
        depth: Int = 24,
        number: Int? = nil,
        options: [String] = ["-nocursor"]
    ) throws {
        guard let path = Tool.path("Xvfb") else {
            Tool.leaveOut("Xvfb is not installed, so no screen was grabbed")
            return nil
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "screen-\(UUID().uuidString)")
        framebuffer = folder.appending(path: "Xvfb_screen0")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments =
            (number.map { [":\($0)"] } ?? []) + [
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x\(depth)", "-nolisten", "tcp", "-ac", "-noreset",
                "-fbdir", folder.path,
            ] + options
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            name = try ":" + output.fileHandleForReading.firstLine(of: "Xvfb")
        } catch {
            // There is no object yet that it could end with.
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Of its process.
    var identifier: pid_t { process.processIdentifier }

    /// Ends it without a word.
    func kill() {
        guard process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// Makes it stand still, or go on.
    func freeze(_ isFrozen: Bool) { signal(isFrozen ? SIGSTOP : SIGCONT) }

    private func signal(_ number: CInt) { Glibc.kill(process.processIdentifier, number) }

    /// Paints the whole screen, without a client: its pixels are those of a file.
    func paint(_ pixel: (_ column: Int, _ row: Int) -> UInt32) throws {
        let file = try FileHandle(forUpdating: framebuffer)
        defer { try? file.close() }
        // X11/XWDFile.h: numbers of the header have their highest byte first.
        let header = try #require(try file.read(upToCount: 100))
        func number(_ index: Int) -> Int { header[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height, bytesPerRow) = (number(4), number(5), number(12))
        var bytes = [UInt8](repeating: 0, count: bytesPerRow * height)
        bytes.withUnsafeMutableBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    let place = row * bytesPerRow + column * 4
                    bytes.storeBytes(of: pixel(column, row), toByteOffset: place, as: UInt32.self)
                }
            }
        }
        try file.seek(toOffset: UInt64(number(0) + number(19) * 12))
        try file.write(contentsOf: bytes)
    }

    /// Gives part of the screen a name, as if it were a monitor.
    func addMonitor(_ name: String, x: Int, y: Int = 0, width: Int, height: Int) throws {
        try randr("--setmonitor", name, "\(width)/100x\(height)/100+\(x)+\(y)", "none")
    }

    func removeMonitor(_ name: String) throws { try randr("--delmonitor", name) }

    /// Makes the whole screen smaller.
    func resize(_ width: Int, _ height: Int) throws {
        let lines = [width, height].flatMap { ["\($0)", "\($0 + 10)", "\($0 + 20)", "\($0 + 30)"] }
        try randr(["--newmode", "small", "6"] + lines)
        try randr("--addmode", "screen", "small")
        try randr("--output", "screen", "--mode", "small")
        try randr("--fb", "\(width)x\(height)")
    }

    private func randr(_ arguments: String...) throws { try randr(arguments) }

    private func randr(_ arguments: [String]) throws {
        try #require(Tool.run("xrandr", ["-display", name] + arguments) != nil, "xrandr \(arguments) failed")
    }

    func movePointer(_ x: Int, _ y: Int) throws {
        let output = Tool.run("xdotool", ["mousemove", "\(x)", "\(y)"], ["DISPLAY": name])
        try #require(output != nil, "xdotool failed")
    }

    // MARK: - Programs

    /// Whether a program is installed that a test needs; says loudly if not.
    static func has(_ program: String) -> Bool {
        guard Tool.path(program) == nil else { return true }
        Tool.leaveOut("\(program) is not installed")
        return false
    }
}
