internal import AssetKitBase
public import CMTimeLib
internal import Foundation

/// A queue of buffers, in the order they come or in an order of its own, that knows how long they last together and calls
/// handlers when that changes.
///
/// SAFETY: everything is behind the lock. Handlers that ask buffers run with the lock held, as on Apple's systems, and must
/// not use the queue; triggers run without it.
public final class CMBufferQueue: Hashable, @unchecked Sendable {
    /// How many buffers there can be; 0 for any number.
    public let capacity: CMItemCount
    package let handlers: Handlers
    private let state = Protected(State())

    private struct State {
        var buffers: [CMBuffer] = []
        var hasEnd = false
        var resets = 0
        var triggers: [(token: TriggerToken, condition: TriggerCondition, body: CMBufferQueueTriggerHandler?)] = []
        var validate: ((CMBufferQueue, CMBuffer) throws -> Void)?
        /// What the triggers saw last.
        var seen = Summary()
    }

    /// Hears when the data of a buffer becomes ready.
    private let observer = Protected<(any NSObjectProtocol)?>(nil)

    /// Makes a queue.
    public init(capacity: CMItemCount, handlers: Handlers) throws {
        guard capacity >= 0 else { throw Error.requiredParameterMissing }
        self.capacity = capacity
        self.handlers = handlers
        guard let name = handlers.dataBecameReadyNotification else { return }
        let token = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) {
            [weak self] note in self?.noticeReadiness(of: note.object as AnyObject?)
        }
        observer.withLock { $0 = token }
    }

    deinit {
        observer.withLock { $0.map(NotificationCenter.default.removeObserver) }
    }

    private func noticeReadiness(of buffer: CMBuffer?) {
        guard let buffer, head === buffer else { return }
        change { _ in }
    }

    public static func == (left: CMBufferQueue, right: CMBufferQueue) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Adds a buffer.
    public func enqueue(_ buffer: CMBuffer) throws {
        if let validate = state.withLock({ $0.validate }) { try validate(self, buffer) }
        try change { state in
            guard !state.hasEnd else { throw Error.enqueueAfterEndOfData }
            guard capacity == 0 || state.buffers.count < capacity else { throw Error.queueIsFull }
            state.buffers.insert(buffer, at: place(of: buffer, in: state.buffers))
        }
    }

    /// Takes the first buffer out.
    @discardableResult
    public func dequeue() -> CMBuffer? {
        change { $0.buffers.isEmpty ? nil : $0.buffers.removeFirst() }
    }

    /// Takes the first buffer out if its data is there.
    @discardableResult
    public func dequeueIfDataReady() -> CMBuffer? {
        change { state in
            guard let first = state.buffers.first, handlers.isDataReady?(first) ?? true else { return nil }
            return state.buffers.removeFirst()
        }
    }

    /// The first buffer.
    public var head: CMBuffer? { state.withLock { $0.buffers.first } }
    /// Whether there are no buffers.
    public var isEmpty: Bool { bufferCount == 0 }
    /// How many buffers there are.
    public var bufferCount: CMItemCount { state.withLock { $0.buffers.count } }

    /// Says that no more buffers come.
    public func markEndOfData() throws {
        change { $0.hasEnd = true }
    }

    /// Whether the end was marked.
    public var containsEndOfData: Bool { state.withLock { $0.hasEnd } }
    /// Whether the end was marked and the last buffer is out.
    public var isAtEndOfData: Bool { state.withLock { $0.hasEnd && $0.buffers.isEmpty } }

    /// Takes every buffer out, and forgets the end.
    public func reset() throws {
        try reset { _ in }
    }

    /// Takes every buffer out, calling `body` for each, and forgets the end.
    public func reset(_ body: (CMBuffer) throws -> Void) throws {
        let removed = change { state -> [CMBuffer] in
            defer {
                state.buffers = []
                state.hasEnd = false
                state.resets += 1
            }
            return state.buffers
        }
        for buffer in removed { try body(buffer) }
    }

    /// How long the buffers last together.
    public var duration: CMTime { state.withLock { sum($0.buffers) } }
    /// The earliest decode time; invalid where there is none.
    public var minDecodeTimeStamp: CMTime { best(handlers.getDecodeTimeStamp, CMTimeMinimum) }
    /// When the first buffer is decoded; invalid where there is none.
    public var firstDecodeTimeStamp: CMTime { head.flatMap { handlers.getDecodeTimeStamp?($0) } ?? .invalid }
    /// The earliest presentation time; invalid where there is none.
    public var minPresentationTimeStamp: CMTime { best(handlers.getPresentationTimeStamp, CMTimeMinimum) }
    /// When the first buffer is shown; invalid where there is none.
    public var firstPresentationTimeStamp: CMTime {
        head.flatMap { handlers.getPresentationTimeStamp?($0) } ?? .invalid
    }
    /// The latest presentation time; invalid where there is none.
    public var maxPresentationTimeStamp: CMTime { best(handlers.getPresentationTimeStamp, CMTimeMaximum) }
    /// The latest end of a buffer; invalid where there is none.
    public var endPresentationTimeStamp: CMTime {
        let handlers = handlers
        let end: CMBufferGetTimeHandler = { buffer in
            CMTimeAdd(handlers.getPresentationTimeStamp?(buffer) ?? .invalid, handlers.getDuration(buffer))
        }
        return best(end, CMTimeMaximum)
    }
    /// The bytes of all buffers.
    public var totalSize: Int {
        state.withLock { state in
            state.buffers.reduce(0) { total, buffer in
                let (sum, isTooMuch) = total.addingReportingOverflow(handlers.getSize?(buffer) ?? 0)
                return isTooMuch ? .max : sum
            }
        }
    }

    /// Has a handler run when a condition becomes true. Without a handler the condition can only be tested.
    @discardableResult
    public func installTrigger(
        condition: TriggerCondition,
        _ body: CMBufferQueueTriggerHandler? = nil
    ) throws -> TriggerToken {
        guard condition.isSensible else { throw Error.badTriggerDuration }
        let token = TriggerToken()
        state.withLock { state in
            if state.triggers.isEmpty { state.seen = summary(state) }
            state.triggers.append((token, condition, body))
        }
        return token
    }

    /// Removes a trigger.
    public func removeTrigger(_ triggerToken: TriggerToken) throws {
        try state.withLock { state in
            guard let index = state.triggers.firstIndex(where: { $0.token == triggerToken }) else {
                throw Error.invalidTriggerToken
            }
            state.triggers.remove(at: index)
        }
    }

    /// Whether the condition of a trigger holds now.
    public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
        state.withLock { state in
            let trigger = state.triggers.first { $0.token == triggerToken }
            return trigger?.condition.holds(summary(state)) ?? false
        }
    }

    /// Sets what looks at a buffer before it is added, and throws to refuse it.
    public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
        state.withLock { $0.validate = body }
    }

    /// The buffers at one moment, the first one first.
    public struct Buffers: Sequence {
        fileprivate let buffers: [CMBuffer]

        /// Goes through the buffers.
        public struct Iterator: IteratorProtocol {
            fileprivate var rest: ArraySlice<CMBuffer>

            /// The next buffer.
            public mutating func next() -> CMBuffer? { rest.popFirst() }
        }

        /// Begins at the first buffer.
        public func makeIterator() -> Iterator { Iterator(rest: buffers[...]) }
    }

    /// The buffers at this moment, the first one first.
    public var buffers: Buffers { Buffers(buffers: state.withLock { $0.buffers }) }

    /// Changes the queue, and then runs the triggers whose conditions have become true.
    private func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        let (result, fired) = try state.withLock { state -> (Result, [(TriggerToken, CMBufferQueueTriggerHandler)]) in
            // Looking at all buffers is worth it only where somebody waits for it.
            guard !state.triggers.isEmpty else { return (try body(&state), []) }
            let old = state.seen
            let result = try body(&state)
            let new = summary(state)
            state.seen = new
            let fired = state.triggers.filter { $0.condition.fires(from: old, to: new) }
            return (result, fired.compactMap { trigger in trigger.body.map { (trigger.token, $0) } })
        }
        for (token, handler) in fired { handler(token) }
        return result
    }

    private func summary(_ state: State) -> Summary {
        let times = state.buffers.compactMap { handlers.getPresentationTimeStamp?($0) }.filter(\.isNumeric)
        return Summary(
            duration: sum(state.buffers),
            minimumTime: times.dropFirst().reduce(times.first ?? .invalid, CMTimeMinimum),
            maximumTime: times.dropFirst().reduce(times.first ?? .invalid, CMTimeMaximum),
            count: state.buffers.count,
            isHeadReady: state.buffers.first.map { handlers.isDataReady?($0) ?? true } ?? false,
            isAtEnd: state.hasEnd && state.buffers.isEmpty,
            resets: state.resets
        )
    }

    private func sum(_ buffers: [CMBuffer]) -> CMTime {
        buffers.reduce(.zero) { total, buffer in
            let duration = handlers.getDuration(buffer)
            return duration.isNumeric ? CMTimeAdd(total, duration) : total
        }
    }

    private func best(_ time: CMBufferGetTimeHandler?, _ choose: (CMTime, CMTime) -> CMTime) -> CMTime {
        guard let time else { return .invalid }
        return state.withLock { state in
            let times = state.buffers.map(time).filter(\.isNumeric)
            return times.dropFirst().reduce(times.first ?? .invalid, choose)
        }
    }

    /// Behind every buffer that comes first or is equal.
    private func place(of buffer: CMBuffer, in buffers: [CMBuffer]) -> Int {
        guard let compare = handlers.compare else { return buffers.count }
        let next = buffers.lastIndex { compare($0, buffer) != .compareGreaterThan }
        return next.map { $0 + 1 } ?? 0
    }
}
