import AssetKit

// How things are encoded, for `--dry-run`.

extension ExportReport {
    static func json(_ encoding: AKExportPlan.Encoding) -> [(key: String, value: JSON)] {
        var fields: [(key: String, value: JSON)] = []
        func add(_ key: String, _ value: Int?) {
            if let value { fields.append((key, .integer(Int64(value)))) }
        }
        func add(_ key: String, _ value: Double?) {
            if let value { fields.append((key, .number(value))) }
        }
        add("bitRate", encoding.bitRate)
        add("quality", encoding.quality)
        add("crf", encoding.constantRateFactor)
        if encoding.isLossless { fields.append(("lossless", .boolean(true))) }
        add("width", encoding.width)
        add("height", encoding.height)
        add("frameRate", encoding.frameRate)
        add("channels", encoding.channelCount)
        add("sampleRate", encoding.sampleRate)
        return fields
    }

    /// The plan for people: a line for each track, or for each of its stretches with its time, one for the parts of the pictures,
    /// and one for the whole.
    var planText: String {
        guard let plan else { return "" }
        var lines = plan.stretches.map { stretch in
            let action = stretch.action == .copy ? "copy  " : "encode"
            let kind = stretch.mediaType.name
            let count = stretch.sampleCount.map { ", \($0) samples" } ?? ""
            let how = Self.text(stretch).map { ": \($0)" } ?? ""
            let isOnly = plan.stretches.count { $0.trackID == stretch.trackID } == 1
            let when = isOnly ? "" : "  \(stretch.range.start.text) to \(stretch.range.end.text)"
            return printable("\(action)  track \(stretch.trackID)  \(kind)\(when)  \(stretch.why)\(count)\(how)")
        }
        lines += chunkLines(plan)
        if plan.speed != 1 {
            let length = plan.duration.isNumeric ? ", \(plan.duration.seconds) s long" : ""
            lines.append("at \(Self.exactNumber(plan.speed)) times the speed\(length)")
        }
        if let count = plan.expectedByteCount { lines.append("about \(Self.bytes(count)) in all\(guess(plan))") }
        return lines.joined(separator: "\n")
    }

    /// What is said where nobody knows before how many bytes it takes.
    private func guess(_ plan: AKExportPlan) -> String {
        guard let range = plan.expectedByteRange else { return "" }
        let (least, most) = (Self.bytes(range.lowerBound), Self.bytes(range.upperBound))
        return ", a rough guess: pictures take what they need, mostly from \(least) to \(most)"
    }

    /// Such as `640x360 at 30 pictures a second, 800 kb/s, about 1.2 MB`.
    private static func text(_ stretch: AKExportPlan.Stretch) -> String? {
        var parts: [String] = []
        if let encoding = stretch.encoding {
            if let width = encoding.width, let height = encoding.height {
                let rate = encoding.frameRate.map { " at \(number($0)) pictures a second" } ?? ""
                parts.append("\(width)x\(height)\(rate)")
            }
            if let rate = encoding.sampleRate, let count = encoding.channelCount {
                parts.append("\(count) channel\(count == 1 ? "" : "s") at \(rate) Hz")
            }
            if let rate = encoding.bitRate { parts.append("\(number(Double(rate) / 1000)) kb/s") }
            if let quality = encoding.quality { parts.append("quality \(number(quality))") }
            if let factor = encoding.constantRateFactor { parts.append("CRF \(number(factor))") }
            if encoding.isLossless { parts.append("without loss") }
        }
        if let count = stretch.expectedByteCount { parts.append("about \(bytes(count))") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The parts of pictures that are worked on at once: all of them where more is to be said.
    private func chunkLines(_ plan: AKExportPlan) -> [String] {
        let ranges = plan.chunks.map(\.wrappedValue)
        guard !isVerbose else {
            return ranges.enumerated().map { number, range in
                "chunk \(number + 1)  \(range.start.seconds) s to \(range.end.seconds) s"
            }
        }
        guard ranges.count > 1, let longest = ranges.map(\.duration.seconds).max() else { return [] }
        return [
            "pictures are encoded in \(ranges.count) parts of up to \(Self.number(longest)) s at once; -v lists them"
        ]
    }

    /// With three digits that count.
    private static func number(_ value: Double) -> String {
        let text = value >= 100 ? String(format: "%.0f", value) : String(format: "%.3g", value)
        return text
    }

    /// With as many digits as a speed needs.
    private static func exactNumber(_ value: Double) -> String { String(format: "%.8g", value) }

    private static func bytes(_ count: Int64) -> String {
        switch count {
        case ..<10_000: "\(count) bytes"
        case ..<1_000_000: "\(number(Double(count) / 1000)) kB"
        case ..<1_000_000_000: "\(number(Double(count) / 1_000_000)) MB"
        default: "\(number(Double(count) / 1_000_000_000)) GB"
        }
    }
}
