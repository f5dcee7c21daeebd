import AssetKitPixels
import TestSupport

/// A plane in memory of its own, with bytes around its rows that nobody may write to.
final class TestPlane {
    private static let guardByte: UInt8 = 0xA5
    private let memory: UnsafeMutableRawBufferPointer
    private let bytesPerRow: Int
    let width: Int
    let height: Int
    let depth: Int

    /// `value`: the code for a column and a row.
    init(_ width: Int, _ height: Int, depth: Int, _ value: (Int, Int) -> Int = { _, _ in 0 }) {
        (self.width, self.height, self.depth) = (width, height, depth)
        bytesPerRow = width * (depth > 8 ? 2 : 1) + 6
        memory = .allocate(byteCount: bytesPerRow * (height + 2), alignment: 64)
        for place in memory.indices { memory[place] = Self.guardByte }
        for row in 0..<height {
            for column in 0..<width { self[column, row] = value(column, row) }
        }
    }

    convenience init(random width: Int, _ height: Int, depth: Int, using generator: inout SeededGenerator) {
        var codes: [Int] = []
        for _ in 0..<width * height { codes.append(Int.random(in: 0..<1 << depth, using: &generator)) }
        self.init(width, height, depth: depth) { codes[$1 * width + $0] }
    }

    deinit { memory.deallocate() }

    var plane: PixelPlane {
        // The memory is never empty.
        let start = memory.baseAddress! + bytesPerRow
        return PixelPlane(start, bytesPerRow: bytesPerRow, width: width, height: height, depth: depth)
    }

    private func place(_ column: Int, _ row: Int) -> Int { (row + 1) * bytesPerRow + column * (depth > 8 ? 2 : 1) }

    subscript(_ column: Int, _ row: Int) -> Int {
        get {
            guard depth > 8 else { return Int(memory[place(column, row)]) }
            return Int(memory.loadUnaligned(fromByteOffset: place(column, row), as: UInt16.self))
        }
        set {
            if depth > 8 {
                memory.storeBytes(of: UInt16(newValue), toByteOffset: place(column, row), as: UInt16.self)
            } else {
                memory[place(column, row)] = UInt8(newValue)
            }
        }
    }

    /// The code at a place, or at the nearest one of a part.
    func clamped(_ column: Int, _ row: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
        let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
        return Double(self[column, row])
    }

    func copy() -> TestPlane { TestPlane(width, height, depth: depth) { self[$0, $1] } }

    var codes: [Int] { (0..<height).flatMap { row in (0..<width).map { self[$0, row] } } }

    /// Nobody wrote beside the samples.
    var isIntact: Bool {
        let size = depth > 8 ? 2 : 1
        return memory.indices.allSatisfy { place in
            let (row, offset) = (place / bytesPerRow - 1, place % bytesPerRow)
            return (0..<height).contains(row) && offset < width * size || memory[place] == Self.guardByte
        }
    }
}
