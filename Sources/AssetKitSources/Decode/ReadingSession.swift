package import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// What those share who read the sources of one job: the files that are opened, the flag that ends everything, and the
/// counters. Sources are one file, or any number of them; few stay open that nobody reads.
///
/// The opened files are behind a lock; what reads with them has its own position, or a lock of its own.
package final class ReadingSession: Sendable {
    /// So many files are open, unless more are read at once. Beside them there is room for what is copied: with it there are
    /// eight at most.
    private static let openLimit = 6

    /// What is open of one input.
    private struct Opened: Closable {
        let input: MediaInput
        /// The file opened for the containers that have tables: any number of readers find their samples by themselves.
        var tabled: OpenedMedia?
        /// The demuxer that the other readers have in common, as long as they start together.
        var shared: (demuxer: SharedDemuxer, media: OpenedMedia)?
        /// Open files of the unlisted containers that no reader uses at the moment.
        var spares: [OpenedMedia] = []
        /// What the file was when it was closed, so that others could be opened.
        var closed: FileState?

        var isOpen: Bool { tabled != nil || shared != nil || !spares.isEmpty }

        /// Closes what nobody reads, to be opened again. Who has the shared demuxer keeps it.
        mutating func close() {
            if let media = tabled ?? shared?.media ?? spares.last { closed = media.fileState }
            if isKnownUniquelyReferenced(&tabled) { tabled = nil }
            shared = nil
            spares = []
        }
    }

    /// Something that is open, as long as anybody has it.
    private struct Held {
        weak var media: OpenedMedia?
    }

    private struct State {
        /// Once known, one stays: what its file was is to be known when it is opened again.
        var inputs = OpenPool<ObjectIdentifier, Opened>()
        private var held: [Held] = []

        /// The place of what is open of an input, which is used now.
        mutating func use(_ input: MediaInput) -> Int { inputs.use(input.identity) { Opened(input: input) } }

        /// Throws where the file of the input that is used is another one than when it was closed.
        func checkFile() throws {
            guard let used = inputs.used, let closed = used.closed else { return }
            guard case .file(let path) = used.input.place, FileState(path: path) != closed else { return }
            throw MediaProblem.hasChanged
        }

        /// Counts what has just been opened.
        mutating func hold(_ media: OpenedMedia) { held.append(Held(media: media)) }

        /// Closes what nobody reads of other inputs than the one that is used, those used longest ago first, until so many
        /// files are open.
        mutating func close(downTo limit: Int) {
            var walk = inputs.walk
            while openCount > limit, inputs.closeNext(&walk) != nil {}
        }

        private var openCount: Int {
            mutating get {
                held.removeAll { $0.media == nil }
                return held.count
            }
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
            try reader(of: track, decoding: decoding, sharing, &state)
        }
    }

    private func reader(
        of track: TrackSource,
        decoding: Bool,
        _ sharing: Bool,
        _ state: inout State
    ) throws -> (samples: any SampleReading, origin: CMTime) {
        if let obstacle = track.obstacle, decoding || obstacle.code != .decoderNotFound { throw obstacle }
        let place = state.use(track.input)
        // Readers may have gone since.
        state.close(downTo: Self.openLimit)
        if track.index != nil {
            let media = try state.inputs[place].tabled ?? open(track, isListed: true, &state)
            state.inputs[place].tabled = media
            return (try media.storedReader(of: track), .zero)
        }
        guard sharing else {
            let spare = state.inputs[place].spares.popLast()
            let media = try spare ?? open(track, &state)
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
        let media = try state.inputs[place].shared?.media ?? open(track, &state)
        let demuxer = state.inputs[place].shared?.demuxer ?? SharedDemuxer(media)
        state.inputs[place].shared = (demuxer, media)
        let (input, isKnownSound, counters, flag) = (track.input, track.isKnownSound, counters, flag)
        let reader = try demuxer.join(track) {
            try OpenedMedia(input, isKnownSound: isKnownSound, counters: counters, flag: flag)
        }
        return (reader, try media.origin(of: track))
    }

    /// All outputs have their readers: those opened later do not share a demuxer.
    package func stopSharing() {
        state.withLock { state in
            state.inputs.updateOpen { $0.shared = nil }
        }
    }

    private func keep(_ media: OpenedMedia, of input: MediaInput) {
        guard !media.hasFailed else { return }
        state.withLock { state in
            let place = state.use(input)
            state.inputs[place].spares.append(media)
            state.close(downTo: Self.openLimit)
        }
    }

    /// Opens the file of the input that is used, and closes others for it.
    private func open(_ track: TrackSource, isListed: Bool = false, _ state: inout State) throws -> OpenedMedia {
        state.close(downTo: Self.openLimit - 1)
        try state.checkFile()
        let media = try OpenedMedia(
            track.input,
            isListed: isListed,
            isKnownSound: track.isKnownSound,
            counters: counters,
            flag: flag
        )
        state.hold(media)
        return media
    }

    /// The time in the stored media that is zero on a track's timeline. Only few containers have to be opened for that.
    package func origin(of track: TrackSource) throws -> CMTime {
        guard track.containerTraits.container == .mp3 else { return track.index == nil ? track.startTime : .zero }
        return try reader(of: track, decoding: true, false).origin
    }
}
