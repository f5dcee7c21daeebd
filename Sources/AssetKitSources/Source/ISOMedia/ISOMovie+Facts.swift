internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension ISOMovie {
    /// What the headers say, in the words that all containers share.
    func facts(byteCount: Int64?, name: String) -> MediaFacts {
        var facts = MediaFacts()
        facts.container = MediaContainer.isoMedia.rawValue
        facts.fileType = fileType(ending: name)
        facts.byteCount = byteCount
        facts.isPrecise = true
        facts.preferredRate = Float(header.preferredRate) / 65536
        facts.preferredVolume = Float(header.preferredVolume) / 256
        facts.preferredTransform = header.matrix.affineTransform
        facts.creationDate = header.creationDate
        facts.canContainFragments = announcesFragments
        facts.containsFragments = fragmentCount > 0
        facts.warnings = warnings
        let chapterTracks = Set(tracks.flatMap { $0.references("chap") })
        facts.tracks = tracks.map { track in
            var result = self.facts(of: track) { facts.warnings.append("track \(track.id): \($0)") }
            // A text track that others name as their chapters is not there to be read along.
            if chapterTracks.contains(track.id), result.mediaType == .text {
                result.characteristics.insert(.isAuxiliaryContent)
            }
            return result
        }
        facts.metadata = metadata.map(MetadataEntry.init)
        for track in tracks where track.samples.count > 0 {
            facts.sampleTables[Int32(truncatingIfNeeded: track.id)] = ISOTrackSamples(track)
        }
        facts.duration = facts.tracks.map(\.timeRange.end).filter(\.isNumeric).max() ?? duration
        return facts
    }

    /// The type by the brands, and by the ending of the name where the brands leave it open.
    private func fileType(ending name: String) -> AVFileType {
        let ending = name.split(separator: ".").last.flatMap { FileTypes.fileType(ofExtension: String($0)) }
        guard let brands = layout.brands else { return .mov }
        switch brands.major {
        case "qt  ": return .mov
        case "M4A ", "M4B ", "M4P ": return .m4a
        case "M4V ", "M4VH", "M4VP": return .m4v
        default: break
        }
        if brands.major.description.hasPrefix("3gp") { return .mobile3GPP }
        if brands.major.description.hasPrefix("3g2") { return .mobile3GPP2 }
        if brands.major == "avif" || brands.major == "heic" || brands.major == "mif1" { return .heif }
        if let ending, [.m4a, .m4v, .mp4].contains(ending) { return ending }
        return .mp4
    }

    // MARK: Tracks

    private func facts(of track: ISOTrack, warn: (String) -> Void) -> TrackFacts {
        var facts = TrackFacts(trackID: Int32(truncatingIfNeeded: track.id), mediaType: track.mediaType)
        facts.isEnabled = track.header.isEnabled
        facts.isDefault = track.header.isEnabled
        facts.isSelfContained = !track.hasExternalMedia
        facts.isProtected = track.descriptions.contains { $0?.isProtected ?? false }
        facts.alternateGroup = Int(track.header.alternateGroup)
        facts.preferredVolume = Float(track.header.volume) / 256
        facts.languageCode = track.media.language.tag
        facts.extendedLanguageTag = track.media.extendedLanguage
        facts.timescale = Int32(clamping: track.media.timescale)
        facts.references = Dictionary(grouping: track.references, by: \.type.description)
            .mapValues { $0.flatMap(\.trackIDs).map { Int32(truncatingIfNeeded: $0) } }
        facts.metadata = track.metadata.map(MetadataEntry.init)
        describeSamples(of: track, in: &facts)
        let timeline = timeline(of: track, warn: warn)
        facts.segments = timeline.map(\.mapping)
        let ends = timeline.last?.mapping.target.end
        facts.timeRange = CMTimeRange(start: .zero, end: ends ?? duration(of: track))
        describeFormat(of: track, in: &facts, warn: warn)
        return facts
    }

    private func describeSamples(of track: ISOTrack, in facts: inout TrackFacts) {
        let samples = track.samples.facts
        facts.sampleCount = Int64(samples.sampleCount)
        facts.totalByteCount = samples.byteCount
        facts.requiresReordering = samples.needsReordering
        let seconds = track.mediaSeconds
        if seconds > 0 { facts.estimatedDataRate = Double(samples.byteCount) * 8 / seconds }
    }

    private func describeFormat(of track: ISOTrack, in facts: inout TrackFacts, warn: (String) -> Void) {
        facts.descriptions = track.descriptions.compactMap { description in
            var facts = description?.facts
            facts?.isQuickTimeEntry = layout.isQuickTime
            return facts
        }
        // What the track is mostly made of: the first description that can be read.
        guard let description = track.descriptions.compactMap({ $0 }).first else { return }
        let codec = CodecTraits.of(code: description.codec.rawValue)
        facts.codec = description.codec.rawValue
        facts.codecName = codec?.title(of: facts.codec) ?? description.codec.description
        facts.traits = codec ?? .unknown
        facts.isDecodable = Decoders.exist(for: facts.traits)
        switch description.details {
        case .visual(let visual): facts.video = videoFacts(visual, of: track)
        case .sound(let sound): facts.audio = audioFacts(sound, description, in: &facts)
        case .timeCode, .text, .other: break
        }
        describeCodec(description, of: track, in: &facts, warn: warn)
    }

    /// What the codec's own header says, where the container says nothing or less.
    private func describeCodec(
        _ description: ISOSampleDescription,
        of track: ISOTrack,
        in facts: inout TrackFacts,
        warn: (String) -> Void
    ) {
        var hasPixelAspect = false
        if case .visual(let visual) = description.details { hasPixelAspect = visual.pixelAspect != nil }
        for (name, record) in (facts.descriptions.first?.atoms ?? [:]).sorted(by: { $0.key < $1.key }) {
            let form = CodecHeaders.Form.box(name)
            CodecHeaders.describe(&facts, record: record, form: form, keepsPixelAspect: hasPixelAspect).forEach(warn)
        }
        CodecHeaders.describeCodec(of: &facts)
        // The sample table knows what the header only allows.
        if track.samples.count > 0 { facts.requiresReordering = track.samples.facts.needsReordering }
        guard var video = facts.video else { return }
        video.naturalSize = video.sizeWithSquarePixels
        video.transform = track.header.matrix.affineTransform.startingAtOrigin(video.naturalSize)
        video.dynamicRange = video.dynamicRange ?? video.dynamicRangeByTransfer
        facts.video = video
        setAlpha(of: &facts, track)
    }

    /// QuickTime says by how pictures are drawn that they have alpha; entries of 32 bits have it in codecs that know no
    /// other use of them.
    private func setAlpha(of facts: inout TrackFacts, _ track: ISOTrack) {
        guard case .visual(let visual)? = track.descriptions.first??.details else { return }
        let (code, isDrawnOver) = (track.descriptions.first??.codec, (0x100...0x102).contains(track.graphicsMode))
        let isDeep = visual.depth == 32
        guard isDeep, code == "rle " || code == "raw " || isDrawnOver, facts.video?.alpha == nil else { return }
        facts.video?.alpha = VideoFacts.Alpha(
            isPremultiplied: track.isPremultiplied,
            isOverWhite: track.isOverWhite
        )
    }
}

