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
        .object([
            ("action", .string(step.action)), ("range", JSON(step.range)), ("samples", .integer(Int64(step.samples))),
            ("why", .string(step.why)),
        ])
    }

    private static func code(_ code: FourCharCode) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// The plan for people, a line a step.
    var planText: String {
        let steps = (plan ?? []).map { step in
            "  \(step.action) \(Self.text(step.range.start)) to \(Self.text(step.range.end))"
                + ", \(step.samples) samples: \(step.why)"
        }
        return (["\(printable(output)): \(Self.text(duration)) long"] + steps).joined(separator: "\n")
    }

    private static func text(_ time: CMTime) -> String {
        time.isNumeric ? "\((time.seconds * 1000).rounded() / 1000) s" : "the end"
    }
}

extension TrimReport {
    /// What a join session planned or made.
    init(output: String, _ plan: AVAssetJoinSession.Plan, why: String) {
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
            let copied = plan.tracks.reduce(0) { $0 + $1.copiedSampleCounts[number] }
            let encoded = plan.tracks.reduce(0) { $0 + $1.encodedSampleCounts[number] }
            func step(_ action: String, _ samples: Int, _ why: String) -> Step {
                Step(action: action, range: clip.actualTimeRange, samples: samples, why: why)
            }
            var steps = copied > 0 ? [step("copy", copied, why)] : []
            if encoded > 0 { steps.append(step("encode", encoded, clip.reasonsToEncode.joined(separator: "; "))) }
            return steps
        }
    }
}
