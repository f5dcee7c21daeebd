/// What an observer wants to be told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt

    /// Makes options of their number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The value at the beginning too, before the observing call returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// A call before each change as well as behind it.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
