/// What a function returns where Core Foundation leaves the counting to the caller. Here nobody needs to count, so all
/// ways to take the value are the same.
public struct UnmanagedValue<Value> {
    private let value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// The value.
    public func takeUnretainedValue() -> Value { value }

    /// The value.
    public func takeRetainedValue() -> Value { value }
}
