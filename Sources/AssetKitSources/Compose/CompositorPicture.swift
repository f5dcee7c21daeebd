internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A picture that a compositor of a client's own makes, or is still making. Not Sendable: one stage owns it, and only the answer
/// comes from elsewhere.
final class CompositorPicture {
    /// Takes the compositor's answer, on any thread.
    typealias Handler = @Sendable (Result<CVPixelBuffer, any Error>) -> Void

    private let answer = Monitor<Result<CVPixelBuffer, any Error>?>(nil)
    /// The answer in the output's planes; empty until somebody has waited for it.
    private let made = Frame()

    /// A picture that the compositor has been asked for.
    init() {}

    /// A picture that is there already: the compositor is not asked.
    init(_ frame: consuming Frame) { made.take(from: frame) }

    /// The compositor calls it once, with the picture or with the reason why there is none.
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
