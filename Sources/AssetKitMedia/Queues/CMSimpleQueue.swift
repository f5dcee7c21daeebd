public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// A queue of pointers with a fixed number of places. It does not look at what they point to.
///
/// SAFETY: everything is behind the lock.
public final class CMSimpleQueue: Hashable, @unchecked Sendable {
    /// How many pointers there can be.
    public let capacity: Int
    private let elements = Protected(Fifo<UnsafeRawPointer>())

    /// The largest capacity that makes sense.
    private static let maximumCapacity = 1 << 24

    /// Makes a queue.
    public init(capacity: Int) throws {
        guard (1...Self.maximumCapacity).contains(capacity) else { throw Error.parameterOutOfRange }
        self.capacity = capacity
    }

    public static func == (left: CMSimpleQueue, right: CMSimpleQueue) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Adds a pointer at the end.
    public func enqueue(_ element: UnsafeRawPointer) throws {
        try elements.withLock { elements in
            guard elements.count < capacity else { throw Error.queueIsFull }
            elements.append(element)
        }
    }

    /// Takes the first pointer out.
    @discardableResult
    public func dequeue() -> UnsafeRawPointer? {
        elements.withLock { $0.popFirst() }
    }

    /// The first pointer.
    public var head: UnsafeRawPointer? { elements.withLock { $0.first } }

    /// Takes every pointer out.
    public func reset() throws {
        elements.withLock { $0 = Fifo() }
    }

    /// How many pointers there are.
    public var count: Int { elements.withLock { $0.count } }
    /// How full the queue is, 0…1.
    public var fullness: Float { Float(count) / Float(capacity) }
}

/// Makes a queue.
@discardableResult
public func CMSimpleQueueCreate(
    allocator: CFAllocator?,
    capacity: Int32,
    queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
    status { queueOut.pointee = try CMSimpleQueue(capacity: Int(capacity)) }
}

/// Adds a pointer at the end.
@discardableResult
public func CMSimpleQueueEnqueue(_ queue: CMSimpleQueue, element: UnsafeRawPointer) -> OSStatus {
    status { try queue.enqueue(element) }
}

/// Takes the first pointer out.
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.dequeue() }

/// The first pointer.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.head }

/// Takes every pointer out.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
    status { try queue.reset() }
}

/// How many pointers there can be.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.capacity) }

/// How many pointers there are.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.count) }

/// How full the queue is, 0…1.
public func CMSimpleQueueGetFullness(_ queue: CMSimpleQueue) -> Float { queue.fullness }
