internal import AssetKitBase
internal import CTargets

/// Plays sound through PulseAudio, or through PipeWire, which takes its place. An addition to AVFoundation.
///
/// ```swift
/// let target = AKPulseAudioTarget(applicationName: "Player", streamName: "holiday.mov")
/// let format = try target.open(AKAudioTargetFormat(sampleRate: 44_100, channelCount: 2)) { event in
///     if case .lost(let reason) = event { print(reason) }
/// }
/// // The server's, so that nobody resamples twice.
/// print(format.sampleRate)
/// target.close()
/// ```
///
/// The stream stays open between a stop and the next start, so that starts are fast. libpulse is loaded when a target is opened.
public final class AKPulseAudioTarget: AKAudioTarget {
    private struct State {
        var streamName: String
        var stream: PulseStream?
    }

    private let applicationName: String
    private let server: String?
    private let device: String?
    private let bufferMilliseconds: Int
    private let state: Protected<State>

    /// Makes a target under names that mixers show. `server` and `device`: nil for those that the environment and the server
    /// choose.
    public convenience init(
        applicationName: String,
        streamName: String,
        server: String? = nil,
        device: String? = nil
    ) {
        self.init(
            applicationName: applicationName,
            streamName: streamName,
            server: server,
            device: device,
            bufferMilliseconds: 100
        )
    }

    /// Makes a target that has so much sound ahead of what is heard.
    package init(
        applicationName: String,
        streamName: String,
        server: String?,
        device: String?,
        bufferMilliseconds: Int
    ) {
        (self.applicationName, self.server, self.device) = (applicationName, server, device)
        self.bufferMilliseconds = bufferMilliseconds
        state = Protected(State(streamName: streamName))
    }

    deinit { close() }

    /// What mixers call the sound, such as the title of what is played.
    public var streamName: String {
        get { state.withLock { $0.streamName } }
        set {
            let stream = state.withLock { state in
                state.streamName = newValue
                return state.stream
            }
            if let stream { ak_pulse_set_stream_name(stream.raw, newValue) }
        }
    }

    /// - Throws: An ``AVError`` with one sentence: no sound server, or one that refuses.
    public func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        close()
        let stream = try PulseStream(
            wish.checked(),
            names: (applicationName, streamName),
            server: server,
            device: device,
            bufferMilliseconds: bufferMilliseconds,
            events: events
        )
        state.withLock { $0.stream = stream }
        return stream.format
    }

    public func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        guard let stream = state.withLock({ $0.stream }) else { return }
        ak_pulse_stop(stream.raw)
        stream.client.setSource(source)
        ak_pulse_start(stream.raw, hostTime ?? 0)
    }

    public func stop() {
        guard let stream = state.withLock({ $0.stream }) else { return }
        ak_pulse_stop(stream.raw)
        stream.client.setSource(nil)
    }

    public var position: AKAudioTargetPosition? {
        guard let stream = state.withLock({ $0.stream }) else { return nil }
        var position = AKAudioTargetPosition(frame: 0, hostTime: 0)
        let isKnown = ak_pulse_position(stream.raw, &position.frame, &position.hostTime)
        return isKnown == 0 ? nil : position
    }

    public func close() {
        let stream = state.withLock { state in
            defer { state.stream = nil }
            return state.stream
        }
        if let stream { ak_pulse_silence(stream.raw) }
    }
}

/// A stream to a server.
///
/// SAFETY: the C side takes its own locks; what it calls is ``PulseClient``, which lives as long as it does.
private final class PulseStream: @unchecked Sendable {
    let raw: OpaquePointer
    let format: AKAudioTargetFormat
    let client: PulseClient
    /// The server's words for a sink that it does not have.
    private static let missing = "No such entity"

    init(
        _ wish: AKAudioTargetFormat,
        names: (application: String, stream: String),
        server: String?,
        device: String?,
        bufferMilliseconds: Int,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws(AVError) {
        let client = PulseClient(channelCount: wish.channelCount, events: events)
        var calls = ak_PulseClient()
        calls.context = Unmanaged.passUnretained(client).toOpaque()
        calls.fill = { context, samples, count in
            guard let context, let samples else { return 0 }
            return Unmanaged<PulseClient>.fromOpaque(context).takeUnretainedValue().fill(samples, count)
        }
        calls.tell = { context, kind, reason in
            guard let context else { return }
            let client = Unmanaged<PulseClient>.fromOpaque(context).takeUnretainedValue()
            client.tell(kind, reason.map { String(cString: $0) })
        }
        var text = [CChar](repeating: 0, count: 200)
        var wanted = ak_PulseWish()
        wanted.rate = CInt(wish.sampleRate)
        wanted.channels = CInt(min(wish.channelCount, 32))
        wanted.buffer_milliseconds = CInt(bufferMilliseconds)
        let opened = names.application.withCString { application in
            names.stream.withCString { stream in
                withOptionalText(server) { server in
                    withOptionalText(device) { device in
                        (wanted.application_name, wanted.stream_name) = (application, stream)
                        (wanted.server, wanted.device) = (server, device)
                        return ak_pulse_open(&wanted, calls, &text, UInt(text.count))
                    }
                }
            }
        }
        guard let opened else {
            let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let device, reason == Self.missing else {
                throw AVError(.deviceNotConnected, "there is no sound server to play to: \(reason)")
            }
            throw AVError(.deviceNotConnected, "the sound server has no sink '\(device)' to play to")
        }
        (raw, self.client) = (opened, client)
        format = AKAudioTargetFormat(sampleRate: Int(wanted.rate), channelCount: Int(wanted.channels))
        client.setChannelCount(format.channelCount)
    }

    deinit {
        guard ak_pulse_is_own_thread(raw) != 0 else { return ak_pulse_close(raw) }
        // A thread cannot wait for its own end.
        let rest = PulseRest(raw: raw, client: client)
        WorkerThread.start("assetkit.pulse.end") { rest.close() }
    }
}

/// A stream that nobody has any more.
///
/// SAFETY: made once, for one thread.
private struct PulseRest: @unchecked Sendable {
    let raw: OpaquePointer
    let client: PulseClient

    func close() { withExtendedLifetime(client) { ak_pulse_close(raw) } }
}

/// What a stream calls on its thread.
private final class PulseClient: Sendable {
    private struct State {
        var channelCount: Int
        var source: (@Sendable (UnsafeMutableBufferPointer<Float>) -> Int)?
    }
    private let state: Protected<State>
    private let events: @Sendable (AKAudioTargetEvent) -> Void

    init(channelCount: Int, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) {
        self.events = events
        state = Protected(State(channelCount: channelCount))
    }

    func setSource(_ source: (@Sendable (UnsafeMutableBufferPointer<Float>) -> Int)?) {
        // What the one before holds is let go after the lock is free.
        let before = state.withLock { state in
            defer { state.source = source }
            return state.source
        }
        withExtendedLifetime(before) {}
    }

    func setChannelCount(_ count: Int) { state.withLock { $0.channelCount = count } }

    func fill(_ samples: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int {
        let (source, channelCount) = state.withLock { ($0.source, $0.channelCount) }
        return source?(UnsafeMutableBufferPointer(start: samples, count: frameCount * channelCount)) ?? 0
    }

    func tell(_ kind: CInt, _ reason: String?) {
        if Int(kind) == AK_PULSE_UNDERRUN { return events(.underrun) }
        events(.lost("the sound server is gone: \(reason ?? "it says no reason")"))
    }
}
