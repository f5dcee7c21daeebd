package import AssetKitFFmpeg
package import AssetKitMedia
package import CMTimeLib

/// A compositor of a client's own, in the place of the library's: it is asked for one picture after the other, and makes them
/// in its own time.
package protocol PictureComposing: Sendable {
    /// What it does when, in the order of time.
    var instructions: [CompositorInstruction] { get }
    /// What the pictures are like that it is given: pixel buffers.
    var sources: PictureRequest { get }
    /// What the numbers of its pictures mean, where they do not say, in a composition of some colours.
    func unsaidColor(in color: PictureColor) -> PictureColor
    /// It may be asked for several parts of the timeline at once. Others are asked in the order of time.
    var takesAnyOrder: Bool { get }

    /// Says which part of the timeline pictures will be asked for in. `isReverse`: parts of it, from its end on.
    func preroll(_ range: CMTimeRange, isReverse: Bool) throws

    /// Asks for the picture at a time that lies in one of the instructions. Waits while too many are open. `handler` hears
    /// once what became of it, on any thread.
    ///
    /// `part`: what is asked for before what lies in front of it, where pictures show in reverse; nil where they show as they are
    /// asked for.
    func request(
        at time: CMTime,
        instruction: Int,
        pictures: [Int32: CVPixelBuffer],
        reversing part: CMTimeRange?,
        handler: @escaping @Sendable (Result<CVPixelBuffer, any Error>) -> Void
    )

    /// Ends all requests and begins no more. Whoever waits hears of it at once, and the compositor soon.
    func cancel()

    /// Waits until the compositor has let go of what was cancelled, but not for ever: then it throws.
    func waitForCancelled() throws

    /// Requests may begin again.
    func resume()
}
