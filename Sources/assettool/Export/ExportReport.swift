import AssetKit

/// What was made, or what would be, for `--json` and for people.
struct ExportReport: Sendable {
    let output: String
    let result: AKExportResult?
    let plan: AKExportPlan?
    let elapsed: Double
    /// All parts of the pictures are listed.
    var isVerbose = false
    /// What is to be said of the command line, each a sentence.
    var notes: [String] = []

    var warnings: [String] { notes + (result?.warnings ?? plan?.warnings ?? []) }

    var json: JSON {
        var fields: [(key: String, value: JSON)] = [("output", .string(output))]
        if let result {
            fields += [
                ("requested", JSON(result.requestedTimeRange)), ("actual", JSON(result.actualTimeRange)),
                ("duration", JSON(result.duration)), ("size", .integer(result.fileLength)),
                ("elapsed", .number((elapsed * 1000).rounded() / 1000)),
                ("tracks", .array(result.tracks.map(Self.json))),
            ]
        }
        if let plan {
            if result == nil { fields.append(("requested", JSON(plan.range))) }
            if plan.speed != 1 { fields += [("speed", .number(plan.speed)), ("duration", JSON(plan.duration))] }
            if let count = plan.expectedByteCount { fields.append(("expectedSize", .integer(count))) }
            if let range = plan.expectedByteRange {
                let bounds: [(key: String, value: JSON)] = [
                    ("least", .integer(range.lowerBound)), ("most", .integer(range.upperBound)),
                ]
                fields.append(("expectedSizeRange", .object(bounds)))
            }
            fields.append(("plan", .array(plan.stretches.map(Self.json))))
            if !plan.chunks.isEmpty {
                fields.append(("chunks", .array(plan.chunks.map { JSON($0.wrappedValue) })))
            }
        }
        if !warnings.isEmpty { fields.append(("warnings", .array(warnings.map { .string($0) }))) }
        return .object(fields)
    }

    private static func json(_ track: AKExportResult.Track) -> JSON {
        .object([
            ("mediaType", .string(track.mediaType.name)), ("codec", .string(track.codec.characters)),
            ("copiedSamples", .integer(Int64(track.copiedSampleCount))),
            ("encodedSamples", .integer(Int64(track.encodedSampleCount))),
        ])
    }

    private static func json(_ stretch: AKExportPlan.Stretch) -> JSON {
        var fields: [(key: String, value: JSON)] = [
            ("action", .string(stretch.action.rawValue)), ("track", .integer(Int64(stretch.trackID))),
            ("mediaType", .string(stretch.mediaType.name)), ("codec", .string(stretch.codec)),
            ("range", JSON(stretch.range)),
        ]
        if let count = stretch.sampleCount { fields.append(("samples", .integer(Int64(count)))) }
        if let encoding = stretch.encoding { fields += json(encoding) }
        if let count = stretch.expectedByteCount { fields.append(("expectedSize", .integer(count))) }
        fields.append(("why", .string(stretch.why)))
        return .object(fields)
    }
}
