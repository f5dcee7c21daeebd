internal import CMTimeLib
internal import Foundation

/// Turns samples of subtitles into those of another kind, which another container needs. A plain value.
///
/// In ISO movies one sample follows the other without gaps; what shows at one time is one sample. Other containers have a
/// sample for each cue, and nothing where nothing shows.
struct SubtitleConverter {
    /// How text is stored in samples.
    enum Form: Sendable, Hashable {
        /// `tx3g`, and QuickTime's `text`, whose samples begin alike.
        case timedText
        /// WebVTT: boxes in ISO movies, plain text elsewhere.
        case webVTT
        case subRip
        /// SubStation Alpha, which is read only.
        case substation

        init?(_ format: CMFormatDescription) {
            switch SinkFormat(format)?.codec {
            case "mov_text", "text": self = .timedText
            case "webvtt": self = .webVTT
            case "subrip": self = .subRip
            case "ass": self = .substation
            default: return nil
            }
        }
    }

    private struct Cue {
        var end: CMTime
        var text: StyledText
    }

    private let source: Form
    private let target: Form
    /// Samples must follow each other without gaps.
    private let isContinuous: Bool
    private let timescale: CMTimeScale
    private var showing: [Cue] = []
    private var position: CMTime

    /// nil where samples fit as they are, or cannot be converted.
    init?(_ format: CMFormatDescription, timescale: CMTimeScale, to type: AVFileType) {
        guard let source = Form(format), let rules = ContainerRules.rules(of: type), !rules.texts.isEmpty,
            MediaSinks.obstacle(to: format, in: type) != nil || source == .webVTT && rules.maker == .iso
        else { return nil }
        let targets: [(Form, String)] = [(.timedText, "mov_text"), (.subRip, "subrip"), (.webVTT, "webvtt")]
        guard let target = targets.first(where: { rules.texts.contains($0.1) })?.0 else { return nil }
        self.source = source
        self.target = target
        self.timescale = timescale
        isContinuous = rules.maker == .iso
        position = .zero
    }

    /// The description of what comes out.
    var format: CMFormatDescription {
        switch target {
        case .timedText: CMFormatDescription(type: kCMMediaType_Subtitle, subtype: "tx3g".fourCharCode)
        case .webVTT, .substation: CMFormatDescription(type: kCMMediaType_Subtitle, subtype: "wvtt".fourCharCode)
        case .subRip: CMFormatDescription(type: kCMMediaType_Subtitle, subtype: "srt ".fourCharCode)
        }
    }

    /// What comes out for a sample. In ISO movies that is what shows up to it.
    mutating func convert(_ sample: SinkSample) throws -> [SinkSample] {
        let bytes = try sample.data.withBytes { Array($0) }
        let texts = Self.texts(bytes, source).filter { !$0.isEmpty }
        guard isContinuous else {
            return try texts.map { try self.sample($0, from: sample.presentationTime, length: sample.duration) }
        }
        var result: [SinkSample] = []
        // What comes before the beginning is cut there.
        let start = CMTimeMaximum(sample.presentationTime, position)
        try advance(to: start, &result)
        let end = sample.presentationTime + sample.duration
        if end > start { showing += texts.map { Cue(end: end, text: $0) } }
        return result
    }

    /// What is left at the end of the track.
    mutating func finish() throws -> [SinkSample] {
        var result: [SinkSample] = []
        if let end = showing.map(\.end).max() { try advance(to: end, &result) }
        return result
    }

    private mutating func advance(to time: CMTime, _ result: inout [SinkSample]) throws {
        while position < time {
            showing.removeAll { $0.end <= position }
            let next = showing.map(\.end).min().map { CMTimeMinimum($0, time) } ?? time
            var text = StyledText()
            for (index, cue) in showing.enumerated() {
                if index > 0 { text.append("\n", []) }
                for run in cue.text.runs { text.append(run.text, run.style) }
            }
            result.append(try sample(text, from: position, length: next - position))
            position = next
        }
        showing.removeAll { $0.end <= position }
    }

    private func sample(_ text: StyledText, from start: CMTime, length: CMTime) throws -> SinkSample {
        let data = try CMBlockBuffer(copying: Data(bytes(text)))
        return SinkSample(data: data, presentationTime: start, decodeTime: start, duration: length)
    }

    private func bytes(_ text: StyledText) -> [UInt8] {
        switch target {
        case .timedText: text.timedText
        case .subRip: Array(text.markup(hasEntities: false).utf8)
        case .webVTT, .substation: Array(text.markup(hasEntities: true).utf8)
        }
    }

    /// The texts in a sample.
    static func texts(_ bytes: [UInt8], _ form: Form) -> [StyledText] {
        switch form {
        case .timedText: return [StyledText(timedText: bytes)]
        case .subRip: return [StyledText(markup: String(decoding: bytes, as: UTF8.self), hasEntities: false)]
        case .substation: return [StyledText(substation: bytes)]
        case .webVTT:
            let cues = WebVTTSample.cues(bytes)?.map(\.text) ?? [String(decoding: bytes, as: UTF8.self)]
            return cues.map { StyledText(markup: $0, hasEntities: true) }
        }
    }
}

/// Files of subtitles.
enum SubtitleFile {
    /// A text and when it shows.
    struct Cue: Hashable, Sendable {
        var start: CMTime
        var end: CMTime
        var text: StyledText
    }

    static func subRip(_ cues: [Cue]) -> String {
        cues.enumerated().map { index, cue in
            let times = "\(clock(cue.start, ",")) --> \(clock(cue.end, ","))"
            return "\(index + 1)\n\(times)\n\(lines(cue.text.markup(hasEntities: false)))\n\n"
        }.joined()
    }

    static func webVTT(_ cues: [Cue]) -> String {
        "WEBVTT\n\n"
            + cues.map { cue in
                "\(clock(cue.start, ".")) --> \(clock(cue.end, "."))\n\(lines(cue.text.markup(hasEntities: true)))\n\n"
            }.joined()
    }

    /// An empty line would end the cue.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
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
