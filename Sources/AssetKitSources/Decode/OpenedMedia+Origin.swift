internal import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib

extension OpenedMedia {
    /// The time of the stored media that is zero on the asset's timeline.
    package func origin(of track: TrackSource) throws -> CMTime {
        // FFmpeg counts an MP3's declared delay as time, and says that the sound starts behind it.
        guard track.containerTraits.container == .mp3 else { return track.startTime }
        let stream = try stream(of: track)
        guard let ticks = stream.startTicks else { return .zero }
        return DemuxedMedia.time(ticks, stream.timeBase)
    }
}
