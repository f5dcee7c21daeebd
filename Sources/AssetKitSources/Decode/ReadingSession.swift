package import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// What those share who read an asset: the files that are opened, the flag that ends everything, and the counters. An asset
/// is one file, or a composition of any number; few of them stay open that nobody reads.
///
/// The opened files are behind a lock; what reads with them has its own position, or a lock of its own.
package final class ReadingSession: Sendable {
    /// So many files stay open that nobody reads at the moment.
    private static let openLimit = 8

    /// What is open of one input.
    private struct Opened {
        let input: MediaInput
        /// The file opened for the containers that have tables: any number of readers find their samples by themselves.
        var tabled: OpenedMedia?
        /// The demuxer that the other readers have in common, as long as they start together.
        var shared: (demuxer: SharedDemuxer, media: OpenedMedia)?
        /// Open files of the unlisted containers that no reader uses at the moment.
        var spares: [OpenedMedia] = []
    }

    /// Those used last are at the end.
    private struct State {
        var inputs: [Opened] = []

        /// Changes what is open of an input.
        mutating func update<Result>(_ input: MediaInput, _ body: (inout Opened) throws -> Result) rethrows -> Result {
            let known = inputs.firstIndex { $0.input.identity == input.identity }
            inputs.append(known.map { inputs.remove(at: $0) } ?? Opened(input: input))
            if inputs.count > ReadingSession.openLimit { inputs.removeFirst() }
            return try body(&inputs[inputs.count - 1])
        }
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
        try state.withLock { state in
            try state.update(track.input) { try reader(of: track, decoding: decoding, sharing, &$0) }
        }
    }

    private func reader(
        of track: TrackSource,
        decoding: Bool,
        _ sharing: Bool,
        _ opened: inout Opened
    ) throws -> (samples: any SampleReading, origin: CMTime) {
        if let obstacle = track.obstacle, decoding || obstacle.code != .decoderNotFound { throw obstacle }
        if track.index != nil {
            let media = try opened.tabled ?? open(track, isListed: true)
            opened.tabled = media
            return (try media.storedReader(of: track), .zero)
        }
        guard sharing else {
            let spare = opened.spares.popLast()
            let media = try spare ?? open(track)
            let reader = try DemuxedSampleReader(media, track)
            if spare != nil { try reader.goToStart() }
            let origin = try media.origin(of: track)
            // From here on nothing fails: a reader that goes gives the file back, and needs the lock for that.
            // A demuxer that has read up to a place has an index by then, and a new one would read it all again.
            if track.containerTraits.habits.contains(.isReadInOrder) {
                reader.atEnd = { [weak self] media in self?.keep(media, of: track.input) }
            }
            return (reader, origin)
        }
        let media = try opened.shared?.media ?? open(track)
        let demuxer = opened.shared?.demuxer ?? SharedDemuxer(media)
        opened.shared = (demuxer, media)
        let (input, isKnownSound, counters, flag) = (track.input, track.isKnownSound, counters, flag)
        let reader = try demuxer.join(track) {
            try OpenedMedia(input, isKnownSound: isKnownSound, counters: counters, flag: flag)
        }
        return (reader, try media.origin(of: track))
    }

    /// All outputs have their readers: those opened later do not share a demuxer.
    package func stopSharing() {
        state.withLock { state in
            for place in state.inputs.indices { state.inputs[place].shared = nil }
        }
    }

    /// Closes what no reader uses. Who reads later opens it anew.
    package func close() {
        state.withLock { state in
            for place in state.inputs.indices {
                state.inputs[place].tabled = nil
                state.inputs[place].spares = []
            }
        }
    }

    private func keep(_ media: OpenedMedia, of input: MediaInput) {
        guard !media.hasFailed else { return }
        state.withLock { state in
            // Where others have been opened since, it goes.
            guard let place = state.inputs.firstIndex(where: { $0.input.identity == input.identity }) else { return }
            state.inputs[place].spares.append(media)
        }
    }

    private func open(_ track: TrackSource, isListed: Bool = false) throws -> OpenedMedia {
        let isKnownSound = track.isKnownSound
        return try OpenedMedia(
            track.input,
            isListed: isListed,
            isKnownSound: isKnownSound,
            counters: counters,
            flag: flag
        )
    }

    /// The time in the stored media that is zero on a track's timeline. Only few containers have to be opened for that.
    package func origin(of track: TrackSource) throws -> CMTime {
        guard track.containerTraits.container == .mp3 else { return track.index == nil ? track.startTime : .zero }
        return try reader(of: track, decoding: true, false).origin
    }
}
