package import CMTimeLib
internal import Foundation

/// Files of subtitles.
package enum SubtitleFile {
    /// A text and when it shows.
    package struct Cue: Hashable, Sendable {
        package var start: CMTime
        package var end: CMTime
        package var text: StyledText

        package init(start: CMTime, end: CMTime, text: StyledText) {
            self.start = start
            self.end = end
            self.text = text
        }
    }

    package static func subRip(_ cues: [Cue]) -> String {
        cues.enumerated().map { index, cue in
            let times = "\(clock(cue.start, ",")) --> \(clock(cue.end, ","))"
            return "\(index + 1)\n\(times)\n\(lines(cue.text.markup(.subRip)))\n\n"
        }.joined()
    }

    package static func webVTT(_ cues: [Cue]) -> String {
        "WEBVTT\n\n"
            + cues.map { cue in
                "\(clock(cue.start, ".")) --> \(clock(cue.end, "."))\n\(lines(cue.text.markup(.webVTT)))\n\n"
            }.joined()
    }

    /// An empty line would end the cue.
    private static func lines(_ text: String) -> String {
        text.split { $0.isNewline }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    private static func clock(_ time: CMTime, _ separator: String) -> String {
        let milliseconds = max(0, SinkTimes.ticks(time, 1000))
        func digits(_ number: Int64, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
        return parts.joined(separator: ":") + separator + digits(milliseconds % 1000, 3)
    }
}
