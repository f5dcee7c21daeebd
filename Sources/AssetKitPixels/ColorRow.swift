/// A row of colours in three runs of numbers.
package struct ColorRow {
    package let red: UnsafeMutablePointer<Float>
    package let green: UnsafeMutablePointer<Float>
    package let blue: UnsafeMutablePointer<Float>
    package let count: Int

    /// A row of `count` colours in memory for three times as many numbers.
    package init(_ memory: UnsafeMutablePointer<Float>, count: Int) {
        (red, green, blue, self.count) = (memory, memory + count, memory + 2 * count, count)
    }
}

/// A row of codes of three components.
package struct CodeRow {
    let first: UnsafePointer<UInt16>
    let second: UnsafePointer<UInt16>
    let third: UnsafePointer<UInt16>
    package let count: Int

    /// A row of `count` codes in the memory of three planes.
    package init(
        _ first: UnsafeMutableRawPointer,
        _ second: UnsafeMutableRawPointer,
        _ third: UnsafeMutableRawPointer,
        count: Int
    ) {
        self.first = UnsafePointer(first.assumingMemoryBound(to: UInt16.self))
        self.second = UnsafePointer(second.assumingMemoryBound(to: UInt16.self))
        self.third = UnsafePointer(third.assumingMemoryBound(to: UInt16.self))
        self.count = count
    }
}
