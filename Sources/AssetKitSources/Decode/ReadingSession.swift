package import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// What those share who read one input: the opened file, the flag that ends everything, and the counters.
///
/// The opened files are behind a lock; what reads with them has its own position, or a lock of its own.
package final class ReadingSession: Sendable {
    private struct State {
        /// The file opened for the containers that have tables: any number of readers find their samples by themselves.
        var tabled: OpenedMedia?
        /// The demuxer that the other readers have in common, as long as they start together.
        var shared: (demuxer: SharedDemuxer, media: OpenedMedia)?
        /// Open files of the unlisted containers that no reader uses at the moment.
        var spares: [OpenedMedia] = []
    }

    package let flag: CancellationFlag
    package let counters = RenderCounters()
    private let input: MediaInput
    private let state = Protected(State())

    package init(_ input: MediaInput, flag: CancellationFlag = CancellationFlag()) {
        (self.input, self.flag) = (input, flag)
    }

    /// What people know the input by.
    package var name: String { input.name }

    /// A reader of a track, and the time in the stored media that is zero on the asset's timeline.
    package func reader(
        of track: TrackSource,
        decoding: Bool,
        _ sharing: Bool
    ) throws -> (samples: any SampleReading, origin: CMTime) {
        try state.withLock { try reader(of: track, decoding: decoding, sharing, &$0) }
    }

    private func reader(
        of track: TrackSource,
        decoding: Bool,
        _ sharing: Bool,
        _ state: inout State
    ) throws -> (samples: any SampleReading, origin: CMTime) {
        if let obstacle = track.obstacle, decoding || obstacle.code != .decoderNotFound { throw obstacle }
        if track.index != nil {
            let media = try state.tabled ?? open(isListed: true)
            state.tabled = media
            return (try media.storedReader(of: track), .zero)
        }
        guard sharing else {
            let spare = state.spares.popLast()
            let media = try spare ?? open()
            let reader = try DemuxedSampleReader(media, track)
            if spare != nil { try reader.goToStart() }
            let origin = try media.origin(of: track)
            // From here on nothing fails: a reader that goes gives the file back, and needs the lock for that.
            // A demuxer that has read up to a place has an index by then, and a new one would read it all again.
            if track.containerTraits.habits.contains(.isReadInOrder) {
                reader.atEnd = { [weak self] media in self?.keep(media) }
            }
            return (reader, origin)
        }
        let media = try state.shared?.media ?? open()
        let demuxer = state.shared?.demuxer ?? SharedDemuxer(media)
        state.shared = (demuxer, media)
        let (input, counters, flag) = (input, counters, flag)
        let reader = try demuxer.join(track) { try OpenedMedia(input, counters: counters, flag: flag) }
        return (reader, try media.origin(of: track))
    }

    /// All outputs have their readers: those opened later do not share a demuxer.
    package func stopSharing() { state.withLock { $0.shared = nil } }

    /// Closes what no reader uses. Who reads later opens it anew.
    package func close() {
        state.withLock { state in
            state.tabled = nil
            state.spares = []
        }
    }

    private func keep(_ media: OpenedMedia) {
        guard !media.hasFailed else { return }
        state.withLock { $0.spares.append(media) }
    }

    private func open(isListed: Bool = false) throws -> OpenedMedia {
        try OpenedMedia(input, isListed: isListed, counters: counters, flag: flag)
    }
}
