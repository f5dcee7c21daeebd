internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a muxer is told before the first sample.
struct MuxedHeader {
    let plan: SinkPlan
    let formats: [SinkFormat]
    let priming: Int

    /// Writes the header; the numbers of the tracks' streams.
    func write(to muxer: Muxer) throws -> [Int] {
        var streams: [Int] = []
        for (track, format) in zip(plan.tracks, formats) {
            streams.append(try muxer.addStream(try parameters(track, format), facts(track)))
        }
        // The muxer keeps one value for each key.
        var written: Set<String> = []
        for text in try SinkTags(plan.metadata).texts {
            guard let key = Self.key(of: text, in: plan.fileType), written.insert(key).inserted else { continue }
            try muxer.addMetadata(key, text.value)
        }
        if plan.fileType == .akMPEGTransportStream {
            try muxer.addMetadata("service_provider", "AssetKit")
            muxer.setDelay(microseconds: 700_000)
        }
        try muxer.writeHeader(options)
        return streams
    }

    private var options: KeyValuePairs<String, String> {
        switch plan.fileType {
        case .wav: ["rf64": "auto"]
        // The tag in front is ours.
        case .mp3: ["id3v2_version": "0", "write_id3v1": "0", "write_xing": "1"]
        default: [:]
        }
    }

    /// Under which name the muxer takes a text and has a place for it; nil where it has none.
    static func key(of text: SinkTags.Text, in type: AVFileType) -> String? {
        switch type {
        case .wav:
            let own = text.origin.space == .riff && text.usual == nil ? text.origin.key : nil
            return (text.usual?.key(in: .riff) ?? own).flatMap { informationKeys.contains($0) ? $0 : nil }
        case .aiff, .aifc: return ["title", "author", "copyright", "comment"].first { $0 == text.name }
        case .akMPEGTransportStream, .au: return MetadataRoom(type).names.first { $0 == text.name }
        default: return nil
        }
    }

    /// What FFmpeg writes into the information chunk of WAVE files.
    private static let informationKeys: Set<String> = [
        "IARL", "IART", "ICMS", "ICMT", "ICOP", "ICRD", "ICRP", "IDIM", "IDPI", "IENG", "IGNR", "IKEY", "ILGT", "ILNG",
        "IMED", "INAM", "IPLT", "IPRD", "IPRT", "ISBJ", "ISFT", "ISHP", "ISMP", "ISRC", "ISRF", "ITCH",
    ]

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
            codecName: format.codec.rawValue,
            codecPrivate: codecPrivate(format),
            pictures: pictures,
            priming: isSound ? priming : 0,
            tag: tag(format),
            timeBase: (1, isSound ? Int32(clamping: max(1, format.sampleRate)) : 90_000)
        )
    }

    /// What the header of Opus says is dropped is what the file has before its beginning.
    private func codecPrivate(_ format: SinkFormat) -> [UInt8] {
        guard format.codec == .opus, plan.fileType == .akOgg,
            var header = try? OpusHeader(packet: format.codecPrivate[...])
        else { return format.codecPrivate }
        header.preSkip = priming
        return header.packet
    }

    /// The code that AIFF-C has for PCM; plain AIFF has none.
    private func tag(_ format: SinkFormat) -> UInt32 {
        let codes: [MediaCodec: String] = [.pcmS16BE: "twos", .pcmS24BE: "in24", .pcmS32BE: "in32"]
        guard plan.fileType == .aifc, let code = codes[format.codec] else { return 0 }
        return code.fourCharCode.byteSwapped
    }

    private func facts(_ track: SinkTrack) -> Muxer.StreamFacts {
        var facts = Muxer.StreamFacts()
        facts.isDefault = track.isDefault ?? track.isEnabled
        facts.isForced = track.isForced
        facts.frameRate = track.frameRate
        if let language = track.languageCode, plan.fileType == .akMPEGTransportStream {
            facts.metadata.append(("language", language))
        }
        return facts
    }
}
