import AssetKit

/// What became of one output of `assettool trim` or `concat`, for `--json`.
struct TrimReport: Sendable {
    /// What becomes of one track.
    struct Track: Sendable, Equatable {
        var mediaType: AVMediaType
        var codec: FourCharCode
        var copied: Int
        var encoded: Int
    }

    /// A step of the plan, for `--dry-run`.
    struct Step: Sendable {
        var action: String
        var range: CMTimeRange
        var samples: Int
        var why: String
        /// The file that it is taken from, where there are several.
        var file: String?
        /// The kind and the codec of the track.
        var mediaType: AVMediaType?
        var codec: FourCharCode?
    }

    var output: String
    var requested: [CMTimeRange] = []
    var actual: [CMTimeRange] = []
    var duration: CMTime
    /// nil for what was not made.
    var size: Int64?
    var elapsed: Double?
    var tracks: [Track]
    var plan: [Step]?
    var warnings: [String] = []

    var json: JSON {
        var fields: [(key: String, value: JSON)] = [("output", .string(output))]
        if let ranges = Self.json(requested) { fields.append(("requested", ranges)) }
        if let ranges = Self.json(actual) { fields.append(("actual", ranges)) }
        fields.append(("duration", JSON(duration)))
        if let size { fields.append(("size", .integer(size))) }
        if let elapsed { fields.append(("elapsed", .number((elapsed * 1000).rounded() / 1000))) }
        fields.append(("tracks", .array(tracks.map(Self.json))))
        if let plan { fields.append(("plan", .array(plan.map(Self.json)))) }
        if !warnings.isEmpty { fields.append(("warnings", .array(warnings.map { .string($0) }))) }
        return .object(fields)
    }

    /// One range stands for itself.
    private static func json(_ ranges: [CMTimeRange]) -> JSON? {
        guard let first = ranges.first else { return nil }
        return ranges.count == 1 ? JSON(first) : .array(ranges.map { JSON($0) })
    }

    private static func json(_ track: Track) -> JSON {
        .object([
            ("mediaType", .string(track.mediaType.name)), ("codec", .string(code(track.codec))),
            ("copiedSamples", .integer(Int64(track.copied))), ("encodedSamples", .integer(Int64(track.encoded))),
        ])
    }

    private static func json(_ step: Step) -> JSON {
        var fields: [(key: String, value: JSON)] = [("action", .string(step.action))]
        if let file = step.file { fields.append(("file", .string(file))) }
        if let type = step.mediaType { fields.append(("mediaType", .string(type.name))) }
        if let codec = step.codec { fields.append(("codec", .string(code(codec)))) }
        fields += [
            ("range", JSON(step.range)), ("samples", .integer(Int64(step.samples))), ("why", .string(step.why)),
        ]
        return .object(fields)
    }

    private static func code(_ code: FourCharCode) -> String {
        code.characters.trimmingCharacters(in: .whitespaces)
    }

    /// Where cuts at key frames really are; nil where they are where they were asked for.
    var cutText: String? {
        guard actual.count == requested.count, actual != requested else { return nil }
        let moved = zip(requested, actual).filter {
            abs(($0.start - $1.start).seconds) >= 5e-4 || abs(($0.end - $1.end).seconds) >= 5e-4
        }
        guard !moved.isEmpty else { return nil }
        let cuts = moved.map { wanted, found in
            "\(found.start.text) to \(found.end.text) for \(wanted.start.text) to \(wanted.end.text)"
        }
        let name = output == StandardOutput.name ? "standard output" : printable(output)
        return "\(name) holds " + cuts.joined(separator: ", ")
    }

    /// The plan for people, a line a step.
    var planText: String {
        let steps = (plan ?? []).map { step -> String in
            let file = step.file.map { " \(printable($0))," } ?? ""
            let track = step.mediaType.map { " \($0.name)\(step.codec.map { " (\(Self.code($0)))" } ?? "")," } ?? ""
            return "  \(step.action)\(file)\(track) \(step.range.start.text) to \(step.range.end.text)"
                + ", \(step.samples) samples: \(step.why)"
        }
        return (["\(printable(output)): \(duration.text) long"] + steps).joined(separator: "\n")
    }
}

extension TrimReport.Step {
    /// A stretch of a cut that is planned.
    init(_ stretch: AKExportPlan.Stretch) {
        self.init(
            action: stretch.action.rawValue,
            range: stretch.range,
            samples: stretch.sampleCount ?? 0,
            why: stretch.why
        )
    }
}

extension TrimReport {
    /// What a join session planned or made. `files`: those that the clips are of, where there are several.
    init(output: String, _ plan: AKJoinSession.Plan, why: String, files: [String] = []) {
        self.output = output
        requested = plan.clips.map(\.requestedTimeRange)
        actual = plan.clips.map(\.actualTimeRange)
        duration = plan.duration
        warnings = plan.warnings
        tracks = plan.tracks.map { track in
            Track(
                mediaType: track.mediaType,
                codec: track.codec,
                copied: track.copiedSampleCounts.reduce(0, +),
                encoded: track.encodedSampleCounts.reduce(0, +)
            )
        }
        self.plan = plan.clips.indices.flatMap { number -> [Step] in
            let clip = plan.clips[number]
            guard clip.stretches.isEmpty else { return clip.stretches.map { Step($0) } }
            let file = files.indices.contains(number) ? files[number] : nil
            let rest = clip.reasonsToEncode.isEmpty ? why : "what is not encoded fits as it is"
            return plan.tracks.flatMap { track -> [Step] in
                func step(_ action: String, _ samples: Int, _ why: String) -> [Step] {
                    guard samples > 0 else { return [] }
                    var step = Step(action: action, range: clip.actualTimeRange, samples: samples, why: why)
                    (step.file, step.mediaType, step.codec) = (file, track.mediaType, track.codec)
                    return [step]
                }
                let reason = track.reasonsToEncode[number] ?? clip.reasonsToEncode.joined(separator: "; ")
                return step("copy", track.copiedSampleCounts[number], rest)
                    + step("encode", track.encodedSampleCounts[number], reason)
            }
        }
    }
}
