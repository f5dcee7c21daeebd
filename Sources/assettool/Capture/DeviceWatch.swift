import AssetKit

/// Tells what comes and goes until somebody ends it.
struct DeviceWatch: Sendable {
    private enum Event: Sendable {
        case came(AVCaptureDevice)
        case went(AVCaptureDevice)
    }

    let devices: CaptureDevices
    let printsJSON: Bool

    /// Has `list` show what there is, and tells of the rest.
    func run(_ console: Console, _ list: () throws -> [DeviceReport]) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        // What comes while the others are listed is not missed.
        let tokens = [
            observe(AVCaptureDevice.wasConnectedNotification, continuation) { .came($0) },
            observe(AVCaptureDevice.wasDisconnectedNotification, continuation) { .went($0) },
        ]
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        // Nothing may come for hours, and nobody be there to read it.
        ClosedOutput.watch(STDOUT_FILENO) { continuation.finish() }
        try await Interruption.finishable(by: { continuation.finish() }) {
            var kinds = Dictionary(try list().map { ($0.device.uniqueID, $0.kind) }) { first, _ in first }
            var present = Set(kinds.keys)
            for await event in events {
                switch event {
                case .came(let device):
                    guard devices.isAllowed(device) else { continue }
                    let kind = CaptureDeviceKind.allCases.first { devices.all($0).contains(device) }
                    // It may be gone again.
                    guard let kind = kind ?? kinds[device.uniqueID] else { continue }
                    // It may have been listed already.
                    guard present.insert(device.uniqueID).inserted else { continue }
                    kinds[device.uniqueID] = kind
                    try tell("connected", device, kind, console)
                case .went(let device):
                    guard let kind = kinds[device.uniqueID], present.remove(device.uniqueID) != nil else { continue }
                    try tell("disconnected", device, kind, console)
                }
            }
        }
    }

    private func observe(
        _ name: Notification.Name,
        _ continuation: AsyncStream<Event>.Continuation,
        _ event: @escaping @Sendable (AVCaptureDevice) -> Event
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
            guard let device = notification.object as? AVCaptureDevice else { return }
            continuation.yield(event(device))
        }
    }

    private func tell(
        _ what: String,
        _ device: AVCaptureDevice,
        _ kind: CaptureDeviceKind,
        _ console: Console
    ) throws(WorkError) {
        guard printsJSON else {
            try console.write(
                "\(what)  \(kind.rawValue)  \(printable(device.uniqueID))  \(printable(device.localizedName))"
            )
            return
        }
        let isUsual = (try? devices.device(kind, nil)) == device
        let report = DeviceReport(kind: kind, device: device, isUsual: isUsual)
        try console.write(Self.line(what, report))
    }

    /// A device with what has become of it, on one line.
    static func line(_ what: String, _ report: DeviceReport) -> String {
        JSON.object([("event", .string(what))] + report.fields).line
    }
}
