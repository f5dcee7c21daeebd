internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
public import Foundation

extension AVCaptureDevice {
    /// Where the sound of a microphone can come from: a line, a microphone in front, a headset, as the sound server names its ports.
    public final class InputSource: NSObject, Sendable {
        /// Identifies it among those of its device.
        public let inputSourceID: String
        /// What people call it.
        public let localizedName: String

        init(_ port: DevicePort) {
            (inputSourceID, localizedName) = (port.id, port.name)
            super.init()
        }

        /// Sources of one identity are equal.
        public override func isEqual(_ object: Any?) -> Bool {
            (object as? InputSource)?.inputSourceID == inputSourceID
        }

        /// Sources of one identity are equal.
        public override var hash: Int { inputSourceID.hashValue }

        /// The source in words.
        public override var description: String {
            "<AVCaptureDevice.InputSource: \(localizedName) (\(inputSourceID))>"
        }
    }

    /// Where its sound can come from; empty where there is nothing to choose, as of cameras.
    public var inputSources: [InputSource] { facts.ports.map(InputSource.init) }

    /// Where its sound comes from, for all programs that hear it; nil where there is nothing to choose. What the sound server refuses
    /// stays as it was, which reading tells. Stops the program where the device is not locked, and with a source of another device.
    public var activeInputSource: InputSource? {
        get {
            let facts = facts
            return facts.ports.first { $0.id == facts.activePort }.map(InputSource.init)
        }
        set {
            requireLock("activeInputSource")
            let (facts, provider) = state.withLock { ($0.facts, $0.provider) }
            guard let newValue, facts.ports.contains(where: { $0.id == newValue.inputSourceID }) else {
                programmerError("AVCaptureDevice.activeInputSource: '\(localizedName)' has no such source")
            }
            guard (try? provider.choose(newValue.inputSourceID, of: facts.id)) != nil else { return }
            portChanged(to: newValue.inputSourceID)
        }
    }

    /// Its sound comes from somewhere else.
    func portChanged(to port: String?) {
        guard state.withLock({ $0.facts.activePort != port }) else { return }
        announcing(\.activeInputSource) { state.withLock { $0.facts.activePort = port } }
    }
}
