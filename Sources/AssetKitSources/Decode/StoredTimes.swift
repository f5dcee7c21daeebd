internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Which times a container stores with the samples of a track, and how far from their order pictures may be shown: what
/// tells somebody who reads on whether a picture can still come that is shown before another one.
package struct StoredTimes {
    /// No codec allows more pictures to be decoded before one that is shown ahead of them.
    private static let deepest = 16

    /// When samples are decoded. Where a container does not store it, FFmpeg may only guess.
    let hasDecodeTimes: Bool
    /// When samples are shown, as a rule.
    let hasPresentationTimes: Bool
    /// How many pictures may be decoded before one that is shown ahead of them: none, or what codecs allow.
    let reorderingDepth: Int

    init(hasDecodeTimes: Bool, hasPresentationTimes: Bool, mayReorder: Bool) {
        (self.hasDecodeTimes, self.hasPresentationTimes) = (hasDecodeTimes, hasPresentationTimes)
        reorderingDepth = mayReorder ? Self.deepest : 0
    }
}

extension OpenedMedia {
    func storedTimes(of stream: DemuxedStream) -> StoredTimes {
        let habits = demuxer.traits.habits
        return StoredTimes(
            hasDecodeTimes: habits.contains(.storesDecodeTimes),
            hasPresentationTimes: habits.contains(.storesPresentationTimes),
            mayReorder: stream.mayReorder
        )
    }
}
