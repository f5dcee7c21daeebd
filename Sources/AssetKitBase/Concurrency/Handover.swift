/// Carries something from one thread to another, once.
///
/// SAFETY: the value is sent in, so nobody else has it, and taken out by one thread.
@usableFromInline
package final class Handover<Value>: @unchecked Sendable {
    @usableFromInline package var value: Value?

    @inlinable
    package init(_ value: sending Value) { self.value = value }

    @inlinable
    package func take() -> Value? {
        defer { value = nil }
        return value
    }
}
