// What Objective-C gives to observers of properties, in the same names. Without its runtime a class has to announce its
// changes itself; see ``AKKeyValueObserving``.

/// What kind of change it is.
public enum NSKeyValueChange: UInt, Sendable {
    /// A new value.
    case setting = 1
    /// New elements. Nothing here announces such changes one by one.
    case insertion = 2
    /// Elements less. Nothing here announces such changes one by one.
    case removal = 3
    /// Other elements. Nothing here announces such changes one by one.
    case replacement = 4
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
    /// What kind of change it is.
    public typealias Kind = NSKeyValueChange

    /// What kind of change it is: always a new value.
    public let kind: Kind
    /// The value behind the change, where the observer asked for it.
    public let newValue: Value?
    /// The value before the change, where the observer asked for it.
    public let oldValue: Value?
    /// The change is about to happen.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}

/// Keeps an observer in place: until ``invalidate()``, or until nobody holds it any more.
public final class NSKeyValueObservation: Sendable {
    private let cancel: @Sendable () -> Void

    package init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    /// Ends the observing. A call that has begun on another thread may still be going on.
    public func invalidate() { cancel() }

    deinit { cancel() }
}
