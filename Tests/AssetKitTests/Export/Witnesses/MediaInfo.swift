import Foundation
import TestSupport
import Testing

/// What `mediainfo` says of a file. It shares no code with FFmpeg, nor with us.
struct MediaInfo {
    /// A field and what it says.
    typealias Track = [String: String]

    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/mediainfo")

    private let tracks: [Track]

    init(_ path: String) throws {
        let answer = try Witness.answer("/usr/bin/mediainfo", ["--Output=JSON", path])
        let media = try #require(answer["media"] as? [String: Any])
        tracks = (media["track"] as? [[String: Any]] ?? []).map { $0.compactMapValues { $0 as? String } }
    }

    /// The name of the container.
    var format: String? { tracks.first?["Format"] }

    /// The tracks of a kind: `Video`, `Audio` or `Text`.
    func tracks(_ kind: String) -> [Track] { tracks.filter { $0["@type"] == kind } }
}

/// What `ffprobe` says of a file.
struct ProbedFile {
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")

    private let streams: [[String: Any]]

    init(_ path: String) throws {
        let words = ["-v", "error", "-count_packets", "-show_streams", "-of", "json", path]
        streams = try Witness.answer("/usr/bin/ffprobe", words)["streams"] as? [[String: Any]] ?? []
    }

    /// The streams of a kind: `video`, `audio` or `subtitle`.
    func streams(_ kind: String) -> [[String: Any]] { streams.filter { $0["codec_type"] as? String == kind } }
}

/// Programs that look at files.
enum Witness {
    /// What a program answers, which is JSON.
    static func answer(_ program: String, _ arguments: [String]) throws -> [String: Any] {
        let process = Process.limited(program, arguments)
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
