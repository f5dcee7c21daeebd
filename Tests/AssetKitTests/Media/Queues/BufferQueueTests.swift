import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("Buffer queues")
struct BufferQueueTests {
    private func sample(_ value: Int64, ready: Bool = true) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 10),
            presentationTimeStamp: CMTime(value: value, timescale: 10),
            decodeTimeStamp: .invalid
        )
        return try CMSampleBuffer(
            dataBuffer: nil,
            dataReady: ready,
            formatDescription: nil,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [5]
        ) { _ in noErr }
    }

    @Test("a simple queue is first in, first out, and has its limit")
    func simple() throws {
        let queue = try CMSimpleQueue(capacity: 3)
        let places = (1...4).compactMap { UnsafeRawPointer(bitPattern: $0) }
        for place in places.prefix(3) { try queue.enqueue(place) }
        #expect(throws: CMSimpleQueue.Error.queueIsFull) { try queue.enqueue(places[3]) }
        #expect(queue.count == 3 && queue.fullness == 1 && queue.head == places[0])
        #expect(queue.dequeue() == places[0])
        try queue.enqueue(places[3])
        let rest = (0..<4).map { _ in queue.dequeue() }
        #expect(rest == [places[1], places[2], places[3], nil])
        #expect(CMSimpleQueueReset(queue) == noErr && CMSimpleQueueGetCount(queue) == 0)
        for capacity in [0, -1, Int.max] {
            #expect(throws: CMSimpleQueue.Error.parameterOutOfRange) { try CMSimpleQueue(capacity: capacity) }
        }
    }

    @Test("a sorted queue gives buffers by presentation time, and knows the times")
    func sorted() throws {
        let queue = try CMBufferQueue(capacity: 0, handlers: .outputPTSSortedSampleBuffers)
        for value: Int64 in [5, 3, 9, 3] { try queue.enqueue(try sample(value)) }
        #expect(queue.bufferCount == 4 && queue.totalSize == 20)
        #expect(queue.duration == CMTime(value: 4, timescale: 10))
        #expect(queue.minPresentationTimeStamp == CMTime(value: 3, timescale: 10))
        #expect(queue.maxPresentationTimeStamp == CMTime(value: 9, timescale: 10))
        #expect(queue.endPresentationTimeStamp == CMTime(value: 1, timescale: 1))
        let order = queue.buffers.compactMap { ($0 as? CMSampleBuffer)?.presentationTimeStamp.value }
        #expect(order == [3, 3, 5, 9])
        var removed = 0
        try queue.reset { _ in removed += 1 }
        #expect(removed == 4 && queue.isEmpty && !queue.minPresentationTimeStamp.isValid)
    }

    @Test("the end of data, the capacity and the validation refuse buffers")
    func refusals() throws {
        let queue = try CMBufferQueue(capacity: 2, handlers: .unsortedSampleBuffers)
        queue.setValidationHandler { _, buffer in
            if !(buffer is CMSampleBuffer) { throw CMBufferQueue.Error.invalidBuffer }
        }
        #expect(throws: CMBufferQueue.Error.invalidBuffer) { try queue.enqueue(NSObject()) }
        try queue.enqueue(try sample(1))
        try queue.enqueue(try sample(2))
        #expect(CMBufferQueueEnqueue(queue, buffer: try sample(3)) == kCMBufferQueueError_QueueIsFull)
        try queue.markEndOfData()
        #expect(queue.containsEndOfData && !queue.isAtEndOfData)
        queue.dequeue()
        #expect(throws: CMBufferQueue.Error.enqueueAfterEndOfData) { try queue.enqueue(try sample(3)) }
        queue.dequeue()
        #expect(queue.isAtEndOfData)
        try queue.reset()
        #expect(!queue.containsEndOfData)
        #expect(throws: CMBufferQueue.Error.requiredParameterMissing) {
            try CMBufferQueue(capacity: -1, handlers: .unsortedSampleBuffers)
        }
    }

    @Test("triggers run once when their condition becomes true")
    func triggers() throws {
        let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
        var fired: [String] = []
        let limit = CMTime(value: 2, timescale: 10)
        let long = try queue.installTrigger(condition: .whenDurationBecomesGreaterThanOrEqualTo(limit)) { _ in
            fired.append("long")
        }
        try queue.installTrigger(condition: .whenEndOfDataReached) { _ in fired.append("end") }
        try queue.installTrigger(condition: .whenReset) { _ in fired.append("reset") }
        try queue.installTrigger(condition: .whenMinPresentationTimeStampChanges) { _ in fired.append("min") }
        try queue.enqueue(try sample(1))
        #expect(fired == ["min"] && !queue.testTrigger(long))
        try queue.enqueue(try sample(2))
        try queue.enqueue(try sample(3))
        #expect(fired == ["min", "long"] && queue.testTrigger(long))
        try queue.removeTrigger(long)
        #expect(throws: CMBufferQueue.Error.invalidTriggerToken) { try queue.removeTrigger(long) }
        try queue.reset()
        #expect(fired == ["min", "long", "reset", "min"])
        try queue.markEndOfData()
        #expect(fired.last == "end")
        #expect(throws: CMBufferQueue.Error.badTriggerDuration) {
            try queue.installTrigger(condition: .whenDurationBecomesLessThan(.invalid))
        }
    }

    @Test("a queue hears when the first buffer's data is there")
    func dataBecomesReady() throws {
        let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
        let buffer = try sample(1, ready: false)
        try queue.enqueue(buffer)
        var fired = 0
        try queue.installTrigger(condition: .whenDataBecomesReady) { _ in fired += 1 }
        #expect(queue.dequeueIfDataReady() == nil && fired == 0)
        try buffer.makeDataReady()
        #expect(fired == 1 && queue.dequeueIfDataReady() === buffer)
    }
}
