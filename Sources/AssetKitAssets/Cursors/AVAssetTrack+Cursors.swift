internal import AssetKitBase
internal import AssetKitSources
public import CMTimeLib

extension AVAssetTrack {
    /// Cursors can be made: the samples can be listed.
    public var canProvideSampleCursors: Bool { samples?.canList(trackID) ?? false }

    /// Makes a cursor at the last sample that is presented at a time of the media or before, or else at the first one that
    /// is presented at all; nil where samples cannot be listed, and for a track without samples.
    ///
    /// The first cursor of an asset may have to wait until the file has been read.
    public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
        guard let index = listedSamples, let ticks = index.tick.ticks(at: presentationTimeStamp) else { return nil }
        return AVSampleCursor(track: self, index: index, position: index.index(presentedAt: ticks) ?? index.order[0])
    }

    /// Makes a cursor at the sample that is decoded first; nil where samples cannot be listed.
    public func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? {
        listedSamples.map { AVSampleCursor(track: self, index: $0, position: 0) }
    }

    /// Makes a cursor at the sample that is decoded last; nil where samples cannot be listed.
    public func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? {
        listedSamples.map { AVSampleCursor(track: self, index: $0, position: $0.count - 1) }
    }

    /// The time of the media that shows at a time of the asset; invalid where the track shows nothing.
    public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard trackTime.isNumeric else { return .invalid }
        return MediaTimeline.mediaTime(at: trackTime, facts.segments)
    }

    /// The time of the media that shows at a time of the asset; invalid where the track shows nothing.
    public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
        samplePresentationTime(forTrackTime: trackTime)
    }

    /// The time of the media that shows at a time of the asset; invalid where the track shows nothing.
    @preconcurrency
    public func loadSamplePresentationTime(
        forTrackTime trackTime: CMTime,
        completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
    ) {
        completionHandler(samplePresentationTime(forTrackTime: trackTime), nil)
    }

    /// Lists all samples of the track. An addition to AVFoundation.
    ///
    /// Where the container has no tables of its samples, the file is read to its end, once for all tracks. Throws where
    /// that fails, and where there are more samples than ``AKOpeningLimits/listedSampleCount``: a list is never a
    /// part of one.
    public func akLoadSampleTable() async throws -> AKSampleTable {
        guard let samples else {
            throw AVError(.operationNotSupportedForAsset, "cannot list samples: the track has none of its own")
        }
        return AKSampleTable(try await samples.loadIndex(of: trackID))
    }

    private var listedSamples: SampleIndex? {
        guard let index = samples?.index(of: trackID), index.count > 0 else { return nil }
        return index
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Loads ``AVAssetTrack/canProvideSampleCursors``.
    public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("canProvideSampleCursors") { $0.canProvideSampleCursors }
    }
}
