/// A sound card that is open, and that one thread reads. Tests have some of their own.
protocol CardReader: Sendable {
    var format: DeviceSoundFormat { get }

    /// Begins, also anew.
    func start() -> CardReading

    /// Waits for frames, at most so long.
    func wait(milliseconds: Int) -> CardReading

    /// Reads frames that are there: whole ones, as many as there is room for at most.
    func read(into samples: UnsafeMutableBufferPointer<Float>) -> CardReading

    /// How many frames beyond those read were heard at a moment of CLOCK_MONOTONIC; nil where it does not know.
    func time() -> (hostTime: Int64, framesAhead: Int)?
}
