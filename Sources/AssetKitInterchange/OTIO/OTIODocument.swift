/// OpenTimelineIO documents (`.otio`).
package enum OTIODocument {
    /// Reads a document. Nothing it names is opened.
    package static func read(_ bytes: [UInt8]) throws(InterchangeError) -> EditDocument {
        let root = try OTIOObject(JSONParser.parse(bytes), at: "")
        var reader = OTIOReader()
        return try reader.document(root)
    }

    /// Writes a document as version 0.18 of the library does, the same bytes for the same document.
    package static func write(_ document: EditDocument) throws(InterchangeError) -> InterchangeText {
        try document.validate()
        var writer = OTIOWriter(document)
        let value = writer.timeline()
        return InterchangeText(text: JSONWriter.write(value) + "\n", warnings: writer.warnings.all)
    }
}
