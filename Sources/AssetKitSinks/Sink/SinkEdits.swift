internal import AssetKitMedia
internal import CMTimeLib

/// Checks that edits ask for no more than a file without edit lists can present: everything that is stored, from zero
/// on.
enum SinkEdits {
    /// What is known of a track when the file ends.
    struct Track {
        var mediaType: AVMediaType
        /// When the last sample ends, without what is trimmed.
        var end: CMTime
        /// How long the last sample lasts.
        var lastDuration: CMTime
    }

    /// Throws where what is asked for is something else.
    ///
    /// How long the last picture or text shows is said by itself; so an end within it is only its rounding.
    static func check(_ edits: [[CMTimeMapping]?], _ tracks: [Track], in title: String) throws {
        for (track, mappings) in zip(tracks, edits) {
            guard let mappings, track.end.isNumeric else { continue }
            let refusal = MediaSinks.refusal(
                "\(title) can only present all of a track from its beginning; QuickTime movies and MP4 files can do more"
            )
            guard let only = mappings.first, mappings.count == 1, only.source == only.target,
                only.source.start <= .zero
            else { throw refusal }
            let tolerance = track.mediaType == .audio ? CMTime(value: 1, timescale: 1000) : track.lastDuration
            guard only.source.end + tolerance >= track.end else { throw refusal }
        }
    }
}
