/// Reads `trak`.
struct ISOTrackReader {
    private let context: ISOReadingContext
    /// How the track is called in warnings until its number is known, and after.
    private let name: String

    init(_ context: ISOReadingContext, number: Int) {
        self.context = context
        name = "track \(number)"
    }

    /// The track; nil when it has not even the boxes that tell of its media.
    func read(_ box: ISOBox) throws -> ISOTrack? {
        var track = ISOTrack()
        let children = try context.boxes(in: box.content, of: box.type)
        guard let media = children.first(where: { $0.type == "mdia" }) else {
            context.warn("\(name) has no media and is left out")
            return nil
        }
        if let header = children.first(where: { $0.type == "tkhd" }) {
            try read("tkhd", header, 4096) { track.header = try ISOTrackHeader($0) }
        } else {
            context.warn("\(name) has no header ('tkhd')")
        }
        var metadata = ISOMetadataReader(context)
        for child in children {
            switch child.type {
            case "edts": try readEdits(child, into: &track)
            case "tref": try read("tref", child, 1 << 20) { track.references = try ISOTrackReference.all(in: $0) }
            case "tapt": try readApertures(child, into: &track)
            case "udta": try metadata.readUserData(child)
            case "meta": try metadata.readMeta(child)
            default: break
            }
        }
        track.metadata = metadata.entries
        try readMedia(media, into: &track)
        return track
    }

    private func read(_ type: ISOCode, _ box: ISOBox, _ limit: Int, _ body: (ISOFields) throws -> Void) throws {
        _ = try context.attempt("\(name): \(type)") { try body(try context.content(of: box, limit: limit)) }
    }

    private func readEdits(_ box: ISOBox, into track: inout ISOTrack) throws {
        guard let list = try context.boxes(in: box.content, of: box.type).first(where: { $0.type == "elst" }) else {
            return
        }
        let limit = context.limits.editsPerTrack
        try read("elst", list, context.limits.boxBytes) { track.edits = try ISOEditList($0, limit: limit) }
        guard let edits = track.edits else { return }
        try context.reserve(edits.edits.count * MemoryLayout<ISOEditList.Edit>.stride)
        if edits.isCut { context.warn("\(name): elst has only \(edits.edits.count) of its edits") }
    }

    private func readApertures(_ box: ISOBox, into track: inout ISOTrack) throws {
        for child in try context.boxes(in: box.content, of: box.type)
        where ["clef", "prof", "enof"].contains(child.type) {
            try read(child.type, child, 4096) { track.apertures[child.type] = try ISOSize($0) }
        }
    }

    private func readMedia(_ box: ISOBox, into track: inout ISOTrack) throws {
        // The header first: what the others say is added to it.
        let boxes = try context.boxes(in: box.content, of: box.type)
        let children = boxes.filter { $0.type == "mdhd" } + boxes.filter { $0.type != "mdhd" }
        for child in children {
            switch child.type {
            case "mdhd": try read("mdhd", child, 4096) { track.media = try ISOMediaHeader($0) }
            case "hdlr": try read("hdlr", child, 1 << 16) { track.handler = try ISOHandler($0) }
            case "elng":
                try read("elng", child, 4096) { content in
                    var fields = content
                    _ = try fields.versionAndFlags()
                    track.media.extendedLanguage = ISOText.text(fields.untilZero())
                }
            default: break
            }
        }
        if track.media.timescale == 0 {
            context.warn("\(name) has a timescale of 0; it is taken for 1")
            track.media.timescale = 1
        }
        for child in children where child.type == "minf" { try readMediaInformation(child, into: &track) }
    }

    private func readMediaInformation(_ box: ISOBox, into track: inout ISOTrack) throws {
        for child in try context.boxes(in: box.content, of: box.type) {
            switch child.type {
            case "dinf":
                for entry in try context.boxes(in: child.content, of: child.type) where entry.type == "dref" {
                    try read("dref", entry, 1 << 20) {
                        track.dataReferences = try ISODataReference.all(in: $0, limit: 4096)
                    }
                }
            case "vmhd":
                try read("vmhd", child, 4096) { content in
                    var fields = content
                    _ = try fields.versionAndFlags()
                    track.graphicsMode = try fields.u16()
                }
            case "stbl": try readSamples(child, into: &track)
            default: break
            }
        }
    }

    private func readSamples(_ box: ISOBox, into track: inout ISOTrack) throws {
        let children = try context.boxes(in: box.content, of: box.type)
        if let box = children.first(where: { $0.type == "stsd" }) {
            let reader = ISOSampleDescriptionReader(handler: track.handler.type, context: context, name: name)
            try read("stsd", box, context.limits.descriptionBytes) { track.descriptions = try reader.read($0) }
        } else {
            context.warn("\(name) has no sample descriptions")
        }
        track.samples = try ISOSampleTableReader.read(children, name: name, in: context)
    }
}
