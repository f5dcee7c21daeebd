internal import AssetKitBase

/// The observers of one object.
public final class AKKeyValueObservers: Sendable {
    /// SAFETY: the handler is called by whoever announces a change, as its maker asked for; the rest never changes.
    private struct Observer: @unchecked Sendable {
        let keyPath: AnyKeyPath
        let options: NSKeyValueObservingOptions
        let handler: (Change) -> Void
    }

    /// A change of a property of whatever type.
    package struct Change {
        package let old: Any?
        package let new: Any?
        let isPrior: Bool
    }

    private struct Registry {
        var observers: [(number: Int, observer: Observer)] = []
        var count = 0
    }

    private let registry = Lock(Registry())

    /// Makes a list without observers.
    public init() {}

    /// Adds an observer; what is answered takes it away again.
    package func add(
        _ keyPath: AnyKeyPath,
        _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Change) -> Void
    ) -> @Sendable () -> Void {
        let observer = Observer(keyPath: keyPath, options: options, handler: handler)
        let number = registry.withLock { registry in
            registry.count += 1
            registry.observers.append((registry.count, observer))
            return registry.count
        }
        return { [weak self] in self?.registry.withLock { $0.observers.removeAll { $0.number == number } } }
    }

    /// Nobody observes anything.
    package var isEmpty: Bool { registry.withLock { $0.observers.isEmpty } }

    /// Tells the observers of a property about a change. No lock is held meanwhile.
    package func announce(_ keyPath: AnyKeyPath, old: Any?, new: Any?, isPrior: Bool) {
        let observers = registry.withLock { $0.observers.map(\.observer) }
        for observer in observers where observer.keyPath == keyPath {
            guard !isPrior || observer.options.contains(.prior) else { continue }
            observer.handler(
                Change(
                    old: observer.options.contains(.old) ? old : nil,
                    new: observer.options.contains(.new) && !isPrior ? new : nil,
                    isPrior: isPrior
                )
            )
        }
    }
}
