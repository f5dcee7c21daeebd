public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Makes a queue that asks its buffers by handlers.
@discardableResult
public func CMBufferQueueCreateWithHandlers(
    _ allocator: CFAllocator?,
    _ capacity: CMItemCount,
    _ handlers: CMBufferQueue.Handlers,
    _ queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
    status { queueOut.pointee = try CMBufferQueue(capacity: capacity, handlers: handlers) }
}

/// Adds a buffer.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer: CMBuffer) -> OSStatus {
    status { try queue.enqueue(buffer) }
}

/// Takes the first buffer out.
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

/// Takes the first buffer out if its data is there.
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }

/// The first buffer.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// Whether there are no buffers.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

/// Says that no more buffers come.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus {
    status { try queue.markEndOfData() }
}

/// Whether the end was marked.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }

/// Whether the end was marked and the last buffer is out.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Takes every buffer out.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
    status { try queue.reset() }
}

/// Takes every buffer out, calling a function for each.
@discardableResult
public func CMBufferQueueResetWithCallback(
    _ queue: CMBufferQueue,
    callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try queue.reset { callback($0, refcon) } }
}

/// How many buffers there are.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }

/// How long the buffers last together.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

/// The earliest decode time.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }

/// When the first buffer is decoded.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }

/// The earliest presentation time.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.minPresentationTimeStamp
}

/// When the first buffer is shown.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.firstPresentationTimeStamp
}

/// The latest presentation time.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.maxPresentationTimeStamp
}

/// The latest end of a buffer.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.endPresentationTimeStamp
}

/// The bytes of all buffers.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// Calls a function for each buffer, until it answers with something else than 0.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
    _ queue: CMBufferQueue,
    callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    for buffer in queue.buffers {
        let answer = callback(buffer, refcon)
        guard answer == noErr else { return answer }
    }
    return noErr
}

/// Removes a trigger.
@discardableResult
public func CMBufferQueueRemoveTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> OSStatus {
    status { try queue.removeTrigger(triggerToken) }
}

/// Whether the condition of a trigger holds now.
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
    queue.testTrigger(triggerToken)
}
