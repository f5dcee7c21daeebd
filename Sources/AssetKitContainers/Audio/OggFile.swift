package import AssetKitBase
internal import CMTimeLib

/// Ogg with Vorbis, Opus, FLAC or Speex in it.
package enum OggFile {
    package static func read(
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        limits: RawAudioLimits,
        from start: Int64 = 0
    ) throws -> RawAudioFile {
        var reader = OggReader(window, from: start, limits: limits)
        try reader.readHeaders()
        guard !reader.streams.isEmpty else { throw RawAudioError.notRecognised }
        // The last page knows the length, unless it belongs to a stream that the start of the file does not know.
        if try effort.isScan || !reader.readLastPages() { try reader.readAll(effort: effort) }
        return try file(reader, audioStart: start)
    }

    /// The places, among the streams of the file, of those with Vorbis whose sound is all on one page; none of chains,
    /// whose links FFmpeg takes for one stream. Only the beginning of the file is read, and its end where there is one.
    package static func vorbisOfOnePage(_ window: ByteWindow, limits: RawAudioLimits = RawAudioLimits()) throws -> Set<
        Int
    > {
        var reader = OggReader(window, from: 0, limits: limits)
        try reader.readHeaders()
        let streams = reader.streams
        let found = Set(streams.indices.filter { streams[$0].codec == .vorbis && streams[$0].isOnePage })
        return try found.isEmpty || reader.hasMoreLinks(behind: found) ? [] : found
    }

    private static func file(_ reader: OggReader, audioStart: Int64) throws -> RawAudioFile {
        guard let main = reader.streams.first(where: \.isAudio) ?? reader.streams.first else {
            throw RawAudioError.notRecognised
        }
        var file = RawAudioFile(.ogg)
        file.formatCode = formatCode(main.codec)
        file.sampleRate = Double(main.sampleRate)
        file.channelCount = main.channelCount
        file.bitsPerSample = main.bitsPerSample
        file.setup = main.setup
        file.streamCount = reader.streams.count
        file.linkCount = reader.linkCount
        file.problems = reader.problems
        file.index = reader.index
        let end = reader.end ?? audioStart
        file.audio = ByteExtent(offset: audioStart, count: max(0, end - audioStart))
        for comment in reader.streams.compactMap(\.comment) {
            file.entries += comment.entries
            if !comment.vendor.isEmpty { file.entries.append(TagEntry(.vorbis, "VENDOR", .text(comment.vendor))) }
            if file.chapters.isEmpty { file.chapters = comment.chapters }
            file.problems.add(comment.problems)
        }
        count(reader, main, into: &file)
        return file
    }

    /// One stream per link carries the sound; the links add up.
    private static func count(_ reader: OggReader, _ main: OggStream, into file: inout RawAudioFile) {
        var total: Int64 = 0
        var isCertain = true
        var packets: Int64 = 0
        for link in 0..<reader.linkCount {
            guard let stream = reader.streams.first(where: { $0.link == link && $0.codec == main.codec }),
                let (count, certain) = stream.sampleCount
            else {
                isCertain = false
                continue
            }
            let isSameRate = stream.sampleRate == main.sampleRate
            let scaled =
                isSameRate ? Double(count) : Double(count) * file.sampleRate / Double(max(1, stream.sampleRate))
            guard scaled.isFinite, scaled < 0x1p50 else {
                isCertain = false
                continue
            }
            total += isSameRate ? count : Int64(scaled)
            isCertain = isCertain && certain && isSameRate
            packets += stream.packetCount
        }
        guard main.isAudio, main.lastGranule != nil else { return }
        file.priming = main.preSkip
        file.decodedSampleCount = total + main.preSkip
        file.remainder = main.firstPageDuration == nil && main.codec != .flac ? nil : 0
        file.certainty = isCertain ? .exact : .estimated
        if reader.isWhole { file.frameCount = packets }
    }

    private static func formatCode(_ codec: OggStream.Codec) -> UInt32? {
        switch codec {
        case .vorbis: "vorb".fourCharCode
        case .opus: "Opus".fourCharCode
        case .flac: "fLaC".fourCharCode
        case .speex: "spex".fourCharCode
        case .theora: "theo".fourCharCode
        case .skeleton, .unknown: nil
        }
    }
}
