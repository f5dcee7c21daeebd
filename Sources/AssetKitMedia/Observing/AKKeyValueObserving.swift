internal import AssetKitBase

/// An object whose properties can be observed by key path. An addition to AVFoundation, which has Objective-C for it.
///
/// ```
/// let observation = item.observe(\.status, options: [.initial, .new]) { item, change in … }
/// for await status in item.values(for: \.status) { … }
/// ```
///
/// Observers are called on the thread that makes the change, one after the other, in the order in which they came.
public protocol AKKeyValueObserving: AnyObject {
    /// Who observes the object. One object, made with the observed one.
    var observers: AKKeyValueObservers { get }
}

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

    /// An observer by name, and what takes it away. The context only tells one from another.
    private struct Named: Sendable {
        let observer: ObjectIdentifier
        let keyPath: String
        let context: UInt?
        let cancel: @Sendable () -> Void
    }

    private let named = Lock<[Named]>([])

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

    /// Remembers how to take away an observer by name.
    package func keep(
        _ cancel: @escaping @Sendable () -> Void,
        of observer: AnyObject,
        keyPath: String,
        context: UnsafeMutableRawPointer?
    ) {
        let entry = Named(
            observer: ObjectIdentifier(observer),
            keyPath: keyPath,
            context: context.map { UInt(bitPattern: $0) },
            cancel: cancel
        )
        named.withLock { $0.append(entry) }
    }

    /// Takes an observer by name away.
    package func cancel(of observer: AnyObject, keyPath: String, context: UnsafeMutableRawPointer?) {
        let context = context.map { UInt(bitPattern: $0) }
        let entry = named.withLock { entries -> Named? in
            let place = entries.lastIndex {
                $0.observer == ObjectIdentifier(observer) && $0.keyPath == keyPath
                    && (context == nil || $0.context == context)
            }
            return place.map { entries.remove(at: $0) }
        }
        entry?.cancel()
    }

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

extension AKKeyValueObserving {
    /// Calls back when a property changes, for as long as the answer is held.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let handler = { [weak self] (change: AKKeyValueObservers.Change) in
            guard let self else { return }
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    kind: .setting,
                    newValue: change.new as? Value,
                    oldValue: change.old as? Value,
                    isPrior: change.isPrior
                )
            )
        }
        let cancel = observers.add(keyPath, options, handler)
        if options.contains(.initial) {
            handler(.init(old: nil, new: options.contains(.new) ? self[keyPath: keyPath] : nil, isPrior: false))
        }
        return NSKeyValueObservation(cancel: cancel)
    }

    /// The values of a property: the one it has, and each one that it gets. A value that nobody took before the next one
    /// came is left out.
    public func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let cancel = observers.add(keyPath, .new) { change in
                if let value = change.new as? Value { continuation.yield(value) }
            }
            continuation.yield(self[keyPath: keyPath])
            continuation.onTermination = { _ in cancel() }
        }
    }

    /// Changes a property by `change` and tells its observers. The one way in which observable properties change.
    func announcing<Value>(_ keyPath: KeyPath<Self, Value>, _ change: () -> Void) {
        let old = self[keyPath: keyPath]
        observers.announce(keyPath, old: old, new: nil, isPrior: true)
        change()
        observers.announce(keyPath, old: old, new: self[keyPath: keyPath], isPrior: false)
    }
}
