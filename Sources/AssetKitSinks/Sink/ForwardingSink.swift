/// Hands samples on to somebody else.
package final class ForwardingSink: MediaSink {
    private let body: (SinkSample) throws -> Void

    package init(_ body: @escaping (SinkSample) throws -> Void) { self.body = body }

    package func write(_ sample: SinkSample, to track: Int) throws { try body(sample) }

    package func finish(_ ending: SinkEnding) throws {}
}
