internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib

/// The pictures of one track that shows in layers. It is opened where the track is first looked at, and again where it has not
/// been looked at for a while. Not Sendable: one stage owns it.
///
/// An interlaced picture is deinterlaced with its neighbours, as far as they come from the same run of a source.
final class LayerReader {
    /// Up to here it is cheaper to decode what does not show than to seek.
    private static let patience = CMTime(value: 2, timescale: 1)
    /// An interlaced track is read from so much earlier on, so that the first picture that is wanted has one before it.
    private static let lead = CMTime(value: 1, timescale: 4)

    /// A slot for a picture, with what is known of it.
    private struct Slot: ~Copyable {
        let frame = Frame()
        var range: CMTimeRange?
        /// The run of a source that it came from.
        var run = -1
        var description = PictureDescription()

        func isNeighbour(of other: borrowing Slot) -> Bool { range != nil && run == other.run }

        mutating func clear() {
            frame.clear()
            range = nil
        }

        /// Takes over what another one holds, which is then empty.
        mutating func take(from other: inout Slot) {
            frame.take(from: other.frame)
            (range, run, description) = (other.range, other.run, other.description)
            other.range = nil
        }
    }

    private let track: TrackSource
    private let session: ReadingSession
    private let options: TrackPictures.Options
    private lazy var deinterlacer = Deinterlacer()
    private var pictures: TrackPictures?
    private var previous = Slot()
    private var current = Slot()
    private var following = Slot()
    /// What is shown of the current one.
    private var shown: LayerPicture?
    /// Up to where it has been looked at.
    private var position = CMTime.zero

    init(_ track: TrackSource, _ session: ReadingSession, _ options: TrackPictures.Options) {
        (self.track, self.session) = (track, session)
        var own = options
        if track.mayBeInterlaced { own.lead = .time(Self.lead, notBefore: .zero) }
        self.options = own
    }

    /// The picture that shows at a time, which is not before the last one asked for; nil where the track shows nothing.
    func picture(at time: CMTime) throws -> LayerPicture? {
        let reached = CMTimeMaximum(position, current.range?.end ?? .zero)
        if pictures == nil || time > CMTimeMaximum(reached, following.range?.start ?? .zero) + Self.patience {
            try open(at: time)
        }
        position = time
        while current.range.map({ $0.end <= time }) ?? true {
            try read()
            guard let range = following.range, range.start <= time else { return nil }
            advance()
        }
        if let shown { return shown }
        let picture = try LayerPicture(progressive(), current.description)
        shown = picture
        return picture
    }

    private func advance() {
        // They are as large as the source's, and held only where they are of use.
        if current.frame.isInterlaced { previous.take(from: &current) } else { previous.clear() }
        current.take(from: &following)
        shown = nil
    }

    /// The next picture, where it has not been read yet.
    private func read() throws {
        guard following.range == nil, let pictures else { return }
        following.range = try pictures.next(into: following.frame)
        guard following.range != nil else { return }
        following.run = pictures.run
        following.description = pictures.source?.facts.video.map { PictureDescription($0) } ?? PictureDescription()
    }

    /// What the current picture looks like without its fields.
    private func progressive() throws -> Frame {
        guard current.frame.isInterlaced else { return try current.frame.view() }
        try read()
        let none = Frame()
        switch (previous.isNeighbour(of: current), following.isNeighbour(of: current)) {
        case (true, true): return try deinterlaced(previous.frame, following.frame)
        case (true, false): return try deinterlaced(previous.frame, none)
        case (false, true): return try deinterlaced(none, following.frame)
        case (false, false): return try deinterlaced(none, none)
        }
    }

    private func deinterlaced(_ previous: borrowing Frame, _ next: borrowing Frame) throws -> Frame {
        try deinterlacer.deinterlace(current.frame, previous: previous, next: next)
    }

    private func open(at time: CMTime) throws {
        previous.clear()
        current.clear()
        following.clear()
        shown = nil
        pictures = try TrackPictures(
            of: track,
            in: CMTimeRange(start: time, duration: .positiveInfinity),
            session,
            options
        )
    }
}

extension TrackSource {
    /// What it says of itself does not rule out that pictures have two fields.
    fileprivate var mayBeInterlaced: Bool {
        composed?.sources.contains(where: \.mayBeInterlaced) ?? (facts.video?.fieldCount == 2)
    }
}
