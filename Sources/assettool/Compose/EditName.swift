import AssetKit

/// Names of edits on the command line.
enum EditName {
    /// What does not hold an edit alone is not read, and neither is what says too little of one.
    private static let unread = [
        "edl": "an .edl is written and not read; .otio and .fcpxml are",
        "otioz": "an .otioz is not read; unpack it, and give the .otio in it",
        "otiod": "an .otiod is not read; give the .otio in it",
    ]

    /// It is that of a document that is read.
    static func isReadable(_ name: String) -> Bool {
        ending(name).map(AKEditDocument.readableExtensions.contains) ?? false
    }

    /// Why a document of its kind is not read; nil for any other name.
    static func refusal(of name: String) -> String? { ending(name).flatMap { unread[$0] } }

    /// Some documents are folders, whose names may end with a slash.
    private static func ending(_ name: String) -> String? {
        PathText.ending(name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name)
    }
}
