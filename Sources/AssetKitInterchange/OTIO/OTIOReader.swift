internal import CMTimeLib

/// Makes a neutral document of OTIO's objects. Compositions within compositions are laid out flat.
struct OTIOReader {
    var warnings = WarningList()
    /// The rate that the document is cut at, as far as it is known.
    var frameRate: FrameRate?

    mutating func document(_ root: OTIOObject) throws(InterchangeError) -> EditDocument {
        switch root.schema {
        case "Timeline": return try timeline(root)
        case "SerializableCollection": return try collection(root)
        case "Stack", "Track", "Sequence", "Clip":
            var document = EditDocument(name: try root.string("name"))
            frameRate = try firstRate(root, depth: 0)
            document.frameRate = frameRate
            document.tracks = try tracks(ofRoot: root)
            document.warnings = warnings.all
            return document
        default:
            throw InterchangeError("a document begins with a Timeline, and this one with '\(root.schema.shortened)'")
        }
    }

    private mutating func collection(_ root: OTIOObject) throws(InterchangeError) -> EditDocument {
        let children = try root.objects("children")
        guard let first = children.first(where: { $0.schema == "Timeline" }) else {
            throw InterchangeError("the collection has no Timeline in it")
        }
        if children.count > 1 {
            warnings.add("the collection has \(children.count) things in it; only the first timeline is read")
        }
        return try timeline(first)
    }

    private mutating func timeline(_ root: OTIOObject) throws(InterchangeError) -> EditDocument {
        var document = EditDocument(name: try root.string("name"))
        document.extras.metadata = try root.dictionary("metadata")
        document.extras.fields = root.leftovers(besides: ["name", "metadata", "global_start_time", "tracks"])
        guard let stack = try root.object("tracks") else {
            throw InterchangeError("a Timeline has a Stack of tracks", at: root.place("tracks"))
        }
        let start = try root.time("global_start_time")
        try readFormat(of: &document, start: start, stack: stack)
        readStart(of: &document, start)
        document.tracks = try tracks(ofRoot: stack)
        try readStack(stack, into: &document)
        document.warnings = warnings.all
        return document
    }

    /// What the timeline's own stack says beside its tracks.
    private mutating func readStack(_ stack: OTIOObject, into document: inout EditDocument) throws(InterchangeError) {
        let offset = try stack.range("source_range")?.start.time ?? .zero
        for marker in try stack.objects("markers") {
            document.markers.append(try self.marker(marker, from: offset, isChapter: true))
        }
        let known: Set = ["children", "source_range", "markers", "enabled", "name", "metadata", "effects"]
        var kept = stack.leftovers(besides: known)
        let metadata = try stack.dictionary("metadata")
        if !metadata.isEmpty { kept["metadata"] = .object(metadata) }
        let name = try stack.string("name")
        if !name.isEmpty, name != "tracks" { kept["name"] = .string(name) }
        document.extras.effects = try keptEffects(of: stack, called: "the timeline")
        if !kept.isEmpty { document.extras.fields["tracks"] = .object(kept) }
    }

    private mutating func readFormat(
        of document: inout EditDocument,
        start: OTIOTime?,
        stack: OTIOObject
    ) throws(InterchangeError) {
        let exact = takeMetadata(from: &document.extras, of: "the timeline")
        if let duration = ExactMetadata.time(exact?["frameDuration"]) { frameRate = FrameRate(frameDuration: duration) }
        if let width = exact?["width"]?.doubleValue, let height = exact?["height"]?.doubleValue {
            document.size = EditSize(width: width, height: height)
        }
        if frameRate == nil { frameRate = start.flatMap { FrameRate($0.rate) } }
        if frameRate == nil { frameRate = try firstRate(stack, depth: 0) }
        document.frameRate = frameRate
        if let start, let rate = FrameRate(start.rate) {
            let isDropFrame = exact?["dropFrame"]?.boolValue == true && TimecodeRate(rate, isDropFrame: true) != nil
            document.startTimecode = EditTimecode(frameNumber: 0, frameRate: rate, isDropFrame: isDropFrame)
        }
    }

    private mutating func readStart(of document: inout EditDocument, _ start: OTIOTime?) {
        guard let start, let frame = Int64(exactly: start.value.rounded()), document.startTimecode != nil else {
            if start != nil {
                warnings.add("the global_start_time is at a rate that no frames are at, and is left out")
            }
            return
        }
        document.startTimecode?.frameNumber = frame
        if !start.value.isInteger {
            warnings.add("the global_start_time is no whole number of frames; the nearest one, \(frame), is taken")
        }
    }

    /// The rate of the first item that shows pictures: documents do not say it elsewhere.
    private func firstRate(_ object: OTIOObject, depth: Int) throws(InterchangeError) -> FrameRate? {
        guard depth < DocumentLimits.nesting else { return nil }
        if object.schema == "Clip" || object.schema == "Gap" {
            return try object.range("source_range").flatMap { FrameRate($0.duration.rate) }
        }
        guard try object.string("kind") != EditTrack.Kind.audio.rawValue else { return nil }
        for child in try object.objects("children") {
            if let rate = try firstRate(child, depth: depth + 1) { return rate }
        }
        return nil
    }

    /// Takes what is ours out of the metadata. What a later version wrote stays there.
    mutating func takeMetadata(from extras: inout EditExtras, of name: String) -> JSONValue? {
        guard let value = extras.metadata[ExactMetadata.name] else { return nil }
        guard ExactMetadata.isReadable(value) else {
            warnings.add("the exact values of \(name) are of a version that is not known here; the plain ones count")
            return nil
        }
        extras.metadata[ExactMetadata.name] = nil
        return value
    }
}

extension EditSize {
    /// Nil unless both are whole numbers that a picture can have.
    init?(width: Double, height: Double) {
        guard let width = Int(exactly: width), let height = Int(exactly: height),
            (1...65_536).contains(width), (1...65_536).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}
