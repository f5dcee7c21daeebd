/// Pictures of a screen from a start to a stop.
protocol ScreenCapture: Sendable {
    var thread: ScreenThread { get }

    /// Begins, as soon as one before is over that may still be in its sink.
    func begin(after earlier: ScreenThread?)

    /// Ends it. The sink is not called any more then, unless it is the sink that calls this.
    func stop()
}
