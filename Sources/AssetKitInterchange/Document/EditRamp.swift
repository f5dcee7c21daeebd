package import CMTimeLib

/// A value that goes from one to another, each of its numbers linearly. Its range counts from the start of the clip on the
/// track; one without length sets `end` from there on.
package struct EditRamp<Value: EditValue>: Sendable, Equatable {
    package var range: CMTimeRange
    package var start: Value
    package var end: Value

    package init(range: CMTimeRange, start: Value, end: Value) {
        self.range = range
        self.start = start
        self.end = end
    }

    /// The value from a time on.
    package static func constant(_ value: Value, from start: CMTime = .zero) -> EditRamp {
        EditRamp(range: CMTimeRange(start: start, duration: .zero), start: value, end: value)
    }
}
