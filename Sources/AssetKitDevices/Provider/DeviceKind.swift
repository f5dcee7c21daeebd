/// What a device is for.
package enum DeviceKind: String, CaseIterable, Sendable {
    case camera, microphone, screen
}
