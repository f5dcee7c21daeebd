import AssetKit

/// What came of one picture.
enum PictureOutcome: Sendable {
    case made(requested: CMTime, actual: CMTime, path: String, width: Int, height: Int)
    case failed(requested: CMTime, sentence: String)

    var json: JSON {
        switch self {
        case .made(let requested, let actual, let path, let width, let height):
            .object([
                ("requested", JSON(requested)), ("actual", JSON(actual)), ("path", .string(path)),
                ("width", .integer(Int64(width))), ("height", .integer(Int64(height))),
            ])
        case .failed(let requested, let sentence):
            .object([("requested", JSON(requested)), ("error", .string(sentence))])
        }
    }

    var path: String? {
        if case .made(_, _, let path, _, _) = self { return path }
        return nil
    }

    var sentence: String? {
        if case .failed(_, let sentence) = self { return sentence }
        return nil
    }
}

/// A sheet that was made.
struct SheetOutcome: Sendable {
    let path: String
    let grid: SheetGrid
    let times: [CMTime]

    var json: JSON {
        .object([
            ("path", .string(path)), ("columns", .integer(Int64(grid.columns))), ("rows", .integer(Int64(grid.rows))),
            ("times", .array(times.map { JSON($0) })),
        ])
    }
}

/// What came of one file.
enum ThumbnailReport: Sendable {
    case pictures([PictureOutcome])
    /// Sheets, the WebVTT file where there is one, and what went wrong with pictures that are missing on them.
    case sheets([SheetOutcome], track: String?, sentences: [String])
    case failed(FileFailure)

    var json: JSON {
        switch self {
        case .pictures(let outcomes): .array(outcomes.map(\.json))
        case .sheets(let sheets, _, _): .array(sheets.map(\.json))
        case .failed(let failure): failure.json
        }
    }

    /// The files that were written.
    var paths: [String] {
        switch self {
        case .pictures(let outcomes): outcomes.compactMap(\.path)
        case .sheets(let sheets, let track, _): (track.map { [$0] } ?? []) + sheets.map(\.path)
        case .failed: []
        }
    }

    /// What went wrong, a sentence each.
    var sentences: [String] {
        switch self {
        case .pictures(let outcomes): outcomes.compactMap(\.sentence)
        case .sheets(_, _, let sentences): sentences
        case .failed(let failure): [failure.sentence]
        }
    }
}
