internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A picture that a compositor of a client's own makes, perhaps still. Not Sendable: one stage owns it, and only the answer
/// comes from elsewhere.
final class CompositorPicture {
    /// Sets the answer, on any thread.
    typealias Handler = @Sendable (Result<CVPixelBuffer, any Error>) -> Void

    private let answer = Monitor<Result<CVPixelBuffer, any Error>?>(nil)
    /// What came of it, in the output's planes; empty before.
    private let made = Frame()

    /// One that is asked for.
    init() {}

    /// One that is there.
    init(_ frame: consuming Frame) { made.take(from: frame) }

    /// Who made it calls this once.
    var handler: Handler {
        { [answer] result in
            answer.withLock { $0 = result }
            answer.announce()
        }
    }

    /// Fills a slot with it, as soon as it is there. `convert` brings what the compositor made into the output's planes.
    func share(into frame: borrowing Frame, _ convert: (CVPixelBuffer) throws -> Frame) throws {
        if made.isEmpty { made.take(from: try convert(answer.wait(for: { $0 }).get())) }
        try frame.share(made)
    }
}
