import Foundation
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

    /// The bytes of sound that it makes of a file: samples of 16 bits.
    static func sound(_ path: String) throws -> Data {
        let raw = path + ".raw"
        try run(["-i", path, "-map", "0:a:0", "-c:a", "pcm_s16le", "-f", "s16le", raw])
        return try Data(contentsOf: URL(filePath: raw))
    }

    /// How many pictures it decodes.
    static func pictureCount(_ path: String) throws -> Int {
        let raw = path + ".raw"
        let times = ["-fps_mode", "passthrough", "-enc_time_base", "-1"]
        try run(["-i", path, "-map", "0:v:0", "-vf", "scale=8:8,format=gray"] + times + ["-f", "rawvideo", raw])
        return try Data(contentsOf: URL(filePath: raw)).count / 64
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
