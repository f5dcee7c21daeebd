import AssetKit

/// What was recorded, for people and for `--json`.
struct RecordReport: Sendable {
    /// Why a file ended.
    enum End: String, Sendable {
        /// Somebody wanted it.
        case stopped
        /// It is as long as it may be.
        case duration
        /// It is as large as it may be.
        case size
        /// The next file goes on.
        case split
        /// Whoever shared the screen has ended that.
        case unshared
        case failed
    }

    struct File: Sendable {
        let name: String
        let duration: CMTime
        let byteCount: Int64
        let end: End
        var pictureCount = 0

        fileprivate var text: String {
            let facts = "\(printable(name)): \(InfoReport.clock(duration)), \(InfoReport.bytes(byteCount))"
            switch end {
            case .stopped, .split: return facts
            case .duration: return "\(facts); it is as long as --duration lets it become"
            case .size: return "\(facts); it is as large as --limit-size lets it become"
            case .unshared: return "\(facts); sharing was ended from the desktop"
            case .failed: return "\(facts); it is complete up to there"
            }
        }
    }

    var files: [File] = []
    /// Those that are in the files; nil for sound alone.
    var pictures: Int?
    /// Pictures that were lost while they were to be recorded.
    var dropped = 0
    var warnings: [String] = []
    /// What went wrong, in one sentence.
    var failure: String?
    /// What went wrong is that somebody has ended it before anything came.
    var isInterrupted = false

    var text: String {
        var lines = files.map(\.text)
        if dropped > 0 {
            let count = dropped == 1 ? "1 picture was" : "\(dropped) pictures were"
            lines.append("\(count) dropped: the machine or the device was too slow")
        }
        return lines.joined(separator: "\n")
    }

    var json: JSON {
        let files = files.map { file in
            JSON.object([
                ("output", .string(file.name)), ("duration", JSON(file.duration)), ("size", .integer(file.byteCount)),
                ("ended", .string(file.end.rawValue)),
            ])
        }
        var fields: [(key: String, value: JSON)] = [("files", .array(files))]
        if let pictures { fields.append(("pictures", .integer(Int64(pictures)))) }
        fields.append(("dropped", .integer(Int64(dropped))))
        if !warnings.isEmpty { fields.append(("warnings", .array(warnings.map { .string($0) }))) }
        if let failure { fields.append(("error", .string(failure))) }
        return .object(fields)
    }
}
