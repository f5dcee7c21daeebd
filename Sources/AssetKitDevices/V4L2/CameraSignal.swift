internal import AssetKitMedia
internal import CDevices

/// Wakes a thread that waits in poll. Raised is raised, however often.
final class CameraSignal: Sendable {
    private let event: OpenDescriptor

    init() throws(CameraProblem) {
        let answer = ak_event_make(0)
        guard answer >= 0 else { throw CameraProblem(answer: answer) }
        event = OpenDescriptor(owning: answer)
    }

    var descriptor: CInt { event.number }

    func raise() { ak_event_raise(event.number) }

    func lower() { ak_event_take(event.number) }
}
