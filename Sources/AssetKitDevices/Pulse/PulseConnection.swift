internal import AssetKitBase
internal import CDevices

/// A connection to a sound server that runs. It ends with the object.
///
/// SAFETY: the C side takes its own locks; what it calls is `calls`, which lives as long as it does.
final class PulseConnection: @unchecked Sendable {
    private let raw: OpaquePointer
    private let calls: PulseCalls
    private let milliseconds: CInt

    static var isPossible: Bool { ak_pulse_is_installed() != 0 }

    /// Connects to the server at an address, or to the one that the environment says. The client is not held.
    init(_ place: PulsePlace, client: (any PulseClient)? = nil) throws(PulseProblem) {
        let calls = PulseCalls(client)
        var opened: OpaquePointer?
        var reason: UnsafePointer<CChar>?
        let code = place.withTexts { server, name in
            ak_pulse_server_open(&opened, server, name, calls.raw, place.milliseconds, &reason)
        }
        if let problem = PulseProblem(code, reason.map { String(cString: $0) } ?? "") { throw problem }
        guard let opened else { throw .failed("there is no memory left") }
        (raw, self.calls, milliseconds) = (opened, calls, place.milliseconds)
    }

    deinit {
        guard ak_pulse_server_is_own_thread(raw) != 0 else { return ak_pulse_server_close(raw) }
        // A thread cannot wait for its own end.
        ak_pulse_server_silence(raw)
        let rest = PulseRest(raw: raw, calls: calls)
        WorkerThread.start("assetkit.sound.end") { rest.close() }
    }

    /// Whether the server is still there, as far as is known.
    var isConnected: Bool { ak_pulse_server_is_connected(raw) != 0 }

    /// All sources: microphones, the default one first, then what sinks play, the default one's first.
    func devices() throws(PulseProblem) -> [DeviceFacts] {
        let listing = PulseListing()
        try check { reason in
            ak_pulse_server_list(
                raw,
                { context, source in
                    guard let context, let source else { return }
                    Unmanaged<PulseListing>.fromOpaque(context).takeUnretainedValue().add(source.pointee)
                },
                Unmanaged.passUnretained(listing).toOpaque(),
                milliseconds,
                &reason
            )
        }
        return withExtendedLifetime(listing) { listing.devices }
    }

    /// Has the sound of a source come from one of its ports.
    func choose(_ port: String, of source: String) throws(PulseProblem) {
        try check { reason in
            source.withCString { source in
                port.withCString { ak_pulse_server_choose_port(raw, source, $0, milliseconds, &reason) }
            }
        }
    }

    /// Has the client told of changes.
    func watch() throws(PulseProblem) {
        try check { reason in ak_pulse_server_watch(raw, milliseconds, &reason) }
    }

    /// Begins to record in a format, to which the server converts.
    func record(_ source: String, _ format: DeviceSoundFormat, stallMilliseconds: Int) throws(PulseProblem) {
        var recording = ak_PulseRecording()
        (recording.rate, recording.channels) = (CInt(format.sampleRate), CInt(format.channelCount))
        recording.fragment_milliseconds = 10
        recording.stall_milliseconds = CInt(stallMilliseconds)
        try check { reason in
            source.withCString { source in
                "capture".withCString { name in
                    (recording.source, recording.name) = (source, name)
                    return ak_pulse_server_record(raw, &recording, milliseconds, &reason)
                }
            }
        }
    }

    /// Calls the client no more, once this returns, and ends the capture.
    func silence() { ak_pulse_server_silence(raw) }

    private func check(_ call: (inout UnsafePointer<CChar>?) -> CInt) throws(PulseProblem) {
        var reason: UnsafePointer<CChar>?
        let code = call(&reason)
        if let problem = PulseProblem(code, reason.map { String(cString: $0) } ?? "") { throw problem }
    }
}

/// A connection that nobody has any more.
///
/// SAFETY: made once, for one thread.
private struct PulseRest: @unchecked Sendable {
    let raw: OpaquePointer
    let calls: PulseCalls

    func close() { withExtendedLifetime(calls) { ak_pulse_server_close(raw) } }
}

/// What a connection calls on its thread.
private final class PulseCalls: Sendable {
    /// Not held, since it holds the connection.
    private weak let client: (any PulseClient)?

    init(_ client: (any PulseClient)?) { self.client = client }

    var raw: ak_PulseServerClient {
        var calls = ak_PulseServerClient()
        calls.context = Unmanaged.passUnretained(self).toOpaque()
        calls.tell = { context, event, reason in
            PulseCalls.client(of: context)?.tell(PulseEvent(event, reason.map { String(cString: $0) } ?? ""))
        }
        calls.hear = { context, samples, count, first in
            PulseCalls.client(of: context)?.hear(samples, frameCount: count, first: first)
        }
        calls.time = { context, frame, hostTime in
            PulseCalls.client(of: context)?.time(frame: frame, hostTime: hostTime)
        }
        return calls
    }

    private static func client(of context: UnsafeMutableRawPointer?) -> (any PulseClient)? {
        guard let context else { return nil }
        return Unmanaged<PulseCalls>.fromOpaque(context).takeUnretainedValue().client
    }
}

/// The sources that a server shows.
private final class PulseListing {
    private var microphones: [DeviceFacts] = []
    private var monitors: [DeviceFacts] = []

    var devices: [DeviceFacts] { microphones + monitors }

    func add(_ source: ak_PulseSource) {
        let facts = DeviceFacts(source)
        if source.is_monitor == 0 {
            microphones.insert(facts, at: source.is_default != 0 ? 0 : microphones.count)
        } else {
            monitors.insert(facts, at: source.is_monitor_of_default != 0 ? 0 : monitors.count)
        }
    }
}

extension DeviceFacts {
    fileprivate init(_ source: ak_PulseSource) {
        func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        let (id, description) = (text(source.name), text(source.description))
        let formats = SoundFormats.all(sampleRate: Int(source.rate), channelCount: Int(source.channels))
        let ports = UnsafeBufferPointer(start: source.ports, count: Int(source.port_count)).map { port in
            let (id, description) = (text(port.name), text(port.description))
            return DevicePort(id: id, name: description.isEmpty ? id : description)
        }
        self.init(
            id: id,
            kind: .microphone,
            name: description.isEmpty ? id : description,
            model: text(source.product),
            manufacturer: text(source.vendor),
            formats: formats.map { .sound($0) },
            ports: ports,
            activePort: source.active_port.map { String(cString: $0) },
            isSystemSound: source.is_monitor != 0,
            isDefault: source.is_default != 0,
            obstacle: formats.isEmpty ? "the sound server says of it what no source can be" : nil
        )
    }
}
