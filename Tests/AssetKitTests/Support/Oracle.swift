import Foundation
import TestSupport
import Testing

/// FFmpeg's own program, which checks what ours made.
enum Oracle {
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// Runs it, to make a file.
    static func run(_ arguments: [String]) throws {
        let process = Process.limited("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg \(arguments)")
    }

    /// The bytes of what it makes of a file, for which it gets a name that nobody else has: tests share clips, and look at them at the
    /// same time.
    static func bytes(of path: String, _ arguments: [String]) throws -> Data {
        let made = "\(path).\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: made) }
        try run(["-i", path] + arguments + [made])
        return try Data(contentsOf: URL(filePath: made))
    }

    /// The lines of text that it makes of a file.
    static func lines(of path: String, _ arguments: [String]) throws -> [Substring] {
        String(decoding: try bytes(of: path, arguments), as: UTF8.self).split(separator: "\n")
    }

    /// The bytes of sound that it makes of a file: samples of 16 bits.
    static func sound(_ path: String) throws -> Data {
        try bytes(of: path, ["-map", "0:a:0", "-c:a", "pcm_s16le", "-f", "s16le"])
    }

    /// How many pictures it decodes.
    static func pictureCount(_ path: String) throws -> Int {
        let times = ["-fps_mode", "passthrough", "-enc_time_base", "-1"]
        let arguments = ["-map", "0:v:0", "-vf", "scale=8:8,format=gray"] + times + ["-f", "rawvideo"]
        return try bytes(of: path, arguments).count / 64
    }

    /// What it has to say about a file that it decodes to the end.
    static func complaints(_ path: String) throws -> String {
        // Times as they are: at the rate that FFmpeg guesses, two pictures may round to one.
        let output = ["-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null", "-"]
        let process = Process.limited("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-i", path] + output)
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
