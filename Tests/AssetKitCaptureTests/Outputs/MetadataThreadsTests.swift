import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import Dispatch
import Foundation
import Testing

@testable import AssetKitCapture

/// What clients' queues see of codes, on real threads.
@Suite("Codes on clients' queues", .enabled(if: CodeReader.obstacle == nil, "libzbar is not installed"))
struct MetadataThreadsTests {
    /// A delegate with a queue of its own, which is held up by its first call if it is to be.
    private final class Client: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
        let queue = DispatchQueue(label: "codes")
        private let key = DispatchSpecificKey<Bool>()
        private let state = Protected((counts: [Int](), strayCount: 0))
        private let isHeldUp: Bool
        private let mayGoOn = DispatchSemaphore(value: 0)

        init(isHeldUp: Bool = false) {
            self.isHeldUp = isHeldUp
            super.init()
            queue.setSpecific(key: key, value: true)
        }

        /// How many codes there were, for each call.
        var counts: [Int] { state.withLock { $0.counts } }
        /// Calls that came on another queue.
        var strayCount: Int { state.withLock { $0.strayCount } }

        func goOn() { mayGoOn.signal() }

        func metadataOutput(
            _ output: AVCaptureMetadataOutput,
            didOutput metadataObjects: [AVMetadataObject],
            from connection: AVCaptureConnection
        ) {
            let isStray = DispatchQueue.getSpecific(key: key) != true
            let isFirst = state.withLock { state in
                state.counts.append(metadataObjects.count)
                if isStray { state.strayCount += 1 }
                return state.counts.count == 1
            }
            if isFirst, isHeldUp { mayGoOn.wait() }
        }
    }

    private let studio: ThreadedStudio
    private let output = AVCaptureMetadataOutput()

    init() throws {
        studio = try ThreadedStudio()
        try studio.addCamera()
        studio.session?.addOutput(output)
        output.metadataObjectTypes = [.qr]
    }

    /// Does something, if anything, until that holds. On a slow machine one turn of all tests takes minutes.
    private func wait(_ step: () throws -> Void = {}, until condition: () -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(600)
        var turns = 0
        while !condition() {
            try #require(turns < 1000 || ContinuousClock.now < limit)
            try step()
            await Task.yield()
            turns += 1
        }
    }

    @Test("a delegate in the place of another one hears on its own queue of what waited, and the other one of nothing")
    func otherDelegate() async throws {
        let (first, second) = (Client(isHeldUp: true), Client())
        output.setMetadataObjectsDelegate(first, queue: first.queue)
        studio.session?.startRunning()
        let connection = try #require(output.connections.first)
        let picture = try #require(DrawnCode.qr.draw(width: 320, height: 240, at: (100, 60), module: 4))
        // One of the camera's pictures, which show no code, may come in its place.
        try await wait {
            let sample = DeviceSample(.picture(picture), hostTime: SystemHostClock.shared.now)
            output.consumer?.receive(CapturedSample(sample, number: 0, decoder: nil), connection)
        } until: {
            !first.counts.isEmpty
        }
        // That the code is gone waits behind the first call when the camera's next pictures have been looked at.
        let count = connection.akStatistics.delivered
        try await wait(until: { connection.akStatistics.delivered >= count + 4 })
        output.setMetadataObjectsDelegate(second, queue: second.queue)
        first.goOn()
        try await wait(until: { second.counts.contains(0) })
        #expect(second.strayCount == 0 && first.strayCount == 0)
        #expect(first.counts == [1])
    }
}
