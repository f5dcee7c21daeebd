internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// The pictures of a layered track over a range, as a compositor of a client's own makes them: some are asked for before the
/// earlier ones are there, and all come out in the order of time. Not Sendable: one stage owns it.
final class RequestedPictures: PictureSequence {
    /// So many are in the making at once.
    private static let ahead = 3
    /// What the library's compositor calls the picture that is made.
    private static let made: Int32 = 0

    private let track: LayeredTrack
    private let compositor: any PictureComposing
    private let instructions: [CompositorInstruction]
    private let session: ReadingSession
    private let readers: LayerReaders
    /// Shows pictures that pass through, and brings those that are made into the output's planes.
    private let library: PictureCompositor
    private let watch: CancellationWatch
    private let holdsLastPicture: Bool
    /// What shows in reverse; nil where pictures show as they come.
    private let reversed: CMTimeRange?
    private var times: LayerTimes
    private var buffers: [Int32: CompositorBuffers] = [:]
    private var coming: [(range: CMTimeRange, picture: CompositorPicture)] = []
    /// What the last picture was made of.
    private var last: (instruction: Int, pictures: [Int32: LayerPicture], picture: CompositorPicture)?
    /// Why there are no more: told when those before it have come out.
    private var failure: (any Error)?
    private(set) var problem: (any Error)?

    init(
        _ track: LayeredTrack,
        in range: CMTimeRange,
        by compositor: any PictureComposing,
        _ session: ReadingSession,
        _ options: TrackPictures.Options
    ) {
        (self.track, self.compositor, self.session) = (track, compositor, session)
        instructions = compositor.instructions
        readers = LayerReaders(track, session, options)
        library = PictureCompositor(track.output(keepsAlpha: false))
        times = LayerTimes(track, in: range)
        holdsLastPicture = options.holdsLastPicture
        let isReverse = options.isReverse
        reversed = isReverse ? CMTimeRange(start: range.start, end: CMTimeMinimum(range.end, track.end)) : nil
        watch = session.flag.onCancel { compositor.cancel() }
        // A single picture is one that is looked for.
        guard range.duration > track.frameDuration else { return }
        // In reverse it goes on to the beginning.
        let all = isReverse ? CMTimeRange(start: .zero, end: CMTimeMinimum(range.end, track.end)) : range
        do { try compositor.preroll(all, isReverse: isReverse) } catch { failure = error }
    }

    func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        do {
            return try first(into: frame)
        } catch let error as CancellationError {
            // Who gave up has heard of it; the compositor may need a while to let go.
            try compositor.waitForCancelled()
            throw error
        }
    }

    private func first(into frame: borrowing Frame) throws -> CMTimeRange? {
        try session.flag.check()
        while coming.count < Self.ahead, failure == nil, let range = times.next() { begin(range) }
        guard !coming.isEmpty else {
            if let failure { throw failure }
            return nil
        }
        let first = coming.removeFirst()
        let hasLast = !frame.isEmpty
        do {
            try first.picture.share(into: frame, converted)
            problem = nil
        } catch let error as AVError where error.code == .videoCompositorFailed && holdsLastPicture && hasLast {
            // The slot still has the picture before, which shows on.
            problem = error
        }
        return first.range
    }

    private func begin(_ range: CMTimeRange) {
        do {
            coming.append((range, try picture(at: range.start)))
        } catch {
            failure = error
        }
    }

    private func picture(at time: CMTime) throws -> CompositorPicture {
        let number = BinarySearch.last(in: instructions.indices) { instructions[$0].range.start <= time }
        guard let number, instructions[number].range.containsTime(time) else {
            throw MediaProblem.withoutInstruction(at: time)
        }
        let instruction = instructions[number]
        let needed = instruction.passthroughTrackID.map { [$0] } ?? instruction.trackIDs ?? track.trackIDs
        readers.keep(needed)
        buffers = buffers.filter { needed.contains($0.key) }
        var pictures: [Int32: LayerPicture] = [:]
        for trackID in needed { pictures[trackID] = try readers.picture(of: trackID, at: time) }
        let changes = instruction.containsTweening && instruction.passthroughTrackID == nil
        if let last, !changes, last.instruction == number, last.pictures.isSame(as: pictures) { return last.picture }
        let made = try begin(number, instruction, of: pictures, at: time)
        last = (number, pictures, made)
        return made
    }

    private func begin(
        _ number: Int,
        _ instruction: CompositorInstruction,
        of pictures: [Int32: LayerPicture],
        at time: CMTime
    ) throws -> CompositorPicture {
        if let trackID = instruction.passthroughTrackID {
            return CompositorPicture(
                try library.compose([ResolvedLayer(trackID: trackID)], of: pictures, over: .black)
            )
        }
        var sources: [Int32: CVPixelBuffer] = [:]
        for (trackID, picture) in pictures {
            let maker = buffers[trackID] ?? CompositorBuffers(compositor.sources)
            buffers[trackID] = maker
            sources[trackID] = try maker.buffer(of: picture)
        }
        let made = CompositorPicture()
        compositor.request(
            at: time,
            instruction: number,
            pictures: sources,
            reversing: reversed,
            handler: made.handler
        )
        return made
    }

    /// What the compositor made, in the planes and colours of the output.
    private func converted(_ buffer: CVPixelBuffer) throws -> Frame {
        guard buffer.width == track.width, buffer.height == track.height else {
            let reason =
                "the compositor made a picture of \(buffer.width)x\(buffer.height) instead of "
                + "\(track.width)x\(track.height)"
            throw AVError(.videoCompositorFailed, reason)
        }
        let picture = try LayerPicture(buffer, composedIn: compositor.unsaidColor(in: track.color))
        let layer = ResolvedLayer(trackID: Self.made)
        return try library.compose([layer], of: [Self.made: picture], over: .black)
    }
}

extension [Int32: LayerPicture] {
    fileprivate func isSame(as other: Self) -> Bool {
        count == other.count && allSatisfy { other[$0.key] === $0.value }
    }
}
