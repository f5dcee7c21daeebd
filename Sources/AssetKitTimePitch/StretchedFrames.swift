/// What was read at once.
package struct StretchedFrames: Hashable, Sendable {
    package var count: Int
    /// How many frames of the source it stands for, which for most algorithms is not quite the speed times `count`. From
    /// the first read on they add up to the place in the source.
    package var consumed: Int

    package init(count: Int, consumed: Int) {
        (self.count, self.consumed) = (count, consumed)
    }
}
