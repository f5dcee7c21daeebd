import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Testing

@testable import AssetKitCapture

@Suite("Whether devices may be used")
struct AuthorizationTests {
    /// The status of cameras of which providers say this.
    private func status(_ answers: DeviceAccess..., synthetic: SyntheticProvider? = nil) -> AVAuthorizationStatus {
        var providers: [any DeviceProvider] = answers.map { AccessProvider($0) }
        if let synthetic { providers.append(synthetic) }
        return AVCaptureDevice.authorizationStatus(of: .camera, in: DeviceRegistry(providers) { $0() })
    }

    @Test("one who lets cameras be used is enough, and who could be let weighs more than who cannot")
    func together() {
        let (denied, restricted) = (DeviceAccess.denied("a group is missing"), DeviceAccess.restricted("it has none"))
        #expect(status(restricted, .authorized, denied) == .authorized)
        #expect(status(restricted, denied) == .denied)
        #expect(status(restricted, restricted) == .restricted)
    }

    @Test("synthetic cameras may always be used, and where there are none they say nothing of others")
    func synthetic() {
        let provider = SyntheticProvider()
        provider.add(.microphone(AKSyntheticMicrophone()))
        #expect(status(.denied("a group is missing"), synthetic: provider) == .denied)
        provider.add(.camera(AKSyntheticCamera()))
        #expect(status(.denied("a group is missing"), synthetic: provider) == .authorized)
    }

    @Test("where there is nobody but synthetic devices, and none of the kind, nothing is in the way")
    func syntheticAlone() {
        let provider = SyntheticProvider()
        #expect(status(synthetic: provider) == .authorized)
        provider.add(.microphone(AKSyntheticMicrophone()))
        #expect(status(synthetic: provider) == .authorized)
    }

    @Test("who asks for access is answered with what there is", arguments: [AVMediaType.video, .audio])
    func asking(mediaType: AVMediaType) async {
        let isAuthorized = AVCaptureDevice.authorizationStatus(for: mediaType) == .authorized
        #expect(await AVCaptureDevice.requestAccess(for: mediaType) == isAuthorized)
        let answer = await withCheckedContinuation { continuation in
            AVCaptureDevice.requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
        #expect(answer == isAuthorized)
    }
}

/// A provider without devices that answers for cameras.
private final class AccessProvider: DeviceProvider {
    let name = "machine"
    let obstacle: String? = nil
    private let answer: DeviceAccess

    init(_ answer: DeviceAccess) { self.answer = answer }

    func devices() -> [DeviceFacts] { [] }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { nil }
    func access(to kind: DeviceKind) -> DeviceAccess { answer }
    func open(_ id: String) throws(AVError) -> any DeviceHandle {
        throw AVError(.deviceNotConnected, "there is no device '\(id)'")
    }
}
