internal import AssetKitBase
internal import AssetKitClocks

/// A capture that runs: what a connection hears goes to a sink, with times of the host clock.
final class PulseCapture: PulseClient {
    private struct State {
        var filter: StreamClockFilter
        var connection: PulseConnection?
        /// Nil once it is over, so that nothing is said twice.
        var sink: (any DeviceSink)?
    }

    private let source: String
    private let format: DeviceSoundFormat
    private let state: Protected<State>
    /// What lies between the clock that the connection knows and the host's.
    private let offset: Int64

    init(_ source: String, _ format: DeviceSoundFormat, for sink: any DeviceSink, on host: any HostClock) {
        (self.source, self.format) = (source, format)
        let system = SystemHostClock.shared
        offset = host === system ? 0 : host.now - system.now
        state = Protected(State(filter: StreamClockFilter(sampleRate: format.sampleRate), sink: sink))
    }

    func start(at place: PulsePlace, stallMilliseconds: Int) throws(PulseProblem) {
        let connection = try PulseConnection(place, client: self)
        state.withLock { $0.connection = connection }
        try connection.record(source, format, stallMilliseconds: stallMilliseconds)
    }

    /// The sink is not called any more when this returns, unless it is the sink that calls.
    func stop() {
        let before = state.withLock { state in
            defer { (state.connection, state.sink) = (nil, nil) }
            return state
        }
        before.connection?.silence()
    }

    func hear(_ samples: UnsafePointer<Float>?, frameCount: Int, first: Int64) {
        let now = SystemHostClock.shared.now
        let (sink, stamp) = state.withLock { state in
            (state.sink, state.filter.stamp(frame: first, count: frameCount, now: now))
        }
        guard let sink else { return }
        let count = frameCount * format.channelCount
        let heard = samples.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
        let block = heard ?? Array(repeating: 0, count: count)
        sink.receive(
            DeviceSample(
                .sound(DeviceSoundBlock(block, format)),
                hostTime: stamp.hostTime + offset,
                isDiscontinuous: stamp.isDiscontinuous
            )
        )
    }

    func time(frame: Int64, hostTime: Int64) { state.withLock { $0.filter.note(frame: frame, at: hostTime) } }

    func tell(_ event: PulseEvent) {
        switch event {
        case .changed, .suspended: break
        case .jumped: state.withLock { $0.filter.restart() }
        case .serverGone(let reason): fail(.interrupted("the sound server is gone: \(reason)"))
        case .sourceGone: fail(.disconnected)
        case .stalled: fail(.stalled)
        }
    }

    private func fail(_ failure: DeviceFailure) {
        let sink = state.withLock { state in
            defer { state.sink = nil }
            return state.sink
        }
        sink?.failed(failure)
    }
}
