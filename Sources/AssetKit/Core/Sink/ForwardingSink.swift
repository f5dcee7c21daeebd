/// Hands samples on to somebody else.
final class ForwardingSink: MediaSink {
    private let body: (SinkSample) throws -> Void

    init(_ body: @escaping (SinkSample) throws -> Void) { self.body = body }

    func write(_ sample: SinkSample, to track: Int) throws { try body(sample) }

    func finish(_ ending: SinkEnding) throws {}
}
