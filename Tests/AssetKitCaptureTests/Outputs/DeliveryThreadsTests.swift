import AssetKitBase
import AssetKitCapture
import AssetKitMedia
import Dispatch
import Foundation
import Testing

/// What clients' queues see of data outputs, on real threads.
@Suite("Delivery on clients' queues")
struct DeliveryThreadsTests {
    /// A delegate whose first sample takes until somebody lets it go on.
    private final class SlowDelegate: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        let words = Protected([String]())
        let begun = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        private let several = Several(3)

        /// Returns when there were three samples.
        func waitForSamples() async { await several.wait() }

        func captureOutput(
            _ output: AVCaptureOutput,
            didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            let isFirst = words.withLock { words in
                words.append("sample")
                return words.count == 1
            }
            if isFirst {
                begun.signal()
                mayGoOn.wait()
            }
            several.count()
        }
    }

    /// Counts samples, and on which queue they come.
    private final class Counter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        let queue: DispatchQueue
        private let key = DispatchSpecificKey<Bool>()
        private let strays = Protected(0)
        private let several: Several

        init(of count: Int) {
            several = Several(count)
            queue = DispatchQueue(label: "counter")
            super.init()
            queue.setSpecific(key: key, value: true)
        }

        /// Those that came on another queue.
        var strayCount: Int { strays.withLock { $0 } }

        func waitForSamples() async { await several.wait() }

        func captureOutput(
            _ output: AVCaptureOutput,
            didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            if DispatchQueue.getSpecific(key: key) != true { strays.withLock { $0 += 1 } }
            several.count()
        }
    }

    private let studio: ThreadedStudio
    private let output = AVCaptureVideoDataOutput()

    init() throws {
        studio = try ThreadedStudio()
        try studio.addCamera()
        output.alwaysDiscardsLateVideoFrames = false
    }

    /// Starts with a delegate that is stuck in its first sample, while ten wait and another output has all of them.
    private func stick(_ slow: SlowDelegate, on queue: DispatchQueue) async {
        let (other, counter) = (AVCaptureVideoDataOutput(), Counter(of: 14))
        output.setSampleBufferDelegate(slow, queue: queue)
        other.setSampleBufferDelegate(counter, queue: counter.queue)
        studio.session?.addOutput(output)
        studio.session?.addOutput(other)
        studio.session?.startRunning()
        await counter.waitForSamples()
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waiter").async {
                slow.begun.wait()
                continuation.resume()
            }
        }
    }

    @Test("a delegate that is too slow slows nobody else, and leaves its queue to others between two samples")
    func turns() async throws {
        let (slow, queue) = (SlowDelegate(), DispatchQueue(label: "shared"))
        await stick(slow, on: queue)
        #expect(output.connections.first?.akStatistics.highWater == 10)
        queue.async { slow.words.withLock { $0.append("other") } }
        slow.mayGoOn.signal()
        await slow.waitForSamples()
        #expect(slow.words.withLock { Array($0.prefix(3)) } == ["sample", "other", "sample"])
        studio.session?.stopRunning()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.produced == counts.delivered + counts.dropped, "\(counts)")
    }

    @Test("a delegate with another queue is called there, also for what waited before")
    func otherQueue() async throws {
        let (slow, queue) = (SlowDelegate(), DispatchQueue(label: "first"))
        await stick(slow, on: queue)
        let counter = Counter(of: 12)
        output.setSampleBufferDelegate(counter, queue: counter.queue)
        slow.mayGoOn.signal()
        await counter.waitForSamples()
        #expect(counter.strayCount == 0)
        #expect(slow.words.withLock { $0 } == ["sample"])
    }
}
