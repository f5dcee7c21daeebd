import Foundation
import Glibc
import TestSupport
import Testing

/// An X server of a test's own, without a screen. It ends with the object.
final class PrivateDisplay: @unchecked Sendable {
    let name: String
    private let process = Process()

    /// Nil where there is no Xvfb.
    init?(_ width: Int = 640, _ height: Int = 480, depth: Int = 24) throws {
        guard let path = Tool.path("Xvfb") else {
            Tool.leaveOut("Xvfb is not installed, so no window was opened")
            return nil
        }
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = [
            "-displayfd", "1", "-screen", "0", "\(width)x\(height)x\(depth)", "-nolisten", "tcp", "-ac", "-noreset",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        do {
            name = try ":" + output.fileHandleForReading.firstLine(of: "Xvfb")
        } catch {
            // There is no object yet that it could end with.
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
            throw error
        }
    }

    deinit { kill() }

    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// All pixels of the screen, as red, green and blue.
    func screenshot() throws -> [UInt8] {
        let data = Tool.run("import", ["-display", name, "-window", "root", "-depth", "8", "rgb:-"])
        return Array(try #require(data, "there is no 'import' of ImageMagick, or it failed"))
    }

    func xdotool(_ arguments: String...) throws {
        try #require(Tool.run("xdotool", arguments, ["DISPLAY": name]) != nil, "xdotool \(arguments) failed")
    }
}