extension ISOMovie {
    private func videoFacts(_ visual: ISOVisualDescription, of track: ISOTrack) -> VideoFacts {
        var video = VideoFacts()
        video.codedWidth = Int(visual.width)
        video.codedHeight = Int(visual.height)
        if let aspect = visual.pixelAspect, aspect.numerator > 0, aspect.denominator > 0 {
            video.pixelAspect = VideoFacts.PixelAspect(
                horizontal: Int(aspect.numerator),
                vertical: Int(aspect.denominator)
            )
        }
        video.cleanAperture = visual.cleanAperture?.rectangle(in: video)
        video.fieldCount = visual.fieldCount.map(Int.init)
        video.isTopFieldFirst = visual.fieldDetail.flatMap { [1: true, 9: true, 6: false, 14: false][$0] }
        if case .codePoints(let primaries, let transfer, let matrix, let isFullRange)? = visual.codePoints {
            let color = ColorDescription(
                primaries: UInt8(clamping: primaries),
                transfer: UInt8(clamping: transfer),
                matrix: UInt8(clamping: matrix),
                isFullRange: isFullRange
            )
            video.primaries = color.primariesName
            video.transfer = color.transferName
            video.matrix = color.matrixName
            video.range = color.rangeName
        }
        video.masteringDisplay = visual.masteringDisplay.map(VideoFacts.MasteringDisplay.init)
        video.contentLight = visual.contentLight.map {
            VideoFacts.ContentLight(maximum: Int($0.pixel), maximumAverage: Int($0.average))
        }
        describeRate(of: track, in: &video)
        return video
    }

    private func describeRate(of track: ISOTrack, in video: inout VideoFacts) {
        let samples = track.samples.facts
        guard samples.sampleCount > 0, track.media.timescale > 0 else { return }
        let seconds = track.mediaSeconds
        if seconds > 0 { video.nominalFrameRate = Double(samples.sampleCount) / seconds }
        if samples.minimumDuration > 0 {
            video.minimumFrameDuration = ISOTime.time(Int64(samples.minimumDuration), timescale: track.media.timescale)
        }
        // Times that are rounded to the clock differ by one of its ticks.
        if let steady = samples.steadyDurations, steady.lowerBound > 0, steady.upperBound - steady.lowerBound > 1 {
            let scale = Double(track.media.timescale)
            video.frameRateRange = scale / Double(steady.upperBound)...scale / Double(steady.lowerBound)
        }
        if samples.syncSampleCount > 1 {
            video.keyFrameInterval = (samples.sampleCount + samples.syncSampleCount - 1) / samples.syncSampleCount
        }
    }

    private func audioFacts(
        _ sound: ISOSoundDescription,
        _ description: ISOSampleDescription,
        in facts: inout TrackFacts
    ) -> AudioFacts {
        var audio = AudioFacts()
        audio.sampleRate = sound.sampleRate
        audio.channelCount = Int(sound.channelCount)
        switch description.codec {
        // AMR is always mono; the entry's count is to be ignored (TS 26.244, 6.5).
        case "samr", "sawb": audio.channelCount = 1
        // TrueHD's rate is a whole number of 32 bits where others have 16.16 fixed point.
        case "mlpa": audio.sampleRate = (sound.sampleRate * 65536).rounded()
        default: break
        }
        if let pcm = ISOLinearPCM(sound, description) {
            audio.bitDepth = pcm.bitDepth
            audio.isFloatingPoint = pcm.isFloatingPoint
            audio.isBigEndian = pcm.isBigEndian
            audio.framesPerPacket = 1
            audio.bytesPerPacket = pcm.bitDepth / 8 * audio.channelCount
            facts.traits = pcm.traits
            facts.codecName = facts.traits.title
            facts.codec = "lpcm".fourCharCode
            facts.isDecodable = Decoders.exist(for: facts.traits)
        }
        return audio
    }
}
