public import Dispatch

/// A queue that runs one block after the other, and the executor of an actor that is to live on it.
///
/// ```swift
/// actor Recorder {
///     private let queue = DispatchSerialQueue(label: "recorder")
///     nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The blocks and the actor's work never run at the same time; a block on the queue may use `assumeIsolated` of the actor.
/// On Apple's systems it is a kind of `DispatchQueue`; here it has one, for everything that asks for one.
public final class DispatchSerialQueue: SerialExecutor, Hashable {
    /// The queue, for functions that take one.
    public let dispatchQueue: DispatchQueue
    /// Which executor a queue, or one that it works for, belongs to.
    private static let owner = DispatchSpecificKey<ObjectIdentifier>()

    /// Makes a queue.
    public init(
        label: String,
        qos: DispatchQoS = .unspecified,
        autoreleaseFrequency: DispatchQueue.AutoreleaseFrequency = .inherit,
        target: DispatchQueue? = nil
    ) {
        dispatchQueue = DispatchQueue(
            label: label,
            qos: qos,
            autoreleaseFrequency: autoreleaseFrequency,
            target: target
        )
        dispatchQueue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
    }

    /// What it is called.
    public var label: String { dispatchQueue.label }

    public static func == (left: DispatchSerialQueue, right: DispatchSerialQueue) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Blocks

    /// Runs a block when its turn comes, and returns at once.
    @preconcurrency
    public func async(
        group: DispatchGroup? = nil,
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable () -> Void
    ) {
        dispatchQueue.async(group: group, qos: qos, flags: flags, execute: work)
    }

    /// Runs a block at a moment or after it, when its turn comes.
    @preconcurrency
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
        dispatchQueue.asyncAfter(deadline: deadline, execute: work)
    }

    /// Runs a block when its turn comes, and waits for it. Never from the queue itself.
    public func sync<Result>(execute work: () throws -> Result) rethrows -> Result {
        try dispatchQueue.sync(execute: work)
    }

    // MARK: An executor

    /// Runs a job of an actor on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        dispatchQueue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Whether the code that asks runs on the queue.
    public func isIsolatingCurrentContext() -> Bool? {
        DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self)
    }

    /// Stops the program unless the code that asks runs on the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(dispatchQueue)) }
}
