internal import CMTimeLib
internal import Foundation

/// What a muxer is told before the first sample.
struct MuxedHeader {
    let plan: SinkPlan
    let formats: [SinkFormat]
    let priming: Int

    /// Writes the header, and the covers behind it; the numbers of the tracks' streams.
    func write(to muxer: Muxer, _ packet: borrowing Packet) throws -> [Int] {
        var streams: [Int] = []
        for (track, format) in zip(plan.tracks, formats) {
            streams.append(try muxer.addStream(try parameters(track, format), facts(track)))
        }
        let tags = try SinkTags(plan.metadata)
        for text in tags.texts { try muxer.addMetadata(name(text.name), text.value) }
        let covers = hasCoverStreams ? tags.pictures : []
        if plan.fileType == .ogg {
            for picture in tags.pictures { try muxer.addMetadata("METADATA_BLOCK_PICTURE", Self.block(picture)) }
        }
        if plan.fileType == .mpegTransportStream {
            try muxer.addMetadata("service_provider", "AssetKit")
            muxer.setDelay(microseconds: 700_000)
        }
        try addChapters(to: muxer)
        let pictures = try covers.map { try addCover($0, to: muxer) }
        try muxer.writeHeader(options(hasTags: !tags.texts.isEmpty))
        for (stream, picture) in zip(pictures, covers) {
            let label = PacketLabel(presentationTicks: 0, decodeTicks: 0, isKey: true)
            try packet.fill(byteCount: picture.data.count, label) { $0.copyBytes(from: picture.data) }
            try muxer.write(packet, to: stream)
        }
        return streams
    }

    private func options(hasTags: Bool) -> KeyValuePairs<String, String> {
        switch plan.fileType {
        case .wav: ["rf64": "auto"]
        case .aiff, .aifc: hasTags ? ["write_id3v2": "1"] : [:]
        case .mp3: ["id3v2_version": "4", "write_id3v1": "0", "write_xing": "1"]
        default: [:]
        }
    }

    // MARK: Streams

    private func parameters(_ track: SinkTrack, _ format: SinkFormat) throws -> CodecParameters {
        var pictures = CodecParameters.PictureFacts()
        if track.mediaType == .video {
            pictures.pixelAspect = format.description.pixelShape
            pictures.color = format.description.pictureColor
            pictures.isInterlaced = format.description.scan?.isInterlaced
            pictures.isTopFieldFirst = format.description.scan?.isTopFirst
        }
        let isSound = track.mediaType == .audio
        return try CodecParameters(
            format.description,
            codecName: format.codec,
            codecPrivate: codecPrivate(format),
            pictures: pictures,
            priming: isSound ? priming : 0,
            tag: tag(format),
            timeBase: (1, isSound ? Int32(clamping: max(1, format.sampleRate)) : 90_000)
        )
    }

    /// What the header of Opus says is dropped is what the file has before its beginning.
    private func codecPrivate(_ format: SinkFormat) -> [UInt8] {
        guard format.codec == "opus", plan.fileType == .ogg,
            var header = try? OpusHeader(packet: format.codecPrivate[...])
        else { return format.codecPrivate }
        header.preSkip = priming
        return header.packet
    }

    /// AIFF-C names samples that plain AIFF has without a name.
    private func tag(_ format: SinkFormat) -> UInt32 {
        let codes = ["pcm_s16be": "twos", "pcm_s24be": "in24", "pcm_s32be": "in32"]
        guard plan.fileType == .aifc, let code = codes[format.codec] else { return 0 }
        return code.fourCharCode.byteSwapped
    }

    private func facts(_ track: SinkTrack) -> Muxer.StreamFacts {
        var facts = Muxer.StreamFacts()
        facts.isDefault = track.isDefault ?? track.isEnabled
        facts.isForced = track.isForced
        facts.frameRate = track.frameRate
        if let language = track.languageCode, plan.fileType == .mpegTransportStream {
            facts.metadata.append(("language", language))
        }
        return facts
    }

    // MARK: What is said of the file

    private var isVorbisComment: Bool { [.ogg, .flac].contains(plan.fileType) }
    private var hasCoverStreams: Bool { [.mp3, .flac].contains(plan.fileType) }

    /// FFmpeg translates the names that containers have names of their own for.
    private func name(_ name: String) -> String { isVorbisComment ? name.uppercased() : name }

    private func addChapters(to muxer: Muxer) throws {
        for (index, chapter) in plan.chapters.enumerated() {
            let (start, end) = (chapter.timeRange.start, chapter.timeRange.end)
            guard start.isNumeric, end.isNumeric else { continue }
            let milliseconds = SinkTimes.ticks(start, 1000)
            if plan.fileType == .flac {
                // The comments that Ogg files have for chapters, which FFmpeg writes there only.
                let number = "CHAPTER" + String(repeating: "0", count: max(0, 3 - "\(index)".count)) + "\(index)"
                try muxer.addMetadata(number, Self.clock(milliseconds))
                try muxer.addMetadata(number + "NAME", chapter.title)
            } else {
                try muxer.addChapter(chapter.title, start: milliseconds, end: SinkTimes.ticks(end, 1000))
            }
        }
    }

    private static func clock(_ milliseconds: Int64) -> String {
        func digits(_ number: Int64, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
        return clock + "." + digits(milliseconds % 1000, 3)
    }

    // MARK: Covers

    private func addCover(_ picture: SinkTags.Picture, to muxer: Muxer) throws -> Int {
        let size = Self.size(picture)
        let parameters = try CodecParameters(cover: picture.codec, width: size.width, height: size.height)
        var facts = Muxer.StreamFacts()
        facts.isCover = true
        facts.metadata = [("comment", "Cover (front)")]
        return try muxer.addStream(parameters, facts)
    }

    private static func size(_ picture: SinkTags.Picture) -> (width: Int, height: Int) {
        let bytes = picture.data
        if picture.isPNG, bytes.count >= 24 {
            func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
            return (max(1, number(16)), max(1, number(20)))
        }
        let size = (try? JPEGFrameHeader(bytes[...]))?.size
        return (max(1, size?.width ?? 1), max(1, size?.height ?? 1))
    }

    /// A picture as a comment of Ogg: the block of FLAC in Base64.
    private static func block(_ picture: SinkTags.Picture) -> String {
        let size = size(picture)
        var bytes: [UInt8] = []
        bytes.appendBig(UInt32(3))  // the front cover
        bytes.appendBig(UInt32(picture.mimeType.utf8.count))
        bytes.append(text: picture.mimeType)
        bytes.appendBig(UInt32(0))
        for number in [size.width, size.height, 24, 0, picture.data.count] { bytes.appendBig(UInt32(clamping: number)) }
        return Data(bytes + picture.data).base64EncodedString()
    }
}
