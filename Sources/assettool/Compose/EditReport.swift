import AssetKit

/// What an edit holds, for `--json` and for people.
struct EditReport: Sendable {
    let document: AKEditDocument
    let warnings: [String]

    var json: JSON {
        .object([
            ("name", .string(document.name)), ("duration", JSON(document.duration)),
            ("tracks", .array(document.tracks.map(Self.json))),
            ("warnings", .array(warnings.map { .string($0) })),
        ])
    }

    private static func json(_ track: AKEditDocument.Track) -> JSON {
        .object([
            ("mediaType", .string(track.mediaType.name)), ("name", .string(track.name)),
            ("enabled", .boolean(track.isEnabled)), ("segments", .array(track.segments.map(json))),
        ])
    }

    private static func json(_ segment: AKEditDocument.Segment) -> JSON {
        var fields: [(key: String, value: JSON)] = [
            ("source", segment.sourceTimeRange.map { JSON($0) } ?? .null), ("target", JSON(segment.targetTimeRange)),
        ]
        guard segment.sourceTimeRange != nil else { return .object(fields) }
        fields += [("name", .string(segment.name)), ("enabled", .boolean(segment.isEnabled))]
        if let reference = segment.mediaReference { fields.append(("url", .string(reference))) }
        return .object(fields)
    }

    /// A line for the edit, one for each track, and one for each segment.
    var text: String {
        let name = document.name.isEmpty ? "" : "\(document.name): "
        var lines = ["\(name)\(document.duration.text) long"]
        for track in document.tracks {
            let (label, rest) = (track.name.isEmpty ? "" : "  \(track.name)", track.isEnabled ? "" : "  (disabled)")
            lines.append("\(track.mediaType.name)\(label)\(rest)")
            lines += track.segments.map(Self.text)
        }
        return lines.map(printable).joined(separator: "\n")
    }

    private static func text(_ segment: AKEditDocument.Segment) -> String {
        let target = segment.targetTimeRange
        let place = "  \(target.start.text) to \(target.end.text)"
        guard let source = segment.sourceTimeRange else { return "\(place)  nothing" }
        let media = segment.mediaReference ?? "no file"
        let name = segment.name.isEmpty || segment.name == media ? media : "\(segment.name) (\(media))"
        let rest = segment.isEnabled ? "" : "  (disabled)"
        return "\(place)  \(name), \(source.start.text) to \(source.end.text)\(rest)"
    }
}
