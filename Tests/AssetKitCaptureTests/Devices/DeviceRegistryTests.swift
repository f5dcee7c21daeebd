import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The registry of devices")
struct DeviceRegistryTests {
    private let studio = Studio()

    @Test("who asks while devices are listed for the first time waits for that, but within the listing itself")
    func firstListing() async {
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "desk")))
        let (provider, registry) = studio.troubled()
        let (isAsking, answer, several) = (Protected(false), Protected<[String]?>(nil), Several(1))
        let within = Protected([Int]())
        provider.present { _ in
            let count = registry.devices.count
            let isFirst = within.withLock { counts in
                counts.append(count)
                return counts.count == 1
            }
            guard isFirst else { return }
            WorkerThread.start("asker") {
                isAsking.withLock { $0 = true }
                let ids = registry.devices.map(\.uniqueID)
                answer.withLock { $0 = ids }
                several.count()
            }
            #expect(throws: Never.self) { try spinPatiently("for another thread") { isAsking.withLock { $0 } } }
            // Who does not wait has an answer before the other thread has had so many turns.
            for _ in 0..<2000 where answer.withLock({ $0 == nil }) { sched_yield() }
        }
        #expect(registry.devices.map(\.uniqueID) == ["desk"])
        await several.wait()
        #expect(answer.withLock { $0 } == ["desk"])
        #expect(within.withLock { $0 } == [0])
    }

    /// Starts a session with a camera and a microphone. The answer is that microphone, and whether the session hears it.
    private func run(_ studio: Studio) throws -> (microphone: AVCaptureDevice, isHeard: @Sendable () -> Bool) {
        let microphone = try studio.microphone(AKSyntheticMicrophone(id: "desk"))
        try studio.add(studio.camera())
        try studio.add(microphone)
        let sound = AVCaptureAudioDataOutput()
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.addOutput(sound)
        studio.session.startRunning()
        return (microphone, { sound.connections.first?.isActive == true })
    }

    @Test("a session takes its device back while an observer is still at it, and observers hear in order")
    func slowObserver() throws {
        let (provider, words) = (studio.provider, Protected([String]()))
        let idle = try studio.camera(AKSyntheticCamera(id: "idle"))
        let (microphone, isHeard) = try run(studio)
        provider.setPlugged(false, "desk")
        try #require(!isHeard())
        let observations = [
            idle.observe(\.isConnected) { _, _ in
                words.withLock { $0.append("idle") }
                provider.setPlugged(true, "desk")
                words.withLock { $0.append(isHeard() ? "taken back" : "waits") }
            },
            microphone.observe(\.isConnected) { _, _ in words.withLock { $0.append("desk") } },
        ]
        provider.setPlugged(false, "idle")
        #expect(words.withLock { $0 } == ["idle", "taken back", "desk"])
        withExtendedLifetime(observations) {}
    }

    @Test("a session that loses a device does not wait for those who observe it")
    func slowObserverOfLoss() throws {
        let (slow, others) = (StuckWorker(), InlineWorker())
        let studio = Studio { name in
            if name == "assetkit.capture.devices" { return slow }
            return others
        }
        let (microphone, isHeard) = try run(studio)
        slow.getStuck()
        studio.provider.setPlugged(false, microphone.uniqueID)
        #expect(slow.waitingCount == 1 && !isHeard())
        studio.provider.setPlugged(true, microphone.uniqueID)
        #expect(isHeard())
        slow.goOn()
        #expect(microphone.isConnected && isHeard())
    }
}
