internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// How much room the header of a movie will take, as far as the plan tells.
struct ISOIndexEstimate {
    /// 0 where nothing tells how long the movie gets. Too much costs its bytes, too little that the media is moved.
    let byteCount: Int64

    init(_ plan: SinkPlan) {
        let duration = plan.expectedDuration
        var total: Int64 = 4096
        for track in plan.tracks {
            guard let count = Self.sampleCount(track, duration) else {
                byteCount = 0
                return
            }
            let seconds = duration.isNumeric ? Self.seconds(duration) : count / 25
            // Size and, of pictures, offset and duration; a chunk takes a place and its share of the runs.
            let isSound = track.mediaType == .audio
            total += 1024 + count * (Self.isUniform(track) ? 0 : isSound ? 5 : 18) + (seconds + 1) * 2 * 20
            total += Self.bytes(of: track.metadata)
            total += track.formats.reduce(0) { $0 + Self.headerBytes($1) }
        }
        total += Self.bytes(of: plan.metadata)
        total += plan.chapters.reduce(0) { $0 + Int64($1.title.utf8.count) + 64 }
        // More is not worth it: the media is moved instead.
        byteCount = total < 64 << 20 ? total : 0
    }

    /// Uncompressed sound has samples of one size.
    private static func isUniform(_ track: SinkTrack) -> Bool {
        track.formats.first?.subtype == kAudioFormatLinearPCM && track.mediaType == .audio
    }

    private static func sampleCount(_ track: SinkTrack, _ duration: CMTime) -> Int64? {
        if let count = track.expectedSampleCount { return Int64(count) }
        guard duration.isNumeric, duration.value >= 0 else { return nil }
        let seconds = Self.seconds(duration) + 1
        switch track.mediaType {
        case .audio:
            let basic = track.formats.first?.audio?.basic
            let frames = max(1, Int64(basic?.mFramesPerPacket ?? 0))
            let rate = Int64(basic?.wholeSampleRate ?? 48000)
            return isUniform(track) ? 0 : seconds * (rate / (frames > 1 ? frames : 960) + 1) + 8
        case .video:
            guard let rate = track.frameRate, rate.seconds > 0 else { return seconds * 60 }
            return seconds * (Int64(rate.frames) / Int64(rate.seconds) + 1) + 8
        default: return seconds
        }
    }

    /// Of what is longer than half a year, and of times below zero, no more than that.
    private static func seconds(_ duration: CMTime) -> Int64 {
        Int64(min(max(0, duration.seconds), 16_000_000))
    }

    private static func bytes(of metadata: [MetadataEntry]) -> Int64 {
        metadata.reduce(0) { sum, entry in
            let size: Int64 =
                switch entry.value {
                case .text(let text): Int64(text.utf8.count)
                case .data(let bytes): Int64(bytes.count)
                default: 8
                }
            return sum + size + Int64(entry.key.utf8.count) + 64
        }
    }

    private static func headerBytes(_ format: CMFormatDescription) -> Int64 {
        let atoms = PropertyList.dictionary(
            format.extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        return (atoms ?? [:]).values.reduce(512) { $0 + Int64(($1 as? Data)?.count ?? 0) }
    }
}
