internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Media as FFmpeg's demuxers tell it: for every container that has no reader of its own here.
package enum DemuxedMedia {
    static func inspect(
        _ source: any AKByteSource,
        _ input: MediaInput,
        isPrecise: Bool,
        flag: CancellationFlag
    ) throws -> MediaFacts {
        let demuxer = try openedDemuxer(source, input, flag: flag)
        var facts = MediaFacts()
        facts.container = demuxer.formatName
        facts.byteCount = try source.length
        facts.fileType = facts.containerTraits.fileType
        facts.tracks = demuxer.streams.filter { !$0.disposition.contains(.attachedPicture) }.map(track)
        makeIdentifiersUnique(&facts.tracks)
        facts.startTime = startTime(demuxer, facts.tracks)
        facts.metadata = demuxer.metadata.map(entry) + covers(demuxer)
        if facts.knownContainer == .mp3 {
            for index in facts.tracks.indices { facts.tracks[index].timeRange.start = .zero }
        }
        for index in facts.tracks.indices where facts.tracks[index].timeRange.start.isNumeric {
            let start = facts.tracks[index].timeRange.start - facts.startTime
            facts.tracks[index].timeRange.start = start
        }
        facts.duration = duration(demuxer, facts)
        try scan(demuxer, &facts, input, isPrecise: isPrecise, flag: flag)
        for index in facts.tracks.indices { completeTimeRange(&facts.tracks[index], facts) }
        facts.chapters = chapters(demuxer, facts)
        if facts.knownContainer == .hls { facts.variants = try HLSVariant.variants(in: source) }
        return facts
    }

    /// The chapters on the asset's timeline; one without an end lasts to the next one, the last to the end.
    private static func chapters(_ demuxer: Demuxer, _ facts: MediaFacts) -> [Chapter] {
        let stretches = demuxer.chapters.sorted { time($0.start, $0.timeBase) < time($1.start, $1.timeBase) }
        return stretches.enumerated().compactMap { index, stretch in
            let start = time(stretch.start, stretch.timeBase) - facts.startTime
            let stated = stretch.end > stretch.start ? time(stretch.end, stretch.timeBase) - facts.startTime : .invalid
            let next =
                stretches.indices.contains(index + 1)
                ? time(stretches[index + 1].start, stretches[index + 1].timeBase) - facts.startTime : facts.duration
            let end = stated.isNumeric ? stated : next
            guard start.isNumeric, end.isNumeric, end >= start else { return nil }
            return Chapter(title: stretch.title, timeRange: CMTimeRange(start: start, end: end))
        }
    }

    /// FFmpeg rounds the start to microseconds; the track that it comes from has it exactly.
    private static func startTime(_ demuxer: Demuxer, _ tracks: [TrackFacts]) -> CMTime {
        // FFmpeg gives the encoder's delay as the start. It is not presented, and MP3 stores no times at all.
        guard demuxer.knownContainer != .mp3, let microseconds = demuxer.startMicroseconds else { return .zero }
        // The clock of a transport stream counts up to a number that is no whole number of microseconds.
        if demuxer.clockOffset > 0 { return tracks.map(\.timeRange.start).filter(\.isNumeric).min() ?? .zero }
        let start = CMTime(value: microseconds, timescale: 1_000_000)
        let exact = tracks.map(\.timeRange.start).first {
            $0.isNumeric && $0.convertScale(1_000_000, method: .roundHalfAwayFromZero) == start
        }
        return exact ?? start
    }

    private static func duration(_ demuxer: Demuxer, _ facts: MediaFacts) -> CMTime {
        let ends = facts.tracks.map(\.timeRange).filter { $0.duration.isNumeric }.map(\.end)
        if let end = ends.max(), !demuxer.durationIsEstimate { return end }
        return demuxer.durationMicroseconds.map { CMTime(value: $0, timescale: 1_000_000) } ?? .indefinite
    }

    /// A track whose own end is not known lasts as long as the file.
    private static func completeTimeRange(_ track: inout TrackFacts, _ facts: MediaFacts) {
        if !track.timeRange.duration.isNumeric, facts.duration.isNumeric {
            track.timeRange = CMTimeRange(start: track.timeRange.start, end: facts.duration)
        }
        guard track.timeRange.isValid else { return }
        // The media's own timeline is the stored one.
        let stored = CMTimeRange(start: track.timeRange.start + facts.startTime, duration: track.timeRange.duration)
        track.segments = [CMTimeMapping(source: stored, target: track.timeRange)]
        if let count = track.sampleCount, track.video != nil, track.video?.nominalFrameRate == 0 {
            let seconds = track.timeRange.duration.seconds
            if seconds > 0 { track.video?.nominalFrameRate = Double(count) / seconds }
        }
    }

    // MARK: Tracks

    /// Some containers give all their tracks the same number; then they are numbered by their place.
    private static func makeIdentifiersUnique(_ tracks: inout [TrackFacts]) {
        guard Set(tracks.map(\.trackID)).count < tracks.count else { return }
        for index in tracks.indices { tracks[index].trackID = Int32((tracks[index].streamIndex ?? index) + 1) }
    }

    static func track(_ stream: DemuxedStream) -> TrackFacts {
        let codec = stream.traits
        let timeBase = stream.timeBase
        let isByIdentifier = stream.identifier > 0 && stream.identifier <= Int(Int32.max)
        var facts = TrackFacts(
            trackID: isByIdentifier ? Int32(stream.identifier) : Int32(stream.index + 1),
            streamIndex: stream.index,
            mediaType: mediaType(of: stream)
        )
        facts.codec = codec.code
        facts.codecName = codec.title
        facts.traits = stream.traits
        facts.isDecodable = stream.hasDecoder
        facts.profile = stream.profileName
        facts.timescale = timeBase.numerator == 1 ? timeBase.denominator : Int32(clamping: Int64(timeBase.denominator))
        // For sound some headers count frames of PCM, not packets.
        facts.sampleCount = stream.kind == .video ? stream.sampleCount : nil
        facts.estimatedDataRate = Double(stream.declaredBitRate ?? 0)
        facts.timeRange = CMTimeRange(
            start: stream.startTicks.map { time($0, timeBase) } ?? .zero,
            duration: stream.durationTicks.map { time($0, timeBase) } ?? .indefinite
        )
        describe(stream.metadata, stream.disposition, in: &facts)
        switch facts.mediaType {
        case .video: describePictures(stream, in: &facts)
        case .audio: describeSound(stream, in: &facts)
        default: break
        }
        // What is wrong with the codec's header shows when samples are decoded; here FFmpeg's own reading stands.
        let record = stream.codecPrivate
        if !record.isEmpty { _ = CodecHeaders.describe(&facts, record: record, form: .codecPrivate) }
        CodecHeaders.describeCodec(of: &facts)
        facts.descriptions = [description(of: facts, record)]
        return facts
    }

    /// The description of samples, as a file with a header would have it.
    private static func description(of facts: TrackFacts, _ record: [UInt8]) -> SampleDescriptionFacts {
        var record = record
        if facts.knownCodec == .aac, record.isEmpty, let audio = facts.audio {
            record =
                CodecAtoms.audioSpecificConfig(
                    profile: facts.profile,
                    sampleRate: Int(audio.sampleRate),
                    channelCount: audio.channelCount
                ) ?? []
        }
        return SampleDescriptionFacts(
            codec: facts.codec,
            atoms: CodecAtoms.atoms(of: facts.knownCodec, codecPrivate: record)
        )
    }

    static func time(_ ticks: Int64, _ timeBase: (numerator: Int32, denominator: Int32)) -> CMTime {
        // A tick such as 1001/30000 makes a CMTime of 1001 units.
        let value = ticks.multipliedReportingOverflow(by: Int64(timeBase.numerator))
        return value.overflow ? .invalid : CMTime(value: value.partialValue, timescale: timeBase.denominator)
    }

    private static func mediaType(of stream: DemuxedStream) -> AVMediaType {
        switch stream.kind {
        case .video: .video
        case .audio: .audio
        case .subtitle: stream.knownCodec == .cea608 ? .closedCaption : .subtitle
        case .data, .attachment, .unknown: .metadata
        }
    }

    private static func describe(
        _ metadata: [(key: String, value: String)],
        _ disposition: DemuxedStream.Disposition,
        in facts: inout TrackFacts
    ) {
        for (key, value) in metadata {
            switch key.lowercased() {
            case "language": facts.languageCode = value
            case "title", "handler_name": facts.title = value
            case "encoder": facts.encoder = value
            case "timecode": facts.startTimecode = value
            default: facts.metadata.append(entry(key: key, value: value))
            }
        }
        facts.isDefault = disposition.contains(.default)
        facts.isForced = disposition.contains(.forced)
        if disposition.contains(.hearingImpaired) {
            facts.characteristics.formUnion(
                facts.mediaType == .audio
                    ? [.enhancesSpeechIntelligibility]
                    : [.transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility]
            )
        }
        if disposition.contains(.visualImpaired) { facts.characteristics.insert(.describesVideoForAccessibility) }
        if disposition.contains(.dub) { facts.characteristics.insert(.dubbedTranslation) }
        if disposition.contains(.original) { facts.characteristics.insert(.isOriginalContent) }
        if disposition.contains(.comment) { facts.characteristics.insert(.isAuxiliaryContent) }
    }

    private static func describePictures(_ stream: DemuxedStream, in facts: inout TrackFacts) {
        let format = stream.pictureFormat
        var video = VideoFacts()
        video.codedWidth = format.width
        video.codedHeight = format.height
        if let aspect = format.pixelAspect {
            video.pixelAspect = VideoFacts.PixelAspect(horizontal: aspect.horizontal, vertical: aspect.vertical)
        }
        video.naturalSize = video.sizeWithSquarePixels
        if let rate = format.declaredRate { video.nominalFrameRate = Double(rate.frames) / Double(rate.seconds) }
        video.bitDepth = format.bitDepth
        video.chroma = format.chroma
        // All GIFs are decoded with alpha; the first picture says whether there is any.
        video.alpha = format.hasAlpha && stream.knownCodec != .gif ? VideoFacts.Alpha() : nil
        video.primaries = format.primaries
        video.transfer = format.transfer
        video.matrix = format.matrix
        video.range = format.range
        video.fieldCount = format.isInterlaced.map { $0 ? 2 : 1 }
        video.isTopFieldFirst = format.isTopFieldFirst
        if let display = format.masteringDisplay, display.luminances.count == 2 {
            video.masteringDisplay = VideoFacts.MasteringDisplay(
                chromaticities: display.chromaticities,
                minimumLuminance: display.luminances[0],
                maximumLuminance: display.luminances[1]
            )
        }
        if let light = format.contentLight {
            video.contentLight = VideoFacts.ContentLight(
                maximum: light.maximum,
                maximumAverage: light.maximumAverage
            )
        }
        video.dynamicRange = format.hasDolbyVision ? "DolbyVision" : video.dynamicRangeByTransfer
        if let matrix = format.displayMatrix {
            video.transform = DisplayMatrix(matrix).transform(of: video.naturalSize)
        }
        facts.requiresReordering = format.reorderedPictures > 0
        facts.video = video
    }

    private static func describeSound(_ stream: DemuxedStream, in facts: inout TrackFacts) {
        let format = stream.soundFormat
        facts.audio = AudioFacts(
            sampleRate: Double(format.sampleRate),
            channelCount: format.channelCount,
            channelLayout: format.channelLayout,
            bitDepth: format.bitDepth,
            isFloatingPoint: format.isFloatingPoint,
            isBigEndian: stream.traits.numbers.isBigEndian,
            framesPerPacket: format.framesPerPacket,
            bytesPerPacket: format.bytesPerPacket,
            priming: format.priming > 0 ? format.priming : nil,
            remainder: format.remainder > 0 ? format.remainder : nil
        )
    }

    // MARK: Metadata

    private static func entry(key: String, value: String) -> MetadataEntry {
        MetadataEntry(
            keySpace: AVMetadataKeySpace(rawValue: "org.ffmpeg"),
            key: key,
            value: .text(value)
        )
    }

    private static func covers(_ demuxer: Demuxer) -> [MetadataEntry] {
        demuxer.streams.filter { $0.disposition.contains(.attachedPicture) }.compactMap { stream in
            stream.attachedPicture.map { picture in
                MetadataEntry(
                    keySpace: AVMetadataKeySpace(rawValue: "org.ffmpeg"),
                    key: "cover",
                    value: .data(picture)
                )
            }
        }
    }
}

/// Playlists: text that names other files.
enum Playlist {
    /// The first file that one of FFmpeg's lists for joining files names. Such lists are never followed.
    static func concatenatedFile(_ head: [UInt8]) -> String? {
        guard head.starts(with: Array("ffconcat version".utf8)) else { return nil }
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first { $0.hasPrefix("file ") }?.dropFirst(5) ?? "another file"
        return words.trimmingCharacters(in: CharacterSet(charactersIn: " '\""))
    }

    /// A playlist by its name and by its content.
    static func isPlaylist(_ head: [UInt8], name: String) -> Bool {
        let ending = name.split(separator: "?").first?.split(separator: ".").last?.lowercased() ?? ""
        return ["m3u8", "m3u"].contains(ending) && head.starts(with: Array("#EXTM3U".utf8))
    }
}
