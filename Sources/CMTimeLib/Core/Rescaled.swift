/// A value at a new timescale.
@usableFromInline
@frozen
internal struct Rescaled {
    @usableFromInline var value: Int64
    @usableFromInline var isRounded: Bool

    @inlinable
    init(value: Int64, isRounded: Bool) {
        self.value = value
        self.isRounded = isRounded
    }
}
