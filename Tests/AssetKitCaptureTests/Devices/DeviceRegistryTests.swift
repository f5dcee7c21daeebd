import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import Foundation
import Glibc
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
            while !isAsking.withLock({ $0 }) { sched_yield() }
            // Who does not wait has an answer before the other thread has had so many turns.
            for _ in 0..<2000 where answer.withLock({ $0 == nil }) { sched_yield() }
        }
        #expect(registry.devices.map(\.uniqueID) == ["desk"])
        await several.wait()
        #expect(answer.withLock { $0 } == ["desk"])
        #expect(within.withLock { $0 } == [0])
    }
}
