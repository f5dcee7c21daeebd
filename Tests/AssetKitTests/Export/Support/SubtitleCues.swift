import Foundation
import Testing

@testable import AssetKit

/// The texts of files, and when they show, as FFmpeg reads them.
struct SubtitleCues: Equatable, CustomStringConvertible {
    /// Each as `00:00:00,500 --> 00:00:01,500|text|second line`.
    var lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    /// Those of a file of SubRip.
    init(subRip text: String) {
        lines = text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n\n").filter { !$0.isEmpty }
            .map { block in
                block.split(separator: "\n").dropFirst().joined(separator: "|")
            }
    }

    /// Those of a file's first track of subtitles.
    static func read(_ path: String, track: Int = 0) throws -> SubtitleCues {
        let bytes = try Oracle.bytes(of: path, ["-map", "0:s:\(track)", "-f", "srt"])
        return SubtitleCues(subRip: String(decoding: bytes, as: UTF8.self))
    }

    var description: String { lines.joined(separator: "\n") }

    /// What `subtitles.mkv`, `subtitles.mp4` and `subtitles.webm` have.
    static let ofSamples = SubtitleCues([
        "00:00:00,500 --> 00:00:01,500|First line",
        "00:00:01,750 --> 00:00:02,250|Zweite Zeile: äöü",
        "00:00:02,500 --> 00:00:02,900|Third|of two lines",
    ])
    /// The same from the first second to the 2.6th one.
    static let ofPart = SubtitleCues([
        "00:00:00,000 --> 00:00:00,500|First line",
        "00:00:00,750 --> 00:00:01,250|Zweite Zeile: äöü",
        "00:00:01,500 --> 00:00:01,600|Third|of two lines",
    ])
}

extension SubtitleCues {
    /// What `closed-captions.mp4` shows.
    static let closedCaptions = SubtitleCues([
        "00:00:00,667 --> 00:00:01,334|HELLO 608", "00:00:02,002 --> 00:00:02,669|SECOND CAPTION",
    ])
}
