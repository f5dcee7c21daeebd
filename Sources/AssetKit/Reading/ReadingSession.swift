internal import CMTimeLib
internal import Foundation

/// What the outputs of a reader share: the opened file, the flag that ends everything, and the counters.
///
/// SAFETY: the opened files are behind the lock; what reads with them has its own position, or a lock of its own.
final class ReadingSession: @unchecked Sendable {
    let flag: CancellationFlag
    let counters = RenderCounters()
    let loaded: LoadedAsset
    private let lock = NSLock()
    /// The file opened for the containers that have tables: any number of readers find their samples by themselves.
    private var tabled: OpenedMedia?
    /// The demuxer that the other readers have in common, as long as they start together.
    private var shared: (demuxer: SharedDemuxer, media: OpenedMedia)?

    /// Containers without an index: a place is found by reading all that is before it. A demuxer that has read up to
    /// there has an index by then, and a new one would read it all again.
    private static let unlisted: Set<String> = ["mp3", "aac", "ac3", "eac3"]
    /// Open files of these containers that no reader uses at the moment.
    private var spares: [OpenedMedia] = []

    init(_ loaded: LoadedAsset, flag: CancellationFlag = CancellationFlag()) {
        (self.loaded, self.flag) = (loaded, flag)
    }

    /// What people know the asset by.
    var name: String { loaded.input.name }

    /// A reader of a track, and the time in the stored media that is zero on the asset's timeline.
    func reader(
        of track: TrackSource,
        decoding: Bool,
        _ sharing: Bool
    ) throws -> (samples: any SampleReading, origin: CMTime) {
        lock.lock()
        defer { lock.unlock() }
        if let obstacle = track.obstacle, decoding || obstacle.code != .decoderNotFound { throw obstacle }
        if track.index != nil {
            let media = try tabled ?? open()
            tabled = media
            return (try media.storedReader(of: track), .zero)
        }
        guard sharing else {
            let spare = spares.popLast()
            let media = try spare ?? open()
            let reader = try DemuxedSampleReader(media, track)
            if spare != nil { try reader.goToStart() }
            if Self.unlisted.contains(track.container) {
                reader.atEnd = { [weak self] media in self?.keep(media) }
            }
            return (reader, try media.origin(of: track))
        }
        let media = try shared?.media ?? open()
        let demuxer = shared?.demuxer ?? SharedDemuxer(media)
        shared = (demuxer, media)
        let (input, counters, flag) = (loaded.input, counters, flag)
        let reader = try demuxer.join(track) { try OpenedMedia(input, counters: counters, flag: flag) }
        return (reader, try media.origin(of: track))
    }

    /// All outputs have their readers: those opened later do not share a demuxer.
    func stopSharing() {
        lock.lock()
        defer { lock.unlock() }
        shared = nil
    }

    private func keep(_ media: OpenedMedia) {
        guard !media.hasFailed else { return }
        lock.lock()
        defer { lock.unlock() }
        spares.append(media)
    }

    private func open() throws -> OpenedMedia { try OpenedMedia(loaded.input, counters: counters, flag: flag) }
}
