internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What an engine drives: it is changed, and ``settle()`` then sees to all that is to be done about it.
protocol SteppingCore: AnyObject, Sendable {
    var environment: HostEnvironment { get }
    var engine: StepEngine<Self>? { get set }
    /// Of the host, at this step.
    var now: Int64 { get set }
    /// The object of the client's that it works for.
    var owner: AnyObject? { get }

    func settle()
}

extension SteppingCore {
    /// Does something behind the step.
    func effect(_ body: @escaping @Sendable () -> Void) { engine?.add(body) }

    /// Does something on a worker behind the step, and takes in what comes of it.
    func run<Result: Sendable>(
        on worker: any SerialWorker,
        _ job: @escaping @Sendable () -> Result,
        then take: @escaping @Sendable (Self, Result) -> Void
    ) {
        let reference = EngineReference(engine: engine)
        effect {
            worker.async {
                let result = job()
                reference.engine?.perform { take($0, result) }
            }
        }
    }

    /// Tells a client something on the main queue.
    func notice(_ body: @escaping @Sendable () -> Void) {
        let environment = environment
        effect { environment.notice(body) }
    }

    /// Tells those who observe a property what has become of it.
    func announce<Object: AKKeyValueObserving & Sendable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        old: Value,
        new: Value
    ) {
        nonisolated(unsafe) let keyPath = keyPath
        notice {
            object.akObservers.announce(keyPath, old: old, new: nil, isPrior: true)
            object.akObservers.announce(keyPath, old: old, new: new, isPrior: false)
        }
    }

    // MARK: Observers of the time

    /// Calls those of them whose time has come.
    func call(_ observers: [TimeObserver], at time: CMTime, isReverse: Bool) {
        for observer in observers {
            if let passed = observer.pass(time, isReverse: isReverse) { call(observer, passed) }
        }
    }

    /// The time has jumped, or begun to go, or stopped.
    func tell(_ observers: [TimeObserver], of time: CMTime) {
        for observer in observers {
            observer.last = time
            if case .periodic = observer.kind { call(observer, time) }
        }
    }

    private func call(_ observer: TimeObserver, _ time: CMTime) {
        let environment = environment
        effect {
            guard let call = observer.call(time) else { return }
            environment.notice(on: observer.queue, call)
        }
    }
}
