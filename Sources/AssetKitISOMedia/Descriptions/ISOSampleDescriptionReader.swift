/// Reads `stsd`.
struct ISOSampleDescriptionReader {
    let handler: ISOCode
    let context: ISOReadingContext
    /// Such as "track 2", for warnings.
    let name: String

    /// All entries. One that cannot be read is left out with a warning; its samples then have no description.
    func read(_ fields: ISOFields) throws -> [ISOSampleDescription?] {
        var fields = fields
        let version = try fields.versionAndFlags().version
        let count = Int(try fields.u32())
        var result: [ISOSampleDescription?] = []
        while result.count < min(count, context.limits.descriptionsPerTrack), let (format, content) = fields.nextBox() {
            try context.reserve(content.remaining)
            let entry = try context.attempt("\(name): the sample description '\(format)'") {
                try self.entry(format, content, version: version)
            }
            result.append(entry)
        }
        if result.count < count { context.warn("\(name): stsd has \(result.count) of \(count) sample descriptions") }
        return result
    }

    private func entry(_ format: ISOCode, _ content: ISOFields, version: UInt8) throws -> ISOSampleDescription {
        var fields = content
        try fields.skip(6)
        let reference = try fields.u16()
        let details: ISOSampleDescription.Details
        var extensions: [ISOExtension] = []
        switch handler {
        case "vide", "pict", "auxv", "jpeg": details = .visual(try ISOVisualDescription(&fields))
        case "soun": details = .sound(try ISOSoundDescription(&fields, boxVersion: version))
        case "tmcd": details = .timeCode(try ISOTimeCodeDescription(&fields))
        default: details = try otherDetails(format, &fields)
        }
        if case .other = details {} else { extensions = ISOExtension.all(in: &fields) }
        if case .other = details, Self.startsWithBoxes.contains(format) { extensions = ISOExtension.all(in: &fields) }
        return ISOSampleDescription(
            format: format,
            dataReferenceIndex: reference,
            details: Self.complete(details, with: extensions),
            extensions: extensions,
            protection: extensions.first { $0.type == "sinf" }.map { ISOProtection($0.fields) },
            entry: Self.whole(format, content)
        )
    }

    private static func whole(_ format: ISOCode, _ content: ISOFields) -> [UInt8] {
        var bytes = ISOBytes()
        bytes.box(format, content: content.copy())
        return bytes.bytes
    }

    /// Formats whose entry has nothing but boxes behind its head.
    private static let startsWithBoxes: Set<ISOCode> = [
        "wvtt", "c608", "c708", "mp4s", "mebx", "gpmd", "encs", "enct", "encm", "urim", "evte",
    ]

    private func otherDetails(_ format: ISOCode, _ fields: inout ISOFields) throws -> ISOSampleDescription.Details {
        if format == "tmcd" { return .timeCode(try ISOTimeCodeDescription(&fields)) }
        if let text = try ISOTextDescription(format, &fields) { return .text(text) }
        var rest = fields
        return .other(rest.rest())
    }

    /// Some facts of the fixed part are told by boxes behind it.
    private static func complete(
        _ details: ISOSampleDescription.Details,
        with extensions: [ISOExtension]
    ) -> ISOSampleDescription.Details {
        switch details {
        case .visual(var visual):
            visual.complete(with: extensions)
            return .visual(visual)
        case .sound(var sound):
            sound.complete(with: extensions)
            return .sound(sound)
        case .timeCode(var timeCode):
            timeCode.complete(with: extensions)
            return .timeCode(timeCode)
        case .text, .other: return details
        }
    }
}
