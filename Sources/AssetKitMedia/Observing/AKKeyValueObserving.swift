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
    var akObservers: AKKeyValueObservers { get }
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
        let cancel = akObservers.add(keyPath, options, handler)
        if options.contains(.initial) {
            handler(.init(old: nil, new: options.contains(.new) ? self[keyPath: keyPath] : nil, isPrior: false))
        }
        return NSKeyValueObservation(cancel: cancel)
    }

    /// The values of a property: the one it has, and each one that it gets. A value that nobody took before the next one
    /// came is left out.
    public func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let cancel = akObservers.add(keyPath, .new) { change in
                if let value = change.new as? Value { continuation.yield(value) }
            }
            continuation.yield(self[keyPath: keyPath])
            continuation.onTermination = { _ in cancel() }
        }
    }

    /// Changes a property by `change` and tells its observers. The one way in which observable properties change.
    package func announcing<Value>(_ keyPath: KeyPath<Self, Value>, _ change: () -> Void) {
        let old = self[keyPath: keyPath]
        akObservers.announce(keyPath, old: old, new: nil, isPrior: true)
        change()
        akObservers.announce(keyPath, old: old, new: self[keyPath: keyPath], isPrior: false)
    }
}
