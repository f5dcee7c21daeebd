import AssetKit
import TestSupport
import Testing

@Suite("Serial queues as executors")
struct DispatchSerialQueueTests {
    /// Lives on a queue.
    private actor Counter {
        let queue = DispatchSerialQueue(label: "counter")
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
        private(set) var count = 0

        func add() {
            dispatchPrecondition(condition: .onQueue(queue.dispatchQueue))
            count += 1
        }

        /// What a delegate does that is called on the queue.
        nonisolated func called() { assumeIsolated { $0.count += 1 } }
    }

    @Test("an actor lives on its queue, and blocks of the queue are within it")
    func executor() async {
        let counter = Counter()
        await counter.add()
        counter.queue.sync { counter.called() }
        await withCheckedContinuation { done in
            counter.queue.async {
                counter.called()
                done.resume()
            }
        }
        #expect(await counter.count == 3)
    }

    @Test("a queue knows whether it runs the code that asks")
    func isolation() {
        let (one, other) = (DispatchSerialQueue(label: "one"), DispatchSerialQueue(label: "other"))
        #expect(one.isIsolatingCurrentContext() == false)
        #expect(one.sync { one.isIsolatingCurrentContext() } == true)
        #expect(other.sync { one.isIsolatingCurrentContext() } == false)
        #expect(one.label == "one" && one != other)
    }

    @Test("an input asks for media on such a queue")
    func media() async throws {
        let queue = DispatchSerialQueue(label: "media")
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.path("new.mov"))
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        let picture = try WriterKit.picture(0)
        let isOnQueue = await withCheckedContinuation { (done: CheckedContinuation<Bool?, Never>) in
            input.requestMediaDataWhenReady(on: queue) {
                input.append(picture)
                input.markAsFinished()
                done.resume(returning: queue.isIsolatingCurrentContext())
            }
        }
        await writer.finishWriting()
        #expect(isOnQueue == true && writer.status == .completed)
    }
}
