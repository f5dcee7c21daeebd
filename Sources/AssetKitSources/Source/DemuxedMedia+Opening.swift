package import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
package import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Opening a container, and reading as little of it as tells what its streams are.
extension DemuxedMedia {
    /// Opens the container as far as its header. `isReadInOrder`: nobody goes back in it, so that FFmpeg need not remember
    /// where every sample is. `isKnownSound`: it has been inspected before, and has nothing but plain sound.
    package static func demuxer(
        _ source: any AKByteSource,
        _ input: MediaInput,
        isReadInOrder: Bool = false,
        isKnownSound: Bool = false,
        flag: CancellationFlag
    ) throws -> Demuxer {
        let window = try ByteWindow(source)
        let head = try window.available(4096, at: 0)
        let isPlaylist = Playlist.isPlaylist(head, name: input.name)
        if let reference = Playlist.concatenatedFile(head) { throw ForbiddenReference(reference: reference) }
        let demuxer = try Demuxer(
            source,
            name: input.name,
            references: input.policy(isPlaylist: isPlaylist),
            network: input.network,
            limits: Demuxer.Limits(input.limits, isReadInOrder: isReadInOrder, isKnownSound: isKnownSound),
            flag: flag
        )
        // A source that can only be read in order cannot be read twice.
        if demuxer.knownContainer == .ogg, window.length != nil {
            demuxer.expectCountedFirstPackets(of: try OggFile.vorbisOfOnePage(window))
        }
        return demuxer
    }

    /// Opens the container and finds out about its streams.
    ///
    /// Decoding one key frame of H.264 takes longer than reading a few megabytes, and its parameter sets say the same.
    /// So in containers that have no header, pictures are decoded only where there are no such sets. `isForSamples`:
    /// the samples are what is wanted, and decoders find out for themselves what headers of ISO media leave open.
    /// `isKnownSound`: as above.
    static func openedDemuxer(
        _ source: any AKByteSource,
        _ input: MediaInput,
        isForSamples: Bool = false,
        isKnownSound: Bool = false,
        flag: CancellationFlag
    ) throws -> Demuxer {
        let demuxer = try probedDemuxer(source, input, isForSamples, isKnownSound, flag)
        try demuxer.checkCodecHeaders()
        return demuxer
    }

    private static func probedDemuxer(
        _ source: any AKByteSource,
        _ input: MediaInput,
        _ isForSamples: Bool,
        _ isKnownSound: Bool,
        _ flag: CancellationFlag
    ) throws -> Demuxer {
        let first = try demuxer(source, input, isKnownSound: isKnownSound, flag: flag)
        guard leavesOpen(first), !(isForSamples && first.knownContainer == .isoMedia) else { return first }
        guard first.traits.habits.contains(.saysByParameterSets) else {
            try first.probe(.pictures)
            return first
        }
        try first.probe(.parameterSets)
        guard !first.streams.allSatisfy(isDescribed) else { return first }
        let second = try demuxer(source, input, flag: flag)
        try second.probe(.pictures)
        return second
    }

    /// The header does not say all that there is to say, so packets have to be looked at.
    private static func leavesOpen(_ demuxer: Demuxer) -> Bool {
        guard demuxer.knownContainer == .matroska, !demuxer.hasNoHeader else { return true }
        return demuxer.streams.map(track).contains { track in
            switch track.mediaType {
            case .video: track.video?.bitDepth == nil || track.video?.codedWidth == 0
            case .audio: track.audio?.sampleRate == 0 || track.audio?.channelCount == 0
            default: false
            }
        }
    }

    /// Whether everything about the pictures of a stream is known without decoding them.
    private static func isDescribed(_ stream: DemuxedStream) -> Bool {
        guard stream.knownCodec == .h264 else { return true }
        var facts = TrackFacts(trackID: 1, streamIndex: stream.index, mediaType: .video)
        facts.traits = stream.traits
        facts.video = VideoFacts()
        _ = CodecHeaders.describe(&facts, record: stream.codecPrivate, form: .codecPrivate)
        return facts.video?.bitDepth != nil && facts.video?.codedWidth != 0
    }
}
