internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia

// Boxes that MP4 needs and that containers without them leave to the samples.

extension CodecAtoms {
    /// The first sample tells what the box of the codec has to.
    static func needsSample(_ track: TrackFacts) -> Bool {
        guard let box = track.traits.sampleBox, track.descriptions.count == 1, !track.isProtected else {
            return false
        }
        return track.descriptions[0].atoms[box] == nil
    }

    /// Completes the description of a track by its first sample. A sample that makes no sense gives no boxes.
    static func complete(_ track: inout TrackFacts, sample: ArraySlice<UInt8>) {
        guard needsSample(track), let box = track.traits.sampleBox else { return }
        track.descriptions[0].atoms[box] = try? record(of: track, sample)
    }

    private static func record(of track: TrackFacts, _ sample: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8]? {
        switch track.knownCodec {
        case .vp8: return record(of: track, profile: try VP8FrameHeader(frame: sample).version)
        case .vp9:
            // Of several frames in a sample the first one begins it.
            let header = try VP9FrameHeader(frame: sample)
            return record(of: track, profile: header.profile, header.format)
        case .ac3: return AC3Configuration(frame: try AC3FrameHeader(sample)).record
        case .eac3: return try EnhancedAC3Configuration(sample: sample).record
        default: return nil
        }
    }

    /// `vpcC`. The container's word on colours and level counts; what it leaves open the frame says.
    private static func record(
        of track: TrackFacts,
        profile: Int,
        _ format: VP9FrameHeader.Format? = nil
    ) -> [UInt8]? {
        guard let video = track.video else { return nil }
        var color = video.color
        if let own = format?.color {
            if color.matrix == 2 { color.matrix = own.matrix }
            color.isFullRange = color.isFullRange ?? own.isFullRange
        }
        let size = PictureSize(width: video.codedWidth, height: video.codedHeight)
        let isVP9 = track.knownCodec == .vp9
        let level = isVP9 ? VPConfiguration.level(of: size, frameRate: video.nominalFrameRate) : 0
        return VPConfiguration(
            profile: profile,
            level: track.level.map { Int(($0 * 10).rounded()) } ?? level,
            bitDepth: format?.bitDepth ?? video.bitDepth ?? 8,
            chromaFormat: format.map(\.chromaFormat) ?? .yuv420,
            color: color
        ).record
    }
}
