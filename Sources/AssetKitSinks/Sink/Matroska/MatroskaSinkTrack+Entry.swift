internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension MatroskaSinkTrack {
    /// What the header says of a track.
    static func entry(
        _ track: SinkTrack,
        _ format: SinkFormat,
        number: UInt64,
        delay: CMTime
    ) throws -> MatroskaTrackEntry {
        let kinds: [AVMediaType: UInt64] = [.video: 1, .audio: 2]
        guard let name = format.codec.traits.matroskaName else {
            throw MediaSinks.refusal("Matroska has no name for \(format.title)")
        }
        var entry = MatroskaTrackEntry(number: number, kind: kinds[track.mediaType] ?? 17, codecID: name)
        entry.codecPrivate = MatroskaHeaders.codecPrivate(
            of: format.codec,
            format.codecPrivate,
            code: format.description.mediaSubType.rawValue
        )
        entry.name = track.title
        entry.language = track.languageCode
        entry.extendedLanguage = track.extendedLanguageTag
        entry.isDefault = track.isDefault ?? track.isEnabled
        entry.isForced = track.isForced
        entry.codecDelay = UInt64(max(0, SinkTimes.ticks(delay, 1_000_000_000)))
        entry.defaultDuration = defaultDuration(track, format)
        switch track.mediaType {
        case .video:
            entry.pictures = pictures(track, format.description)
            let hasAlphaBeside = format.description.hasAlphaBeside
            entry.pictures?.hasAlphaBeside = hasAlphaBeside
            entry.largestAdditionNumber = max(track.largestAdditionNumber, hasAlphaBeside ? 1 : 0)
        case .audio:
            entry.sound = sound(format)
            if format.codec == .opus { setPreSkip(of: &entry, to: track.priming) }
        default: break
        }
        let atoms = format.description.atoms
        entry.additions = ["dvcC", "dvvC"].compactMap { name in atoms[name].map { (name.fourCharCode, $0) } }
        return entry
    }

    /// Sets pre-skip in the header of Opus to the priming that this track has.
    private static func setPreSkip(of entry: inout MatroskaTrackEntry, to frames: Int) {
        entry.seekPreRoll = 80_000_000
        guard var header = try? OpusHeader(packet: entry.codecPrivate[...]) else { return }
        header.preSkip = frames
        entry.codecPrivate = header.packet
    }

    private static func defaultDuration(_ track: SinkTrack, _ format: SinkFormat) -> UInt64? {
        if track.mediaType == .video {
            guard let rate = track.frameRate, rate.frames > 0 else { return nil }
            let length = CMTime(value: Int64(rate.seconds), timescale: rate.frames)
            return UInt64(max(0, SinkTimes.ticks(length, 1_000_000_000)))
        }
        guard track.mediaType == .audio, !format.isLinear, format.codec != .vorbis, format.sampleRate > 0,
            let frames = format.basic?.mFramesPerPacket, frames > 1
        else { return nil }
        let length = CMTime(value: Int64(frames), timescale: CMTimeScale(format.sampleRate))
        return UInt64(max(0, SinkTimes.ticks(length, 1_000_000_000)))
    }

    private static func sound(_ format: SinkFormat) -> MatroskaTrackEntry.Sound {
        var sound = MatroskaTrackEntry.Sound()
        sound.sampleRate = Double(format.sampleRate)
        sound.channelCount = max(1, format.channelCount)
        if format.isLinear { sound.bitDepth = Int(format.basic?.mBitsPerChannel ?? 0) }
        // Behind the head of the box, a length and a version.
        if format.codec == .alac, format.codecPrivate.count >= 36 { sound.bitDepth = Int(format.codecPrivate[17]) }
        // With spectral band replication the core works at half the rate.
        if format.codec == .aac, let config = try? AudioSpecificConfig(format.codecPrivate[...]),
            let output = config.extensionSampleRate, output != config.sampleRate
        {
            sound.sampleRate = Double(config.sampleRate)
            sound.outputSampleRate = Double(output)
        }
        return sound
    }

    private static func pictures(
        _ track: SinkTrack,
        _ format: CMFormatDescription
    ) -> MatroskaTrackEntry.Pictures {
        var pictures = MatroskaTrackEntry.Pictures()
        pictures.width = Int(format.dimensions.width)
        pictures.height = Int(format.dimensions.height)
        pictures.pixelAspect = format.pixelShape
        pictures.crop = crop(format)
        pictures.isInterlaced = format.scan?.isInterlaced
        pictures.isTopFieldFirst = format.scan?.isTopFirst
        let color = format.pictureColor
        pictures.primaries = Int(color.primaries)
        pictures.transfer = Int(color.transfer)
        pictures.matrix = Int(color.matrix)
        pictures.isFullRange = color.isFullRange
        pictures.masteringDisplay = format.masteringDisplay
        pictures.contentLight = format.contentLight
        pictures.orientation = PictureTurn(track.transform).orientation
        return pictures
    }

    /// The edges outside the clean aperture, where it is made of whole pixels.
    private static func crop(_ format: CMFormatDescription) -> (top: Int, bottom: Int, left: Int, right: Int) {
        let clean = format.cleanAperture(originIsAtTopLeft: true)
        let (width, height) = (Double(format.dimensions.width), Double(format.dimensions.height))
        let edges = [clean.minY, height - clean.maxY, clean.minX, width - clean.maxX]
        guard edges.allSatisfy({ $0 == $0.rounded() && $0 >= 0 }), !clean.isEmpty else { return (0, 0, 0, 0) }
        return (Int(edges[0]), Int(edges[1]), Int(edges[2]), Int(edges[3]))
    }
}
