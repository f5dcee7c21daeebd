internal import CMTimeLib

/// Final Cut Pro's XML (`.fcpxml`): read from version 1.8 on, written as 1.9.
package enum FCPXMLDocument {
    /// Reads a document. Nothing it names is opened.
    package static func read(_ bytes: [UInt8]) throws(InterchangeError) -> EditDocument {
        let root = try MarkupParser.parse(bytes)
        guard root.name == "fcpxml" else {
            throw InterchangeError("a document of Final Cut Pro begins with <fcpxml>", at: root.place)
        }
        try checkVersion(root)
        var reader = FCPXMLReader(try FCPXMLResources(root.first("resources")))
        return try reader.document(root)
    }

    /// Writes a document, the same bytes for the same document.
    package static func write(_ document: EditDocument) throws(InterchangeError) -> InterchangeText {
        try document.validate()
        guard let rate = document.frameRate ?? FrameRate(25) else { throw InterchangeError("there is no frame rate") }
        var writer = FCPXMLWriter(document, rate: rate)
        let root = writer.root()
        return InterchangeText(text: MarkupWriter.write(root, documentType: "fcpxml"), warnings: writer.warnings.all)
    }

    private static func checkVersion(_ root: MarkupElement) throws(InterchangeError) {
        let numbers = (root["version"] ?? "").split(separator: ".", maxSplits: 1).map { Int($0) ?? -1 }
        guard numbers.count == 2, numbers[0] == 1, numbers[1] >= 0 else {
            let version = (root["version"] ?? "").shortened
            throw InterchangeError(
                "the version '\(version)' of FCPXML is not known; 1.8 and later 1.x are",
                at: root.place
            )
        }
        guard numbers[1] >= 8 else {
            throw InterchangeError("FCPXML 1.\(numbers[1]) is not read; 1.8 and later are", at: root.place)
        }
    }
}
