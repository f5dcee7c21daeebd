/// Writes `moov`.
package struct ISOMovieWriter {
    package let content: ISOMovieContent

    package init(content: ISOMovieContent) {
        self.content = content
    }

    /// The whole box.
    package func bytes() throws(ISOWritingError) -> [UInt8] {
        var bytes = ISOBytes()
        // At once for all tracks: a header of a long film is too large to be moved again and again.
        bytes.reserve(content.tracks.reduce(4096) { $0 + $1.table.roughBoxBytes })
        try write(to: &bytes)
        return bytes.bytes
    }

    /// The whole box, counted.
    package func counted() throws(ISOWritingError) -> ISOBytes {
        var bytes = ISOBytes.counting
        try write(to: &bytes)
        return bytes
    }

    /// Hands the whole box on, a megabyte at a time. `counted` is what ``counted()`` gives.
    package func write(_ counted: ISOBytes, _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        var bytes = ISOBytes(counted: counted, receive)
        try write(to: &bytes)
        try bytes.finish()
    }

    private func write(to bytes: inout ISOBytes) throws(ISOWritingError) {
        try bytes.box("moov") { bytes throws(ISOWritingError) in
            writeHeader(to: &bytes)
            for track in content.tracks { try write(track, to: &bytes) }
            if content.isFragmented { writeFragmentDefaults(to: &bytes) }
            let metadata = ISOMetadataWriter(entries: content.metadata, isQuickTime: content.isQuickTime)
            try metadata.writeUserData(to: &bytes) { writeListedChapters(to: &$0) }
            try metadata.writeKeys(to: &bytes)
        }
    }

    private func writeHeader(to bytes: inout ISOBytes) {
        let isWide = max(content.duration, content.creationTime) > UInt64(UInt32.max) - 1
        bytes.fullBox("mvhd", version: isWide ? 1 : 0) { bytes in
            bytes.unsigned(content.creationTime, isWide: isWide)
            bytes.unsigned(content.creationTime, isWide: isWide)
            bytes.u32(content.timescale)
            bytes.unsigned(content.duration, isWide: isWide)
            bytes.u32(0x10000)
            bytes.u16(0x100)
            bytes.zeros(10)
            for value in ISOMatrix.identity.values { bytes.integer(value) }
            bytes.zeros(24)
            bytes.u32((content.tracks.map(\.id).max() ?? 0) + 1)
        }
    }

    private func writeFragmentDefaults(to bytes: inout ISOBytes) {
        bytes.box("mvex") { bytes in
            for track in content.tracks {
                bytes.fullBox("trex") { bytes in
                    [track.id, 1, 0, 0, 0].forEach { bytes.u32($0) }
                }
            }
        }
    }

    /// Nero's chapters: at most 255, their titles of at most 255 bytes.
    private func writeListedChapters(to bytes: inout ISOBytes) {
        guard !content.listedChapters.isEmpty else { return }
        let chapters = content.listedChapters.prefix(255)
        bytes.fullBox("chpl", version: 1) { bytes in
            bytes.u32(0)
            bytes.u8(UInt8(chapters.count))
            for chapter in chapters {
                bytes.u64(chapter.start)
                let title = ISOMovieWriter.cut(chapter.title, to: 255)
                bytes.u8(UInt8(title.count))
                bytes.append(title)
            }
        }
    }

    /// The beginning of a text in so many bytes, without a torn character.
    package static func cut(_ text: String, to limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in text.unicodeScalars {
            let next = Array(String(character).utf8)
            guard bytes.count + next.count <= limit else { break }
            bytes += next
        }
        return bytes
    }

    // MARK: Tracks

    private func write(_ track: ISOTrackContent, to bytes: inout ISOBytes) throws(ISOWritingError) {
        try bytes.box("trak") { bytes throws(ISOWritingError) in
            writeTrackHeader(track, to: &bytes)
            Self.writeEdits(track.edits, to: &bytes)
            if !track.references.isEmpty {
                bytes.box("tref") { bytes in
                    for reference in track.references {
                        bytes.box(reference.type) { bytes in reference.trackIDs.forEach { bytes.u32($0) } }
                    }
                }
            }
            try writeMedia(track, to: &bytes)
            var entries = track.metadata
            let name = ISOMetadataEntry.Key.code("name")
            if let title = track.title, !entries.contains(where: { $0.key == name }) {
                entries.append(ISOMetadataEntry(keySpace: .quickTimeUserData, key: name, value: .text(title)))
            }
            let metadata = ISOMetadataWriter(entries: entries, isQuickTime: content.isQuickTime)
            try metadata.writeUserData(to: &bytes)
            try metadata.writeKeys(to: &bytes)
        }
    }

    private func writeTrackHeader(_ track: ISOTrackContent, to bytes: inout ISOBytes) {
        let isWide = max(track.duration, content.creationTime) > UInt64(UInt32.max) - 1
        let flags: UInt32 = (track.isEnabled ? 1 : 0) | 2
        bytes.fullBox("tkhd", version: isWide ? 1 : 0, flags: flags) { bytes in
            bytes.unsigned(content.creationTime, isWide: isWide)
            bytes.unsigned(content.creationTime, isWide: isWide)
            bytes.u32(track.id)
            bytes.u32(0)
            bytes.unsigned(track.duration, isWide: isWide)
            bytes.zeros(8)
            bytes.u16(0)
            bytes.integer(track.alternateGroup)
            bytes.integer(track.volume)
            bytes.u16(0)
            for value in track.matrix { bytes.integer(value) }
            bytes.u32(track.width)
            bytes.u32(track.height)
        }
    }

    static func writeEdits(_ edits: [ISOEditList.Edit], to bytes: inout ISOBytes) {
        guard !edits.isEmpty else { return }
        let isWide = edits.contains { $0.duration > UInt64(UInt32.max) || Int32(exactly: $0.mediaTime) == nil }
        bytes.box("edts") { bytes in
            bytes.fullBox("elst", version: isWide ? 1 : 0) { bytes in
                bytes.u32(UInt32(edits.count))
                for edit in edits {
                    bytes.unsigned(edit.duration, isWide: isWide)
                    bytes.unsigned(UInt64(bitPattern: edit.mediaTime), isWide: isWide)
                    bytes.integer(edit.rate)
                }
            }
        }
    }

    private func writeMedia(_ track: ISOTrackContent, to bytes: inout ISOBytes) throws(ISOWritingError) {
        let duration = UInt64(max(0, track.table.isEmpty ? 0 : track.table.decodeEnd - track.table.firstDecodeTicks))
        let isWide = max(duration, content.creationTime) > UInt64(UInt32.max) - 1
        try bytes.box("mdia") { bytes throws(ISOWritingError) in
            bytes.fullBox("mdhd", version: isWide ? 1 : 0) { bytes in
                bytes.unsigned(content.creationTime, isWide: isWide)
                bytes.unsigned(content.creationTime, isWide: isWide)
                bytes.u32(track.timescale)
                bytes.unsigned(duration, isWide: isWide)
                bytes.u16((ISOLanguage(tag: track.languageCode) ?? unknownLanguage).packed)
                bytes.u16(0)
            }
            writeHandler(track.handler, component: "mhlr", to: &bytes)
            if let tag = track.extendedLanguageTag { bytes.fullBox("elng") { $0.terminated(tag) } }
            try writeMediaInformation(track, to: &bytes)
        }
    }

    private var unknownLanguage: ISOLanguage { content.isQuickTime ? .unspecified : .undetermined }

    private static let handlerNames: [ISOCode: String] = [
        "vide": "Video", "soun": "Sound", "text": "Text", "sbtl": "Subtitles", "subt": "Subtitles",
        "clcp": "Closed captions", "tmcd": "Time code", "meta": "Metadata", "url ": "Data",
    ]

    private func writeHandler(_ type: ISOCode, component: ISOCode, to bytes: inout ISOBytes) {
        let name = Array((Self.handlerNames[type] ?? "Media").utf8)
        bytes.fullBox("hdlr") { bytes in
            if content.isQuickTime { bytes.code(component) } else { bytes.u32(0) }
            bytes.code(type)
            bytes.zeros(12)
            // A count in front in QuickTime, a zero behind in ISO.
            if content.isQuickTime { bytes.u8(UInt8(name.count)) }
            bytes.append(name)
            if !content.isQuickTime { bytes.u8(0) }
        }
    }

    private func writeMediaInformation(_ track: ISOTrackContent, to bytes: inout ISOBytes) throws(ISOWritingError) {
        try bytes.box("minf") { bytes throws(ISOWritingError) in
            writeMediaHeader(track, to: &bytes)
            if content.isQuickTime { writeHandler("url ", component: "dhlr", to: &bytes) }
            bytes.box("dinf") { bytes in
                bytes.fullBox("dref") { bytes in
                    bytes.u32(1)
                    bytes.fullBox("url ", flags: 1) { _ in }
                }
            }
            try bytes.box("stbl") { bytes throws(ISOWritingError) in
                guard track.table.largestOffset >= 0 else { throw .tooMuch("a sample lies before the file") }
                bytes.fullBox("stsd") { bytes in
                    bytes.u32(UInt32(track.entries.count))
                    for entry in track.entries { bytes.append(entry) }
                }
                let isWide = track.table.largestOffset > Int64(UInt32.max)
                track.table.write(to: &bytes, roll: track.roll, isWide: isWide, isQuickTime: content.isQuickTime)
            }
        }
    }

    private func writeMediaHeader(_ track: ISOTrackContent, to bytes: inout ISOBytes) {
        let handler = track.handler
        switch handler {
        case "vide", "auxv":
            bytes.fullBox("vmhd", flags: 1) { bytes in
                bytes.u16(track.graphicsMode)
                bytes.zeros(6)
            }
        case "soun": bytes.fullBox("smhd") { $0.zeros(4) }
        case "subt": bytes.fullBox("sthd") { _ in }
        default:
            // QuickTime's own media have its header in MP4 too.
            let isOwn = handler == "tmcd" || track.entries.contains { $0.dropFirst(4).starts(with: "text".utf8) }
            guard content.isQuickTime || isOwn else { return bytes.fullBox("nmhd") { _ in } }
            bytes.box("gmhd") { bytes in
                bytes.fullBox("gmin") { bytes in
                    bytes.u16(0x40)
                    [0x8000, 0x8000, 0x8000].forEach { (value: UInt16) in bytes.u16(value) }
                    bytes.zeros(4)
                }
                if handler == "text" {
                    bytes.box("text") { bytes in
                        for value in ISOMatrix.identity.values { bytes.integer(value) }
                    }
                }
                if handler == "tmcd" { bytes.box("tmcd") { Self.writeTimeCodeInformation(to: &$0) } }
            }
        }
    }

    /// How a time code would be drawn: with the system's font, white on black.
    private static func writeTimeCodeInformation(to bytes: inout ISOBytes) {
        bytes.fullBox("tcmi") { bytes in
            [0, 0, 12, 0].forEach { bytes.u16($0) }
            [0, 0, 0, 0xffff, 0xffff, 0xffff].forEach { bytes.u16($0) }
            bytes.u8(0)
        }
    }
}
