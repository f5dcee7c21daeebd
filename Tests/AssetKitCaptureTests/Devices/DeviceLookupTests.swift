import AssetKitDevices
import AssetKitMedia
import Testing

@testable import AssetKitCapture

@Suite("Which devices are found, and which one is taken")
struct DeviceLookupTests {
    private let studio = Studio()

    /// Cameras of all positions and a microphone, in no order that answers have, and a screen.
    private func addAll() {
        for (id, position) in [("front", "front"), ("plain", "")] {
            studio.provider.add(.camera(AKSyntheticCamera(id: id, position: position)))
        }
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "desk")))
        studio.provider.add(.screen(AKSyntheticScreen(id: "screen")))
        for id in ["back", "other back"] {
            studio.provider.add(.camera(AKSyntheticCamera(id: id, position: "back")))
        }
    }

    @Test(
        "devices are found in the order of the types, then by where they look, and each once",
        arguments: [
            ([.external], ["plain", "back", "other back", "front"]),
            ([.external, .microphone], ["plain", "back", "other back", "front", "desk"]),
            ([.microphone, .external], ["desk", "plain", "back", "other back", "front"]),
            // Other words for the same.
            ([.builtInWideAngleCamera, .external, .externalUnknown], ["plain", "back", "other back", "front"]),
            ([.externalUnknown], ["plain", "back", "other back", "front"]),
            ([.builtInMicrophone, .microphone], ["desk"]),
            // None is known as one here.
            ([.builtInTelephotoCamera, .builtInDualCamera, .continuityCamera], []), ([], []),
        ] as [([AVCaptureDevice.DeviceType], [String])]
    )
    func order(types: [AVCaptureDevice.DeviceType], expected: [String]) {
        addAll()
        let session = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: nil, position: .unspecified)
        #expect(session.devices(in: studio.registry).map(\.uniqueID) == expected)
    }

    @Test(
        "those of another kind of media, or that look elsewhere, are left out",
        arguments: [
            (.video, .unspecified, ["plain", "back", "other back", "front"]), (.audio, .unspecified, ["desk"]),
            (.video, .back, ["back", "other back"]), (.video, .front, ["front"]), (nil, .front, ["front"]),
            // Microphones look nowhere.
            (.audio, .back, []), (.text, .unspecified, []),
        ] as [(AVMediaType?, AVCaptureDevice.Position, [String])]
    )
    func filter(mediaType: AVMediaType?, position: AVCaptureDevice.Position, expected: [String]) {
        addAll()
        let session = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.microphone, .external],
            mediaType: mediaType,
            position: position
        )
        #expect(session.devices(in: studio.registry).map(\.uniqueID) == expected)
    }

    @Test("devices that have gone are not found")
    func gone() {
        addAll()
        let session = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.external],
            mediaType: .video,
            position: .unspecified
        )
        #expect(session.devices(in: studio.registry).count == 4)
        studio.provider.setPlugged(false, "plain")
        #expect(session.devices(in: studio.registry).map(\.uniqueID) == ["back", "other back", "front"])
    }

    private var preferred: String? { studio.registry.preferredCamera?.uniqueID }
    private var system: String? { AVCaptureDevice.systemPreferredCamera(in: studio.registry)?.uniqueID }
    private var usual: String? { AVCaptureDevice.default(for: .video, in: studio.registry)?.uniqueID }

    @Test("the camera to take is the one that the user prefers while it is there, and otherwise the first")
    func preference() {
        #expect(preferred == nil && system == nil && usual == nil)
        addAll()
        let registry = studio.registry
        #expect(preferred == nil && system == "front" && usual == "front")
        registry.preferredCamera = registry.device("back")
        #expect(preferred == "back" && system == "back" && usual == "back")
        #expect(AVCaptureDevice.default(for: .audio, in: registry)?.uniqueID == "desk")
        studio.provider.setPlugged(false, "back")
        #expect(preferred == nil && system == "front" && usual == "front")
        studio.provider.setPlugged(true, "back")
        #expect(preferred == "back" && system == "back" && usual == "back")
        registry.preferredCamera = nil
        #expect(preferred == nil && system == "front" && usual == "front")
    }

    @Test("without a preference it is the one that its provider takes, and none that something is in the way of")
    func usualDevices() {
        addAll()
        let (provider, registry) = studio.troubled()
        provider.present { facts in
            facts.isDefault = facts.id == "other back"
            facts.isSystemSound = facts.id == "desk"
        }
        #expect(AVCaptureDevice.systemPreferredCamera(in: registry)?.uniqueID == "other back")
        // What the machine plays is taken where there is no microphone.
        #expect(AVCaptureDevice.default(for: .audio, in: registry)?.uniqueID == "desk")
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "room")))
        #expect(AVCaptureDevice.default(for: .audio, in: registry)?.uniqueID == "room")
        provider.present { $0.obstacle = $0.kind == .camera && $0.id != "plain" ? "a group is missing" : nil }
        registry.refresh()
        #expect(AVCaptureDevice.systemPreferredCamera(in: registry)?.uniqueID == "plain")
        // Whoever prefers a camera is told what is in its way.
        registry.preferredCamera = registry.device("front")
        #expect(AVCaptureDevice.systemPreferredCamera(in: registry)?.uniqueID == "front")
    }
}
