/// Who is called by a connection to a sound server, on the connection's thread.
protocol PulseClient: AnyObject, Sendable {
    func tell(_ event: PulseEvent)

    /// Interleaved frames of a capture, the first of which has a number; none for silence in place of what the server does not
    /// have.
    func hear(_ samples: UnsafePointer<Float>?, frameCount: Int, first: Int64)

    /// A frame of the capture sounded at a moment of CLOCK_MONOTONIC.
    func time(frame: Int64, hostTime: Int64)
}

extension PulseClient {
    func hear(_ samples: UnsafePointer<Float>?, frameCount: Int, first: Int64) {}

    func time(frame: Int64, hostTime: Int64) {}
}
