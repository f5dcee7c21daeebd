/// Carries something from one thread to another, once.
///
/// SAFETY: the value is sent in, so nobody else has it, and taken out by one thread.
final class Handover<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: sending Value) { self.value = value }

    func take() -> Value? {
        defer { value = nil }
        return value
    }
}
